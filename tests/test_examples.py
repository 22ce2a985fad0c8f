"""The examples in docstrings: each is run, and prints what stands below it."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

from tests.helpers.modules import modules_in

MODULES = sorted(module for module, path in modules_in("eleusis").items() if ">>> " in path.read_text("utf-8"))


def test_the_core_shows_its_use() -> None:
    assert {"game/round.py", "ground/cards.py", "secret/rule.py", "variant/load.py"} <= {*MODULES}


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_of_a_module_are_true(module: str) -> None:
    name = ".".join(("eleusis", *Path(module).with_suffix("").parts))
    assert doctest.testmod(import_module(name.removesuffix(".__init__"))).failed == 0
