"""The policies say of themselves what they do; what leaves something out can't be defined."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

import pytest

from eleusis.variant import Variant, knobs, load_variant, variant_names
from eleusis.variant.knobs import Knobs, Policy, Section, knobs_of, section
from eleusis.variant.mechanisms.hints import Hints
from eleusis.variant.model import HEADER
from eleusis.variant.saying import count, ordinal, points

# Leaving something out


class Weather(Policy, ABC):
    """A section that no edition has."""

    __slots__ = ()

    @property
    @abstractmethod
    def wet(self) -> bool:
        """Whether it rains."""

    @abstractmethod
    def forecast(self) -> str:
        """What is told."""


TELLS: dict[str, Any] = {
    "__doc__": "It rains.",
    "kind": "rain",
    "wet": True,
    "forecast": lambda self: "rain",
    "row": "the weather",
    "in_words": lambda self: "rain",
    "in_rules": lambda self, rest: {},
}


@pytest.mark.parametrize("lacking", TELLS)
def test_a_kind_that_leaves_something_out_can_not_be_defined(lacking: str) -> None:
    with pytest.raises(TypeError):
        type("Rain", (Weather,), {name: value for name, value in TELLS.items() if name != lacking})
    type("Rain", (Weather,), TELLS)


def test_the_kinds_are_closed_and_each_has_a_name_of_its_own() -> None:
    class Wind(Policy, ABC):
        """Another."""

    low, high = (type(name, (Wind,), {**TELLS, "kind": "gust"}) for name in ("Low", "High"))
    storm = type("Storm", (Wind,), {**TELLS, "kind": "storm"})
    with pytest.raises(TypeError):
        Wind.close(low, high, storm)  # two of one name
    with pytest.raises(TypeError):
        Wind.close(low, storm)  # one is left out
    with pytest.raises(TypeError):
        type("Late", (Hints,), {**TELLS, "kind": "late"})  # the shipped ones are closed
    with pytest.raises(TypeError):
        section("A wind.", storm)  # these are not closed yet


# What the sections say


def parts(knobs: Knobs) -> Iterator[Knobs]:
    """A map of knobs, and all that stand in it."""
    yield knobs
    for attribute, _ in knobs_of(type(knobs)).values():
        inner = getattr(knobs, attribute.name)
        if isinstance(inner, Knobs):
            yield from parts(inner)


def bases(cls: type[Any] = Policy) -> set[type[Any]]:
    """The bases of policies in the package: what has kinds."""
    here = {sub for sub in cls.__subclasses__() if sub.__module__.startswith("eleusis.") and ABC in sub.__bases__}
    return here.union(*(bases(sub) for sub in here))


def test_every_policy_is_set_somewhere() -> None:
    """A policy whose kinds no section of a variant can have would be code that nothing runs."""
    sections = {knob.kinds for cls in sections_of(Variant) for _, knob in knobs_of(cls).values() if knob.kinds}
    used = {kind for kinds in sections for kind in kinds}
    lost = {base.__name__ for base in bases() if not any(issubclass(kind, base) for kind in used)}
    assert not lost, f"no section in eleusis/variant/model.py has the kinds of {', '.join(sorted(lost))}"


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
