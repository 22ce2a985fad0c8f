"""The table on the screen: the layout, what has just happened, the seats, your own hand; it fits its window."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from eleusis.driving.replayed import RoundReplay
from eleusis.game.legality import passes_in_silence
from eleusis.game.round import Round
from eleusis.ground.agreement import agree, say_within
from eleusis.ground.cards import Card
from eleusis.table.advice import worth_now
from eleusis.table.game_table import Table
from eleusis.variant.saying import count, points
from eleusis.words.page.drawing import draw, find_rows, marks_of
from eleusis.words.page.ink import BOLD, FAINT, Ink, cells, fill, wrap, wrap_each
from eleusis.words.page.panes import Pane, Scroll, newest_pane, pane_around, pane_from, panes, say_hidden
from eleusis.words.page.telling import Page, in_order, tell
from eleusis.words.page.transcript import legend, page_of

HERE = "▸"
"""Stands before the seat that is to act."""

_LEAST, _LEAST_ASIDE = 4, 10
"""Lines that a layout has if they can be had: at its newest cards, and where one has scrolled away from them."""
_HANGING = " " * 6
"""With these begin the lines of a story that go on with the one above."""


@attrs.frozen
class Look:
    """How a screen is to look: its size (`height` None: as long as it is), its ink, through whose eyes."""

    width: int = 80
    height: int | None = None
    ink: Ink = attrs.field(factory=Ink)
    seat: str | None = None
    """Whose hand is shown; None: nobody's."""
    story: int = 3
    """The least lines of the story that are shown, where there are so many."""
    hint: str | None = None
    """What a tutor says of the hand."""
    scroll: Scroll | None = None
    """Where in a long layout the person is; None where nobody can scroll, and the newest cards are shown."""
    open_hands: bool = False
    """Whether all hands are shown."""


def in_hand(hand: Sequence[Card]) -> list[Card]:
    """A hand as it is numbered on the screen: by suit and rank."""
    return sorted((card for card in hand if card.known), key=lambda card: card.index)


def draw_table(table: Table, look: Look, notice: Sequence[str] = (), below: Sequence[str] = ()) -> list[str]:
    """The screen as lines: ready to be printed, none wider than the look's width.

    From the top: the title, the layout, how many cards lie where, the end of the story, the seats, one's own hand,
    the lines `below` (the scores of a round that is over), the notice. Where the window is low, the layout is shown
    as a pane of it, and what is of less use makes room; once one scrolls, all but the hand and the notice does, and
    at last the hand.
    """
    record, round_ = table.now, table.now.round
    seat = look.seat or record.dealer
    page = page_of(table.players, table.variant, max(24, look.width), look.ink, seat, unexplained=table.rules)
    head = [*_title(table, page), *_stakes(table, look.seat, page), FAINT + "─" * page.width]
    rows, places, meanings = _layout(record, page)
    counts = [*meanings, "", *_counts(round_, page)]
    seats = ["", *_seats(table, page), *(_other_hands(table, look.seat, page) if look.open_hands else [])]
    hand: list[str] = []
    if look.seat is not None and look.seat in round_.hidden.hands:
        hand = ["", *draw_hand(round_.hidden.hands[look.seat], page)]
        hand += [] if look.hint is None else wrap([look.hint], page.width, "  tutor: ", 4)
    said = wrap_notice(notice, page)
    if look.height is None:  # in plain lines the story has been told
        return page.ink.finish([*head, *rows, *counts, *seats, *hand, *below, *said])

    story = [line for line in tell(record, page) if line.strip()]
    foot = [*hand, *below, *said]
    # From the frame that one likes best to the barest: each gives up what is missed least of what the last one had.
    frames = [
        _Frame(head, counts, [*seats, *foot], story, min(look.story, len(story))),
        _Frame(head, counts, [*seats, *foot], story),
        _Frame(head, [], [*seats, *foot]),
        _Frame([], [], [*seats, *foot]),
        _Frame([], [], foot),
        _Frame([], [], foot[1:]),
    ]
    # Where the scores leave no room for the layout, both scroll as one.
    if below and frames[-1].room(look.height) < min(2, len(rows)):
        said = said if look.height - len(said) >= _count_sought(places, look.scroll) else []
        return page.ink.finish([*_fit_below(rows, places, below, look, look.height - len(said)), *said])
    # Who has scrolled away wants to see cards: then the story goes at once, and the hand before the layout does.
    beside = [] if below else [_Frame(head, counts, [*seats, *foot]), *frames[2:]]
    shows_all = not hand and not below
    aside = [*beside, _Frame([], [], said, whole=shows_all), _Frame([], [], [], whole=shows_all)]
    frame, layout = _fit(rows, places, look, frames, aside)
    latest = _latest(frame.story, look.height - frame.size - len(layout) - 1)
    upper = [*frame.head, *layout, *frame.counts, *([""] if latest else []), *latest]
    lower = _end_of(frame.foot, look.height - len(upper), page.width, bool(hand) and frame.whole)
    return page.ink.finish([*upper, *lower])


