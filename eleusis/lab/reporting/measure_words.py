"""How the measures are said in sentences: what more and less of each is called, its unit, and when it matters.

A text in brackets has two forms, `[are|seem]`: the first where a difference is beyond doubt, the second where it is
shown, but only just. In a trend they are those for up and for down. `{size}` is how much a difference is, `{a}` and
`{b}` are what it was and what it is now.
"""

from __future__ import annotations

from typing import Final, Literal

import attrs

Topic = Literal["length", "totals", "winning", "expulsion", "endings", "prophet", "dealer", "skill"]
Unit = Literal["card", "turn", "point", "lead", "rate", "share"]

TOPICS: Final[dict[Topic, str]] = {
    "length": "the length of rounds",
    "totals": "the totals",
    "winning": "who wins",
    "expulsion": "expulsions",
    "endings": "how rounds end",
    "prophet": "prophets",
    "dealer": "the dealer's lead",
    "skill": "skill",
}
"""What a verdict speaks of, in this order, and what each is called where nothing can be said of it."""

GAME_TOPICS: Final[dict[Topic, str]] = {
    "length": "the length of games",
    "totals": "the totals",
    "winning": "who wins",
    "dealer": "the dealer's share",
    "skill": "skill",
    "expulsion": "expulsions",
    "endings": "how rounds end",
    "prophet": "prophets",
}
"""The same where whole games are played: what is of games comes first."""

WIN: Final = "game.wins."
"""What the measures begin with that ask how often a seat wins a game; its name follows."""


@attrs.frozen
class MeasureWords:
    """The words for one measure."""

    id: str
    """The measure, as `results["turns"]` takes it."""
    topic: Topic
    """What it belongs to: of each topic the measure that moved most is told."""
    unit: Unit
    """What it is counted in: cards, turns, points ahead, how many in a round, or a share of cases."""
    matters: float
    """A difference below this is hardly one: nobody at a table would notice it."""
    more: str
    """What is said where there is more of it."""
    less: str
    """What is said where there is less of it."""
    levels: str
    """What it is now and what it was, behind a colon; empty where that is said already."""
    alone: str
    """What a round is like, where there is nothing to compare it with."""
    trend: str
    """What goes up or down along a sweep."""
    appears: str = ""
    """What is said where it was never so before."""
    vanishes: str = ""
    """What is said where it is never so any more."""
    always: str = ""
    """What is said of a share that is now of all; `{a_of}` is how many it were before."""


def _ending(reason: str, end: str, ends: str) -> MeasureWords:
    """The words for a reason for which rounds end."""
    says = f"{{b}} {{rounds}}in 100 [{end}|seem to {end}], not {{a}}"
    return MeasureWords(
        f"ended.{reason}", "endings", "share", 0.02, says, says, "",
        alone=f"{{a}} {end}",
        trend=f"rounds that {end} [rise|fall] from {{a}} to {{b}} in 100",
        appears=f"{{b}} {{rounds}}in 100 {end}, where none did",
        vanishes=f"no round {ends} any more, where {{a_all}} did",
        always=f"every round {ends}, where {{a_of}} did",
    )  # fmt: skip


_PROPHET = "{b} rounds in 100 [have|seem to have] a prophet, not {a}"
_TRUE = "a prophet [stays|seems to stay] to the end in {b} rounds of 100, not {a}"
_FALL = "{b} prophets in 100 [are|seem to be] overthrown, not {a}"

_WINS = "{seat} [wins|seems to win] {b} games in 100, not {a}"
_KEPT = "a lead before the last round [holds|seems to hold] {b} times in 100, not {a}"
_TIES = "{b} games in 100 [end|seem to end] in a shared win, not {a}"
_DEALING = "dealing [brings|seems to bring] {b} of 100 points, not {a}"

