"""How the measures are said in sentences: one clause for each, and from which difference on it matters.

`{}` in a clause is the figure, in per cent for a share.
"""

from __future__ import annotations

from typing import Final

import attrs

from eleusis.ground.agreement import agree

LENGTH, ENDINGS, EXPULSIONS, PROPHETS = "the length of rounds", "how rounds end", "expulsions", "prophets"
SCORES, LEAD, SKILL = "the scores", "the dealer's lead", "skill"
GAME_LENGTH, TOTALS, WINNING, DEALING = "the length of games", "the totals", "who wins", "the dealer's share"
TOPICS: Final = (LENGTH, EXPULSIONS, ENDINGS, PROPHETS, LEAD, SKILL)
"""What a verdict on rounds speaks of, in this order; what each is called where nothing can be said of it."""
GAME_TOPICS: Final = (GAME_LENGTH, TOTALS, WINNING, DEALING, SKILL)
"""The same of a verdict on whole games."""
WIN: Final = "game.wins."
"""What the measures begin with that ask how often a seat wins a game; its name follows."""


@attrs.frozen
class MeasureWords:
    """The words for one measure."""

    id: str
    """The measure, as `results["turns"]` takes it."""
    topic: str
    """What it belongs to: of each topic the measure that moved most is told."""
    matters: float
    """A difference below this is hardly one: nobody at a table would notice it."""
    subject: str
    """What the clause speaks of; `{} of rounds` of a share that all rounds may have."""
    verb: str
    """What that does or is, by itself: `take`, `is`."""
    object: str
    """What follows the verb."""

    def say(self, figure: str, *, every: bool, sure: bool) -> str:
        """The clause with its figure; what `every` round has is said so, and what isn't sure `seems` to be."""
        subject, verb = self.subject, self.verb
        if every and subject.startswith("{} of "):
            subject = f"every {subject.removeprefix('{} of ')[:-1]}"
            verb = agree(subject, verb)
        if not sure:
            does = {"is": "be", "are": "be", "has": "have"}.get(verb, verb.removesuffix("s"))
            verb = f"{'seems' if verb.endswith('s') else 'seem'} to {does}"
        return f"{subject} {verb} {self.object}".replace("{}", figure)


_ENDINGS = {
    "out_of_cards": "out of cards",
    "right_no_play": "with a right no play",
    "cutoff": "at the cutoff",
    "all_expelled": "with everyone expelled",
    "right_guess": "with a right guess",
    "stock_out": "for want of cards",
    "turns_played": "at the turn limit",
    "nobody_can_act": "because nobody can act",
    "abandoned": "broken off",
}

MEASURE_WORDS: Final[tuple[MeasureWords, ...]] = (
    MeasureWords("turns", LENGTH, 0.5, "rounds", "take", "{} turns"),
    MeasureWords("layout", LENGTH, 0.5, "rounds", "lay", "out {} cards"),
    *(
        MeasureWords(f"ended.{reason}", ENDINGS, 0.02, "{} of rounds", "end", how)
        for reason, how in _ENDINGS.items()
    ),
    MeasureWords("expelled", EXPULSIONS, 0.05, "{} players a round", "are", "expelled"),
    MeasureWords("prophet", PROPHETS, 0.02, "{} of rounds", "have", "a prophet"),
    MeasureWords("prophet.true", PROPHETS, 0.02, "{} of rounds", "keep", "a prophet to the end"),
    MeasureWords("prophet.overthrown", PROPHETS, 0.02, "{} of prophets", "are", "overthrown"),
    MeasureWords("score.player", SCORES, 0.25, "a player", "scores", "{}"),
    MeasureWords("score.dealer", SCORES, 0.25, "the dealer", "scores", "{}"),
    MeasureWords("score.dealer_ahead", LEAD, 0.25, "the dealer's lead over the average player", "is", "{}"),
    MeasureWords("skill", SKILL, 0.01, "the better bot", "leads", "in {} of rounds"),
    MeasureWords("game.turns", GAME_LENGTH, 2, "games", "take", "{} turns"),
    MeasureWords("game.total", TOTALS, 1, "a seat's total", "is", "{}"),
    MeasureWords("game.winner", TOTALS, 2, "the winner's total", "is", "{}"),
    MeasureWords("game.never_dealt", TOTALS, 1, "never having dealt", "brings", "{} points a game"),
    MeasureWords(WIN, WINNING, 0.02, "{seat}", "wins", "{} of games"),
    MeasureWords("game.lead", WINNING, 1, "the winner", "leads", "by {}"),
    MeasureWords("game.kept", WINNING, 0.03, "who leads before the last round", "stays", "ahead in {} of games"),
    MeasureWords("game.ties", WINNING, 0.03, "{} of games", "end", "in a shared win"),
    MeasureWords("game.dealing", DEALING, 0.01, "the dealers' share of the points", "is", "{}"),
    MeasureWords("game.skill", SKILL, 0.01, "the better bot", "leads", "in {} of games"),
)
"""The words of all measures that sentences speak of."""
