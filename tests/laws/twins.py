"""Twins: two rounds that differ only in what one seat may not see, and all that this seat is told of both.

What a seat may know is counted here without any event's or view's own word: its hand, the table, and the hands that
were shown. A round is played with tokens, cards that can be told apart although their faces are the same; then the
faces of all tokens that the seat never could have seen are dealt anew, and every outcome must be the same to it.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import TYPE_CHECKING, Any

import attrs
from msgspec import Struct, structs

from eleusis.doors.terminal.screen import Look, draw_table
from eleusis.doors.terminal.table_talk import what_is_due
from eleusis.driving.driver import Driver, Player, Step, Undecided
from eleusis.driving.replayed import Finding, GameReplay, RoundReplay
from eleusis.driving.undo import may_undo
from eleusis.game.events import fold
from eleusis.game.moves import Call, Declare, Guess, Hint, Judge, Move, NoPlay, Pass, Play
from eleusis.game.round import Round
from eleusis.game.state import Hidden, State
from eleusis.game.view import SeenEvents, View, Watch, take_view
from eleusis.ground.cards import PACK, UNKNOWN, Card
from eleusis.ground.chance import shuffle, stream
from eleusis.ground.errors import NOWHERE
from eleusis.minds.players.program.messages import PROTOCOL, AskMove, Hello, RoundOver
from eleusis.minds.players.random_player import RandomPlayer
from eleusis.minds.players.registry import Seat
from eleusis.record.gamefile.contents import GameFile
from eleusis.table.advice import what_now, why
from eleusis.table.game_table import Table
from eleusis.variant import to_mapping
from eleusis.words.page.ink import Ink
from eleusis.words.page.transcript import transcript
from tests.laws.tables import seated

LONGEST = 90
"""Steps of a round that are played at the most."""


class Token(Card):
    """One card of the pack in the flesh: equal to any of the same face, and yet itself."""

    __slots__ = ("serial",)
    serial: int

    if not TYPE_CHECKING:

        @property
        def __class__(self) -> type[Card]:
            """A round takes cards, and nothing that is only like one."""
            return Card

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Card) and other.index == self.index

    def __hash__(self) -> int:
        return hash(self.index)

    def __reduce__(self) -> tuple[object, tuple[str]]:
        raise TypeError("a token stays in its test")


class Leak(AssertionError):
    """A seat was told what it may not know."""


def mapped(value: Any, face: Callable[[Card], Card]) -> Any:
    """An event, a move or a part of one with other cards."""
    if isinstance(value, Card):
        return value if value.index == UNKNOWN.index else face(value)
    if isinstance(value, Struct):
        return type(value)(*[mapped(part, face) for part in structs.astuple(value)])
    if isinstance(value, tuple):
        return tuple([mapped(part, face) for part in value])
    if isinstance(value, dict):
        return {key: mapped(part, face) for key, part in value.items()}
    return value


def tokens_in(value: Any) -> Iterator[Token]:
    """The tokens in an event, a move or a part of one."""
    if type(value) is Token:
        yield value
    elif isinstance(value, Struct):
        yield from tokens_in(structs.astuple(value))
    elif isinstance(value, (tuple, list, dict)):
        for part in value.values() if isinstance(value, dict) else value:
            yield from tokens_in(part)


def on_the_table(state: State) -> Iterator[Card]:
    """The cards that lie open, or were shown: whoever sits there knows them.

    A mechanism that shows cards in another way (a look at the stock, say) puts them in here, or into `in_hand`.
    """
    yield from state.layout.cards()
    yield from state.set_aside
    yield from state.pending
    yield from [] if state.named is None else [state.named]
    for shown in state.shown.values():
        yield from shown


def in_hand(hidden: Hidden, seat: str) -> Iterable[Card]:
    """The cards that only this seat knows."""
    return hidden.hands.get(seat, ())


def with_tokens(round_: Round, unwritten: str | None) -> Round:
    """The same deal with tokens for cards; the hand of the seat `unwritten` is one that nobody wrote down."""
    serial = iter(range(100_000))

    def token(card: Card) -> Card:
        made = object.__new__(Token)
        for name in ("index", "rank", "suit", "bit", "text", "pretty"):
            object.__setattr__(made, name, getattr(card, name))
        object.__setattr__(made, "serial", next(serial))
        return made

    began = mapped(round_.began, token)
    if unwritten is not None:
        began = structs.replace(began, hands={**began.hands, unwritten: (UNKNOWN,) * len(began.hands[unwritten])})
    supply = round_.supply
    return Round(round_.variant, began, lambda deck: [mapped(card, token) for card in supply(deck)])


@attrs.define
class Moment:
    """A round at a moment, with the serials of the tokens that each seat has had before its eyes so far."""

    round: Round
    steps: list[Step]
    seen_serials: dict[str, set[int]]
    before: dict[str, set[int]]
    """The same before the last step."""

    @property
    def players(self) -> tuple[str, ...]:
        return self.round.players

    def hidden_from(self, seat: str) -> list[Token]:
        """The tokens that this seat can't know."""
        every = {token.serial: token for event in self.round.events for token in tokens_in(event)}
        return [token for serial, token in every.items() if serial not in self.seen_serials[seat]]


