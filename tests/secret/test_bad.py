"""One bad rule file per message, and the message that it gets."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis.ground.errors import EleusisError, RuleError
from eleusis.secret.library import find_rule, load_rules
from eleusis.secret.rule import Rule
from tests.helpers.places import BAD

BAD_RULES = BAD / "rule"


LINES = [line.split(None, 1) for line in (BAD_RULES / "lines.txt").read_text(encoding="utf-8").splitlines()]
FILES = {path.stem: path.read_text(encoding="utf-8").removesuffix("\n") for path in BAD_RULES.glob("*.txt")}
TEXTS = dict(sorted({**FILES, **dict(LINES)}.items()))
"""Rules that are none by their names: of one line in lines.txt, others in files of their own."""
del TEXTS["lines"]
MISSPELT_IDS = [name for name, text in TEXTS.items() if "-" in text and len(text) < 40]


@pytest.mark.parametrize("name", TEXTS)
def test_message(name: str, snapshot: SnapshotAssertion) -> None:
    text = TEXTS[name]
    with pytest.raises(RuleError) as caught:
        (find_rule if name in MISSPELT_IDS else Rule)(text)
    shown = text if len(text) < 100 else f"{text[:60]} … ({len(text)} characters)"
    assert f"{shown}\n{caught.value}  [{caught.value.code}]" == snapshot


@pytest.mark.parametrize("name", sorted(path.stem for path in BAD_RULES.glob("*.yaml")))
def test_message_of_a_file(name: str, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(EleusisError) as caught:
        load_rules(BAD_RULES / f"{name}.yaml")
    errors = caught.value.errors
    messages = "\n".join(f"{error}  [{error.code}]" for error in errors).replace(f"{BAD_RULES}/", "")
    assert messages == snapshot