@attrs.frozen
class _Frame:
    """What stands above a layout on the screen, and what below it: of the story at least as many lines as named."""

    head: Sequence[str]
    counts: Sequence[str]
    foot: Sequence[str]
    story: list[str] = attrs.field(factory=list)
    least: int = 0
    whole: bool = True
    """Whether the hand, or the scores, stand there."""

    @property
    def size(self) -> int:
        """The lines that are taken, but for the story."""
        return len(self.head) + len(self.counts) + len(self.foot)

    def room(self, height: int) -> int:
        """The lines of a window that are left for the layout."""
        return height - self.size - (self.least + 1 if self.least else 0)


def _choose(frames: Sequence[_Frame], height: int, wanted: int) -> _Frame:
    """The first frame that leaves as many lines for the layout as are wanted, else the last one."""
    return next((frame for frame in frames if frame.room(height) >= wanted), frames[-1])


def _fit(
    rows: list[str], places: Sequence[int], look: Look, frames: Sequence[_Frame], aside: Sequence[_Frame]
) -> tuple[_Frame, list[str]]:
    """The layout, or the pane of it that has been scrolled to, in its frame: by itself one of `frames`.

    `places` are the rows of its cards.
    """
    height, scroll = look.height or 0, look.scroll
    frame = _choose(frames, height, min(len(rows), _LEAST))
    room = frame.room(height)
    if len(rows) <= room:
        if scroll is not None:
            scroll.limit(0, 0, 0)
        return frame, rows
    frame_aside = _choose(aside, height, min(len(rows), _LEAST_ASIDE))
    if frame_aside is aside[-1] and (wanted := _count_sought(places, scroll)):
        frame_aside = _choose(aside[-2:], height, wanted)  # what the notice says of them is of use
    middle = newest_pane(rows, places[-1] if places else 0, room - 1)
    pane = _scroll(rows, places, middle, max(1, frame_aside.room(height) - 1), scroll)
    if pane == middle:
        return frame, _show(pane, rows, room, look)
    besides = "" if frame_aside.whole else "the hand" if look.seat else "the scores"
    word = f"layout or {'hand' if look.seat else 'score'}" if besides else "layout"
    return frame_aside, _show(pane, rows, frame_aside.room(height), look, besides, word)


def _fit_below(rows: list[str], places: Sequence[int], below: Sequence[str], look: Look, room: int) -> list[str]:
    """The pane that has been scrolled to of a layout and what stands below it; by itself where that begins."""
    whole = [*rows, *below]
    start = next(place for place, row in enumerate(whole) if place >= len(rows) and row)
    middle = pane_from(whole, start, room if len(whole) - start <= room else room - 1)
    pane = _scroll(whole, places, middle, max(1, room - 1), look.scroll)
    return _show(pane, whole, room, look, word="layout or score")


def _scroll(rows: Sequence[str], places: Sequence[int], middle: Pane, room: int, scroll: Scroll | None) -> Pane:
    """The pane that has been scrolled to: that of the cards that were sought at first, else `middle`."""
    if scroll is None:
        return middle
    wanted = [places[number] for number in scroll.sought]
    sought = middle if middle.holds(wanted) else pane_around(rows, wanted, room)
    every = panes(rows, middle, room, sought)
    begin, newest = every.index(sought), every.index(middle)
    scroll.limit(-begin, len(every) - 1 - begin, newest - begin)
    return every[begin + scroll.place]


