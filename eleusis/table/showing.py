"""What a sitting shows: the screen through the eyes of a person, the news in plain lines, help, and the scores."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from eleusis.game.events import Event
from eleusis.game.legality import may_declare
from eleusis.script.ink import wrap
from eleusis.script.scoresheet import round_table
from eleusis.script.telling import Page
from eleusis.script.transcript import page_of
from eleusis.table.advice import what_now
from eleusis.table.desk import Desk
from eleusis.table.game import Table
from eleusis.table.news import News
from eleusis.table.screen import Look, draw_table, due, finish
from eleusis.table.setting import Plan
from eleusis.table.words import COMMANDS


@attrs.define
class Showing:
    """A table and the desk at which it is shown."""

    table: Table
    desk: Desk
    plan: Plan
    notice: list[str] = attrs.field(factory=list)
    _seen_by: str | None = None
    """The person whose hand was shown last."""
    _news: News | None = None

    def _eyes(self, seat: str) -> str | None:
        """Whose hand the screen shows to a person who is to act; None for the dealer, or where none is known."""
        calls = self._hides and self.table.now.round.state.phase == "call"
        if self.table.by_hand or seat == self.table.now.dealer or calls:
            return self._only_person()
        return seat

    def _only_person(self) -> str | None:
        """The person at the desk, where one alone holds a hand: nothing has to be hidden from him."""
        people = self._people()
        return people[0] if len(people) == 1 and not self.table.by_hand else None

    def _people(self) -> list[str]:
        table = self.table
        return [s for s in table.players if not table.bot(s) and s != table.now.dealer]

    @property
    def _hides(self) -> bool:
        return self.desk.live and not self.table.by_hand and len(self._people()) > 1

    def _page(self, seat: str | None, width: int = 80) -> Page:
        return page_of(self.table.record(), width, self.desk.ink, seat or self.table.now.dealer)

    def _screen(self, width: int, height: int | None, seat: str | None) -> list[str]:
        return draw_table(self.table, Look(width, height, self.desk.ink, seat), self.notice)

    def _ask(self, prompt: str, seat: str | None, **more: object) -> str:
        def paint(width: int, height: int | None) -> list[str]:
            return self._screen(width, height, seat)

        try:
            return self.desk.ask(prompt, paint, **more)  # type: ignore[arg-type]  # words and keys
        except KeyboardInterrupt:
            if not self.desk.live:
                raise
            if self.desk.ask("Leave the table? The game is kept. (y, or Enter to stay)").casefold() in ("y", "yes"):
                raise
            return ""

    def _prompt(self, seat: str) -> str:
        name = self._page(None).name
        round_ = self.table.now.round
        asked = due(round_, name(seat), self.table.by_hand)
        if self.table.by_hand and may_declare(round_.state, self.table.variant):
            following = round_.state.successor()
            asked = f"{name(following)} plays, or {name(seat)} declares" if following else asked
        return f"{asked}\n>" if self.desk.live else f"{asked}>"

    def _words(self, seat: str) -> list[str]:
        """What completes the line: what is legal."""
        verbs: dict[str, None] = {}
        for move in self.table.now.round.options():
            verbs.update(dict.fromkeys([move.text if move.verb != "guess" else "guess"]))
            if move.verb == "play":
                verbs.pop(move.text)
                verbs[move.text.removeprefix("play ").lower()] = None
        return [*verbs, *COMMANDS]

    def _keys(self) -> dict[str, str]:
        """Where right or wrong is all that is asked, one key answers."""
        state = self.table.now.round.state
        plain = state.phase == "judge guess" or (state.phase in ("judge", "call") and state.pending)
        return {"r": "right", "w": "wrong"} if plain else {}

    def _say_deal(self) -> None:
        if self.desk.live:
            return
        table = self.table
        self.desk.say(["", *draw_table(table, Look(80, None, self.desk.ink, None))])

    def _say_news(self) -> None:
        """In plain lines: what is new in the story."""
        if not self.desk.live:
            assert self._news is not None
            self.desk.say(finish(self._news.more(), self._news.page))

    def _listen(self) -> None:
        """Begin to tell a round, or begin anew where something was taken back."""
        self._news = None if self.desk.live else News(self.table.now, self._page(self._only_person()))

    def _last_turn(self) -> list[Event]:
        """The events of the last step and, where it is a judgement, of what it answers."""
        events: list[Event] = []
        for step in reversed(self.table.now.steps):
            events[:0] = [event for event in step.events if event.type not in ("played", "no_play_declared")]
            if events:
                break
        return events

    def _help(self, seat: str | None) -> list[str]:
        lines: list[str] = []
        if seat is not None:
            may, may_not = what_now(self.table.now.round, seat, self.table.by_hand)
            page = self._page(None)
            lines += [f"\f{page.name(seat)} may now", *wrapped(may, page), ""]
            lines += ["\fNot now", *wrapped(may_not, page), ""]
        return [*lines, "\fAlways", *(f"  {word:<6} {what}" for word, what in COMMANDS.items())]

    def _tell(self, lines: Sequence[str]) -> None:
        """A page of its own on a terminal, some lines in a pipe."""
        page = self._page(None)
        if not self.desk.live:
            self.desk.say(finish(lines, page))
            return

        def paint(width: int, height: int | None) -> list[str]:
            short = lines if height is None or len(lines) <= height else lines[len(lines) - height :]
            return finish([line[: 4 * width] for line in short], page)

        self.desk.ask("Enter to go on", paint)

    def _sure(self, question: str) -> bool:
        return self.desk.ask(f"{question} (y, or Enter for no)").casefold() in ("y", "yes")

    def _ask_below(self, lines: Sequence[str], prompt: str) -> str:
        def paint(width: int, height: int | None) -> list[str]:
            room = None if height is None else height - len(lines) - 1
            above = draw_table(self.table, Look(width, room, self.desk.ink, story=1), self.notice)
            fits = room is None or len(above) <= room
            return [*(above if fits else above[:0]), "", *lines]

        return self.desk.ask(prompt, paint)

    def _scores(self) -> list[str]:
        table, one = self.table, self.table.now
        page = self._page(None)
        rule = "was kept by the dealer" if one.rule is None else f"was: {page.ink.safe(one.rule, 300)}"
        lines = [f"\fThe round ends: {one.ended}", f"  the rule {rule}"]
        return finish([*lines, "", *round_table(one, page, table.match.sums)], page)


def wrapped(texts: Sequence[str], page: Page) -> list[str]:
    return [line for text in texts for line in wrap([text], page.width, "  ", 6)]