def moments(name: str, seed: int, unwritten: bool = False) -> Iterator[Moment]:
    """A random round of an edition, after every step; it is the same object each time, and goes on."""
    dealt, seats = seated(name, seed)
    yield from moments_of(dealt, seats, stream(seed, "twins", name), unwritten)


def moments_of(
    dealt: Round, seats: Mapping[str, Player], chance: Random, unwritten: bool = False
) -> Iterator[Moment]:
    """A round that has been dealt, after every step that these players make."""
    round_ = with_tokens(dealt, dealt.players[0] if unwritten else None)
    moment = Moment(round_, [], {seat: set() for seat in round_.players}, {})
    for n in range(1, LONGEST + 1):
        moment.before = {seat: set(serials) for seat, serials in moment.seen_serials.items()}
        _look_round(moment)
        if n > 1:
            yield moment
        seat = round_.to_act
        if seat is None:
            return
        try:
            move = _by_itself(seats[seat].move(round_.view(seat)), round_)
        except Undecided:  # a hand that nobody wrote down, and a person would look at it
            move = Judge(seat, True)
        if isinstance(move, Judge) and not move.right and move.card is None and round_.state.phase == "judge":
            shown = [] if round_.state.pending else round_.state.shown.get(round_.state.mover or "", [])
            if shown:  # of a no play that is taken back he need not name a card, and may
                move = structs.replace(move, card=shown[int(chance.random() * len(shown))])
        by_rule = seat == round_.dealer and chance.random() < 0.5  # half of them as if a person had judged
        Driver(round_, {}, moment.steps).go([move], moves=1, by="rule" if by_rule else "seat")


def _look_round(moment: Moment) -> None:
    state, hidden = moment.round.state, moment.round.hidden
    for seat, serials in moment.seen_serials.items():
        serials.update(
            card.serial for card in (*on_the_table(state), *in_hand(hidden, seat)) if type(card) is Token
        )
    for token in tokens_in([step.move for step in moment.steps[-1:] if isinstance(step.move, Call)]):
        for serials in moment.seen_serials.values():
            serials.add(token.serial)


def _by_itself(move: Move, round_: Round) -> Move:
    """The move with the very tokens that a hand gives: of two that look alike the one that comes first."""
    hands = round_.hidden.hands
    hand = (
        list(hands.get(move.seat, ())) if isinstance(move, Play) else list(hands[round_.state.mover or move.seat])
    )

    def first(card: Card) -> Card:
        return hand.pop(hand.index(card)) if card in hand else card

    return mapped(move, first) if isinstance(move, (Play, Call, Judge)) else move


# What a seat is told


def twins(moment: Moment, seat: str, seed: int) -> tuple[SeatAccount, SeatAccount]:
    """What the seat is told of the round, and of one in which all that it can't know is otherwise."""
    hidden = moment.hidden_from(seat)
    faces = shuffle(unaccounted(moment, seat, hidden), stream(seed, "twin", seat, len(moment.steps)))
    other = {token.serial: card for token, card in zip(hidden, faces, strict=False)}
    is_dealer = seat == moment.round.dealer

    def as_it_is(card: Card) -> Card:
        return PACK[card.index]

    def otherwise(card: Card) -> Card:
        return other.get(card.serial, PACK[card.index]) if type(card) is Token else card

    return (
        SeatAccount(moment, seat, as_it_is, "red", secret_card=True),
        SeatAccount(moment, seat, otherwise, "red" if is_dealer else "black", secret_card=is_dealer),
    )


