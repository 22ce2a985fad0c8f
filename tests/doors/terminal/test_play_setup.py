"""`eleusis play` before a round: `?` at every question, names without commas, a rule by typing and by numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis.doors.terminal.asking import END, Left, Stopped, is_meant
from eleusis.doors.terminal.setting_up import Arrangement, ask_seats, begin_game, split_names
from eleusis.game.moves import Hint
from eleusis.minds.players.kinds import KINDS, STRENGTHS
from eleusis.minds.players.registry import read_seats
from eleusis.secret.language.parser import WORDS
from eleusis.secret.phrasebook.filling import Sentence, Wording
from eleusis.secret.phrasebook.sentences import CHOICES, EXCEPTIONS, GROUPS, Shape, join_rules
from eleusis.secret.rule import Rule
from eleusis.table.dealers_rules import about_rule, draw_rule
from eleusis.table.game_table import Table
from eleusis.words.rulebook.word_list import WORD_LIST
from tests.doors.terminal.test_play import run
from tests.helpers.sittings import FakeTerminal, seated, sit, sit_at

HELP_OF = {
    "players>": "Rosa, Ben, Ada  ",
    "edition (Enter:": "An edition is a set of rules",
    "Who deals first?": "The dealer makes up the secret rule",
    "rule>": "color != last.color  ",
    "Take this rule?": "play by it",
    "judge every play yourself?": "Type y for yes",
    "type a hint for the others": "it looks at one card only",
}
"""What `?` tells at each question before a game at one keyboard."""


def said_by(desk: FakeTerminal) -> str:
    """All that a desk has shown, and said below it."""
    return f"{desk.seen}\n{desk.out.getvalue()}"  # type: ignore[attr-defined]  # a StringIO


def dealt_by(typed: Sequence[str | None]) -> tuple[FakeTerminal, Table]:
    """A table at which Ann deals, and types this."""
    desk, table = FakeTerminal(typed), seated(None, "Ann,Bob,Cleo")
    sit_at(desk, table, Arrangement(dealer="Ann", pace=0))
    return desk, table


# Help


def test_every_question_answers_a_question_mark(tmp_path: Path) -> None:
    typed = "?\nAnn,Bob:random,Cleo\n?\nexpress\n?\nAnn\n?\nif last.odd then black else red\n?\n\n?\n\nquit\n"
    done = run(tmp_path, typed, "--seed", "3")
    assert done.returncode == 0
    for question, helps in HELP_OF.items():
        if "judge" not in question:
            at = done.stdout.index(question)
            assert helps in done.stdout[at:], question
            assert question in done.stdout[done.stdout.index(helps, at) :], f"{question} is asked again"
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert "\n!" not in done.stdout


@pytest.mark.parametrize("answered", [[], ["Rosa Ben"], ["Rosa,Ben"], ["Rosa,Ben,Ada", "express"]])
@pytest.mark.parametrize("word", ["quit", "STOP", "q"])
def test_each_question_before_the_deal_can_be_left(
    answered: list[str], word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    desk = FakeTerminal([*answered, word, "y"])
    with pytest.raises((Left, Stopped)):
        begin_game(desk, Arrangement())
    assert not [*tmp_path.iterdir()]


def test_who_sets_up_is_offered_bots_by_their_strength(tmp_path: Path) -> None:
    asked = run(tmp_path, "quit\n").stdout
    assert [kind for kind in KINDS if re.search(rf"^  {kind} ", asked, re.M)] == [*STRENGTHS]


def test_a_table_that_is_left_before_the_deal_is_no_error(tmp_path: Path) -> None:
    done = run(tmp_path, "quit\n")
    assert (done.returncode, done.stderr.strip()) == (0, "nothing has been dealt yet")
    assert [*tmp_path.iterdir()] == []


# Names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Rosa Ben Ada", "Rosa,Ben,Ada"),
        ("Rosa and Ben", "Rosa,Ben"),
        ("Rosa; Ben; Ada", "Rosa,Ben,Ada"),
        ("Rosa Bob:knower(skill=0.6, ) Ada", "Rosa,Bob:knower(skill=0.6),Ada"),
        ("Rosa Bob: random", "Rosa,Bob:random"),
        ("Tom, Jill and Ben", "Tom,Jill,Ben"),
        ("Anna Maria, Jill, and Ben", "Anna Maria,Jill,Ben"),
        ("Tom,Bob:knower(skill=0.6, ) & Ben", "Tom,Bob:knower(skill=0.6),Ben"),
    ],
)
def test_names_with_blanks_between_them_are_understood(text: str, names: str) -> None:
    assert split_names(text) == read_seats(names)


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        (["Rosa Ben Ada", "y"], "Rosa,Ben,Ada"),
        (["Rosa Ben Ada", "back", "Rosa,Ben"], "Rosa,Ben"),
        (["Rosa Ben Ada", ""], "Rosa,Ben,Ada"),
        (["Anna Maria", "n"], "Anna Maria"),
        (["Anna Maria", "?", "n"], "Anna Maria"),
        (["Rosa Rosa", "Rosa,Ben"], "Rosa,Ben"),
        (["Rosa, Ben and Ada", "?", ""], "Rosa,Ben,Ada"),
        (["Salt & Pepper, Ben", "n"], "Salt & Pepper,Ben"),
        (["Anna Maria, Ben"], "Anna Maria,Ben"),
    ],
)
def test_names_without_commas_are_asked_about(typed: list[str | None], names: str) -> None:
    desk = FakeTerminal(typed)
    assert ask_seats(desk, {}) == read_seats(names)
    assert not desk.typed
    assert ("Is that 3 players, Rosa, Ben and Ada?" in said_by(desk)) == (
        {"Rosa Ben Ada", "Rosa, Ben and Ada"} & {*typed} != set()
    )


# A rule that is typed

ARMS = ".odd then black else red"


def test_a_stray_enter_asks_before_it_means_anything() -> None:
    desk, table = dealt_by(["", "", "red", "", "", "quit"])
    assert table.rule == Rule("red")
    assert "You'll keep the rule in your head, and judge every play yourself?" in desk.seen
    _, table = dealt_by(["", "?", "y", "", "quit"])
    assert table.rounds
    assert table.rule is None


def test_a_dealer_who_wants_to_sees_the_rule_and_where_it_is_wrong() -> None:
    desk, table = dealt_by(["show", f"if lst{ARMS}", f"if last{ARMS}", "", "", "quit"])
    assert "    if lst.odd then black else red\n       ^\n" in said_by(desk)
    assert table.rule == Rule("if last.odd then black else red")


LONG = ("red or " * 90 + "blck", "\x1b[2J red or blck", "ｒｅｄ or blck" + " or red" * 90)


@pytest.mark.parametrize("text", LONG)
def test_a_long_or_hostile_rule_is_pointed_at_within_the_screen(text: str) -> None:
    desk, _ = dealt_by(["show", text, "quit"])
    said = said_by(desk)
    assert "\x1b" not in said
    assert any(line.strip() == "^" for line in said.splitlines())
    assert max(len(line) for line in desk.out.getvalue().splitlines()) <= 80  # type: ignore[attr-defined]


def test_the_words_of_the_language_are_all_listed_each_with_a_rule() -> None:
    listed = {word for group in WORD_LIST for entry in group.entries for word in re.findall(r"\w+", entry.words)}
    assert set(WORDS) <= listed
    for group in WORD_LIST:
        for entry in group.entries:
            Rule(entry.example)
            assert any(word in entry.example for word in re.findall(r"[a-z]+|[<>=%+-]+", entry.words)), entry.words
    desk, table = dealt_by(["words", "", "", "", "red", "", "", "quit"])
    assert table.rule == Rule("red")
    for group in WORD_LIST:
        assert group.title in desk.seen
    assert all(len(screen) <= 23 for screen in desk.screens)


# A rule by numbers


def by_numbers(place: int, number: int, *then: str) -> list[str | None]:
    """What is typed for a sentence, and what is done with it."""
    return ["1", str(place), str(number), *then]


SENTENCES = [
    pytest.param(place, number, shape, id=shape.id)
    for place, group in enumerate(GROUPS, 1)
    for number, shape in enumerate(group.shapes, 1)
]


@pytest.mark.parametrize(("place", "number", "shape"), SENTENCES)
def test_each_sentence_is_a_rule_by_numbers_alone(place: int, number: int, shape: Shape) -> None:
    take = str(len(shape.holes) + 1)
    rule = Rule(shape.fill([hole.usual for hole in shape.holes]))
    _, fair = about_rule(rule)
    desk, table = dealt_by([*by_numbers(place, number, take), *([] if fair else ["y"]), "", "", "quit"])
    assert table.rule == rule
    assert "\n!" not in said_by(desk)
    assert all(len(screen) <= 24 for screen in desk.screens)
    assert all(len(line) <= 80 for screen in desk.screens for line in screen)


def test_exceptions_and_a_second_sentence() -> None:
    _, table = dealt_by([*by_numbers(2, 2, "4", "1", "6", "1", "1", "5"), "y", "", "quit"])
    color, ace = Sentence.begin(GROUPS[1].shapes[1]), Sentence.begin(EXCEPTIONS[0])
    red = Sentence.begin(GROUPS[0].shapes[0], "and")
    assert table.rule == Rule(Wording([color, red], [ace]).rule)
    joined = join_rules("and", "color != last.color", "red")
    assert Wording([color, red], [ace]).rule == EXCEPTIONS[0].fill(["ace"], joined)


def test_enter_goes_back_step_by_step_and_nothing_is_dealt_by_it() -> None:
    desk, table = dealt_by([*by_numbers(2, 1, "1", "", "", "b", ""), "red", "", "", "quit"])
    assert table.rule == Rule("red")
    assert desk.seen.count("What should your rule look at?") == 2


def guessed_by(typed: Sequence[str]) -> tuple[FakeTerminal, Table]:
    """A table at which Bob's rule takes every card, and Ann may guess after her first play."""
    desk, table = FakeTerminal(["1", *typed, "quit"]), seated(None, "Ann,Bob:random,Cleo:random(guesses=0)")
    sit_at(desk, table, Arrangement(dealer="Bob", given=[Rule("any")], pace=0))
    return desk, table


