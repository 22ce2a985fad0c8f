"""One program at its pipes: whatever it does, bounded in time and memory, and nothing of it left behind."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eleusis.ground.errors import PlayerError
from eleusis.minds.players.program import messages
from eleusis.minds.players.program.process import MAX_LINE, ProgramProcess
from tests.helpers.hostile_programs import ASKED, HOSTILE, MARK, command_of, left_behind, marked
from tests.helpers.patience import patient
from tests.helpers.places import ROOT

WHO = "the bot of Ann (mine)"
QUESTION = b'{"type": "move"}\n'
ECHO = "import sys\nfor line in sys.stdin:\n sys.stdout.write(line); sys.stdout.flush()\n"

SOAKED = {"lines for ever", "a quiet end", "a crash", "half a line"}
"""Those that the short suite leaves out."""


@pytest.fixture(autouse=True)
def nothing_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with marked(monkeypatch):
        yield


def started(source: str, shown: list[str] | None = None) -> ProgramProcess:
    lines = [] if shown is None else shown
    return ProgramProcess(command_of(source), WHO, lines.append)


@pytest.mark.long
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.soak if name in SOAKED else ()) for name in HOSTILE]
)
def test_what_no_player_should_do_is_named_and_nothing_stays(name: str) -> None:
    hostile = HOSTILE[name]
    shown: list[str] = []
    process = started(ASKED + hostile.does, shown)
    before, begun = memory(), time.monotonic()
    with pytest.raises(PlayerError, match=hostile.cause) as caught:
        process.ask(QUESTION, hostile.seconds)
    assert time.monotonic() - begun < hostile.seconds + 40, "bounded in time"
    assert peak() - before < 12_000, "bounded in memory"
    assert caught.value.code == hostile.code
    assert caught.value.message.startswith(f"{WHO} ")
    assert caught.value.message.isprintable()
    assert len(caught.value.message) < 2000
    assert len(shown) < 300
    with pytest.raises(PlayerError, match="has been ended"):
        process.ask(QUESTION, 1)


def memory() -> int:
    """The memory of this process in kB; from here on its peak is counted anew."""
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    return status_of("VmRSS")


def peak() -> int:
    return status_of("VmHWM")


def status_of(key: str) -> int:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith(key))


def test_it_is_asked_and_answers_until_it_is_dismissed() -> None:
    process = started(ECHO)
    for n in range(3):
        assert process.ask(b"%d\n" % n, 20) == b"%d" % n
    big = b"x" * (MAX_LINE - 1)
    assert process.ask(big + b"\n", 20) == big, "a line of 1 MiB goes both ways"
    process.dismiss(messages.Bye().line)
    assert process.close(), "it ends by itself when its stdin is closed"
    process.close()


@pytest.mark.long
def test_a_program_that_stays_after_its_dismissal_is_ended_two_seconds_later() -> None:
    stubborn = "import signal\nsignal.signal(15, signal.SIG_IGN)\n" + ECHO + "while True: signal.pause()\n"
    process = started(stubborn)
    process.ask(QUESTION, 20)
    begun = time.monotonic()
    process.dismiss(messages.Bye().line)
    process.close()
    assert 2 <= time.monotonic() - begun < 40


@pytest.mark.soak
def test_it_has_half_a_second_to_end_well(tmp_path: Path) -> None:
    note = tmp_path / "note"
    last_words = f"def end(*_):\n open({str(note)!r}, 'w').write('well'); sys.exit(0)\n"
    process = started(f"import signal, sys\n{last_words}signal.signal(15, end)\n{ECHO}signal.pause()\n")
    process.ask(QUESTION, 20)
    process.dismiss(messages.Bye().line)
    process.close()
    assert note.read_text() == "well"


def test_a_program_that_never_reads_is_late() -> None:
    process = started("import time\ntime.sleep(60)")
    with pytest.raises(PlayerError, match=r"didn't read what it was sent within 0\.3 s") as caught:
        process.tell(b"x" * 1_000_000 + b"\n", 0.3)
    assert caught.value.code == "player/late"


@pytest.mark.soak
def test_one_that_reads_slowly_and_talks_meanwhile_gets_all() -> None:
    talks = "import os, sys\nn = 0\nwhile n < 1_000_001:\n"
    talks += " os.write(2, b'.' * 9000 + b'\\n')\n n += len(os.read(0, 9000))\n"
    shown: list[str] = []
    process = started(talks + "os.write(1, b'%d\\n' % n)\nsys.stdin.read()", shown)
    assert process.ask(b"x" * 1_000_000 + b"\n", 20) == b"1000001"
    process.dismiss(messages.Bye().line)
    process.close()
    assert all(len(line) <= 501 for line in shown)


@pytest.mark.parametrize("argv", [["nonesuch-program"], ["/"], [], ["a\0b"]])
def test_what_can_not_be_started_is_said(argv: list[str]) -> None:
    with pytest.raises(PlayerError, match=r"the bot of Ann \(mine\) can't be started: ") as caught:
        ProgramProcess(argv, WHO, print).ask(QUESTION, 20)
    assert caught.value.code == "player/not-started"


def test_a_file_that_is_here_but_no_program_of_the_system_is_told_how_to_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mybot.py").touch()
    with pytest.raises(PlayerError, match=r"\./mybot\.py") as caught:
        ProgramProcess(["mybot.py"], WHO, print).ask(QUESTION, 20)
    assert caught.value.code == "player/not-started"


def test_a_script_that_is_not_here_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(PlayerError, match=r"there is no 'mybto\.py'") as caught:
        ProgramProcess([sys.executable, "mybto.py"], WHO, print).ask(QUESTION, 20)
    assert caught.value.code == "player/died"


def test_its_stderr_is_passed_on_as_it_comes_with_nothing_that_a_terminal_obeys() -> None:
    shown: list[str] = []
    source = "import os\nos.write(2, b'one\\n\\x1b[2Jtwo\\xff\\r\\n\\n' + b'long' * 9999 + b'\\nlast')\n"
    process = started(source + ECHO, shown)
    process.ask(QUESTION, 20)
    assert shown[:3] == ["one", "\\x1b[2Jtwo\N{REPLACEMENT CHARACTER}", ""]
    assert shown[3].startswith("longlong")
    assert len(shown[3]) == 501
    process.dismiss(messages.Bye().line)
    process.close()
    assert shown[4:] == ["last"]


WRITES = "import os\nopen('notes', 'w').write('mine')\nos.mkdir('more')\n"
"""A program that leaves something in its folder."""
WHERE = "import os, sys\nthere = os.listdir()\n" + WRITES + "input()\nprint(os.getcwd(), there, flush=True)\n"


@pytest.mark.parametrize("end", ["well", "kill"])
def test_it_runs_in_an_empty_folder_which_is_gone_afterwards(end: str) -> None:
    process = started(WHERE + ECHO)
    folder, _, entries = process.ask(QUESTION, 20).decode().partition(" ")
    assert entries == "[]"
    assert Path(folder) != Path.cwd()
    assert {path.name for path in Path(folder).iterdir()} == {"notes", "more"}
    if end == "well":
        process.dismiss(messages.Bye().line)
        process.close()
    else:
        process.kill()
    assert not Path(folder).exists()


def test_the_files_that_its_command_names_are_found_from_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data" / "deep").mkdir(parents=True)
    (tmp_path / "data" / "weights.bin").touch()
    (tmp_path / "mybot.py").write_text("import sys\nfrom mine import answer\ninput()\nanswer(sys.argv)\ninput()\n")
    (tmp_path / "mine.py").write_text("import json\ndef answer(words): print(json.dumps(words), flush=True)\n")
    (tmp_path / "run").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    (tmp_path / "run").chmod(0o755)
    words = ["data/weights.bin", "data/deep", "data", "data/none", "--in=data/weights.bin", "-", "", "/dev/null"]
    whole = [str(tmp_path / word) for word in words[:2]]
    for command in ([sys.executable, "mybot.py"], ["./run", "mybot.py"], ["./run", str(tmp_path / "mybot.py")]):
        process = ProgramProcess([*command, *words], WHO, print)
        answer = json.loads(process.ask(QUESTION, 20))
        assert answer == [str(tmp_path / "mybot.py"), *whole, *words[2:]]
        process.kill()


MURDER = """
import os, sys, time
from eleusis.minds.players.program.process import ProgramProcess
process = ProgramProcess([sys.executable, "-I", "-S", "-c", sys.argv[1]], "who", print)
process.ask(b"\\n", 20)
print("ready", flush=True)
time.sleep(60)
"""


def test_nothing_stays_when_eleusis_itself_is_killed() -> None:
    stubborn = (
        "import os, signal, sys, time\nfor number in (1, 2, 15): signal.signal(number, signal.SIG_IGN)\n"
        "if not os.fork():\n time.sleep(60)\nprint(input(), flush=True)\ntime.sleep(60)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", MURDER, stubborn], stdout=subprocess.PIPE, cwd=ROOT, text=True
    ) as eleusis:
        assert eleusis.stdout is not None
        assert eleusis.stdout.readline() == "ready\n"
        assert len(left_behind()) >= 3
        eleusis.kill()
    assert not left_behind(5)


FORKED = """
import os, sys
from eleusis.ground.errors import PlayerError
from eleusis.minds.players.program.process import ProgramProcess
command = [sys.executable, "-I", "-S", "-c", sys.argv[1]]
mine = ProgramProcess(command, "mine", print)
assert mine.ask(b"1\\n", 20) == b"1"
child = os.fork()
if not child:
    try:
        mine.ask(b"2\\n", 20)
    except PlayerError:
        own = ProgramProcess(command, "own", print)
        assert own.ask(b"3\\n", 20) == b"3"
        own.dismiss(b"")
        own.close()
        mine.close()
        mine.kill()
        os._exit(9)
    os._exit(1)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
