"""The rules of an edition by chapters: what all editions share, and in it what each section says of itself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Final

import attrs

from eleusis.driving.dealing import MAX_PLAYERS
from eleusis.variant import Variant
from eleusis.variant.clauses import Clauses, OtherSections, Passage
from eleusis.variant.knobs import Section, knobs_of


@attrs.frozen
class Chapter:
    """A chapter of the rules."""

    title: str
    lines: tuple[str, ...]
    """Its points, each a line however long."""
    numbered: bool
    """Whether the points are steps in order."""


INTRODUCTION: Final = (
    "The dealer holds no cards, has a secret rule that says which card may come next, and judges by it. The "
    "other players find the rule out by playing cards and being told right or wrong."
)

CHAPTERS: Final = (
    (
        "The table",
        False,
        (
            INTRODUCTION,
            "{players}",
            "{cards} Ranks: A is 1, J 11, Q 12, K 13. Hearts and diamonds are red, spades and clubs black.",
            "{deal} {starter}",
            "{lie} {marks}",
            "{first}",
            "{hints}",
            "Not in this edition: {absent}.",
        ),
    ),
    (
        "A turn, in this order",
        True,
        (
            "{move}.",
            "{call}",
            "{verdict} {judgement}",
            "{laid} {moved}",
            "{overthrow}",
            "{penalty}",
            "{expulsion}",
            "{guess}",
            "{stay}",
            "{end}",
            "{declare}",
        ),
    ),
    (
        "A round ends after a turn, for the first of these reasons that applies",
        False,
        (
            "{end_guess}",
            "{end_no_play}",
            "{end_out}",
            "{end_cutoff}",
            "{end_turns}",
            "{end_expelled}",
            "{end_stock}",
        ),
    ),
    ("Points", False, ("{score}", "{bonus}", "{dealer}", "{game}")),
)
"""What all editions say, and the places of the clauses. A line of places where nothing is said is left out."""

_USUALLY: Final[Clauses] = {
    "lie": "Right cards form the mainline, left to right, after the starter. Wrong cards lie in sidelines, each "
    "below the card that was the last of the mainline when they were played. Together they are the layout.",
    "verdict": "The dealer says right or wrong.",
    "laid": "Right cards go to the end of the mainline, wrong ones below its last card.",
    "end": "The round may end.",
}
"""What is said where no section has a clause of its own for a place."""

_BETWEEN: Final[dict[Passage, str]] = {"move": ", ", "absent": "; ", "end_expelled": ", or "}
"""What stands between the clauses of several sections at one place; else they are sentences."""


def tell_rules(variant: Variant, players: int | None = None) -> tuple[Chapter, ...]:
    """The rules of an edition, for so many at the table, the dealer among them; None: for as many as it allows.

    Nothing but the edition is looked at, so it holds for any.
    """
    clauses = _put_together(variant, find_others(variant, players))
    chapters = []
    for title, numbered, lines in CHAPTERS:
        texts = tuple(" ".join(line.format_map(clauses).split()) for line in lines if _is_needed(line, clauses))
        if texts:
            chapters.append(Chapter(title, texts, numbered))
    return tuple(chapters)


def find_others(variant: Variant, players: int | None = None) -> OtherSections:
    """What the clauses of one section must know of the others."""
    if players is None and variant.players.min == variant.players.max:
        players = variant.players.min
    others = (players or variant.players.max or MAX_PLAYERS) - 2
    prophet = variant.prophet
    title = prophet.title if prophet.allows(others, False) else ""
    fills_up = variant.refill.due(0) > 0
    return OtherSections(
        players=players,
        prophet=title,
        takes_back=bool(title) and prophet.takes_back,
        may_stay=bool(title) and prophet.going_out.may_stay and not fills_up,
        no_play=variant.no_play.allowed,
        strings=variant.play.max_cards != 1,
        fills_up=fills_up,
        expels=variant.expulsion.span is not None,
    )


def _put_together(variant: Variant, others: OtherSections) -> Mapping[str, str]:
    """What all sections say at each place; empty where none says anything."""
    said: dict[Passage, list[str]] = defaultdict(list)
    for field, _ in knobs_of(Variant).values():
        section = getattr(variant, field.name)
        clauses: Clauses = section.in_rules(others) if isinstance(section, Section) else {}
        for part, text in clauses.items():
            said[part].append(text)
    for part, text in _USUALLY.items():
        said.setdefault(part, [text])
    return defaultdict(str, ((part, _BETWEEN.get(part, " ").join(texts)) for part, texts in said.items()))


def _is_needed(line: str, clauses: Mapping[str, str]) -> bool:
    """Whether a line says anything: not where it has places, and all of them are empty."""
    places = _places_of(line)
    return not places or any(clauses[place] for place in places)


def _places_of(line: str) -> list[str]:
    """The places of clauses in a line."""
    return [piece.partition("}")[0] for piece in line.split("{")[1:]]
