"""A sitting: people and bots play a game at a desk, round after round, until it ends or they leave.

A person's line goes this way: `_turn` asks for it, `read_input` makes moves or a word to the program of it, `_make`
hands the moves to the table (which writes them down, and lets the dealer's rule judge them), and the display tells
what came of it. What is refused on the way is told, and the same question comes again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

import attrs

from eleusis.doors.terminal import table_talk
from eleusis.doors.terminal.asking import Aside, Left, Stopped, is_staying
from eleusis.doors.terminal.before_round import LookedBack, ask_hint, set_up_round
from eleusis.doors.terminal.dealers_rule import list_words, pick_reading, tell_reading
from eleusis.doors.terminal.desk import Desk, thinking
from eleusis.doors.terminal.display import LEAVE, Display, Scores
from eleusis.doors.terminal.guided_rule import TO_GUESS, TO_REVEAL, Workbench
from eleusis.doors.terminal.question import Question, read_yes
from eleusis.doors.terminal.screen import in_hand
from eleusis.doors.terminal.setting_up import Arrangement
from eleusis.doors.terminal.signals import Ended
from eleusis.doors.terminal.typed_line import Command, read_fix, read_input, read_turn
from eleusis.game.legality import may_declare, passes_in_silence
from eleusis.game.moves import Guess, Hint, Judge, Move, NoPlay, Pass
from eleusis.ground.agreement import say
from eleusis.ground.cards import Card
from eleusis.ground.errors import EleusisError, IllegalMove, NotationError, RuleError, SaidInEnglish, ScriptError
from eleusis.secret.library import find_rule
from eleusis.table.afterwards import belief_lines, look_back, review_lines
from eleusis.table.fixing import Fix, RoundFix, ask_amendment, plan_fix, plan_rule, tell_turn, tell_turns_of
from eleusis.table.game_table import Table
from eleusis.table.permissions import check_move, is_last_round, take_back
from eleusis.table.tutors import Tutors
from eleusis.words.page.telling import tell


class Sitting:
    """Plays `table` at `desk` as it was arranged; `notes` stand below the first screen."""

    def __init__(self, table: Table, desk: Desk, arrangement: Arrangement, notes: Sequence[str] = ()) -> None:
        self.table = table
        self.desk = desk
        self.arrangement = arrangement
        self.display = Display(table, desk, list(notes), open_hands=arrangement.open_hands)
        self.tutors = Tutors(table, arrangement.tutored)
        self.typed_ahead = ""
        """What was typed instead of an answer, and is the next line."""

    def run(self) -> None:
        """Play until the game is over. Raises Left, and the errors of the file."""
        untold = False
        try:
            while not self.table.match.stopped:
                if not self.table.playing and not self._begin_round():
                    break
                self.display.begin_round()
                self._play_round()
                self._end_round()
        except Stopped:
            untold = self.table.playing
            self.table.stop()
        except EOFError:
            self.display.cover()
            raise Left from None
        except (Left, KeyboardInterrupt, EleusisError):
            self.display.cover()
            raise
        if self.table.rounds:
            if untold:
                look_back(self.table)
            self._end_game(untold)

    def _end_game(self, untold: bool) -> None:
        """The scores of a game that is over; on a terminal they can be looked at until one leaves, however."""
        self.display.end_game(untold)
        if not self.desk.live:
            return
        try:
            self._look_back(table_talk.ask_to_leave, self.display.scores_of_game)
        except (EOFError, Left, Stopped):
            return
        except KeyboardInterrupt as stop:
            if isinstance(stop, Ended):
                raise

    def _look_back(self, prompt: Callable[[Table], str], scores: Scores) -> None:
        """Tell what is asked for below the scores of a round, or the game, that is over, until it is Enter alone.

        In a pipe these stand there already. A round goes on where an undo has opened it again.
        """
        while not self.table.playing:
            question = Question(prompt(self.table))
            text = self.display.ask(question, scores=scores) if self.desk.live else self.desk.ask(question)
            if not text:
                return
            self._look_up(text)

    def _look_up(self, text: str) -> None:
        """Do what a line says where nobody can move."""
        self.display.notice = []
        with self._refusals_told():
            typed = read_input(text, self.table.now.round)
            if not isinstance(typed, Command):
                raise self._refuse_move()
            self._obey(typed, None)

    def _refuse_move(self) -> IllegalMove:
        """What a move is answered when the round, or the game, is over."""
        what = "game" if self.table.match.stopped else "round"
        return IllegalMove("move/round-over", f"the {what} is over: nobody can move now")

    # A round

    def _begin_round(self) -> bool:
        """Set up the next round; False where there is none, and the game is over."""
        table = self.table
        if is_last_round(table, self.arrangement.rounds):
            table.stop()
            return False
        if table.rounds:
            self.display.notice = []
        while not table.playing:  # what is put right in the last round may open it again
            try:
                set_up_round(table, self.desk, self.arrangement)
            except LookedBack as back:
                self._look_up(str(back))
                if self.desk.live:
                    self.display.say_notice()
            except KeyboardInterrupt as stop:
                if not self.desk.live or isinstance(stop, Ended) or self.display.is_sure(LEAVE, "stay"):
                    raise
        self.display.shown_to = None
        return True

    def _play_round(self) -> None:
        table, pace = self.table, self.arrangement.pace
        while table.playing:
            if not table.bot_to_act:
                self._turn()
                continue
            with thinking(self.desk.out, self.display.page().name(table.now.round.to_act or "")):
                table.step()
            self.display.say_news()
            if self.desk.live and pace and table.playing and table.bot_to_act:
                self.display.show_table(self.display.only_person())
                time.sleep(pace)

    def _end_round(self) -> None:
        """The scores of a round that is over; on a terminal it waits for Enter."""
        table = self.table
        look_back(table)
        last = is_last_round(table, self.arrangement.rounds)
        if not table.playing and not self.desk.live:
            self.desk.say(["", *self.display.scores()])
            # Before another round, the question for its starter takes fix and rule.
            if not (table.by_hand and last):
                return
        try:
            self._look_back(partial(table_talk.ask_on, last=last), self.display.scores)
        except EOFError:
            if self.desk.live:
                raise

    # A line of a person

    def _turn(self) -> None:
        """Ask the person who is to act for a line, and do what it says."""
        display, seat = self.display, self.table.now.round.to_act
        assert seat is not None
        person = display.whose_hand(seat)
        if display.shown_to != seat:
            display.shown_to = None  # somebody else sits at the keyboard now: the next one is asked again
        with self._refusals_told():
            if person is not None and display.is_hidden_from(person):
                self._hand_over(person, seat)
                return
            tutored = person == seat and seat in self.tutors.seats and table_talk.is_to_play(self.table.now.round)
            with thinking(self.desk.out, "The tutor"):
                ask = partial(display.ask, seat=person, hint=self.tutors.hint(seat) if tutored else None)
            question = table_talk.ask_move(self.table, seat, display.page(), self.desk.live)
            # Cleared before it is read: what is refused in it is told, and then the person is asked again.
            text, self.typed_ahead = self.typed_ahead or ask(question), ""
            typed = self._read_move(text, seat, person)
            if typed is None:
                return
            typed, reading = self._read_guess(typed)
            display.notice = []
            if isinstance(typed, Command):
                self._obey(typed, seat)
            elif typed:
                self._make_meant(typed, reading, ask)
            elif typed is not None and self._is_asked():
                self._make([Pass(seat)])  # Enter alone lets a right go by

    def _read_move(self, text: str, seat: str, person: str | None) -> Command | list[Move] | None:
        """What a line means; None where a guess or a hint was to be put together in it, and none was.

        A yes or no to an offered right is the move that it stands for; a hint that isn't in its line is asked for.
        """
        table, state, dealer = self.table, self.table.now.round.state, self.table.now.dealer
        answer = read_yes(text) if text and self._is_asked() else None
        if answer is not None:
            declares = answer and may_declare(state, table.variant)
            text = "declare" if declares else "guess" if answer else "pass"
        elif text.casefold() in ("hint", f"{dealer} hint".casefold()) and self.desk.attended:
            said = self._ask_hint(dealer)
            if not said:
                return None
            text = f'"{dealer}" hint {said}'
        elif text.casefold().split() == ["guess", "build"]:
            self._refuse(Guess(seat, text))
            rule = Workbench(self.desk, TO_GUESS, self._aside()).build()
            if rule is None:
                return None
            text = f"guess {rule.text}"
        return read_input(text, table.now.round, self._hand_of(person), table.by_hand)

    def _read_guess(self, typed: Command | list[Move]) -> tuple[Command | list[Move] | None, str]:
        """What was typed, and the reading of a guess in English that is yet to be confirmed.

        Where there are several readings, or a person may judge the words themselves, the guess is what is picked,
        or None. In a pipe it stays as it was said.
        """
        desk, table, line = self.desk, self.table, self.table.now.round.state.layout.mainline
        if not desk.attended or isinstance(typed, Command) or not typed or not isinstance(guess := typed[0], Guess):
            return typed, ""
        try:
            find_rule(guess.rule, table.rules)
        except SaidInEnglish as said:
            self._refuse(guess)
            if len(said.readings) == 1 and table.rule is not None and desk.live:
                words = f"Read as: {tell_reading(desk, said.readings[0], line)}"
                return [Guess(guess.seat, said.readings[0][0]), *typed[1:]], words
            rule = pick_reading(desk, guess.rule, said.readings, line, self._aside(), table.rule is None)
            return None if rule is None else [Guess(guess.seat, rule), *typed[1:]], ""
        except RuleError:
            pass  # what isn't a rule a person may judge
        return typed, ""

    def _refuse(self, move: Move) -> None:
        """Raises IllegalMove where a move is not allowed, whatever else it says."""
        refusal = self.table.now.round.refusal(move)
        if refusal is not None:
            raise refusal

    def _ask_hint(self, dealer: str) -> str | None:
        """What its dealer types as a hint, unseen; nothing, or None, where there is none."""
        hint = Hint(dealer, "?")
        check_move(self.table, hint)
        self._refuse(hint)
        return ask_hint(self.desk, self.display.page().name(dealer))

    def _aside(self) -> Aside:
        """What can be looked at while a rule or a guess is put together."""
        how = "(PgUp shows the cards, or type layout.)" if self.desk.scrolls else "(layout shows the cards.)"
        return Aside(self._show_aside, self.display.layout_pages, how)

    def _show_aside(self, text: str) -> bool:
        """Show what a line asks for while a guess is put together; False where it asks for nothing of the table."""
        display, table = self.display, self.table
        page = display.page(display.only_person())
        try:
            typed = read_input(text, table.now.round)
            if not isinstance(typed, Command) or typed.name not in ("layout", "log"):
                return False
            if typed.of:
                below = display.tell(table_talk.tell_cards(table, typed.of, page))
            elif typed.name == "layout":
                below = display.tell_layout()
            else:
                below = display.tell(tell(table.now, page))
        except NotationError as error:
            if not text.startswith("layout"):
                return False
            below = display.tell([f"! {error.message}"])
        is_staying(self.desk, below)
        return True

    def _make_meant(self, moves: Sequence[Move], reading: str, ask: Callable[[Question], str]) -> None:
        """Make moves; those that are doubted, if they are meant: on a terminal that is asked, and in a pipe told.

        A word to the program is answered, and the question comes again; what else is typed instead, if it is more
        than a no, is the line that is read next.
        """
        display, record, made = self.display, self.table.now, len(self.table.now.steps)
        doubtful = isinstance(moves[0], Guess | NoPlay) and record.round.refusal(moves[0]) is None
        doubt = table_talk.find_doubt(self.table, moves[0], display.page(), reading) if doubtful else None
        if doubt is not None and not self.desk.live and doubt.in_a_pipe:
            display.note(f"note: {' '.join(doubt.what)}")
        if doubt is None or not self.desk.live:
            self._make(moves)
            return
        # A word may have opened the round anew, or taken a move back: then nothing is left to be meant.
        while self.table.now is record and len(record.steps) == made:
            display.notice = [*display.notice, *doubt.what]
            answer = ask(Question(doubt.question, fresh=doubt.usual))
            display.notice = []
            meant = read_yes(answer, doubt.usual)
            if meant:
                self._make(moves)
            if meant is not None:
                return
            seat = record.round.to_act
            with self._refusals_told():
                typed = read_input(
                    answer, record.round, self._hand_of(display.whose_hand(seat)), self.table.by_hand
                )
                if not isinstance(typed, Command):
                    self.typed_ahead = answer
                    return
                self._obey(typed, seat)

    def _is_asked(self) -> bool:
        """Whether a right is offered that Enter alone lets go by; at a real table the next play may say that."""
        table, state = self.table, self.table.now.round.state
        if table.by_hand and passes_in_silence(state, table.variant):
            return False
        return state.phase == "guess" or may_declare(state, table.variant)

    def _hand_over(self, person: str, seat: str) -> None:
        """Wait until this person sits at the keyboard; what is typed meanwhile is no move."""
        prompt = f"{self.display.page().name(person)}: press Enter to see your hand"
        text = self.display.ask(Question(prompt, fresh=True))
        typed = read_input(text, self.table.now.round, self._hand_of(person))
        self.display.notice = []
        if isinstance(typed, Command):
            self._obey(typed, seat)
        elif typed:  # by the player who sat there before
            raise NotationError("notation/word", f"not played: {person}, press Enter first")
        else:
            self.display.shown_to = person

    def _hand_of(self, person: str | None) -> list[Card]:
        """The hand of a person, as it is numbered on the screen; nobody's has no cards."""
        return in_hand(self.table.now.round.hidden.hands.get(person or "", []))

    @contextmanager
    def _refusals_told(self) -> Iterator[None]:
        """What is refused within the block is told; but the game must not go on where its file fails."""
        try:
            yield
        except ScriptError:
            raise
        except EleusisError as error:
            self.display.complain(error.message)

    def _make(self, moves: Sequence[Move]) -> None:
        """Make the moves of a line: all of them, or none where one is refused."""
        if len(moves) > 1:
            self._try(moves)
        for move, following in zip(moves, [*moves[1:], None], strict=True):
            objection = self.table.object_to(move)
            self._step(move, judged=isinstance(following, Judge))
            self.display.say_news()
            if objection is not None:
                self.display.note(f"{objection}; the dealer's word counts (fix can change it)")

    def _try(self, moves: Sequence[Move]) -> None:
        """See that several moves are allowed: each is judged where the ones before it have been made."""
        trial = self.table.now.round.copy()
        for move in moves:
            uncalled = trial.state.phase == "call" and isinstance(move, Judge)
            try:
                trial.step(move)
            except IllegalMove as error:
                if not uncalled:
                    raise
                cure = "type the play alone, then the call (r or w), then the verdict (r or w)"
                raise IllegalMove(error.code, f"{error.message}; {cure}") from None

    def _step(self, move: Move, judged: bool) -> None:
        """Make a move; what is refused says how else it can be typed."""
        dealer = self.table.now.dealer
        try:
            check_move(self.table, move)
            self.table.step(move, judged=judged)
        except RuleError as error:
            raise RuleError(error.code, f"{error.message}; guess build makes one by numbers") from None
        except IllegalMove as error:
            if not isinstance(move, Hint) or move.seat == dealer or self.table.bot(dealer):
                raise
            cure = f"for a hint of {dealer}'s, type {dealer} hint …"
            raise IllegalMove(error.code, f"{error.message}; {cure}") from None

    # A word to the program

    def _obey(self, command: Command, seat: str | None) -> None:
        """Do what a word asks for, and what is typed below its pages; `seat` is the one to act, if there is one."""
        while below := self._do(command, seat):
            typed = read_input(below, self.table.now.round, self._hand_of(self.display.whose_hand(seat)))
            if not isinstance(typed, Command):
                raise NotationError("notation/word", "not played: press Enter first")
            command = typed

    def _do(self, command: Command, seat: str | None) -> str:
        """Do what a word asks for; what is typed below the pages of it, if it is more than what turns them."""
        table, display = self.table, self.display
        page, eyes = display.page(), display.page(display.only_person())
        person = display.whose_hand(seat)
        if table.match.stopped and command.name in ("undo", "tutor"):
            raise self._refuse_move()
        match command.name:
            case "quit":
                sure = bool(command.of) or table.match.stopped or not self.desk.attended
                if sure or display.is_sure(LEAVE, "stay"):
                    raise Left
            case "stop":
                counted = ", and count this round as it stands" if table.playing else ""
                if table.match.stopped or display.is_sure(f"End the game for good{counted}?"):
                    raise Stopped
            case "undo":
                self._undo()
            case "?":
                hidden = person if display.is_hidden_from(person) else None
                return display.tell(table_talk.tell_help(table, seat, page, self.desk.scrolls, hidden))
            case "why":
                return display.tell(table_talk.tell_why(table, eyes))
            case "layout" if command.of:
                display.tell_part(*table_talk.find_cards(table, command.of, eyes))
            case "layout":
                return display.tell_layout()
            case "hand":
                if display.is_hidden_from(person):
                    raise NotationError("notation/word", "that hand is still hidden: first press Enter alone")
                return display.tell(table_talk.tell_hand(table, person, display.page(seat)))
            case "log":
                return display.tell(tell(table.now, eyes))
            case "score":
                last = [] if table.playing or not table.rounds else [*display.scores(), ""]
                return display.tell([*last, *table_talk.tell_score(table, page)])
            case "rules":
                return display.tell(table_talk.tell_rules_of(table, command.of, page))
            case "tutor":
                self._switch_tutor(command.of, seat)
            case "guesses":
                return self._reveal(table_talk.tell_guesses(table, page))
            case "review":
                if self.desk.live and not table.playing:
                    self.desk.say(["One moment …"])
                return self._reveal(review_lines(table, page))
            case "fix" | "rule":
                return self._put_right(command)
            case "beliefs":
                return self._reveal(belief_lines(table, command.of, page))
        return ""

    def _reveal(self, lines: list[str]) -> str:
        """Tell what is told once a round is over, after which nothing of it can be taken back."""
        self.table.revealed.add(self.table.now.number)
        return self.display.tell(lines)

    def _undo(self) -> None:
        """Take the last move back, if it was a person's and nobody has seen more since."""
        try:
            step = take_back(self.table)
        except IllegalMove as error:
            cure = "; fix corrects it" if self.table.by_hand else ""
            raise IllegalMove(error.code, f"{error.message}{cure}") from None
        self.display.listen()
        back = say(self.display.page().name(step.seat), "take")
        self.display.note(f"{back} back: {step.seen_by(None).move.text}")

    def _put_right(self, command: Command) -> str:
        """Put right what was typed of a real table, or take down its rule; what else that changes must be meant.

        Returns what is typed below the page that `fix 3` or `fix round 1` alone shows.
        """
        table, display, page = self.table, self.display, self.display.page()
        fix: Fix | RoundFix
        fix = RoundFix(rule=command.of) if command.name == "rule" else read_fix(command.of)
        if isinstance(fix, RoundFix):
            if fix.rule is None:
                return display.tell(tell_turns_of(table, fix, page))
            if fix.rule.casefold() in ("words", "? words"):
                return display.tell(list_words(self.desk.size[0]))
            if fix.rule.casefold() == "build" and "build" not in table.rules:
                built = Workbench(self.desk, TO_REVEAL, self._aside()).build()
                if built is None:
                    return ""
                fix = attrs.evolve(fix, rule=built.text)
            try:
                amendment = plan_rule(table, fix, page)
            except SaidInEnglish as said:
                if not self.desk.attended:
                    raise
                meant = pick_reading(self.desk, fix.rule or "", said.readings)
                if meant is None:
                    return ""
                amendment = plan_rule(table, attrs.evolve(fix, rule=meant), page)
            except RuleError as error:
                cure = "rule build makes one by numbers, rule words lists the words"
                raise RuleError(error.code, f"{error.message}; {cure}") from None
        elif not fix.typed:
            return display.tell(tell_turn(table, fix, page))
        else:
            amendment = plan_fix(table, fix, read_turn, page)
        if amendment is None:
            display.note("nothing to correct: that is what it says already")
            return ""
        if amendment.besides and not display.is_sure(ask_amendment(amendment, page), "leave everything as it was"):
            display.note("nothing has been changed")
            return ""
        try:
            table.amend(amendment.text)
        except ScriptError as error:
            if error.code == "script/file-changed":
                raise
            display.complain(f"{error.message}; nothing has been changed")
            return ""
        look_back(table)
        display.listen()
        display.note(amendment.done)
        return ""

    def _switch_tutor(self, how: str, seat: str | None) -> None:
        """Give the one to act a tutor, or take it away; without a word for it, the other of the two."""
        if seat is None:
            raise NotationError("notation/word", "the round is over: ask for a tutor on your turn")
        if seat == self.table.now.dealer:
            raise NotationError("notation/word", "a tutor is for players who look for the rule, not for the dealer")
        on = seat not in self.tutors.seats if not how else how == "on"
        self.display.note(self.tutors.switch(seat, on))
