"""What a replay gives: games, rounds, steps and findings, as objects and as the data that JSON prints."""

from __future__ import annotations

import attrs

from eleusis.driving.driver import Driver, Step
from eleusis.game.events import AnyEvent, RoundBegan
from eleusis.game.layout import Layout
from eleusis.game.legality import end_reason
from eleusis.game.moves import Pass
from eleusis.game.round import Round
from eleusis.game.state import EndReason
from eleusis.ground.cards import Card
from eleusis.ground.data import Json
from eleusis.ground.errors import Place, visible
from eleusis.secret.automaton.comparison import Comparison
from eleusis.variant import Variant


@attrs.frozen
class Finding:
    """Something wrong with a game that could be read: an illegal move, a misjudgement, a failed expectation."""

    code: str
    """What kind it is, as `misjudged`: docs/errors.md has them all."""
    place: Place
    """Where it stands in the game file."""
    text: str
    """What is wrong, in a sentence."""

    def __str__(self) -> str:
        return f"{self.place}: {visible(self.text)}"


@attrs.frozen
class WrongGuess:
    """A guess that was judged wrong, and where it (B) differs from the dealer's rule (A)."""

    seat: str
    """Who guessed."""
    guess: str
    """The guess, as it was said."""
    verdict: Comparison
    """The dealer's rule (A) against the guess (B)."""
    elsewhere: bool = False
    """Whether that line begins with another starter: from this round's own no difference is known."""

    def describe(self, dealer: str, seat: str) -> str:
        """Where the guess differs, in a sentence, with the two rules called as given."""
        where = self.verdict.difference(dealer, seat)
        if not self.elsewhere:
            return where
        return f"had the starter been {self.verdict.line[0].pretty}, {where}"


@attrs.frozen
class Undone:
    """Something that was taken back: the events that are gone, and how many of the round are left before them."""

    left: int
    """How many events of the round stood when these were gone."""
    events: tuple[AnyEvent, ...]
    """The events that were taken back."""


@attrs.define
class RoundReplay:
    """One replayed round; `number` counts from 1 in its game.

    `rule` is the text of the dealer's rule, None where the file has only judgements. `stopped_by` is the
    finding that cut the replay short.

    >>> from eleusis import read_game, replay_game
    >>> text = '''
    ... eleusis: 1
    ... variant: express
    ... players: [Ann, Bob, Cleo]
    ... seed: 3
    ... rounds:
    ...   - rule: red
    ...     moves: |
    ...       Bob play KH
    ... '''
    >>> (record,) = replay_game(read_game(text)).rounds
    >>> [(step.move.text, step.by) for step in record.steps]
    [('play KH', 'seat'), ('judge right', 'rule')]
    >>> record.layout.mainline[-1], record.ended, record.findings
    (Card(KH), None, [])
    """

    number: int
    """Which round of its game it is, from 1."""
    round: Round
    """The round as it stands after the last step."""
    rule: str | None = None
    """The dealer's rule as the file has it; None where the file has only judgements."""
    hint: str | None = None
    """The hint that was given before the first turn."""
    steps: list[Step] = attrs.field(factory=list)
    """Every move that was made, with what followed from it."""
    findings: list[Finding] = attrs.field(factory=list)
    """What is wrong with this round."""
    stopped_by: Finding | None = None
    """The finding that cut the replay short; None where none did."""
    wrong_guesses: list[WrongGuess] = attrs.field(factory=list, eq=False)
    """The guesses that were called wrong: known once the round has ended, where its rule is known."""
    undone: list[Undone] = attrs.field(factory=list, eq=False)
    """What was taken back by an undo, in order."""

    def take_back(self) -> Step:
        """Take the last step back, as if it had not been made; returns it."""
        step = self.steps.pop()
        self.round.rewind(len(step.events))
        return step

    def ends_unsaid(self) -> bool:
        """Whether the end of the moves says the pass that ends the round here; after an undo it doesn't."""
        state, events = self.round.state, self.round.events
        if state.phase not in ("guess", "stay") or (self.undone and self.undone[-1].left == len(events)):
            return False
        return end_reason(state, self.round.variant) is not None

    def break_off(self) -> None:
        """Stop for good: an unsaid pass ends the round, or it is abandoned and scored as it stands."""
        driver = Driver(self.round, {}, self.steps)
        while self.ends_unsaid():
            driver.go([Pass(self.round.to_act or "")], moves=1, by="implied")
        self.round.abandon()

    @property
    def dealer(self) -> str:
        """Who deals this round."""
        return self.round.dealer

    @property
    def starter(self) -> tuple[Card, ...]:
        """The card or cards that the mainline began with."""
        return self.deal.starters

    @property
    def deal(self) -> RoundBegan:
        """The event that everything began with: seats, hands, starter, stock."""
        return self.round.began

    @property
    def stock(self) -> int:
        """How many cards are left in the stock."""
        return len(self.round.hidden.stock)

    @property
    def decks(self) -> int:
        """How many decks are in play by now."""
        return self.round.state.decks

    @property
    def layout(self) -> Layout:
        """The cards on the table."""
        return self.round.state.layout

    @property
    def hands(self) -> dict[str, tuple[Card, ...]]:
        """Each seat's cards, in hand order; the dealer has none."""
        return {seat: tuple(hand) for seat, hand in self.round.hidden.hands.items()}

    @property
    def prophet(self) -> str | None:
        """Who is prophet now; None if nobody is."""
        return self.round.state.prophet

    @property
    def expelled(self) -> tuple[str, ...]:
        """Who was expelled, in order."""
        return self.round.state.expelled

    @property
    def ended(self) -> EndReason | None:
        """Why the round ended; None while it goes on."""
        return self.round.ended

    @property
    def scores(self) -> dict[str, int] | None:
        """The score of each seat; None while the round goes on."""
        return self.round.scores