def _count_sought(places: Sequence[int], scroll: Scroll | None) -> int:
    """The lines that cards which were sought take, with their mainline and what is hidden; none where none were."""
    rows = [] if scroll is None else [places[number] for number in scroll.sought]
    return rows[-1] - rows[0] + 3 if rows else 0


def _end_of(foot: Sequence[str], room: int, width: int, has_hand: bool) -> list[str]:
    """The lines below a layout, or the last of them; where a hand has lost some, what shows all of it."""
    lower = list(foot[max(0, len(foot) - room) :])
    if has_hand and 1 < len(lower) < len(foot):
        ways = ("  (more of your hand above: type hand)", "  (more above: type hand)", "  (type hand)")
        lower[0] = FAINT + next((way for way in ways if cells(way) <= width), ways[-1])
    return lower


def _show(
    pane: Pane, rows: Sequence[str], room: int, look: Look, besides: str = "", word: str = "layout"
) -> list[str]:
    """What stands in a pane and, where there is room for it or for nothing else, what is hidden, also `besides`.

    `word` is what shows all of it.
    """
    lines = pane.show(rows)
    hidden = say_hidden(rows, pane, look.width, look.scroll, besides, word)
    if hidden and (not lines or room > len(lines)):
        lines = [hidden, *lines] if pane.start else [*lines, hidden]
    return lines


def draw_layout(record: RoundReplay, page: Page, room: int | None = None) -> list[list[str]]:
    """The whole layout and what its markers mean, as pages of at most `room` lines (None: one page for all)."""
    rows, _, meanings = _layout(record, page)
    if room is None:
        return [page.ink.finish([*rows, *meanings])]
    shown = [pane.show(rows) for pane in panes(rows, Pane(0, 0), room) if pane.stop]
    if len(shown[-1]) + len(meanings) > room:
        shown.append([])
    shown[-1] += meanings
    return [page.ink.finish(lines) for lines in shown]


def draw_part(record: RoundReplay, page: Page, cards: range) -> list[str]:
    """The lines of the mainline with these cards, and what hangs there.

    The cards are given by their numbers from 0 in the order of play.
    """
    rows, places, meanings = _layout(record, page)
    start, stop = places[cards[0]], places[cards[-1]]
    while start and rows[start - 1]:
        start -= 1
    while stop < len(rows) and rows[stop]:
        stop += 1
    return page.ink.finish([*rows[start:stop], *meanings])


def wrap_notice(notice: Sequence[str], page: Page) -> list[str]:
    """The lines of a notice, below a blank one; none where there is nothing to notice."""
    lines = wrap_each(notice, page.width, "  ", 2)
    return ["", *lines] if lines else []


def _title(table: Table, page: Page) -> list[str]:
    """What is played; of several rounds which it is, and who deals; where turns are counted, which turn."""
    record, variant = table.now, table.variant
    name = page.ink.safe(table.script.title or variant.title, 60).split(" (")[0]
    only_round = record.number == 1 and variant.game.rounds.complete([1, *[0] * (len(table.players) - 1)])
    of_game = [] if only_round else [f"round {record.number}", say_within(page.name(record.dealer), "deal")]
    return [BOLD + line for line in wrap([name, *of_game, *_turn(record.round)], page.width, " ", 1)]


def _turn(round_: Round) -> list[str]:
    """The turn of how many, where a number of them ends the round."""
    state = round_.state
    left = round_.variant.turn_limit.count_left(state.turn)
    if left is None:
        return []
    under_way = left > 0 and state.phase in ("play", "call", "judge")
    return [f"turn {state.turn + under_way} of {state.turn + left}"]