def test_a_guess_is_made_by_numbers_too() -> None:
    """Given a bot's rule, when one who can't write rules picks a sentence for a guess, then that is the guess."""
    desk, table = guessed_by(["guess", "guess red afterr black", "guess build", "2", "2", "3", "y"])
    assert "(column 5 of the guess); guess build makes one by numbers" in " ".join(desk.seen.split())
    assert "or guess build: then you pick it by numbers" in " ".join(desk.seen.split())
    assert "What does the secret rule look at?" in desk.seen
    assert "Your guess so far:" in desk.seen
    assert "Fair:" not in desk.seen, "nothing is said of it but what it means"
    guesses = [step.move.text for step in table.now.steps if step.move.verb == "guess"]
    assert guesses == ['guess "color != last.color"']
    assert "Your rule" not in desk.seen


@pytest.mark.parametrize(
    ("typed", "made"),
    [
        (["guess the colours alternate", "y"], ['guess "color != last.color"']),
        (["guess the colours alternate", "", "guess any"], ['guess "any"']),
        (["guess anything goes", "n", "guess none", "y"], ['guess "none"']),
        (["guess no face cards", "guess any"], ['guess "any"']),
        (["guess one higher", "2", "y"], ['guess "(rank - last.rank) % 13 == 1"']),
        (["guess one higher", "back", "guess any"], ['guess "any"']),
        (["guess the colours keep wobbling"], []),
    ],
)
def test_a_guess_in_english_is_kept_as_the_rule_that_it_says(typed: list[str], made: list[str]) -> None:
    """Given a guess in English, then the rule that it says is seen first; if it may be two, one is picked."""
    desk, table = guessed_by(typed)
    assert [step.move.text for step in table.now.steps if step.move.verb == "guess"] == made
    assert ("Which do you mean?" in desk.seen) == ("guess one higher" in typed)


