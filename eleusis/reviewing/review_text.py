"""A review as text for a terminal: the curve of what was left to know, and each verdict on it.

     1  Agnes  J♥     right  ████████████  12.5  told 0.95  the best experiment of this hand
     2  Bruno  7♠ 8♣  wrong  ███████████░  12.2  told 0.30  bold, and it did not come off

The bar is what was left to know when the turn was over, in bits, against what there was at first.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import attrs

from eleusis.ground.agreement import say_within
from eleusis.reviewing.reviewed import PlayerReview, RoundReview, TurnReview
from eleusis.reviewing.sayings import add_up, name_move, say_share
from eleusis.variant.saying import count
from eleusis.words.page.ink import BOLD, FAINT, Ink, cells, fill, wrap
from eleusis.words.page.telling import in_order
from eleusis.words.page.transcript import LABEL, wrap_labelled

NARROWEST = 40
WIDE = 100
"""From here on a turn's comment stands beside it, else below."""
_BAR = 12
_WITH_BAR = 56
"""From here on there is room for the bars."""
_LONG_MOVE = 24
"""A string that is longer has a line of its own, however wide the page is."""
_HEIGHTS = "▁▂▃▄▅▆▇█"
_RULE = 500
"""The most columns of a rule."""


@attrs.frozen
class _Sheet:
    """The paper: how wide it is, and in what ink."""

    width: int
    ink: Ink

    def name(self, seat: str) -> str:
        """A player's name, safe; all of it."""
        return self.ink.safe(seat, 10 * len(seat) + 1)

    def name_column(self, seats: Sequence[str]) -> int:
        """How wide a column of names is; a longer one has lines of its own."""
        sizes = [size for seat in seats if (size := cells(self.name(seat))) <= max(8, self.width // 6)]
        return max(sizes, default=0)

    def lead(self, before: str, seat: str, column: int) -> tuple[list[str], str]:
        """What a line begins with, a name in its column; above it the lines of a name that has no room there."""
        name = self.name(seat)
        if cells(name) <= column:
            return [], f"{before}{fill(name, column)}  "
        return wrap([name], self.width, before, cells(before)), " " * (cells(before) + column + 2)

    def sentence(self, text: str, lead: str = "  ") -> list[str]:
        """A sentence, wrapped."""
        return wrap([self.ink.safe(text, 2 * _RULE)], self.width, lead, hang=4)


def game_text(title: str, rounds: Sequence[RoundReview], width: int, ink: Ink) -> str:
    """All rounds of a game as text."""
    sheet = _Sheet(max(NARROWEST, width), ink)
    lines = [BOLD + line for line in wrap([ink.safe(title, 10 * len(title) + 1)], sheet.width)]
    if rounds:
        lines += wrap([ink.safe(rounds[0].edition, 4 * sheet.width)], sheet.width)
    else:
        lines += ["", *wrap(["No round has been dealt yet."], sheet.width)]
    for record in rounds:
        lines += ["", *_of_round(record, sheet)]
    if len(rounds) > 1:
        lines += ["", *_over_all(rounds, sheet)]
    return "\n".join(ink.finish(lines)) + "\n"


def round_lines(record: RoundReview, width: int, ink: Ink) -> list[str]:
    """One round as composed lines, without a title: for a table where it has just been played."""
    return _of_round(record, _Sheet(max(NARROWEST, width), ink))


def _of_round(record: RoundReview, sheet: _Sheet) -> list[str]:
    heading = f"Round {record.number} · {say_within(sheet.name(record.dealer), 'deal')}"
    *others, last = wrap([heading], sheet.width - 1, "── ", 3)
    lines = [BOLD + line for line in (*others, f"{last} " + "─" * (sheet.width - cells(last) - 1))]
    lines += [*_facts(record, sheet), *_curve(record, sheet), ""]
    for sentence in record.story:
        lines += sheet.sentence(sentence)
    for sentence in record.unknown:
        lines += sheet.sentence(sentence, lead="  ? ")
    lines += _turn_lines(record, sheet)
    lines += ["", *_still_open(record, sheet)]
    lines += ["", BOLD + "The players"]
    for player in record.players.values():
        lines += sheet.sentence(player.saying)
    return lines


def _facts(record: RoundReview, sheet: _Sheet) -> list[str]:
    names = dict.fromkeys(text for text in (record.rule, record.rule_text) if text is not None)
    rule = [sheet.ink.safe(text, _RULE) for text in names] or ["not in the file, only the judgements"]
    fitting = f"{record.alive_at_start:,} fit the starter"
    looked_at = [f"{record.family_size:,} rules", fitting, f"{record.bits_at_start:.1f} bits to learn"]
    facts = (("rule", rule), ("starter", [in_order(record.starters) or "none"]), ("looked at", looked_at))
    return [line for label, parts in facts for line in wrap_labelled(label, parts, sheet.width)]


def _curve(record: RoundReview, sheet: _Sheet) -> list[str]:
    """What was left to know, turn by turn, as a line of heights; below it, from where the rule could be known.

    Where there are more turns than columns, each column stands for the last of several.
    """
    if not record.turns:
        return []
    left = [bits for _, bits in record.curve]
    most = max(left) or 1.0
    step = math.ceil(len(left) / (sheet.width - LABEL - 2))
    shown = [left[min(place + step, len(left)) - 1] for place in range(0, len(left), step)]
    heights = "".join(_HEIGHTS[min(len(_HEIGHTS) - 1, int(bits / most * len(_HEIGHTS)))] for bits in shown)
    knowledge = record.turn_of_knowledge
    mark = [] if knowledge is None else wrap_labelled("", [" " * (knowledge.number // step) + "▲"], sheet.width)
    return wrap_labelled("bits left", [heights], sheet.width) + mark


@attrs.frozen
class _Columns:
    """How wide the columns of the turns are."""

    names: int
    moves: int
    bar: int

    @property
    def before(self) -> int:
        """What stands before a move: the turn's number and whose it was."""
        return 5 + self.names + 2

    @property
    def all(self) -> int:
        """All of them: behind them a comment may stand."""
        return self.before + self.moves + 2 + 5 + 2 + (self.bar + 1 if self.bar else 0) + 5 + 2 + 9 + 2


def _turn_lines(record: RoundReview, sheet: _Sheet) -> list[str]:
    """Each turn on a line or two, and its turning points."""
    most = max(bits for _, bits in record.curve)
    names = sheet.name_column([turn.seat for turn in record.turns])
    narrow = _Columns(names, moves=0, bar=_BAR if sheet.width >= _WITH_BAR else 0)
    widest = sheet.width - narrow.all + 2 if sheet.width < WIDE else _LONG_MOVE
    sizes = [size for turn in record.turns if (size := cells(name_move(turn))) <= widest]
    columns = attrs.evolve(narrow, moves=max(sizes, default=0))
    lines = [""] if record.turns else []
    for turn in record.turns:
        lines += _turn(turn, most, columns, sheet)
        for mark in turn.turning:
            lines += [BOLD + line for line in wrap([f"▲ turn {turn.number}: {mark}"], sheet.width, "     ", 7)]
    return lines


def _turn(turn: TurnReview, most: float, columns: _Columns, sheet: _Sheet) -> list[str]:
    move, hang = name_move(turn), columns.before
    above, lead = sheet.lead(f"{fill(str(turn.number), 3, right=True)}  ", turn.seat, columns.names)
    left = f"{turn.bits_left:.1f}" if turn.alive else "–"
    bar = _bar(turn.bits_left, most, columns.bar) + " " if columns.bar else ""
    learnt = "" if turn.bits_gained is None else f"told {add_up((turn.bits_gained, turn.bits_besides)):.2f}"
    facts = f"  {fill(turn.verdict, 5)}  {bar}{fill(left, 5, right=True)}  {learnt}"
    if cells(move) <= columns.moves:
        lines, last = above, lead + fill(move, columns.moves) + facts
    else:  # a long string has a line of its own
        lines = [*above, *wrap([move], sheet.width, lead, hang)]
        last = " " * (hang + columns.moves) + facts
    comments = [sheet.ink.safe(part, _RULE) for part in [*turn.comments, *turn.after]]
    if not comments:
        return [*lines, last]
    if sheet.width >= WIDE or columns.all + cells(" · ".join(comments)) <= sheet.width:
        return [*lines, *wrap(comments, sheet.width, fill(last, columns.all), columns.all)]
    faint = FAINT if sheet.ink.colour else ""
    return [*lines, last, *(faint + line for line in wrap(comments, sheet.width, " " * hang, hang + 2))]


def _bar(bits: float, most: float, size: int) -> str:
    """A bar of what was left to know."""
    full = 0 if most <= 0 else min(size, math.ceil(bits / most * size - 1e-9))
    return "█" * full + "░" * (size - full)


def _still_open(record: RoundReview, sheet: _Sheet) -> list[str]:
    """The rules that were still open at the end."""
    if not record.top:
        return [BOLD + "No rule that was looked at fits."]
    still = "Still open at the end" if len(record.top) > 1 or record.top[0].chance < 1 else "What was left"
    lines = [BOLD + f"{still}: {record.alive:,} {'rule' if record.alive == 1 else 'rules'}"]
    for top in record.top:
        lead = f"{fill(say_share(top.chance), 10, right=True)}  "
        mine = ["the rule"] if top.true else []
        lines += wrap([sheet.ink.safe(top.rule, _RULE), *mine], sheet.width, lead, cells(lead), joint="  ←")
    rest = 1 - math.fsum(top.chance for top in record.top)
    if rest >= 0.005:
        lines += wrap([f"{fill(say_share(rest), 10, right=True)}  others"], sheet.width)
    return lines


def _over_all(rounds: Sequence[RoundReview], sheet: _Sheet) -> list[str]:
    """What each player made of all rounds together."""
    lines = [BOLD + "All rounds"]
    seats = dict.fromkeys(seat for record in rounds for seat in record.players)
    column = sheet.name_column(list(seats))
    for seat in seats:
        own = [record.players[seat] for record in rounds if seat in record.players]
        above, lead = sheet.lead("  ", seat, column)
        lines += [*above, *wrap(_totals(own), sheet.width, lead, column + 4)]
    return lines


def _totals(own: Sequence[PlayerReview]) -> list[str]:
    turns = sum(player.turns for player in own)
    gained = math.fsum(player.bits_gained for player in own)
    compared = [player for player in own if player.efficiency is not None]
    best = math.fsum(player.bits_best for player in compared)
    parts = [count(turns, "turn"), f"told {gained:.1f} bits"]
    if best:
        asked = math.fsum(player.bits_expected for player in compared)
        parts.append(f"asked for {asked:.1f} of {best:.1f} ({say_share(min(1.0, asked / best))})")
    return parts
