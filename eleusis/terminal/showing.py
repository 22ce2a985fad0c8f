"""What a sitting shows: the screen through the eyes of a person, the news in plain lines, help, and the scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from eleusis.game.events import AnyEvent
from eleusis.game.legality import may_declare
from eleusis.page.ink import BOLD, fill, wrap
from eleusis.page.news import News
from eleusis.page.scoresheet import round_table
from eleusis.page.telling import Page
from eleusis.page.transcript import page_of
from eleusis.table.advice import what_now
from eleusis.table.afterwards import Believer, told_guesses
from eleusis.table.game_table import Table
from eleusis.terminal.desk import PLAIN_WIDTH, Desk
from eleusis.terminal.editor import Paint
from eleusis.terminal.screen import Look, draw_table, due, in_hand
from eleusis.terminal.setting_up import Plan
from eleusis.terminal.signals import Ended
from eleusis.terminal.typed import AFTERWARDS, COMMANDS
from eleusis.variant.saying import count

_PLAIN = ("played", "no_play_declared", "passed")
"""Events behind which no clause stands."""


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
    _looked_back: set[int] = attrs.field(factory=set)
    """The rounds of which something was told that is told once they are over."""

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

    def _page(self, seat: str | None) -> Page:
        return page_of(self.table.record(), self.desk.size[0], self.desk.ink, seat or self.table.now.dealer)

    def _screen(self, width: int, height: int | None, seat: str | None) -> list[str]:
        return draw_table(self.table, Look(width, height, self.desk.ink, seat), self.notice)

    def _cover(self) -> None:
        """Leave no hand on the screen of a table that has been left, where others are not to see it."""
        if self.table.playing and self._hides:
            self.desk.show(lambda width, height: self._screen(width, height, None))

    def _ask(
        self,
        prompt: str,
        seat: str | None,
        words: Sequence[str] = (),
        keys: Mapping[str, str] = {},
        who: str | None = None,
        fresh: bool = False,
    ) -> str:
        def paint(width: int, height: int | None) -> list[str]:
            return self._screen(width, height, seat)

        return self._ask_or_leave(prompt, paint, words=words, keys=keys, who=who, fresh=fresh)

    def _ask_or_leave(
        self,
        prompt: str,
        paint: Paint | None,
        *,
        words: Sequence[str] = (),
        keys: Mapping[str, str] = {},
        who: str | None = None,
        fresh: bool = False,
    ) -> str:
        """As the desk asks; on a terminal Ctrl-C leaves the table only when that is meant."""
        while True:
            try:
                return self.desk.ask(prompt, paint, words=words, keys=keys, who=who, fresh=fresh)
            except KeyboardInterrupt as stop:
                if not self.desk.live or isinstance(stop, Ended):
                    raise
                sure = self.desk.ask("Leave the table? The game is kept. (y, or Enter to stay)")
                if sure.casefold() in ("y", "yes"):
                    raise

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
        hand = in_hand(self.table.now.round.hidden.hands.get(seat, [])) if "no-play" in verbs else []
        return [*dict.fromkeys(card.text.lower() for card in hand), *verbs, *COMMANDS]

    def _words_afterwards(self) -> list[str]:
        """The words that are of use when a round is over."""
        table = self.table
        idle = set()
        if not table.now.wrong_guesses:
            idle.add("guesses")
        if not any(isinstance(table.player(seat), Believer) for seat in table.players):
            idle.add("beliefs")
        if table.rule is not None:
            idle.add("undo")
        return [word for word in (*COMMANDS, *AFTERWARDS) if word not in idle]

    def _keys(self) -> dict[str, str]:
        """Where right or wrong is all that is asked, one key answers."""
        state = self.table.now.round.state
        plain = state.phase == "judge guess" or (state.phase in ("judge", "call") and state.pending)
        return {"r": "right", "w": "wrong"} if plain else {}

    def _say_deal(self) -> None:
        if self.desk.live:
            return
        table = self.table
        self.desk.say(["", *draw_table(table, Look(PLAIN_WIDTH, None, self.desk.ink, None))])

    def _say_news(self) -> None:
        """In plain lines: what is new in the story."""
        if not self.desk.live:
            assert self._news is not None
            self.desk.say(self._news.page.ink.finish(self._news.more()))

    def _listen(self) -> None:
        """Begin to tell a round, or begin anew where something was taken back."""
        self._news = None if self.desk.live else News(self.table.now, self._page(self._only_person()))

    def _last_turn(self) -> list[AnyEvent]:
        """The events of the last step and, where it is a judgement, of what it answers."""
        events: list[AnyEvent] = []
        for step in reversed(self.table.now.steps):
            events[:0] = [event for event in step.events if event.type not in _PLAIN]
            if events:
                break
        return events

    def _help(self, seat: str | None) -> list[str]:
        lines: list[str] = []
        page = self._page(None)
        if seat is not None:
            may, may_not = what_now(self.table.now.round, seat, self.table.by_hand)
            lines += [f"{BOLD}{page.name(seat)} may now", *wrapped(may, page), ""]
            lines += [f"{BOLD}Not now", *wrapped(may_not, page), ""]
        lines += [f"{BOLD}Always", *_listed(COMMANDS, page), ""]
        return [*lines, f"{BOLD}When a round is over", *_listed(AFTERWARDS, page)]

    def _tell(self, lines: Sequence[str]) -> None:
        """Pages of their own on a terminal, some lines in a pipe."""
        page = self._page(None)
        if not self.desk.live:
            self.desk.say(page.ink.finish(lines))
            return
        start = 0
        while True:
            room = max(1, self.desk.size[1] or len(lines))
            shown = lines[start : start + room]
            start += len(shown)
            rest = len(lines) - start
            more = f"Enter for more ({count(rest, 'line')}; q: no more)" if rest else "Enter to go on"
            answer = self._ask_or_leave(more, lambda width, height, part=shown: page.ink.finish(part))  # type: ignore[misc]
            if not rest or answer:
                return

    def _sure(self, question: str) -> bool:
        return self.desk.ask(f"{question} (y, or Enter for no)").casefold() in ("y", "yes")

    def _ask_below(self, prompt: str) -> str:
        """Asks below the table and the scores of a round that is over."""

        def paint(width: int, height: int | None) -> list[str]:
            page = self._page(None)
            told = [line for text in self.notice for line in wrap([text], page.width, "  ", 2)]
            told = page.ink.finish(["", *told] if told else [])
            lines = self._scores(None if height is None else height - len(told))
            room = None if height is None else height - len(lines) - len(told) - 1
            above = draw_table(self.table, Look(width, room, self.desk.ink, story=2))
            fits = room is None or len(above) <= room
            return [*(above if fits else above[:0]), "", *lines, *told]

        return self._ask_or_leave(prompt, paint)

    def _scores(self, height: int | None = None) -> list[str]:
        """The rule, where wrong guesses differ from it (the last ones, where not all find room), and the scores."""
        table, one = self.table, self.table.now
        page = self._page(None)
        rule = "was kept by the dealer" if one.rule is None else f"was: {page.ink.safe(one.rule, 300)}"
        head = [f"{BOLD}The round ends: {one.ended}", *wrap([f"the rule {rule}"], page.width, "  ", 4)]
        foot = ["", *round_table(one, page, table.match.sums)]
        guesses = told_guesses(table, page)
        room = None if height is None else max(3, (height - len(head) - len(foot)) // 2)
        return page.ink.finish([*head, *_last(guesses, room), *foot])


def _last(guesses: Sequence[Sequence[str]], room: int | None) -> list[str]:
    """The lines of the last guesses that find room, and how many do not."""
    kept = len(guesses)
    while room is not None and kept and sum(map(len, guesses[-kept:])) + (kept < len(guesses)) > room:
        kept -= 1
    hidden = len(guesses) - kept
    word = "wrong guess" if hidden == 1 else "wrong guesses"
    more = [f"  {hidden}{' more' if kept else ''} {word}: type guesses"] if hidden else []
    return [*more, *(line for told in guesses[hidden:] for line in told)]


def _listed(words: Mapping[str, str], page: Page) -> list[str]:
    return [line for word, what in words.items() for line in wrap([what], page.width, f"  {fill(word, 7)}  ", 11)]


def wrapped(texts: Sequence[str], page: Page) -> list[str]:
    return [line for text in texts for line in wrap([text], page.width, "  ", 6)]
