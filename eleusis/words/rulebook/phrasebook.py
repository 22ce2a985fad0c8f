"""Phrases of which a rule is made by one who doesn't write rules: sentences with holes, and what may stand in each.

    shape     After {0} play {1}; otherwise {2}.      if {0} then {1} else {2}
    choices   0 last cards   1 cards   2 cards or any
    chosen    an odd card, black, red                 if last.odd then black else red

A hole has a list of choices by its name; each choice is a label, as it reads in the sentence, and a text, as it
stands in the rule. The number of a hole may come twice in the rule: then both places get the same text. Two shapes
may be joined by "and" or "or", and a rule may get exceptions; before a rule is put into a longer one, `bracket`
sees to it that it stays whole.

As data (`phrases_json`, GET /api/phrases):

    {"choices": {"cards": [{"label": "red", "text": "red"}, …], …},
     "groups": [{"title": "…", "about": "…", "shapes": [SHAPE, …]}, …],
     "joins": [{"id": "and", "label": "and", "rule": "{0} and {1}"}, …],
     "exceptions": [SHAPE, …]}                          in the rule of these, {rule} is the rule that they go with

    SHAPE: {"id": "after", "label": "After … play …; otherwise …",
            "parts": [{"text": "After "}, {"hole": 0, "choices": "last cards", "usual": "last.odd"}, …],
            "rule": "if {0} then {1} else {2}"}
"""

from __future__ import annotations

from collections.abc import Mapping

from eleusis.ground.data import Json
from eleusis.words.rulebook.phrase_choices import CHOICES
from eleusis.words.rulebook.phrase_shapes import Shape, ShapeGroup, bracket


def phrases_json() -> dict[str, Json]:
    """All phrases as data, as GET /api/phrases answers."""
    return {
        "choices": {
            name: [{"label": choice.label, "text": choice.text} for choice in choices]
            for name, choices in CHOICES.items()
        },
        "groups": [
            {"title": group.title, "about": group.about, "shapes": [shape.to_json() for shape in group.shapes]}
            for group in GROUPS
        ],
        "joins": [{"id": name, "label": label, "rule": rule} for name, (label, rule) in JOINS.items()],
        "exceptions": [shape.to_json() for shape in EXCEPTIONS],
    }


def join_rules(join: str, first: str, second: str) -> str:
    """Two rules made one, by the id of a join."""
    return JOINS[join][1].format(bracket(first), bracket(second))


JOINS: Mapping[str, tuple[str, str]] = {
    "and": ("and at the same time", "{0} and {1}"),
    "or": ("or else", "{0} or {1}"),
}
"""How two rules are made one: what is said, and the rule that comes out."""