def asked_of(desk: FakeTerminal, words: str) -> list[list[str]]:
    """The screens on which something is asked."""
    return [screen for screen in desk.screens if any(words in line for line in screen)]


def test_the_reading_of_a_guess_is_seen_with_the_cards_that_would_be_right(snapshot: SnapshotAssertion) -> None:
    """Where nothing speaks against the reading, Enter makes the guess; of several the difference is shown too."""
    desk, table = guessed_by(["guess one higher", "", "guess anything goes", ""])
    assert [step.move.text for step in table.now.steps if step.move.verb == "guess"] == ['guess "any"']
    assert [asked_of(desk, words)[0] for words in ("Which do you mean?", "Guess this?")] == snapshot


@pytest.mark.parametrize(("picked", "guess"), [("1", "suit == last.suit"), ("2", "the same suit")])
def test_where_a_person_judges_a_guess_may_stay_as_it_was_said(
    picked: str, guess: str, snapshot: SnapshotAssertion
) -> None:
    desk, table = dealt_by(["", "y", "", "", "1", "r", "", "guess the same suit", picked, "quit"])
    assert table.now.steps[-1].move.text == f'guess "{guess}"'
    (asked,) = asked_of(desk, "can be read like this")
    assert asked == snapshot(name="asked")


def test_in_a_pipe_english_is_refused_with_what_it_may_mean(tmp_path: Path) -> None:
    said = run(tmp_path, "Ann,Bob,Cleo\nexpress\nAnn\none higher\nred\n\n\nquit\n", "--seed", "3").stdout
    assert "rank == last.rank + 1" in said
    table = seated(tmp_path / "h.yaml", "Ann,Bob:random,Cleo:random(guesses=0)")
    said, _ = sit(table, "1\nguess one higher\nquit\n", Arrangement(dealer="Bob", given=[Rule("any")], pace=0))
    assert "rank == last.rank + 1" in said
    assert not [step for step in table.now.steps if step.move.verb == "guess"]


