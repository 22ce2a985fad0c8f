"""What is asked of the table in the browser, and what it answers: each message is a type.

Their JSON is read, checked, written and described (`eleusis schema http`) by these types. An answer may have keys
that this version doesn't know: readers ignore them; and so are keys of a request that its type doesn't have.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from msgspec import UNSET, Meta, Struct, UnsetType

from eleusis.doors.web.evenings.evening_plan import EveningPlan, Name, Players, PlayerWanted
from eleusis.game.state import EndReason


def say(description: str, **more: object) -> Meta:
    """What a key means, and what else the schema says of it without its being checked here."""
    return Meta(description=description, extra_json_schema=more or None)


_VIEW, _EVENT, _WORDS, _HOLE = ({"$ref": f"#/definitions/{name}"} for name in ("view", "event", "words", "hole"))
_CardText = Annotated[str, Meta(pattern=r"^(?:(?:10|[2-9AJQK])[SHDC]|\?\?)$")]
_Count = Annotated[int, Meta(ge=0)]
_Seconds = Annotated[float, Meta(ge=0)]
_Number = Annotated[_Count, say("The number of the last event of the game.")]
_RoundNumber = Annotated[int, say("Which round of the game it is, from 1.")]
_Cards = list[_CardText]
_Points = dict[str, int]
_OwnSeat = Annotated[Name | None, say("Which of the browser's seats is meant, if not the first.")]
_KindName = Annotated[str, say("The kind of a player: person, or a bot's.")]
_Title = Annotated[str, say("What it is called.")]


# What is asked


class SitDown(Struct, frozen=True):
    """To sit down."""

    name: Annotated[str, say("The player's name: 1 to 60 visible characters.", minLength=1, maxLength=60)]
    pin: Annotated[str | None, say("The PIN of a seat that is taken.")] = None
    code: Annotated[str | None, say("What must be known to sit down, where /api/table says so.")] = None
    take_over: Annotated[bool, say("Whether to play on for the bot that sits there.")] = False


class GiveUp(Struct, frozen=True):
    """To give a seat up."""

    seat: _OwnSeat = None


class MakeMove(Struct, frozen=True):
    """A move."""

    n: Annotated[int, say("The number of the last event that the player had seen.", minimum=0)]
    move: Annotated[str, say("The move without the seat: play 5H 6H.")]
    seat: _OwnSeat = None


class ChooseRule(Struct, frozen=True):
    """The rule of the person who deals."""

    rule: Annotated[
        str | UnsetType | None, say("A rule or an id of the library; null: the dealer judges each play.")
    ] = UNSET
    draw: Annotated[bool, say("Whether to draw one from the library.")] = False
    hint: Annotated[str | None, say("What is said about it before the first card.")] = None
    starters: Annotated[str | None, say("The starters of a table by hand: 7S.")] = None
    set_aside: Annotated[str | None, say("The cards that were turned before them, by hand.")] = None
    seat: _OwnSeat = None


class LookAtRule(Struct, frozen=True):
    """To look at a rule."""

    rule: Annotated[str, say("The text of a rule, or an id of the library.")]


class ReadText(Struct, frozen=True):
    """To read a sentence of English."""

    text: Annotated[str, say("What somebody says of a rule.")]


class DoSimply(Struct, frozen=True):
    """What needs no more words."""

    do: Annotated[
        Literal["start", "next", "undo", "pause", "go-on", "stop", "again", "hide-hints"],
        say("What is to be done."),
    ]


class FreeSeat(Struct, frozen=True, tag="remove", tag_field="do"):
    """Free a seat; its hand stays."""

    seat: Name


class PutBot(Struct, frozen=True, tag="bot", tag_field="do"):
    """Let a bot play there, for a turn or for good."""

    seat: Name
    kind: _KindName
    once: Annotated[bool, say("For this turn only.")] = False


class PutPerson(Struct, frozen=True, tag="person", tag_field="do"):
    """Let a person play there."""

    seat: Name


class GiveHint(Struct, frozen=True, tag="hint", tag_field="do"):
    """Give a hint."""

    text: Annotated[str, say("The hint.")]


class SetUp(EveningPlan, frozen=True, tag="set", tag_field="do"):
    """Set how the game is played."""

    players: Annotated[Players | UnsetType, say("Who sits there, clockwise.")] = UNSET


# What is answered


class RuleMeant(Struct, frozen=True):
    """One of the rules that a text may mean."""

    rule: Annotated[str, say("The rule in the rule language.")]
    english: Annotated[str, say("The rule in words.")]


class ErrorSaid(Struct, frozen=True):
    """What was refused."""

    code: Annotated[str, say("What kind of error: docs/errors.md.")]
    text: Annotated[str, say("The error in a sentence.")]
    line: Annotated[int | UnsetType, say("Where it stands in a text, from 1.")] = UNSET
    column: Annotated[int | UnsetType, say("Where in the line, from 1.")] = UNSET
    readings: Annotated[list[RuleMeant] | UnsetType, say("Where a text is English, what it may mean.")] = UNSET


class Refusal(Struct, frozen=True):
    """What was refused, and why."""

    error: ErrorSaid
    n: Annotated[_Count | UnsetType, say("web/moved: the number of the last event; look again.")] = UNSET


class SeatPin(Struct, frozen=True):
    """The seat that you have taken."""

    seat: Name
    pin: Annotated[str, Meta(pattern="^[0-9]{6}$"), say("Six digits by which another device may take it over.")]


class SeatLeft(Struct, frozen=True):
    """The seat that was given up."""

    seat: Name


class ThingDone(Struct, frozen=True):
    """It has happened."""

    n: _Number


class PlayerSeen(Struct, frozen=True):
    """A player."""

    seat: Name
    kind: Annotated[str, say("person, or the kind of bot.")]
    here: Annotated[bool, say("Whether its page is open.")]
    taken: Annotated[bool, say("Whether somebody holds the seat.")]


class UsualPlayers(Struct, frozen=True):
    """How many usually play."""

    min: Annotated[int, say("At least, the dealer included.")]
    max: Annotated[int | None, say("At most; null: no end.")]


class TableNews(Struct, frozen=True, kw_only=True):
    """How the table stands, as `event: table` of the stream has it."""

    game: Annotated[int, say("Which game of the evening it is, from 1.")]
    n: _Number
    variant: Annotated[str, say("The edition.")]
    title: Annotated[str, say("What the edition is called.")]
    players: Annotated[list[PlayerSeen], say("Who sits there, clockwise.")]
    dealer: Annotated[Name | None, say("Who deals this round, or the next.")]
    started: Annotated[bool, say("Whether a game is on.")]
    phase: Annotated[
        Literal["lobby", "rule", "play", "between", "over"],
        say("lobby: no game yet; rule: the dealer chooses one; between: the next is not begun."),
    ]
    round: Annotated[_Count, say("The last round that was begun; 0 before the first.")]
    rounds_over: Annotated[_Count, say("How many rounds are over.")]
    last_round: Annotated[bool, say("Whether no round follows this one.")]
    next_dealer: Annotated[Name | None, say("Who deals the next round.")]
    totals: Annotated[_Points, say("The points of the game by seat.")]
    paused: Annotated[bool, say("Whether the host has stopped all moves for a while.")]
    broken: Annotated[str | None, say("Why the game can't go on, until the host lets it.")]
    open_hands: Annotated[bool, say("Whether everyone may see all hands.")]
    code: Annotated[bool, say("Whether a code is needed to sit down.")]
    free: Annotated[bool, say("Whether a new name may sit down.")]
    clock: Annotated[_Seconds | None, say("Seconds that a turn may take; a guess may take twice as many.")]
    by_hand: Annotated[bool, say("Whether real cards are played; the score is kept here.")]
    in_mind: Annotated[bool, say("Whether a dealer without a rule judges this round.")] = False
    prophet: Annotated[str | None, say("What the prophet is called here; null: there is none.")]
    max_cards: Annotated[int | None, say("The most cards of a play; null: any number.")]
    no_play: Annotated[bool, say("Whether a no play may be said.")]
    guess: Annotated[bool, say("Whether guesses of the rule are offered.")]
    hints: Annotated[bool, say("Whether the dealer may give hints.")]
    starters: Annotated[int, say("How many cards begin the line.")] = 1
    hidden: Annotated[_Count, say("How many hints of this game the host has taken from the pages.")]
    sets_aside: Annotated[bool, say("Whether cards are turned until one is right.")] = False
    players_usual: UsualPlayers
    thinking: Annotated[Name | None, say("The bot that is thinking.")]
    clock_left: Annotated[_Seconds | None, say("Seconds that are left of this turn.")]


class TableSeen(TableNews, frozen=True, kw_only=True):
    """How the table stands."""

    address: Annotated[str, say("Where others find it.")] = ""
    you: Annotated[list[Name], say("The seats that this browser holds.")]
    alone: Annotated[bool, say("Whether whoever plays here is the host too.")] = False


class HintSeen(Struct, frozen=True):
    """A hint."""

    text: Annotated[str, say("What was said.")]
    by_host: Annotated[bool, say("Whether the host gave it; else it is the dealer's.")]


class LineSeen(Struct, frozen=True):
    """A line of the story."""

    number: Annotated[int | None, say("The turn.")]
    seat: Annotated[str | None, say("Who moved.")]
    what: Annotated[str, say("What was done.")]
    then: Annotated[list[str], say("What followed.")]
    text: Annotated[str, say("What happened, in a sentence; a guess is told in plain English.")]
    guess: Annotated[str | None, say("The guess as it was made, if this is one.")]
    hint: Annotated[HintSeen | None, say("The hint, if this is one.")]
    by_clock: Annotated[bool, say("Whether the player's time had run out, and the move was made for them.")]
    kind: Annotated[Literal["play", "no play", "guess"] | None, say("What is judged of it; null: nothing is.")]
    right: Annotated[bool | None, say("How it was judged; null: nobody has yet.")]
    laid: Annotated[list[_CardText], say("The cards that were played; of a no play the one that had to be.")]
    shown: Annotated[list[_CardText], say("The hand that was shown for a no play.")]


class RoundSeen(Struct, frozen=True):
    """The round as a seat may know it; before the first deal there is only what is needed."""

    n: _Number
    view: Annotated[Any, say("What the seat sees; null before the first deal.", anyOf=[_VIEW, {"type": "null"}])]
    options: Annotated[list[str], say("Moves that it may make, without the seat: single cards.")]
    may: Annotated[list[str] | UnsetType, say("What it may do, in words.")] = UNSET
    may_not: Annotated[list[str] | UnsetType, say("What it may not: the verb, a colon and the reason.")] = UNSET
    story: Annotated[list[LineSeen] | UnsetType, say("What has happened in this round, as the seat knows it.")] = (
        UNSET
    )
    open_hands: Annotated[dict[str, _Cards] | UnsetType | None, say("All hands, if everyone may see them.")] = UNSET
    undo: Annotated[bool | UnsetType, say("Whether it may take its last move back.")] = UNSET
    worth: Annotated[int | UnsetType | None, say("Points for finding the rule now; null: always the same.")] = UNSET
    rule: Annotated[str | UnsetType | None, say("The seat's own rule, if a person deals by it.")] = UNSET
    marks: Annotated[dict[str, Any] | UnsetType, say("Which cards of the layout bear a marker, from 1.")] = UNSET


class MoveDone(ThingDone, frozen=True):
    """The move has been made."""

    seen: Annotated[RoundSeen, say("The round as the seat that moved sees it now.")]


class TakenBack(Struct, frozen=True, tag="undone", tag_field="type"):
    """All events after a number were taken back; they keep their numbers."""

    to: Annotated[_Count, say("The last event that still stands.")]


class AddressSeen(Struct, frozen=True):
    """An address."""

    url: Annotated[str, say("As a URL.")]


class HostSettings(EveningPlan, frozen=True, kw_only=True):
    """How the game is played."""

    rules: Annotated[  # type: ignore[assignment]  # of the plan's rules only their number is told
        _Count, say("How many rules are given: the host plays too, so which ones they are stays secret.")
    ]
    players: Annotated[list[PlayerWanted], say("Who sits there, clockwise.")]


class HostSeen(Struct, frozen=True):
    """What the host sees."""

    addresses: Annotated[list[AddressSeen], say("Where the server is found.")]
    reached: Annotated[bool, say("Whether another device has asked for a page.")]
    file: Annotated[str, say("The game file.")]
    resume: Annotated[str, say("The command that carries on with it.")]
    settings: HostSettings
    notes: Annotated[list[str], say("What is unusual about this table.")]


class EditionSeen(Struct, frozen=True):
    """An edition."""

    name: Annotated[str, say("Its name.")]
    title: _Title
    what: Annotated[str | None, say("What differs from others: a few words, a colon, a sentence.")]
    minutes: Annotated[int | None, say("About how long a round takes.")]
    level: Annotated[str | None, say("Who it is for.")]
    players: UsualPlayers
    reason: Annotated[str | None, say("Why it suits the players there are, or why not.")]
    fits: Annotated[bool, say("Whether it suits them.")] = False


class BotSeen(Struct, frozen=True):
    """A kind of bot."""

    name: _KindName
    doc: Annotated[str, say("What it does.")]
    knows_rule: Annotated[bool, say("Whether it knows the rule: then it doesn't come in while a round is on.")]
    offered: Annotated[bool, say("Whether the host is offered it; the others are taken by name.")]


class ChapterSeen(Struct, frozen=True):
    """A chapter."""

    title: _Title
    lines: Annotated[list[str], say("Its sentences.")]
    numbered: Annotated[bool, say("Whether they are steps.")]


class RulesSeen(Struct, frozen=True):
    """The rules."""

    title: _Title
    chapters: Annotated[list[ChapterSeen], say("The rules of this edition.")]
    language: Annotated[list[ChapterSeen], say("How secret rules are written.")]


class LineShown(TypedDict):
    """A line that shows it."""

    line: Annotated[_Cards, say("The line.")]
    right: Annotated[_Cards, say("The cards that are right next.")]


class Contradiction(TypedDict):
    """A play."""

    turn: Annotated[int, say("In which turn of the round, from 1.")]
    cards: Annotated[_Cards, say("What was played; the hand, of a no play.")]
    after: Annotated[_Cards, say("The mainline then.")]
    said: Annotated[Literal["right", "wrong"], say("How it was judged.")]
    text: Annotated[str, say("Both in a sentence.")]


class LookedAt(TypedDict):
    """What can be said about a rule."""

    rule: Annotated[str, say("The rule as it is written.")]
    english: Annotated[str, say("The rule in words.")]
    line: Annotated[_Cards, say("The mainline as it lies.")]
    right: Annotated[_Cards, say("The cards that are right next on this line.")]
    fair: Annotated[bool, say("Whether it is fair.")]
    about: Annotated[list[str], say("How it plays.")]
    after: Annotated[list[LineShown], say("Where no card lies yet: what is right after some.")]
    contradicts: Annotated[list[Contradiction], say("What was judged otherwise.")]
    judged: Annotated[_Count, say("How many plays it was checked against.")]
    unchecked: Annotated[_Count, say("How many earlier ones were too many for that.")]


class ReadingSaid(TypedDict):
    """A reading."""

    rule: Annotated[str, say("A rule that the text may mean.")]
    words: Annotated[str, say("That rule in words.")]


class TextRead(TypedDict):
    """What a text may mean."""

    understood: Annotated[bool, say("Whether there is a reading.")]
    readings: Annotated[list[ReadingSaid], say("The rules that it may mean; a rule's text means that rule.")]
    error: NotRequired[Annotated[ErrorSaid, say("What isn't understood.")]]


class TranscriptSeen(Struct, frozen=True):
    """The round as `eleusis replay --as SEAT` prints it."""

    text: Annotated[str, say("As it is printed.")]


# What other rooms have made: described here, and not made anew


class PhraseWords(TypedDict):
    """Words of a sentence."""

    text: Annotated[str, say("The words.")]


class PhraseHole(TypedDict):
    """A hole in a sentence."""

    hole: Annotated[_Count, say("Its number in the rule, from 0.")]
    choices: Annotated[str, say("The list of what may stand there.")]
    usual: Annotated[str, say("The text that stands there at first.")]


_RuleText = Annotated[
    str, say("The rule, with {0}, {1} … where texts go; {rule}: the rule that it is an exception of.")
]


class PhraseShape(TypedDict):
    """A sentence with holes."""

    id: Annotated[str, say("Its name.")]
    label: Annotated[str, say("The sentence with its holes left open.")]
    parts: Annotated[list[Any], say("Its words and holes, in order.", items={"anyOf": [_WORDS, _HOLE]})]
    rule: _RuleText


class PhraseChoice(TypedDict):
    """A choice."""

    label: Annotated[str, say("As the sentence has it.")]
    text: Annotated[str, say("As the rule has it.")]


class PhraseGroup(TypedDict):
    """Sentences that are alike."""

    title: _Title
    about: Annotated[str, say("How hard these are.")]
    shapes: Annotated[list[PhraseShape], say("The sentences, the simplest first.")]


class PhraseJoin(TypedDict):
    """A join."""

    id: Annotated[str, say("Its name.")]
    label: Annotated[str, say("How it is said.")]
    rule: _RuleText


class Phrases(TypedDict):
    """The phrases that rules are built from."""

    choices: Annotated[dict[str, list[PhraseChoice]], say("What may stand in a hole, by the name of the list.")]
    groups: Annotated[list[PhraseGroup], say("The sentences, the easiest first.")]
    joins: Annotated[list[PhraseJoin], say("How two rules are made one.")]
    exceptions: Annotated[list[PhraseShape], say("What may be said besides.")]


class StepTold(TypedDict):
    """A move."""

    n: Annotated[int, say("Its number in the round, from 1.")]
    seat: Name
    move: Annotated[str, say("The move, without the seat.")]
    by: Annotated[str | None, say("Who moved in place of the seat.")]
    events: Annotated[list[Any], say("What followed.", items=_EVENT)]


class WrongGuessTold(TypedDict):
    """A wrong guess."""

    seat: Name
    guess: Annotated[str, say("As it was said.")]
    text: Annotated[str, say("The play, in a sentence.")]


class NearTold(TypedDict):
    """A seat."""

    seat: Name
    right: Annotated[_Count, say("Its right plays.")]
    wrong: Annotated[_Count, say("Its wrong plays.")]
    guesses: Annotated[list[dict[str, Any]], say("Its guesses.")]


class ScoreTold(TypedDict):
    """A row."""

    seat: Name
    cards: Annotated[int | None, say("Cards in hand.")]
    base: Annotated[int | None, say("Points for them.")]
    bonus: Annotated[int | None, say("Points besides.")]
    score: Annotated[int | None, say("Points of the round.")]
    total: Annotated[int | None, say("Points of the game so far.")]
    notes: Annotated[list[str], say("What the points are for.")]


class RoundTold(TypedDict):
    """A round that is over."""

    number: _RoundNumber
    dealer: Name
    rule: Annotated[str | None, say("The secret rule, or the id of one of the library.")]
    rule_in_words: Annotated[str | None, say("The rule in words.")]
    hint: Annotated[str | None, say("The hint that was given.")]
    starter: Annotated[_Cards, say("What the line began with.")]
    deal: Annotated[dict[str, Any], say("The deal, as an event.")]
    steps: Annotated[list[StepTold], say("Every move, with what followed from it.")]
    layout: Annotated[dict[str, Any], say("The cards on the table.")]
    hands: Annotated[dict[str, _Cards], say("What each hand held at the end.")]
    stock: Annotated[_Count, say("How many cards are in the stock.")]
    decks: Annotated[_Count, say("How many decks are in play.")]
    prophet: Annotated[str | None, say("Who was prophet at the end.")]
    expelled: Annotated[list[str], say("Who was expelled.")]
    ended: Annotated[EndReason, say("Why it ended.")]
    scores: Annotated[_Points | None, say("The points of the round by seat.")]
    wrong_guesses: Annotated[
        list[WrongGuessTold], say("Guesses that were wrong, each with the play that tells it from the rule.")
    ]
    near: Annotated[list[NearTold], say("How near each seat came.")]
    sheet: Annotated[list[ScoreTold], say("The score sheet.")]
    winners: Annotated[list[str], say("Who has most points in this round.")]
    story: Annotated[list[LineSeen], say("What happened, a line each.")]


class TurnReviewed(TypedDict):
    """A turn."""

    n: Annotated[int, say("Its number in the round.")]
    seat: Name
    move: Annotated[str, say("What was done.")]
    comments: Annotated[list[str], say("What is said about it.")]


class PlayerReviewed(TypedDict):
    """A player."""

    turns: Annotated[_Count, say("How many of the turns were its own.")]
    bits_gained: Annotated[float, say("What their judgements taught.")]
    bits_expected: Annotated[float, say("What they could be expected to teach.")]
    saying: Annotated[str, say("Both in words.")]


class ReviewSeen(TypedDict):
    """What could have been known."""

    number: _RoundNumber
    dealer: Name
    rule: Annotated[str | None, say("The secret rule.")]
    known_at: Annotated[int | None, say("The first turn from which it was as good as known.")]
    turns: Annotated[list[TurnReviewed], say("The turns.")]
    players: Annotated[dict[str, PlayerReviewed], say("Who played.")]
    story: Annotated[list[str], say("The round in sentences.")]
    curve: Annotated[str, say("The curve of what was left to know: HTML with an SVG; empty before any turn.")]
