"""Putting right, at a real table, what was typed wrong: a starter, a turn, the rule that is told afterwards.

    fix 3 5h r         the lines of turn 3 are written anew; what stood there is kept behind `#`
    fix 3 nothing      they become comments: there was no such turn
    fix before 3 5h r  a turn that was forgotten is put in before it
    fix starter 9c     likewise the starter
    fix 1.3 5h r       the same in an earlier round, as long as that ends before the next one begins
    rule "red"         the round is given its rule, and every verdict is held against it

All that came later is replayed first (rehearsing.py). What changes there, or contradicts the rule, is told, and
nothing is kept unless that is meant; where a later move is no longer possible, the fix is refused, and the turn
named.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from eleusis.driving.replayed import RoundReplay
from eleusis.game.moves import Call, Declare, Guess, Judge, Move, NoPlay, Pass, Play
from eleusis.ground.agreement import say_within
from eleusis.ground.cards import UNKNOWN, Card, text_of
from eleusis.ground.errors import EleusisError, IllegalMove, NotationError
from eleusis.record.gamefile.contents import RoundScript
from eleusis.record.gamefile.correcting import lines_that_count, write_key, write_lines
from eleusis.record.gamefile.lines import FileLine
from eleusis.record.gamefile.reading import read_game
from eleusis.record.gamefile.writing import rule_text
from eleusis.secret.library import find_rule
from eleusis.secret.rule import Rule
from eleusis.table.game_table import Table
from eleusis.table.rehearsing import Change, Rehearsal, count_turns, say_instead, tell_turns
from eleusis.variant.saying import capital
from eleusis.words.page.ink import show_cards, wrap
from eleusis.words.page.telling import Page, tell

Said = tuple[bool, Card | None]
"""Right or wrong, and the card that is named with it."""


_SHOWN = 8
"""How many of the things that a fix changes besides are told."""


@attrs.frozen
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
    seat: str | None = None
    """Whose turn it is said to be, if that is said."""
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


def plan_fix(table: Table, fix: Fix, page: Page) -> Amendment | None:
    """The game with one turn put right, put in or taken out; None where it stands so already.

    Raises IllegalMove or NotationError, saying what is in the way.
    """
    return _Plan(table, page, fix.round).put_right(fix)


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
        typed = "rule" if plan.rehearsal.is_last else f"fix round {plan.now.number} rule"
        raise NotationError(
            "notation/missing",
            f"{so_far}; type {'it' if rule is None else 'another'} as {typed} if last.odd then black else red",
        )
    return plan.set_rule(find_rule(text, table.rules))


def tell_turn(table: Table, fix: Fix, page: Page) -> list[str]:
    """What stands there as a turn (0: the starter), and how to say that it was otherwise. Raises NotationError."""
    plan = _Plan(table, page, fix.round)
    number, name = fix.turn, plan.rehearsal.name_turn(fix.turn)
    if not number:
        starter = " ".join(card.pretty for card in plan.now.starter)
        return [f"{capital(plan.starter_name)} is {starter}." if starter else "There is no starter."]
    begin, end = plan.span(number)
    texts = (page.ink.safe(line.text, 200) for line in plan.lines[begin:end])
    rows = [row for text in texts for row in wrap([text], page.width, " " * 7, 9)]
    typed = plan.rehearsal.type_turn(number)
    ways = ("5h r", "5h", "w", "np", "declare", "no declare", "nothing")
    first, *more = (f"fix {typed} {way}" for way in ways)
    how = [f"If that is wrong, type what was different: {first}", *more]
    missing = [f"If a turn was forgotten before it: fix before {typed} 5h r"]
    head = f"{name}: {tell_turns(plan.now, page)[number]}"
    return [
        *wrap([head], page.width, "", 7),
        *rows,
        *wrap(how, page.width, "  ", 4),
        *wrap(missing, page.width, "  ", 4),
    ]


def tell_turns_of(table: Table, fix: RoundFix, page: Page) -> list[str]:
    """The starter and the turns of a round, by their numbers, and how to put them right. Raises NotationError."""
    plan = _Plan(table, page, fix.round)
    number = plan.now.number
    deals = say_within(page.name(plan.now.dealer), "deal")
    starter = " ".join(card.pretty for card in plan.now.starter) or "none"
    example = max(1, min(3, count_turns(plan.lines)))
    ways = [
        f"To correct turn {example}: fix {plan.rehearsal.type_turn(example)} 5h r",
        f"the starter: fix round {number} starter 9c",
    ]
    head = [f"Round {number}: {deals}, starter {starter}"]
    return [*head, *tell(plan.now, page), *wrap(ways, page.width, "  ", 4)]


def ask_amendment(amendment: Amendment, page: Page) -> str:
    """The question whether it is meant, below what else it would change."""
    shown = amendment.besides[:_SHOWN]
    rest = len(amendment.besides) - len(shown)
    lines = [amendment.asked, *shown, *([f"and {rest} more"] if rest else [])]
    rows = [part for line in lines for part in wrap([show_cards(line)], page.width - 2, "  ", 4)]
    return "\n".join([*rows, "Keep this?"])


class _Plan:
    """Works out what becomes of a round."""

    def __init__(self, table: Table, page: Page, number: int | None = None) -> None:
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
        self.text = table.file.read()
        game = read_game(self.text, str(table.file.path), table.rules)
        self.rehearsal = Rehearsal(table, page, game, game.rounds[self.now.number - 1], self.now)
        self.lines = lines_that_count(self.rehearsal.script.lines)

    @property
    def starter_name(self) -> str:
        """What the starter is called."""
        return "the starter" if self.rehearsal.is_last else f"the starter of round {self.now.number}"

    # What is asked for

    def put_right(self, fix: Fix) -> Amendment | None:
        """The game with one turn put right, put in or taken out."""
        if not fix.turn:
            return self._set_starter(fix.cards)
        if fix.adds:
            return self._amend_turn(self._put_in(fix), Change(fix.turn, 1))
        if "turn" in fix.drops:
            begin, end = self.span(fix.turn)
            self._check_mover(fix, self.lines[begin].move.seat)
            return self._amend_turn([*self.lines[:begin], *self.lines[end:]], Change(fix.turn, -1))
        fixed = self._fix_turn(fix)
        return None if fixed == self.lines else self._amend_turn(fixed, Change(fix.turn))

    def set_rule(self, rule: Rule) -> Amendment | None:
        """The game with the rule that its dealer has told."""
        if self.rehearsal.script.rule == rule:
            return None
        self._rewrite(attrs.evolve(self.rehearsal.script, rule=rule, rule_ref=rule.text))
        lines, besides = self._rehearse(self.lines, Change())
        starter = self.rehearsal.script.starter or ()
        if any(not rule.fits_starter(card) for card in starter):
            besides.append(f"by its condition on the starter, the rule forbids {text_of(starter)}")
        text = self._write(lines, "rule", rule_text(rule, rule.text))
        becomes = self.page.ink.safe(rule.text, 300) + ("" if besides else "; no verdict contradicts it")
        what = "the rule" if self.rehearsal.is_last else f"the rule of round {self.now.number}"
        return Amendment(text, what, becomes, tuple(besides))

    def _set_starter(self, cards: tuple[Card, ...] | None) -> Amendment | None:
        """The game with another starter."""
        if cards == self.rehearsal.script.starter:
            return None
        self._rewrite(attrs.evolve(self.rehearsal.script, starter=cards))
        lines, besides = self._rehearse(self.lines, Change())
        text = self._write(lines, "starter", text_of(cards or ()))
        becomes = " ".join(card.pretty for card in cards or ())
        return Amendment(text, self.starter_name, becomes, tuple(besides))

    def _amend_turn(self, fixed: Sequence[FileLine], change: Change) -> Amendment:
        """The game with these lines, in which a turn is otherwise."""
        lines, besides = self._rehearse(fixed, change)
        number = change.turn or 0
        becomes = "" if change.shift < 0 else tell_turns(self.rehearsal.play(lines), self.page)[number]
        name = self.rehearsal.name_turn(number)
        return Amendment(self._write(lines), name, becomes, tuple(besides), new=change.shift > 0)

    def _rehearse(self, lines: Sequence[FileLine], change: Change) -> tuple[list[FileLine], list[str]]:
        """The lines such that all are possible, and what else they change."""
        settled = self.rehearsal.settle(lines, change)
        return settled, self.rehearsal.compare(settled, self.rehearsal.play(settled), change)

    def _rewrite(self, script: RoundScript) -> None:
        """Rehearse the round by another script: with another starter, or with a rule."""
        self.rehearsal = attrs.evolve(self.rehearsal, script=script)

    # A turn and its lines

    def span(self, number: int) -> tuple[int, int]:
        """From which of the lines to which a turn goes. Raises NotationError."""
        starts = [at for at, line in enumerate(self.lines) if isinstance(line.move, (Play, NoPlay))]
        if not 1 <= number <= len(starts):
            count, last = len(starts), self.rehearsal.is_last
            where = "log shows the numbers" if last else f"fix round {self.now.number} shows the numbers"
            there = f"the last one is {count} ({where})" if starts else "nothing has been played"
            name = f"turn {number} yet" if last else f"turn {number} in round {self.now.number}"
            raise NotationError("notation/word", f"there is no {name}: {there}")
        return starts[number - 1], [*starts, len(self.lines)][number]

    def _check_mover(self, fix: Fix, seat: str) -> None:
        """Raises NotationError where it is said to be somebody else's turn."""
        if fix.seat in (None, seat):
            return
        typed, name = self.rehearsal.type_turn(fix.turn), self.page.name(seat)
        where = "that turn" if fix.adds else self.rehearsal.name_turn(fix.turn)
        cure = "" if fix.adds else f" (was a turn forgotten? fix before {typed} 5h r puts it in)"
        raise NotationError("notation/word", f"{where} is {name}'s, by the order of play{cure}")

    def _fix_turn(self, fix: Fix) -> list[FileLine]:
        """The lines with those of one turn as they should be."""
        begin, end = self.span(fix.turn)
        turn = self.lines[begin:end]
        self._check_mover(fix, turn[0].move.seat)
        turn[0] = say_instead(turn[0], self._turn_of(turn[0].move, fix))
        turn = self._complete(turn, begin, fix)
        return [*self.lines[:begin], *turn, *self.lines[end:]]

    def _put_in(self, fix: Fix) -> list[FileLine]:
        """The lines with a turn that was forgotten; it is that of who was to play there."""
        count = count_turns(self.lines)
        begin = len(self.lines) if count and fix.turn == count + 1 else self.span(fix.turn)[0]
        typed = self.rehearsal.type_turn(fix.turn)
        record = self.rehearsal.play(self.lines[:begin], whole=False)
        state = record.round.state
        seat = state.successor()
        if seat is None or state.phase not in ("play", "guess"):
            why = (
                f"the round was over ({record.ended})"
                if record.ended
                else "the turn before it is still to be judged"
            )
            raise IllegalMove("move/round-over", f"nobody could play after that: {why}")
        self._check_mover(fix, seat)
        if fix.cards is None:
            message = f"what was played? Type the cards (or np) and the verdict: fix before {typed} 5h r"
            raise NotationError("notation/missing", message)
        if state.prophet is not None and len(fix.verdicts) < 2:
            calls = f"{self.page.name(state.prophet)} was {self.page.prophet} then"
            message = f"{calls}: type the call, and then the verdict: fix before {typed} 5h w r"
            raise NotationError("notation/missing", message)
        if not fix.verdicts and self.rehearsal.script.rule is None:
            raise NotationError("notation/missing", f"was it right or wrong? fix before {typed} 5h r")
        turn = self._complete([FileLine(self._turn_of(NoPlay(seat), fix))], begin, fix)
        return [*self.lines[:begin], *turn, *self.lines[begin:]]

    def _turn_of(self, move: Move, fix: Fix) -> Move:
        """What was played in a turn."""
        if fix.cards is None:
            return move
        return Play(move.seat, fix.cards) if fix.cards else NoPlay(move.seat)

    def _complete(self, turn: list[FileLine], begin: int, fix: Fix) -> list[FileLine]:
        """The lines of a turn with what was called, judged, guessed and declared in it."""
        turn = self._judge_anew(turn, begin, fix)
        turn = self._guess_anew(turn, fix)
        return self._declare_anew(turn, fix)

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
                turn[at] = say_instead(turn[at], kind(old.seat, right, card))
            elif verdict is not None:
                seat = self.now.dealer if kind is Judge else self._prophet_at(begin)
                if seat is None:
                    message = f"nobody called turn {fix.turn}: type one verdict, the dealer's"
                    raise NotationError("notation/word", message)
                after = 2 if kind is Judge and len(turn) > 1 and isinstance(turn[1].move, Call) else 1
                turn.insert(after, FileLine(kind(seat, *verdict)))
                guess += 1
        return turn

    def _prophet_at(self, at: int) -> str | None:
        """Who is prophet before one of the lines."""
        return self.rehearsal.play(self.lines[:at], whole=False).prophet

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
        mover, dealer = turn[0].move.seat, self.now.dealer
        if at is None:
            if fix.guess is None or (fix.guess_right is None and self.rehearsal.script.rule is None):
                message = (
                    f"nobody guessed after turn {fix.turn}; to add one that was wrong: fix {fix.turn} guess w red"
                )
                raise NotationError("notation/word", message)
            turn = [line for line in turn if line.move != Pass(mover)]
            at = len(turn)
            turn.append(FileLine(Guess(mover, fix.guess)))
        elif fix.guess is not None:
            turn[at] = say_instead(turn[at], Guess(mover, fix.guess))
        if fix.guess_right is not None:
            judgement = Judge(dealer, fix.guess_right)
            if at + 1 < len(turn) and isinstance(turn[at + 1].move, Judge):
                turn[at + 1] = say_instead(turn[at + 1], judgement)
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

    # The text

    def _write(self, lines: Sequence[FileLine], key: str | None = None, value: str = "") -> str:
        """The text of the game with these lines in the round, and a value for a key of it.

        Raises NotationError (`notation/word`) where that would say something else than is meant: a person may have
        laid the file out otherwise than this program does.
        """
        number, rounds = self.now.number, self.rehearsal.game.rounds
        try:
            text = write_lines(self.text, rounds[number - 1].lines, lines, anew=key is not None)
            if key is not None:
                text = write_key(text, key, value, number)
            written = read_game(text, self.rehearsal.game.file, self.table.rules).rounds
            others = [*rounds[: number - 1], *rounds[number:]]
            is_so = [*written[: number - 1], *written[number:]] == others
            is_so = is_so and self._says(written[number - 1], lines)
        except (EleusisError, IndexError):
            is_so = False
        if not is_so:
            message = (
                f"round {number} is written in the file in a way that fix can't change: correct it in an editor"
            )
            raise NotationError("notation/word", message)
        return text

    def _says(self, written: RoundScript, lines: Sequence[FileLine]) -> bool:
        """Whether a round that was written has the starter, the rule and the moves that are meant."""
        moves = [line.move for line in lines_that_count(written.lines)]
        script = self.rehearsal.script
        meant = [line.move for line in lines], script.starter, script.rule
        return (moves, written.starter, written.rule) == meant


_NOT_BY_HAND = "fix and rule are for real cards (--by-hand); here, type undo"
