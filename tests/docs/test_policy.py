"""What docs/policy.md promises: what a version doesn't know is told with its place; one version, one licence."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

import eleusis
from eleusis import EleusisError, ManyErrors, Rule, load_rules, load_variant, read_game
from tests.helpers.pages import DOCS
from tests.helpers.places import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
POLICY = (DOCS / "policy.md").read_text(encoding="utf-8")


def codes(error: EleusisError) -> list[str]:
    """The codes of an error, each with its place known."""
    errors = error.errors if isinstance(error, ManyErrors) else (error,)
    assert all(part.line and part.column for part in errors)
    return [part.code for part in errors]


@pytest.mark.parametrize(
    ("kind", "text", "code"),
    [
        ("variant", "eleusis: 2\nname: ours\nextends: abbott\n", "variant/version"),
        ("variant", "eleusis: 1\nname: ours\nextends: abbott\nweather: 3\n", "variant/unknown-knob"),
        ("variant", "eleusis: 1\nname: ours\nextends: abbott\ndeal: {jokers: 2}\n", "variant/unknown-knob"),
        ("variant", "eleusis: 1\nname: ours\nextends: abbott\nwrong_play: {kind: spiral}\n", "variant/choice"),
        ("game", "eleusis: 2\nvariant: abbott\nplayers: [Ann, Bob]\nrounds: []\n", "script/version"),
        (
            "game",
            "eleusis: 1\nvariant: abbott\nplayers: [Ann, Bob]\nvenue: x\nrounds: []\n",
            "script/unknown-key",
        ),
        ("game", "eleusis: 1\nplayers: [Ann, Bob]\nrounds:\n  - moves: |\n      Ann bid 3\n", "notation/word"),
        ("rules", "eleusis: 2\nrules: {ours-1: red}\n", "rule/choice"),
        ("rule", "median(rank) > 3", "rule/unknown-name"),
    ],
)
def test_what_a_newer_file_may_hold_is_told_not_passed_over(
    kind: str, text: str, code: str, tmp_path: Path
) -> None:
    path = tmp_path / "newer.yaml"
    path.write_text(text, encoding="utf-8")
    readers: dict[str, Callable[[], object]] = {
        "variant": lambda: load_variant(str(path)),
        "game": lambda: read_game(text),
        "rules": lambda: load_rules(path),
        "rule": lambda: Rule(text),
    }
    with pytest.raises(EleusisError) as caught:
        readers[kind]()
    assert code in codes(caught.value)
    assert f"`{code}`" in POLICY


def test_the_version_is_that_of_the_changelog() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (.*)$", changelog, re.M)[0] == PROJECT["version"]
    assert re.fullmatch(r"\d+\.\d+\.\d+|0\+unknown", eleusis.__version__)


def test_a_wheel_has_every_file_that_eleusis_reads() -> None:
    """`package-data` names the ending of each, but for the sources of the kernel."""
    setuptools = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    paths = [path for path in (ROOT / "eleusis").rglob("*") if path.is_file() and path.parent.name != "native"]
    compiled = [".py", ".pyc", ".so", ".pyd"]
    (patterns,) = setuptools["package-data"].values()
    assert not [path for path in paths if path.suffix not in compiled and not any(map(path.match, patterns))]
