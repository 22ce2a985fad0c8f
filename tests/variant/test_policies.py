"""The policies say of themselves what they do, and every kind of them can be set."""

from __future__ import annotations

import re
from abc import ABC
from collections.abc import Iterator
from typing import Any, ClassVar

import pytest
from attrs import field, frozen

from eleusis.ground.errors import EleusisError, Place
from eleusis.ground.yaml.parsing import Mapping, Scalar, read
from eleusis.variant import Variant, knobs, load_variant, variant_names
from eleusis.variant.build import Builder
from eleusis.variant.clauses import Clauses, OtherSections
from eleusis.variant.knobs import KEY, Knob, Knobs, Policy, Section, knobs_of, section, whole
from eleusis.variant.merge import merge
from eleusis.variant.model import HEADER
from eleusis.variant.saying import count, ordinal, points
from eleusis.variant.write import _section

# What the sections say


def parts(knobs: Knobs) -> Iterator[Knobs]:
    """A map of knobs, and all that stand in it."""
    yield knobs
    for attribute, _ in knobs_of(type(knobs)).values():
        inner = getattr(knobs, attribute.name)
        if isinstance(inner, Knobs):
            yield from parts(inner)


def kinds_of() -> set[type[Any]]:
    """The kinds of policies in the package."""
    kinds = {kind for base in Policy.__subclasses__() for kind in base.kinds.values()}
    return {kind for kind in kinds if kind.__module__.startswith("eleusis.")}


def test_every_kind_is_set_somewhere() -> None:
    """A kind that no section of a variant can have would be code that nothing runs."""
    sections = {knob.kinds for cls in sections_of(Variant) for _, knob in knobs_of(cls).values() if knob.kinds}
    used = {kind for kinds in sections for kind in kinds}
    assert {kind.__name__ for kind in kinds_of()} <= {kind.__name__ for kind in used}
    for kinds in sections:
        names = [kind.kind for kind in kinds if issubclass(kind, Policy)]
        assert len(set(names)) == len(names), "two kinds of a section have one name"


@pytest.mark.parametrize("kind", sorted(kinds_of(), key=str))
def test_every_kind_answers_all_that_its_base_asks(kind: type[Any]) -> None:
    assert not kind.__abstractmethods__
    assert kind.__doc__
    assert isinstance(kind.kind, str)
    assert isinstance(kind.row, str)
    assert bool(knobs_of(kind)) == ("__attrs_attrs__" in kind.__dict__), "it has knobs, and must be frozen"


def sections_of(cls: type[Any]) -> Iterator[type[Any]]:
    """A map of knobs, and all that can stand in it."""
    yield cls
    for _, knob in knobs_of(cls).values():
        for kind in knob.kinds:
            yield from sections_of(kind)


@pytest.mark.parametrize("edition", variant_names())
def test_nothing_of_a_variant_can_be_changed(edition: str) -> None:
    for part in parts(load_variant(edition)):
        for name in ("kind", "anything", *(attribute.name for attribute, _ in knobs_of(type(part)).values())):
            with pytest.raises(AttributeError):
                setattr(part, name, 1)


def others(section: Any, path: str = "") -> Iterator[str]:
    """Each knob of a section with another value, as `--set` takes it; other kinds left out."""
    for name, (attribute, knob) in knobs_of(type(section)).items():
        full, value = f"{path}.{name}" if path else name, getattr(section, attribute.name)
        if full in HEADER:
            continue
        if knob.form == "section":
            yield from (f"{full}={word}" for word in knob.bare_words if word != value.kind)
            if knob.bare_number is not None:
                yield f"{full}=7"
            else:
                yield from others(value, full)
        elif knob.form == "whole":
            lower = value is not None and value == knob.high
            yield f"{full}={7 if value is None else value - 1 if lower else value + 1}"
        elif knob.form == "flag":
            yield f"{full}={str(not value).lower()}"
        elif knob.form == "text":
            yield f"{full}=Seer"
        else:
            yield from (f"{full}={word}" for word in knob.choices if word != value)


BESIDES = {
    "scoring.base=by_turns": ["turn_limit={kind: turns, turns: 9}"],
    "solo: stock.refill_at=1": ["stock.empty=refill"],
    "solo: scoring.dealer_cap_per_card=7": ["scoring.dealer=highest"],
    "solo: players.min=3": ["players.max=4", "about.ideal_players=3"],
}
"""What must be set as well, where a knob can't be changed alone."""


def brief(variant: Variant) -> dict[str, str]:
    """All that a variant says of itself."""
    sections = [getattr(variant, attribute.name) for name, (attribute, _) in knobs_of(Variant).items()]
    return {row: said for part in sections if isinstance(part, Section) for row, said in part.in_brief().items()}


@pytest.mark.parametrize("edition", variant_names())
def test_no_knob_changes_unsaid(edition: str) -> None:
    plain = load_variant(edition)
    said, settings = brief(plain), list(others(plain))
    assert len(settings) >= len([path for path in knobs(plain) if not path.endswith(".kind")])
    silent = []
    for setting in settings:
        besides = [*BESIDES.get(setting, ()), *BESIDES.get(f"{edition}: {setting}", ())]
        if brief(load_variant(edition, [*besides, setting])) == (
            brief(load_variant(edition, besides)) if besides else said
        ):
            silent.append(setting)
    assert not silent, f"nothing is said of {silent}"


@pytest.mark.parametrize("edition", variant_names())
def test_the_rows_of_an_edition_differ(edition: str) -> None:
    parts = [getattr(load_variant(edition), attribute.name) for _, (attribute, _) in knobs_of(Variant).items()]
    rows = [row for part in parts if isinstance(part, Section) for row in part.in_brief()]
    assert len(rows) == len(set(rows))


# Numbers in words


