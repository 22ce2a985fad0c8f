"""A sitting: people and bots play a game at a desk, round after round, until it ends or they leave."""

from __future__ import annotations

import time
from collections.abc import Sequence

from eleusis.errors import EleusisError, IllegalMove, NotationError, RuleError, ScriptError
from eleusis.game.legality import may_declare
from eleusis.game.moves import Guess, Move, Pass
from eleusis.pack import Card
from eleusis.page.scoresheet import score_sheet
from eleusis.page.telling import lay_out, story, tell
from eleusis.secret.library import find_rule
from eleusis.table.advice import why
from eleusis.table.afterwards import look_back, told_beliefs, told_guesses
from eleusis.terminal.screen import in_hand
from eleusis.terminal.setting_up import Left, Stopped, set_up_round
from eleusis.terminal.showing import Showing, wrapped
from eleusis.terminal.typed import Command, read_input


class Sitting(Showing):
    """Plays `table` at `desk` as `plan` has it."""

    def run(self) -> None:
        """Play until the game is over. Raises Left, and the errors of the file."""
        table, plan = self.table, self.plan
        try:
            while not table.match.stopped:
                if not table.playing:
                    rounds = len(table.rounds)
                    if table.match.complete or (plan.rounds is not None and rounds >= plan.rounds):
                        table.stop()
                        break
                    if table.rounds:
                        self.notice = []
                    set_up_round(table, self.desk, plan)
                    self._seen_by = None
                self._say_deal()
                self._listen()
                self._play()
                self._after()
        except Stopped:
            table.stop()
        except EOFError:
            self._cover()
            raise Left from None
        except (Left, KeyboardInterrupt, EleusisError):
            self._cover()
            raise
        self._final()

    # A round

    def _play(self) -> None:
        table = self.table
        while table.playing:
            if not table.bot_to_act:
                self._turn()
                continue
            table.step()
            self._say_news()
            if self.desk.live and self.plan.pace and table.playing and table.bot_to_act:
                self.desk.show(lambda width, height: self._screen(width, height, self._only_person()))
                time.sleep(self.plan.pace)

    def _turn(self) -> None:
        """A person's turn: asked until a move is made."""
        table, round_ = self.table, self.table.now.round
        seat = round_.to_act
        assert seat is not None
        look = self._eyes(seat)
        if self._seen_by != seat:
            self._seen_by = None  # somebody else sits at the keyboard now: who comes after him is asked again
        hand: list[Card] = []
        try:
            if look is not None and self._seen_by != look and self._hides:
                name = self._page(look).name(look)
                text = self._ask(f"{name}: press Enter to see your hand", None, fresh=True)
                typed = read_input(text, round_)
                if not isinstance(typed, Command):
                    self._seen_by, self.notice = look, []
                    return
            else:
                words, keys = self._words(seat), self._keys()
                text = self._ask(self._prompt(seat), look, words=words, keys=keys, who=seat)
                hand = in_hand(round_.hidden.hands.get(look, [])) if look else []
                typed = read_input(text, round_, hand, table.by_hand)
            self.notice = []
            if isinstance(typed, Command):
                self._command(typed, seat)
            elif typed:
                self._do(self._checked(typed))
            elif round_.state.phase == "guess" or (may_declare(round_.state, table.variant) and not table.by_hand):
                self._do([Pass(seat)])
        except ScriptError:  # the file of the game can't be kept: nothing can be played on
            raise
        except EleusisError as error:
            self.notice = [self._page(None).ink.safe(f"! {error.message}", 400)]
            if not self.desk.live:
                self.desk.say(self.notice)
                self.notice = []

    def _checked(self, moves: Sequence[Move]) -> Sequence[Move]:
        """The moves, if people may make them: no moves for bots, and no guess that a bot can't judge."""
        table = self.table
        for move in moves:
            if move.seat in table.seats and table.bot(move.seat):
                raise IllegalMove("move/not-yours", f"{move.seat} is a bot, and plays by itself")
            if isinstance(move, Guess) and table.rule is not None and table.bot(table.now.dealer):
                try:
                    find_rule(move.rule, table.rules)
                except RuleError as error:
                    at = f" (column {error.column} of the guess)" if error.column else ""
                    message = f"{table.now.dealer} reads guesses in the rule language: {error.message}{at}"
                    raise RuleError(error.code, message) from None
        return moves

    def _do(self, moves: Sequence[Move]) -> None:
        """Make the moves of a line: all of them, or none where one is refused."""
        trial = self.table.now.round.copy() if len(moves) > 1 else None
        for move in moves if trial else ():
            assert trial is not None
            trial.step(move)
        for move in moves:
            self.table.step(move)
            self._say_news()

    # Words to the program

    def _command(self, command: Command, seat: str | None) -> None:
        name = command.name
        if name == "quit":
            raise Left
        if name == "stop":
            counted = ", and count this round as it stands" if self.table.playing else ""
            if self._sure(f"End the game for good{counted}?"):
                raise Stopped
        elif name == "undo":
            self._undo()
        elif name == "?":
            self._tell(self._help(seat))
        elif name == "why":
            page, steps = self._page(self._only_person()), self.table.now.steps
            last = self._last_turn() if steps else self.table.now.round.events[:1]
            said = lay_out(story(self.table.now, page)[-1:], page)
            told = why(last, self.table.variant, page.names)
            self._tell([*said, *wrapped(told, page)])
        elif name == "log":
            page = self._page(self._only_person())
            self._tell(tell(self.table.now, page))
        elif name == "score":
            record = self.table.record()
            record.rounds = [one for one in record.rounds if one.scores is not None]
            sheet = score_sheet(record, self._page(None))
            self._tell(sheet if record.rounds else ["No round has been scored yet."])
        elif name == "guesses":
            if self.table.playing:
                raise NotationError("notation/word", "where a wrong guess differs is told when the round is over")
            told = [line for lines in told_guesses(self.table, self._page(None)) for line in lines]
            self._looked_back.add(self.table.now.number)
            self._tell(told or ["No guess was wrong, or none of which the difference is known."])
        elif name == "beliefs":
            told = told_beliefs(self.table, command.of, self._page(None))
            self._looked_back.add(self.table.now.number)
            self._tell(told)

    def _undo(self) -> None:
        steps = self.table.now.steps
        seat = steps[-1].seat if steps else self.table.now.dealer
        if not self.table.playing and self.table.rule is not None:
            raise IllegalMove("move/may-not-undo", "nothing can be taken back: the rule has been shown")
        if self.table.now.number in self._looked_back:
            message = "nothing can be taken back: what was believed or guessed has been told"
            raise IllegalMove("move/may-not-undo", message)
        if self.table.bot(seat):
            why_not = self.table.may_undo(seat) or f"{seat} is a bot, and takes nothing back"
            raise IllegalMove("move/may-not-undo", f"nothing can be taken back: {why_not}")
        gone = self.table.undo(seat)
        self._listen()
        said = f"{seat} takes back: {gone.seen_by(None).move.text}"
        if self.desk.live:
            self.notice = [said]
        else:
            self.desk.say([f"       {said}"])

    # The end of a round, and of the game

    def _after(self) -> None:
        """The scores of a round that is over; on a terminal it waits for Enter."""
        table = self.table
        look_back(table)
        while not table.playing:
            if not self.desk.live:
                self.desk.say(["", *self._scores()])
                return
            last = table.match.complete or len(table.rounds) == self.plan.rounds
            more = "Enter ends the game" if last else "Enter for the next round"
            text = self._ask_below(f"{more} (or {', '.join(self._words_afterwards())})\n>")
            if not text:
                return
            self.notice = []
            try:
                typed = read_input(text, table.now.round)
                if not isinstance(typed, Command):
                    raise IllegalMove("move/round-over", "the round is over: nobody moves now")
                self._command(typed, None)
            except ScriptError:
                raise
            except EleusisError as error:
                self.notice = [self._page(None).ink.safe(f"! {error.message}", 400)]

    def _final(self) -> None:
        table = self.table
        if not table.rounds:
            return
        if table.now.ended == "abandoned":
            look_back(table)
        page = self._page(None)
        lines = page.ink.finish(score_sheet(table.record(), page))
        if self.desk.live:
            self.desk.show(lambda width, height: [*self._scores(), "", *lines])
        else:
            broken_off = table.now.ended == "abandoned"  # else it has been told
            self.desk.say(["", *([*self._scores(), ""] if broken_off else []), *lines])
