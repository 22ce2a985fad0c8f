"""`eleusis play` driven through a pipe: setting up, moving, asking, taking back, leaving, going on."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from eleusis.doors.terminal.screen import in_hand
from eleusis.doors.terminal.typed_line import Command, read_input
from eleusis.driving.dealing import deal
from eleusis.game.moves import Call, Declare, Guess, Hint, Judge, NoPlay, Pass, Play
from eleusis.ground.cards import cards
from eleusis.ground.errors import NotationError
from eleusis.record.replaying.replay import replay
from eleusis.variant import load_variant
from tests.helpers.called import Done, run_here
from tests.helpers.patience import patient
from tests.helpers.sittings import go_on, play

COMMAND = (sys.executable, "-m", "eleusis", "play")


def run(folder: Path, typed: str, *args: str) -> Done:
    """`eleusis play` with these lines typed into it."""
    return run_here(folder, "play", *args, typed=typed)


# Through a pipe


def test_the_same_lines_give_the_same_file(tmp_path: Path) -> None:
    typed = "1\n2\nguess color != last.color\n3\nnp\n?\nwhy\n1\nlog\nscore\n" + "1\n" * 40
    args = ["--players", "Ann,Bob:random,Cleo:random", "--variant", "express", "--seed", "5", "--dealer", "Bob"]
    files, outs = [], []
    for name in ("one.yaml", "two.yaml"):
        done = run(tmp_path, typed, *args, "--file", name)
        assert done.returncode == 0
        files.append((tmp_path / name).read_bytes())
        outs.append(done.stdout)
    assert files[0] == files[1]
    assert outs[0] == outs[1]


def test_a_game_driven_to_its_end_replays_to_the_scores_that_were_shown(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    said = play(path, "1\n\n" * 400, rule="color != last.color", rounds=2, dealer="Bob")
    (game,) = replay(path)
    assert game.findings == []
    assert game.stopped
    assert game.totals
    for name, points in game.totals.items():
        row = next(line for line in reversed(said.splitlines()) if line.startswith(f"  {name} "))
        assert row.split()[-1] == str(points)


def test_leaving_and_going_on_is_as_if_one_had_stayed(tmp_path: Path) -> None:
    typed = [*(["1"] * 30)]
    straight, in_parts = tmp_path / "one.yaml", tmp_path / "two.yaml"
    play(straight, "".join(f"{line}\n" for line in typed), rule="red")
    play(in_parts, "".join(f"{line}\n" for line in typed[:9]) + "quit\n", rule="red")
    go_on(in_parts, "".join(f"{line}\n" for line in typed[9:]))
    assert in_parts.read_text() == straight.read_text()


@pytest.mark.long
def test_ctrl_c_leaves_the_game_whole(tmp_path: Path) -> None:
    child = subprocess.Popen(
        [
            *COMMAND,
            "--players",
            "Ann,Bob:random,Cleo:random",
            "--variant",
            "express",
            "--dealer",
            "Bob",
            "--file",
            "g.yaml",
        ],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    said = ""
    while "Ann plays>" not in said:
        said += child.stdout.read(1)
    child.send_signal(signal.SIGINT)
    _, err = child.communicate(timeout=patient(20))
    assert child.returncode == 130
    assert "continue with: eleusis play --resume g.yaml" in err
    assert "Traceback" not in err
    go_on(tmp_path / "g.yaml")


def test_resume_says_what_was_torn_off(tmp_path: Path) -> None:
    play(tmp_path / "g.yaml", "1\n2\n")
    with (tmp_path / "g.yaml").open("ab") as file:
        file.write(b"      Ann pl\x1b[31m")
    done = run(tmp_path, "", "--resume", "g.yaml")
    assert done.returncode == 0
    assert "incomplete and has been dropped: Ann pl\\x1b[31m" in done.stderr
    assert run(tmp_path, "", "--resume", "g.yaml", "--seed", "3").returncode == 2, "script/resume"
    assert run(tmp_path, "", "--resume", "nothing.yaml").returncode == 2


# Words and screens


def test_words_are_read_as_in_a_game_file_and_shorter() -> None:
    round_ = deal(load_variant("abbott"), ["Ann", "Bob Smith", "Cleo", "Dan"], dealer="Ann", seed=3)
    seat = round_.to_act or ""
    hand = in_hand(round_.hidden.hands[seat])
    for text in ("5s", "play 5S", "5♠", f"{seat} play 5s", f'"{seat}" 5S'):
        assert read_input(text, round_, hand) == [Play(seat, cards("5S"))]
    for text in ("4d 6c", "4d,6c", "4d6c", "4D6C"):
        assert read_input(text, round_, hand) == [Play(seat, cards("4D 6C"))]
    assert read_input("1 3", round_, hand) == [Play(seat, (hand[0], hand[2]))]
    for text in ("np", "no play", "no-play", "NoPlay"):
        assert read_input(text, round_, hand) == [NoPlay(seat)]
    assert read_input("declare", round_, hand) == [Declare(seat)]
    assert read_input("pass", round_, hand) == [Pass(seat)]
    assert read_input("call wrong 9h", round_, hand) == [Call(seat, False, cards("9H")[0])]
    assert read_input("w 9h", round_, hand) == [Judge(seat, False, cards("9H")[0])]
    assert read_input('guess "red"', round_, hand) == read_input("guess red", round_, hand) == [Guess(seat, "red")]
    assert read_input("Ann hint look, here", round_, hand) == [Hint("Ann", "look, here")]
    assert read_input("help", round_, hand) == Command("?")
    assert read_input("beliefs", round_, hand) == Command("beliefs")
    assert read_input('Beliefs "Bob B"', round_, hand) == Command("beliefs", "Bob B")
    assert read_input("guesses", round_, hand) == Command("guesses")
    assert read_input("", round_, hand) == []
    for text in ("np x", "w", "guess", "call", "call maybe", "0", "999", "play", "r 5s 6s", "5s r", "w 5s6s"):
        if text != "w":
            with pytest.raises(NotationError):
                read_input(text, round_, hand)


# A real terminal


class Terminal:
    """A child with a terminal of its own, and all that it has written there."""

    def __init__(
        self,
        folder: Path,
        *args: str,
        rows: int = 24,
        columns: int = 80,
        command: Sequence[str] = COMMAND,
        **env: str,
    ) -> None:
        import fcntl
        import struct
        import termios

        self.pid, self.handle = pty.fork()
        if self.pid == 0:  # pragma: no cover - the child
            os.chdir(folder)
            os.environ.update({"TERM": "xterm", "COLUMNS": "", "LINES": "", "PROMPT_TOOLKIT_NO_CPR": "1", **env})
            os.environ.pop("COLUMNS")
            os.environ.pop("LINES")
            os.execv(command[0], [*command, *args])
        fcntl.ioctl(self.handle, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.text = ""

    def until(self, wanted: str, seconds: float = 15) -> float:
        """Reads until something is written; the seconds that it took."""
        start, seen = time.monotonic(), len(self.text)
        while wanted not in self.text[seen:]:
            left = patient(seconds) - (time.monotonic() - start)
            ready, _, _ = select.select([self.handle], [], [], max(0.0, left))
            assert ready, f"{wanted!r} did not come; there is {self.text[seen:]!r}"
            try:
                self.text += os.read(self.handle, 65536).decode(errors="replace")
            except OSError:
                break
        return time.monotonic() - start

    def type(self, text: str) -> None:
        os.write(self.handle, text.encode())

    def wait(self) -> int:
        while True:
            try:
                if not os.read(self.handle, 65536):
                    break
            except OSError:
                break
        code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        os.close(self.handle)
        return code


TABLE = ("--players", "Ann,Bob,Dan:random", "--variant", "express", "--dealer", "Dan", "--seed", "2")
PEOPLE = (*TABLE, "--rule", "red")


@pytest.mark.long
def test_a_terminal_hides_hands_between_turns_and_survives_a_resize_and_ctrl_c(tmp_path: Path) -> None:
    import fcntl
    import struct
    import termios

    terminal = Terminal(tmp_path, *PEOPLE, "--file", "g.yaml")
    terminal.until("Ann: press Enter to see your hand")
    assert "Ann plays" not in terminal.text
    terminal.type("\r")
    terminal.until("Ann plays")
    fcntl.ioctl(terminal.handle, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    os.kill(terminal.pid, signal.SIGWINCH)
    terminal.until("\x1b[119C─")
    terminal.type("np\r")
    terminal.until("Sure?")
    terminal.type("y\r")
    time.sleep(0.2)
    terminal.type("\x03")
    terminal.until("Leave the table?")
    terminal.type("\r")
    terminal.until("Bob: press Enter") if "Bob: press" not in terminal.text[-3000:] else None
    terminal.type("\x04")
    assert terminal.wait() == 0
    assert "Ann no-play" in (tmp_path / "g.yaml").read_text()


@pytest.mark.long
def test_a_key_answers_alone_and_a_word_is_a_word(tmp_path: Path) -> None:
    args = ("--players", "Rosa,Karl,Eva", "--variant", "express", "--dealer", "Rosa", "--seed", "3")
    terminal = Terminal(tmp_path, *args, "--file", "g.yaml")
    terminal.until("rule>")
    terminal.type("\r")
    terminal.until("judge every play yourself?")
    terminal.type("y\r")
    terminal.until("type a hint for the others")
    terminal.type("\r")
    terminal.until("Karl: press Enter")
    time.sleep(0.7)  # an Enter at once belongs to the hint
    terminal.type("\r")
    terminal.until("Karl plays")
    terminal.type("1\r")
    terminal.until("judges the play")
    terminal.type("why\r")
    terminal.until("Enter to go on")
    terminal.type("\r")
    terminal.until("judges the play")
    terminal.type("\x1b[31m")  # a pasted colour, which looks like a mouse
    terminal.type("w")
    terminal.until("Eva: press Enter")
    time.sleep(0.8)  # however late it comes
    terminal.type("\r")  # typed behind the key: Eva's hand is not for the dealer
    terminal.until("press Enter again")
    terminal.type("\r\r")  # nor if it is pressed down for long
    terminal.type("5s\r")  # nor by a line of the dealer's
    terminal.until("not played: Eva, press Enter first")
    terminal.type("\x04")
    assert terminal.wait() == 0
    assert "Traceback" not in terminal.text
    assert "Eva plays" not in terminal.text
    moves = (tmp_path / "g.yaml").read_text().split("moves: |\n")[1].split("\n")
    assert [line.strip() for line in moves if line] == ["Karl play 3S", "Rosa judge wrong"]
