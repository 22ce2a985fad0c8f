"""The fuzz itself: a few inputs of it, always the same ones."""

from __future__ import annotations

import pytest

from tests import fuzz


def test_a_few_hundred_inputs(capsys: pytest.CaptureFixture[str]) -> None:
    assert fuzz.main(["--count", "400", "--seed", "3"]) == 0
    assert capsys.readouterr().out == "400 passed, 0 failed\n"


def test_the_same_seed_gives_the_same_inputs() -> None:
    texts = fuzz.corpus()
    for number in range(40):
        assert fuzz.spoilt(texts, 7, number) == fuzz.spoilt(texts, 7, number)
    assert len({fuzz.spoilt(texts, 7, number) for number in range(40)}) > 30


def test_a_failure_is_printed_with_what_makes_it_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(text: str) -> None:
        raise RuntimeError("oh")

    monkeypatch.setattr(fuzz, "TRIES", dict.fromkeys(fuzz.TRIES, broken))
    assert fuzz.main(["--count", "5"]) == 1
    out, err = capsys.readouterr()
    assert "--seed 0 --only 0" in out
    assert out.endswith("0 passed, 1 failed\n")
    assert "RuntimeError: oh" in err
