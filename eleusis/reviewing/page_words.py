"""What the page of a review says of a round and of its turns, in words: luck told apart from skill."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from eleusis.pack import cards
from eleusis.page.ink import cut
from eleusis.reviewing.curve import TurningPoint
from eleusis.reviewing.reviewed import RoundReview, SpokenGuess, TurnReview

NOTHING = 0.005
"""Fewer bits than these are none."""
_GOOD, _FAIR = 0.8, 0.5
"""What share of the best that a hand could ask makes a good question, and a fair one."""
_LUCKY, _UNLUCKY = 0.5, 0.3
"""So many bits more or fewer than could be expected are luck worth a word."""
_TELLING = 1.5
"""A verdict that teaches fewer bits is no turning point."""
_NAME = 16
"""The columns of a name on the curve."""
_NOTED = 6
"""So many turning points are marked, at most."""


@attrs.frozen
class Remark:
    """What is said of a turn."""

    tags: tuple[tuple[str, str], ...]
    """Its marks in a word or two, each after the class that gives it its colour."""
    sentences: tuple[str, ...]
    """The same in sentences."""


def say_move(move: str) -> str:
    """A move as one says it: `play 8C` is `8♣`, `no-play` is `no play`."""
    verb, _, rest = move.partition(" ")
    return " ".join(card.pretty for card in cards(rest)) if verb == "play" else verb.replace("-", " ")


def say_bits(bits: float) -> str:
    """So many bits."""
    text = f"{bits:.2f}"
    return "1 bit" if text == "1.00" else f"{text} bits"


def say_rules(number: int) -> str:
    """So many rules."""
    return "no rule" if not number else "1 rule" if number == 1 else f"{number:,} rules"


def say_chance(chance: float) -> str:
    """A probability in per cent, never rounded to certain."""
    if 0 < chance < 0.01:
        return "under 1 %"
    if 0.99 < chance < 1 - 1e-9:
        return "over 99 %"
    return f"{100 * chance:.0f} %"


# Of a turn


def remark_on(turn: TurnReview, before: TurnReview | None) -> Remark:
    """What is said of a turn, `before` being the one before it."""
    tags: list[tuple[str, str]] = []
    sentences: list[str] = []
    if before is not None and not before.alive:
        return Remark((), tuple(_say_besides(turn)))
    if not turn.alive:
        tags.append(("odd", "nothing fits"))
        sentences.append("No rule that was looked at fits any more: from here on nothing can be reckoned.")
    elif turn.bits_expected is None or turn.best is None:
        sentences.append("The hand was not written down: what else it could have asked is not known.")
    else:
        for kind, tag, sentence in _weigh(turn, turn.bits_expected, turn.best.move, turn.best.bits_expected):
            tags.append((kind, tag))
            sentences += [sentence] if sentence else []
    if turn.bold:
        tags.append(("bold", "bold"))
        sentences.append(_say_odds(turn))
    return Remark(tuple(tags), (*sentences, *_say_besides(turn)))


def _weigh(turn: TurnReview, expected: float, best_move: str, best: float) -> Iterator[tuple[str, str, str]]:
    """The question that a move asked, and the luck with its answer: for each a class, a tag and a sentence."""
    if best < NOTHING:
        yield "none", "nothing to learn", ""
        return
    instead = f"most from {say_move(best_move)}: {best:.2f}"
    if turn.certain or expected < NOTHING:
        sure = "was certain before" if turn.certain else "was as good as certain before"
        words = f"Wasted as an experiment: that this is {turn.verdict} {sure}. It could have taught something"
        yield "waste", "wasted", f"{words}, {instead}."
    elif turn.move == best_move:
        yield "good", "best question", f"{say_bits(expected)} could be expected, and from this hand no more."
    else:
        share = expected / best
        how = "good" if share >= _GOOD else "fair" if share >= _FAIR else "weak"
        yield how, f"{how} question", f"{say_bits(expected)} could be expected; {instead}."
    gained = turn.bits_gained
    if gained is None:
        return
    if gained - expected > _LUCKY:
        yield "luck", "lucky", f"Lucky: the less likely verdict came, and taught {gained:.2f}."
    elif expected - gained > _UNLUCKY:
        yield "unlucky", "unlucky", f"Unlucky: the likely verdict came, and taught only {gained:.2f}."


def _say_odds(turn: TurnReview) -> str:
    chance = "" if turn.chance is None else f": it was {say_chance(turn.chance)} likely to be right"
    return f"Bold, against the odds{chance}."


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
    chance = "" if guess.chance is None else f" ({say_chance(guess.chance)} likely before)"
    verdict = "and that is the rule" if guess.right else "and that is wrong"
    return f"{guess.seat} guessed “{guess.rule}”{chance}, {verdict}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# Of a round


def right_guess(record: RoundReview) -> tuple[int, SpokenGuess] | None:
    """The guess that was called right, with the number of its turn."""
    return next(
        ((n, guess) for n, turn in enumerate(record.turns, start=1) for guess in turn.guesses if guess.right), None
    )


def standing_prophet(record: RoundReview) -> tuple[int, str] | None:
    """Who declared as prophet and was not overthrown again, with the number of the turn."""
    claim = None
    for n, turn in enumerate(record.turns, start=1):
        for what in turn.after:
            if what == f"{turn.seat} declares as {record.prophet}":
                claim = n, turn.seat
            elif claim is not None and what == f"{claim[1]} is overthrown":
                claim = None
    return claim


def known_turn(record: RoundReview) -> int | None:
    """The number of the turn after which the rule could be known; 0 for before the first."""
    return next((n for n, turn in enumerate(record.turns, start=1) if turn.n == record.known_at), None)


def headline(record: RoundReview) -> str:
    """What happened in a round, in a sentence or two."""
    if not record.turns:
        return "No turn has been judged yet, so there is nothing to look back upon."
    solved, ripe = right_guess(record), known_turn(record)
    who = f"{solved[1].seat} said it at turn {solved[0]}" if solved else ""
    guessed = any(turn.guesses for turn in record.turns)
    if record.rule_in_family is None:
        left = _say_left(record)
        return f"The rule was not written down. {left}" + (f" {who}." if who else "")
    if not record.rule_in_family:
        words = f"The rule is none of the {record.family_size:,} that were looked at"
        return f"{words}: when it could be known, nobody can say." + (f" {who}." if who else "")
    if ripe is None:
        last = record.turns[-1].rule_chance or 0.0
        words = f"The rule could not be known for sure: at the end it was {say_chance(last)} likely"
        return f"{words}; {who} all the same." if who else f"{words}."
    words = f"The rule could be known after turn {ripe}"
    if solved is None:
        claim = standing_prophet(record)
        if claim is not None:
            early = " already" if claim[0] < ripe else ""
            return f"{words}; {claim[1]} declared as {record.prophet} at turn {claim[0]}{early}."
        return f"{words}; nobody said it." if guessed else f"{words}."
    if solved[0] < ripe:
        return f"{words}; {who} already, ahead of the proof."
    return f"{words}, and {solved[1].seat} said it there and then." if solved[0] == ripe else f"{words}; {who}."


def _say_left(record: RoundReview) -> str:
    if not record.alive:
        return "No rule that was looked at fits all the judgements."
    return f"At the end {record.alive:,} of the {record.family_size:,} rules that were looked at still fitted."


def turning_points(record: RoundReview) -> list[TurningPoint]:
    """The turns to look at, in their order, each in a few words."""
    noted: list[
        tuple[int, int, str, bool]
    ] = []  # how much it matters, the lower the more; the place; words; decisive
    ripe = known_turn(record)
    if ripe is not None:
        noted.append((0, ripe - 1, "from here the rule could be known", True))
    guesses = 0
    for place, turn in enumerate(record.turns):
        for guess in turn.guesses:
            guesses += not guess.right
            word = "says the rule" if guess.right else "guesses wrong"
            noted.append((1 if guess.right else 3 + guesses, place, f"{_short(guess.seat)} {word}", False))
        after = [what for what in turn.after if "declares" in what or "overthrown" in what]
        noted += [(4, place, cut(what, 2 * _NAME), False) for what in after]
    if (last := last_fitting(record)) is not None:
        noted.append((0, last, "no rule looked at fits any more", False))
    if (telling := most_telling(record)) is not None:
        turn = record.turns[telling]
        words = (
            f"{_short(turn.seat)}’s {_short(say_move(turn.move))}: {turn.bits_gained:.1f} bits, the most telling"
        )
        noted.append((2, telling, words, False))
    return _join(sorted(noted)[:_NOTED])


def chosen_moments(record: RoundReview) -> list[tuple[int, str]]:
    """The places of the turns after which the rules that were open are told, each with a reason."""
    chosen: dict[int, list[str]] = {}
    half = next((n for n, turn in enumerate(record.turns) if 2 * turn.bits_left <= record.bits_at_start), None)
    solved, ripe = right_guess(record), known_turn(record)
    for place, words in (
        (half, "half was known"),
        (most_telling(record), "the most telling verdict"),
        (last_fitting(record), "no rule looked at fits any more"),
        (None if ripe is None else ripe - 1, "from here the rule could be known"),
        (None if solved is None else solved[0] - 1, "the rule was said"),
        (len(record.turns) - 1, "the end"),
    ):
        if place is not None:
            chosen.setdefault(place, []).append(words)
    return [(place, ", ".join(words)) for place, words in sorted(chosen.items())]


def most_telling(record: RoundReview) -> int | None:
    """The place of the verdict that taught most, where it taught much."""
    gains = [turn.bits_gained or 0.0 for turn in record.turns]
    most = max(gains, default=0.0)
    return gains.index(most) if most >= _TELLING else None


def last_fitting(record: RoundReview) -> int | None:
    """The place of the first turn after which no rule fits; None where there is none."""
    return next((place for place, turn in enumerate(record.turns) if not turn.alive), None)


def _short(text: str) -> str:
    """A name as far as there is room for it on the curve."""
    return cut(text, _NAME)


def _join(noted: list[tuple[int, int, str, bool]]) -> list[TurningPoint]:
    """Turning points in their order, those of one turn together."""
    by_place: dict[int, list[tuple[str, bool]]] = {}
    for _, place, words, decisive in sorted(noted, key=lambda row: row[1]):
        by_place.setdefault(place, []).append((words, decisive))
    return [
        TurningPoint(place, " · ".join(words for words, _ in rows), any(decisive for _, decisive in rows))
        for place, rows in by_place.items()
    ]


def reading_help(family_size: int) -> list[str]:
    """How to read the page, in a few sentences."""
    return [
        "A bit is one yes-or-no question whose answer nobody can foresee: among 8 rules that are equally likely, "
        "3 bits are left to know, for three such questions find the one.",
        f"Looked at were {family_size:,} rules, the short ones more probable than the long ones, by a reasoner who "
        "saw what the table saw and forgot nothing.",
        "Skill and luck are told apart. What a move could be expected to teach depends on the question that it "
        "asks: how near it comes to the best that the same hand could ask is skill. Which verdict then comes, and "
        "teaches more or less than that, is luck.",
    ]
