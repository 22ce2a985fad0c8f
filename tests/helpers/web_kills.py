"""Kills of a server at random moments: `python -m tests.helpers.web_kills --kills 100`.

Four clients play at a table whose server is killed again and again, also while it starts, between rounds and while
a dealer chooses a rule. What was confirmed is in the file; numbers go on; each stream has brought each event once,
and brings the same again; seats, PINs and the key hold; in the end the file replays with the same totals.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import random
import re
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import attrs
import httpx2 as httpx

from eleusis.doors.cli import main as eleusis
from eleusis.ground import exits
from tests.helpers.patience import patient
from tests.helpers.web_clients import Heard, Player, Server, insist

PEOPLE = ("Ann", "Bob", "Cleo", "Dan")
SHORT = ("--set", "turn_limit={kind: turns, turns: 8}")
TABLES = (
    ("--variant", "abbott", "--players", "Ann,Bob,Cleo,Dan,Eve:random", "--dealer", "Eve"),
    ("--variant", "express", "--players", "Ann,Bob,Cleo,Dan", "--dealer", "Ann", *SHORT),
    ("--variant", "abbott", "--players", "Ann,Bob,Cleo,Dan", "--dealer", "Dan", *SHORT),
    ("--variant", "express", "--players", "Ann,Bob,Cleo,Dan,Eve:random(guesses=0.6),Fay:knower(skill=0.6)", *SHORT),
)
"""Tables for four people: bots that play and deal, and people who deal by a rule or judge by themselves."""
ENOUGH = 20
"""Events that must follow the last kill, if the game isn't over before."""
PATIENCE = patient(60)
"""Seconds in which a game must go on after a kill."""


@attrs.define
class Tally:
    """What has happened, all games together."""

    kills: int = 0
    games: int = 0
    rounds: int = 0
    events: int = 0
    confirmed: int = 0
    reconnects: int = 0
    refused: int = 0
    """Second servers on the same file."""
    phases: Counter[str] = attrs.field(factory=Counter)
    """In which phase of a game the server was killed."""
    answers: Counter[int] = attrs.field(factory=Counter)

    def report(self) -> str:
        """The figures, a few lines."""

        def listed(counts: Counter[str] | Counter[int]) -> str:
            return ", ".join(f"{name} {count:,}" for name, count in counts.most_common())

        return (
            f"killed {self.kills} times in {self.games} games ({listed(self.phases)}), {self.rounds} rounds\n"
            f"  {self.events:,} events on each of four streams, {self.reconnects:,} reconnects\n"
            f"  {self.confirmed:,} confirmed moves, all in the files; answers to moves: {listed(self.answers)}\n"
            f"  {self.refused} second servers on the same file refused"
        )


def move_lines(path: Path) -> list[str]:
    """The lines of moves of a game file as it stands, torn or not."""
    text = path.read_bytes().decode() if path.exists() else ""
    whole = text[: text.rfind("\n") + 1]
    return [line.strip() for line in whole.splitlines() if re.match(r"      \S", line)]


def check_kept(path: Path, players: Sequence[Player]) -> None:
    """What was confirmed is in the file, in its order."""
    # A move is made at the number that its player had seen; what its answer names may be the next one's by then.
    confirmed = sorted((move for player in players for move in player.confirmed), key=lambda move: move.before)
    lines = iter(move_lines(path))
    for move in confirmed:
        assert any(line == move.line for line in lines), f"{move} was confirmed, and is not in the file"


def play_and_kill(path: Path, options: Sequence[str], kills: int, chance: random.Random, tally: Tally) -> None:
    """One game from its start to its end, with so many kills of its server. Raises AssertionError."""
    server = Server(path, *options)
    players = [Player(server.base, name, random.Random(chance.random())) for name in PEOPLE]
    try:
        server.start()
        for player in players:
            if kills and chance.random() < 0.1:
                kill(server, players, chance, tally)
                kills -= 1
            assert player.sit().status_code == 201
            player.start()
        while kills:
            go_on(server, players)
            wanted = chance.choice(("play", "play", "rule", "between"))
            for _ in range(int(chance.random() * 40)):  # nearly always a round is on, unless one waits
                if server.table()["phase"] == wanted:
                    break
                time.sleep(0.02)
            time.sleep(chance.random() ** 2 * 0.6 if wanted == "play" else 0)
            kill(server, players, chance, tally)
            kills -= 1
        finish(server, players, tally)
    finally:
        for player in players:
            player.stop()
        server.__exit__()
        for player in players:
            player.close()


def go_on(server: Server, players: Sequence[Player]) -> None:
    """What the host does where nothing goes on by itself."""
    phase = server.table()["phase"]
    if phase in ("lobby", "between"):
        answer = server.host("start" if phase == "lobby" else "next")
        assert answer.status_code in (200, 409), answer.text
    for player in players:
        assert not player.mistake, player.mistake


