"""What a page may show of the cards: held against the game file, when the round is over."""

from __future__ import annotations

import copy
import re
from collections import Counter
from typing import Any

import attrs

RANKS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
SIGNS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}

NAMED = re.compile(rf"\b(10|[2-9]|{'|'.join(RANKS.values())}) of ({'|'.join(SUITS.values())})\b")
WRITTEN = re.compile(r"(?<![\w])(10|[2-9AJQK])([♠♥♦♣])")
CODED = re.compile(r"\"((?:10|[2-9AJQK])[SHDC])\"")


def card_name(code: str) -> str:
    """The accessible name of a card."""
    rank, suit = code[:-1], code[-1]
    return f"{RANKS.get(rank, rank)} of {SUITS[suit]}"


def cards_in(markup: str) -> set[str]:
    """The codes of all cards that a page holds, in whatever form: as a name, a sign, or a code."""
    ranks = {name: letter for letter, name in RANKS.items()}
    suits = {name: letter for letter, name in SUITS.items()}
    return (
        {ranks.get(rank, rank) + suits[suit] for rank, suit in NAMED.findall(markup)}
        | {rank + SIGNS[sign] for rank, sign in WRITTEN.findall(markup)}
        | set(CODED.findall(markup))
    )


@attrs.define
class Position:
    """All cards of a round after a turn: the hands, and what lies open."""

    hands: dict[str, Counter[str]]
    layout: set[str]


def positions(round_: dict[str, Any]) -> list[Position]:
    """The position after the deal and after each turn, of a round as `eleusis replay --format json` prints it."""
    deal = round_["deal"]
    now = Position({seat: Counter(cards) for seat, cards in deal["hands"].items()}, set(deal["starters"]))
    after = [copy.deepcopy(now)]
    for step in round_["steps"]:
        for event in step["events"]:
            match event:
                case {"type": "played", "seat": seat, "cards": cards}:
                    after.append(now)
                    now.hands[seat] -= Counter(cards)
                    now.layout |= set(cards)
                case {"type": "drew" | "new_hand_dealt", "seat": seat, "cards": cards}:
                    now.hands[seat] += Counter(cards)
                case {"type": "played" | "no_play_declared" | "no_play_upheld" | "card_forced"}:
                    raise NotImplementedError(event)
        after[-1] = copy.deepcopy(now)
    return after


def card_code(name: str) -> str:
    """The code of a card by its accessible name."""
    (code,) = cards_in(name)
    return code