def unaccounted(moment: Moment, seat: str, hidden: list[Token]) -> list[Card]:
    """The faces that the hidden tokens may have: what the pack holds besides the cards that the seat knows.

    They are as many as the tokens, or more where cards of a hand are not written down.
    """
    state, hidden_cards = moment.round.state, moment.round.hidden
    accounted = Counter(
        PACK[card.index] for card in (*on_the_table(state), *in_hand(hidden_cards, seat)) if card.known
    )
    every = {token.serial: token for event in moment.round.events for token in tokens_in(event)}
    gone = [token for serial, token in every.items() if serial in moment.seen_serials[seat]]
    accounted = accounted | Counter(PACK[token.index] for token in gone)
    left = list((Counter(dict.fromkeys(PACK, state.decks)) - accounted).elements())
    return left if len(left) >= len(hidden) else [PACK[token.index] for token in hidden]


class SeatAccount:
    """All that a seat is told of a round, in every way in which the program tells it."""

    def __init__(
        self, moment: Moment, seat: str, face: Callable[[Card], Card], rule: str, *, secret_card: bool
    ) -> None:
        self.seat = seat
        events = [mapped(event, face) for event in moment.round.events]
        supply = moment.round.supply
        self.round = Round.from_events(
            moment.round.variant, events, lambda deck: [mapped(card, face) for card in supply(deck)]
        )
        steps = [mapped(step, face) for step in moment.steps]
        if not secret_card:
            steps = [_without_card(step) for step in steps]
        secret = Finding("misjudged", NOWHERE, f"by the rule {rule} this is wrong")
        self.record = RoundReplay(1, self.round, rule, None, steps, [secret])
        self.game = GameReplay(
            "g.yaml", None, self.round.variant, {}, self.round.players, [self.record], {}, [secret]
        )
        self.view: View = self.round.view(seat)

    def everything(self) -> Mapping[str, object]:
        """What is told, by the way in which it is."""
        round_, seat, variant = self.round, self.seat, self.round.variant
        names = {player: player for player in round_.players}
        last = self.record.steps[-1].events
        return {
            "view": [(name, repr(getattr(self.view, name))) for name in PARTS],
            "events": [repr(event) for event in self.view.events],
            "options": self.view.options,
            "the view, printed": repr(self.view),
            "refusals": [str(round_.refusal(move)) for move in all_moves(round_, seat)],
            "undo": [may_undo(self.record, player) for player in round_.players],
            "--as, as data": self.game.to_json(seat),
            "--as, as text": transcript(self.game, seat=seat),
            "the table": [
                draw_table(self.table(), Look(width, height, Ink(), seat))
                for width, height in ((60, 24), (110, None))
            ],
            "why": why(last, variant, names),
            "what now": what_now(round_, seat),
            "the prompt": what_is_due(round_, seat),
            "a bot's move": self.bot_move(),
            "what a program is sent": self.messages(),
        }

    def table(self) -> Table:
        """The round at a table."""
        players, variant = self.round.players, self.round.variant
        script = GameFile("g.yaml", "abbott", players)
        table = Table(script, variant, {name: Seat(name) for name in players}, {})
        table.rounds.append(self.record)
        return table

    def messages(self) -> list[bytes]:
        """All that its program would be sent, coming in now; of an end what is said of it."""
        view = self.view
        options = [move.text for move in view.options]
        return [
            Hello(PROTOCOL, self.seat, self.round.players, to_mapping(self.round.variant)).line,
            AskMove(len(self.record.steps) + 1, tuple(view.events), view.seen, tuple(options)).line,
            RoundOver((), None, self.round.scores or {}).line,
        ]

    def bot_move(self) -> Move | None:
        if not self.view.options:
            return None
        return RandomPlayer(self.round.variant, Random(3), strings=0.5).move(self.view)


def _without_card(step: Step) -> Step:
    """The step without the card that the dealer named for a no play that was taken back."""
    taken_back = any(event.type == "no_play_taken_back" for event in step.events)
    if not taken_back or not isinstance(step.move, Judge):
        return step
    return structs.replace(step, move=structs.replace(step.move, card=None))


PARTS: tuple[str, ...] = tuple(
    name for name in dir(View) if not name.startswith("_") and not isinstance(getattr(View, name), FunctionType)
)
"""Every part of a view, found, not listed."""


def all_moves(round_: Round, seat: str) -> Iterator[Move]:
    """Moves of every kind by a seat, most of them illegal; of each card."""
    for card in PACK:
        yield Play(seat, (card,))
        yield Play(seat, (card, card))
    named: list[Card | None] = [*PACK[::7], None]
    for right in (True, False):
        yield from (Call(seat, right, card) for card in named)
        yield from (Judge(seat, right, card) for card in named)
    yield from (
        Play(seat, ()),
        Play(seat, (UNKNOWN,)),
        Play(seat, PACK[:5]),
        NoPlay(seat),
        Declare(seat),
        Pass(seat),
    )
    yield from (Guess(seat, "red"), Hint(seat, "look"))


