"""What is said of a round, of its turns and of its players, in words: luck told apart from skill.

What a move could be expected to teach is skill: it could be known when the move was made. What it did teach beyond
that is luck. So of a card that was right by one in twenty, `lucky` is said, and not `well asked`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile

import attrs

from eleusis.ground.agreement import is_you, name_first, name_owner, name_within
from eleusis.ground.cards import cards
from eleusis.reviewing.reviewed import RoundReview, TurnReview
from eleusis.variant.saying import count
from eleusis.words.page.ink import cut

_LITTLE = 0.1
"""Bits that are not worth a word."""
LUCK = 1.0
"""Bits more than could be expected that are called luck."""
_REGRET = 0.5
"""Bits that a better move of the hand could have asked for more, to be named."""
BEST, GOOD, POOR = 0.95, 0.8, 0.5
"""Shares of what the hand could have asked."""
_WORTH = 0.4
"""Bits that a move must be worth to be praised."""
_FEW = 1.0
"""Bits that are little to ask in a whole round."""
_MOST = 1.5
"""Bits that the verdict which told most must have told to be marked."""
_LONGEST = 80
"""So much of a guess is repeated."""


# Turns


def comment_turns(turns: Sequence[TurnReview], known_at: int | None) -> tuple[TurnReview, ...]:
    """The turns, each with what there is to say of it, and the turning points marked."""
    marks = list(_find_turnings(turns, known_at))
    return tuple(
        attrs.evolve(turn, comments=tuple(_comment(turn)), turning=tuple(mark for n, mark in marks if n == turn.n))
        for turn in turns
    )


def _find_turnings(turns: Sequence[TurnReview], known_at: int | None) -> Iterator[tuple[int, str]]:
    """What makes turns turning points: the `n` of each, and why."""
    most = max(turns, key=lambda turn: turn.bits_gained or 0.0, default=None)
    if most is not None and (most.bits_gained or 0.0) >= _MOST:
        yield most.n, f"no other verdict told as much: {say_bits(most.bits_gained)}"
    ahead = find_lasting(turns, lambda turn: bool(turn.top) and turn.top[0].true)
    if ahead is not None and ahead.n != known_at:
        yield ahead.n, "from here the rule was the best bet"
    if known_at is not None:
        yield known_at, "from here the rule could be known"
    if (broken := _find_broken(turns)) is not None:
        yield broken.n, "from here no rule that was looked at fits"


def find_lasting(turns: Sequence[TurnReview], holds: Callable[[TurnReview], bool]) -> TurnReview | None:
    """The first turn from which something holds to the end."""
    lasting = list(takewhile(holds, reversed(turns)))
    return lasting[-1] if lasting else None


def _find_broken(turns: Sequence[TurnReview]) -> TurnReview | None:
    """The first turn after which no rule is left."""
    return next((turn for turn in turns if not turn.alive), None)


def add_up(bits: Iterable[float | None]) -> float:
    """A sum of bits, as exact as can be; what is not known counts as none."""
    return math.fsum(number or 0.0 for number in bits)


def _comment(turn: TurnReview) -> Iterator[str]:
    """What there is to say of a turn."""
    if turn.bits_gained is None or turn.bits_expected is None:
        yield from _comment_guesses(turn)
        return
    expected, gained = turn.bits_expected, turn.bits_gained
    if turn.certain and turn.verdict == "right":
        yield "nothing new: certain before"
    elif turn.certain:
        yield "wasted: certain before" if turn.cards else "certain before: a card had to be right"
    elif expected < _LITTLE and gained < LUCK:
        yield f"all but certain to be {turn.verdict}"
    else:
        yield from _comment_skill(turn, expected)
        if turn.bold:
            yield f"bold, and {'it came off' if turn.verdict == 'right' else 'it did not come off'}"
        if gained - expected >= LUCK:
            yield f"{'very lucky' if gained - expected >= 2 * LUCK else 'lucky'}: it told {say_bits(gained)}"
    best = turn.best
    if best is not None and turn.bits_expected <= best.bits_expected - _REGRET:
        yield f"{say_move(best.move)} could have told more ({best.bits_expected:.2f})"
    if turn.forced is not None:
        extra = f", which told {say_bits(turn.bits_besides)} more" if (turn.bits_besides or 0) >= _LITTLE else ""
        yield f"{turn.forced.pretty} was put on the mainline{extra}"
    yield from _comment_guesses(turn)


def _comment_skill(turn: TurnReview, expected: float) -> Iterator[str]:
    best = math.inf if turn.best is None or expected < _WORTH else turn.best.bits_expected
    if expected >= BEST * best:
        yield "the best experiment of this hand"
    elif expected >= GOOD * best:
        yield "a good experiment"


def _comment_guesses(turn: TurnReview) -> Iterator[str]:
    for guess in turn.guesses:
        verdict = "right" if guess.right else "wrong"
        worth = "" if guess.chance is None else f" ({say_share(guess.chance)} likely)"
        yield f'guessed "{cut(guess.rule, _LONGEST)}"{worth}: {verdict}'


# Players


def say_player(seat: str, turns: Sequence[TurnReview], efficiency: float | None) -> str:
    """A line that a friend would read out."""
    if not turns:
        return f"{seat} had no turn."
    reckoned = [turn for turn in turns if turn.bits_gained is not None and turn.bits_expected is not None]
    if not reckoned:
        return f"{seat} played {count(len(turns), 'turn')}; there is nothing to go by."
    sentences = [_say_skill(seat, reckoned, efficiency), _say_luck(reckoned), *_say_moments(seat, reckoned)]
    return " ".join(sentence for sentence in sentences if sentence)


def _say_skill(seat: str, turns: Sequence[TurnReview], efficiency: float | None) -> str:
    best = add_up(turn.best.bits_expected for turn in turns if turn.best is not None)
    if efficiency is None:
        if all(turn.certain for turn in turns):
            return f"{seat} could learn nothing: every verdict was certain before."
        return f"Nobody knows what else {name_within(seat)} could have asked."
    share = say_share(efficiency)
    if best < _FEW:
        part = "all" if efficiency == 1 else share if efficiency else "none"
        return f"{seat} had little to ask, and asked {part} of it."
    if efficiency >= BEST:
        return f"{seat} asked as well as the cards allowed ({share})."
    if efficiency >= GOOD:
        return f"{seat} asked well: {share} of what the cards allowed."
    if efficiency >= POOR:
        return f"{seat} asked {share} of what the cards allowed."
    return f"{seat} left much unasked: only {share} of what the cards allowed."


def _say_luck(turns: Sequence[TurnReview]) -> str:
    gained = add_up(turn.bits_gained for turn in turns)
    expected = add_up(turn.bits_expected for turn in turns)
    if gained < _LITTLE and expected < _LITTLE:
        return ""
    if gained - expected <= -LUCK:
        brought = f"only {gained:.1f}: unlucky"
    else:
        brought = f"{gained:.1f}: lucky" if gained - expected >= LUCK else f"{gained:.1f}"
    return f"The questions were worth {say_bits(expected)} and brought {brought}."


def _say_moments(seat: str, turns: Sequence[TurnReview]) -> Iterator[str]:
    bold = [turn for turn in turns if turn.bold]
    best = max(turns, key=lambda turn: turn.bits_gained or 0.0)
    if (best.bits_gained or 0.0) >= _MOST:
        manner = "The bold" if best.bold else "Best of all: the"
        yield f"{manner} {name_move(best)} of turn {best.number} told {say_bits(best.bits_gained)}."
    elif len(bold) > 1:
        yield f"Bold {'twice' if len(bold) == 2 else f'{len(bold)} times'}."
    wasted = [turn for turn in turns if turn.certain and turn.verdict == "wrong"]
    if len(wasted) == 1:
        yield f"The {name_move(wasted[0])} of turn {wasted[0].number} was wasted: it had to be wrong."
    elif wasted:
        yield f"{count(len(wasted), 'move')} were wasted: they had to be wrong."
    for turn in turns:
        if any(guess.right and guess.seat == seat for guess in turn.guesses):
            yield f"And {name_within(seat)} said the rule on turn {turn.number}."


# Rounds


def tell_story(record: RoundReview) -> Iterator[str]:
    """What happened in a round, in a few sentences."""
    if not record.turns:
        yield "No card has been judged yet."
        return
    yield from _tell_rule(record)
    verdicts = add_up(turn.bits_gained for turn in record.turns)
    besides = add_up(turn.bits_besides for turn in record.turns)
    more = f", and forced cards, named cards and refused guesses {besides:.1f} more" if besides >= _LITTLE else ""
    left = f"; {say_bits(record.bits_left)} are left" if record.alive > 1 else ""
    yield f"The verdicts told {say_bits(verdicts)}{more}{left}."
    certain = [turn for turn in record.turns if turn.certain]
    if certain:
        among = ", if the rule had been one of those looked at" if record.rule_in_family is False else ""
        yield f"Of {count(len(record.turns), 'verdict')}, {len(certain)} could have been foretold{among}."


def _tell_rule(record: RoundReview) -> Iterator[str]:
    knowledge, turns = record.turn_of_knowledge, record.turns
    if record.rule is None:
        if record.top:
            yield f"Most probable at the end: {record.top[0].rule} ({say_share(record.top[0].chance)})."
    elif record.rule_in_family is None:
        yield "The rule could not be read."
    elif not record.rule_in_family:
        yield f"The rule {record.outside}: {record.rule_text}"
    elif knowledge is turns[0] and (record.chance_at_start or 0.0) >= (knowledge.rule_chance or 0.0):
        yield "The rule could be known before the first card was played."
    elif knowledge is not None:
        sure = knowledge.rule_chance or 0.0
        made = "left no doubt" if sure == 1 else f"made it {say_share(sure)} sure"
        later = len(turns) - knowledge.number
        after = f"; {count(later, 'turn')} followed" if later else ", and that was the last turn"
        yield (
            f"From turn {knowledge.number} on the rule could be known: "
            f"{_owner(knowledge)} {name_move(knowledge)} {made}{after}."
        )
    else:
        share = say_share(turns[-1].rule_chance or 0.0)
        yield f"The rule could not be known for sure: at the end its chance was {share}."
    if (broken := _find_broken(turns)) is not None:
        yield f"After turn {broken.number} no rule that was looked at fits."
    for turn in turns:
        for guess in turn.guesses:
            if guess.right:
                worth = "" if guess.chance is None else f", when it was {say_share(guess.chance)} likely"
                yield f"{name_first(guess.seat)} said it on turn {turn.number}{worth}."


def _owner(turn: TurnReview) -> str:
    if is_you(turn.seat):
        return name_owner(turn.seat)
    return f"{turn.seat}'{'' if turn.seat.endswith('s') else 's'}"


# Words


def name_move(turn: TurnReview) -> str:
    """A move as people name it: `5♥ 6♥`, `no play`."""
    return " ".join(card.pretty for card in turn.cards) if turn.cards else "no play"


def say_move(text: str) -> str:
    """The line of a move as people name it."""
    _, _, rest = text.partition(" ")
    return " ".join(card.pretty for card in cards(rest)) if rest else "no play"


def say_bits(bits: float | None, places: int = 1) -> str:
    """A number of bits, in words."""
    rounded = f"{bits or 0.0:.{places}f}"
    return {"1.0": "1.0 bit", "1.00": "1 bit"}.get(rounded, f"{rounded} bits")


def say_share(share: float) -> str:
    """A share in whole percent; what is not quite nothing or all doesn't look so."""
    if 0 < share < 0.01:
        return "under 1 %"
    if 0.99 < share < 1:
        return "over 99 %"
    return f"{share:.0%}".replace("%", " %")
