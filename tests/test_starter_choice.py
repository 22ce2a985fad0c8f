"""A starter from which on a much shorter rule is the same: a bot turns the next card, a person is asked."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis.doors.terminal.setting_up import Arrangement
from eleusis.driving.dealing import deal
from eleusis.ground.cards import PACK, card, cards
from eleusis.ground.errors import ScriptError
from eleusis.record.gamefile.contents import GameFile
from eleusis.record.gamefile.reading import load_game, read_game
from eleusis.record.gamefile.writing import write_game
from eleusis.record.replaying.replay import replay_game
from eleusis.record.replaying.scripts import script_of
from eleusis.secret.library import find_rule
from eleusis.secret.rule import Rule
from eleusis.table.bots_only import deal_game
from eleusis.table.game_table import Table
from eleusis.variant import load_variant
from tests.sittings import go_on, seated, sit

TURNS = "cycle(red, black)"
"""From a red starter on it is `color != last.color`; from a black one, which it allows too, it is not."""
ARMS = "if first.red then black else even"
"""Whatever the starter, one arm is all that is left."""
TABLE = "Ann,Bob:random,Cleo:random"


def begun(
    path: Path, typed: str, rule: str | None, seed: int, players: str = TABLE, **more: object
) -> tuple[Table, str]:
    """A game that Cleo deals by a rule, left at once or after these lines, and what was said."""
    table = seated(path, players, str(more.pop("variant", "express")), seed)
    given = [] if rule is None else [find_rule(rule)]
    plan = Arrangement(dealer="Cleo", given=given, pace=0, **more)  # type: ignore[arg-type]  # the fields of it
    return table, sit(table, typed, plan)[0]


def seed_where(red: bool) -> int:
    """A seed by which the starter of the first round is of this colour, and the card below it too."""
    for seed in range(50):
        began = deal(load_variant("express"), ["Ann", "Bob", "Cleo"], dealer="Cleo", seed=seed).began
        if began.starters[0].red is red and began.stock[0].red is red:
            return seed
    raise AssertionError("no such seed")


RED, BLACK = seed_where(red=True), seed_where(red=False)


def test_a_bot_that_deals_turns_the_next_card(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    table, said = begun(path, "quit\n", TURNS, RED)
    plain = deal(load_variant("express"), ["Ann", "Bob", "Cleo"], dealer="Cleo", seed=RED).began
    order = (*plain.starters, *plain.stock)
    place = next(i for i, card_ in enumerate(order) if not card_.red)
    assert place >= 2
    deal_ = table.now.deal
    assert deal_.starters == (order[place],)
    assert deal_.stock[-place:] == order[:place], "under the stock, the last one lowest"
    script = load_game(str(path)).rounds[0]
    assert (script.starter, script.turned_away) == (deal_.starters, order[:place])
    assert "shorter" not in said


def test_a_replay_of_its_file_is_the_same_game(tmp_path: Path) -> None:
    """The hands and the stock, card for card; every card of both packs is somewhere."""
    for seed in range(12):
        path = tmp_path / f"{seed}.yaml"
        table, _ = begun(path, "1\n\n1\n\nquit\n", TURNS, seed)
        record = replay_game(load_game(str(path))).rounds[0]
        assert record.deal == table.now.deal
        assert record.round.events == table.now.round.events[: len(record.round.events)]
        assert not record.starter[0].red
        hands = [held for hand in record.deal.hands.values() for held in hand]
        assert Counter([*hands, *record.deal.stock, *record.starter]) == Counter(PACK * 2)


def test_the_game_goes_on_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    table, _ = begun(path, "1\n\nquit\n", TURNS, RED)
    starter = table.now.starter
    dropped, _ = go_on(path, "1\n\nquit\n")
    assert not dropped
    (game,) = [replay_game(load_game(str(path)))]
    assert game.rounds[0].starter == starter
    assert game.rounds[0].deal == table.now.deal
    assert not game.findings


@pytest.mark.parametrize(
    ("rule", "more"),
    [
        (ARMS, {}),  # no card avoids it
        ("if last.red then black else red", {}),  # the same rule in other words, whatever the starter
        ("color != last.color", {}),
        (TURNS, {"variant": "guyton"}),  # nobody guesses
        (TURNS, {"players": "Ann:random,Bob:random,Cleo:random"}),  # nobody is a person
    ],
)
def test_else_the_first_one_stays_and_the_file_is_as_ever(rule: str, more: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    players = more.pop("players", TABLE)
    table, _ = begun(path, "quit\n", rule, RED, players, rounds=1, **more)
    assert "starter:" not in path.read_text()
    edition = load_variant(more.get("variant", "express"))
    plain = deal(edition, ["Ann", "Bob", "Cleo"], dealer="Cleo", seed=RED)
    assert table.rounds[0].deal == plain.began


def test_a_starter_that_gives_nothing_away_stays(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    table, _ = begun(path, "quit\n", TURNS, BLACK)
    assert "starter:" not in path.read_text()
    assert not table.now.starter[0].red


def test_the_condition_on_the_starter_holds_for_the_next_card_too(tmp_path: Path) -> None:
    table = seated(tmp_path / "g.yaml", TABLE, "express", RED)
    given = [Rule(TURNS, starter="spade or heart")]
    sit(table, "quit\n", Arrangement(dealer="Cleo", given=given, pace=0))
    (starter,) = table.now.starter
    assert starter.suit is not None
    assert starter.suit.value == "spade"
    record = replay_game(load_game(str(tmp_path / "g.yaml"))).rounds[0]
    assert record.deal == table.now.deal


def test_dealing_a_game_of_bots_stays_as_it_is() -> None:
    seats = seated(None, "Ann:random,Bob:random,Cleo:random").seats.values()
    text = deal_game("express", list(seats), seed=RED, rounds=1, dealer="Cleo", given=[TURNS])
    assert "starter" not in text


# A person who deals


def test_a_person_is_told_in_private_and_may_keep_it(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    path = tmp_path / "g.yaml"
    players = "Ann:random(guesses=0),Bob:random(guesses=0),Cleo"
    table, said = begun(path, f"{TURNS}\n\nshow\n\nquit\n", None, RED, players, rounds=1)
    starter = table.rounds[0].starter[0]
    assert said == snapshot
    asked, shown = said.split("see it)> show")
    assert "color != last.color" in shown
    assert "color" not in asked.split("Take this rule?")[1], "others may see the screen"
    assert starter.red
    assert load_game(str(path)).rounds[0].starter is None


def test_a_person_may_have_the_next_card_turned(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    players = "Ann:random(guesses=0),Bob:random(guesses=0),Cleo"
    table, said = begun(path, f"{TURNS}\n\nwhat\nn\nquit\n", None, RED, players, rounds=1)
    assert said.count("Keep ") == 2, "asked again until it is answered"
    assert not table.rounds[0].starter[0].red
    script = load_game(str(path)).rounds[0]
    assert script.starter == table.rounds[0].starter
    assert all(turned.red for turned in script.turned_away)


def test_at_a_real_table_another_card_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    table, said = begun(path, "5h\nn\n7s\nquit\n", TURNS, RED, "Ann,Bob,Cleo", by_hand=True)
    assert "Keep 5♥? (Enter: yes, n: another card, show: see it)>" in " ".join(said.split())
    assert table.rounds[0].starter == cards("7S")
    _, said = begun(tmp_path / "h.yaml", "5h\n\nquit\n", TURNS, RED, "Ann,Bob,Cleo", by_hand=True)
    assert load_game(str(tmp_path / "h.yaml")).rounds[0].starter == cards("5H")


# What a file says of it


def test_cards_turned_away_lie_under_the_stock() -> None:
    express = load_variant("express")
    round_ = deal(express, ["Ann", "Bob"], seed=1, starter=cards("4S"), turned_away=cards("JD 2D"))
    assert round_.began.stock[-2:] == cards("JD 2D")
    everything = [*round_.began.stock, *round_.began.starters, *round_.began.hands["Bob"]]
    assert Counter(everything) == Counter(PACK * 2)
    with pytest.raises(ScriptError) as caught:
        deal(express, ["Ann", "Bob"], seed=1, turned_away=cards("JD"))
    assert caught.value.code == "script/no-starter"
    with pytest.raises(TypeError):
        deal(express, ["Ann", "Bob"], seed=1, starter=cards("4S"), turned_away="JD")  # type: ignore[arg-type]  # wrong


def test_a_file_with_them_reads_back_as_it_was_written() -> None:
    round_ = deal(load_variant("express"), ["Ann", "Bob"], seed=1, starter=cards("4S"), turned_away=cards("JD 2D"))
    text = (
        "eleusis: 1\nvariant: express\nplayers: [Ann, Bob]\nseed: 1\nrounds:\n"
        "  - dealer: Ann\n    rule: any\n    starter: 4S\n    turned_away: JD 2D\n"
    )
    game = read_game(text)
    assert game.rounds[0].turned_away == (card("JD"), card("2D"))
    assert write_game(game) == text
    record = replay_game(game).rounds[0]
    assert record.deal == round_.began
    full = GameFile("<text>", "express", ("Ann", "Bob"), rounds=(script_of(record, Rule("any")),))
    assert replay_game(read_game(write_game(full))).rounds[0].deal == record.deal