assert mine.ask(b"4\\n", 20) == b"4"
mine.dismiss(b"")
mine.close()
"""


def test_a_process_that_was_forked_off_has_its_own_programs_and_leaves_its_parents_alone() -> None:
    subprocess.run([sys.executable, "-W", "error", "-c", FORKED, ECHO], cwd=ROOT, check=True, timeout=patient(60))


# The messages

BAD: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "not JSON"),
    "words": (b"hello", "not JSON (Expecting value at column 1): 'hello'"),
    "bytes": (b"\xff\xfe\x00{", "not UTF-8"),
    "a list": (b'["play 5H"]', "a JSON object"),
    "no move": (b'{"mov": "play 5H"}', "required field `move`"),
    "a number": (b'{"move": 5}', "`$.move`"),
    "deep": (b'{"move": ' + b"[" * 500_000, "nested too deep"),
    "deep maps": (b'{"a":' * 200_000, "nested too deep"),
    "NaN": (b'{"move": "pass", "confidence": NaN}', "NaN isn't a JSON number"),
    "infinity": (b'{"move": "pass", "confidence": -Infinity}', "-Infinity isn't a JSON number"),
    "a huge number": (b'{"move": "pass", "tokens": 1' + b"0" * 5000 + b"}", "more than 20 digits"),
    "a key twice": (b'{"move": "pass", "move": "play 5H"}', "it has the key 'move' twice"),
    "many keys": (b"{" + b",".join(b'"%d":1' % n for n in range(90_000)) + b',"1":1}', "it has the key '1' twice"),
    "half a pair": (b'{"move": "guess \\"\\ud800\\""}', "half of a surrogate pair"),
    "two objects": (b"{}{}", "Extra data"),
    "escapes": (b'{"move": \x1b[2J}', "Expecting value at column 10"),
}


@pytest.mark.parametrize("name", BAD)
def test_an_answer_that_is_none_is_said_so(name: str) -> None:
    line, cause = BAD[name]
    begun = time.process_time()
    with pytest.raises(PlayerError) as caught:
        messages.read_answer(line)
    assert caught.value.code == "player/bad-answer"
    assert cause in caught.value.message
    assert str(caught.value).isprintable()
    assert len(caught.value.message) < 300
    assert time.process_time() - begun < 2


PIECES = (
    *(b'{"move"', b": ", b'"play 5H"', b', "rule": ', b'"red"', b"}", b"[", b"]"),
    *(b"1e999", b"-0", b"\\ud83d", b"\xc3", b"\0"),
)
"""What lines are made of that are nearly answers."""


@given(st.lists(st.one_of(st.sampled_from(PIECES), st.binary(max_size=4)), max_size=12))
@settings(max_examples=150, deadline=None)
def test_whatever_a_line_holds_it_is_an_answer_or_a_bad_one(parts: list[bytes]) -> None:
    refusals = []
    for read in (messages.read_answer, messages.read_ready):
        try:
            read(b"".join(parts))
        except PlayerError as error:
            refusals.append(error)
    assert {error.code for error in refusals} <= {"player/bad-answer"}
    assert all(str(error).isprintable() for error in refusals)


def test_what_may_be_said_besides_the_move() -> None:
    line = b'{"move": "play 5H", "rule": "red", "confidence": 1, "tokens": 812, "mood": {"a": [1]}}'
    assert messages.read_answer(line) == (messages.Answer("play 5H", "red", 1.0, 812), {})
    nulls = b'{"move": "pass", "rule": null, "confidence": null, "tokens": null}\r'
    assert messages.read_answer(nulls) == (messages.Answer("pass"), {})


@pytest.mark.parametrize(
    "said",
    [
        '"rule": ["red"]',
        '"confidence": "0.5"',
        '"confidence": 1.5',
        '"confidence": 1e999',
        '"confidence": true',
        '"tokens": -1',
        '"tokens": 1.5',
        '"tokens": 9999999999999999',
    ],
)
def test_what_is_said_badly_besides_the_move_counts_as_not_said(said: str) -> None:
    answer, slips = messages.read_answer(f'{{"move": "pass", {said}}}'.encode())
    assert (answer.rule, answer.confidence, answer.tokens) == (None, None, None)
    assert [*slips] == [said.split('"')[1]]


def test_a_program_says_that_it_is_ready_and_may_say_who_it_is() -> None:
    assert messages.read_ready(b'{"type": "ready", "name": "mine 1.0", "more": 1}') == "mine 1.0"
    assert messages.read_ready(b'{"type": "ready"}') == ""
    for line in (b'{"type": "move"}', b'{"name": "x"}', b'{"type": "ready", "name": 5}', b"[]"):
        with pytest.raises(PlayerError) as caught:
            messages.read_ready(line)
        assert caught.value.code == "player/bad-answer"


def test_a_message_is_one_line_of_ascii() -> None:
    line = messages.AnswerRefused("move/not-in-hand", "no\n\u2660 \ud800").line
    assert line.isascii()
    assert line.count(b"\n") == 1
    assert json.loads(line)["text"] == "no\n\u2660 \ud800"
    assert os.environ[MARK]