def test_ordinals() -> None:
    firsts = "1st 2nd 3rd 4th 5th 10th 11th 12th 13th 14th 20th 21st 22nd 23rd 24th 30th 31st"
    assert [ordinal(int(text[:-2])) for text in firsts.split()] == firsts.split()
    assert [ordinal(n) for n in (101, 102, 103, 111, 112, 113, 121, 1000)] == [
        "101st", "102nd", "103rd", "111th", "112th", "113th", "121st", "1000th",
    ]  # fmt: skip


def test_so_many() -> None:
    assert [count(n, "card") for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert [points(n) for n in (0, 1, 6)] == ["nothing", "1 point", "6 points"]


# Kinds that are written bare


class Price(Policy, ABC):
    """What a thing costs."""

    __slots__ = ()

    row: ClassVar[str] = "price"

    def in_words(self) -> str:
        return self.kind

    def in_rules(self, others: OtherSections) -> Clauses:
        return {"penalty": self.kind}


@frozen(eq=False, repr=False)
class Free(Price):
    """Nothing."""

    kind: ClassVar[str] = "free"


@frozen(eq=False, repr=False)
class Dear(Price):
    """Everything."""

    kind: ClassVar[str] = "dear"


@frozen(eq=False, repr=False)
class Each(Price):
    """So much for each."""

    kind: ClassVar[str] = "each"
    coins: int = field(metadata=whole("Coins.", 0, 9))


@frozen(eq=False, repr=False)
class Swap(Price):
    """Sheep for oxen."""

    kind: ClassVar[str] = "swap"
    sheep: int = field(metadata=whole("Sheep.", 0, 9))
    oxen: int = field(default=0, metadata=whole("Oxen.", 0, 9))


PRICES: Knob = section("The price.", Price, bare=True)[KEY]


@frozen(eq=False, repr=False)
class Stall(Knobs):
    """A stall at the market."""

    price: Price = field(metadata={KEY: PRICES})


def built(text: str) -> Price:
    builder = Builder()
    price: Price = builder.value(PRICES, read(text), "price")
    builder.reader.finish()
    return price


@pytest.mark.parametrize(
    ("text", "price"),
    [
        ("free", Free()),
        ("dear", Dear()),
        ("{coins: 3}", Each(3)),
        ("{sheep: 2}", Swap(2)),
        ("{oxen: 1, sheep: 4}", Swap(4, 1)),
    ],
)
def test_bare_kinds_as_words_and_as_maps(text: str, price: Price) -> None:
    assert built(text) == price
    assert built(str(_section(PRICES, price)).replace("'", "")) == price


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "fre",
            "can't be 'fre' (did you mean 'free'?): free, dear, or a map with coins, or a map with sheep, oxen",
        ),
        ("{oxen: 3}", "the setting 'price.sheep' is missing"),
        ("{cows: 3}", "there is no setting 'cows' in price"),
        ("{coins: 3, sheep: 2}", "there is no setting 'sheep' in price"),
        ("[1]", "price must be a map (key: value), not a list"),
        ("{}", "the setting 'price.coins' is missing"),
    ],
)
def test_bare_kinds_that_are_none(text: str, message: str) -> None:
    with pytest.raises(EleusisError) as refused:
        built(text)
    assert message in str(refused.value)


def test_a_map_of_another_bare_kind_replaces() -> None:
    def over(base: str, top: str) -> str:
        below, above = (read(f"price: {text}") for text in (base, top))
        assert isinstance(below, Mapping)
        assert isinstance(above, Mapping)
        merged = merge(below, above, Knob("section", "", kinds=(Stall,))).get("price")
        assert merged is not None
        if isinstance(merged, Scalar):
            return merged.text
        assert isinstance(merged, Mapping)
        return " ".join(f"{key}:{value.text}" for key, _, value in merged.items() if isinstance(value, Scalar))

    assert over("{sheep: 2, oxen: 1}", "{oxen: 5}") == "sheep:2 oxen:5"
    assert over("{sheep: 2, oxen: 1}", "{coins: 5}") == "coins:5"
    assert over("free", "{coins: 5}") == "coins:5"
    assert over("{coins: 5}", "dear") == "dear"


def test_bare_kinds_share_no_knob() -> None:
    """A map with it could be any of them."""
    for cls in sections_of(Variant):
        for _, knob in knobs_of(cls).values():
            names = [name for kind in knob.bare_maps for name in knobs_of(kind)]
            assert len(set(names)) == len(names)


def test_the_bare_kinds_of_an_edition() -> None:
    plain = load_variant("abbott", ["scoring.base.from=15", "game.rounds=equal_deals", "hints=none"])
    assert knobs(plain)["scoring.base.from"] == 15
    assert plain.hints.kind == "none"
    back = load_variant("express", ["scoring.base=high_count"])
    assert knobs(back)["scoring.base"] == "high_count"
    with pytest.raises(EleusisError) as refused:
        load_variant("abbott", ["scoring.base=high_cound"])
    assert str(refused.value) == (
        "--set scoring.base=high_cound: scoring.base can't be 'high_cound' (did you mean 'high_count'?): "
        "high_count, by_turns, or a map with from"
    )
    assert refused.value.place == Place("--set scoring.base=high_cound")


@pytest.mark.parametrize("edition", ["abbott", "matuszek"])
def test_cards_are_announced_as_long_as_a_wrong_play_does_not_expel(edition: str) -> None:
    """rules.md, editions, row "expulsion": the count is announced until the play that can expel."""
    expulsion = load_variant(edition, overrides=["expulsion.layout=12"]).expulsion
    for layout in range(1, 15):
        announced = re.search(r"\d", expulsion.ahead(layout, None, False) or "")
        assert bool(announced) == (not expulsion.is_met(layout, None)), layout
