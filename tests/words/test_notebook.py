"""What a notebook shows of layouts, rounds, views and rules: sound markup, nothing hidden, nothing obeyed."""

from __future__ import annotations

from collections.abc import Callable
from xml.etree import ElementTree

import pytest

from eleusis import Judge, Layout, Play, Round, Rule, View, cards, deal, load_variant
from eleusis.game.events import RoundEnded
from eleusis.game.layout import GrowingLayout
from eleusis.words.page.notebook import name_card

HOSTILE = "<script>alert('&')</script>"


def show(value: Layout | Round | View | Rule) -> str:
    """What a notebook is given for a value."""
    return value._repr_html_()


def texts(markup: str) -> list[str]:
    """The texts of a page, in their order; fails where the markup is not sound."""
    return [text for text in ElementTree.fromstring(markup).itertext() if text.strip()]


def table(bob: str = "5H 2C", cleo: str = "4D 6C 8H", name: str = "Ann") -> Round:
    """A round with given hands, its first play made."""
    hands = {name: cards("9H 9C 3D"), "Bob": cards(bob), "Cleo": cards(cleo)}
    variant = load_variant("abbott")
    return deal(variant, [name, "Bob", "Cleo", "Dan"], dealer="Dan", seed=7, starter=cards("10C"), hands=hands)


def test_a_layout_is_told_in_words_with_its_strings() -> None:
    layout = GrowingLayout()
    assert texts(show(layout)) == ["No card is on the table."]
    layout.reject(cards("2C"))
    layout.accept(cards("10C 5H"))
    layout.reject(cards("4D 6C"))
    assert texts(show(layout)) == [
        "Mainline: 10 of clubs, 5 of hearts. Wrong on the empty mainline: 2 of clubs. "
        "Wrong after card 2, the 5 of hearts: 4 of diamonds, 6 of clubs."
    ]


def put(round_: Round) -> None:
    """The next player's first card lies on the table, not judged yet."""
    seat = round_.to_act
    assert seat is not None
    round_.step(Play(seat, round_.view(seat).hand[:1]))


def accept(round_: Round) -> None:
    """It is judged right."""
    put(round_)
    round_.step(Judge("Dan", True))


def reject(round_: Round) -> None:
    """It is judged wrong, and cards are drawn."""
    put(round_)
    round_.step(Judge("Dan", False))


def take_back(round_: Round) -> None:
    """It is judged wrong, and that is undone."""
    put(round_)
    round_.rewind(len(round_.step(Judge("Dan", False))))


def break_off(round_: Round) -> None:
    """The round is ended, and scored, in the middle of a turn."""
    put(round_)
    round_.abandon()


@pytest.mark.parametrize("bring", [lambda round_: None, put, accept, reject, take_back, break_off, Round.abandon])
def test_a_round_shows_what_all_know_and_no_more(bring: Callable[[Round], object]) -> None:
    """At any moment, to all and to a seat: the hands that differ are not its own."""
    one_way, other_way = table(), table(bob="KD QS", cleo="7S 7H 7C")
    bring(one_way)
    bring(other_way)
    assert show(one_way) == show(other_way)
    assert show(one_way.view("Dan")) == show(other_way.view("Dan"))
    if bring is not reject:  # what she draws of two stocks differs, and is hers to see
        assert show(one_way.view("Ann")) == show(other_way.view("Ann"))
    assert show(one_way.view("Bob")) != show(other_way.view("Bob")), "a card that is shown makes a difference"


def test_a_round_shows_its_edition_and_what_is_due() -> None:
    words = texts(show(table()))
    assert words[0] == "New Eleusis (Robert Abbott, 1977)"
    assert words[1] == "Ann is to act · cards on the layout: 1 · in the stock: 95"


def test_what_is_set_aside_and_how_many_turns_were_played_is_shown() -> None:
    solo, rule = load_variant("solo"), Rule("color == cycle(red, black)")
    round_ = deal(solo, ["Nils", "Vera"], dealer="Vera", seed=9, rule=rule)
    assert "set aside: 3♣ 4♣ Q♠ · turns played: 0 of 30" in show(round_)
    assert "set aside" not in show(table())
    assert "turns played" not in show(table())


def test_cards_that_wait_and_scores_are_shown() -> None:
    round_ = table()
    seat = round_.to_act
    assert seat is not None
    hand = round_.view(seat).hand
    round_.step(Play(seat, hand[:1]))
    assert f"Played, not judged yet: {name_card(hand[0])}" in texts(show(round_))
    round_.step(Judge("Dan", True))
    assert isinstance(round_.abandon()[-1], RoundEnded)
    assert "over: abandoned" in show(round_)
    assert "score" in texts(show(round_))


def test_a_view_shows_its_own_hand_and_no_other() -> None:
    one_way, other_way = table(), table(cleo="7S 7H 7C")
    assert show(one_way.view("Bob")) == show(other_way.view("Bob"))
    assert show(one_way.view("Cleo")) != show(other_way.view("Cleo"))
    assert "The hand of Bob: 5 of hearts, 2 of clubs" in texts(show(one_way.view("Bob")))


def test_a_rule_is_shown_with_its_text_english_and_right_cards() -> None:
    words = texts(show(Rule("if last.odd then black else red")))
    assert words[0] == "if last.odd then black else red"
    assert "After an odd card play black; after an even card play red." in words
    assert "any red card" in words


def test_what_people_wrote_is_text() -> None:
    round_ = table(name=HOSTILE)
    for value in (round_, round_.view(HOSTILE)):
        assert HOSTILE in texts(show(value))
        assert "<script" not in show(value)
    assert "rank < last.rank" in texts(show(Rule("rank < last.rank")))
