"""What a person at the table is asked: in what words, and what completes or answers the line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import attrs

from eleusis.doors.terminal.question import Question, ask_yes
from eleusis.doors.terminal.screen import in_hand
from eleusis.doors.terminal.typed_line import AFTERWARDS, COMMANDS, SCORE_KEEPING, commands_at
from eleusis.game.legality import bidders, may_declare, passes_in_silence
from eleusis.game.moves import Guess, Move, NoPlay, Play
from eleusis.game.round import Round
from eleusis.ground.agreement import agree, is_you, name_within, say
from eleusis.table.afterwards import Believer
from eleusis.table.contradicting import doubt_guess
from eleusis.table.game_table import Table
from eleusis.variant.saying import capital
from eleusis.words.page.ink import Ink
from eleusis.words.page.telling import Page, in_order

_SAFE = Ink()
"""For what people have typed: no sign of it reaches a terminal raw."""
_ONE_KEY: Mapping[str, str] = {"r": "right", "w": "wrong"}

_LOOKING_BACK = ("guesses", "beliefs", "review", "log", "score", "layout")
"""The words that are of use when a game is over, those first that tell what nobody could know before."""


def ask_move(table: Table, seat: str, page: Page, live: bool) -> Question:
    """The question to the person who is to act; on a `live` desk the line is typed below it."""
    prompt = _prompt(table, seat, page)
    round_ = table.now.round
    keys = _ONE_KEY if _is_plain_verdict(round_) else {}
    return Question(
        f"{prompt}\n>" if live else f"{prompt}>",
        words=partial(_completions, table, seat),
        keys=keys,
        who=seat,
    )


def ask_on(table: Table, last: bool) -> str:
    """The prompt below a round that is over, the `last` one or not."""
    enter = "Enter ends the game" if last else "Enter for the next round"
    return f"{enter} (or {', '.join(_words_afterwards(table))})\n>"


def ask_to_leave(table: Table) -> str:
    """The prompt below a game that is over: what can still be looked back upon."""
    words = [word for word in (*_LOOKING_BACK, *SCORE_KEEPING) if word in ("log", *_words_afterwards(table))]
    return f"Enter to leave (or {', '.join(words)})\n>"


@attrs.frozen
class Doubt:
    """What a person had better think over before a move, and how it is asked whether it is meant."""

    what: Sequence[str]
    question: str
    in_a_pipe: bool
    """Whether it is worth telling where nobody is there to answer."""
    usual: bool = False
    """Whether Enter means it."""


def find_doubt(table: Table, move: Move, page: Page, reading: str = "") -> Doubt | None:
    """What speaks against a legal move; None where nothing does.

    A guess may contradict cards on the table, and one in English has a `reading`, to be seen before it is made; a
    no play shows the whole hand, and at a real table has shown it.
    """
    match move:
        case Guess(_, rule):
            against = doubt_guess(table.now, rule, page)
            what = [*filter(None, (reading, against))]
            ask = ask_yes("Guess it anyway?" if against else "Guess this?", "think again", usual=not against)
            return Doubt(what, f"{ask}\n>", True, usual=not against) if what else None
        case NoPlay(seat) if not table.by_hand:
            hand = in_hand(table.now.round.hidden.hands[seat])
            shown = f"No play shows your hand to everybody: {in_order(hand)}."
            return Doubt([shown], f"{ask_yes('Sure?', 'choose a card')}\n>", False) if hand else None
    return None


def _prompt(table: Table, seat: str, page: Page) -> str:
    """What is due; at a real table a play says by itself that the right to declare goes by."""
    round_ = table.now.round
    if table.by_hand and passes_in_silence(round_.state, table.variant):
        following = round_.state.successor()
        asked = bidders(round_.state, table.variant)
        if following is not None:
            *before, last = (name_within(page.name(seat)) for seat in asked)
            who = f"{', '.join(before)} or {last}" if before else last
            declares = agree(page.name(asked[-1]), "declare")
            bids = f" or {declares}" if asked == (following,) else f", or {who} {declares}"
            return f"{say(page.name(following), 'play')}{bids}"
    return what_is_due(round_, page.name(seat), table.by_hand)


def what_is_due(round_: Round, name: str, by_hand: bool = False) -> str:
    """What the seat that is to act, called `name`, is asked, in a few words."""
    state, variant = round_.state, round_.variant
    title = variant.prophet.title
    if state.phase == "play":
        if may_declare(state, variant) and not by_hand:
            enter = "pass" if variant.prophet.bidding else "go on"
            return f"{_address(name, 'declare')} as {title}? (declare, or Enter to {enter})"
        return "Your turn to play" if is_you(name) else f"{name} plays"
    if state.phase == "guess":
        if may_play_on(round_):
            guesses = "Guess" if is_you(name) else f"{name} guesses"
            return f"{guesses} the rule (guess …) or {agree(name, 'play')} on"
        if variant.turn_limit.count_left(state.turn) == 0:
            return f"{_address(name, 'a')} last guess? (guess …, or Enter to end the round)"
        return f"{_address(name, 'do')} you guess the rule? (guess …, or Enter to go on)"
    if state.phase == "stay":
        return f"{_address(name, 'stay')} as {title}, without a card? (declare, or Enter to go out)"
    if state.phase == "judge guess":
        return f'{say(name, "judge")} the guess "{_SAFE.safe(state.guess or "", 60)}": r or w?'
    if state.pending:
        turn, answers = f"play {' '.join(card.pretty for card in state.pending)}", "r or w?"
    else:
        turn, answers = "no play", "r, or w and the card that is right?"
    if state.phase != "call":
        return f"{say(name, 'judge')} the {turn}: {answers}"
    calls = f"As {title} you call" if is_you(name) else f"{name} as {title} calls"
    return f"{calls} the {turn}: {answers}"


def _address(name: str, word: str) -> str:
    """How a question to a player begins: with the name, and who is called You is asked without it."""
    return capital(word) if is_you(name) else f"{name}, {word}"


def may_play_on(round_: Round) -> bool:
    """Whether who is asked for a guess is next to play as well: then a play lets the guess go by."""
    seat = round_.to_act
    hand = round_.hidden.hands.get(seat or "", [])
    playing_on = seat is not None and round_.state.phase == "guess" and bool(hand)
    return playing_on and round_.refusal(Play(seat or "", (hand[0],))) is None


def is_to_play(round_: Round) -> bool:
    """Whether a play is due, or may be made instead of a guess."""
    playing = round_.state.phase == "play" and not may_declare(round_.state, round_.variant)
    return playing or may_play_on(round_)


def _is_plain_verdict(round_: Round) -> bool:
    """Whether right or wrong is all that is asked: then one key answers."""
    state = round_.state
    return state.phase == "judge guess" or (state.phase in ("judge", "call") and bool(state.pending))


def _completions(table: Table, seat: str) -> list[str]:
    """What completes the line: what is legal, and the words to the program."""
    round_ = table.now.round
    options = round_.options()
    verbs = dict.fromkeys("guess" if move.verb == "guess" else move.text for move in options if move.verb != "play")
    plays = any(move.verb == "play" for move in options)
    hand = in_hand(round_.hidden.hands.get(seat, [])) if plays or may_play_on(round_) else []
    words = (*commands_at(table), *(SCORE_KEEPING if table.by_hand else ()))
    return [*dict.fromkeys(card.text.lower() for card in hand), *verbs, *words]


def _words_afterwards(table: Table) -> list[str]:
    """The words that are of use when a round is over; those that `?` names besides would not fit in 80 columns."""
    idle = {"tutor", "why", "log", "hand", "rules"}
    if not table.now.wrong_guesses:
        idle.add("guesses")
    if not any(isinstance(table.player(seat), Believer) for seat in table.players):
        idle.add("beliefs")
    if table.rule is not None:
        idle.add("undo")
    words = (*COMMANDS, *SCORE_KEEPING, *AFTERWARDS) if table.by_hand else (*COMMANDS, *AFTERWARDS)
    return [word for word in words if word not in idle]
