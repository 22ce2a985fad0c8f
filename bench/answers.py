"""Everything that `python -m bench same` asks of a checkout: a process of that checkout runs `collect`.

It knows only what is public, so that it can be asked of any state of the project: command lines, in this process;
the API of `serve`; the golden games. An answer goes to GROUP.jsonl in the present folder, with its question.
"""

from __future__ import annotations

import io
import json
import re
import runpy
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random
from typing import Any

import httpx2 as httpx

EDITIONS = ("abbott", "abril", "express", "guyton", "matuszek", "matuszek-1995", "solo")
SEATS = ("Ann", "Bob", "Cleo", "Dan", "Eve")
BOTS = ("random", "knower", "knower(skill=0.5)", "random(strings=0.3, declares=0.4)")
SETTINGS = (
    "deal.hand=5", "play.max_cards=2", "stock.decks=1", "prophet.bidding=true", "expulsion.layout=20",
    "guess={kind: every_turn, bonus: 6, price: 1}", "turn_limit={kind: turns, turns: 9}", "no_play={kind: none}",
    "cutoff={kind: cards_played, layout: 20, since_marker: 10}", "layout.mark_every=5", "scoring.out=0",
)  # fmt: skip
LEVELS = ("easy", "medium", "hard")
KINDS = ("variant", "game", "rules", "event", "view", "protocol", "http")
PROGRAM = """
import json, sys
log = open(sys.argv[1] + json.loads(first := sys.stdin.readline())["seat"] + ".jsonl", "w", encoding="utf-8")
log.write(first)
print('{"type": "ready"}', flush=True)
for line in sys.stdin:
    log.write(line)
    options = json.loads(line).get("options", ["no-play"])
    if json.loads(line)["type"] in ("move", "error"):
        print(json.dumps({"move": options[len(line) % len(options)].replace('""', '"red"')}), flush=True)
"""
"""A program that plays, and writes down what it is sent."""

GRAMMAR = {
    "RULE": "if PART then PART else PART|PART and PART|(PART or PART) and PART|not (PART)|cycle(PART, PART)|PART",
    "PART": "red|spade|odd|face|prime|AT.red|AT.even|AT.high|rank IS AT.rank|suit == AT.suit|color != AT.color"
    "|rank IS 5|rank in 3..MOD|rank in {1, 5, MOD}|abs(rank - AT.rank) <= MOD|(rank + AT.rank) % MOD == 1"
    "|position % MOD == 1|position IS MOD|suit == next(last.suit, spade, heart, diamond, club)"
    "|place(suit, club, diamond, heart, spade) IS 2|streak(color) < MOD|streak(odd) % 2 == 0"
    "|line.count(red) % MOD == 0|line.count(red) < line.count(odd)|line.sum(rank) % MOD == 0|line.any(ace)"
    "|line.all(even)|line.latest(red).rank IS rank|last3.count(odd) IS 1|last2.sum(rank) > MOD"
    "|rank IS line.max(rank)|rank IS min(MOD, last.rank)|gcd(rank, last.rank) == 1",
    "AT": "last|last|back(2)|first|at(2)",
    "IS": "==|!=|<|<=|>|>=",
    "MOD": "2|3|4|7",
}
"""Words, and what may stand for each; a rule is made from `RULE`."""
RULES = ("red", "if last.odd then black else red", "suit != last.suit", "rank >= last.rank or odd", "rad")
EVENINGS = (
    ("express", "Ann,Bob,Cleo", "--dealer", "Cleo", "--rounds", "2", "--set", "turn_limit={kind: turns, turns: 9}"),
    ("matuszek-1995", "Ann,Bob,Cleo:knower,Dan:random", "--dealer", "Dan", "--rounds", "1"),
    ("abbott", "Ann,Bob,Cleo,Dan", "--rounds", "2", "--set", "deal.hand=6"),
    ("guyton", "Ann,Bob,Cleo", "--dealer", "Cleo", "--by-hand"),
    ("solo", "Ann,Bob:random", "--dealer", "Bob", "--difficulty", "2", "--open-hands"),
)
PAGES = ("table", "editions", "kinds", "rules", "phrases", "host", "file", "pin", "rounds/1", "rounds/1/review")


