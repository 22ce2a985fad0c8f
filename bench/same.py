"""Whether two checkouts of the project give the same answers: `python -m bench same BEFORE AFTER [--quick]`.

    git worktree add /tmp/before COMMIT
    cd /tmp/before && python3 -m venv .venv && .venv/bin/pip install -e '.[dev]'

Both are asked the same at the same time, each by its own `.venv` if it has one, and only by what is public: command
lines, the API of `serve`, schemas, and the golden games (bench/answers.py). The games, cases and bad files that are
read are those of BEFORE. The answers are kept in build/same, with all files that were made; what differs is shown,
and the exit code is 1 if anything does.
"""

from __future__ import annotations

import argparse
import difflib
import json
import os
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import yaml
from jsonschema.protocols import Validator
from jsonschema.validators import validator_for

from bench import answers as asking
from bench.answers import KINDS, misspell

WORK = Path(__file__).parent.parent / "build" / "same"
DOCUMENTS = 8000
"""About how many documents, right and wrong ones, are held against schemas."""
SHOWN, LINES, WIDTH = 8, 24, 180
"""How many differences of a group are shown, how many lines of each, and how much of a line."""

Group = dict[str, str]
"""What was answered to each question."""


def documents_of(group: str, question: str, answer: str) -> Iterator[tuple[str, Any]]:
    """What an answer holds that a schema is about, each with its kind."""
    first = answer.partition("\n")[0]
    match group, question.split():
        case "deals", [name] if name.endswith(".yaml"):
            yield "game", yaml.safe_load(answer)
        case "deals", [_]:
            for line in map(json.loads, answer.splitlines()):
                yield f"protocol {line['type']}", line
                yield from [("view", line["view"])] if "view" in line else []
        case "variants", ["variants", "show", *words] if "json" not in words and answer.endswith("exit 0"):
            yield "variant", yaml.safe_load(answer.rpartition("exit")[0])
        case (("files" | "deals"), ["replay", *words]) if "json" in words and first[:1] == "{":
            for step in (step for round_ in json.loads(first)["rounds"] for step in round_["steps"]):
                yield from ((f"event {event['type']}", event) for event in step["events"])
        case "rules", ["rule", "list", *_]:
            for rule in json.loads(first):
                kept = {key: rule[key] for key in ("rule", "starter", "source") if rule[key]}
                yield "rules", {"eleusis": 1, "rules": {rule["id"]: kept}}
        case "serve", [_, method, path, *words] if first[:1] == "{":
            route = f"{method} {re.sub('/[0-9]+', '/{number}', path.partition('?')[0])}"
            yield f"{route} {answer[-3:]}", json.loads(first)
            if method == "POST":
                yield f"{route} body", json.loads(" ".join(words[:-2]))


def spoil(document: Any, chance: Random) -> tuple[str, Any]:
    """A copy in which one thing is otherwise: gone, of another type, one too many, or misspelt; and which thing."""
    copy = json.loads(json.dumps(document, default=str))
    places = list(places_in(copy))
    if not places:
        return "all", [copy]
    inside, key = chance.choice(places)
    value = inside[key]
    match chance.randrange(7):
        case 0:
            del inside[key]
        case 1 if isinstance(inside, dict):
            inside["extra"] = value
        case 2 if isinstance(inside, dict):
            inside[misspell(key, chance)] = inside.pop(key)
        case 3 if isinstance(value, str):
            inside[key] = misspell(value, chance)
        case _:
            inside[key] = chance.choice(
                [None, True, -1, 0, 0.5, 41, 10**6, "", "x" * 70, [], {}, [value], str(value)]
            )
    return f"{key!r}, which was {value!r:.60}", copy


def places_in(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place within a document: what it is in, and its key there."""
    for key in list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, key
        yield from places_in(value[key])


def decider(schemas: Group, kind: str) -> Validator | None:
    """What decides about documents of a kind; None where nothing is said of it."""
    name, *more = kind.split()
    schema = json.loads(schemas[f"schema {name if name in KINDS else 'http'}"].rpartition("exit")[0])
    if name not in KINDS:
        route = schema["routes"].get(f"{name} {more[0]}", {})
        part = route.get("body") if more[1] == "body" else route.get("answers", {}).get(more[1])
        if part is None:
            return None
        schema |= part
    return validator_for(schema)(schema)


def right_documents(asked: dict[str, Group], inputs: Path) -> dict[str, list[Any]]:
    """Documents by their kind, from answers and from files; of these some are wrong."""
    kinds = defaultdict(list)
    for path in sorted(inputs.glob("**/*.yaml")):
        with suppress(yaml.YAMLError, ValueError):
            kind = {"variants": "variant", "variant": "variant", "rule": "rules"}.get(path.parent.name, "game")
            kind += " that is bad" if "bad" in path.parts else ""
            kinds[kind].append(yaml.safe_load(path.read_text(encoding="utf-8")))
    for group, answers in asked.items():
        for question, answer in answers.items():
            for kind, document in documents_of(group, question, answer):
                kinds[kind].append(document)
    return kinds


def judge_documents(kinds: dict[str, list[Any]], schemas: Group, count: int) -> Group:
    """What schemas say of documents as they are, and of spoilt ones."""
    verdicts = {}
    for kind, documents in kinds.items():
        chance, decides = Random(kind), decider(schemas, kind)
        for number in range(count // 80 if " " in kind else count // 8):
            document = chance.choice(documents)
            changed, document = spoil(document, chance) if number % 3 else ("nothing", document)
            answer = ("refuses it", "takes it")[decides.is_valid(document)] if decides else "says nothing of it"
            verdicts[f"{kind} {number}, changed: {changed}: {json.dumps(document, default=str)}"] = answer
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
    command = [own if own.exists() else sys.executable, "-P", "-c", code, asking.__file__, checkout, str(step)]
    return subprocess.Popen(command, cwd=folder, env=os.environ | settings)


def read(folder: Path, checkout: Path) -> dict[str, Group]:
    """All groups of answers, without the names of the two folders."""
    groups = {}
    for path in folder.glob("*.jsonl"):
        text = path.read_text(encoding="utf-8").replace(str(folder), "FOLDER").replace(str(checkout), "CHECKOUT")
        groups[path.stem] = dict(map(json.loads, text.split("\n")[:-1]))
    return groups


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
    before, after = [read(folder, checkout) for folder, checkout in folders.items()]
    documents = right_documents(before, WORK / "before" / "inputs")
    for group in (before, after):
        group["schemas"] = judge_documents(documents, group.pop("schema"), DOCUMENTS // step)
    sys.exit(min(1, sum(differ(group, said, after.get(group, {})) for group, said in before.items())))
