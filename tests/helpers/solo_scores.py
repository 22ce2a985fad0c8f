"""An accountant of the one-player game that shares no code with the engine.

`python -m tests.helpers.solo_scores FILE…` prints the scores.
It reads game files as plain YAML, counts the turns and the wrong guesses of the player in the lines of play, and
works the score out from these: limit + 1 - t - price·w where the rule was found in turn t, else - price·w. What a
file states (`=> guess wrong`, `ended: right guess`, the scores) is held against it, and so is what the game allows:
one card in a play, of each card no more than the decks have, one guess in a turn.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

import attrs
import yaml

from tests.helpers.places import ROOT

Node: TypeAlias = "str | Sequence[Node] | Mapping[str, Node] | None"
"""What stands in a YAML file, every scalar a text."""

EDITIONS = ROOT / "variants"

_CARD = re.compile(r"(10|[2-9AJQK])([SHDC])")
_LINE = re.compile(r'("[^"]*"|\S+)\s+(\S+)\s*((?:"(?:[^"\\]|\\.)*"|[^"#])*?)\s*(?:#.*)?')


class Mistake(Exception):
    """What a file has that can't be, or that doesn't agree with what was counted."""


@attrs.frozen
class Account:
    """What was counted in one round."""

    file: str
    turns: int
    wrong_guesses: int
    found_in: int | None
    """The turn of the right guess."""
    score: int
    """The player's."""
    ended: str


@attrs.define
class _Round:
    """The lines of one round, as they are counted."""

    player: str
    dealer: str
    turns: int = 0
    guesses: list[int] = attrs.field(factory=list)
    """The turn of each guess."""
    verdicts: set[tuple[int, str]] = attrs.field(factory=set)
    """What the file states of a guess, with its number."""
    cards: Counter[str] = attrs.field(factory=Counter)
    """Those that lie."""
    open: bool = False
    """Whether the turn may still bring a guess."""

    def count(self, line: str) -> None:
        """One line of play."""
        move, _, stated = _unquoted_cut(line, "=>")
        match = _LINE.fullmatch(move.strip())
        if match is None:
            raise Mistake(f"no line of play: {line!r}")
        seat, verb, rest = match[1].strip('"'), match[2], match[3].strip()
        if seat == self.dealer and verb in ("judge", "hint"):
            if verb == "judge" and self.guesses and not self.open:
                self.verdicts.add((len(self.guesses), rest))
            return
        if seat != self.player:
            raise Mistake(f"who is {seat}? {line!r}")
        if verb == "play":
            if _CARD.fullmatch(rest) is None:
                raise Mistake(f"not one card: {line!r}")
            self.turns, self.open = self.turns + 1, True
            self.cards[rest] += 1
        elif verb == "guess" and self.open:
            self.guesses.append(self.turns)
            self.open = False
        elif verb == "pass" and self.open:
            self.open = False
        else:
            raise Mistake(f"not a move of the one-player game, or not now: {line!r}")
        for fact in stated.partition("#")[0].split(";"):
            if fact.strip() in ("guess right", "guess wrong"):
                self.verdicts.add((len(self.guesses), fact.split()[1]))


def accounts(path: Path) -> Iterator[Account]:
    """The accounts of the rounds of a game file. Raises Mistake."""
    game = _map(yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader))
    limit, price = knobs(game.get("variant"))
    decks = int(_text(_knob(game.get("variant"), "stock", "decks")))
    players = [_text(name) for name in _list(game["players"])]
    for node in _list(game["rounds"]):
        yield _account(_map(node), str(path), players, limit, price, decks)


def knobs(variant: Node) -> tuple[int, int]:
    """The limit of turns and the price of a wrong guess."""
    return int(_text(_knob(variant, "turn_limit", "turns"))), int(_text(_knob(variant, "guess", "price")))


def _account(
    script: Mapping[str, Node], file: str, players: Sequence[str], limit: int, price: int, decks: int
) -> Account:
    """The account of one round, if it agrees with what the file expects of it."""
    dealer = _text(script.get("dealer", players[0]))
    (player,) = [seat for seat in players if seat != dealer]
    counted = _Round(player, dealer)
    counted.cards.update(_text(script.get("starter") or "").split())
    for line in _text(script.get("moves") or "").splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            counted.count(line)
    expect = _map(script["expect"])
    ended = _text(expect["ended"])
    twice = {card: times for card, times in counted.cards.items() if times > decks}
    if twice:
        raise Mistake(f"{file}: more than {decks} copies: {twice}")

    # A right guess ends the round: all but the last are wrong, and that one is as the round ended.
    right = ended == "right guess"
    verdicts = ["wrong"] * len(counted.guesses)
    if right:
        if not counted.guesses or counted.open or counted.guesses[-1] != counted.turns:
            raise Mistake(f"{file}: ended by a right guess, and the last move is none")
        verdicts[-1] = "right"
    for number, stated in counted.verdicts:
        if verdicts[number - 1] != stated:
            raise Mistake(f"{file}: guess {number} is {verdicts[number - 1]}, and stated to be {stated}")
    if counted.turns > limit or (ended == "turns played") != (counted.turns == limit and not right):
        raise Mistake(f"{file}: {ended} after {counted.turns} of {limit} turns")

    wrong = verdicts.count("wrong")
    found_in = counted.turns if right else None
    score = (limit + 1 - counted.turns if right else 0) - price * wrong
    scores = {seat: int(_text(points)) for seat, points in _map(expect["scores"]).items()}
    if scores != {player: score, dealer: 0}:
        raise Mistake(f"{file}: {player} has {score}, and the dealer 0, not {scores}")
    return Account(file, counted.turns, wrong, found_in, score, ended)


def _knob(variant: Node, section: str, name: str) -> Node:
    """A knob as the variant has it, or the one that it extends; of a section of the same kind only."""
    while variant is not None:
        if isinstance(variant, str):
            variant = yaml.load((EDITIONS / f"{variant}.yaml").read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
        edition = _map(variant)
        value = _map(edition.get(section) or {}).get(name)
        if value is not None:
            return value
        variant = edition.get("extends")
    raise Mistake(f"the edition has no {section}.{name}")


def _unquoted_cut(line: str, mark: str) -> tuple[str, str, str]:
    """A line cut where the mark first stands outside of double quotes."""
    place, quoted = 0, False
    while place < len(line):
        if line[place] == "\\" and quoted:
            place += 1
        elif line[place] == '"':
            quoted = not quoted
        elif not quoted and line.startswith(mark, place):
            return line[:place], mark, line[place + len(mark) :]
        place += 1
    return line, "", ""


def _text(node: Node) -> str:
    if not isinstance(node, str):
        raise Mistake(f"no text: {node!r}")
    return node


def _list(node: Node) -> Sequence[Node]:
    if isinstance(node, str) or not isinstance(node, Sequence):
        raise Mistake(f"no list: {node!r}")
    return node


def _map(node: Node) -> Mapping[str, Node]:
    if not isinstance(node, Mapping):
        raise Mistake(f"no map: {node!r}")
    return node


def main(files: Sequence[str]) -> int:
    """Account for all files; what is wrong is told, and the exit code is 1 then."""
    counted: list[Account] = []
    mistakes = 0
    for file in files:
        try:
            counted += accounts(Path(file))
        except Mistake as mistake:
            print(f"{file}: {mistake}")
            mistakes += 1
    solved = [account for account in counted if account.found_in is not None]
    print(f"{len(counted)} rounds agree, the rule found in {len(solved)}; {mistakes} mistakes")
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
