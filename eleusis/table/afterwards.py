"""What is told once a round is over, and never before: where wrong guesses differ, what a bot believed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from eleusis.driving.driver import answer_of
from eleusis.game.view import View
from eleusis.ground.errors import NotationError, did_you_mean, quote
from eleusis.record.replaying.hindsight import wrong_guesses
from eleusis.reviewing.review import review_round
from eleusis.reviewing.review_text import round_lines
from eleusis.secret.english.explaining import explain
from eleusis.table.game_table import Table
from eleusis.words.page.ink import BOLD, fill, wrap
from eleusis.words.page.telling import Page
from eleusis.words.page.transcript import tell_wrong_guess

if TYPE_CHECKING:
    from eleusis.minds.induction.beliefs import Belief

_LEAST = 0.05
"""Of the rules that a bot believed in, only the first is told if it is less probable than this."""
_SHOWN = 3
"""How many rules are told of a turn."""


@runtime_checkable
class Believer(Protocol):
    """A player that keeps what it believed after each turn."""

    def look(self, view: View) -> None:
        """Take in what has happened since its last move."""

    @property
    def beliefs(self) -> list[Belief]:
        """What it believed after each turn that it has seen."""


def look_back(table: Table) -> None:
    """Find out, once the round is over, where its wrong guesses differ from the rule."""
    if not table.playing and table.rule is not None:
        table.now.wrong_guesses = wrong_guesses(table.now, table.rule, table.rules)


def rule_lines(table: Table, page: Page) -> list[str]:
    """The rule of a round that is over, as it was written and in words."""
    if table.playing:
        return []
    rule = table.now.rule
    if rule is None:
        return wrap(["the rule was never typed in: only the dealer knows it"], page.width, "  ", 4)
    lines = wrap([f"the rule was: {page.ink.safe(rule, 300)}"], page.width, "  ", 4)
    if table.rule is not None:
        lines += wrap([f"in words: {page.ink.safe(explain(table.rule), 600)}"], page.width, "  ", 4)
    return lines


def guess_lines(table: Table, page: Page) -> list[list[str]]:
    """Of each wrong guess of a round that is over, the lines that say where it differs; once if made twice."""
    record = table.now
    if record.ended is None:
        return []
    guesses = {(wrong.seat, wrong.guess): wrong for wrong in record.wrong_guesses}
    return [tell_wrong_guess(wrong, record.dealer, page, 120) for wrong in guesses.values()]


def review_lines(table: Table, page: Page) -> list[str]:
    """What could have been known in the round that is over, and what each player made of it.

    Raises NotationError (`notation/word`) while it goes on, since that would tell the rule or cards; LabError
    (`lab/no-numpy`) where numpy is missing.
    """
    if table.playing:
        raise NotationError("notation/word", "you can look back when the round is over")
    return round_lines(review_round(table.now, table.rule), page.width, page.ink)


def belief_lines(table: Table, who: str, page: Page) -> list[str]:
    """What the bot `who` believed after each turn ("": each bot that keeps that).

    Raises NotationError: `notation/word` while the round goes on, since what a bot believes may tell its cards or
    the rule; `notation/seat` where `who` is no such bot. Raises PlayerError where a bot fails at it.
    """
    if table.playing:
        raise NotationError("notation/word", "what a bot believed stays secret until the round is over")
    believers = _find_believers(table)
    if not believers:
        raise NotationError("notation/seat", "nobody here keeps track of beliefs; a good player would")
    if who:
        named = next((seat for seat in believers if seat.casefold() == who.casefold()), None)
        if named is None:
            names = ", ".join(page.name(seat) for seat in believers)
            hint = did_you_mean(who, list(believers))
            message = f"{quote(who)} keeps no record of beliefs{hint}; ask for those of {names}"
            raise NotationError("notation/seat", message)
        believers = {named: believers[named]}
    lines: list[str] = []
    for seat, believer in believers.items():
        beliefs = _ask_beliefs(table, seat, believer)
        lines += ["", f"{BOLD}{page.name(seat)}: the rules that fitted, and the most probable of them"]
        lines += _table(beliefs, page)
    return lines[1:]


def recall_beliefs(table: Table) -> dict[str, list[Belief]]:
    """What each bot that keeps it believed after each turn of the round that is over; nothing while one goes on.

    Raises PlayerError where a bot fails at it.
    """
    if table.playing or not table.rounds:
        return {}
    return {seat: _ask_beliefs(table, seat, believer) for seat, believer in _find_believers(table).items()}


def _find_believers(table: Table) -> dict[str, Believer]:
    """The bots of the last round that keep what they believed."""
    believers: dict[str, Believer] = {}
    for seat in table.players:
        believer = answer_of(seat, table.seats[seat].kind, _believer, table.player(seat))
        if believer is not None:
            believers[seat] = believer
    return believers


def _ask_beliefs(table: Table, seat: str, believer: Believer) -> list[Belief]:
    return answer_of(seat, table.seats[seat].kind, _look_back, believer, table.now.round.view(seat))


def _believer(player: object) -> Believer | None:
    """The player, if it keeps what it believed."""
    return player if isinstance(player, Believer) else None


def _look_back(believer: Believer, view: View) -> list[Belief]:
    """What it believed up to the end of the round."""
    believer.look(view)
    return believer.beliefs


def _table(beliefs: Sequence[Belief], page: Page) -> list[str]:
    """A line for each turn and, below it, the other rules that were probable."""
    if not beliefs:
        return ["  nothing: no turn was over"]
    size = max(len("fitting"), *(len(f"{belief.alive:,}") for belief in beliefs))
    hang = 2 + 4 + 2 + size + 2 + 6
    lines = [f"  turn  {fill('fitting', size, right=True)}"]
    for belief in beliefs:
        lead = f"  {fill(str(belief.turn), 4, right=True)}  {fill(f'{belief.alive:,}', size, right=True)}  "
        for chance, text in _rows(belief, page):
            lines += wrap([text], page.width, f"{lead}{fill(_percent(chance), 4, right=True)}  ", hang)
            lead = " " * (hang - 6)
    return lines


def _rows(belief: Belief, page: Page) -> list[tuple[float, str]]:
    """The rules that are worth telling, with their probabilities, the most probable one first."""
    rows = [(chance, page.ink.safe(text, 240)) for text, chance in belief.rules[:_SHOWN]]
    rows = [row for number, row in enumerate(rows) if not number or row[0] >= _LEAST]
    if belief.outside >= _LEAST:
        rows.append((belief.outside, "(none that it can think of)"))
    return sorted(rows, key=lambda row: -row[0])


def _percent(chance: float) -> str:
    if chance < 0.005:
        return "<1%"
    return f"{round(100 * chance)}%"
