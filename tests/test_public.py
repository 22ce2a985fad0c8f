"""What other programs may import: every name of `eleusis` is there, and says what it is."""

from __future__ import annotations

import inspect
import subprocess
import sys

import pytest

import eleusis
from eleusis.game.events import EVENTS
from eleusis.game.moves import MOVES
from tests.helpers.patience import patient
from tests.test_docstrings import classes

NAMES = vars(eleusis)["__all__"]

INTERNAL = {
    "NotAFile": "every reader makes an error with a code of it",
    "GameFailed": "fails a test: on its way to pytest",
    "Left": "somebody left the table: on its way to the command",
    "Stopped": "the table ended the game: on its way to the command",
    "Crowded": "too many readings of a phrase: on its way to the error that says so",
    "WentBack": "an earlier question is asked again: on its way to those before the game",
    "LookedBack": "a word about the last round: on its way to the sitting",
    "Ended": "a signal, on its way to the command",
    "WebError": "on its way to a page, or to the command",
    "SiteError": "on its way to the command",
}
"""The exception classes that no other program meets, each with the reason; so is one with an underscore."""


def test_every_exported_name_is_there_once_and_says_what_it_is() -> None:
    assert len(NAMES) == len(set(NAMES))
    assert {*NAMES, "__version__"} == set(dir(eleusis))
    values = [getattr(eleusis, name) for name in NAMES]
    assert not [
        value for value in values if inspect.isroutine(value) or inspect.isclass(value) if not value.__doc__
    ]
    with pytest.raises(AttributeError):
        getattr(eleusis, "nonsense")  # noqa: B009  # a type checker knows that it isn't there


def test_every_move_event_and_error_is_exported() -> None:
    assert all(getattr(eleusis, kind.__name__) is kind for kind in (*MOVES, *EVENTS))
    errors = {cls for cls in classes() if issubclass(cls, BaseException)}
    assert {cls.__name__ for cls in errors if getattr(eleusis, cls.__name__, None) is not cls} == set(INTERNAL)


def test_importing_eleusis_imports_nothing_else() -> None:
    """Start-up is part of the product: what is imported comes when it is asked for."""
    code = "import sys, eleusis; print(*sorted(name for name in sys.modules if name.startswith('eleusis')))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=patient(60)
    )
    assert done.stdout.split() == ["eleusis"]
