"""What the page of a review says of a round and of its turns, in words: luck told apart from skill."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from eleusis.ground.agreement import begin_with, name_first, name_within, say
from eleusis.reviewing.curve import JOINT, TurningPoint
from eleusis.reviewing.reviewed import RoundReview, SpokenGuess, TurnReview
from eleusis.reviewing.sayings import BEST, GOOD, LUCK, POOR, say_move, say_share

NOTHING = 0.005
"""Fewer bits than these are none."""
_LITTLE = 0.2
"""Where the best of a hand is fewer bits, no move is praised or blamed."""
_UNLUCKY = 0.5
"""This many bits fewer than could be expected are bad luck; there can't be more than one bit fewer."""
_NOTED = 6
"""The most turning points that are marked."""


@attrs.frozen
class Remark:
    """What is said of a turn."""

    tags: tuple[tuple[str, str], ...]
    """Its marks in one word or two, each after the class that gives it its colour."""
    sentences: tuple[str, ...]
    """The same in sentences."""


def say_bits(bits: float) -> str:
    """A number of bits, in words."""
    text = f"{bits:.2f}"
    return "1 bit" if text == "1.00" else f"{text} bits"


def say_rules(number: int) -> str:
    """A number of rules, in words."""
    return "no rule" if not number else "1 rule" if number == 1 else f"{number:,} rules"


# Of a turn


def remark_on(turn: TurnReview, before: TurnReview | None) -> Remark:
    """What is said of a turn, `before` being the one before it."""
    tags: list[tuple[str, str]] = []
    sentences: list[str] = []
    if before is not None and not before.alive:
        return Remark((), tuple(_say_besides(turn)))
    if not turn.alive:
        tags.append(("odd", "nothing fits"))
        sentences.append("No rule that was looked at fits any more: from here on there is nothing to go by.")
    elif turn.bits_expected is not None:
        for kind, tag, sentence in (*_weigh(turn, turn.bits_expected), *_weigh_luck(turn, turn.bits_expected)):
            tags.append((kind, tag))
            sentences += [sentence] if sentence else []
    if turn.bold:
        tags.append(("bold", "bold"))
        sentences.append(_say_odds(turn))
    return Remark(tuple(tags), (*sentences, *_say_besides(turn)))


def _weigh(turn: TurnReview, expected: float) -> Iterator[tuple[str, str, str]]:
    """What the move was as an experiment: a class, a tag and a sentence."""
    sure = "It was certain" if turn.certain else "It was as good as certain"
    wasted = ("waste", "wasted") if turn.verdict == "wrong" else ("none", "nothing new")
    if turn.best is None:
        if expected < NOTHING:
            yield (*wasted, f"{sure} beforehand that this is {turn.verdict}.")
        return
    best_move, best = turn.best.move, turn.best.bits_expected
    if best < NOTHING:
        if turn.certain and turn.verdict == "wrong":
            yield (*wasted, f"{sure} beforehand that this is wrong.")
        else:
            yield "none", "nothing to learn", ""
        return
    instead = f"most from {say_move(best_move)}: {best:.2f}"
    if turn.certain or expected < NOTHING:
        yield (
            *wasted,
            f"{sure} beforehand that this is {turn.verdict}. Something could have been learnt, {instead}.",
        )
    elif best < _LITTLE:
        yield "none", "little to learn", f"{say_bits(expected)} could be expected; {instead}."
    elif turn.move == best_move or expected >= BEST * best:
        least = ", and no more from this hand" if best - expected < NOTHING else f"; {instead}"
        yield "good", "best experiment", f"{say_bits(expected)} could be expected{least}."
    else:
        how = "good" if expected >= GOOD * best else "fair" if expected >= POOR * best else "weak"
        yield how, f"{how} experiment", f"{say_bits(expected)} could be expected; {instead}."


def _weigh_luck(turn: TurnReview, expected: float) -> Iterator[tuple[str, str, str]]:
    """The luck with a verdict, likewise."""
    gained = turn.bits_gained
    if gained is None:
        return
    if gained - expected >= LUCK:
        yield "luck", "lucky", f"Lucky: the unlikely verdict came, and taught {gained:.2f}."
    elif expected - gained >= _UNLUCKY:
        yield "unlucky", "unlucky", f"Unlucky: the likely verdict came, and taught only {gained:.2f}."


def _say_odds(turn: TurnReview) -> str:
    chance = "" if turn.chance is None else f": it was {say_share(turn.chance)} likely to be right"
    return f"Bold, and {'it came off' if turn.verdict == 'right' else 'it did not come off'}{chance}."


def _say_besides(turn: TurnReview) -> Iterator[str]:
    """What happened in a turn besides its verdict."""
    if turn.forced is not None:
        yield f"The dealer showed that {turn.forced.pretty} is right."
    yield from map(say_guess, turn.guesses)
    yield from (f"{_capital(what)}." for what in turn.after)
    if turn.bits_besides is not None and turn.bits_besides >= NOTHING:
        yield f"That taught {say_bits(turn.bits_besides)} besides."


def say_guess(guess: SpokenGuess) -> str:
    """A guess and how it was judged."""
    chance = ""
    if guess.chance is not None:
        chance = f" ({say_share(guess.chance)} likely before)" if guess.chance else " (ruled out before)"
    verdict = "and that is the rule" if guess.right else "and that is wrong"
    return f"{name_first(guess.seat)} guessed “{guess.rule}”{chance}, {verdict}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# Of a round


