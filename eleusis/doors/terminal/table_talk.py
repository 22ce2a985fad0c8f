"""What a person at the table is asked and told: the prompts, and what is answered to the words to the program.

Answers are composed lines of a page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import attrs

from eleusis.doors.terminal.question import Question, ask_yes
from eleusis.doors.terminal.screen import draw_hand, draw_part, in_hand
from eleusis.doors.terminal.typed_line import AFTERWARDS, COMMANDS, FIXES, SCORE_KEEPING, commands_at
from eleusis.driving.replayed import RoundReplay
from eleusis.game.events import AnyEvent
from eleusis.game.legality import bidders, may_declare, passes_in_silence
from eleusis.game.moves import Guess, Move, NoPlay, Play
from eleusis.game.round import Round
from eleusis.ground.agreement import agree, is_you, name_owner, name_within, say
from eleusis.ground.errors import NotationError, quote
from eleusis.table.advice import what_now, why
from eleusis.table.afterwards import Believer, guess_lines
from eleusis.table.contradicting import doubt_guess
from eleusis.table.game_table import Table
from eleusis.variant.saying import capital, count
from eleusis.words.page.ink import BOLD, PLAIN, fill, wrap, wrap_each
from eleusis.words.page.scoresheet import score_sheet
from eleusis.words.page.telling import Page, in_order, lay_out, story
from eleusis.words.rulebook import tell_rules

_ONE_KEY: Mapping[str, str] = {"r": "right", "w": "wrong"}

_LOOKING_BACK = ("guesses", "beliefs", "review", "log", "score", "layout")
"""The words that are of use when a game is over, those first that tell what nobody could know before."""
KEYS: Mapping[str, str] = {
    "PgUp": "scroll a long layout up, PgDn down, even while you type; or hold Shift or Ctrl and press an arrow",
    "Home": "the beginning of a long layout, End its newest cards; while you type, hold Ctrl as well",
}
"""The keys that scroll, where there are any."""

_UNEXPLAINED = ("played", "no_play_declared", "passed")
"""Events behind which no clause stands."""


# What is asked


def ask_move(table: Table, seat: str, page: Page, live: bool) -> Question:
    """The question to the person who is to act; on a `live` desk the line is typed below it."""
    prompt = _prompt(table, seat, page) + ("\n>" if live else ">")
    keys = _ONE_KEY if _is_plain_verdict(table.now.round) else {}
    return Question(prompt, words=partial(_completions, table, seat), keys=keys, who=seat)


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
        return f'{say(name, "judge")} the guess "{PLAIN.safe(state.guess or "", 60)}": r or w?'
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


# What is told


def tell_help(
    table: Table, seat: str | None, page: Page, keys: bool = False, hidden: str | None = None
) -> list[str]:
    """What `seat` may do now, then the words to the program and the `keys` that scroll, then why not the rest.

    Whose hand is `hidden` may see it first.
    """
    after = _list_words(AFTERWARDS, page)
    always = {"Always": _list_words(commands_at(table), page)}
    if keys:
        always["Keys"] = _list_words(KEYS, page)
    if table.by_hand:
        always["At a real table"] = _list_words(SCORE_KEEPING, page)
        always["What fix can correct"] = _list_examples(FIXES, page)
    if seat is None:
        return _lay_out_sections({"Now that the round is over": after, **always})
    may, may_not = what_now(table.now.round, seat, _how_to_type(table))
    if may_declare(table.now.round.state, table.variant):
        title = table.variant.prophet.title
        may.append(f"read what a {title} does, and can win or lose: rules {title.casefold()}")
    if hidden:
        may.insert(0, f"see {name_owner(page.name(hidden))} hand: Enter")
    now = {f"{page.name(seat)} may now": wrap_each(may, page.width, "  ", 6)}
    not_now = {"Not now": wrap_each(may_not, page.width, "  ", 6), "When a round is over": after}
    return _lay_out_sections({**now, **always, **not_now})


def _lay_out_sections(sections: Mapping[str, Sequence[str]]) -> list[str]:
    """Lines below their titles, with a blank line between two sections."""
    return [line for title, lines in sections.items() for line in (f"{BOLD}{title}", *lines, "")][:-1]


def _how_to_type(table: Table) -> dict[str, str]:
    """What is typed for each kind of move, by its verb."""
    state, variant = table.now.round.state, table.variant
    verdict = "r, w" if state.pending or state.phase == "judge guess" else "r, or w and the card: w 9h"
    how = {
        "play": "type it as 5s" + ("" if variant.play.max_cards == 1 else " or 4d 6c"),
        "no-play": "np",
        "declare": "declare",
        "call": verdict,
        "judge": verdict,
        "guess": "guess colours alternate, or by numbers: guess build",
        "pass": "Enter",
        "hint": 'hint "look at the colours"',
    }
    if not table.by_hand:
        how["play"] += ", or its number in the hand"
    elif passes_in_silence(state, variant):
        following, others = state.successor(), bidders(state, variant)[1:]
        how["pass"] = f"{name_owner(following)} play passes for you" if following else "Enter"
        if others:
            how["declare"] += f"; for someone who is asked later, put the name first: {others[0]} declare"
    return how


def tell_why(table: Table, page: Page) -> list[str]:
    """The last line of the story, and the clauses behind it."""
    record = table.now
    events, before = _last_turn(record)
    clauses = why(events, table.variant, page.names, before)
    return [*lay_out(story(record, page)[-1:], page), *wrap_each(clauses, page.width, "  ", 6)]


def find_cards(table: Table, turn: str, page: Page) -> tuple[range, str]:
    """The cards that a turn (or `starter`) has put on the layout, by their numbers from 0, and what it was.

    Raises NotationError where there is none.
    """
    record = table.now
    if turn == "starter":
        if not record.starter:
            raise NotationError("notation/word", "there is no starter in this round")
        lies = "The starter" if len(record.starter) == 1 else "The starters"
        return range(len(record.starter)), f"{lies}: {in_order(record.starter)}"
    lines = [line for line in story(record, page) if line.number is not None]
    number = int(turn)
    if not 1 <= number <= len(lines):
        there = f"the last one is {len(lines)} (log shows the numbers)" if lines else "nothing has been played"
        raise NotationError("notation/word", f"there is no turn {number}{' yet' if number else ''}: {there}")
    line = lines[number - 1]
    what = " · ".join([line.what, *line.then])
    if not line.cards:
        raise NotationError("notation/word", f"no card on the layout is from turn {number}: {what}")
    return line.cards, f"Turn {number}: {what}"


def tell_cards(table: Table, turn: str, page: Page) -> list[str]:
    """The part of the layout with the cards of a turn, and what it was. Raises as `find_cards`."""
    cards, what = find_cards(table, turn, page)
    return [*draw_part(table.now, page, cards), "", *wrap([what], page.width)]


def tell_hand(table: Table, person: str | None, page: Page) -> list[str]:
    """All cards of the person whose hand may be seen. Raises NotationError where that is nobody."""
    if person is None or not table.playing:
        raise NotationError("notation/word", "no hand is open here: type hand on your own turn")
    hand = table.now.round.hidden.hands[person]
    owner = "Your hand" if is_you(page.name(person)) else f"{page.name(person)}'s hand"
    return [f"{BOLD}{owner}: {count(len(hand), 'card')}", *draw_hand(hand, page)]


def tell_score(table: Table, page: Page) -> list[str]:
    """The score sheet of the rounds that have been scored."""
    game = table.as_replay()
    scored = [record for record in game.rounds if record.scores is not None]
    if not scored:
        return ["No round has been scored yet."]
    return score_sheet(attrs.evolve(game, rounds=scored), page)


def tell_rules_of(table: Table, word: str, page: Page) -> list[str]:
    """The rules of the edition, or of them only the clauses with a word. Raises NotationError where none has it."""
    variant, seek = table.variant, word.casefold()
    if seek == "prophet":  # an edition may call it otherwise
        seek = variant.prophet.title.casefold()
    sections = {}
    for chapter in tell_rules(variant, len(table.players)):
        clauses = []
        for number, text in enumerate(chapter.lines, 1):
            mark = f"{number}. " if chapter.numbered else "- "
            if seek in text.casefold() or seek in chapter.title.casefold():
                clauses += wrap([text], page.width, f"  {mark}", 2 + len(mark))
        if clauses:
            sections[chapter.title] = clauses
    if not sections:
        message = f"the rules of this edition don't say {quote(word)}; rules shows all of them"
        raise NotationError("notation/word", message)
    return _lay_out_sections(sections)


def tell_guesses(table: Table, page: Page) -> list[str]:
    """Where each wrong guess differs from the rule. Raises NotationError while the round goes on."""
    if table.playing:
        raise NotationError("notation/word", "how a wrong guess differs stays secret until the round is over")
    lines = [line for lines in guess_lines(table, page) for line in lines]
    return lines or ["No guess was wrong, or it isn't known how the wrong ones differ."]


def _last_turn(record: RoundReplay) -> tuple[list[AnyEvent], list[AnyEvent]]:
    """The events to be explained of the last step that has any, or of the deal; and all that happened before."""
    for place, step in reversed([*enumerate(record.steps)]):
        events = [event for event in step.events if event.type not in _UNEXPLAINED]
        if events:
            return events, [event for earlier in record.steps[:place] for event in earlier.events]
    return [] if record.steps else [record.deal], []


def _list_words(words: Mapping[str, str], page: Page, size: int = 7) -> list[str]:
    """Words, in a column of this size, each with what it does."""
    rows = [wrap([what], page.width, f"  {fill(word, size)}  ", size + 4) for word, what in words.items()]
    return [line for row in rows for line in row]


def _list_examples(examples: Mapping[str, str], page: Page) -> list[str]:
    """What may be typed, each with what it means: behind it where the page is wide enough, else below it."""
    if page.width >= 60:
        return _list_words(examples, page, max(map(len, examples)))
    lines = []
    for typed, what in examples.items():
        lines += [*wrap([typed], page.width, "  ", 4), *wrap([what], page.width, "      ", 6)]
    return lines
