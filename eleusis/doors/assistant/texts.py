"""What comes from an assistant is a stranger's text: no paths, no more than there is room for."""

from __future__ import annotations

from eleusis.game.moves import Guess
from eleusis.ground.errors import NotationError, quote
from eleusis.ground.yaml.parsing import Mapping, Scalar
from eleusis.record.gamefile.contents import GameFile
from eleusis.variant.shelves import is_path

MAX_GUESSES = 200
"""So many guesses of a game file are judged."""
MAX_TEXT = 60_000
"""A longer answer is cut."""


def check_variant(name: str) -> None:
    """Raises NotationError (`notation/option`) for an edition that is a path: no file is opened for a stranger."""
    if is_path(name) or name == "-":
        raise NotationError("notation/option", f"give an edition's name here: {quote(name)} is a path")


def check_game_file(game: GameFile) -> None:
    """Raises NotationError (`notation/option`) for an edition in another file, and for guesses without end.

    Each guess is compared with the rule, which takes its time.
    """
    variant = game.variant
    while isinstance(variant, Mapping):
        base = variant.get("extends")
        variant = base.text if isinstance(base, Scalar) else ""
    if variant:
        check_variant(variant)
    guesses = sum(isinstance(line.move, Guess) for script in game.rounds for line in script.lines)
    if guesses > MAX_GUESSES:
        raise NotationError(
            "notation/option", f"{guesses} guesses are more than the {MAX_GUESSES} that are judged here"
        )


def shorten(text: str) -> str:
    """A text, cut where it is longer than an assistant can take."""
    return text if len(text) <= MAX_TEXT else f"{text[:MAX_TEXT]}\n… (cut: it is {len(text)} characters long)"
