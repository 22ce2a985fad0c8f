"""Where clauses meet: a case for each pair of them that can meet in one turn."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

from eleusis.yaml.parsing import Mapping, Scalar, Sequence, load

CASES = Path(__file__).parent / "cases"

CLAUSES = (
    "string",
    "no play",
    "prophet's call",
    "overthrow",
    "expulsion",
    "cutoff",
    "refill",
    "emptied hand",
    "guess",
    "last player in",
)
CANNOT_MEET = {
    ("string", "no play"): "a turn is the one or the other",
    ("expulsion", "guess"): "only who was wrong is expelled, only who was right may guess",
}


def _pairs() -> list[str]:
    pairs = []
    for path in sorted(CASES.glob("*.yaml")):
        top = load(path)
        cases = top.get("cases") if isinstance(top, Mapping) else None
        for case in cases if isinstance(cases, Sequence) else ():
            pair = case.get("pair") if isinstance(case, Mapping) else None
            if isinstance(pair, Scalar):
                pairs.append(pair.text)
    return pairs


def test_every_pair_that_can_meet_has_a_case() -> None:
    wanted = {" + ".join(pair) for pair in combinations(CLAUSES, 2) if pair not in CANNOT_MEET}
    assert len(wanted) == 43
    pairs = _pairs()
    assert sorted(wanted - set(pairs)) == [], "pairs without a case"
    assert sorted(set(pairs) - wanted) == [], "pairs that cannot meet, or are misspelt"


def test_the_pairs_that_cannot_meet_are_named_where_the_cases_stand() -> None:
    head = (CASES / "20-pairs-with-a-string-or-no-play.yaml").read_text(encoding="utf-8").partition("eleusis:")[0]
    for first, second in CANNOT_MEET:
        assert f"{first} + {second}" in head
