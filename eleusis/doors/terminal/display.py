"""A table as it is shown at a desk: through whose eyes, what has just happened, the news, the scores.

On a live desk the screen is drawn anew for each question. In a pipe nothing is redrawn: the table is drawn once for
each round, and then every step is told when it happens.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs

from eleusis.doors.terminal.asking import break_pages, is_meant, turn_pages
from eleusis.doors.terminal.desk import PLAIN_WIDTH, Desk
from eleusis.doors.terminal.question import Paint, Question
from eleusis.doors.terminal.screen import Look, draw_layout, draw_part, draw_table, wrap_notice
from eleusis.doors.terminal.signals import Ended
from eleusis.game.legality import may_declare
from eleusis.table.afterwards import guess_lines, rule_lines
from eleusis.table.game_table import Table
from eleusis.words.page.ink import BOLD, show_cards, wrap, wrap_each
from eleusis.words.page.news import News
from eleusis.words.page.panes import Scroll
from eleusis.words.page.scoresheet import round_table
from eleusis.words.page.telling import Page
from eleusis.words.page.transcript import of_turns, page_of
from eleusis.words.page.winning import sum_up, tell_best

LEAVE = "Leave the table? The game is kept."
"""What Ctrl-C is asked."""


Scores = Callable[[int | None], list[str]]
"""The lines of scores in so many lines (None: in as many as they take)."""


@attrs.define
class Display:
    """What people at `desk` see of `table`; the notice stands below it until the next line is typed."""

    table: Table
    desk: Desk
    notice: list[str] = attrs.field(factory=list)
    shown_to: str | None = None
    """The person whose hand was shown last."""
    open_hands: bool = False
    """Whether everybody may see all hands."""
    _news: News | None = None
    _sought: range = range(0)
    """The cards of the layout that the next screen is to show, by their numbers from 0 in the order of play."""

    # Whose hand may be seen

    def whose_hand(self, seat: str | None) -> str | None:
        """Whose hand the screen shows to the one who is to act; None for the dealer, or where none is known.

        A prophet calls without one, and so bids who has not just moved: nobody changes seats for a yes or no.
        """
        if seat is None:
            return None
        state = self.table.now.round.state
        answers = state.phase == "call" or (seat != state.mover and may_declare(state, self.table.variant))
        if self.table.by_hand or seat == self.table.now.dealer or (answers and self._hides_hands):
            return self.only_person()
        return seat

    def is_hidden_from(self, person: str | None) -> bool:
        """Whether the hand of this person is not to be shown yet: somebody else may sit at the keyboard."""
        return person not in (None, self.shown_to) and self._hides_hands

    def only_person(self) -> str | None:
        """The person at the desk, where nobody else sits there from whom a hand has to be hidden."""
        people = self._people()
        return people[0] if len(people) == 1 and not self.table.by_hand and not self._hides_hands else None

    @property
    def _hides_hands(self) -> bool:
        """Whether several people take turns at this keyboard: those who hold hands, and a dealer who judges."""
        table, people = self.table, self._people()
        if not self.desk.live or table.by_hand or self.open_hands or not people:
            return False
        return len(people) > 1 or (table.rule is None and not table.bot(table.now.dealer))

    def _people(self) -> list[str]:
        """The people who hold hands."""
        table = self.table
        return [seat for seat in table.players if not table.bot(seat) and seat != table.now.dealer]

    # The screen

    def page(self, seat: str | None = None) -> Page:
        """The page that a seat's story is told on; without one that of the dealer, who sees nobody's cards."""
        table = self.table
        eyes, width = seat or table.now.dealer, self.desk.size[0]
        return page_of(table.players, table.variant, width, self.desk.ink, eyes, unexplained=table.rules)

    def show_table(self, seat: str | None) -> None:
        """Draw the table through the eyes of a seat."""
        self.desk.show(self._paint_table(seat))

    def cover(self) -> None:
        """Leave no hand on the screen of a table that has been left, where others are not to see it."""
        if self.table.playing and self._hides_hands:
            self.show_table(None)

    def _paint_table(
        self, seat: str | None, hint: str | None = None, scroll: Scroll | None = None, scores: Scores | None = None
    ) -> Paint:
        story, open_hands = (3, self.open_hands) if scores is None else (2, False)

        def paint(width: int, height: int | None) -> list[str]:
            look = Look(width, height, self.desk.ink, seat, story, hint, scroll, open_hands)
            taken = len(wrap_notice(self.notice, self.page())) + 1
            below = [] if scores is None else ["", *scores(None if height is None else height - taken)]
            return draw_table(self.table, look, self.notice, below)

        return paint

    # Questions

    def ask(
        self, question: Question, seat: str | None = None, hint: str | None = None, scores: Scores | None = None
    ) -> str:
        """The answer to a question below the table, as a seat sees it: with its tutor's hint, and the scores."""
        scroll = self._scroll()
        paint = self._paint_table(seat, hint, scroll, scores)
        return self._ask(attrs.evolve(question, paint=paint, scroll=scroll))

    def _scroll(self) -> Scroll:
        """How a screen scrolls: it begins at the cards that were sought, this once."""
        sought, self._sought = self._sought, range(0)
        return Scroll(self.desk.scrolls, sought)

    def is_sure(self, question: str, no: str = "no") -> bool:
        """Whether what has been typed is meant; `no` says what a no does. Raises as `is_meant`."""
        return is_meant(self.desk, question, no)

    def _ask(self, question: Question) -> str:
        """As the desk asks; on a terminal Ctrl-C leaves the table only when that is meant."""
        while True:
            try:
                return self.desk.ask(question)
            except KeyboardInterrupt as stop:
                if not self.desk.live or isinstance(stop, Ended):
                    raise
                if self.is_sure(LEAVE, "stay"):
                    raise

    # What is told

    def complain(self, message: str) -> None:
        """Say what is wrong with a line: below the table, or at once in a pipe."""
        self.note(self.desk.ink.safe(f"! {show_cards(message)}", 400), indent=0)

    def note(self, message: str, indent: int = 7) -> None:
        """Say what has been done: below the table, or at once in a pipe, there so far `indent`ed."""
        text = show_cards(message)
        if self.desk.live:
            self.notice = [text]
        else:
            self.desk.say([" " * indent + text])

    def tell(self, lines: Sequence[str]) -> str:
        """Composed lines: on pages of their own on a terminal, at once in a pipe.

        Returns what is typed below a page, if it is more than what turns it.
        """
        return self._tell_pages(break_pages(self.desk.ink.finish(lines), self.desk.size[1]))

    def tell_layout(self) -> str:
        """The whole layout, from its top: told, and answered, as by `tell`."""
        return self._tell_pages(self.layout_pages(self.desk.size[1]))

    def _tell_pages(self, pages: Sequence[list[str]]) -> str:
        if self.desk.live:
            return turn_pages(self._ask, pages, self.desk.size[0])
        self.desk.say(pages[0])  # a pipe has room for all of it
        return ""

    def layout_pages(self, room: int | None) -> list[list[str]]:
        """The whole layout as pages of at most `room` lines, from its top."""
        return draw_layout(self.table.now, self.page(), room)

    def tell_part(self, cards: range, what: str) -> None:
        """Some cards of the layout, and what they are: on the next screen of a terminal, at once in a pipe."""
        self._sought, self.notice = cards, [what]
        if not self.desk.live:
            self.say_notice()

    def say_notice(self) -> None:
        """Print what stands below the next screen, and the cards that it is to show, where no screen follows."""
        page, cards = self.page(), self._scroll().sought
        part = [*draw_part(self.table.now, page, cards), ""] if cards else []
        self.desk.say([*part, *wrap_each(self.notice, page.width, hang=2)])
        self.notice = []

    def begin_round(self) -> None:
        """In a pipe, the table as it is dealt, or continued; the rest of the round follows as news."""
        if not self.desk.live:
            self.desk.say(["", *draw_table(self.table, Look(PLAIN_WIDTH, None, self.desk.ink, None))])
        self.listen()

    def listen(self) -> None:
        """Begin to tell a round, or begin anew where something was taken back."""
        self._news = None if self.desk.live else News(self.table.now, self.page(self.only_person()))

    def say_news(self) -> None:
        """In a pipe: what is new in the story."""
        if self._news is not None:
            self.desk.say(self.desk.ink.finish(self._news.more()))

    def scores(self, height: int | None = None) -> list[str]:
        """The rule, where wrong guesses differ from it (the last ones, where not all find room), and the scores."""
        table, record, page, head = self.table, self.table.now, self.page(), self._ending()
        foot = ["", *round_table(record, page, table.match.sums), *wrap_each(tell_best(record, page), page.width)]
        room = None if height is None else max(3, (height - len(head) - len(foot)) // 2)
        return page.ink.finish([*head, *_last_guesses(guess_lines(table, page), room), *foot])

    def _ending(self) -> list[str]:
        """Why the round is over, and the rule."""
        record, page = self.table.now, self.page()
        ended = wrap([f"The round ends: {record.ended}", *of_turns(record, "turn {} of {}")], page.width)
        return page.ink.finish([*(BOLD + line for line in ended), *rule_lines(self.table, page)])

    def end_game(self, untold: bool) -> None:
        """In a pipe, the scores of the game, below those of a round that has been `untold` so far."""
        if not self.desk.live:
            self.desk.say(["", *([*self.scores(), ""] if untold else []), *self._sheet()])

    def scores_of_game(self, room: int | None) -> list[str]:
        """The scores of the last round, or its rule alone where there is no room for them, and of the game."""
        sheet = self._sheet()
        left = None if room is None else room - len(sheet)
        scores = self.scores(left)
        if left is not None and len(scores) > left:
            where = wrap(["the scores of this round: type score"], self.desk.size[0], "  ", 4)
            scores = [*self._ending(), *where]
        return [*scores, "", *sheet]

    def _sheet(self) -> list[str]:
        """The scores of the game, and who has won it."""
        page = self.page()
        return page.ink.finish(sum_up(self.table.as_replay(), page))


def _last_guesses(guesses: Sequence[Sequence[str]], room: int | None) -> list[str]:
    """The lines of the last guesses that find room, and how many do not."""
    kept = len(guesses)
    while room is not None and kept and sum(map(len, guesses[-kept:])) + (kept < len(guesses)) > room:
        kept -= 1
    hidden = len(guesses) - kept
    word = "wrong guess" if hidden == 1 else "wrong guesses"
    more = [f"  {hidden}{' more' if kept else ''} {word}: type guesses"] if hidden else []
    return [*more, *(line for lines in guesses[hidden:] for line in lines)]