GROUPS = (
    ShapeGroup(
        "One card by itself",
        "Each card is right or wrong whatever was played before: easy to find, good for a first round.",
        (
            Shape("kind", "The card must be {0: cards = red}.", "{0}"),
            Shape("two-kinds", "The card must be {0: cards = red} or {1: cards = ace}.", "{0} or {1}"),
            Shape("ranks", "The rank must be {0: limits = >=} {1: ranks = 5}.", "rank {0} {1}"),
            Shape(
                "kind-by-kind",
                "If the card is {0: cards = red}, it must be {1: cards = odd}; if not, {2: cards = even}.",
                "if {0} then {1} else {2}",
            ),
        ),
    ),
    ShapeGroup(
        "The last card decides",
        "The card is compared with the last one: what most good rules do.",
        (
            Shape(
                "after",
                "If the last card is {0: last cards = last.odd}, the next must be {1: cards or any = black}; "
                "if not, {2: cards or any = red}.",
                "if {0} then {1} else {2}",
            ),
            Shape(
                "same",
                "The card must {0: same or not = !=} {1: features = color} as the last.",
                "{1} {0} last.{1}",
            ),
            Shape(
                "same-or-same",
                "The card must have the same {0: features = suit} or the same {1: features = rank} as the last.",
                "{0} == last.{0} or {1} == last.{1}",
            ),
            Shape("higher", "The card must be {0: higher = >=} the last.", "rank {0} last.rank"),
            Shape(
                "near",
                "The rank must be {0: steps = <= } {1: small numbers = 3} away from the last.",
                "abs(rank - last.rank) {0}{1}",
            ),
            Shape(
                "round",
                "The rank must be 1 to {0: small numbers = 3} steps above the last (A follows K).",
                "(rank - last.rank) % 13 in 1..{0}",
            ),
            Shape(
                "circle",
                "The suits go in a circle: {0: circles = spade, heart, diamond, club}.",
                "suit == next(last.suit, {0})",
            ),
            Shape(
                "after-higher",
                "After {0: last cards = last.black}, the card must be {1: higher = >=} the last; "
                "if not, {2: higher = <=} it.",
                "if {0} then rank {1} last.rank else rank {2} last.rank",
            ),
            Shape(
                "after-kind-or-higher",
                "If the last card is {0: last cards = last.face}, the next must be {1: cards or any = number}; "
                "if not, {2: higher = >} it.",
                "if {0} then {1} else rank {2} last.rank",
            ),
            Shape(
                "after-same",
                "If the last card is {0: last cards = last.high}, the next must {1: same or not = !=} "
                "{2: features = color}; if not, {3: same or not = ==} {4: features = color}.",
                "if {0} then {2} {1} last.{2} else {4} {3} last.{4}",
            ),
            Shape(
                "same-then",
                "If it has the same {0: features = suit} as the last, it must be {1: cards or any = odd}; "
                "if not, {2: cards or any = even}.",
                "if {0} == last.{0} then {1} else {2}",
            ),
            Shape(
                "sum",
                "Its rank and the last together must be {0: limits = >=} {1: sums = 14}.",
                "rank + last.rank {0} {1}",
            ),
            Shape(
                "sum-divided",
                "Its rank and the last together must be {0: divided = % 2 == 0}.",
                "(rank + last.rank) {0}",
            ),
            Shape(
                "factor",
                "Its rank and the last must share {0: factors = ==} (6 and 9 share 3; an ace shares none).",
                "gcd(rank, last.rank) {0} 1",
            ),
        ),
    ),
    ShapeGroup(
        "Two or more cards back",
        "If you look only at the last card you won't see a pattern: hard.",
        (
            Shape(
                "same-back",
                "The card must {0: same or not = !=} {1: features = color} as the card {2: runs = 2} places "
                "back (1 would be the last).",
                "{1} {0} back({2}).{1}",
            ),
            Shape(
                "same-pair",
                "If the last two cards have the same {0: features = color}, the next must be "
                "{1: cards or any = high}; if not, {2: cards or any = low}.",
                "if last.{0} == back(2).{0} then {1} else {2}",
            ),
            Shape(
                "direction",
                "If the last card is {0: higher = >} the one before it, the next must be {1: cards or any = red}; "
                "if not, {2: cards or any = black}.",
                "if last.rank {0} back(2).rank then {1} else {2}",
            ),
            Shape(
                "between",
                "The rank must lie {0: inside = in} the ranks of the last two cards (theirs count as between).",
                "rank {0} min(last.rank, back(2).rank)..max(last.rank, back(2).rank)",
            ),
            Shape(
                "new",
                "The card must have a {0: features = suit} that none of the last {1: windows = 3} cards has.",
                "last{1}.all({0} != card.{0})",
            ),
            Shape(
                "again",
                "The card must have a {0: features = suit} that one of the last {1: windows = 2} cards has.",
                "last{1}.any({0} == card.{0})",
            ),
            Shape(
                "window",
                "If {1: any or all = any} of the last {0: windows = 4} cards is {2: cards = face}, the next must "
                "be {3: cards or any = number}; if not, {4: cards or any = high}.",
                "if last{0}.{1}({2}) then {3} else {4}",
            ),
            Shape(
                "window-count",
                "If {1: few = 2} or more of the last {0: windows = 3} cards are {2: many cards = red}, the next "
                "must be {3: cards or any = black}; if not, {4: cards or any = red}.",
                "if last{0}.count({2}) >= {1} then {3} else {4}",
            ),
            Shape(
                "window-sum",
                "If the ranks of the last {0: windows = 2} cards together are over {1: high sums = 14}, the next "
                "must be {2: cards or any = low}; if not, {3: cards or any = high}.",
                "if last{0}.sum(rank) > {1} then {2} else {3}",
            ),
            Shape(
                "window-divided",
                "If the ranks of the last {0: windows = 2} cards together are {1: divided = % 2 == 0}, the next "
                "must be {2: cards or any = high}; if not, {3: cards or any = low}.",
                "if last{0}.sum(rank) {1} then {2} else {3}",
            ),
        ),
    ),
    ShapeGroup(
        "Places and counting",
        "The rule counts along the mainline, the starter being card 1: hard unless you count, too.",
        (
            Shape("turns", "Cards take turns: {0: cards = red}, then {1: cards = black}.", "cycle({0}, {1})"),
            Shape(
                "turns-3",
                "Cards take turns: {0: cards = red}, then {1: cards or any = black}, "
                "then {2: cards or any = black}.",
                "cycle({0}, {1}, {2})",
            ),
            Shape(
                "turns-4",
                "Cards take turns: {0: cards = odd}, then {1: cards or any = odd}, then {2: cards or any = even}, "
                "then {3: cards or any = even}.",
                "cycle({0}, {1}, {2}, {3})",
            ),
            Shape(
                "turns-suit",
                "The suits take turns, whatever was played: {0: circles = spade, heart, diamond, club}.",
                "suit == cycle({0})",
            ),
            Shape(
                "blocks",
                "Cards take turns, {0: blocks = % 6 < 3} at a time: {1: cards = red}, then {2: cards = black}.",
                "if (position - 1) {0} then {1} else {2}",
            ),
            Shape(
                "nth",
                "Every {0: nth = 3} card must be {1: cards = face}, the others {2: cards or any = number}.",
                "if position % {0} == 0 then {1} else {2}",
            ),
            Shape(
                "turns-higher",
                "Take turns: {0: higher = <} the last card, then {1: higher = >} it.",
                "cycle(rank {0} last.rank, rank {1} last.rank)",
            ),
            Shape(
                "turns-same",
                "Take turns: a card must {0: same or not = !=} {1: features = odd} as the last, the next must "
                "{2: same or not = !=} {3: features = color}.",
                "cycle({1} {0} last.{1}, {3} {2} last.{3})",
            ),
            Shape(
                "streak",
                "Cards keep the {0: features = color}; after {1: runs = 2} of the same in a row it must change.",
                "if streak({0}) >= {1} then {0} != last.{0} else {0} == last.{0}",
            ),
            Shape(
                "at-most",
                "At most {1: runs = 3} cards of the same {0: features = color} in a row.",
                "streak({0}) < {1} or {0} != last.{0}",
            ),
            Shape(
                "streak-then",
                "After {0: runs = 2} or more of the same {1: features = suit} in a row, the next must be "
                "{2: cards or any = high}; if not, {3: cards or any = low}.",
                "if streak({1}) >= {0} then {2} else {3}",
            ),
            Shape(
                "count",
                "If the number of {0: many cards = red} on the mainline is {1: divided = % 2 == 0}, the next must "
                "be {2: cards or any = even}; if not, {3: cards or any = odd}.",
                "if line.count({0}) {1} then {2} else {3}",
            ),
            Shape(
                "line-sum",
                "If all ranks of the mainline together are {0: divided = % 2 == 0}, the next must be "
                "{1: cards or any = red}; if not, {2: cards or any = black}.",
                "if line.sum(rank) {0} then {1} else {2}",
            ),
            Shape(
                "as-many",
                "If the mainline has more {0: many cards = red} than {1: many cards = black}, the next must be "
                "{2: cards or any = black}; if not, {3: cards or any = red}.",
                "if line.count({0}) > line.count({1}) then {2} else {3}",
            ),
            Shape(
                "latest",
                "If the latest of the {0: many cards = red} was {1: questions = odd}, the next must be "
                "{2: cards or any = high}; if not, {3: cards or any = low}.",
                "if line.latest({0}).{1} then {2} else {3}",
            ),
            Shape(
                "latest-same",
                "The card must {0: same or not = !=} {1: features = color} as the latest of the "
                "{2: many cards = face}.",
                "{1} {0} line.latest({2}).{1}",
            ),
            Shape(
                "starter",
                "If the starter is {0: starters = first.red}, each card must be {1: cards or any = odd}; "
                "if not, {2: cards or any = even}.",
                "if {0} then {1} else {2}",
            ),
            Shape(
                "as-starter",
                "The card must {0: same or not = ==} {1: features = color} as the starter.",
                "{1} {0} first.{1}",
            ),
            Shape(
                "starter-same",
                "If it has the same {0: features = color} as the starter, it must be {1: cards or any = high}; "
                "if not, {2: cards or any = low}.",
                "if {0} == first.{0} then {1} else {2}",
            ),
            Shape(
                "starter-higher",
                "If it is {0: higher = >} the starter, it must be {1: cards or any = red}; "
                "if not, {2: cards or any = black}.",
                "if rank {0} first.rank then {1} else {2}",
            ),
        ),
    ),
)
"""All shapes, the easiest first."""

EXCEPTIONS = (
    Shape("always", "Besides, {0: many cards = ace} are always right.", "{0} or {rule}"),
    Shape("never", "But {0: many cards = king} are never right.", "{rule} and not {0}"),
    Shape("after", "After {0: last cards = last.king}, any card is right.", "{0} or {rule}"),
)
"""What may be said besides; `{rule}` is the rule that it is said of."""
