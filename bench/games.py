"""Prepared games for the benchmarks: the choosing is done before the clock starts."""

from __future__ import annotations

import attrs

from eleusis.driving.dealing import deal
from eleusis.driving.driver import Player, play_round
from eleusis.driving.rule_dealer import RuleDealer
from eleusis.game.moves import Declare, Move, NoPlay, Pass, Play
from eleusis.game.round import Round
from eleusis.game.view import View
from eleusis.ground.chance import stream
from eleusis.minds.players.random_player import RandomPlayer
from eleusis.secret.rule import Rule
from eleusis.variant import Variant, load_variant

PLAYERS = ("Ann", "Bob", "Cleo", "Dan", "Eve")
RULE = "if last.odd then black else red"
LONGEST = 1000


@attrs.frozen
class Prepared:
    """One round that was played once: its seed, and the moves that make it again."""

    seed: int
    moves: tuple[Move, ...]
    turns: int


def dealt(variant: Variant, seed: int) -> Round:
    return deal(variant, PLAYERS, dealer=PLAYERS[-1], seed=seed)


class Steady:
    """Plays one card at a time, every other time a right one: its rounds go on for about 60 turns."""

    def __init__(self, seed: int, seat: str) -> None:
        self.chance = stream(seed, "steady", seat)
        self.rule = Rule(RULE)

    def move(self, view: View) -> Move:
        if isinstance(view.options[0], Declare):
            return view.options[1]
        mask = self.rule.mask(view.layout.mainline)
        right = [card for card in view.hand if mask & card.bit]
        hand = right if right and self.chance.random() < 0.5 else view.hand
        return Play(view.seat, (hand[int(self.chance.random() * len(hand))],))


def seat_random(variant: Variant, seed: int) -> dict[str, Player]:
    """Random players under a rule dealer."""
    seats: dict[str, Player] = {
        seat: RandomPlayer(variant, stream(seed, "bench", seat), strings=0.15, no_plays=0.03, declares=0.05)
        for seat in PLAYERS[:-1]
    }
    return {**seats, PLAYERS[-1]: RuleDealer(Rule(RULE), variant)}


def prepare(variant: Variant, seed: int, steady: bool = False) -> Prepared:
    """A round of random players under a rule dealer, declarations let pass as in a game file: unsaid."""
    seats = seat_random(variant, seed)
    if steady:
        seats |= {seat: Steady(seed, seat) for seat in PLAYERS[:-1]}
    steps = play_round(dealt(variant, seed), seats, LONGEST)
    keep = variant.guess.offered
    moves = tuple(step.move for step in steps if keep or not isinstance(step.move, Pass))
    return Prepared(seed, moves, sum(isinstance(move, (Play, NoPlay)) for move in moves))


def prepared(name: str, count: int, steady: bool = False) -> list[Prepared]:
    """`count` rounds of a shipped variant, the same ones each time."""
    variant = load_variant(name)
    return [prepare(variant, seed, steady) for seed in range(count)]


def bare_loop(seed: int, turns: int) -> int:
    """The same game as a bare loop: one card at a time, no checks, no record, no views; the right cards played.

    What the machine is measured against: the least that Python must do to move these cards about.
    """
    from random import Random

    chance = Random(seed)
    stock = list(range(52)) * 2
    chance.shuffle(stock)
    hands = [[stock.pop() for _ in range(14)] for _ in range(4)]
    last = stock.pop()
    line, wrong = [last], 0
    number = chance.random
    right = 0
    for turn in range(turns):
        hand = hands[turn & 3]
        card = hand.pop(int(number() * len(hand)))
        if (12 < card < 39) == ((last % 13) % 2 == 1):
            line.append(card)
            last = card
            right += 1
        else:
            wrong += 1
            if len(stock) < 8:
                stock.extend(range(52))
            hand.append(stock.pop())
            hand.append(stock.pop())
        if not hand:
            hand.append(stock.pop())
    return right