def _stakes(table: Table, seat: str | None, page: Page) -> list[str]:
    """What the rule would bring a seat if it were found in this turn, and what guessing has cost and costs.

    It is told where that changes from turn to turn, or where a wrong guess has a price.
    """
    round_ = table.now.round
    state, variant = round_.state, round_.variant
    players = [player for player in state.players if player != state.dealer]
    who = players[0] if len(players) == 1 else seat
    if who not in players or state.phase == "over":
        return []
    parts = []
    wrong, price, worth = state.wrong_guesses.get(who, 0), variant.guess.price, worth_now(round_, who)
    if worth is not None:
        parts.append(f"find it now: {points(worth)}")
    if price:
        parts.append(f"wrong guesses: {wrong}, the next costs {price}")
    return wrap(parts, page.width, " ", 1) if parts else []


def _layout(record: RoundReplay, page: Page) -> tuple[list[str], list[int], list[str]]:
    """The layout, the row of each of its cards in the order of play, and what its markers mean."""
    layout, markers, width = record.round.state.layout, marks_of(record.round), page.width - 1
    rows = draw(layout, markers, width=width, ink=page.ink)
    return rows, find_rows(layout, markers, width=width), legend(record, page)


def _latest(story: list[str], room: int) -> list[str]:
    """The end of a story: whole turns, as many as find room, or the beginning of the last one."""
    starts = [place for place, line in enumerate(story) if not line.startswith(_HANGING)]
    start = next((place for place in starts if len(story) - place <= room), None)
    if start is not None:
        return story[start:]
    return story[starts[-1] :][: max(0, room)] if starts else []


def _counts(round_: Round, page: Page) -> list[str]:
    """How many cards lie where, and how many may still be played before something happens."""
    state = round_.state
    stock = f"{len(round_.hidden.stock)} in the stock"
    aside = [f"set aside: {in_order(state.set_aside)}"] if state.set_aside else []
    parts = [f"{count(state.laid, 'card')} on the layout", *aside, stock, *ahead(round_)]
    return wrap(parts, page.width, "  ", 2)


def ahead(round_: Round) -> list[str]:
    """What is left to the next expulsion or cutoff, as sentences; none where the edition has neither."""
    state, variant = round_.state, round_.variant
    lying, since = state.laid, state.since_marker()
    sentences = (variant.expulsion.ahead(lying, since, state.sudden_death), variant.cutoff.ahead(lying, since))
    return [sentence for sentence in sentences if sentence is not None]


def _seats(table: Table, page: Page) -> list[str]:
    """The seats, clockwise: who is to act, how many cards each holds, what else is to know."""
    round_ = table.now.round
    state = round_.state
    # At a real table a play says by itself that the right to declare goes by.
    silent = table.by_hand and passes_in_silence(state, table.variant)
    due = state.successor() if silent else round_.to_act
    parts = []
    for seat in state.players:
        text = page.name(seat)
        if seat == state.dealer:
            text += f" {agree(text, 'deal')}"
        else:
            text += f" {len(round_.hidden.hands[seat])}"
        if seat == state.prophet:
            text += f" {page.prophet}"
        if seat in state.expelled:
            text += " expelled"
        parts.append(f"{HERE} {text}" if seat == due else text)
    return wrap(parts, page.width, "  ", 2)


def _other_hands(table: Table, seat: str | None, page: Page) -> list[str]:
    """The hands of all seats but this one, where they lie open."""
    lines = []
    for other in table.players:
        if other not in (seat, table.now.dealer):
            cards = " ".join(card.pretty for card in in_hand(table.now.round.hidden.hands[other]))
            lines += wrap([cards], page.width, f"  {page.name(other)}: ", 4)
    return lines


def draw_hand(held: Sequence[Card], page: Page) -> list[str]:
    """A hand, sorted and numbered, with a wider gap before each new suit."""
    hand = in_hand(held)
    if not hand:
        return ["  no cards"]
    ink, size = page.ink, len(str(len(hand)))
    lines, used = ["  "], 2
    suit = hand[0].suit
    for number, card in enumerate(hand, 1):
        gap = 0 if used == 2 else 2 if card.suit is suit else 3
        width = size + 1 + len(card.pretty)
        if used + gap + width > page.width - 1:
            lines.append("  ")
            used, gap = 2, 0
        label = fill(str(number), size, right=True)
        lines[-1] += " " * gap + (f"{ink.faint(label)} " if ink.colour else f"{label}:") + ink.card(card, bold=True)
        used, suit = used + gap + width, card.suit
    return lines
