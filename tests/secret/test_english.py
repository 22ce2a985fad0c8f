"""Rules in English: the sentences of the library, and laws over all rules."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from eleusis.ground.cards import ALL, PACK, Card, mask_of
from eleusis.secret.english.card_sets import cards_text, describe
from eleusis.secret.english.explaining import explain
from eleusis.secret.english.relations import catalogue, relation_words
from eleusis.secret.english.typical_lines import typical_lines
from eleusis.secret.language.text import parse
from eleusis.secret.language.tree import size
from eleusis.secret.library import library
from eleusis.secret.rule import Rule
from eleusis.secret.sameness import compare

from .texts import PLAYS, made_up, rules

pytestmark = pytest.mark.long


def test_the_sentences_of_the_library(snapshot: SnapshotAssertion) -> None:
    lines = []
    for name, rule in library().items():
        starter = "" if rule.starter is None else f"  (starter: {rule.starter})"
        lines += [f"{name}: {rule.text}{starter}", f"    {explain(rule)}"]
    assert "\n".join(lines) == snapshot


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("color != last.color", "The colours alternate."),
        ("if last.red then black else red", "The colours alternate."),
        ("if last.odd then black else red", "After an odd card play black; after an even card play red."),
        ("suit == last.suit or rank == last.rank", "Play a card of the same suit or the same rank as the last."),
        ("suit == next(last.suit, spade, heart, diamond, club)", "Spade, heart, diamond, club, and round again."),
        ("(rank - last.rank) % 13 in 1..2",
         "Play a card one or two ranks above the last, the ace following the king."),
        ("red or not red", "Any card is right."),
        ("red and black", "No card is ever right."),
        ("color == cycle(red, red, black)",
         "Counting from the starter: two red cards, a black card, and round again."),
        ("last.king or rank > last.rank",
         "After a king anything goes; otherwise play a card higher than the last."),
        ("if streak(color) >= 3 then color != last.color else any",
         "If the last three cards are of one colour, play a card of the opposite colour to the last; otherwise "
         "anything goes."),
        ("line.any(back(3).club)",
         "Anything goes so long as there is a card of which it holds that (the card three back is a club) on the "
         "line. A condition on a card not yet played forbids nothing."),
    ],
)  # fmt: skip
def test_idioms(text: str, sentence: str) -> None:
    assert explain(Rule(text)) == sentence
    assert explain(parse(text)) == sentence


@given(rules(depth=4))
@settings(max_examples=100, deadline=None)
def test_every_rule_is_told(text: str) -> None:
    tree = parse(text)
    sentence = explain(tree)
    assert sentence.endswith(".")
    assert sentence.isprintable()
    assert sentence[0].isupper() or sentence[0].isdigit()
    assert len(sentence) <= 200 + 80 * size(tree)
    assert sentence.count("(") == sentence.count(")")


def test_deep_rules_are_told() -> None:
    for text in ("if last.red then red else " * 150 + "red", "if last.odd then (" * 70 + "red" + ") else odd" * 70,
                 "not (first.red and " * 50 + "odd" + ")" * 50):  # fmt: skip
        assert explain(parse(text)).endswith(".")


def test_the_same_words_mean_the_same() -> None:
    """Over all plays and many rules made of parts: two that are told by the same sentence are the same rule."""
    chance = Random(3)
    by_sentence: dict[str, Rule] = {}
    for text in [*PLAYS, *[made_up(chance) for _ in range(600)]]:
        rule = Rule(text)
        sentence = explain(rule)
        other = by_sentence.setdefault(sentence, rule)
        assert other == rule or compare(rule, other).same, (sentence, rule, other)


@given(st.lists(rules(depth=1), min_size=30, max_size=30))
@settings(max_examples=20, deadline=None)
def test_the_same_words_mean_the_same_in_random_rules(texts: list[str]) -> None:
    by_sentence: dict[str, Rule] = {}
    for text in texts:
        rule = Rule(text)
        other = by_sentence.setdefault(explain(rule), rule)
        assert other is rule or compare(rule, other).same is not False, (rule, other)


SETS = st.one_of(
    st.integers(0, ALL),
    st.sets(st.sampled_from(PACK), max_size=6).map(mask_of),
    st.sets(st.sampled_from(PACK), max_size=4).map(lambda cards: ALL & ~mask_of(cards)),
    rules(depth=1).map(lambda text: Rule(text).mask(PACK[5:9])),
)


@given(SETS, SETS)
@settings(max_examples=300, deadline=None)
def test_sets_are_told_apart(mask: int, other: int) -> None:
    if mask != other:
        assert cards_text(mask) != cards_text(other)
        for words in ("singular", "plural", "predicate"):
            assert getattr(describe(mask), words) != getattr(describe(other), words)


def test_sets() -> None:
    def of(text: str) -> str:
        return cards_text(Rule(text).mask(()))

    assert of("any") == "any card"
    assert of("none") == "no card"
    assert of("red") == "any red card"
    assert of("spade") == "any spade"
    assert of("rank >= 8") == "8–K of any suit"
    assert of("not (spade and king)") == "every card but K♠"
    assert of("(spade and rank == 7) or (club and rank == 9)") == "7♠ 9♣"
    assert of("(spade and low) or (red and high)") == "♠ A–7, ♥♦ 8–K"


def test_relations_have_words_of_their_own() -> None:
    words = list(catalogue().values())
    assert len(set(words)) == len(words) > 100
    assert relation_words(tuple([card.bit for card in PACK])) == "the same as {}, suit and rank"


def test_typical() -> None:
    for rule in library().values():
        rows = typical_lines(rule)
        assert 1 <= len(rows) <= 8
        assert rows == typical_lines(rule)
        for row in rows:
            assert row.mask == rule.mask(row.line)
            assert rule.fits_starter(row.line[0])
            laid: list[Card] = [row.line[0]]
            for card in row.line[1:]:
                assert rule.accepts(laid, (card,))
                laid.append(card)
    assert [(row.line_text, row.right_text) for row in typical_lines(Rule("color != last.color"))] == [
        ("4♥", "any black card"),
        ("3♠", "any red card"),
    ]


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    from eleusis.doors.cli import main

    for args in (["abb-1"], ["abb-1", "--format", "json"]):
        assert main(["rule", "explain", *args]) == 0
    text, data = capsys.readouterr().out.rsplit("\n", 2)[:2]
    assert text.startswith("After an odd card play black; after an even card play red.\n\nafter  right\n")
    answer = json.loads(data)
    assert answer["sentence"] == explain(library()["abb-1"])
    assert answer["after"][0]["line"] == ["4H"]
