"""Whether two checkouts of the project give the same answers: `python -m bench same BEFORE AFTER [--quick]`.

    git worktree add /tmp/before COMMIT
    cd /tmp/before && python3 -m venv .venv && .venv/bin/pip install -e '.[dev]'

Both are asked the same at the same time, each by its own `.venv` if it has one, and only by what is public: command
lines, the API of `serve`, schemas, and the golden games. The answers are kept in build/same, with all files that were
made; what differs is shown, and the exit code is 1 if anything does. The games, cases and bad files that are read are
those of BEFORE.
"""

from __future__ import annotations

import argparse
import difflib
import io
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import httpx2 as httpx
import yaml
from jsonschema.protocols import Validator
from jsonschema.validators import validator_for

WORK = Path(__file__).parent.parent / "build" / "same"
SHOWN, LINES, WIDTH = 8, 24, 180
"""How many differences of a group are shown, how many lines of each, and how much of a line."""

EDITIONS = ("abbott", "abril", "express", "guyton", "matuszek", "matuszek-1995", "solo")
SEATS = ("Ann", "Bob", "Cleo", "Dan", "Eve")
BOTS = ("random", "knower", "knower(skill=0.5)", "random(strings=0.3, declares=0.4)")
SETTINGS = (
    "deal.hand=5", "play.max_cards=2", "stock.decks=1", "prophet.bidding=true", "expulsion.layout=20",
    "guess={kind: every_turn, bonus: 6, price: 1}", "turn_limit={kind: turns, turns: 9}", "no_play={kind: none}",
    "cutoff={kind: cards_played, layout: 20, since_marker: 10}", "refill={kind: up_to, hand: 6}", "scoring.out=0",
)  # fmt: skip
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

Group = dict[str, str]
"""What was answered to each question."""


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
        for other in EDITIONS:
            yield "variants", "variants", "diff", edition, other
        for setting in SETTINGS:
            yield "variants", "variants", "show", edition, "--set", setting, "--format", "json"
    yield "variants", "variants", "list", "--format", "json"
    for number in range(2, 10):
        yield "variants", "variants", "choose", "--players", str(number), "--minutes", "30"
        yield "variants", "variants", "choose", "--players", str(number), "--level", "easy", "--format", "json"
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
    program = f"{sys.executable} {Path('program.py').absolute()} {Path(f'made/deal-{number}-').absolute()}"
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
    for number in range(0, 2000, step):
        chance = Random(f"rule {number}")
        text, other, line = make_rule(chance), make_rule(chance), "7S 4H JC 2D 9H"[: 3 * (number % 5)]
        near = re.sub(r"\b(red|odd|last|2)\b", chance.choice(["even", "first", "3", "red"]), text, count=1)
        yield "rules", "rule", "explain", "--format", "json", "--", text
        yield "rules", "rule", "compare", "--format", "json", "--", text, near
        yield "rules", "rule", "compare", "--line", line or "AS", "--", text, other
        yield "rules", "rule", "judge", "--line", line, "--", text
        if number % 10 == 0:
            yield "rules", "rule", "measure", "--format", "json", "--", text