def right_guess(record: RoundReview) -> tuple[int, SpokenGuess] | None:
    """The guess that was called right, with the number of its turn."""
    return next(((turn.number, guess) for turn in record.turns for guess in turn.guesses if guess.right), None)


def standing_prophet(record: RoundReview) -> tuple[int, str] | None:
    """Who declared as prophet and was not overthrown again, with the number of the turn."""
    claim = None
    for turn in record.turns:
        for what in turn.after:
            if what == f"{say(turn.seat, 'declare')} as {record.prophet}":
                claim = turn.number, turn.seat
            elif claim is not None and what == f"{say(claim[1], 'are')} overthrown":
                claim = None
    return claim


def known_turn(record: RoundReview) -> int | None:
    """The number of the turn from which the rule could be known."""
    return None if record.turn_of_knowledge is None else record.turn_of_knowledge.number


def headline(record: RoundReview) -> str:
    """What happened in a round, in a sentence or two."""
    if not record.turns:
        return "No turn has been judged yet, so there is nothing to look back on."
    solved, ripe = right_guess(record), known_turn(record)
    who = f"{name_within(solved[1].seat)} said it on turn {solved[0]}" if solved else ""
    sentence = f"{begin_with(solved[1].seat, who)}." if solved else ""
    guessed = any(turn.guesses for turn in record.turns)
    if record.rule_in_family is None:
        why = "was not written down" if record.rule is None else "could not be read"
        return f"The rule {why}. {_say_left(record)}" + (f" {sentence}" if sentence else "")
    if not record.rule_in_family:
        words = f"The rule {record.outside}: nobody can say when it could be known."
        return words + (f" {sentence}" if sentence else "")
    if not record.alive:
        broken = next(turn.number for turn in record.turns if not turn.alive)
        return (
            f"From turn {broken} on no rule that was looked at fits: nobody can say when the rule could be known."
        )
    if ripe is None:
        last = record.turns[-1].rule_chance or 0.0
        words = f"The rule could not be known for sure: at the end it was {say_share(last)} likely"
        return f"{words}; {who} all the same." if who else f"{words}."
    words = f"The rule could be known after turn {ripe}"
    if solved is None:
        claim = standing_prophet(record)
        if claim is not None:
            early = " already" if claim[0] < ripe else ""
            return f"{words}; {name_within(claim[1])} declared as {record.prophet} on turn {claim[0]}{early}."
        return f"{words}; nobody said it." if guessed else f"{words}."
    if solved[0] < ripe:
        return f"{words}; {who} already, ahead of the proof."
    return (
        f"{words}, and {name_within(solved[1].seat)} said it there and then."
        if solved[0] == ripe
        else f"{words}; {who}."
    )


def _say_left(record: RoundReview) -> str:
    if not record.alive:
        return "No rule that was looked at fits all the judgements."
    return f"At the end {record.alive:,} of the {record.family_size:,} rules that were looked at still fitted."


def turning_points(record: RoundReview) -> list[TurningPoint]:
    """The turns to look at, in their order, each in a few words."""
    noted: list[tuple[int, int, str]] = []  # how much it matters, the lower the more; the place; the words
    wrong = 0
    for place, turn in enumerate(record.turns):
        noted += [(0, place, words) for words in turn.turning]
        for guess in turn.guesses:
            wrong += not guess.right
            words = say(guess.seat, "say") + " the rule" if guess.right else say(guess.seat, "guess") + " wrong"
            noted.append((0 if guess.right else 2 + wrong, place, words))
        after = [what for what in turn.after if "declare" in what or "overthrown" in what]
        noted += [(1, place, what) for what in after]
    by_place: dict[int, list[str]] = {}
    for _, place, words in sorted(sorted(noted)[:_NOTED], key=lambda row: row[1]):
        by_place.setdefault(place, []).append(words)
    return [
        TurningPoint(place, JOINT.join(words), record.turns[place].n == record.known_at)
        for place, words in by_place.items()
    ]


def chosen_moments(record: RoundReview) -> list[tuple[int, str]]:
    """The places of the turns after which the rules that were open are told, each with a reason."""
    chosen: dict[int, list[str]] = {}
    half = next((n for n, turn in enumerate(record.turns) if 2 * turn.bits_left <= record.bits_at_start), None)
    if half is not None:
        chosen[half] = ["half was known"]
    for place, turn in enumerate(record.turns):
        said = ["the rule was said"] if any(guess.right for guess in turn.guesses) else []
        if turn.turning or said:
            chosen.setdefault(place, []).extend([*turn.turning, *said])
    chosen.setdefault(len(record.turns) - 1, []).append("the end")
    return [(place, ", ".join(words)) for place, words in sorted(chosen.items())]


def reading_help(family_size: int) -> list[str]:
    """How to read the page, in a few sentences."""
    return [
        "A bit is one yes-or-no question whose answer nobody can foresee: among 8 rules that are equally likely, "
        "3 bits are left to know, because three such questions find the right one.",
        f"A reasoner who saw what the table saw, and forgot nothing, looked at {family_size:,} rules, the short "
        "ones more probable than the long ones.",
        "Skill and luck are counted separately. What a move could be expected to teach depends on the question "
        "that it asks: how near that comes to the best that the same hand could ask is skill. Which verdict then "
        "comes, and whether it teaches more or less than that, is luck.",
    ]
