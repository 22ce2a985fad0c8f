"""One bad variant file per message, and the message that it gets."""

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis.ground.errors import EleusisError
from eleusis.variant import load_variant
from tests.helpers.places import BAD

BAD_VARIANTS = BAD / "variant"
KNOBS = [line.split(None, 2) for line in (BAD_VARIANTS / "knobs.txt").read_text(encoding="utf-8").splitlines()]
"""Of files that differ in one knob only: their name, the edition that they extend, and the knob."""


def refused(path: Path) -> str:
    """The messages about a variant file with their codes, the folder left out."""
    with pytest.raises(EleusisError) as caught:
        load_variant(str(path))
    assert caught.value.exit_code == 2
    return "\n".join(f"{error}  [{error.code}]" for error in caught.value.errors).replace(f"{path.parent}/", "")


@pytest.mark.parametrize("name", sorted(path.stem for path in BAD_VARIANTS.glob("*.yaml")))
def test_message(name: str, snapshot: SnapshotAssertion) -> None:
    assert refused(BAD_VARIANTS / f"{name}.yaml") == snapshot


@pytest.mark.parametrize(("name", "base", "knob"), KNOBS, ids=[name for name, *_ in KNOBS])
def test_message_about_a_knob(name: str, base: str, knob: str, snapshot: SnapshotAssertion, tmp_path: Path) -> None:
    path = tmp_path / f"{name}.yaml"
    path.write_text(f"eleusis: 1\nname: x\nextends: {base}\n{knob}\n", encoding="utf-8")
    assert refused(path) == snapshot
