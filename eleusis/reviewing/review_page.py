"""A review as HTML: for notebooks, and as a page that opens from a disk or prints; it loads and runs nothing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import attrs

from eleusis.ground.agreement import say_within
from eleusis.ground.cards import Card
from eleusis.ground.errors import RuleError
from eleusis.reviewing.curve import draw_curve, find_moments, looks_of
from eleusis.reviewing.reviewed import RoundReview, TurnReview
from eleusis.reviewing.sayings import say_share
from eleusis.secret.english.explaining import explain
from eleusis.secret.library import find_rule
from eleusis.variant.saying import count
from eleusis.words.page.notebook import name_card
from eleusis.words.page.templating import render


def make_page(title: str, rounds: Sequence[RoundReview]) -> str:
    """The page as text. Raises LabError (`lab/no-pages`) without jinja2."""
    return _render("review.html", title=title, rounds=rounds)


@attrs.frozen
class GuessTold:
    """A guess, as it is talked over."""

    seat: str
    turn: int
    guess: str
    in_words: str | None
    """In plain words, where it was made in the rule language."""
    right: bool
    agrees: float | None
    """How like the rule it is, from 0 to 1; None where that can't be said."""
    why: str = ""
    """The play that tells it from the rule."""


@attrs.frozen
class RoundToTalk:
    """A round, looked back upon, with its guesses in order."""

    review: RoundReview
    guesses: Sequence[GuessTold]

    @property
    def finder(self) -> GuessTold | None:
        """The right guess."""
        return next((guess for guess in self.guesses if guess.right), None)

    @property
    def nearest(self) -> GuessTold | None:
        """The wrong guess that is most like the rule."""
        alike = [guess for guess in self.guesses if not guess.right and guess.agrees is not None]
        return max(alike, key=lambda guess: guess.agrees or 0.0, default=None)

    @property
    def wrong_cards(self) -> int:
        """How many cards were wrong."""
        return sum(len(turn.cards) for turn in self.review.turns if turn.verdict == "wrong")


@attrs.frozen
class TableToTalk:
    """A table of several that are talked over."""

    code: str
    title: str
    """What was played."""
    players: Sequence[str]
    rounds: Sequence[RoundToTalk]


def make_talk_page(tables: Sequence[TableToTalk]) -> str:
    """One page about the rounds of several tables. Raises LabError (`lab/no-pages`) without jinja2."""
    records = [dealt.review for table in tables for dealt in table.rounds]
    rules = {record.rule_text or record.rule for record in records}
    one_rule = records[0] if len(records) > 1 and len(rules) == 1 and None not in rules else None
    return _render("talk.html", tables=tables, one_rule=one_rule)


def _render(template: str, **values: object) -> str:
    return render(template, **{word.__name__: word for word in _WORDS}, **values)


def show_rounds(*rounds: RoundReview) -> str:
    """Rounds as a notebook shows them: what happened, the curve, and what is said of each player."""
    return _render("notebook.html", rounds=rounds)


@attrs.define
class LaidColumn:
    """A card of the mainline, with the wrong plays that hang below it."""

    card: Card | None
    """None for the empty mainline."""
    turn: TurnReview | None = None
    """The turn that it came from; None for a starter."""
    forced: bool = False
    """Whether the dealer showed it."""
    wrong: list[TurnReview] = attrs.field(factory=list)
    """The turns of the wrong plays below it."""


def lay_out_columns(record: RoundReview) -> list[LaidColumn]:
    """The layout of a round, each card with its turn."""
    columns = [LaidColumn(card) for card in record.starters] or [LaidColumn(None)]
    for turn in record.turns:
        if turn.verdict == "right":
            columns += [LaidColumn(card, turn) for card in turn.cards]
        elif turn.cards:
            columns[-1].wrong.append(turn)
        if turn.forced is not None:
            columns.append(LaidColumn(turn.forced, turn, forced=True))
    return columns if columns[0].card is not None or columns[0].wrong else columns[1:]


@lru_cache(maxsize=1024)
def read_rule(ref: str) -> tuple[str, str]:
    """The text of a rule and what it says in English; of what can't be read only what is written there."""
    try:
        rule = find_rule(ref)
    except RuleError:
        return ref, ""
    return rule.text, explain(rule)


def say_when_known(record: RoundReview) -> str:
    """From when on a perfect reasoner could have known the rule, in a few words."""
    knowledge = record.turn_of_knowledge
    if not record.rule_in_family:
        return "can’t be said"
    if knowledge is None:
        return "never for certain"
    early = knowledge is record.turns[0] and (record.chance_at_start or 0.0) >= (knowledge.rule_chance or 0.0)
    return "the start" if early else f"turn {knowledge.number}"


def say_rules(number: int) -> str:
    """A number of rules, in words."""
    return "no rule" if not number else "1 rule" if number == 1 else f"{number:,} rules"


_WORDS = (
    *(count, draw_curve, find_moments, lay_out_columns, looks_of, name_card),
    *(read_rule, say_rules, say_share, say_when_known, say_within),
)
"""What the templates call, by its own name."""
