"""The fuzz itself: a few inputs of it, always the same ones."""

from __future__ import annotations

import pytest

from tests.helpers import fuzz


@pytest.mark.long
def test_a_few_hundred_inputs(capsys: pytest.CaptureFixture[str]) -> None:
    assert fuzz.main(["--count", "400", "--seed", "3"]) == 0
    assert capsys.readouterr().out == "400 passed, 0 failed\n"
