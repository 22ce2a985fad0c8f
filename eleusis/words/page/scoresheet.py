"""The score sheet: the points of a round and of a game, in columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import attrs

from eleusis.driving.replayed import GameReplay, RoundReplay
from eleusis.game.round_scores import cards_held
from eleusis.ground.agreement import agree
from eleusis.variant.saying import count
from eleusis.words.page.ink import BOLD, cells, fill, wrap
from eleusis.words.page.telling import Page


@attrs.frozen
class ScoreRow:
    """A seat's line on the score sheet of a round."""

    seat: str
    """Whose points these are."""
    cards: int | None
    """The cards left; None for the dealer, who holds none."""
    base: int | None
    """The points for the cards, before any bonus; None for the dealer."""
    bonus: int
    """What came to that; 0 for the dealer."""
    score: int
    """The points of the round."""
    total: int
    """The points of the game so far."""
    why: tuple[str, ...]
    """Where the bonus, or the dealer's points, come from, in a few words each."""


def score_rows(record: RoundReplay, page: Page, sums: Mapping[str, int]) -> list[ScoreRow]:
    """The scores of a round that is over, seat by seat; `sums` are the totals with this round."""
    state = record.round.state
    scores = record.scores or {}
    left = {seat: cards_held(state, seat, record.hands[seat]) for seat in state.players if seat != state.dealer}
    variant = record.round.variant
    base = variant.scoring.base.base(left, state.guesser, variant.turn_limit.count_left(state.turn))
    rows = []
    for seat in state.players:
        why = tuple(_why(record, page, seat, scores, base))
        bonus = 0 if seat == state.dealer else scores[seat] - base[seat]
        rows.append(ScoreRow(seat, left.get(seat), base.get(seat), bonus, scores[seat], sums[seat], why))
    return rows


def round_table(record: RoundReplay, page: Page, sums: Mapping[str, int]) -> list[str]:
    """The scores of a round that is over: cards left, base, bonuses, score and running total, and why."""
    rows = score_rows(record, page, sums)
    table = [["Scores", "cards", "base", "bonus", "score", "total"]]
    for row in rows:
        points = ["", "", ""]
        if row.cards is not None:
            points = [str(row.cards), str(row.base), f"{row.bonus:+d}" if row.bonus else ""]
        table.append([page.name(row.seat), *points, str(row.score), str(row.total)])
    for column in (3, 2, 1):
        if _is_too_wide(table, page):
            table = _without(table, column)
    return _lay_out(table, page, [row.why for row in rows])


def _why(
    record: RoundReplay, page: Page, seat: str, scores: Mapping[str, int], base: Mapping[str, int]
) -> list[str]:
    """Where the bonuses of a seat, or the points of the dealer, come from."""
    state, variant = record.round.state, record.round.variant
    deals = agree(page.name(seat), "deal")
    if seat == state.dealer and not variant.scoring.dealer_scores:
        return [f"{deals}: no points"]
    if seat == state.dealer:
        best = max(points for player, points in scores.items() if player != seat)
        if scores[seat] < best:
            return [f"{deals}: {variant.scoring.dealer_cap_per_card} × {state.declared_at} at most"]
        return [f"{deals}: the best score"]
    why = []
    left = variant.turn_limit.count_left(state.turn)
    if variant.scoring.base.needs_turn_limit and left is not None:
        of = f"in turn {state.turn} of {state.turn + left}"
        why.append(f"found {of}: {base[seat]}" if seat == state.guesser else "not found")
    elif seat == state.guesser:
        why.append("right guess")
    if price := variant.guess.price * state.wrong_guesses.get(seat, 0):
        why.append(f"{count(state.wrong_guesses[seat], 'wrong guess', 'wrong guesses')}: -{price}")
    if seat in state.out:
        why.append("out of cards")
    if seat == state.prophet:
        called = count(state.right_since + state.wrong_since, "card")
        why.append(f"{page.prophet} for {called}: {state.right_since} right, {state.wrong_since} wrong")
        if not record.hands[seat]:  # a prophet plays no card, and so had none left at the declaration
            lost = ", no bonus for going out" if variant.scoring.out else ""
            why.append(f"stayed without a card{lost}")
    if seat in state.expelled:
        why.append("expelled")
    return why


def score_sheet(game: GameReplay, page: Page) -> list[str]:
    """The totals of a game, round by round where the page is wide enough."""
    rounds = len(game.rounds)
    scores = [record.scores or {} for record in game.rounds]
    # What a player has besides the points of the rounds is the bonus of those who have never dealt.
    sums = {player: sum(points.get(player, 0) for points in scores) for player in game.players}
    bonus = {player: game.totals.get(player, 0) - sums[player] for player in game.players}
    table = [["", *(str(record.number) for record in game.rounds), "never dealt", "total"]]
    for player in game.players:
        points = [str(of_round.get(player, "–")) for of_round in scores]
        never = f"{bonus[player]:+d}" if bonus[player] else ""
        table.append([page.name(player), *points, never, str(game.totals.get(player, 0))])
    if not any(bonus.values()):
        table = _without(table, 1 + rounds)
    if _is_too_wide(table, page):
        table = _without(table, *range(1, 1 + rounds))
        if _is_too_wide(table, page):
            table = _without(table, 1)
    over = "after" if not game.stopped else "the game is over after"
    title = wrap([f"Score sheet: {over} {count(rounds, 'round')}"], page.width)
    return [*(BOLD + line for line in title), *_lay_out(table, page)]


def _without(table: Sequence[Sequence[str]], *columns: int) -> list[list[str]]:
    """A table without some of its columns."""
    return [[text for column, text in enumerate(row) if column not in columns] for row in table]


def _sizes(table: Sequence[Sequence[str]], page: Page) -> list[int]:
    """The columns' sizes, the gap before each but the first included."""
    (head, *header), *rows = table
    gap = 2 if page.width >= 60 else 1
    sizes = [max(map(cells, column)) for column in zip(["", *header], *rows, strict=True)]
    return [max(sizes[0], cells(head) - 2), *(size + gap for size in sizes[1:])]


def _is_too_wide(table: Sequence[Sequence[str]], page: Page) -> bool:
    return 2 + sum(_sizes(table, page)) > page.width


def _lay_out(table: Sequence[Sequence[str]], page: Page, notes: Sequence[Sequence[str]] | None = None) -> list[str]:
    """Names at the left, numbers in columns, notes behind them or, on a narrow page, below; the header first."""
    sizes = _sizes(table, page)
    hang = 2 + sum(sizes) + 2
    lines = []
    for number, (name, *texts) in enumerate(table):
        lead = "  " + fill(name, sizes[0]) if number else BOLD + fill(name, sizes[0] + 2)
        line = lead + "".join(map(partial(fill, right=True), texts, sizes[1:]))
        why = notes[number - 1] if notes and number else ()
        if why and page.width - hang >= 18:
            lines += wrap(why, page.width, line + "  ", hang)
        else:
            lines += [line, *(wrap(why, page.width, "    ", 4) if why else [])]
    return lines
