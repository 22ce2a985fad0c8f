"""Fuzz of the readers, the replay and the review.

It runs by `python -m tests.helpers.fuzz --seconds 60 [--seed S] [--count N]`.
Good variants, games and rules are spoilt by bytes, lines and words. Whatever comes out must be fine or an
EleusisError. The n-th input of a seed is always the same, so a failure is printed with what makes it again.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import signal
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar

from eleusis.driving.replayed import GameReplay
from eleusis.ground.cards import cards
from eleusis.ground.chance import stream
from eleusis.ground.errors import EleusisError, Place
from eleusis.ground.yaml.parsing import Mapping, Scalar, load, read
from eleusis.ground.yaml.parsing import Sequence as YamlSequence
from eleusis.record.gamefile.contents import GameFile
from eleusis.record.gamefile.reading import game_from_node, read_game
from eleusis.record.gamefile.writing import write_game
from eleusis.record.replaying.replay import replay_game
from eleusis.secret.library import library, rules_from_node
from eleusis.secret.rule import Rule
from eleusis.variant import variant_from_file, variant_names
from eleusis.variant.shelves import shipped_folder
from eleusis.words.page.transcript import transcript
from tests.helpers.places import TESTS

T = TypeVar("T")
REVIEWED_BITS = 6
"""Bits of the longest rules that the reviews look at, besides those of the library."""
LONGEST = 20
"""Seconds after which an input counts as a hang."""

HOSTILE = (
    "", " ", "~", "null", "no", "010", "-1", "0", "1", "99999999999999999999", "1e9", "0x10", "٣", "²", "true",
    "[]", "{}", "[[", "{{", "]", "}", ":", ": ", "- ", "|", ">", "#", "&a", "*a", "!!python/object", "---", "...",
    '"', "'", "\\", "\\U0000d800", "\\x00", "\x00", "\x1b[31m", "\ufeff", "\u2028", "\U0001f0a1", "é", "\t",
    "??", "5H", "10D", "10♦", "1S", "5X", "=>", ";", "=> ;", "=> right;", "ended cutoff", "draws 0", "draws -1",
    "play", "no-play", "declare", "call right", "call wrong 5H", "judge right", "judge wrong", "pass",
    'guess "red"', 'guess "any"', 'guess "', 'hint "x"', "unknown", "expect: {}", "hands: unknown", "starter: []",
    "stopped: true", "extends: abbott", "extends: inline", "kind: none", "kind: sudden_death", "refill_at: 900",
    "max_cards: null", "draw: 0", "hand: 1", "decks: 20", "other_players: 0", "__class__", "last", "back(13)",
    "last3.sum(rank)", "line.count(red)", "streak(suit)", "%", "% 3", "== ==", "in {}", "1..0", "not not", "((((",
    "if", "then", "else", "missing", "none", "any", "position", "at(0)", "cycle(red)", "gcd(rank, 0)",
)  # fmt: skip
_WORD = re.compile(r"\w+|[^\w\s]|\s+")
_LIKE = re.compile(
    r"\b(?:(?P<card>(?:10|[2-9AJQK])[SHDC])|(?P<number>[0-9]+)|(?P<word>[A-Za-z_-]+))\b|=> (?P<fact>[^;\n]+)"
)


def corpus() -> dict[str, list[str]]:
    """Good texts by kind, each list in a fixed order."""
    texts: dict[str, list[str]] = {"variant": [], "game": [], "rule": [], "rule file": []}
    for path in sorted([*shipped_folder().glob("*.yaml"), *(TESTS / "bad" / "variant").glob("*.yaml")]):
        texts["variant"].append(_text(path))
    for path in sorted([*(TESTS / "games").glob("*.yaml"), *(TESTS / "bad" / "game").glob("*.yaml")]):
        texts["game"].append(_text(path))
    for path in sorted((TESTS / "cases").glob("*.yaml")):
        texts["game"] += [write_game(game) for game in _cases(path)]
    texts["rule"] = [rule.text for rule in library().values()]
    texts["rule"] += [rule.starter for rule in library().values() if rule.starter]
    texts["rule file"] = [_text(path) for path in sorted((TESTS.parent / "eleusis" / "secret").glob("*.yaml"))]
    return texts


def _text(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "replace")


def _cases(path: Path) -> list[GameFile]:
    top = load(path)
    cases = top.get("cases") if isinstance(top, Mapping) else None
    games = []
    for case in cases if isinstance(cases, YamlSequence) else ():
        body = case.get("game") if isinstance(case, Mapping) else None
        if isinstance(body, Mapping):
            version = Scalar("1", Place(str(path)))
            games.append(
                game_from_node(Mapping({"eleusis": (version, version), **body.entries}, body.place), "<case>")
            )
    return games


# Three ways to spoil a text.


def by_bytes(text: str, others: Sequence[str], chance: random.Random) -> str:
    """A few bytes changed, left out, put in or doubled."""
    data = bytearray(text.encode("utf-8", "surrogatepass"))
    for _ in range(1 + int(chance.random() * 4)):
        at = int(chance.random() * (len(data) + 1))
        what = int(chance.random() * 4)
        if what == 0 and at < len(data):
            data[at] = 32 + int(chance.random() * 95) if chance.random() < 0.7 else int(chance.random() * 256)
        elif what == 1:
            del data[at : at + 1 + int(chance.random() * 8)]
        elif what == 2:
            data[at:at] = bytes(int(chance.random() * 256) for _ in range(1 + int(chance.random() * 3)))
        else:
            data[at:at] = data[at : at + int(chance.random() * 60)]
    return data.decode("utf-8", "replace")


def by_lines(text: str, others: Sequence[str], chance: random.Random) -> str:
    """Lines left out, doubled, exchanged, shifted, or taken from another text."""
    lines = text.split("\n")
    for _ in range(1 + int(chance.random() * 3)):
        at, to = (int(chance.random() * len(lines)) for _ in range(2))
        what = int(chance.random() * 6)
        if what == 0 and len(lines) > 1:
            del lines[at]
        elif what == 1:
            lines.insert(at, lines[to])
        elif what == 2:
            lines[at], lines[to] = lines[to], lines[at]
        elif what == 3:
            lines[at] = " " * int(chance.random() * 12) + lines[at].lstrip()
        elif what == 4:
            more = _pick(others, chance).split("\n")
            start = int(chance.random() * len(more))
            lines[at:at] = more[start : start + 1 + int(chance.random() * 6)]
        else:
            lines[at] += " " + _pick(HOSTILE, chance)
    return "\n".join(lines)


def by_words(text: str, others: Sequence[str], chance: random.Random) -> str:
    """Words replaced by hostile ones, by words of another text, or exchanged."""
    words = _WORD.findall(text) or [""]
    for _ in range(1 + int(chance.random() * 4)):
        at, to = (int(chance.random() * len(words)) for _ in range(2))
        what = int(chance.random() * 5)
        if what == 0:
            words[at] = _pick(HOSTILE, chance)
        elif what == 1:
            words[at] = _pick(_WORD.findall(_pick(others, chance)) or [""], chance)
        elif what == 2:
            words[at], words[to] = words[to], words[at]
        elif what == 3:
            words[at] = ""
        else:
            words[at] = words[at] * (2 + int(chance.random() * 60))
    return "".join(words)


def by_likes(text: str, others: Sequence[str], chance: random.Random) -> str:
    """Cards exchanged for cards, numbers for numbers, words for words: what comes out can often be read."""
    for _ in range(1 + int(chance.random() * 3)):
        spots = list(_LIKE.finditer(text))
        if spots:
            spot = _pick(spots, chance)
            source = text if chance.random() < 0.6 else _pick(others, chance)
            like = [m.group() for m in _LIKE.finditer(source) if m.lastgroup == spot.lastgroup]
            if like:
                text = text[: spot.start()] + _pick(like, chance) + text[spot.end() :]
    return text


def by_moves(text: str, others: Sequence[str], chance: random.Random) -> str:
    """The most indented lines (the moves, in a game) left out, doubled, exchanged, or those of another text."""
    lines = text.split("\n")
    deep = [i for i, line in enumerate(lines) if line.startswith("      ")] or list(range(len(lines)))
    for _ in range(1 + int(chance.random() * 3)):
        at, to = _pick(deep, chance), _pick(deep, chance)
        what = int(chance.random() * 4)
        if what == 0:
            lines[at] = lines[to]
        elif what == 1:
            lines[at], lines[to] = lines[to], lines[at]
        elif what == 2:
            more = [line for line in _pick(others, chance).split("\n") if line.startswith("      ")]
            lines[at] = _pick(more, chance) if more else ""
        else:
            lines[at] = lines[at] + "\n" + lines[to]
    return "\n".join(lines)


WAYS = (by_likes, by_moves, by_likes, by_moves, by_bytes, by_lines, by_words)


def _pick(choices: Sequence[T], chance: random.Random) -> T:
    return choices[int(chance.random() * len(choices))]


# What every text of a kind is put through.


def try_variant(text: str) -> None:
    variant_from_file(read(text, "fuzz.yaml"), shipped_folder() / "fuzz.yaml")


def try_game(text: str) -> None:
    game = read_game(text, str(TESTS / "games" / "fuzz.yaml"))
    written = write_game(game)
    assert write_game(read_game(written)) == written, "written, read and written again, it is another game"
    replayed = replay_game(game)
    replayed.to_json()
    transcript(replayed)
    seat = game.players[0]
    replayed.to_json(seat)
    transcript(replayed, width=40, seat=seat)
    if find_spec("numpy") is not None and len(text) % 20 == 0:  # it takes its time
        try_review(replayed)
    replay_game(game, variant_names()[len(text) % 4])


def try_review(replayed: GameReplay) -> None:
    """What could have been known in it, with the few rules that are soon asked."""
    from eleusis.minds.induction.family import family
    from eleusis.reviewing.review import review

    looked_at = review(replayed, family=family(REVIEWED_BITS))
    json.dumps(looked_at.to_json(), allow_nan=False)
    looked_at.text(width=40)
    for record in looked_at.rounds:
        alive = [record.alive_at_start, *[turn.alive for turn in record.turns]]
        assert alive == sorted(alive, reverse=True), "a rule that was struck out is back"


LONG = "3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AC 2S 3S"
LINES = tuple(cards(line) for line in ("", "7S", "10D 2C KH", "AS AS AS", LONG))


def try_rule(text: str) -> None:
    rule = Rule(text)
    for line in LINES:
        assert 0 <= rule.mask(line) < 1 << 52


def try_rule_file(text: str) -> None:
    rules_from_node(read(text, "fuzz.yaml"))


TRIES: dict[str, Callable[[str], None]] = {
    "variant": try_variant,
    "game": try_game,
    "rule": try_rule,
    "rule file": try_rule_file,
}


def spoilt(texts: dict[str, list[str]], seed: int, number: int) -> tuple[str, str]:
    """The kind and the text of the n-th input of a seed."""
    chance = stream(seed, "fuzz", number)
    roll = chance.random()
    kind = "game" if roll < 0.6 else "variant" if roll < 0.75 else "rule" if roll < 0.97 else "rule file"
    text = _pick(texts[kind], chance)
    for _ in range(1 if chance.random() < 0.6 else 2):
        text = WAYS[int(chance.random() * len(WAYS))](text, texts[kind], chance)
    return kind, text


def _too_long(signum: int, frame: object) -> None:
    raise TimeoutError(f"not done after {LONGEST} seconds")


def run(seed: int, seconds: float, count: int | None) -> int:
    """Inputs until the time or the count is up; the exit code."""
    texts = corpus()
    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, _too_long)
    until, number, refused, slowest = time.monotonic() + seconds, 0, 0, (0.0, 0)
    while number < count if count is not None else time.monotonic() < until:
        kind, text = spoilt(texts, seed, number)
        start = time.process_time()
        try:
            if hasattr(signal, "SIGALRM"):
                signal.alarm(LONGEST)
            TRIES[kind](text)
        except EleusisError:
            refused += 1
        except Exception:
            if hasattr(signal, "SIGALRM"):
                signal.alarm(0)
            traceback.print_exc()
            print(f"the {kind} that does it (--seed {seed} --only {number}):\n{text}\nas text: {text!r}")
            print(f"{number} passed, 1 failed")
            return 1
        finally:
            if hasattr(signal, "SIGALRM"):
                signal.alarm(0)
        slowest = max(slowest, (time.process_time() - start, number))
        number += 1
    print(f"{refused} of {number} were refused, the others fine", file=sys.stderr)
    print(f"slowest: input {slowest[1]} of seed {seed}, {slowest[0]:.2f} s", file=sys.stderr)
    print(f"{number} passed, 0 failed")
    return 0


def main(args: Sequence[str] | None = None) -> int:
    """The command line of the fuzz."""
    parser = argparse.ArgumentParser(prog="python -m tests.helpers.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, help="so many inputs, however long it takes")
    parser.add_argument("--only", type=int, metavar="N", help="print the N-th input and try it")
    chosen = parser.parse_args(args)
    if chosen.only is None:
        return run(chosen.seed, chosen.seconds, chosen.count)
    kind, text = spoilt(corpus(), chosen.seed, chosen.only)
    print(f"{kind}:\n{text}")
    TRIES[kind](text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