MEASURE_WORDS: Final[tuple[MeasureWords, ...]] = (
    MeasureWords(
        "layout", "length", "card", 0.5,
        more="rounds [are|seem] {size} longer",
        less="rounds [are|seem] {size} shorter",
        levels="{b}, not {a}",
        alone="puts {a} cards on the layout",
        trend="rounds [grow|shrink] from {a} to {b} cards",
    ),
    MeasureWords(
        "turns", "length", "turn", 0.5,
        more="rounds [are|seem] {size} longer",
        less="rounds [are|seem] {size} shorter",
        levels="{b}, not {a}",
        alone="takes {a} turns",
        trend="rounds [grow|shrink] from {a} to {b} turns",
    ),
    _ending("out_of_cards", "end out of cards", "ends out of cards"),
    _ending("right_no_play", "end by a right no play", "ends by a right no play"),
    _ending("cutoff", "end by the cutoff", "ends by the cutoff"),
    _ending("all_expelled", "end with all expelled", "ends with all expelled"),
    _ending("right_guess", "end by a right guess", "ends by a right guess"),
    _ending("stock_out", "end for want of cards", "ends for want of cards"),
    _ending("turns_played", "end at the turn limit", "ends at the turn limit"),
    _ending("nobody_can_act", "end because nobody can act", "ends because nobody can act"),
    _ending("abandoned", "are broken off", "is broken off"),
    MeasureWords(
        "expelled", "expulsion", "rate", 0.05,
        more="[|probably ]{size} {often}",
        less="[|probably ]{size} {often}",
        levels="",
        alone="on average {a} players are expelled",
        trend="expulsions [rise|fall] from {a} to {b} a round",
        appears="players are expelled, {b} a round, where nobody was",
        vanishes="nobody is expelled any more, where {a} a round were",
    ),
    MeasureWords(
        "prophet", "prophet", "share", 0.02, _PROPHET, _PROPHET, "",
        alone="{a} rounds in 100 have a prophet",
        trend="rounds with a prophet [rise|fall] from {a} to {b} in 100",
        appears="{b} rounds in 100 have a prophet, where none had",
        vanishes="no round has a prophet any more, where {a_all} had",
        always="every round has a prophet, where {a_of} had",
    ),
    MeasureWords(
        "prophet.true", "prophet", "share", 0.02, _TRUE, _TRUE, "",
        alone="{a} rounds in 100 keep a prophet to the end",
        trend="rounds that keep a prophet to the end [rise|fall] from {a} to {b} in 100",
        appears="a prophet stays to the end in {b} rounds of 100, where none did",
        vanishes="no prophet stays to the end any more, where one did in {a} rounds of 100",
    ),
    MeasureWords(
        "prophet.overthrown", "prophet", "share", 0.02, _FALL, _FALL, "",
        alone="{a} prophets in 100 are overthrown",
        trend="prophets who are overthrown [rise|fall] from {a} to {b} in 100",
        appears="{b} prophets in 100 are overthrown, where none was",
        vanishes="no prophet is overthrown any more, where {a} in 100 were",
    ),
    MeasureWords(
        "score.dealer_ahead", "dealer", "lead", 0.25,
        more="the dealer [gains|seems to gain] {size} on the players",
        less="the dealer's lead over the players [shrinks|seems to shrink] by {size}",
        levels="{b}, not {a}",
        alone="the dealer ends {a} the average player",
        trend="the dealer's lead over the players [rises|falls] from {a} to {b} points",
    ),
    MeasureWords(
        "skill", "skill", "share", 0.01,
        more="skill [counts|seems to count] {much}more",
        less="skill [counts|seems to count] {much}less",
        levels="the better bot leads in {b} of 100, not {a}",
        alone="the better of two bots is ahead {a} times in 100",
        trend="skill counts [more|less]: the better bot leads in {b} of 100, [up|down] from {a}",
    ),
    MeasureWords(
        "game.turns", "length", "turn", 2,
        more="games [are|seem] {size} longer",
        less="games [are|seem] {size} shorter",
        levels="{b}, not {a}",
        alone="takes {a} turns",
        trend="games [grow|shrink] from {a} to {b} turns",
    ),
    MeasureWords(
        "game.total", "totals", "point", 1,
        more="the average total [rises|seems to rise] by {size}",
        less="the average total [falls|seems to fall] by {size}",
        levels="{b}, not {a}",
        alone="a seat has {a} points in the end",
        trend="the average total [rises|falls] from {a} to {b} points",
    ),
    MeasureWords(
        "game.winner", "totals", "point", 2,
        more="the winner's total [rises|seems to rise] by {size}",
        less="the winner's total [falls|seems to fall] by {size}",
        levels="{b}, not {a}",
        alone="the winner has {a}",
        trend="the winner's total [rises|falls] from {a} to {b} points",
    ),
    MeasureWords(
        "game.never_dealt", "totals", "point", 1,
        more="never having dealt [brings|seems to bring] {size} more a game",
        less="never having dealt [brings|seems to bring] {size} less a game",
        levels="{b}, not {a}",
        alone="never having dealt brings {a} points a game",
        trend="the points for never having dealt [rise|fall] from {a} to {b} a game",
    ),
    MeasureWords(
        WIN, "winning", "share", 0.02, _WINS, _WINS, "",
        alone="{seat} wins {a}",
        trend="{seat} wins [more|less] often: {b} games in 100, [up|down] from {a}",
        appears="{seat} wins {b} games in 100, and won none before",
        vanishes="{seat} never wins any more, but won {a} games in 100",
        always="{seat} wins every game, and won {a_of} before",
    ),
    MeasureWords(
        "game.lead", "winning", "point", 1,
        more="the winner's lead [grows|seems to grow] by {size}",
        less="the winner's lead [shrinks|seems to shrink] by {size}",
        levels="{b}, not {a}",
        alone="{a} ahead of the second",
        trend="the winner's lead [grows|shrinks] from {a} to {b} points",
    ),
    MeasureWords(
        "game.kept", "winning", "share", 0.03, _KEPT, _KEPT, "",
        alone="who leads before the last round stays ahead {a} times in 100",
        trend="a lead before the last round holds [more|less] often: {b} times in 100, [up|down] from {a}",
    ),
    MeasureWords(
        "game.ties", "winning", "share", 0.03, _TIES, _TIES, "",
        alone="{a} games in 100 end in a shared win",
        trend="games that end in a shared win [rise|fall] from {a} to {b} in 100",
        appears="{b} games in 100 end in a shared win, where none did",
        vanishes="no game ends in a shared win any more, where {a} in 100 did",
    ),
    MeasureWords(
        "game.dealing", "dealer", "share", 0.01, _DEALING, _DEALING, "",
        alone="dealing brings {a} of 100 points",
        trend="dealing brings [more|less]: {b} of 100 points, [up|down] from {a}",
        appears="dealing brings {b} of 100 points, where it brought none",
        vanishes="dealing brings no points any more, where it brought {a} of 100",
    ),
    MeasureWords(
        "game.skill", "skill", "share", 0.01,
        more="skill [counts|seems to count] {much}more",
        less="skill [counts|seems to count] {much}less",
        levels="the better bot leads in {b} games of 100, not {a}",
        alone="the better bot ends ahead {a} times in 100",
        trend="skill counts [more|less]: the better bot leads in {b} games of 100, [up|down] from {a}",
    ),
)  # fmt: skip
"""The words of all measures that a verdict speaks of."""