def scrambled(round_: Round, seat: str, seed: int) -> View:
    """The view of a seat of the same round, in whose events every card that it can't see is another one."""
    chance = stream(seed, "scrambled")

    def other(value: Any, seen: Any) -> Any:
        if isinstance(value, Card):
            return PACK[int(chance.random() * 52)] if seen is UNKNOWN else value
        if isinstance(value, tuple):
            return tuple([other(part, part_seen) for part, part_seen in zip(value, seen, strict=True)])
        if isinstance(value, dict):
            return {key: other(part, seen[key]) for key, part in value.items()}
        return value

    events: list[Any] = [
        type(event)(*map(other, structs.astuple(event), structs.astuple(event.seen_by(seat))))
        for event in round_.events
    ]
    state, hidden = State(), Hidden()
    fold([event.seen_by(seat) for event in events], state, hidden)
    watch = Watch()
    watch.catch_up(events)
    return take_view(watch, state, hidden, round_.variant, seat)


# The law


def check(moment: Moment, seat: str, seed: int) -> None:
    """Raises Leak where a seat is told what it can't know, or its view leads to it."""
    original, twin = twins(moment, seat, seed)
    first, second = original.everything(), twin.everything()
    for way, said in first.items():
        if said != second[way]:
            raise Leak(f"{way} of {seat} after {moment.steps[-1].move.text!r}: {said!r} != {second[way]!r}")
    if original.view != twin.view:
        raise Leak(f"the views of {seat} after {moment.steps[-1].move.text!r} are not equal")
    check_reach(moment, seat)
    check_undo(moment)


def check_reach(moment: Moment, seat: str) -> None:
    """Raises Leak where attributes of a view lead to the round, its state, its events or a card that is hidden."""
    view = moment.round.view(seat)
    for part in PARTS:
        getattr(view, part)
    for reached, path in reachable(view):
        if reached is moment.round or reached is moment.round.hidden or reached is moment.round.events:
            raise Leak(f"{seat}'s view{path} is the round's own")
    for reached, path in (*reachable(view), *reachable(moment.round.state)):
        if type(reached) is Token and reached.serial not in moment.seen_serials[seat]:
            raise Leak(f"{path} of what {seat} may know is {reached}, which is hidden")


def check_undo(moment: Moment) -> None:
    """Raises Leak where a step may be undone that has shown somebody a card, other than by playing it."""
    step = moment.steps[-1]
    record = RoundReplay(1, moment.round, steps=moment.steps)
    if may_undo(record, step.seat) is not None:
        return
    laid = {token.serial for token in tokens_in(step.move)}
    for seat, serials in moment.seen_serials.items():
        if fresh := serials - moment.before[seat] - laid:
            raise Leak(f"{step.move.text!r} may be undone, and {seat} has seen {len(fresh)} cards")


def reachable(root: object) -> Iterator[tuple[object, str]]:
    """All that attributes, items and closures of a thing lead to, each with its path; no modules and no classes."""
    waiting: list[tuple[object, str]] = [(root, "")]
    seen: set[int] = set()
    kept: list[object] = []
    while waiting:
        inner, path = waiting.pop()
        if id(inner) in seen or isinstance(inner, (str, int, type, ModuleType, BuiltinFunctionType)):
            continue
        seen.add(id(inner))
        kept.append(inner)  # or its id might be another's
        yield inner, path
        waiting += [(part, path + name) for name, part in _parts(inner)]


def _parts(holder: object) -> Iterator[tuple[str, object]]:
    if isinstance(holder, Mapping):
        yield from ((f"[{key!r}]", part) for key, part in holder.items())
    elif isinstance(holder, (list, tuple, set, frozenset, deque, SeenEvents)):
        yield from ((f"[{n}]", part) for n, part in enumerate(holder))
    if isinstance(holder, FunctionType):
        cells = holder.__closure__ or ()
        yield from ((f".__closure__[{n}]", cell.cell_contents) for n, cell in enumerate(cells))
    if isinstance(holder, MethodType):
        yield ".__self__", holder.__self__
        yield ".__func__", holder.__func__
    yield from ((f".{name}", part) for name, part in getattr(holder, "__dict__", {}).items())
    for cls in type(holder).__mro__:
        for name in getattr(cls, "__slots__", ()):
            if hasattr(holder, name):
                yield f".{name}", getattr(holder, name)
