"""One bad variant file per message, and the message that it gets."""

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis.ground.errors import EleusisError
from eleusis.variant import load_variant

BAD = Path(__file__).parent / "bad" / "variant"


@pytest.mark.parametrize("name", sorted(path.stem for path in BAD.glob("*.yaml")))
def test_message(name: str, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(EleusisError) as caught:
        load_variant(str(BAD / f"{name}.yaml"))
    errors = caught.value.errors
    messages = "\n".join(f"{error}  [{error.code}]" for error in errors).replace(f"{BAD}/", "")
    assert caught.value.exit_code == 2
    assert messages == snapshot
