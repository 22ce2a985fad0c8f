"""Cards that a file gives: where one is too many, the message stands at that very card."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eleusis.ground.cards import PACK, Card, card
from eleusis.ground.errors import EleusisError
from eleusis.record.gamefile.reading import read_game
from eleusis.record.replaying.replay import replay_game

HEAD = (
    "eleusis: 1\nvariant: {extends: abbott, stock: {decks: DECKS}}\nplayers: [Ann, Bob, Cleo]\nseed: 1\nrounds:\n"
)
FORMS = ("{}", '"{}"', "'{}'", "[{}]")


@st.composite
def rounds(draw: st.DrawFn) -> tuple[str, int]:
    """The text of a game whose one round gives cards of few kinds, in any order of keys, and its decks."""
    few = st.sampled_from([*PACK[:3], PACK[50]])
    lines = []
    for key in draw(st.permutations(["stock", "starter", "Bob", "Cleo"])):
        given = draw(st.lists(few, min_size=1, max_size=1 if key == "starter" else 5))
        form = draw(st.sampled_from(FORMS))
        between = ", " if "[" in form else draw(st.sampled_from([" ", ", ", "  "]))
        lines.append((key, form.format(between.join(map(str, given)))))
    hands = [f"      {key}: {text}" for key, text in lines if key in ("Bob", "Cleo")]
    others = [f"    {key}: {text}" for key, text in lines if key not in ("Bob", "Cleo")]
    at = draw(st.integers(0, 2))
    body = ["  - dealer: Ann", *others[:at], "    hands:", *hands, *others[at:], "    rule: any"]
    decks = draw(st.integers(1, 3))
    return HEAD.replace("DECKS", str(decks)) + "\n".join(body) + "\n", decks


def cards_of(text: str) -> list[tuple[Card, int, int]]:
    """The cards that the round of a text gives, with line and column, found without the reader."""
    spots = []
    for row, line in enumerate(text.splitlines(), start=1):
        key, _, rest = line.partition(":")
        if row > 6 and key.split()[-1] in ("starter", "stock", "Bob", "Cleo"):
            column = len(key) + 2
            for word in rest.replace(",", " ").translate(str.maketrans("[]\"'", "    ")).split(" "):
                if word:
                    spots.append((card(word), row, column))
                column += len(word) + 1
    return spots


@settings(max_examples=60, deadline=None)
@given(rounds())
def test_each_card_that_is_one_too_many_is_named_where_it_stands(game: tuple[str, int]) -> None:
    text, decks = game
    seen: Counter[Card] = Counter()
    due = []
    for given_card, row, column in cards_of(text):
        seen[given_card] += 1
        if seen[given_card] == decks + 1:
            due.append((row, column, str(given_card)))
    try:
        replay_game(read_game(text, "game.yaml"))
        errors: tuple[EleusisError, ...] = ()
    except EleusisError as error:
        errors = error.errors
    assert {error.code for error in errors} <= {"script/too-many-copies"}
    named = [(error.line, error.column, error.message.split(" of ")[1].split()[0]) for error in errors]
    assert named == sorted(due)


def test_cards_beyond_the_pack_are_told_at_the_first_of_them() -> None:
    stock = " ".join(card.text for card in PACK[:50])
    head = HEAD.replace("DECKS", "1, refill_at: 0, empty: end_round").replace("abbott", "express")
    text = head + f"  - dealer: Ann\n    rule: any\n    stock: {stock}\n    starter: {PACK[50]}\n"
    with pytest.raises(EleusisError) as caught:
        replay_game(read_game(text, "game.yaml"))
    assert caught.value.code == "script/too-many-copies"
    hands = int(caught.value.message.split(" and ")[1].split()[0])
    surplus = 51 + hands - 52
    line = text.splitlines()[7]
    assert caught.value.line == 8
    assert caught.value.column is not None
    assert line[caught.value.column - 1 :].split() == [card.text for card in PACK[:50]][51 - surplus :]