def commands(step: int) -> Iterator[tuple[str, ...]]:
    """Every command line that is asked, behind the name of its group; `step` leaves all but every so many out."""
    for kind in KINDS:
        yield "schema", "schema", kind
    for path in sorted(Path("inputs").glob("**/*.yaml"))[::step]:
        yield "files", "check", str(path), "--format", "json"
        if path.parts[1] != "bad":
            yield from replays("files", path)
            yield "files", "diff", str(path), "--set", "expulsion.layout=20"
    for path in sorted(Path("inputs/games").glob("express*.yaml"))[::step]:
        yield "files", "review", str(path), "--format", "json"
    for number in range(0, 500, step):
        yield from deals(number)
    for edition in EDITIONS:
        yield "variants", "variants", "show", edition
        yield "variants", "variants", "show", edition, "--format", "json"
        for other in EDITIONS:
            yield "variants", "variants", "diff", edition, other
        for setting in SETTINGS:
            yield "variants", "variants", "show", edition, "--set", setting
    yield "variants", "variants", "list", "--format", "json"
    for number in range(2, 10):
        yield "variants", "variants", "choose", "--players", str(number), "--minutes", "30"
        yield (
            "variants",
            "variants",
            "choose",
            "--players",
            str(number),
            "--level",
            LEVELS[number % 3],
            "--format",
            "json",
        )
    yield from rules(step)
    for number in range(0, 20, step):
        yield from simulations(number)


def replays(group: str, path: Path) -> Iterator[tuple[str, ...]]:
    """What is asked of a game: its replay, and what two seats may see of it."""
    yield group, "replay", str(path)
    for words in ((), ("--as", "Ann"), ("--as", "Bob")):
        yield group, "replay", str(path), "--format", "json", *words


def deals(number: int) -> Iterator[tuple[str, ...]]:
    """A game that is dealt to bots, now and then to programs, and what is asked of it."""
    chance = Random(f"deal {number}")
    program = f"python3 {Path('program.py').absolute()} {Path(f'made/deal-{number}-').absolute()}"
    kinds = ("mine", "scientist", *BOTS[:1]) if number % 15 == 0 else BOTS
    seats = SEATS[: chance.randint(3, 5)]
    path = Path(f"made/deal-{number}.yaml")
    yield (
        "deals", "deal", "--variant", EDITIONS[number % len(EDITIONS)], "--seed", str(number), "--expect",
        "--out", str(path), "--rounds", str(1 + number % 2), "--bot", f"mine={program}",
        "--players", ",".join(f"{seat}:{chance.choice(kinds)}" for seat in seats),
        *(("--set", chance.choice(SETTINGS)) if chance.random() < 0.3 else ()),
    )  # fmt: skip
    yield from replays("deals", path)


def rules(step: int) -> Iterator[tuple[str, ...]]:
    """What is asked of the rules of the library, of rules made up by chance, and of neighbours."""
    yield "rules", "rule", "list", "--format", "json"
    for text in ("red", "heart"):
        yield "rules", "rule", "compare", "red", f"{text} and last12.sum(rank * card.rank) != 1"
    library = [rule["id"] for rule in json.loads(ask(["rule", "list", "--format", "json"]).rpartition("exit")[0])]
    for number in range(0, 2000, step):
        chance = Random(f"rule {number}")
        text, near = make_rules(chance)
        text = library[number] if number < len(library) else text
        other, line = make_rules(chance)[0], "7S 4H JC 2D 9H"[: 3 * (number % 5)]
        yield "rules", "rule", "explain", "--format", "json", "--", text
        yield "rules", "rule", "compare", "--format", "json", "--", text, near
        yield "rules", "rule", "compare", "--line", line or "AS", "--", text, other
        yield "rules", "rule", "judge", "--line", line, "--", text
        if number % 10 == 0:
            yield "rules", "rule", "measure", "--format", "json", "--", text


def make_rules(chance: Random) -> tuple[str, str]:
    """The text of a rule, now and then a wrong one, and a neighbour, in which words are others of their kind."""
    text = near = "RULE"
    for word, choices in GRAMMAR.items():
        while word in text:
            choice, other = chance.choices(choices.split("|"), k=2)
            text = text.replace(word, choice, 1)
            near = near.replace(word, other if word in ("AT", "IS", "MOD") else choice, 1)
    return misspell(text, chance) if chance.random() < 0.05 else text, near


