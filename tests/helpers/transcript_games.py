"""Games for the tests of the transcript: played by hand or at random, with a dealer who follows a rule."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence

from eleusis.driving.dealing import deal
from eleusis.driving.driver import By, Driver
from eleusis.driving.replayed import GameReplay, RoundReplay
from eleusis.game.match import Match
from eleusis.game.moves import Call, Declare, Guess, Judge, Move, NoPlay, Play
from eleusis.game.round import Round
from eleusis.ground.cards import Card, card, cards
from eleusis.variant import Variant, load_variant

FIVE = ("Ann", "Bob", "Cleo", "Dan", "Eve")

Test = Callable[[Sequence[Card], Card], bool]


def alternating(line: Sequence[Card], card: Card) -> bool:
    """After an odd card a black one, after an even card a red one; a red one first."""
    return card.red if not line or line[-1].rank % 2 == 0 else not card.red


def fits(test: Test, line: Sequence[Card], string: Iterable[Card]) -> bool:
    grown = list(line)
    for played_card in string:
        if not test(grown, played_card):
            return False
        grown.append(played_card)
    return True


def judgement(round_: Round, test: Test) -> Judge:
    """What a dealer with this rule says to the play, no play or guess that waits."""
    state = round_.state
    if state.phase == "judge guess":
        return Judge(round_.dealer, False)
    if state.pending:
        return Judge(round_.dealer, fits(test, state.layout.mainline, state.pending))
    right = [card for card in round_.hidden.hands[state.mover or ""] if test(state.layout.mainline, card)]
    named = [card for card in right if card is state.named]
    return Judge(round_.dealer, False, (named or right)[0]) if right else Judge(round_.dealer, True)


def step(record: RoundReplay, move: Move, by: By = "seat") -> None:
    Driver(record.round, {}, record.steps).go([move], moves=1, by=by)


def played(record: RoundReplay, moves: Iterable[Move], test: Test = alternating) -> RoundReplay:
    """A round with these moves made, and the dealer's judgements where they are due."""
    for move in moves:
        step(record, move)
        while record.round.state.phase in ("judge", "judge guess"):
            step(record, judgement(record.round, test), "rule")
    return record


def at_random(record: RoundReplay, chance: random.Random, turns: int, test: Test = alternating) -> RoundReplay:
    """A round with up to `turns` random legal moves made, strings among them, many of them right."""
    for _ in range(turns):
        round_ = record.round
        state = round_.state
        options = round_.options()
        if not options:
            break
        move = chance.choice(options)
        if isinstance(move, (Play, NoPlay)):
            hand = round_.hidden.hands[move.seat]
            most = min(len(hand), round_.variant.play.max_cards or 6)
            string = tuple(chance.sample(hand, chance.choice((1, 1, 1, min(2, most), most))))
            right = [held for held in hand if test(state.layout.mainline, held)]
            if isinstance(move, NoPlay) and chance.random() < 0.2:
                string = ()
            elif right and chance.random() < 0.5:
                string = (right[0],)
            move = Play(move.seat, string) if string else NoPlay(move.seat)
        elif isinstance(move, Guess):
            move = Guess(move.seat, "color != last.color")
        elif isinstance(move, Call) and chance.random() < 0.8:
            due = judgement(round_, test)
            move = Call(move.seat, due.right, None if state.pending else due.card)
        played(record, [move], test)
    return record


def game_of(
    variant: Variant, rounds: Sequence[RoundReplay], title: str | None = None, stopped: bool = False
) -> GameReplay:
    """A game of these rounds, with its totals."""
    match = Match(variant, rounds[0].round.players)
    for record in rounds:
        match.add(record.dealer, record.scores)
    match.stopped = stopped
    game = GameReplay("game.yaml", title, variant, {}, match.players, list(rounds), match.totals)
    game.stopped = stopped
    return game


def forecaster() -> GameReplay:
    """The game of the handbook: a forecaster who falls, with hands that are given."""
    variant = load_variant("abbott")
    hands = {"Bob": cards("5H 2C"), "Cleo": cards("4D 6C 8H"), "Dan": cards("9H 9C 3D")}
    round_ = deal(variant, FIVE, dealer="Eve", seed=7, starter=cards("10C"), hands=hands, stock=cards("2H KS"))
    record = RoundReplay(1, round_, "if last.odd then black else red", "it looks at one card")
    moves = [
        Play("Bob", cards("5H")),
        Play("Cleo", cards("4D 6C")),
        Declare("Cleo"),
        NoPlay("Dan"),
        Call("Cleo", False, card("9H")),
    ]
    return game_of(variant, [played(record, moves)], "Cleo forecasts and falls")


def long_game(edition: str, seed: int, rounds: int = 1, turns: int = 60) -> GameReplay:
    """A game of random moves."""
    variant = load_variant(edition)
    players = FIVE[: 4 + seed % 2]
    done = []
    for number in range(1, rounds + 1):
        round_ = deal(variant, players, dealer=players[-number], seed=seed, number=number)
        record = RoundReplay(number, round_, "if last.odd then black else red")
        done.append(at_random(record, random.Random(seed + number), turns))
        if number < rounds:
            done[-1].round.abandon()
    return game_of(variant, done, f"Random moves, {edition}")


def two_hands(edition: str, ann: str, bob: str, cleo: str, **more: str) -> RoundReplay:
    """Dan deals a round of three with given hands; the starter is 2S."""
    hands = {"Ann": cards(ann), "Bob": cards(bob), "Cleo": cards(cleo)}
    variant = load_variant(edition)
    stock = cards(more.get("stock", ""))
    players = ("Ann", "Bob", "Cleo", "Dan")
    round_ = deal(variant, players, dealer="Dan", seed=1, starter=cards("2S"), hands=hands, stock=stock)
    return RoundReplay(1, round_, None)
