"""A round of a real table played through once more with other lines, before anything is written.

Lines that are not possible any more are changed where it is plain what they would be; where it is not, the turn
is named. What then is otherwise than at the table, later turns, the end, the scores, is told.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs
from msgspec import structs

from eleusis.driving.replayed import RoundReplay
from eleusis.game.legality import bidders
from eleusis.game.moves import Call, Declare, Guess, Judge, Move, NoPlay, Pass, Play
from eleusis.ground.errors import IllegalMove, Place, ScriptError
from eleusis.record.gamefile.contents import GameFile, RoundScript
from eleusis.record.gamefile.correcting import lines_that_count
from eleusis.record.gamefile.lines import FileLine
from eleusis.record.replaying.expecting import find_unmet
from eleusis.record.replaying.replay import replay_round
from eleusis.table.game_table import Table
from eleusis.words.page.telling import Page, story


@attrs.frozen
class Change:
    """Where in a round something is otherwise, and by how many turns the later ones move."""

    turn: int | None = None
    """The turn that is meant; None: none of its own."""
    shift: int = 0
    """1 where it is put in, -1 where it goes."""

    def number_before(self, number: int) -> int | None:
        """The number that a turn has now, which then has this number; None: there is none."""
        if self.turn is None or number < self.turn:
            return number
        if self.shift > 0 and number == self.turn:
            return None
        return number - self.shift


@attrs.frozen(eq=False, repr=False)
class Rehearsal:
    """Plays a round of a table anew, as its `script` has it but for the lines."""

    table: Table
    page: Page
    game: GameFile
    script: RoundScript
    now: RoundReplay
    """The round as it stands at the table."""

    @property
    def is_last(self) -> bool:
        """Whether no round has begun after it: then it may go on."""
        return self.now is self.table.now

    def name_turn(self, number: int) -> str:
        """What a turn is called; of an earlier round, with the round."""
        return f"turn {number}" if self.is_last else f"turn {number} of round {self.now.number}"

    def type_turn(self, number: int) -> str:
        """How a turn is typed behind `fix`."""
        return f"{number}" if self.is_last else f"{self.now.number}.{number}"

    def play(self, lines: Sequence[FileLine], *, whole: bool = True) -> RoundReplay:
        """The round with these lines, or the beginning of it; a finding's place tells which of them it is about.

        Raises IllegalMove where it can't be dealt so.
        """
        numbered = tuple(attrs.evolve(line, place=Place(None, at)) for at, line in enumerate(lines))
        script = attrs.evolve(self.script, lines=numbered)
        goes_on = self.is_last or not whole  # else its end is where a next round begins, as in any file
        table, now = self.table, self.now
        try:
            record = replay_round(
                self.game, script, now.number, table.variant, now.dealer, table.rules, implied=not goes_on
            )
        except ScriptError as error:  # the file is as it was, and the table can go on
            raise IllegalMove(error.code, error.message) from None
        if whole and self.is_last and self.game.stopped and record.stopped_by is None:
            record.round.abandon()
        if whole and record.stopped_by is None:
            record.findings += find_unmet(self.script.expected, record)
        return record

    def settle(self, lines: Sequence[FileLine], change: Change) -> list[FileLine]:
        """The lines such that all are possible. Raises IllegalMove, naming the turn, where they can't be."""
        lines = list(lines)
        for _ in range(4 * len(lines) + 4):
            record = self.play(lines)
            wrong = record.stopped_by
            if wrong is None:
                self._check_over(record)
                return lines
            at = wrong.place.line or 0
            if not _adapt(lines, at, record, wrong.code):
                why = wrong.text.removeprefix(f"{lines[at].made}: ")
                raise IllegalMove(wrong.code, self._refuse(count_turns(lines[: at + 1]), why, record, change))
        raise AssertionError("each line is adapted once or twice")

    def _refuse(self, number: int, why: str, record: RoundReplay, change: Change) -> str:
        """Why a turn is in the way; it is called by the number that it has now."""
        before = change.number_before(number)
        if before is None:
            return f"that turn can't have been played there: {why}"
        name, may_undo = self.name_turn(before), self.is_last and not self.game.stopped
        if before == change.turn and not change.shift:
            return f"{name} can't have been like that: {why}"
        if record.round.state.phase == "call":  # which nobody has typed
            cure = f"Undo back to turn {before}, and type it again with the call"
            if not may_undo:
                cure = "Nobody wrote down the call there"
        else:
            cure = f"Put turn {before} right first, or undo back to it"
            if not may_undo:
                cure = f"Put that right first: fix {self.type_turn(before)}"
        return f"{name} would no longer be possible: {why}. {cure}"

    def _check_over(self, record: RoundReplay) -> None:
        """Refuse that a round goes on after which another has begun. Raises IllegalMove (`move/round-over`)."""
        if self.is_last or record.ended is not None or self.now.ended is None:
            return
        number = self.now.number
        message = (
            f"round {number} would then not be over; but round {number + 1} has begun, "
            f"and nobody wrote down how round {number} went on"
        )
        raise IllegalMove("move/round-over", message)

    # What it leads to

    def compare(self, lines: Sequence[FileLine], record: RoundReplay, change: Change) -> list[str]:
        """What is otherwise in a round than it is now, besides the turn that is meant."""
        before, after = tell_turns(self.now, self.page), tell_turns(record, self.page)
        besides = []
        for number in range(1, max(after, default=0) + 1):
            old = change.number_before(number)
            own = number == change.turn and change.shift >= 0
            if not own and (old is None or before.get(old) != after[number]):
                besides.append(f"turn {number} becomes: {after[number]}")
        if record.ended != self.now.ended:
            besides.append(
                "the round is then not over" if record.ended is None else f"the round then ends: {record.ended}"
            )
        return besides + self._compare_scores(record) + self._find_wrong(lines, record)

    def _compare_scores(self, record: RoundReplay) -> list[str]:
        """Whose score of a round that is over is another one."""
        before, after = self.now.scores or {}, record.scores or {}
        changed = [
            f"{self.page.name(seat)} {after[seat]}, not {before[seat]}"
            for seat in self.table.players
            if seat in before and seat in after and before[seat] != after[seat]
        ]
        return [f"the scores of the round become: {'; '.join(changed)}"] if changed else []

    def _find_wrong(self, lines: Sequence[FileLine], record: RoundReplay) -> list[str]:
        """What is wrong with the round then, and was not before: held against the rule that it had then."""
        script = self.game.rounds[self.now.number - 1]
        if script.rule == self.script.rule:
            as_it_is = attrs.evolve(self, script=script).play(lines_that_count(script.lines))
            old = {(finding.code, finding.text) for finding in as_it_is.findings}
        else:
            old = set()
        wrong = []
        for finding in record.findings:
            if (finding.code, finding.text) in old:
                continue
            text = finding.text
            if finding.place.file is None:
                at = finding.place.line or 0
                number, move = count_turns(lines[: at + 1]), lines[at].move
                text = f"turn {number}: {text}"
                if isinstance(move, Judge) and finding.code == "misjudged":
                    objection = finding.text.removeprefix(f"{move.seat} {move.text}: ")
                    text = f"turn {number}: {_contradict(self.page.name(move.seat), move, objection)}"
            wrong.append(self.page.ink.safe(text, 300))
        return wrong


