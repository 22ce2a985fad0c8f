"""What `eleusis play` asks before a move that may not be meant, and says when a round or a game is over."""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs
import pytest

from eleusis.doors.terminal.table_talk import what_is_due
from eleusis.driving.replayed import RoundReplay
from eleusis.record.gamefile.reading import read_game
from eleusis.record.replaying.replay import replay, replay_game
from eleusis.table.advice import why
from eleusis.table.contradicting import doubt_guess
from eleusis.words.page.ink import PLAIN
from eleusis.words.page.telling import Page, tell
from eleusis.words.page.transcript import page_of
from eleusis.words.page.winning import tell_best, tell_winner
from tests.helpers.places import GAMES

GAME = """
eleusis: 1
variant: {variant}
players: {players}
seed: 1
rounds:
  - dealer: Dan
    {rule}
    starter: 5H
    hands: {hands}
    moves: |
{moves}
"""
HANDS = "{Ann: 9S 3D 9C 4C 7D, Bob: 2S 6H 8S QD KC}"


def round_of(
    moves: str, rule: str = "", variant: str = "express", hands: str = HANDS, players: str = "[Ann, Bob, Dan]"
) -> RoundReplay:
    """A round of which these moves have been made: the dealer judges as they say, or by the rule."""
    lines = "\n".join(f"      {line.strip()}" for line in moves.split(";"))
    text = GAME.format(variant=variant, moves=lines, rule=rule and f"rule: {rule}", hands=hands, players=players)
    game = replay_game(read_game(text))
    assert game.rounds[0].stopped_by is None, game.findings
    return game.rounds[0]


def doubt(record: RoundReplay, guess: str) -> str | None:
    """What is told before this guess."""
    return doubt_guess(record, guess, page_of(record.round.players, record.round.variant, 80, PLAIN, None))


def test_where_a_guess_need_only_fit_from_here_on_earlier_turns_say_nothing() -> None:
    hands, players = "{Ann: 9S 3D 9C 4C 7D 2C 2D JS QS KS KD 8C}", "[Ann, Dan]"
    moves = "Ann play 9S; Dan judge right; Ann play 3D; Dan judge wrong"
    record = round_of(moves, variant="solo", hands=hands, players=players)
    # 9♠ went up before, so what a guess says of it doesn't count; 3♦ hangs below the end of the present mainline
    assert doubt(record, "heart") is None
    assert "against turn 2" in (doubt(record, "red") or "")
    later = round_of(f"{moves}; Ann play 9C; Dan judge right", variant="solo", hands=hands, players=players)
    assert doubt(later, "red") is None


def test_cards_of_a_no_play_that_nobody_wrote_down_contradict_nothing() -> None:
    hands = "{Ann: 9S ?? ??, Bob: 2S 6H}"
    record = round_of("Ann no-play; Dan judge right", hands=hands)
    assert doubt(record, "heart") is None
    assert "against turn 1" in (doubt(record, "spade") or "")


@pytest.mark.parametrize("guess", ["red", "black", "any", "color != last.color", "rank >= last.rank"])
def test_what_is_told_of_a_guess_does_not_hang_on_the_rule(guess: str) -> None:
    moves = "Ann play 9S; Ann pass; Bob play 6H; Ann play 9C; Ann pass; Bob play QD"
    rules = ("black", "if position > 9 then red else black", "not red", "spade or club")
    doubts = [doubt(round_of(moves, rule), guess) for rule in ("", *rules) if rule]
    assert len(set(doubts)) == 1
    assert (doubts[0] is None) == (guess == "black")


# When a round and a game are over


def scored(hands: str, players: str = "[Ann, Bob, Cleo, Dan]") -> tuple[list[str], list[str]]:
    """Who has the best score of the last round, and who has won, where these hands are left."""
    text = f"eleusis: 1\nvariant: abbott\nplayers: {players}\nseed: 1\nstopped: true\nrounds:\n"
    text += f"  - dealer: Dan\n    rule: any\n    hands: {hands}\n"
    game = replay_game(read_game(text))
    page = page_of(game.players, game.variant, 80, PLAIN, None)
    return tell_best(game.rounds[-1], page), tell_winner(game, page)


FOUR, FIVE, SIX = "2S 2H 2D 2C", "3S 3H 3D 3C 4C", "5S 5H 5D 5C 6C 6S"


def test_who_leads_and_who_wins_is_said_in_a_sentence() -> None:
    # Ann has 2 cards fewer than Cleo, Bob 1; Dan, who dealt, gets as much as Ann; the others, who never did, get 10
    best, winner = scored(f"{{Ann: {FOUR}, Bob: {FIVE}, Cleo: {SIX}}}")
    assert best == ["Ann has the best score of the round, 2 points, 1 ahead of Bob."]
    assert winner == ["Ann wins with 12 points, 1 ahead of Bob."]


def test_those_who_are_level_share_the_win() -> None:
    best, winner = scored(f"{{Ann: {FOUR}, Bob: {FOUR.replace('2', '7')}, Cleo: {SIX}}}")
    assert best == ["Ann and Bob share the best score of the round, 2 points."]
    assert winner == ["Ann and Bob share the win with 12 points."]
    all_level = f"{{Ann: {FOUR}, Bob: {FOUR.replace('2', '7')}, Cleo: {FOUR.replace('2', '8')}}}"
    assert scored(all_level)[1] == ["Ann, Bob and Cleo share the win with 10 points."]


# Who is called You

AS_OF_ANOTHER = re.compile(r"\b[Yy]ou(?:'s\b| (?!as\b|is to\b)\w*[^\Ws]s\b)")
"""You with a verb as of somebody else, or as if it were a name."""


def tell_all(record: RoundReplay, page: Page) -> Iterator[str]:
    """All that is told of a round, and all that was asked and might have been refused in it."""
    yield from tell(record, page)
    yield from why(record.round.events, record.round.variant, page.names)
    yield from tell_best(record, page)
    round_ = record.round.at_deal()
    for step in record.steps:
        if round_.to_act is not None:
            yield what_is_due(round_, page.name(round_.to_act))
        round_.step(step.move)


@pytest.mark.long
def test_in_all_games_who_is_called_you_is_spoken_to() -> None:
    spoken = 0
    for game in replay(GAMES):
        names = page_of(game.players, game.variant, 400, PLAIN, None)
        for seat in game.players:
            page = attrs.evolve(names, names={**names.names, seat: "You"})
            lines = [line for record in game.rounds for line in tell_all(record, page)]
            assert not [line for line in lines if AS_OF_ANOTHER.search(line)]
            spoken += sum("ou " in line for line in lines)
    assert spoken > 300