def make_rule(chance: Random) -> str:
    """The text of a rule, now and then a wrong one."""
    text = "RULE"
    for word, choices in GRAMMAR.items():
        while word in text:
            text = text.replace(word, chance.choice(choices.split("|")), 1)
    return misspell(text, chance) if chance.random() < 0.05 else text


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
        Table(number, evening).play_evening()
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
    here = str(Path().absolute())
    with Path(f"{group}.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps([question.replace(here, "…"), answer.replace(here, "…")], ensure_ascii=False) + "\n")


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
        self.people = [name for name in words[1].split(",") if ":" not in name]
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
        while (answer := self.clients[who].request(method, f"/api/{path}", json=body)).status_code == 429:
            time.sleep(0.2)
        if not quiet:
            self.asked += 1
            text = re.sub(r'("pin": ?")\d{6}', r"\1…", answer.text.replace(self.url, "URL"))
            question = f"{self.evening}.{self.asked:03} {method} /api/{path} {json.dumps(body)} by {who}"
            keep("serve", question, f"{text}\n{answer.status_code}")
        return answer.json() if "json" in answer.headers["content-type"] else None

    def play_evening(self) -> None:
        """Sit down, play until the game is over, and look back."""
        for who in (*self.people, "nobody"):
            for body in ({"name": "Zoe"}, {"name": "Аnn"}, {"name": who}, {"name": who, "pin": "x"}):
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
        for who in (*self.people, "nobody"):
            keep("serve", f"{self.evening} the stream of {who}", "\n".join(self.events(who)))
        self.server.terminate()
        self.server.wait()

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
            hand = {"starters": "7S"} if table["by_hand"] else {}
            self.get("rule", table["dealer"], {"rule": rule, "hint": "look", "starter": "keep", **hand})
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
                if f"id: {last}" in lines[-1:]:
                    return [*lines, line]
                lines += [line] if '"game":' not in line else []
        return lines


def misspell(word: str, chance: Random) -> str:
    """A word of which a letter is missing or another one."""
    at = chance.randrange(len(word) or 1)
    return word[:at] + chance.choice(["", "x", " "]) + word[at + 1 :]


def documents_of(group: str, question: str, answer: str) -> Iterator[tuple[str, Any]]:
    """What an answer holds that a schema is about, each with its kind."""
    first = answer.partition("\n")[0]
    match group, question.split():
        case "deals", [name] if name.endswith(".yaml"):
            yield "game", yaml.safe_load(answer)
        case "deals", [_]:
            for line in map(json.loads, answer.splitlines()):
                yield "protocol", line
                yield from [("view", line["view"])] if "view" in line else []
        case "variants", ["variants", "show", *words] if "json" not in words:
            yield "variant", yaml.safe_load(answer.rpartition("exit")[0])
        case (("files" | "deals"), ["replay", *words]) if "json" in words and first[:1] == "{":
            yield from [
                ("event", event)
                for round_ in json.loads(first)["rounds"]
                for step in round_["steps"]
                for event in step["events"]
            ]
        case "serve", [_, method, path, *words] if first[:1] == "{":
            route = f"{method} {re.sub('/[0-9]+', '/{number}', path.partition('?')[0])}"
            yield f"{route} {answer[-3:]}", json.loads(first)
            if method == "POST":
                yield f"{route} body", json.loads(" ".join(words[:-2]))


def spoil(document: Any, chance: Random) -> Any:
    """A copy in which one thing is otherwise: gone, of another type, one too many, or misspelt."""
    copy = json.loads(json.dumps(document))
    places = list(places_in(copy))
    if not places:
        return [copy]
    inside, key = chance.choice(places)
    value = inside[key]
    match chance.randrange(5):
        case 0:
            del inside[key]
        case 1 if isinstance(inside, dict):
            inside["extra"] = value
        case 2 if isinstance(inside, dict):
            inside[misspell(key, chance)] = inside.pop(key)
        case 3 if isinstance(value, str):
            inside[key] = misspell(value, chance)
        case _:
            inside[key] = chance.choice([None, True, -1, 0.5, "x", [], {}, [value], str(value), 10**6])
    return copy


def places_in(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place within a document: what it is in, and its key there."""
    for key in list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, key
        yield from places_in(value[key])


def decider(schemas: Group, kind: str) -> Validator | None:
    """What decides about documents of a kind; None where nothing is said of it."""
    texts = schemas[f"schema {kind if kind in KINDS else 'http'}"].rpartition("exit")[0]
    schema = json.loads(texts)
    if kind not in KINDS:
        route, _, status = kind.rpartition(" ")
        said = schema["routes"].get(route, {})
        part = said.get("body") if status == "body" else said.get("answers", {}).get(status)
        if part is None:
            return None
        schema |= part
    return validator_for(schema)(schema)


def judge_documents(answers: dict[str, Group], schemas: Group, inputs: Path, count: int) -> Group:
    """What schemas say of documents, right ones and spoilt ones; `answers` and `inputs` hold the right ones."""
    kinds = defaultdict(list)
    for path in sorted(inputs.glob("**/*.yaml")):
        with suppress(yaml.YAMLError, ValueError):
            kind = path.parent.name
            kinds[
                {"games": "game", "cases": "game", "variants": "variant", "rule": "rules"}.get(kind, kind)
            ].append(yaml.safe_load(path.read_text()))
    for group, said in answers.items():
        for question, answer in said.items():
            for kind, document in documents_of(group, question, answer):
                kinds[kind].append(document)
    verdicts = {}
    for kind, documents in kinds.items():
        chance, decides = Random(kind), decider(schemas, kind)
        for number in range(count // 8 if kind in KINDS else 5 * count // (8 * len(kinds))):
            document = chance.choice(documents)
            document = spoil(document, chance) if number % 3 else document
            verdict = (
                "says nothing" if decides is None else "takes it" if decides.is_valid(document) else "refuses it"
            )
            verdicts[f"{kind} {number} {json.dumps(document, ensure_ascii=False)}"] = verdict
    return verdicts


def readable(text: str) -> list[str]:
    """Lines to be compared by eye: of JSON a line for each value."""
    lines: list[str] = []
    for line in text.splitlines():
        try:
            lines += json.dumps(json.loads(line), indent=1, ensure_ascii=False).splitlines()
        except ValueError:
            lines.append(line)
    return lines


def differ(group: str, before: Group, after: Group) -> int:
    """Print how a group of answers came out, and what differs as far as it fits; how many differ."""
    questions = [question for question in {**before, **after} if before.get(question) != after.get(question)]
    refused = sum(answer.endswith(("exit 2", "refuses it")) for answer in before.values())
    print(f"{group:<10}{len(before):>7,} answers, {refused:,} of them refusals: ", end="")
    print(f"{len(questions):,} DIFFER" if questions else "same", flush=True)
    for question in questions[:SHOWN]:
        print(f"  {question[:WIDTH]}")
        a, b = (readable(side.get(question, "not asked")) for side in (before, after))
        for line in islice(difflib.unified_diff(a, b, "before", "after", n=1, lineterm=""), 2, LINES):
            print(f"    {line[:WIDTH]}")
    return len(questions)


def start(checkout: Path, inputs: Path, folder: Path, step: int) -> subprocess.Popen[bytes]:
    """A process of a checkout that asks it everything, in a folder of its own with the same files in it."""
    shutil.rmtree(folder, ignore_errors=True)
    for kind in ("games", "cases", "bad"):
        shutil.copytree(inputs / kind, folder / "inputs" / kind)
    for path in (folder / "inputs" / "cases").glob("*.yaml"):
        for number, case in enumerate(yaml.safe_load(path.read_text(encoding="utf-8"))["cases"]):
            game = yaml.safe_dump({"eleusis": 1, **case["game"]}, sort_keys=False, allow_unicode=True)
            path.with_name(f"{path.stem}-{number}.yaml").write_text(game, encoding="utf-8")
        path.unlink()
    own = checkout / ".venv" / "bin" / "python"
    settings = {"ELEUSIS_CACHE": str(folder / "cache"), "ELEUSIS_PATH": "", "COLUMNS": "80", "NO_COLOR": "1"}
    settings |= {"PYTHONPATH": "" if own.exists() else str(checkout)}
    code = "import runpy, sys; runpy.run_path(sys.argv[1])['collect'](*sys.argv[2:])"
    command = [own if own.exists() else sys.executable, "-P", "-c", code, __file__, checkout, str(step)]
    return subprocess.Popen(command, cwd=folder, env=os.environ | settings)


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench same", description=__doc__)
    parser.add_argument("before", type=Path, help="the folder of a checkout")
    parser.add_argument("after", type=Path, help="that of another one")
    parser.add_argument("--quick", action="store_true", help="a tenth of everything")
    chosen = parser.parse_args(arguments)
    step, inputs = 10 if chosen.quick else 1, chosen.before / "tests"
    folders = {WORK / "before": chosen.before.resolve(), WORK / "after": chosen.after.resolve()}
    processes = [start(checkout, inputs, folder, step) for folder, checkout in folders.items()]
    if any(code != 0 for code in [process.wait() for process in processes]):
        sys.exit("not everything could be asked")
    before, after = [
        {path.stem: dict(map(json.loads, path.open(encoding="utf-8"))) for path in folder.glob("*.jsonl")}
        for folder in folders
    ]
    schemas = before.pop("schema"), after.pop("schema")
    verdicts = [judge_documents(before, said, WORK / "before/inputs", 2000 // step) for said in schemas]
    before["schemas"], after["schemas"] = verdicts
    sys.exit(min(1, sum(differ(group, said, after.get(group, {})) for group, said in before.items())))