def _contradict(name: str, move: Judge, objection: str) -> str:
    """What a dealer said of a turn, and what the rule says against it."""
    if move.card is not None and objection == f"by the rule {move.card} is wrong":
        return f"{name} put {move.card} down as right, but by the rule it is wrong"
    return f"{name} said {'right' if move.right else 'wrong'}, but {objection}"


def say_instead(line: FileLine, move: Move) -> FileLine:
    """A line with another move, without what was expected of the old one; the same line for the same move."""
    return line if line.move == move else attrs.evolve(line, move=move, expected=(), comment="")


def count_turns(lines: Sequence[FileLine]) -> int:
    """How many turns begin in these lines."""
    return sum(isinstance(line.move, (Play, NoPlay)) for line in lines)


def tell_turns(record: RoundReplay, page: Page) -> dict[int, str]:
    """What is told of each turn, with all that was said until the next; 0: before the first."""
    turns: dict[int, list[str]] = {}
    number = 0
    for line in story(record, page):
        number = line.number or number
        turns.setdefault(number, []).append(" · ".join([line.what, *line.then]))
    return {number: "; ".join(parts) for number, parts in turns.items()}


def _adapt(lines: list[FileLine], at: int, record: RoundReplay, code: str) -> bool:
    """Change a line that is not possible any more, where it is plain what it would be; False where it is not.

    A call or a pass that nobody is asked for goes; a turn out of turn, and a call by who is not the prophet, are
    those of who is to act; who declares after others were asked lets them pass.
    """
    move, state = lines[at].move, record.round.state
    if isinstance(move, Call) and state.phase == "call" and state.prophet not in (None, move.seat):
        lines[at] = say_instead(lines[at], structs.replace(move, seat=state.prophet))
    elif isinstance(move, Pass) or (isinstance(move, Call) and state.prophet is None):
        del lines[at]
    elif isinstance(move, (Play, NoPlay)) and code == "move/out-of-turn" and state.phase in ("play", "guess"):
        seat = state.successor()
        if seat in (None, move.seat):
            return False
        end = next((n for n in range(at + 1, len(lines)) if isinstance(lines[n].move, (Play, NoPlay))), len(lines))
        for n in range(at, end):
            made = lines[n].move
            if made.seat == move.seat and isinstance(made, (Play, NoPlay, Declare, Guess, Pass)):
                lines[n] = say_instead(lines[n], structs.replace(made, seat=seat))
    elif isinstance(move, Declare) and move.seat in (asked := bidders(state, record.round.variant))[1:]:
        lines[at:at] = [FileLine(Pass(seat)) for seat in asked[: asked.index(move.seat)]]
    else:
        return False
    return True
