"""Putting right, at a real table, what was typed wrong: a starter, a turn, the rule that is told afterwards.

    fix 3 5h r         turn 3 is typed once more, the whole of it
    fix 3 7h; w; r     what would be lines of their own, a call or a declaration, stands behind `;`
    fix 3 nothing      there was no such turn
    fix before 3 5h r  a turn that was forgotten is put in before it
    fix starter 9c     likewise the starter
    fix 1.3 5h r       the same in an earlier round, as long as that ends before the next one begins
    rule "red"         the round is given its rule, and every verdict is held against it

What is typed is read at a table that stands as it did before that turn, and all that came later is made again
there. What changes, or contradicts the rule, is told, and nothing is kept unless that is meant; where a later move
is no longer possible, the fix is refused, and the turn named.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from functools import partial

import attrs
from msgspec import structs

from eleusis.driving.replayed import Finding, RoundReplay
from eleusis.game.legality import bidders
from eleusis.game.moves import Call, Declare, Guess, Hint, Judge, Move, NoPlay, Pass, Play
from eleusis.game.round import Round
from eleusis.game.state import JUDGING
from eleusis.ground.agreement import say_within
from eleusis.ground.cards import UNKNOWN, Card, cards, text_of
from eleusis.ground.errors import EleusisError, IllegalMove, NotationError, Place, ScriptError
from eleusis.record.gamefile.contents import GameFile, RoundScript
from eleusis.record.gamefile.lines import FileLine, lines_that_count
from eleusis.record.gamefile.reading import read_game
from eleusis.record.gamefile.writing import write_game
from eleusis.secret.library import find_rule
from eleusis.secret.rule import Rule
from eleusis.table.game_table import Table
from eleusis.variant.saying import capital
from eleusis.words.page.ink import show_cards, wrap
from eleusis.words.page.telling import Page, story, tell

ReadTurn = Callable[[str, Round], list[Move]]
"""Reads what is typed of a turn where a round stands as given, as it is read at the table."""

_SHOWN = 8
"""How many of the things that a fix changes besides are told."""
_NOTHING = ("nothing", "remove", "delete")
"""What is typed for a turn that never was."""
_PARTS = re.compile(r';(?=(?:[^"]*"[^"]*")*[^"]*$)')
"""What stands between the lines of a turn: a `;` that is in no quotes."""
_NOT_BY_HAND = "fix and rule are for real cards (--by-hand); here, type undo"


@attrs.frozen
class Fix:
    """A turn as it really was; turn 0 is the starter."""

    turn: int
    typed: str = ""
    """What is typed of it; nothing: it is to be shown."""
    round: int | None = None
    """Which round it is in; None: the one that is being played, or was last."""
    adds: bool = False
    """Whether it is put in before the one that has this number."""


@attrs.frozen
class RoundFix:
    """A round that is meant as a whole: its turns are to be shown or, with a `rule`, it is given that."""

    round: int | None = None
    """Which round; None: the one that is being played, or was last."""
    rule: str | None = None
    """The text of its rule."""


@attrs.frozen
class Amendment:
    """A game put right, as long as it is not kept: the text of its file, and what that changes."""

    text: str
    what: str
    """What is put right: a turn, the starter, the rule."""
    becomes: str
    """What it is then, in words; empty where it goes."""
    besides: tuple[str, ...] = ()
    """What else would change, or would be wrong."""
    new: bool = False
    """Whether it was not there before."""

    @property
    def done(self) -> str:
        """What has been put right, once it is kept."""
        return self._say("has been put in", "is now", "is gone")

    @property
    def asked(self) -> str:
        """What would be put right, as long as it is not kept."""
        return self._say("is put in", "becomes", "goes")

    def _say(self, new: str, changed: str, gone: str) -> str:
        if not self.becomes:
            return f"{self.what} {gone}"
        return f"{self.what} {new if self.new else changed}: {self.becomes}"


def plan_fix(table: Table, fix: Fix, read: ReadTurn, page: Page) -> Amendment | None:
    """The game with one turn put right, put in or taken out; None where it stands so already.

    Raises IllegalMove or NotationError, saying what is in the way.
    """
    plan = _Plan(table, page, fix.round)
    return plan.put_right(fix, read) if fix.turn else plan.set_starter(cards(fix.typed))


def plan_rule(table: Table, fix: RoundFix, page: Page) -> Amendment | None:
    """The game with the rule that its dealer has told; None where it has it. Raises as `plan_fix`, RuleError."""
    plan, text = _Plan(table, page, fix.round), (fix.rule or "").strip()
    if len(text) > 1 and text[0] == text[-1] == '"':
        text = text[1:-1]
    if not text:
        rule = plan.now.rule
        so_far = (
            "the rule has not been revealed yet" if rule is None else f"the rule is: {page.ink.safe(rule, 300)}"
        )
        typed = "rule" if plan.is_last else f"fix round {plan.now.number} rule"
        raise NotationError(
            "notation/missing",
            f"{so_far}; type {'it' if rule is None else 'another'} as {typed} if last.odd then black else red",
        )
    return plan.set_rule(find_rule(text, table.rules))


def tell_turn(table: Table, fix: Fix, page: Page) -> list[str]:
    """What stands there as a turn (0: the starter), and how to say that it was otherwise. Raises NotationError."""
    plan = _Plan(table, page, fix.round)
    number, name = fix.turn, plan.name_turn(fix.turn)
    if not number:
        starter = " ".join(card.pretty for card in plan.now.starter)
        return [f"{capital(plan.starter_name)} is {starter}." if starter else "There is no starter."]
    begin, end = plan.span(number)
    texts = (page.ink.safe(line.text, 200) for line in plan.script.lines[begin:end])
    rows = [row for text in texts for row in wrap([text], page.width, " " * 7, 9)]
    head = f"{name}: {tell_turns(plan.now, page)[number]}"
    how = f"If that is wrong, type the whole turn once more: fix {plan.type_turn(number)} 5h r (? shows other ways)"
    return [*wrap([head], page.width, "", 7), *rows, *wrap([how], page.width, "  ", 4)]


def tell_turns_of(table: Table, fix: RoundFix, page: Page) -> list[str]:
    """The starter and the turns of a round, by their numbers, and how to put them right. Raises NotationError."""
    plan = _Plan(table, page, fix.round)
    number = plan.now.number
    deals = say_within(page.name(plan.now.dealer), "deal")
    starter = " ".join(card.pretty for card in plan.now.starter) or "none"
    example = max(1, min(3, count_turns(plan.script.lines)))
    how = (
        f"To correct turn {example}: fix {plan.type_turn(example)} 5h r; the starter: fix round {number} starter 9c"
    )
    head = f"Round {number}: {deals}, starter {starter}"
    return [head, *tell(plan.now, page), *wrap([how], page.width, "  ", 4)]


def ask_amendment(amendment: Amendment, page: Page) -> str:
    """The question whether it is meant, below what else it would change."""
    shown = amendment.besides[:_SHOWN]
    more = len(amendment.besides) - len(shown)
    lines = [amendment.asked, *shown, *([f"and {more} more"] if more else [])]
    rows = [part for line in lines for part in wrap([show_cards(line)], page.width - 2, "  ", 4)]
    return "\n".join([*rows, "Keep this?"])


class _Plan:
    """Works out what becomes of a round."""

    def __init__(self, table: Table, page: Page, number: int | None) -> None:
        if table.file is None or not table.rounds:
            raise NotationError("notation/word", _NOT_BY_HAND)
        last = len(table.rounds)
        if number is not None and not 1 <= number <= last:
            raise NotationError("notation/word", f"there is no round {number}: this is round {last}")
        self.now: RoundReplay = table.rounds[(number or last) - 1]
        if not any(UNKNOWN in hand for hand in self.now.deal.hands.values()):
            raise NotationError("notation/word", _NOT_BY_HAND)
        self.table = table
        self.page = page
        self.game = read_game(table.file.read(), str(table.file.path), table.rules)
        script = self.game.rounds[self.now.number - 1]
        # What was taken back may not be possible any more, so it isn't kept.
        self.script = attrs.evolve(script, lines=tuple(lines_that_count(script.lines)))

    @property
    def is_last(self) -> bool:
        """Whether no round has begun after it: then it may go on."""
        return self.now is self.table.now

    @property
    def starter_name(self) -> str:
        """What the starter is called."""
        return "the starter" if self.is_last else f"the starter of round {self.now.number}"

    def name_turn(self, number: int) -> str:
        """What a turn is called; of an earlier round, with the round."""
        return f"turn {number}" if self.is_last else f"turn {number} of round {self.now.number}"

    def type_turn(self, number: int) -> str:
        """How a turn is typed behind `fix`."""
        return f"{number}" if self.is_last else f"{self.now.number}.{number}"

    # What is asked for

    def put_right(self, fix: Fix, read: ReadTurn) -> Amendment | None:
        """The game with one turn put right, put in or taken out."""
        begin, end = self._place_of(fix)
        goes = fix.typed.casefold() in _NOTHING and not fix.adds
        trial, lines = self._stand_before(begin, self.script), self.script.lines
        typed = [] if goes else self._type(trial, fix, read, end == len(lines))
        script = attrs.evolve(self.script, lines=(*lines[:begin], *typed, *self._make_again(trial, end)))
        if [line.move for line in script.lines] == [line.move for line in lines]:
            return None
        amendment = self._amend(script, self.name_turn(fix.turn), None if goes else fix.turn)
        stays = {type(line.move) for line in typed} | {Call, Pass}
        lost = [line.made for line in lines[begin:end] if not goes and type(line.move) not in stays]
        besides = [f"it no longer has: {made}" for made in lost]
        return attrs.evolve(amendment, besides=(*besides, *amendment.besides), new=fix.adds)

    def set_rule(self, rule: Rule) -> Amendment | None:
        """The game with the rule that its dealer has told."""
        if self.script.rule == rule:
            return None
        what = "the rule" if self.is_last else f"the rule of round {self.now.number}"
        amendment = self._amend(attrs.evolve(self.script, rule=rule, rule_ref=rule.text), what)
        besides = list(amendment.besides)
        starter = self.script.starter or ()
        if any(not rule.fits_starter(card) for card in starter):
            besides.append(f"by its condition on the starter, the rule forbids {text_of(starter)}")
        becomes = self.page.ink.safe(rule.text, 300) + ("" if besides else "; no verdict contradicts it")
        return attrs.evolve(amendment, becomes=becomes, besides=tuple(besides))

    def set_starter(self, starter: tuple[Card, ...]) -> Amendment | None:
        """The game with another starter."""
        if starter == self.script.starter:
            return None
        script = attrs.evolve(self.script, starter=starter)
        lines = self._make_again(self._stand_before(0, script), 0)  # the starter may say who begins
        amendment = self._amend(attrs.evolve(script, lines=tuple(lines)), self.starter_name)
        return attrs.evolve(amendment, becomes=" ".join(card.pretty for card in starter))

    # A turn and its lines

    def span(self, number: int) -> tuple[int, int]:
        """From which of the lines to which a turn goes. Raises NotationError."""
        lines = self.script.lines
        starts = [at for at, line in enumerate(lines) if isinstance(line.move, (Play, NoPlay))]
        if not 1 <= number <= len(starts):
            count, last = len(starts), self.is_last
            where = "log shows the numbers" if last else f"fix round {self.now.number} shows the numbers"
            there = f"the last one is {count} ({where})" if starts else "nothing has been played"
            name = f"turn {number} yet" if last else f"turn {number} in round {self.now.number}"
            raise NotationError("notation/word", f"there is no {name}: {there}")
        return starts[number - 1], [*starts, len(lines)][number]

    def _place_of(self, fix: Fix) -> tuple[int, int]:
        """Which lines make way for what is typed: none where that is put in."""
        lines = self.script.lines
        if fix.adds and lines and fix.turn == count_turns(lines) + 1:
            return len(lines), len(lines)
        begin, end = self.span(fix.turn)
        return begin, begin if fix.adds else end

    def _stand_before(self, at: int, script: RoundScript) -> Table:
        """A table that stands as this one did before one of its lines. Raises IllegalMove."""
        begun = attrs.evolve(script, lines=script.lines[:at], expected=())
        game = attrs.evolve(self.game, rounds=(*self.game.rounds[: self.now.number - 1], begun), stopped=False)
        return self._rehearse(game)[0]

    def _rehearse(self, game: GameFile) -> tuple[Table, dict[int, list[Finding]]]:
        """As `Table.rehearse`; raises IllegalMove, since the game that is kept is as it was, and can go on."""
        try:
            return self.table.rehearse(game)
        except ScriptError as error:
            raise IllegalMove(error.code, error.message) from None

    def _type(self, trial: Table, fix: Fix, read: ReadTurn, is_last: bool) -> list[FileLine]:
        """The lines of what is typed, made at a table that stands before them; only the last may lack a verdict."""
        now, made = trial.now.round, len(_list_said(trial))
        try:
            if now.state.phase in ("guess", "stay"):  # which the turn has passed by in silence
                trial.step(Pass(now.to_act or ""))
            parts = _PARTS.split(fix.typed)
            if any(isinstance(move, (Play, NoPlay)) for move in read(parts[0], now)):
                for part in parts:
                    _make(trial, partial(read, part))
        except (IllegalMove, ScriptError) as error:
            what = "played there" if fix.adds else "like that"
            raise IllegalMove(error.code, f"that turn can't have been {what}: {error.message}") from None
        typed = [FileLine(move) for move in _list_said(trial)[made:]]
        by_rule = trial.rule is not None and now.state.phase != "call"
        waits = now.state.phase == "call" or now.state.phase in JUDGING
        if count_turns(typed) != 1 or (waits and not is_last and not by_rule):
            call = "" if now.state.prophet is None else f" the call of {self.page.name(now.state.prophet)},"
            how = f"fix {'before ' if fix.adds else ''}{self.type_turn(fix.turn)} {'5h; w; r' if call else '5h r'}"
            message = f"type the whole turn and no other, the cards (or np),{call} and the verdict: {how}"
            raise NotationError("notation/missing", message)
        return typed

    def _make_again(self, trial: Table, begin: int) -> list[FileLine]:
        """The lines from there on, made again where the table stands now. Raises IllegalMove, naming the turn."""
        later: list[FileLine] = []
        mover = ""
        for at, line in enumerate(self.script.lines[begin:], begin):
            if isinstance(line.move, (Play, NoPlay)):
                mover = line.move.seat
            made = len(_list_said(trial))
            try:
                _make(trial, partial(_say_again, line.move, mover))
            except (IllegalMove, ScriptError) as error:
                number = count_turns(self.script.lines[: at + 1])  # as it is called now
                undo = ", or undo back to it" if self.is_last and not self.game.stopped else ""
                cure = f"Put that right first{undo}: fix {self.type_turn(number)}"
                message = f"{self.name_turn(number)} would no longer be possible: {error.message}. {cure}"
                raise IllegalMove(error.code, message) from None
            moves = _list_said(trial)[made:]
            later += [line] if moves == [line.move] else map(FileLine, moves)
        return later

    # What it leads to

    def _amend(self, script: RoundScript, what: str, own: int | None = None) -> Amendment:
        """The game with this round, and what is otherwise in it than it is now, but for the turn that is its `own`.

        Raises IllegalMove where it can't be played so.
        """
        number, rounds = self.now.number, list(self.game.rounds)
        rounds[number - 1] = script
        text = write_game(attrs.evolve(self.game, rounds=tuple(rounds)), grows=True)
        try:
            game = read_game(text, self.game.file, self.table.rules)
        except EleusisError as error:
            raise NotationError(error.code, error.message) from None
        table, findings = self._rehearse(game)
        record, lines = table.rounds[number - 1], game.rounds[number - 1].lines
        if record.stopped_by is not None:
            turn = self.name_turn(_turn_at(lines, record.stopped_by.place))
            raise IllegalMove(
                record.stopped_by.code, f"{turn} would no longer be possible: {record.stopped_by.text}"
            )
        self._check_over(record)
        after = tell_turns(record, self.page)
        # Turns that only have another number, since one was put in before them or taken out, are the same.
        changes = SequenceMatcher(None, tell_turns(self.now, self.page), after, autojunk=False).get_opcodes()
        turns = [turn for how, _, _, first, end in changes if how != "equal" for turn in range(first, end)]
        besides = [f"turn {turn} becomes: {after[turn]}" for turn in turns if turn and turn != own]
        besides += self._compare_ends(record)
        same_rule = script.rule == self.script.rule
        objections = self._rehearse(self.game)[1].get(number, []) if same_rule else []
        old_texts = {(finding.code, finding.text) for finding in objections}
        besides += [
            self._object(finding, lines)
            for finding in findings.get(number, [])
            if (finding.code, finding.text) not in old_texts
        ]
        return Amendment(text, what, "" if own is None else after[own], tuple(besides))

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

    def _compare_ends(self, record: RoundReplay) -> list[str]:
        """How a round ends otherwise than it does now, and whose score is then another one."""
        besides = []
        if record.ended != self.now.ended:
            ends = "is then not over" if record.ended is None else f"then ends: {record.ended}"
            besides.append(f"the round {ends}")
        before, after = self.now.scores or {}, record.scores or {}
        changed = [
            f"{self.page.name(seat)} {after[seat]}, not {before[seat]}"
            for seat in self.table.players
            if seat in before and seat in after and before[seat] != after[seat]
        ]
        return besides + ([f"the scores of the round become: {'; '.join(changed)}"] if changed else [])

    def _object(self, finding: Finding, lines: Sequence[FileLine]) -> str:
        """What is wrong with a round, in which turn."""
        text = finding.text
        line = next((line for line in lines if line.place == finding.place), None)
        if line is not None:
            said = f"{self.page.name(line.move.seat)} said {line.move.text.removeprefix('judge ')}, but "
            text = text.replace(f"{line.move.seat} {line.move.text}: ", said, 1)
            text = f"turn {_turn_at(lines, finding.place)}: {text}"
        return self.page.ink.safe(text, 300)


def _list_said(table: Table) -> list[Move]:
    """The moves of a round that were said, not judged by the rule: those that its file has."""
    return [step.move for step in table.now.steps if step.by == "seat"]


def _make(trial: Table, read: Callable[[Round], list[Move]]) -> None:
    """Make the moves that are read where the table stands; a verdict that is said counts, not the rule's.

    So the rule is kept from judging until it is seen whether a verdict comes next.
    """
    now = trial.now.round
    moves = read(now)
    awaits = now.state.phase in JUDGING and trial.rule is not None
    if awaits and not (moves and isinstance(moves[0], (Judge, Hint))):
        trial.step()
        moves = read(now)
    for move in moves:
        trial.step(move, judged=True)


def _say_again(move: Move, mover: str, round_: Round) -> list[Move]:
    """A move that was made later, as it is made where a round stands now; none where nobody is asked for it.

    `mover` is whose turn it was; now it may be another's.
    """
    state = round_.state
    seat = move.seat if move.seat != mover else (state.mover or mover)
    if isinstance(move, (Play, NoPlay)):
        if state.phase in ("play", "guess"):
            seat = state.successor() or mover
    elif isinstance(move, Call):
        if state.prophet is None:
            return []
        seat = state.prophet
    elif isinstance(move, Pass):
        if seat != round_.to_act:
            return []
    elif isinstance(move, Declare):
        asked = bidders(state, round_.variant)  # who is asked before the one who declares has passed
        passes = asked[: asked.index(seat)] if seat in asked else ()
        return [*map(Pass, passes), Declare(seat)]
    elif not isinstance(move, Guess):
        return [move]
    return [structs.replace(move, seat=seat)]


def count_turns(lines: Sequence[FileLine]) -> int:
    """How many turns begin in these lines."""
    return sum(isinstance(line.move, (Play, NoPlay)) for line in lines)


def _turn_at(lines: Sequence[FileLine], place: Place) -> int:
    """The number of the turn that a place is in."""
    return count_turns([line for line in lines if (line.place.line or 0) <= (place.line or 0)])


def tell_turns(record: RoundReplay, page: Page) -> list[str]:
    """What is told of each turn, by its number, with all that was said until the next; at 0, before the first."""
    turns: list[list[str]] = [[]]
    for line in story(record, page):
        if line.number is not None:
            turns.append([])
        turns[-1].append(" · ".join([line.what, *line.then]))
    return ["; ".join(parts) for parts in turns]