@pytest.mark.parametrize("word", ["layout", "layout 1", "log", "layout 99"])
def test_the_table_can_be_looked_at_while_a_guess_is_put_together(word: str) -> None:
    """Given a guess half made, when its player looks at the cards, then the same list comes back."""
    desk, table = guessed_by(["guess build", word, "", "2", word, "", "2", word, "", "1", word, "", "", "3", "y"])
    pages = [screen for screen in desk.screens if screen[-1] == "Enter to go on"]
    assert len(pages) == 4
    cards = "there is no turn 99" if word == "layout 99" else table.now.round.state.layout.mainline[1].pretty
    assert all(cards in "\n".join(page) for page in pages)
    assert "Type a number" not in desk.seen
    guesses = [step.move.text for step in table.now.steps if step.move.verb == "guess"]
    assert guesses == ['guess "color != last.color"']


def test_every_blank_reads_as_the_phrasebook_has_it() -> None:
    for group in GROUPS:
        for shape in group.shapes:
            sentence = Sentence.begin(shape)
            labels = [CHOICES[part.choices] for part in shape.holes]
            assert sentence.say().count("[") == 0
            assert Wording([sentence]).say()[0].count("[") == len(labels)


def test_a_game_begins_at_a_terminal_by_answers_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    desk = FakeTerminal(["Rosa Ben Ada", "y", "back", "Rosa Ben Ada", "", "1", "Ben"])
    table, _ = begin_game(desk, Arrangement())
    table.close()
    assert table.players == ("Rosa", "Ben", "Ada")
    assert table.variant.name == "express"


