"""Every public method says what it is, or its base class does; of all else that is public, ruff asks it (D1)."""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Iterator
from importlib import import_module

import eleusis

EXTRAS = ("eleusis.__main__", "eleusis.doors.assistant", "eleusis.envs", "eleusis.evals")
"""The program itself, and rooms that need the libraries of extras."""


def classes() -> Iterator[type]:
    """The public classes of eleusis, each where it is defined."""
    for module in pkgutil.walk_packages(eleusis.__path__, "eleusis."):
        if not module.name.startswith(EXTRAS):
            for value in vars(import_module(module.name)).values():
                if (
                    inspect.isclass(value)
                    and value.__module__ == module.name
                    and not value.__name__.startswith("_")
                ):
                    yield value


def test_every_public_method_says_what_it_is() -> None:
    assert not [
        f"{cls.__module__}.{cls.__name__}.{name}"
        for cls in classes()
        for name, method in vars(cls).items()
        if inspect.isfunction(method)
        and method.__name__ == name
        and not name.startswith("_")
        and not inspect.getdoc(getattr(cls, name))
    ]
