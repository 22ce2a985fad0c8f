"""Putting right, at a real table, what was typed wrong: a starter, a turn, the rule that is told afterwards.

    fix 3 5h r      the lines of turn 3 are written anew; what stood there is kept behind `#`
    fix starter 9c  likewise the starter
    rule "red"      the round is given its rule, and every verdict is held against it

All that came later is replayed first. What changes there, or contradicts the rule, is told, and nothing is kept
unless that is meant; where a later move is no longer possible, the fix is refused, and the turn named.
"""

from __future__ import annotations

from collections.abc import Sequence

from eleusis import records
from eleusis.driving.record import RoundReplay
from eleusis.errors import IllegalMove, NotationError, Place, ScriptError
from eleusis.game.legality import bidders
from eleusis.game.moves import Call, Declare, Guess, Judge, Move, NoPlay, Pass, Play
from eleusis.gamefile.contents import GameFile, RoundScript
from eleusis.gamefile.correcting import lines_that_count, write_key, write_lines
from eleusis.gamefile.lines import FileLine
from eleusis.gamefile.reading import read_game
from eleusis.gamefile.writing import rule_text
from eleusis.pack import Card, text_of
from eleusis.page.ink import show_cards, wrap
from eleusis.page.telling import Page, story
from eleusis.replaying.replay import replay_round
from eleusis.secret.library import find_rule
from eleusis.secret.rule import Rule
from eleusis.table.game_table import Table

Said = tuple[bool, Card | None]
"""Right or wrong, and the card that is named with it."""


_SHOWN = 8
"""How many of the things that a fix changes besides are told."""


@records.frozen
class Fix:
    """What a turn really was; what is None, or empty, stays as it is. Turn 0 is the starter."""

    turn: int
    cards: tuple[Card, ...] | None = None
    """What was played; of turn 0 the starter; none at all: a no play."""
    verdicts: tuple[Said, ...] = ()
    """What the dealer said; where a prophet calls, the call may stand before it."""
    declares: str | None = None
    """Who declared after the turn: a name, or "" for the one whose turn it was."""
    drops: frozenset[str] = frozenset()
    """What did not happen: `declare`, `guess`, or the `turn` itself."""
    guess: str | None = None
    """What was guessed after the turn."""
    guess_right: bool | None = None
    """What the dealer said to the guess."""


@records.frozen
class Amendment:
    """A game put right, as long as it is not kept: the text of its file, and what that changes."""

    text: str
    what: str
    """What is put right: a turn, the starter, the rule."""
    becomes: str
    """What it is then, in words; empty where it goes."""
    besides: tuple[str, ...] = ()
    """What else would change, or would be wrong."""

    @property
    def done(self) -> str:
        """What has been put right, once it is kept."""
        return f"{self.what} is now: {self.becomes}" if self.becomes else f"{self.what} is gone"


def plan_fix(table: Table, fix: Fix, page: Page) -> Amendment | None:
    """The game with one turn put right; None where it stands so already.

    Raises IllegalMove or NotationError, saying what is in the way.
    """
    return _Plan(table, page).put_right(fix)


def plan_rule(table: Table, text: str, page: Page) -> Amendment | None:
    """The game with the rule that its dealer has told; None where it has it. Raises as `plan_fix`, RuleError."""
    plan, said = _Plan(table, page), text.strip()
    if len(said) > 1 and said[0] == said[-1] == '"':
        said = said[1:-1]
    if not said:
        rule = table.now.rule
        so_far = "no rule has been told yet" if rule is None else f"the rule is: {page.ink.safe(rule, 300)}"
        raise NotationError("notation/missing", f"{so_far}; type it as rule if last.odd then black else red")
    return plan.set_rule(find_rule(said, table.rules))


def tell_turn(table: Table, number: int, page: Page) -> list[str]:
    """What stands there as a turn (0: the starter), and how to say that it was otherwise. Raises NotationError."""
    plan = _Plan(table, page)
    if not number:
        return [f"The starter is {table.now.starter[0].pretty}." if table.now.starter else "There is no starter."]
    begin, end = plan.span(number)
    rows = [f"       {page.ink.safe(line.text, 200)}" for line in plan.lines[begin:end]]
    ways = ("5h r", "5h", "w", "np", "declare", "no declare", "nothing")
    how = f"If that is wrong, type what was different: {', '.join(f'fix {number} {way}' for way in ways)}."
    return [f"turn {number}: {_tell_turns(table.now, page)[number]}", *rows, *wrap([how], page.width, "  ", 4)]