# On the screen


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 24)])
def test_lists_fit_every_window(size: tuple[int, int]) -> None:
    """Pages of sentences and of what may stand in a blank, also where a third of them fits."""
    desk = FakeTerminal(["1", "4", "21", "21", "2", "3", "28", "", "quit"], size)
    sit_at(desk, seated(None, "Ann,Bob,Cleo"), Arrangement(dealer="Ann", pace=0))
    lists = [screen for screen in desk.screens if any("a number (Enter" in line for line in screen)]
    assert len(lists) >= 5
    for screen in lists:
        assert max(map(len, screen)) <= size[0]
        assert len(screen) <= size[1]


# The hint


def test_nothing_secret_is_seen_until_it_is_shown() -> None:
    desk, table = dealt_by(["colr != last.color", "color != last.color", "what", "", "tea", "quit"])
    assert table.rule == Rule("color != last.color")
    for secret in ("colr", "last.color", "alternate", "did you mean", "tea"):
        assert secret not in said_by(desk)
    assert "That can't be read as a rule" in said_by(desk)
    desk, _ = dealt_by(["color != last.color", "show", "show", "quit"])
    asked = ["\n".join(screen) for screen in desk.screens]
    shown = ["alternate" in screen for screen in asked if "Take this rule?" in screen]
    assert shown == [False, True, False]


def test_a_hint_is_read_back_where_that_is_wanted_before_the_others_see_it() -> None:
    desk, table = dealt_by(["red", "", "y", "tea", "show", "n", "coffee", "what", ""])
    assert "Type the hint itself" in said_by(desk), "y is no hint"
    assert 'The others will read: "tea"' in desk.seen
    assert "coffee" not in said_by(desk).split("Give this hint?")[0]
    assert [step.move for step in table.now.steps] == [Hint("Ann", "coffee")]


def test_a_dealer_who_took_the_wrong_rule_goes_back_from_the_hint() -> None:
    _, table = dealt_by(["red", "", "back", "black", "", ""])
    assert table.rule == Rule("black")
    assert len(table.rounds) == 1


@pytest.mark.parametrize("before", [[], ["red"], [""], ["red", ""], ["red", "", "tea"]])
def test_stop_asks_before_the_deal_as_it_does_later(before: list[str]) -> None:
    desk, table = dealt_by([*before, "stop", "n", "quit"])
    assert not table.match.stopped
    assert END in desk.seen
    desk, table = dealt_by([*before, "stop", "y"])
    assert table.match.stopped
    assert not table.rounds
    assert "the rule was" not in said_by(desk)


# A bot that deals


def bob_deals(folder: Path, seed: int | None = None) -> Arrangement:
    """A game at which a bot deals first."""
    players, file = "Ann,Bob:random,Cleo", str(folder / "g.yaml")
    return Arrangement(dealer="Bob", pace=0, players=players, variant="express", file=file, seed=seed)


@pytest.mark.parametrize(("answer", "difficulty"), [("", 1), ("4", 4), ("any", None)])
def test_people_are_asked_once_how_hard_the_rules_of_bots_are_to_be(
    answer: str, difficulty: int | None, tmp_path: Path
) -> None:
    desk, plan = FakeTerminal(["?", "6", answer, "quit"]), bob_deals(tmp_path)
    table, _ = begin_game(desk, plan)
    sit_at(desk, table, plan)
    assert "the colours take turns" in said_by(desk)
    assert "! type a number from 1 to 5" in said_by(desk)
    assert plan.difficulty == difficulty
    assert table.rule is not None
    assert difficulty in (None, table.rule.difficulty)