def simulations(number: int) -> Iterator[tuple[str, ...]]:
    """A plan, by both engines, and a round of it as a file."""
    chance = Random(f"plan {number}")
    words = (
        "simulate", "simulate", "--variant", EDITIONS[number % len(EDITIONS)], "--seed", str(number), "--jobs", "1",
        "--rule", chance.choice(["all", "2", "4", "generated:2", "abb-1", *RULES[:2]]),
        "--players", ",".join(f"{seat}:{chance.choice(BOTS)}" for seat in SEATS[: chance.randint(3, 5)]),
        *(("--games", "3") if number % 5 == 1 else ("--rounds", "20")),
        *(("--sweep", "deal.hand=4..6") if number % 4 == 1 else ("--set", chance.choice(SETTINGS))),
    )  # fmt: skip
    for engine in ("python", "kernel"):
        yield *words, "--engine", engine, "--format", "csv"
    yield *words, "--replay-round", "2/B"


def collect(checkout: str, step: str) -> None:
    """Ask everything; this runs in a process of the checkout, in the folder that the answers go to."""
    Path("program.py").write_text(PROGRAM, encoding="utf-8")
    Path("made").mkdir()
    for group, *words in commands(int(step)):
        keep(group, " ".join(words), ask(words))
    for number, evening in enumerate(EVENINGS[:: int(step)]):
        table = Table(number, evening)
        try:
            table.play_evening()
        finally:
            table.server.kill()
    for path in sorted(Path("made").iterdir()):
        keep("deals", path.name, path.read_text(encoding="utf-8"))
    golden = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "tests/test_golden.py"]
    done = subprocess.run(golden, cwd=checkout, stdout=subprocess.DEVNULL, check=False)
    keep("golden", "tests/test_golden.py", f"exit {done.returncode}")
    for game in (
        Path(checkout, "tests/__snapshots__/test_golden.ambr").read_text(encoding="utf-8").split("# name: ")[1:]
    ):
        keep("golden", *game.split("\n", 1))


