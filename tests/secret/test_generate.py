"""Generated rules: their order, that no two are the same, that chance alone decides."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from itertools import islice, pairwise

import pytest

from eleusis.chance import stream
from eleusis.pack import PACK
from eleusis.secret.english.explaining import explain
from eleusis.secret.generating.generator import Generated, Maker, draw, rules
from eleusis.secret.generating.probe import sheet
from eleusis.secret.language.text import parse
from eleusis.secret.library import library, same_as
from eleusis.secret.measuring import prior
from eleusis.secret.measuring.prior import length
from eleusis.secret.rule import Rule
from eleusis.secret.sameness import compare

MANY = 50_000


def _table(rule: Rule) -> int:
    """What a rule on the last card alone says after each of the 52, as the maker has it."""
    return sheet([rule.mask((card,)) for card in PACK])


@pytest.fixture(scope="module")
def made() -> tuple[Maker, list[Generated]]:
    maker = Maker(0)
    return maker, list(islice(maker.run(), MANY))


def test_there_are_many(made: tuple[Maker, list[Generated]]) -> None:
    maker, some = made
    assert len(some) == MANY
    assert maker.compared < MANY / 20
    kinds = {kind for one in some for kind in one.kinds}
    assert kinds == {"first", "last", "line", "place", "two back"}
    assert sum(one.weight for one in some) < 1


def test_they_come_in_order_of_their_length(made: tuple[Maker, list[Generated]]) -> None:
    some = made[1]
    assert [one.length for one in some] == sorted(one.length for one in some)
    for one in random.Random(1).sample(some, 500):
        assert one.length == length(one.tree) == length(parse(one.text))
        assert parse(one.text) == one.tree


def test_no_two_are_the_same(made: tuple[Maker, list[Generated]]) -> None:
    some, chance = made[1], random.Random(2)
    assert len({one.text for one in some}) == MANY
    for _ in range(300):
        one, other = chance.sample(some, 2)
        assert compare(one.rule(), other.rule()).same is False
    neighbours = sorted(chance.sample(some[:3000], 250), key=lambda one: one.rule().mask(()))
    for one, other in pairwise(neighbours):
        assert compare(one.rule(), other.rule()).same is False, (one.text, other.text)


def test_what_is_dropped_is_the_same(made: tuple[Maker, list[Generated]]) -> None:
    """Rules put together anew that the maker would drop are, each of them, one that it has made."""
    maker, some = made
    texts = ("if last.black then red else black", "black", "color != last.color", "rank >= last.rank")
    for text in texts:
        table = _table(Rule(text))
        assert sum(one.part.narrow == table for one in some) == 1
    assert maker.dropped > 1000


def test_the_seed_orders_rules_of_one_length() -> None:
    first, again, other = [[one.text for one in islice(rules(seed), 700)] for seed in (1, 1, 2)]
    assert first == again != other


def test_a_length_has_the_same_rules_for_every_seed() -> None:
    found = []
    for seed in (1, 2):
        maker = Maker(seed)
        assert any(one.length == 21 for one in maker.run())
        tables = {table for table, part in maker.tables.items() if part.length <= 20}
        others = {behaviour for behaviour, parts in maker.built.items() if parts[0].length <= 20}
        found.append((tables, others))
    assert found[0] == found[1]
    assert len(found[0][0]) > 200
    assert len(found[0][1]) > 200


def test_hashes_do_not_matter() -> None:
    code = (
        "from eleusis.secret.generating.generator import draw, rules; "
        "from eleusis.chance import stream; import hashlib;"
        "print(hashlib.sha256('|'.join(one.text for one in rules(5, limit=1500)).encode()).hexdigest(),"
        "draw(stream(1, 'draw'), 3))"
    )
    outs = {
        subprocess.run(
            [sys.executable, "-c", code], check=True, capture_output=True, text=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "77")
    }  # fmt: skip
    assert len(outs) == 1


def test_playable_rules_are_of_use() -> None:
    for one in islice(rules(0, playable=True), 0, 2000, 20):
        rule = one.rule()
        masks = [rule.mask((card,)) for card in PACK]
        assert 0 not in masks
        if rule.meaning.table is not None:
            assert 0.1 <= sum(mask.bit_count() for mask in masks) / 52 / 52 <= 0.8


@pytest.mark.parametrize("wanted", [None, 1, 2, 3, 4, 5])
def test_a_rule_for_a_dealer_without_an_idea(wanted: int | None) -> None:
    from eleusis.secret.language.shape import difficulty

    drawn = [draw(stream(seed, "draw"), wanted) for seed in range(6)]
    assert drawn == [draw(stream(seed, "draw"), wanted) for seed in range(6)]
    assert len(set(drawn)) >= 4
    for rule in drawn:
        assert difficulty(rule.tree) == wanted or (wanted is None and 2 <= difficulty(rule.tree) <= 4)
        assert explain(rule)


def test_no_such_difficulty() -> None:
    with pytest.raises(ValueError, match="1 to 5"):
        draw(stream(0), 6)


def test_no_table_gives_away_more_than_there_is() -> None:
    tables = [prior.YESNO, prior.NUMBER, prior.QUANTITY, prior.OTHER, prior.TRAIT, prior.FEATURE, prior.ORDER,
              prior.EQUALITY]  # fmt: skip
    for table in tables:
        assert sum(2.0**-bits for bits in table.values()) <= 1
    named = [bits for source, bits in prior.SOURCE.items() if source not in ("back", "at")]
    back = sum(2.0 ** -(prior.SOURCE["back"] + n) for n in range(3, 17))
    at = sum(2.0 ** -(prior.SOURCE["at"] + n) for n in range(2, 99))
    assert sum(2.0**-bits for bits in named) + back + at <= 1


def test_every_rule_of_the_library_has_a_length() -> None:
    for rule in library().values():
        assert 6 <= length(rule.tree) <= 150


def test_the_library_is_among_them(made: tuple[Maker, list[Generated]]) -> None:
    """Of the rules on the last card alone that the sources give, most come early."""
    sources = {name: rule for name, rule in library().items() if rule.source and name not in same_as()}
    plain = {name: _table(rule) for name, rule in sources.items() if rule.meaning.table is not None}
    found = {name for name, table in plain.items() if table in made[0].tables}
    assert {"abb-1", "abb-2", "abb-3", "abb-4", "guy-1", "guy-2", "guy-3", "exp-e4", "exp-e6", "exp-h2"} <= found