def ask_amendment(amendment: Amendment, page: Page) -> str:
    """The question whether it is meant, below what else it would change."""
    shown = amendment.besides[:_SHOWN]
    rest = len(amendment.besides) - len(shown)
    first = f"{amendment.what} {'becomes: ' + amendment.becomes if amendment.becomes else 'goes'}"
    lines = [first, *shown, *([f"and {rest} more"] if rest else [])]
    rows = [part for line in lines for part in wrap([show_cards(line)], page.width, "  ", 4)]
    return "\n".join([*rows, "Keep this?"])


class _Plan:
    """Works out what becomes of the last round."""

    def __init__(self, table: Table, page: Page) -> None:
        if table.file is None or not table.rounds or not table.by_hand:
            message = "fix and rule are for real cards (--by-hand); here, type undo"
            raise NotationError("notation/word", message)
        self.table = table
        self.page = page
        self.text = table.file.read()
        self.game: GameFile = read_game(self.text, str(table.file.path), table.rules)
        self.script: RoundScript = self.game.rounds[-1]
        self.lines = lines_that_count(self.script.lines)
        self.old_findings = {(finding.code, finding.text) for finding in self._replay(self.lines).findings}
        """What was wrong with the round before."""

    # What is asked for

    def put_right(self, fix: Fix) -> Amendment | None:
        """The game with one turn put right."""
        if not fix.turn:
            if fix.cards == self.script.starter:
                return None
            self.script = records.evolve(self.script, starter=fix.cards)
            lines = self._settle(self.lines, None)
            text = write_key(self._write(lines), "starter", text_of(fix.cards or ()))
            cards = " ".join(card.pretty for card in fix.cards or ())
            record = self._replay(lines)
            return Amendment(text, "the starter", cards, tuple(self._compare(lines, record, 0)))
        fixed = self._fix_turn(fix)
        if fixed == self.lines:
            return None
        lines = self._settle(fixed, fix.turn)
        record, removed = self._replay(lines), "turn" in fix.drops
        becomes = "" if removed else _tell_turns(record, self.page)[fix.turn]
        besides = self._compare(lines, record, fix.turn, removed)
        return Amendment(self._write(lines), f"turn {fix.turn}", becomes, tuple(besides))

    def set_rule(self, rule: Rule) -> Amendment | None:
        """The game with the rule that its dealer has told."""
        if self.script.rule == rule:
            return None
        self.old_findings.clear()
        self.script = records.evolve(self.script, rule=rule, rule_ref=rule.text)
        lines = self._settle(self.lines, None)
        text = write_key(self._write(lines), "rule", rule_text(rule, rule.text))
        besides = self._compare(lines, self._replay(lines), 0)
        if any(not rule.fits_starter(card) for card in self.script.starter or ()):
            besides.append(
                f"by its condition on the starter, the rule forbids {text_of(self.script.starter or ())}"
            )
        becomes = self.page.ink.safe(rule.text, 300) + ("" if besides else "; no verdict contradicts it")
        return Amendment(text, "the rule", becomes, tuple(besides))

    # A turn and its lines

    def span(self, number: int) -> tuple[int, int]:
        """From which of the lines to which a turn goes. Raises NotationError."""
        starts = [at for at, line in enumerate(self.lines) if isinstance(line.move, (Play, NoPlay))]
        if not 1 <= number <= len(starts):
            there = (
                f"the last one is {len(starts)} (log shows the numbers)" if starts else "nothing has been played"
            )
            raise NotationError("notation/word", f"there is no turn {number} yet: {there}")
        return starts[number - 1], [*starts, len(self.lines)][number]

    def _fix_turn(self, fix: Fix) -> list[FileLine]:
        """The lines with those of one turn as they should be."""
        begin, end = self.span(fix.turn)
        turn = self.lines[begin:end]
        if "turn" in fix.drops:
            turn = []
        else:
            turn[0] = _saying(turn[0], self._turn_of(turn[0].move, fix))
            turn = self._judge_anew(turn, begin, fix)
            turn = self._guess_anew(turn, fix)
            turn = self._declare_anew(turn, fix)
        return [*self.lines[:begin], *turn, *self.lines[end:]]

    def _turn_of(self, move: Move, fix: Fix) -> Move:
        if fix.cards is None:
            return move
        return Play(move.seat, fix.cards) if fix.cards else NoPlay(move.seat)

    def _judge_anew(self, turn: list[FileLine], begin: int, fix: Fix) -> list[FileLine]:
        """The lines of a turn with its call and its judgement as they were; a play has no card in them."""
        no_play = isinstance(turn[0].move, NoPlay)
        guess = next((at for at, line in enumerate(turn) if isinstance(line.move, Guess)), len(turn))
        kinds: list[type[Call] | type[Judge]] = [Judge] if len(fix.verdicts) < 2 else [Call, Judge]
        verdicts = dict(zip(kinds, fix.verdicts, strict=False))
        for kind in (Call, Judge):
            at = next((at for at, line in enumerate(turn[:guess]) if isinstance(line.move, kind)), None)
            verdict = verdicts.get(kind)
            if at is not None:
                old = turn[at].move
                assert isinstance(old, (Call, Judge))
                right, card = (old.right, old.card if no_play else None) if verdict is None else verdict
                turn[at] = _saying(turn[at], kind(old.seat, right, card))
            elif verdict is not None:
                seat = self.table.now.dealer if kind is Judge else self._prophet_at(begin)
                if seat is None:
                    message = f"nobody called turn {fix.turn}: type one verdict, the dealer's"
                    raise NotationError("notation/word", message)
                after = 2 if kind is Judge and len(turn) > 1 and isinstance(turn[1].move, Call) else 1
                turn.insert(after, FileLine(kind(seat, *verdict)))
                guess += 1
        return turn

    def _prophet_at(self, at: int) -> str | None:
        """Who is prophet before one of the lines."""
        return self._replay(self.lines[:at]).prophet

    def _guess_anew(self, turn: list[FileLine], fix: Fix) -> list[FileLine]:
        """The lines of a turn with the guess that was made after it."""
        at = next((at for at, line in enumerate(turn) if isinstance(line.move, Guess)), None)
        if "guess" in fix.drops:
            if at is None:
                raise NotationError("notation/word", f"nobody guessed after turn {fix.turn}")
            judged = at + 1 < len(turn) and isinstance(turn[at + 1].move, Judge)
            return [*turn[:at], *turn[at + (2 if judged else 1) :]]
        if fix.guess is None and fix.guess_right is None:
            return turn
        mover, dealer = turn[0].move.seat, self.table.now.dealer
        if at is None:
            if fix.guess is None or (fix.guess_right is None and self.script.rule is None):
                message = (
                    f"nobody guessed after turn {fix.turn}; to add one that was wrong: fix {fix.turn} guess w red"
                )
                raise NotationError("notation/word", message)
            turn = [line for line in turn if line.move != Pass(mover)]
            at = len(turn)
            turn.append(FileLine(Guess(mover, fix.guess)))
        elif fix.guess is not None:
            turn[at] = _saying(turn[at], Guess(mover, fix.guess))
        if fix.guess_right is not None:
            judgement = Judge(dealer, fix.guess_right)
            if at + 1 < len(turn) and isinstance(turn[at + 1].move, Judge):
                turn[at + 1] = _saying(turn[at + 1], judgement)
            else:
                turn.insert(at + 1, FileLine(judgement))
        return turn

    def _declare_anew(self, turn: list[FileLine], fix: Fix) -> list[FileLine]:
        """The lines of a turn with who declared after it."""
        declares = [line for line in turn if isinstance(line.move, Declare)]
        if "declare" in fix.drops and not declares:
            raise NotationError("notation/word", f"nobody declared after turn {fix.turn}")
        if fix.declares is None and "declare" not in fix.drops:
            return turn
        seat = fix.declares or turn[0].move.seat
        if fix.declares is not None and any(line.move.seat == seat for line in declares):
            return turn
        turn = [line for line in turn if line not in declares]
        if fix.declares is None:
            return turn
        return [*(line for line in turn if line.move != Pass(seat)), FileLine(Declare(seat))]

    # What comes after it

    def _settle(self, lines: Sequence[FileLine], own: int | None) -> list[FileLine]:
        """The lines such that all are possible: what must change besides is changed, else the fix is refused."""
        lines = list(lines)
        for _ in range(4 * len(lines) + 4):
            record = self._replay(lines)
            wrong = record.stopped_by
            if wrong is None:
                return lines
            if not _adapt(lines, wrong.place.line or 0, record, wrong.code):
                at = wrong.place.line or 0
                number, why = _count_turns(lines[: at + 1]), wrong.text.removeprefix(f"{_move_text(lines[at])}: ")
                if number == own:
                    raise IllegalMove(wrong.code, f"turn {number} can't have been like that: {why}")
                cure = f"Put turn {number} right first, or undo back to it"
                if record.round.state.phase == "call":  # which nobody has typed
                    cure = f"Undo back to turn {number}, and type it again with the call"
                raise IllegalMove(wrong.code, f"turn {number} would no longer be possible: {why}. {cure}")
        raise AssertionError("each line is adapted once or twice")

    def _replay(self, lines: Sequence[FileLine]) -> RoundReplay:
        """The round with these lines; a finding's place tells which of them it is about."""
        table, now = self.table, self.table.now
        numbered = tuple(line.replace(place=Place(None, at)) for at, line in enumerate(lines))
        script = records.evolve(self.script, lines=numbered)
        try:
            record = replay_round(self.game, script, now.number, table.variant, now.dealer, table.rules)
        except ScriptError as error:  # it can't be dealt so; the file is as it was, and the table can go on
            raise IllegalMove(error.code, error.message) from None
        while record.steps and record.steps[-1].by == "implied":
            record.take_back()
        if self.game.stopped:
            record.round.abandon()
        return record

    def _write(self, lines: Sequence[FileLine]) -> str:
        return write_lines(self.text, self.script.lines, lines)

    def _compare(
        self, lines: Sequence[FileLine], record: RoundReplay, own: int, removed: bool = False
    ) -> list[str]:
        """What is otherwise in a round than it is now, besides a turn of its `own`."""
        now = self.table.now
        before, after = _tell_turns(now, self.page), _tell_turns(record, self.page)
        besides = []
        for number in range(1, max(after, default=0) + 1):
            shift = 1 if removed and number >= own else 0
            if (number != own or removed) and before.get(number + shift) != after[number]:
                besides.append(f"turn {number} becomes: {after[number]}")
        if record.ended != now.ended:
            besides.append(
                "the round is then not over" if record.ended is None else f"the round then ends: {record.ended}"
            )
        return besides + self._find_wrong(lines, record)

    def _find_wrong(self, lines: Sequence[FileLine], record: RoundReplay) -> list[str]:
        """What is wrong with the round then, and was not before."""
        wrong = []
        for finding in record.findings:
            if (finding.code, finding.text) in self.old_findings:
                continue
            text = finding.text
            if finding.place.file is None:
                at = finding.place.line or 0
                number, move = _count_turns(lines[: at + 1]), lines[at].move
                text = f"turn {number}: {text}"
                if isinstance(move, Judge) and finding.code == "misjudged":
                    objection = finding.text.removeprefix(f"{move.seat} {move.text}: ")
                    said = "right" if move.right else "wrong"
                    text = f"turn {number}: {self.page.name(move.seat)} said {said}, but {objection}"
            wrong.append(self.page.ink.safe(text, 300))
        return wrong


