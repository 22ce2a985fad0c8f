"""Rules in table English: what people say and what the program says is read as the rule that it is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from eleusis.ground.errors import RuleError, TwoReadings
from eleusis.ground.yaml.parsing import Mapping, load
from eleusis.ground.yaml.shipped import load_shipped
from eleusis.secret.english.explaining import explain
from eleusis.secret.generating.generator import draw
from eleusis.secret.library import find_rule, library, rules_from_node
from eleusis.secret.phrasebook.choices import CHOICES
from eleusis.secret.phrasebook.filling import Sentence
from eleusis.secret.phrasebook.grammar import read_grammar
from eleusis.secret.phrasebook.patterns import Blank, Item, OneOf
from eleusis.secret.phrasebook.phrase_reading import read_phrase
from eleusis.secret.phrasebook.sentences import EXCEPTIONS, GROUPS, JOINS, join_rules
from eleusis.secret.phrasebook.shapes import Shape
from eleusis.secret.rule import Rule
from eleusis.secret.sameness import compare

GUESSES: dict[str, str | list[str]] = load_shipped(__file__, "guesses.yaml")
SHAPES = [shape for group in GROUPS for shape in group.shapes]


def readings(said: str) -> list[Rule]:
    """The rules that a phrase may be; none where it is refused."""
    try:
        return [read_phrase(said)]
    except TwoReadings as error:
        return [Rule(text) for text, _ in error.readings]
    except RuleError:
        return []


def same(rule: Rule, other: Rule) -> bool:
    """Whether two rules are the same, as far as that can be decided."""
    return compare(rule, other).same is not False


def fillings(seed: int) -> Iterator[tuple[Shape, Sentence]]:
    """Every shape with something by chance in each hole."""
    chance = Random(seed)
    for shape in SHAPES:
        texts = [chance.choice(CHOICES[hole.choices]).text for hole in shape.holes]
        yield shape, Sentence(shape, None, texts)


@pytest.mark.parametrize("said", GUESSES)
def test_a_guess_means_what_people_mean_by_it(said: str) -> None:
    meant = GUESSES[said]
    wanted = [Rule(text) for text in (meant if isinstance(meant, list) else [meant])]
    read = readings(said)
    assert len(read) == len(wanted), [rule.text for rule in read]
    assert all(any(same(rule, other) for other in read) for rule in wanted), [rule.text for rule in read]


def test_every_rule_of_the_library_is_read_back_from_its_english() -> None:
    for name, rule in library().items():
        read = read_phrase(explain(rule))
        assert compare(read, rule).same is not False, name
        assert read.starters() == rule.starters(), name


def test_every_sentence_of_the_builder_is_read_as_its_rule() -> None:
    for shape, sentence in fillings(1):
        assert same(read_phrase(sentence.say()), Rule(shape.fill(sentence.texts))), sentence.say()


def test_sentences_with_a_second_one_or_an_exception_are_read_as_their_rule() -> None:
    filled = [*fillings(3)]
    for number, (shape, sentence) in enumerate(filled[::5]):
        other, second = filled[number]
        first, join = shape.fill(sentence.texts), [*JOINS][number % len(JOINS)]
        both = Rule(join_rules(join, first, other.fill(second.texts)))
        said = f"{sentence.say()} … {JOINS[join][0]}: {second.say()}"
        assert any(same(rule, both) for rule in readings(said)), said
        exception = EXCEPTIONS[number % len(EXCEPTIONS)]
        besides = Sentence.begin(exception)
        said = f"{sentence.say()} {besides.say()}"
        assert any(same(rule, Rule(exception.fill(besides.texts, first))) for rule in readings(said)), said


def test_what_the_program_says_of_a_rule_is_never_read_as_another() -> None:
    rules = [Rule(shape.fill(sentence.texts)) for shape, sentence in fillings(4)]
    chance = Random(6)
    rules += [rule for number in range(16) if (rule := draw(chance, 1 + number % 4)) is not None]
    read = [(rule, readings(explain(rule))) for rule in rules]
    assert all(any(same(rule, other) for other in others) for rule, others in read if others)
    assert sum(len(others) == 1 for _, others in read) > 0.8 * len(read)


def test_rule_text_always_means_what_it_says_and_words_are_for_the_rest() -> None:
    assert find_rule("red or odd and high").text == "red or odd and high"
    assert find_rule("any").text == "any"
    assert find_rule("The colours alternate.").text == "color != last.color"
    assert find_rule("colour != last.colour") == Rule("color != last.color")
    assert find_rule("exp-e4").name == "exp-e4"


@pytest.mark.parametrize(
    ("said", "code", "word"),
    [
        ("the colours keep wobbling", "rule/phrase", "wobbling"),
        ("after a red card play a blakc one", "rule/phrase", "black"),
        ("after a red card play", "rule/phrase", "missing"),
        ("one higher", "rule/two-readings", "rank == last.rank + 1"),
        ("redd or black", "rule/unknown-name", "red"),
        ("color == last.colr", "rule/unknown-name", "color"),
        ("the last card is red", "rule/phrase", ""),
        ("red is not always right", "rule/phrase", "not always"),
        ("higher, but only twice", "rule/phrase", "twice"),
        ("low cards, eight or over", "rule/phrase", ""),
        ("face cards, so red", "rule/phrase", ""),
        ("play red " * 100, "rule/phrase", "too long"),
        ("please " + "a " * 140 + "1 " * 141, "rule/phrase", "too long"),
    ],
)
def test_what_is_not_understood_is_refused_with_the_nearest_word(said: str, code: str, word: str) -> None:
    with pytest.raises(RuleError) as caught:
        find_rule(said)
    assert caught.value.code == code
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
        "one two three four five six seven eight nine ten " * 10,
    ],
)
def test_no_text_takes_long(said: str) -> None:
    for rule in readings(said):  # whatever it is, it is read or refused within bounds of work
        assert rule.text


def test_a_file_may_say_its_rules_in_english(tmp_path: Path) -> None:
    path = tmp_path / "rules.yaml"
    path.write_text("eleusis: 1\nrules:\n  mine: the colours alternate\n  other: one higher\n")
    with pytest.raises(RuleError) as caught:
        rules_from_node(load(path))
    assert (caught.value.code, caught.value.line) == ("rule/two-readings", 4)
    path.write_text("eleusis: 1\nrules:\n  mine: the colours alternate\n")
    rules = rules_from_node(load(path))
    assert (rules["mine"].text, rules["mine"].name) == ("color != last.color", "mine")


def count_parts(items: tuple[Item, ...]) -> int:
    """How many texts a pattern always has for its template."""
    parts = sum(isinstance(item, Blank) and item.kept for item in items)
    return parts + sum(min(map(count_parts, item.ways)) for item in items if isinstance(item, OneOf))


def test_every_pattern_has_a_text_for_each_place_in_its_rule() -> None:
    for symbol, patterns in read_grammar().items():
        for pattern in patterns:
            pattern.fill(["1"] * count_parts(pattern.items))
            named = {item.symbol for item in pattern.items if isinstance(item, Blank)}
            assert named <= {*read_grammar(), "pred", "cond", "many"}, symbol


def test_the_grammar_says_nothing_twice() -> None:
    root = load(Path(read_phrase.__code__.co_filename).with_name("grammar.yaml"))
    assert isinstance(root, Mapping)
