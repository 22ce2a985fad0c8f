"""What a model answers, read: a move, the rule that it believes in, and how sure it is."""

from __future__ import annotations

import re

import attrs

from eleusis.game.moves import Guess, Move, read_move
from eleusis.ground.errors import NotationError, quote

_LINE = re.compile(r"^[\s>*_#`-]*(MOVE|RULE|CONFIDENCE|THEN)[\s*_`]*[:=](.*)$", re.IGNORECASE | re.MULTILINE)
_NUMBER = re.compile(r"((?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?)\s*(%?)[\s*_`]*\.?", re.IGNORECASE)
"""All that a line of a number has: `0.25`, `1e-3`, `60 %`, `**0.4**.`; no part is taken of `1/2` or `0,3`."""
_LONGEST = 20_000
"""Of a longer answer only the end is read."""

FORM = (
    "Think as long as you like, then end your answer with these lines:",
    "`MOVE:` your move, as above; `MOVE: guess` alone guesses your RULE",
    "`RULE:` what you now believe the secret rule is, in the rule language",
    "`CONFIDENCE:` how probable it is that this is right, from 0 to 1",
    "`THEN: pass` (optional) where a guess or a declaration may follow your move and you want none: you are not "
    "asked",
)
"""How an answer is written, told to the model."""


@attrs.frozen
class ModelAnswer:
    """What a model has answered."""

    move: Move
    """Its move."""
    rule: str | None
    """The rule that it states, as it wrote it."""
    confidence: float | None
    """How probable it holds that rule, from 0 to 1."""
    passes: bool
    """Whether it lets go by what may be offered to it next."""
    unread: str | None
    """What of its statement could not be read, as a sentence; None where there is nothing to say."""


def read_answer(text: str, seat: str) -> ModelAnswer:
    """The answer of a model that sits on a seat; of several lines of one kind the last counts.

    Raises NotationError for a move that is missing or can't be read.
    """
    lines = {word.upper(): _bare(rest) for word, rest in _LINE.findall(text[-_LONGEST:])}
    if not lines.get("MOVE"):
        raise NotationError("notation/missing", "a line that begins with MOVE: is missing")
    rule = lines.get("RULE") or None
    confidence, unread = _read_confidence(lines.get("CONFIDENCE"))
    return ModelAnswer(
        _read_move(lines["MOVE"], rule, seat),
        rule,
        confidence,
        lines.get("THEN", "").casefold() == "pass",
        unread if rule is not None else None,
    )


def _bare(text: str) -> str:
    """A text without what Markdown puts around it."""
    return text.strip(" \t\r*_`")


def _read_move(text: str, rule: str | None, seat: str) -> Move:
    verb, _, rest = text.partition(" ")
    if verb.casefold() == "guess":
        guessed = rest.strip()
        if not guessed and rule is not None:
            return Guess(seat, rule)
        if guessed and '"' not in guessed:
            return Guess(seat, guessed)
    return read_move(text, seat)


def _read_confidence(text: str | None) -> tuple[float | None, str | None]:
    """The number, or why there is none."""
    if not text:
        return None, "a RULE without its CONFIDENCE is not counted"
    number = _NUMBER.fullmatch(text)
    value = float(number[1]) / (100 if number[2] else 1) if number else -1.0
    if number is None or not 0 <= value <= 1:
        return None, f"CONFIDENCE is a number from 0 to 1, not {quote(text)}"
    return value, None
