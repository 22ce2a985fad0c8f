"""One simulated round, and the whole numbers that are kept of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

from eleusis.driving.dealing import deal
from eleusis.driving.driver import Driver, Step
from eleusis.driving.rule_dealer import RuleDealer
from eleusis.game import events as ev
from eleusis.game.event_words import Act
from eleusis.game.round import Round
from eleusis.game.state import END_REASONS
from eleusis.ground.chance import stream
from eleusis.lab.plan import Plan
from eleusis.minds.players.crew import Crew, seat_players

N = TypeVar("N")
E = TypeVar("E", bound=ev.Event)


CREW = Crew()
"""The programs of this process; they stay from round to round, and are ended where the work was begun."""


class Numbers(NamedTuple, Generic[N]):
    """What is kept of a round, as whole numbers; or, of many rounds, a column for each of these numbers.

    Their names and their order are those of the columns in a file of results: they can't change without its format.
    """

    rule: N
    """Which of the plan's rules was the secret, from 0."""
    dealer: N
    """The place of the dealer, from 0."""
    ended: N
    """Why it ended: the place of the reason in END_REASONS."""
    turns: N
    """Plays and no plays."""
    layout: N
    """Cards on the layout at the end."""
    mainline: N
    decks: N
    plays: N
    """Plays that were judged."""
    right_plays: N
    strings: N
    """Plays of several cards."""
    right_strings: N
    no_plays: N
    right_no_plays: N
    declared: N
    """How often somebody declared as prophet."""
    overthrown: N
    true_prophet: N
    """1 if a prophet is left at the end."""
    first_declared: N
    """Cards on the layout when the first prophet declared; 0 if none did."""
    declared_at: N
    """The same of all prophets, added up."""
    lasted: N
    """Cards from declaration to overthrow, added up over the prophets that fell."""
    expelled: N
    guesses: N
    right_guesses: N
    dealer_score: N
    cap_bites: N
    """1 if the dealer has fewer points than the best player, where dealers have a score."""
    players: N
    """The seats besides the dealer's."""
    players_score: N
    """Their points, added up."""
    prophet_score: N
    """The points of the prophet that is left, else 0."""
    out: N
    """How many went out."""
    out_score: N
    expelled_score: N
    spread: N
    """Points between the best and the last player."""
    lead: N
    """Points between the best and the second."""
    scores: tuple[N, ...]
    """The points of each seat, the dealer's too."""

    @classmethod
    def from_row(cls, row: Sequence[N]) -> Numbers[N]:
        """From the numbers one after the other, the scores last."""
        first_score = len(cls._fields) - 1
        return cls._make((*row[:first_score], tuple(row[first_score:])))

    @property
    def row(self) -> tuple[N, ...]:
        """All of them one after the other, the scores last."""
        return (*self[:-1], *self.scores)

    @classmethod
    def names(cls, seats: int) -> tuple[str, ...]:
        """What the columns of such rows are called, at a table of so many seats."""
        return (*cls._fields[:-1], *(f"score:{place}" for place in range(seats)))


def play(plan: Plan, arm: int, number: int, steps: list[Step] | None = None) -> Round:
    """Play the round `number` under an arm; its steps are kept where a list is given.

    It is a function of the plan, the arm and the number alone.
    """
    variant = plan.arms[arm].variant
    game, turn = plan.place(number)
    seed = plan.game_seed(game)
    rule = plan.rules[plan.rule_index(number)]
    dealer = plan.seats[plan.dealer(number)].name
    round_ = deal(variant, plan.players, dealer=dealer, seed=seed, number=turn, rule=rule)
    bots = [seat for seat in plan.seats if seat.name != dealer]
    chances = {bot.name: stream(seed, "bot", turn, bot.name) for bot in bots}
    CREW.begin_game(plan.seats, plan.players, variant)
    by_rule = RuleDealer(rule, variant)
    players = {**seat_players(bots, variant, chances, CREW, rule=rule), dealer: by_rule}
    kinds = {bot.name: bot.kind for bot in bots}
    listeners = CREW.listeners(plan.seats[plan.dealer(number)])
    Driver(round_, players, steps, kinds=kinds, check_guess=by_rule.check, listeners=listeners).to_end(
        plan.max_turns
    )
    return round_


def row(plan: Plan, arm: int, number: int) -> tuple[int, ...]:
    """The numbers of a round that is played for them, as a row."""
    return tally(plan, number, play(plan, arm, number)).row


def tally(plan: Plan, number: int, round_: Round) -> Numbers[int]:
    """The numbers of a round that was played, from its events and from how it stands at the end."""
    state, scores = round_.state, round_.scores
    assert state.ended is not None
    assert scores is not None
    players = [seat for seat in state.players if seat != state.dealer]
    ranked = sorted([scores[seat] for seat in players], reverse=True)

    plays, no_plays, guesses = (_find_verdicts(round_, act) for act in ("play", "no play", "guess"))
    strings = [right for play, right in zip(_of(round_, ev.Played), plays, strict=False) if len(play.cards) > 1]
    # A prophet declares only when the one before has fallen: the two lists take turns.
    declared, overthrown = _layout_at(round_, ev.ProphetDeclared), _layout_at(round_, ev.ProphetOverthrown)

    return Numbers(
        rule=plan.rule_index(number),
        dealer=plan.dealer(number),
        ended=END_REASONS.index(state.ended),
        turns=state.turn,
        layout=state.laid,
        mainline=len(state.layout.mainline),
        decks=state.decks,
        plays=len(plays),
        right_plays=sum(plays),
        strings=len(strings),
        right_strings=sum(strings),
        no_plays=len(no_plays),
        right_no_plays=sum(no_plays),
        declared=len(declared),
        overthrown=len(overthrown),
        true_prophet=int(state.prophet is not None),
        first_declared=declared[0] if declared else 0,
        declared_at=sum(declared),
        lasted=sum(overthrown) - sum(declared[: len(overthrown)]),
        expelled=len(state.expelled),
        guesses=len(_of(round_, ev.GuessMade)),
        right_guesses=sum(guesses),
        dealer_score=scores[state.dealer],
        cap_bites=int(round_.variant.scoring.dealer_scores and scores[state.dealer] < ranked[0]),
        players=len(players),
        players_score=sum(ranked),
        prophet_score=0 if state.prophet is None else scores[state.prophet],
        out=len(state.out),
        out_score=sum([scores[seat] for seat in state.out]),
        expelled_score=sum([scores[seat] for seat in state.expelled]),
        spread=ranked[0] - ranked[-1],
        lead=ranked[0] - ranked[1] if len(ranked) > 1 else 0,
        scores=tuple([scores[seat] for seat in state.players]),
    )


def _find_verdicts(round_: Round, act: Act) -> list[bool]:
    """Whether each play, no play or guess that was judged was right, in order."""
    return [event.verdict is True for event in round_.events if event.judges == act]


def _of(round_: Round, kind: type[E]) -> list[E]:
    """All events of a kind, in order."""
    return [event for event in round_.events if isinstance(event, kind)]


def _layout_at(round_: Round, kind: type[ev.Event]) -> list[int]:
    """How many cards lay there at each event of a kind, none of which lays a card."""
    sizes, size = [], 0
    for event in round_.events:
        if isinstance(event, kind):
            sizes.append(size)
        size += event.laid
    return sizes
