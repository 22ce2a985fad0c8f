"""The rules of an edition in words: made from the edition alone, so they must say all that it sets."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, get_args

import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis import Rule
from eleusis.doors.cli import main
from eleusis.game.moves import MOVES
from eleusis.ground.chance import stream
from eleusis.ground.errors import EleusisError
from eleusis.secret.language.parser import WORDS
from eleusis.variant import Variant, load_variant, to_mapping, variant_from_node, variant_names
from eleusis.variant.clauses import Passage
from eleusis.variant.knobs import Knob, knobs_of
from eleusis.variant.model import HEADER
from eleusis.words.rulebook import Chapter, tell_notation, tell_rule_language, tell_rules, write_chapters
from eleusis.words.rulebook.chapters import CHAPTERS, find_others
from eleusis.words.rulebook.rule_words import EXAMPLES
from tests.laws.knob_sets import CROSS_CHECKS, _draw_value, draw_variant, settings, settings_of, variant_node


def text_of(variant: Variant, players: int | None = None) -> str:
    return write_chapters("", tell_rules(variant, players))


@pytest.mark.parametrize("name", variant_names())
def test_the_rules_of_an_edition(
    name: str, snapshot: SnapshotAssertion, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["variants", "rules", name]) == 0
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= 80
    assert shown == snapshot


def test_how_moves_and_rules_are_written(snapshot: SnapshotAssertion, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variants", "rules", "abbott", "--players", "5", "--notation"]) == 0
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= 80
    assert shown[shown.index("## How moves") :] == snapshot


def test_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variants", "rules", "express", "--set", "deal.hand=9", "--format", "json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert (printed["name"], printed["players"]) == ("express", None)
    assert [chapter["title"] for chapter in printed["chapters"]] == [title for title, _, _ in CHAPTERS]
    assert any("dealt 9 cards" in line for line in printed["chapters"][0]["lines"])


def test_a_table_of_three_has_no_forecaster() -> None:
    three = text_of(load_variant("abbott"), 3)
    assert "a prophet (Forecaster): too few play" in three
    assert three.count("Forecaster") == 1
    assert "Forecaster is overthrown" in text_of(load_variant("abbott"), 4)


# All that an edition sets is in its rules


def alternatives(variant: Variant) -> Iterator[tuple[str, Variant]]:
    """The edition with another value of one knob, for each of its knobs."""
    chance = stream(len(to_mapping(variant)), "rulebook", variant.name)
    for path, knob, value in knobs_in(to_mapping(variant), Variant):
        others = (_draw_value(knob, chance) for _ in range(30))
        other = next((other for other in others if kind_of(other) != kind_of(value)), value)
        data = {**to_mapping(variant), "eleusis": 1}
        place = data
        for name in path[:-1]:
            place[name] = dict(place[name])
            place = place[name]
        place[path[-1]] = other
        try:
            yield ".".join(path), variant_from_node(variant_node(data))
        except EleusisError as error:
            if not CROSS_CHECKS.issuperset(wrong.code for wrong in error.errors):
                raise


def kind_of(value: Any) -> Any:
    """The kind, where a knob is a section of several: with the same kind it is as its knobs are."""
    return value["kind"] if isinstance(value, dict) and "kind" in value else value


def knobs_in(data: dict[str, Any], cls: type[Any], path: tuple[str, ...] = ()) -> Iterator[tuple[Any, Knob, Any]]:
    """The knobs of plain data with their values, those inside a section too."""
    for name, (_, knob) in knobs_of(cls).items():
        if (not path and name in HEADER) or name not in data:
            continue
        value = data[name]
        if len(knob.kinds) != 1:  # a section of one kind is as its knobs are
            yield (*path, name), knob, value
        if knob.form == "section" and isinstance(value, dict) and not knob.bare:
            inner = knob.kind(value["kind"]) if "kind" in value else knob.kinds[0]
            yield from knobs_in(value, inner, (*path, name))


Without = Callable[[Variant], bool]


def no_prophet(variant: Variant) -> bool:
    return not find_others(variant).prophet


MEANS_NOTHING: dict[str, Without] = {
    "stock.refill_at": lambda variant: not variant.stock.refills,
    "deal.starter": lambda variant: not variant.deal.starters,
    "first_player": lambda variant: find_others(variant).players == 2,
    "wrong_play": lambda variant: variant.play.max_cards == 1,  # a cap, or the same price
    "wrong_play.most": lambda variant: variant.play.max_cards == 1,
    "no_play.right.out_at": lambda variant: variant.no_play.right.fewer >= variant.no_play.right.gone_at,
    "prophet.no_play_misjudged": lambda variant: no_prophet(variant) or not variant.no_play.allowed,
    "prophet.marker": lambda variant: no_prophet(variant) or variant.prophet.bidding,
    "prophet.going_out": lambda variant: no_prophet(variant) or variant.refill.due(0) > 0,
    "prophet.going_out.overthrow_draw": lambda variant: no_prophet(variant) or variant.refill.due(0) > 0,
    "prophet": no_prophet,
    "expulsion.since_marker": no_prophet,
    "expulsion.on_overthrow": no_prophet,
    "cutoff.since_marker": no_prophet,
    "scoring.out": lambda variant: variant.refill.due(0) > 0,
    "scoring.dealer_cap_per_card": lambda variant: no_prophet(variant) or not variant.scoring.dealer_scores,
}
"""Where a knob changes nothing of the game, by the other knobs: there the rules may be silent about it."""


def means_nothing(path: str, variant: Variant) -> bool:
    """Whether the knob, or all of its section but the kind, is without effect here."""
    if path.startswith("prophet.") and no_prophet(variant):
        return True
    test = MEANS_NOTHING.get(path)
    return test is not None and test(variant)


def unsaid(variant: Variant) -> list[str]:
    """The knobs of which another value leaves the rules as they are, though it changes the game."""
    text = text_of(variant)
    return [
        f"{path} of {variant.name}"
        for path, other in alternatives(variant)
        if other != variant
        and text_of(other) == text
        and not (means_nothing(path, variant) and means_nothing(path, other))
    ]


@pytest.mark.parametrize("name", variant_names())
def test_each_knob_of_an_edition_is_said(name: str) -> None:
    assert not unsaid(load_variant(name))


@pytest.mark.long
def test_each_knob_of_a_random_edition_is_said() -> None:
    several = [draw_variant(number) for number in range(45)]
    assert not [path for variant in several for path in unsaid(variant)]
    drawn = {setting for variant in several for setting in settings_of(variant)}
    assert set(settings()) == drawn, "too few editions: not every kind, word and flag is among them"


def test_each_place_is_in_a_chapter_once() -> None:
    lines = [line for _, _, lines in CHAPTERS for line in lines]
    assert {part: sum(line.count(f"{{{part}}}") for line in lines) for part in get_args(Passage)} == dict.fromkeys(
        get_args(Passage), 1
    )


@pytest.mark.long
def test_the_text_is_whole() -> None:
    """No place is left open, nothing is said in Python's words, each point begins as a sentence or is a reason."""
    for number in range(45):
        for chapter in tell_rules(draw_variant(number)):
            for line in chapter.lines:
                assert not re.search(r"[{}]|None|True|False|  | [,.;]|[.,;]{2}", line), line
                assert line[0].isupper() or line[0].isdigit() or chapter.title.startswith("A round ends"), line


# How moves and rules are written


def words_in(chapter: Chapter) -> str:
    return "\n".join(chapter.lines)


@pytest.mark.parametrize("name", variant_names())
def test_the_moves_of_an_edition_and_no_others(name: str) -> None:
    variant = load_variant(name)
    text = words_in(tell_notation(variant, dealing=True))
    has = {
        "no-play": variant.no_play.allowed,
        "guess": variant.guess.offered,
        "declare": bool(find_others(variant).prophet),
        "call": bool(find_others(variant).prophet),
        "pass": variant.guess.offered or bool(find_others(variant).prophet),
        "hint": variant.hints.ever,
        "undo": False,  # not for programs
    }
    for move in MOVES:
        assert (f"`{move.verb}" in text) is has.get(move.verb, True), move.verb


def test_each_word_of_the_language_is_there() -> None:
    words = set(re.findall(r"[a-z][a-z0-9]*", words_in(tell_rule_language())))
    assert not set(WORDS) - words - {"last3"}, "`last2.` to `last16.` it says"


@pytest.mark.parametrize("rule", EXAMPLES)
def test_each_example_is_a_rule(rule: str) -> None:
    assert Rule(rule).accepts((), ()) is True