def kill(server: Server, players: Sequence[Player], chance: random.Random, tally: Tally) -> None:
    """Kill the server, perhaps while it does what the host asks, and let it come up again, perhaps to be killed."""
    phase = str(server.table()["phase"])
    if chance.random() < 0.2:
        try_second(server)
        tally.refused += 1
    if phase in ("lobby", "between") and chance.random() < 0.7:
        with contextlib.suppress(httpx.TransportError):
            ask_and_go(server, "start" if phase == "lobby" else "next", chance.random() * 0.03)
        phase += " (dealing)"
    server.kill()
    tally.kills += 1
    tally.phases[phase] += 1
    check_kept(server.path, players)
    if chance.random() < 0.2:
        server.start(resume=True, wait=False)
        time.sleep(chance.random() * 1.2)
        server.kill()
        tally.phases["starting"] += 1
        check_kept(server.path, players)
    server.start(resume=True)
    for player in players:
        if player.pin:
            pin = insist(lambda player=player: player.client.get("/api/pin")).json()
            assert pin == {"seat": player.name, "pin": player.pin}, pin


def try_second(server: Server) -> None:
    """A second server on the same file is refused, and what is kept there stays as it is."""
    kept = {path: path.read_bytes() for path in server.path.parent.glob(f"{server.path.name}*")}
    second = Server(server.path)
    second.start(resume=True, wait=False)
    code, said = second.wait_for_end()
    assert code == exits.BAD_INPUT, said
    assert server.process is not None
    assert str(server.process.pid) in said, said
    assert "Traceback" not in said, said
    now = {path: path.read_bytes() for path in server.path.parent.glob(f"{server.path.name}*")}
    assert all(now[path].startswith(text) for path, text in kept.items() if path == server.path)
    assert {path: text for path, text in now.items() if path != server.path}.keys() == (kept.keys() - {server.path})


def ask_and_go(server: Server, do: str, seconds: float) -> None:
    """Ask the host's thing and don't wait for its end. Raises httpx.TransportError."""
    headers = {"Authorization": f"Bearer {server.key}"}
    httpx.post(
        f"{server.base}/api/host", json={"do": do}, headers=headers, timeout=max(0.001, seconds), verify=False
    )


def finish(server: Server, players: Sequence[Player], tally: Tally) -> None:
    """Play a bit further; then all that was seen must be told the same again."""
    until = time.monotonic() + PATIENCE
    start = server.table()["n"]
    while (table := server.table())["phase"] != "over" and table["n"] < start + ENOUGH:
        go_on(server, players)
        assert time.monotonic() < until, f"nothing goes on: {table}"
        time.sleep(0.05)
    answer = server.host("stop")
    assert answer.status_code in (200, 409), answer.text
    table = server.table()
    for player in players:
        while len(player.heard.events) < table["n"] and not player.mistake:
            assert time.monotonic() < until, f"{player.name} hears nothing any more: {table}"
            time.sleep(0.02)
        player.stop()
        assert not player.mistake, player.mistake
    check_kept(server.path, players)
    server.kill()  # what is told from the start now is what the file holds
    server.start(resume=True)
    for player in players:
        again = hear_all(player, table["n"])
        assert again == player.heard.events, f"{player.name} is told another story than before"
    kept = insist(lambda: httpx.get(f"{server.base}/api/file", verify=False)).text
    assert kept == server.path.read_text()
    with contextlib.redirect_stdout(io.StringIO()) as out:
        assert eleusis(["replay", str(server.path), "--format", "json"]) == 0
    replayed = json.loads(out.getvalue())
    assert replayed["totals"] == table["totals"]
    tally.games += 1
    tally.rounds += len(replayed["rounds"])
    tally.events += table["n"]
    tally.confirmed += sum(len(player.confirmed) for player in players)
    tally.reconnects += sum(player.heard.reconnects for player in players)
    for player in players:
        tally.answers.update(player.answers)


def hear_all(player: Player, n: int) -> list[str]:
    """All events from the first to the n-th, as they are told to one who has heard nothing."""

    class Enough(Heard):
        def is_set(self) -> bool:
            return len(self.events) >= n

    heard = Enough(player.base, player.client.cookies, player.name)
    heard.listen(heard)  # type: ignore[arg-type]
    assert not heard.wrong, heard.wrong
    return heard.events


def killed(folder: Path, kills: int, chance: random.Random, per_game: int = 12) -> Tally:
    """Games with kills of their servers, as many as are wanted."""
    tally = Tally()
    while tally.kills < kills:
        number = tally.games
        options = TABLES[number % len(TABLES)]
        path = folder / f"game-{number}.yaml"
        try:
            play_and_kill(path, options, min(per_game, kills - tally.kills), chance, tally)
        except Exception as error:
            error.add_note(f"game {number}, {options}, kept in {path}; {tally.report()}")
            raise
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.helpers.web_kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a folder for the games")
    chosen = parser.parse_args()
    start = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        tally = killed(chosen.keep or Path(folder), chosen.kills, random.Random(chosen.seed))
    print(f"{tally.report()}\n  {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
