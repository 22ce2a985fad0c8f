"""The score sheet: the points of a round and of a game, in columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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
    table = []
    for row in rows:
        points = ["", "", ""]
        if row.cards is not None:
            points = [str(row.cards), str(row.base), f"{row.bonus:+d}" if row.bonus else ""]
        table.append([page.name(row.seat), *points, str(row.score), str(row.total)])
    header = ["Scores", "cards", "base", "bonus", "score", "total"]
    return _table(header, table, [row.why for row in rows], page, (3, 2, 1))


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
        why.append(f"{page.prophet}: {state.right_since} right, {state.wrong_since} wrong")
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
    header = ["", *(str(record.number) for record in game.rounds), "never dealt", "total"]
    rows = []
    for player in game.players:
        points = [str(of_round.get(player, "–")) for of_round in scores]
        never = f"{bonus[player]:+d}" if bonus[player] else ""
        rows.append([page.name(player), *points, never, str(game.totals.get(player, 0))])
    if not any(bonus.values()):
        header, *rows = ([*row[:-2], row[-1]] for row in [header, *rows])
    if _is_too_wide(header, rows, page):
        header, *rows = ([row[0], *row[1 + rounds :]] for row in [header, *rows])
    over = "after" if not game.stopped else "the game is over after"
    plural = "round" if rounds == 1 else "rounds"
    title = wrap([f"Score sheet: {over} {rounds} {plural}"], page.width)
    return [*(BOLD + line for line in title), *_table(header, rows, [[] for _ in rows], page, (1,))]


def _sizes(header: Sequence[str], rows: Sequence[Sequence[str]], page: Page) -> list[int]:
    """The columns' sizes, the gap before each but the first included."""
    gap = 2 if page.width >= 60 else 1
    sizes = [max(map(cells, column)) for column in zip(["", *header[1:]], *rows, strict=True)]
    sizes[0] = max(sizes[0], cells(header[0]) - 2)
    return [sizes[0], *(size + gap for size in sizes[1:])]


def _is_too_wide(header: Sequence[str], rows: Sequence[Sequence[str]], page: Page) -> bool:
    return 2 + sum(_sizes(header, rows, page)) > page.width


def _table(
    header: Sequence[str],
    rows: Sequence[Sequence[str]],
    notes: Sequence[Sequence[str]],
    page: Page,
    spare: Sequence[int],
) -> list[str]:
    """Names at the left, numbers in columns, notes behind them or, on a narrow page, below.

    The columns `spare` are left out, one after the other, where the page is too narrow for them.
    """
    for column in spare:
        if _is_too_wide(header, rows, page):
            header = [*header[:column], *header[column + 1 :]]
            rows = [[*row[:column], *row[column + 1 :]] for row in rows]
    sizes = _sizes(header, rows, page)
    hang = 2 + sum(sizes) + 2
    lines = []
    for row, why in zip([header, *rows], [[], *notes], strict=True):
        (name, size), *rest = zip(row, sizes, strict=True)
        lead = fill(name, size + 2) if row is header else "  " + fill(name, size)
        line = (BOLD if row is header else "") + lead + "".join(fill(text, size, right=True) for text, size in rest)
        if why and page.width - hang >= 18:
            lines += wrap(why, page.width, line + "  ", hang)
        else:
            lines += [line, *(wrap(why, page.width, "    ", 4) if why else [])]
    return lines