@attrs.define
class GameReplay:
    """One replayed game file.

    `totals` has the never-dealt bonus only where the game has stopped for good. `warnings` say what is unusual
    but allowed; `findings` what is wrong.
    """

    file: str
    """The file, as it was named."""
    title: str | None
    """The title that the file gives; None where it gives none."""
    variant: Variant
    """The variant that it was replayed under, with its overrides."""
    overrides: dict[str, str]
    """The knobs that were set for this replay, by their paths."""
    players: tuple[str, ...]
    """Who sits there, clockwise."""
    rounds: list[RoundReplay] = attrs.field(factory=list)
    """The rounds, in their order."""
    totals: dict[str, int] = attrs.field(factory=dict)
    """The sums of the scores by seat; with the never-dealt bonus only where the game has stopped for good."""
    findings: list[Finding] = attrs.field(factory=list)
    """What is wrong, of all rounds and of the totals."""
    warnings: list[str] = attrs.field(factory=list)
    """What is unusual but allowed, each as a sentence."""
    stopped: bool = False
    """Whether the game has ended for good."""

    def to_json(self, seat: str | None = None) -> dict[str, Json]:
        """The game as `replay --format json` prints it; with `seat`, as that seat may see it.

        A seat is told where there is a finding and of what kind, but not its text: that may tell what the rule
        or a hand is.
        """
        return {
            "eleusis": 1,
            "file": self.file,
            "title": self.title,
            "variant": self.variant.name,
            "overrides": dict(self.overrides),
            "players": list(self.players),
            "rounds": [round_json(record, seat) for record in self.rounds],
            "totals": dict(self.totals),
            "findings": [
                {"code": finding.code, "place": str(finding.place), "text": finding.text if seat is None else None}
                for finding in self.findings
            ],
        }


def round_json(record: RoundReplay, seat: str | None = None) -> dict[str, Json]:
    """A round as `replay --format json` prints it; with `seat`, as that seat may see it."""
    began = record.deal
    state = record.round.state
    sees_rule = seat is None or seat == record.dealer
    hands = record.hands if seat is None else record.round.view(seat).hands
    return {
        "dealer": record.dealer,
        "rule": record.rule if sees_rule else None,
        "hint": record.hint,
        "starter": _texts(record.starter),
        "deal": (began if seat is None else began.seen_by(seat)).to_json(),
        "steps": [_step_json(step, seat) for step in record.steps],
        "layout": state.layout.to_json(),
        "hands": {who: _texts(hand) for who, hand in hands.items()},
        "stock": record.stock,
        "decks": record.decks,
        "prophet": record.prophet,
        "expelled": list(record.expelled),
        "ended": record.ended,
        "scores": None if record.scores is None else dict(record.scores),
    }


def _step_json(step: Step, seat: str | None) -> dict[str, Json]:
    seen = step if seat is None else step.seen_by(seat)
    return {
        "n": step.n,
        "seat": step.seat,
        "move": seen.move.text,
        "by": step.by,
        "events": [event.to_json() for event in seen.events],
    }


def _texts(cards: tuple[Card, ...] | list[Card]) -> list[Json]:
    return [card.text for card in cards]
