"""Who has won: the best score of a round, and of a game, each in one sentence."""

from __future__ import annotations

from collections.abc import Mapping

from eleusis.driving.replayed import GameReplay, RoundReplay
from eleusis.ground.agreement import begin_with, name_several, say
from eleusis.variant.saying import count
from eleusis.words.page.ink import BOLD, wrap
from eleusis.words.page.scoresheet import score_sheet
from eleusis.words.page.telling import Page


def tell_best(record: RoundReplay, page: Page) -> list[str]:
    """Who of several players has the best score of a round that has been scored; else nothing.

    The dealer, whose score follows from theirs, is left out.
    """
    scores = {seat: score for seat, score in (record.scores or {}).items() if seat != record.dealer}
    if len(scores) < 2:
        return []
    score = "the best score of the round,"
    return [_tell_first(scores, page, ("have", score), ("share", score))]


def sum_up(game: GameReplay, page: Page) -> list[str]:
    """The score sheet of a game and, once it is over, who has won."""
    winner = [BOLD + line for sentence in tell_winner(game, page) for line in wrap([sentence], page.width)]
    return [*score_sheet(game, page), *winner]


def tell_winner(game: GameReplay, page: Page) -> list[str]:
    """Who has won a game that is over, or how a single player has done; nothing where no round was scored."""
    scored = [record for record in game.rounds if record.scores is not None]
    if not game.stopped or not scored:
        return []
    totals = game.totals
    players = [seat for seat in game.players if any(seat != record.dealer for record in scored)]
    if len(players) == 1:  # a bot that deals is nobody to be won against
        return [f"{say(page.name(players[0]), 'end')} the game with {count(totals[players[0]], 'point')}."]
    if game.variant.scoring.dealer_scores:
        players = [*game.players]
    return [_tell_first({seat: totals[seat] for seat in players}, page, ("win", "with"), ("share", "the win with"))]


def _tell_first(scores: Mapping[str, int], page: Page, alone: tuple[str, str], several: tuple[str, str]) -> str:
    """Who is first, and how far ahead of whom: the verb, and what stands before the points, for one or many."""
    most = max(scores.values())
    names = [page.name(seat) for seat in scores if scores[seat] == most]
    verb, what = alone if len(names) == 1 else several
    if len(names) > 1:
        return f"{begin_with(names[0], name_several(names))} {verb} {what} {count(most, 'point')}."
    second = max((score for score in scores.values() if score < most), default=most)
    behind = [page.name(seat) for seat in scores if scores[seat] == second]
    return f"{say(names[0], verb)} {what} {count(most, 'point')}, {most - second} ahead of {name_several(behind)}."