def test_a_seed_decides_the_rule_as_it_always_has(tmp_path: Path) -> None:
    desk, plan = FakeTerminal(["quit"]), bob_deals(tmp_path, seed=9)
    table, _ = begin_game(desk, plan)
    sit_at(desk, table, plan)
    assert table.rule == draw_rule(9, 1)
    assert "How hard" not in said_by(desk)


def test_a_hint_of_a_round_that_is_on_is_typed_unseen_too() -> None:
    desk, table = dealt_by(["red", "", "", "", "hint", "back", "Ann hint", "tea", "", "quit"])
    assert [step.move for step in table.now.steps] == [Hint("Ann", "tea")]
    assert "Give this hint?" in desk.seen


# A rule that is drawn, and one that is said in English


def test_a_person_draws_a_rule_as_hard_as_was_said_and_another_after_a_no() -> None:
    desk, table = FakeTerminal(["2", "n", "2", "n", "2", "y", "", "quit"]), seated(None, "Ann,Bob,Cleo")
    sit_at(desk, table, Arrangement(dealer="Ann", pace=0, difficulty=1))
    first, third = (draw_rule(table.script.seed or 0, number, difficulty=1) for number in (1, 3))
    (taken,) = table.dealt
    assert taken is not None
    assert (taken.text, taken.difficulty) == (third.text, 1)
    assert taken.text != first.text


LOOK_FIRST = "see how it is read before you take it"


def test_a_dealer_sees_how_english_is_read_before_it_is_taken(snapshot: SnapshotAssertion) -> None:
    """Given a sentence that was typed unseen, then Enter shows how it is read, and only one more takes it."""
    desk, table = dealt_by(["black after odd, red after even", "", "quit"])
    assert not table.rounds
    before, seen = said_by(desk).split(LOOK_FIRST)
    assert "last.odd" not in before
    assert "last.odd" in seen
    assert asked_of(desk, "Take this rule?")[0] == snapshot
    desk, table = dealt_by(["black after odd, red after even", "", "", "", "quit"])
    assert table.rule == Rule("if last.odd then black else if last.even then red else any")
    assert ["alternate" in line for line in desk.screens[-1]].count(True) == 0
    desk, table = dealt_by(["show", "black after odd, red after even", "", "", "quit"])
    assert LOOK_FIRST not in said_by(desk), "who sees what is typed sees the reading at once"
    assert table.rule == Rule("if last.odd then black else if last.even then red else any")


def test_of_several_readings_one_is_picked_though_the_typing_is_hidden(snapshot: SnapshotAssertion) -> None:
    desk, table = dealt_by(["same suit or one higher", "", "1", "", "quit"])
    assert asked_of(desk, "Which do you mean?")[0] == snapshot
    assert table.rule is not None, "picking takes it"
    desk, table = dealt_by(["one higher", "", "2", "y", "", "quit"])
    assert table.rule == Rule("(rank - last.rank) % 13 == 1")
    assert "It may be no fun to play." in desk.seen


def test_another_rule_may_be_typed_wherever_one_is_to_be_taken() -> None:
    _, table = dealt_by(["one higher", "n", "one higher", "red", "", "", "quit"])
    assert table.rule == Rule("red")
    desk, table = dealt_by(["face and red", "the colours alternate", "", "black", "", "", "quit"])
    assert table.rule == Rule("black")
    assert "The colours alternate." in desk.seen
    _, table = dealt_by(["face and red", "blck", "y", "", "quit"])
    assert table.rule == Rule("face and red")


def test_a_question_of_several_lines_is_wrapped_line_by_line() -> None:
    desk = FakeTerminal(["y"])
    desk.live = True
    long = "  turn 1: Ann said right, but by the rule 5♠ is wrong"
    assert is_meant(desk, f"  the rule becomes: red\n{long}\nKeep this?", "leave everything as it was")
    assert long in said_by(desk).splitlines()
