"""Where clauses meet: a case for each pair of them that can meet in one turn."""

from __future__ import annotations

from itertools import combinations

import pytest

from eleusis.ground.yaml.parsing import Mapping, Scalar, Sequence, load
from tests.helpers.places import CASES

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


MECHANISMS = ("refill", "turn limit", "every turn", "bidding", "going out", "by turns", "starter right", "play on")
BESIDES = ("guess", "string", "prophet", "overthrow", "expulsion", "cutoff", "refill", "emptied hand", "last turn")
ALSO = {"last turn": ("turn limit",), "guess": ("every turn",), "prophet": ("prophet's call",)}
"""Other names under which the same stands among the cases."""
IS_ONE = {
    ("turn limit", "last turn"),
    ("every turn", "guess"),
    ("going out", "emptied hand"),
    ("by turns", "guess"),
    # What a starter is, is over before the first turn.
    *(("starter right", other) for other in ("guess", "string", "overthrow", "emptied hand", "last turn")),
}
"""What is the same thing, or can't meet."""


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
    old = {pair for pair in pairs if set(pair.split(" + ")) <= set(CLAUSES)}
    assert sorted(old - wanted - {" + ".join(reversed(pair.split(" + "))) for pair in wanted}) == [], "cannot meet"


@pytest.mark.long
@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_each_mechanism_meets_each_of_the_others_in_a_case(mechanism: str) -> None:
    """The options and limits that the further editions brought, beside all that may happen in the same turn."""
    pairs = {frozenset(pair.split(" + ")) for pair in _pairs()}
    lacking = [
        other
        for other in BESIDES
        if other != mechanism
        and (mechanism, other) not in IS_ONE
        and not any({mechanism, name} <= pair for pair in pairs for name in (other, *ALSO.get(other, ())))
    ]
    assert lacking == [], f"{mechanism} beside these has no case"


def test_every_pair_names_what_there_is() -> None:
    words = {word for pair in _pairs() for word in pair.split(" + ")}
    assert {*CLAUSES, *MECHANISMS, *BESIDES} <= words


def test_the_pairs_that_cannot_meet_are_named_where_the_cases_stand() -> None:
    head = (CASES / "20-pairs-with-a-string-or-no-play.yaml").read_text(encoding="utf-8").partition("eleusis:")[0]
    for first, second in CANNOT_MEET:
        assert f"{first} + {second}" in head