def keep(group: str, question: str, answer: str) -> None:
    """Write an answer down."""
    with Path(f"{group}.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps([question, answer], ensure_ascii=False) + "\n")


def ask(words: Sequence[str]) -> str:
    """What a command says, and its exit code."""
    out, err = io.StringIO(), io.StringIO()
    sys.argv = ["eleusis", *words]
    with redirect_stdout(out), redirect_stderr(err):
        try:
            runpy.run_module("eleusis", run_name="__main__")
        except SystemExit as end:
            code = end.code
    return f"{out.getvalue()}{err.getvalue()}exit {code}"


class Table:
    """A table that is served: everything that is asked of it, one after the other."""

    def __init__(self, number: int, words: Sequence[str]) -> None:
        self.evening, self.asked, self.chance = number, 0, Random(f"evening {number}")
        self.players = words[1]
        self.people = [name for name in self.players.split(",") if ":" not in name]
        command = [sys.executable, "-m", "eleusis", "serve", "--variant", words[0], "--players", *words[1:]]
        command += ["--file", f"evening-{number}.yaml", "--seed", "7", "--host", "127.0.0.1", "--port", "0"]
        self.server = subprocess.Popen(
            [*command, "--format", "json", "--pace", "0"], stdout=subprocess.PIPE, text=True
        )
        assert self.server.stdout is not None
        self.url, self.key = json.loads(self.server.stdout.readline())["host"].split("/host#")
        names = (*self.people, "host", "nobody")
        self.clients = {name: httpx.Client(base_url=self.url, timeout=60) for name in names}
        self.clients["host"].headers["Authorization"] = f"Bearer {self.key}"

    def get(self, path: str, who: str = "nobody", body: object = None, *, quiet: bool = False) -> Any:
        """The answer to somebody, kept without PINs and the address; a body makes it a POST."""
        method = "GET" if body is None else "POST"
        while "web/too-often" in (answer := self.clients[who].request(method, f"/api/{path}", json=body)).text:
            time.sleep(0.2)
        if not quiet:
            self.asked += 1
            text = re.sub(r'("pin": ?")\d{6}', r"\g<1>123456", answer.text.replace(self.url, "URL"))
            question = f"{self.evening}.{self.asked:03} {method} /api/{path} {json.dumps(body)} by {who}"
            keep("serve", question, f"{text}\n{answer.status_code}")
        return answer.json() if "json" in answer.headers["content-type"] else None

    def play_evening(self) -> None:
        """Sit down, play until the game is over, and look back."""
        self.get("host", "host", {"do": "set", "free": True})
        self.get("seats", "nobody", {"name": "Аnn"})  # with a Cyrillic А
        self.get("host", "host", {"do": "set", "players": self.players.split(","), "free": False})
        for who in (*self.people, "nobody"):
            for body in ({"name": "Zoe"}, {"name": who}, {"name": who, "pin": "x"}):
                self.get("seats", who, body)
        for rule in RULES:
            self.get("rules/look", "nobody", {"rule": rule})
        for do in ("next", "start", "start", "strat", "pause", "go-on"):
            self.get("host", "host", {"do": do})
        self.get("host", "host", {"do": "hint", "text": "look at the colours"})
        for _ in range(80):
            self.go_on()
        self.get("host", "host", {"do": "stop"})
        self.look_around()
        for _ in range(7):
            self.get("seats", "nobody", {"name": self.people[0], "pin": "x"})
        for who in (*self.people, "nobody"):
            keep("serve", f"{self.evening} the stream of {who}", "\n".join(self.events(who)))

    def look_around(self) -> None:
        """Everything that a page may ask for."""
        for page in PAGES:
            self.get(page, self.people[0])
        self.get("host", "host")
        for who in self.people:
            self.get(f"rounds/1/transcript?seat={who}", who)

    def go_on(self) -> None:
        """Whatever the table waits for: a rule, the next round, or somebody's move."""
        table, seen = self.settled()
        if table["phase"] == "rule":
            rule = self.chance.choice([*RULES, None])
            more = {"hint": self.chance.choice(["look", None])} | ({"starters": "7S"} if table["by_hand"] else {})
            self.get("rule", table["dealer"], {"rule": rule, **more})
        elif table["phase"] == "between":
            self.look_around()
            self.get("host", "host", {"do": "next"})
        elif table["phase"] == "play":
            for who in (*self.people, "nobody"):
                self.get("view", who)
            self.move(seen)

    def settled(self) -> tuple[Any, dict[str, Any]]:
        """The table and everybody's view, once no bot is to move."""
        for _ in range(400):
            table = self.get("table", quiet=True)
            seen = {who: self.get("view", who, quiet=True) for who in self.people}
            if table["phase"] != "play" or any(view["options"] for view in seen.values()):
                break
            time.sleep(0.05)
        return table, seen

    def move(self, seen: dict[str, Any]) -> None:
        """A move by chance, one that is taken back, and now and then one that is refused."""
        mover = next((who for who in self.people if seen[who]["options"]), self.people[0])
        n = seen[mover]["n"]
        line = self.chance.choice(seen[mover]["options"] or ["pass"]).replace(
            '""', f'"{self.chance.choice(RULES)}"'
        )
        line = line.replace("??", self.chance.choice(["7H", "8C"]))
        if self.chance.random() < 0.2:
            for number, wrong in ((n - 1, line), (n, "play 7S 7S 7S"), (n, "play")):
                self.get("moves", mover, {"n": number, "move": wrong})
            self.get("moves", self.chance.choice(self.people), {"n": n, "move": "no-play"})
        undoes = [who for who in self.people if seen[who].get("undo") and self.chance.random() < 0.2]
        self.get("moves", *((undoes[0], {"n": n, "move": "undo"}) if undoes else (mover, {"n": n, "move": line})))

    def events(self, who: str) -> list[str]:
        """All events, as a seat is sent them."""
        last, lines = self.get("view", who, quiet=True)["n"], [""]
        with self.clients[who].stream("GET", "/api/events?after=0") as answer:
            for line in answer.iter_lines():
                if last == 0 or f"id: {last}" in lines[-1:]:
                    return [*lines, line]
                lines += [line] if '"game":' not in line else []
        return lines


def misspell(word: str, chance: Random) -> str:
    """A word of which a letter is missing or another one."""
    at = chance.randrange(len(word) or 1)
    return word[:at] + chance.choice(["", "x", " "]) + word[at + 1 :]
