"""Rules in table English: what people say isn't read as something else, and what the program says is read back."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest

from eleusis.ground.errors import RuleError, SaidInEnglish
from eleusis.ground.yaml.shipped import load_shipped
from eleusis.secret.english.explaining import explain
from eleusis.secret.generating.generator import draw
from eleusis.secret.library import find_rule, library
from eleusis.secret.phrasebook.filling import Sentence
from eleusis.secret.phrasebook.phrase_reading import MOST_READINGS, read_phrase
from eleusis.secret.phrasebook.sentences import CHOICES, EXCEPTIONS, GROUPS, Shape
from eleusis.secret.rule import Rule
from eleusis.secret.sameness import compare

pytestmark = pytest.mark.long

SAID: dict[str, dict[str, str | list[str]]] = {
    file.stem: load_shipped(str(file), file.name)
    for file in sorted(Path(__file__).with_name("said").glob("*.yaml"))
}
SHAPES = [shape for group in GROUPS for shape in group.shapes]


@cache
def readings(said: str) -> list[Rule]:
    """The rules that a phrase may be; none where it is refused."""
    try:
        return [reading.rule for reading in read_phrase(said)]
    except RuleError:
        return []


def meanings(meant: str | list[str]) -> list[Rule]:
    """The rules that somebody may mean."""
    return [Rule(text) for text in (meant if isinstance(meant, list) else [meant])]


def same(rule: Rule, other: Rule) -> bool:
    """Whether two rules are the same, as far as that can be decided."""
    return compare(rule, other).same is not False


def is_misread(said: str, meant: list[Rule]) -> bool:
    """Whether a sentence is read, and no reading is meant; what nobody can tell is misread if it is settled."""
    read = readings(said)
    if not meant:
        return len(read) == 1
    return bool(read) and not any(same(rule, other) for rule in read for other in meant)


def fillings(seed: int) -> Iterator[tuple[Shape, Sentence]]:
    """Every shape with something by chance in each hole."""
    chance = Random(seed)
    for shape in SHAPES:
        texts = [chance.choice(CHOICES[hole.choices]).text for hole in shape.holes]
        yield shape, Sentence(shape, None, texts)


@pytest.mark.parametrize("name", SAID)
def test_no_sentence_is_read_as_something_else(name: str) -> None:
    assert [said for said, meant in SAID[name].items() if is_misread(said, meanings(meant))] == []


def test_most_sentences_are_understood_and_few_of_them_ask() -> None:
    read = [readings(said) for sentences in SAID.values() for said, meant in sentences.items() if meant]
    understood = [rules for rules in read if rules]
    assert len(understood) > 0.8 * len(read)
    assert sum(len(rules) > 1 for rules in understood) <= 0.15 * len(understood)
    assert max(map(len, understood)) <= MOST_READINGS


def test_the_samples_of_the_sources_are_understood_word_for_word() -> None:
    assert [said for said, meant in SAID["sources"].items() if meant and not readings(said)] == []


def test_every_rule_of_the_library_is_read_back_from_its_english() -> None:
    for name, rule in library().items():
        assert any(same(read, rule) for read in readings(explain(Rule(rule.text)))), name


def test_every_sentence_of_the_builder_is_read_as_its_rule() -> None:
    filled = [*fillings(1), *[(shape, Sentence.begin(shape)) for shape in SHAPES]]
    read = [(readings(sentence.say()), Rule(shape.fill(sentence.texts))) for shape, sentence in filled]
    assert all(any(same(rule, other) for other in others) for others, rule in read if others)
    assert sum(len(others) == 1 for others, _ in read) > 0.9 * len(read)


def test_a_sentence_with_an_exception_is_read_as_its_rule() -> None:
    for number, (shape, sentence) in enumerate([*fillings(3)][::5]):
        exception = EXCEPTIONS[number % len(EXCEPTIONS)]
        besides = Sentence.begin(exception)
        rule = Rule(exception.fill(besides.texts, shape.fill(sentence.texts)))
        read = readings(f"{sentence.say()} {besides.say()}")
        assert not read or any(same(other, rule) for other in read), sentence.say()


def test_what_the_program_says_of_a_rule_is_never_read_as_another() -> None:
    rules = [Rule(shape.fill(sentence.texts)) for shape, sentence in fillings(4)]
    chance = Random(6)
    rules += [rule for number in range(40) if (rule := draw(chance, 1 + number % 4)) is not None]
    read = [(rule, readings(explain(rule))) for rule in rules]
    assert all(any(same(rule, other) for other in others) for rule, others in read if others)
    assert sum(len(others) == 1 for _, others in read) > 0.85 * len(read)


def test_rule_text_always_means_what_it_says_and_english_is_offered_its_readings() -> None:
    assert find_rule("red or odd and high").text == "red or odd and high"
    assert find_rule("any").text == "any"
    assert find_rule("exp-e4").name == "exp-e4"
    with pytest.raises(SaidInEnglish) as caught:
        find_rule("One higher.")
    assert [text for text, _ in caught.value.readings] == ["rank == last.rank + 1", "(rank - last.rank) % 13 == 1"]


@pytest.mark.parametrize(
    ("said", "word"),
    [
        ("the colours keep wobbling", "wobbling"),
        ("after a red card play a blakc one", "black"),
        ("after a red card play", "whole rule"),
        ("the last card is red", "whole rule"),
        ("hearts; spades", "go together"),
        ("red is not always right", ""),
        ("higher, but only twice", "twice"),
        ("face cards, so red", ""),
        ("red or black", "any card"),
        ("it must be red and black", "no card"),
        ("if the card is a jack, it must be a jack; otherwise red", "change nothing"),
        ("play red " * 100, "too long"),
        ("please " + "a " * 140 + "1 " * 141, "too long"),
    ],
)
def test_what_is_not_understood_is_refused_with_the_nearest_word(said: str, word: str) -> None:
    with pytest.raises(RuleError) as caught:
        read_phrase(said)
    assert caught.value.code == "rule/phrase"
    assert word in caught.value.message


@pytest.mark.parametrize(
    "said",
    [
        "red or odd and high or black and even or low and face or prime and red or odd and high or black and even",
        "if red then " * 30 + "black",
        "(" * 60 + "red" + ")" * 60,
        "after red play " * 30 + "black",
        "not " * 100 + "red",
        "the same suit as the latest of the " * 12 + "reds",
        "a, " * 60 + "a",
        "♠ " * 90,
        "either " * 60 + "red or black",
        "always " * 80 + "red",
        "I think that " * 40 + "red",
        "red, so red, " * 40,
        "up down " * 60,
        "red: " * 60,
        "after red play black; " * 25,
        "one two three four five six seven eight nine ten " * 10,
    ],
)
def test_no_text_takes_long(said: str) -> None:
    assert len(readings(said)) <= MOST_READINGS  # whatever it is, it is read or refused within bounds of work
