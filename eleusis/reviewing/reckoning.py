"""The reckoning of a round: its events read one by one, as a perfect reasoner at the table would have read them.

What was seen strikes out rules (induction/clues.py says what is seen, induction/posterior.py what follows). Of each
turn it is noted what its verdict could be expected to teach, what the best move of the same hand could, and what it
did teach: −log2 of the share of the prior that it left. There is no doubt here that the rule is of the family.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import islice

import attrs

from eleusis.game import events as ev
from eleusis.game.event_words import put_in_words
from eleusis.game.moves import NoPlay, Play
from eleusis.game.state import Hidden, State
from eleusis.ground.agreement import begin_with
from eleusis.ground.cards import Card, mask_of
from eleusis.ground.errors import RuleError
from eleusis.minds.induction.clues import Clue, ClueReader, SomeRight
from eleusis.minds.induction.family import Family
from eleusis.minds.induction.leaves import Flags
from eleusis.minds.induction.likeness import classes, same_from
from eleusis.minds.induction.posterior import Posterior, any_right, let_through
from eleusis.reviewing.reviewed import BestMove, SpokenGuess, TopRule, TurnReview, Verdict
from eleusis.secret.library import find_rule
from eleusis.secret.rule import Rule
from eleusis.variant import Variant

BOLD = 0.3
"""What is right no more often than this is played against the odds."""
BOLD_BITS = 0.3
"""And it is bold, not foolish, if it can be expected to teach so much."""
SHOWN = 3
"""How many of the most probable rules are named."""
_SAME = 1e-9
"""Bits that differ by less are the same: the move that was made is the best if nothing else is better."""

NumberedEvent = tuple[int, ev.AnyEvent]
"""An event, and the step of the record that it belongs to."""


@attrs.frozen
class Moment:
    """What could be believed at one moment."""

    line: tuple[Card, ...]
    alive: int
    bits_left: float
    rule_chance: float | None
    top: tuple[TopRule, ...]


@attrs.define
class Turn:
    """A turn while its events are read: what its review will say, by the same names, and the hand."""

    n: int
    seat: str
    move: str
    cards: tuple[Card, ...]
    line: tuple[Card, ...]
    hand: tuple[Card, ...]
    chance: float | None = None
    bits_expected: float | None = None
    best: BestMove | None = None
    certain: bool = False
    verdict: Verdict | None = None
    bits_gained: float | None = 0.0
    bits_besides: float | None = 0.0
    forced: Card | None = None
    guesses: tuple[SpokenGuess, ...] = ()
    after: tuple[str, ...] = ()


class Reckoner:
    """Reads the events of a round in their order; `turns` grows by one with each that is over."""

    def __init__(self, family: Family, variant: Variant, rule: Rule | None) -> None:
        self.family = family
        self.variant = variant
        self._number = -1 if rule is None else _find_number(family, rule)
        self.starts_otherwise = (
            rule is not None and self._number >= 0 and not _starts_alike(family, self._number, rule)
        )
        """Whether the family has the dealer's rule, but not with its condition on the starter."""
        if self.starts_otherwise:
            self._number = -1
        self.rule = None if self._number < 0 else rule
        """The dealer's rule, where it is one of the family."""
        self.reader = ClueReader(variant.deal.sets_aside)
        self.posterior = Posterior(family, variant.guess, exact=True)
        self.state, self.hidden = State(), Hidden()
        self.turns: list[TurnReview] = []
        self.start: Moment | None = None
        """What could be believed when the starter lay there."""
        self.hands_known = True
        """Whether all cards of every hand are known from which something was played."""
        self._mass = 0.0
        self._moment: Moment | None = None
        self._turn: Turn | None = None
        self._guess: tuple[str, str, float | None] | None = None

    def read(self, events: Iterable[NumberedEvent]) -> None:
        """Read all events of a round, or the next of them."""
        for n, event in events:
            self._read(n, event)
            event.apply(self.state, self.hidden)

    @property
    def unjudged(self) -> Turn | None:
        """The turn that nobody has judged, where there is one."""
        return self._turn if self._turn is not None and self._turn.verdict is None else None

    # Events

    def _read(self, n: int, event: ev.AnyEvent) -> None:
        """What an event adds to the review, before it changes what lies on the table."""
        clues = self.reader.read(event)
        turn = self._turn
        match event:
            case ev.RoundBegan():
                self._take(clues)
                self._mass = self.posterior.mass if self.posterior.alive else 0.0
                self.start = self._stand()
            case ev.Played(seat, cards):
                self._open(n, seat, Play(seat, cards).text, cards)
            case ev.NoPlayDeclared(seat):
                self._open(n, seat, NoPlay(seat).text, ())
            case ev.GuessMade(seat, rule):
                self._guess = seat, rule, self._chance_of_guess(rule)
            case ev.GuessJudged(_, right):
                self._take(clues)
                if turn is not None and self._guess is not None:
                    seat, guess, chance = self._guess
                    turn.guesses += (SpokenGuess(seat, guess, right, chance),)
        if event.settles:
            self._judge(event, clues)
        if event.says.noted and turn is not None:
            words = put_in_words(event.says.story, event, str, prophet=self.variant.prophet.title)
            turn.after += (begin_with(getattr(event, "seat", ""), words),)

    def _judge(self, event: ev.AnyEvent, clues: Iterable[Clue]) -> None:
        """The move of the turn was judged; from the clues it follows what that taught."""
        turn = self._turn
        if turn is not None and not turn.cards and event.accepted:
            # That some card is right is the judgement; which one it is, comes besides.
            (turn.forced,) = event.accepted
            if all(card.known for card in turn.hand):
                clues = [SomeRight(turn.line, turn.hand, judges=True), *clues]
        self._take(clues)
        if turn is not None:
            turn.verdict = "right" if event.verdict else "wrong"

    # Turns

    def _open(self, n: int, seat: str, move: str, cards: tuple[Card, ...]) -> None:
        self.end()
        hand = tuple(self.hidden.hands.get(seat, ()))
        turn = Turn(n, seat, move, cards, tuple(self.reader.line), hand)
        all_known = all(card.known for card in hand)
        self.hands_known &= all_known
        if self.posterior.alive:
            self._expect(turn, all_known)
        self._turn = turn

    def _expect(self, turn: Turn, all_known: bool) -> None:
        """What the move of a turn could be expected to teach, and the best that its hand could."""
        forest, line = self.posterior.forest, turn.line
        masks = self.posterior.masks(line)
        fits: Flags | None = None
        if turn.cards:
            fits = let_through(forest, masks, line, turn.cards)
        elif all_known:
            fits = ~any_right(masks, mask_of(turn.hand))
        if fits is not None:
            turn.chance, turn.bits_expected = self._weigh(fits)
            turn.certain = turn.bits_expected == 0
        known_cards = [card for card in dict.fromkeys(turn.hand) if card.known]
        asked = [(Play(turn.seat, (card,)).text, any_right(masks, card.bit)) for card in known_cards]
        if all_known and self.variant.no_play.allowed:
            asked.append((NoPlay(turn.seat).text, ~any_right(masks, mask_of(turn.hand))))
        if not asked:
            return
        options = [BestMove(move, self._weigh(right)[1]) for move, right in asked]
        best = max(options, key=lambda option: option.bits_expected)
        if turn.bits_expected is not None and turn.bits_expected > best.bits_expected - _SAME:
            best = BestMove(turn.move, turn.bits_expected)
        turn.best = best

    def _weigh(self, fits: Flags) -> tuple[float, float]:
        """How probable a verdict is that these rules give, and what may be expected of it, in bits."""
        if not fits.any():
            return 0.0, 0.0
        if fits.all():
            return 1.0, 0.0
        weights = self.posterior.weights
        yes, no = float(weights[fits].sum()), float(weights[~fits].sum())
        share = yes / (yes + no), no / (yes + no)
        return share[0], -sum(part * math.log2(part) for part in share if part)

    def _take(self, clues: Iterable[Clue]) -> None:
        """Strike out what clues contradict, and note how surprising each was."""
        for clue in clues:
            self._strike_out(clue)

    def _strike_out(self, clue: Clue) -> None:
        before, alive = self._mass, self.posterior.alive
        self.posterior.take(clue)
        turn = self._turn
        if turn is None or (self.posterior.alive == alive and alive):
            return
        if not self.posterior.alive:
            self._mass, turn.bits_gained, turn.bits_besides = 0.0, None, None
            return
        self._mass = self.posterior.mass
        bits = math.log2(before) - math.log2(self._mass)
        if clue.judges and turn.bits_gained is not None:
            turn.bits_gained += bits
        elif turn.bits_besides is not None:
            turn.bits_besides += bits

    def end(self) -> None:
        """The turn is over, with all that belonged to it: another one begins, or there are no more events."""
        turn = self._turn
        if turn is None or turn.verdict is None:
            return
        stands = self._stand()
        if not stands.alive:
            turn.bits_gained = turn.bits_besides = None
        against = turn.chance is not None and 0 < turn.chance <= BOLD
        turn.certain &= (turn.chance == 1) == (turn.verdict == "right")
        read = attrs.asdict(turn, recurse=False, filter=attrs.filters.exclude("hand"))
        believed = attrs.asdict(stands, recurse=False, filter=attrs.filters.exclude("line"))
        bold = against and (turn.bits_expected or 0.0) >= BOLD_BITS
        self.turns.append(TurnReview(number=len(self.turns) + 1, bold=bold, **read, **believed))
        self._turn = None

    # What could be believed

    def _stand(self) -> Moment:
        left, line = self.posterior, tuple(self.reader.line)
        if not left.alive:
            return Moment(line, 0, 0.0, None if self.rule is None else 0.0, ())
        moment = self._moment
        if moment is not None and (moment.line, moment.alive) == (line, left.alive):
            return moment  # rules are struck out for good, so these are the same
        top, rule_chance = [], None
        for alike in islice(classes(left.forest, left.weights, line), SHOWN):
            heaviest = int(left.rules[alike.find_heaviest(left.weights)])
            chance = min(1.0, alike.weight / self._mass)
            has_rule = bool((left.rules[alike.places] == self._number).any())
            top.append(TopRule(self.family.text(heaviest), chance, has_rule))
            if has_rule:
                rule_chance = chance
        if self.rule is not None and rule_chance is None:  # else it is known without asking again
            rule_chance = self._weigh_alike(self.rule, line)
        self._moment = Moment(line, left.alive, left.bits_left, rule_chance, tuple(top))
        return self._moment

    def _weigh_alike(self, rule: Rule, line: tuple[Card, ...]) -> float:
        """How probable the rules are that are the same as one from a line on."""
        left = self.posterior
        alike = same_from(left.forest, rule.mask, line)
        return min(1.0, math.fsum(left.weights[alike].tolist()) / self._mass)

    def _chance_of_guess(self, text: str) -> float | None:
        """How probable a guess is; None for prose, or where no rule is left."""
        left = self.posterior
        try:
            guess = find_rule(text)
        except RuleError:
            return None
        if not left.alive:
            return None
        line = self.variant.guess.agrees_from(self.reader.starters, tuple(self.reader.line))
        if line is not None:
            return self._weigh_alike(guess, tuple(line))
        fits = left.family.marks[left.rules] == left.family.mark(guess)
        return min(1.0, math.fsum(left.weights[fits].tolist()) / self._mass)


def _find_number(family: Family, rule: Rule) -> int:
    """Which rule of a family lets through the same cards as a rule; -1 for none."""
    same = family.marks == family.mark(rule)
    return int(same.argmax()) if same.any() else -1


def _starts_alike(family: Family, number: int, rule: Rule) -> bool:
    """Whether a rule of the family has the same condition on its starter, or as little one."""
    return family.starters.get(number) == (None if rule.starter is None else rule.starters())