def _saying(line: FileLine, move: Move) -> FileLine:
    """A line with another move, without what was expected of the old one; the same line for the same move."""
    return line if line.move == move else line.replace(move=move, expected=(), comment="")


def _move_text(line: FileLine) -> str:
    """A line as a finding about it begins: without what is expected of it, and its comment."""
    return line.text.split("=>")[0].split("#")[0].strip()


def _count_turns(lines: Sequence[FileLine]) -> int:
    return sum(isinstance(line.move, (Play, NoPlay)) for line in lines)


def _tell_turns(record: RoundReplay, page: Page) -> dict[int, str]:
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
        lines[at] = _saying(lines[at], move.replace(seat=state.prophet))
    elif isinstance(move, Pass) or (isinstance(move, Call) and state.prophet is None):
        del lines[at]
    elif isinstance(move, (Play, NoPlay)) and code == "move/out-of-turn" and state.phase in ("play", "guess"):
        seat = state.successor()
        if seat in (None, move.seat):
            return False
        end = next((n for n in range(at + 1, len(lines)) if isinstance(lines[n].move, (Play, NoPlay))), len(lines))
        for n in range(at, end):
            said = lines[n].move
            if said.seat == move.seat and isinstance(said, (Play, NoPlay, Declare, Guess, Pass)):
                lines[n] = _saying(lines[n], said.replace(seat=seat))
    elif isinstance(move, Declare) and move.seat in (asked := bidders(state, record.round.variant))[1:]:
        lines[at:at] = [FileLine(Pass(seat)) for seat in asked[: asked.index(move.seat)]]
    else:
        return False
    return True
