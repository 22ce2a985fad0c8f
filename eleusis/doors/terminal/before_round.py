"""What is asked before each round: how hard a rule, the rule and the hint of its dealer, a real table's starter."""

from __future__ import annotations

from functools import partial

from eleusis.doors.terminal import asking
from eleusis.doors.terminal.dealers_rule import ask_rule
from eleusis.doors.terminal.desk import Desk
from eleusis.doors.terminal.question import Question, read_yes
from eleusis.doors.terminal.setting_up import Arrangement
from eleusis.doors.terminal.signals import Ended
from eleusis.doors.terminal.typed_line import SCORE_KEEPING
from eleusis.game.moves import Hint
from eleusis.ground.agreement import say
from eleusis.ground.cards import Card, cards
from eleusis.ground.errors import NotationError
from eleusis.secret.rule import Rule
from eleusis.table.dealers_rules import USUAL_DIFFICULTY
from eleusis.table.game_table import Table
from eleusis.table.permissions import next_dealer, settle_rule

_HINT = (
    "One line that all others will read, now and in the game's file; you don't have to give one. Two examples:",
    "  it looks at one card only",
    "  colours don't matter",
    "Enter alone, n or none gives none. Nobody sees your hint before you say so; show lets you see what you type.",
    "back leads to the rule again: nothing has been dealt yet.",
)
_HINT_MEANT = ("  y or Enter  the others read it, for good", "  n           type another hint, or none")
_HOW_HARD = (
    "A bot takes its rules from the library, all of them as hard as you say. Two examples:",
    "  1    the easiest, such as: the colours take turns",
    "  3    harder ones, such as: after a black card no lower one, after a red one no higher one",
    "5 is for experts, and any is all of them mixed. eleusis play --difficulty 2 says it at once.",
)
_BACK = ("b", "back", "undo", "u")
_CARDS = (
    "Type the rank and the first letter of the suit; put spaces between several cards. Two examples:",
    "  7s       the seven of spades",
    "  10d kh   the ten of diamonds and the king of hearts",
    "quit leaves the table (the game is kept), stop ends the game.",
)
_LAST_ROUND = (
    "You can still correct the last round with fix, rule and undo; log shows it.",
    "An earlier one, too: fix round 1 shows its turns.",
)
_LOOKING_BACK = ("undo", "u", "log", "layout", "score", "why")
"""The words about a round that is over which a real table may need before the next."""


class LookedBack(Exception):
    """Where the next round was to begin, something was typed about the last one: the text of the exception."""


def set_up_round(table: Table, desk: Desk, arrangement: Arrangement) -> None:
    """Ask what a round needs, and deal it. Raises Left, Stopped and LookedBack, where that is what is typed."""
    number, by_hand, given = len(table.rounds) + 1, arrangement.by_hand, arrangement.given
    dealer = next_dealer(table, arrangement.dealer)
    name = desk.ink.safe(dealer, 40)
    desk.say(["", f"Round {number}: {say(name, 'deal')}."])
    rule: Rule | None = None
    hint: str | None = None
    settled = bool(given or (table.planned and table.planned.rule))
    if by_hand or settled or table.bot(dealer):
        if table.bot(dealer) and not settled:
            _settle_difficulty(table, desk, arrangement, name)
        rule = settle_rule(table, dealer, given, arrangement.difficulty)
    else:
        while hint is None:  # back, typed there, leads to the rule again: nothing has been dealt
            rule = ask_rule(table, desk, name, arrangement.difficulty)
            try:
                hint = ask_hint(desk, name) if table.variant.hints.ever else ""
            except (asking.Left, EOFError, Ended):  # the game is kept, and so is the rule that was taken
                table.begin_round(dealer, rule)
                raise
    starter = _ask_starter(table, desk) if by_hand else None
    set_aside = _ask_set_aside(desk) if by_hand and table.variant.deal.sets_aside else ()
    table.begin_round(dealer, rule, starter=starter, set_aside=set_aside, unknown=by_hand)
    if hint:
        table.step(Hint(dealer, hint))
        if not desk.live:
            desk.tell(f'{say(name, "hint")} "{desk.ink.safe(hint, 400)}"')


def _settle_difficulty(table: Table, desk: Desk, arrangement: Arrangement, name: str) -> None:
    """Ask once how hard the rules of bots are to be, where people play and nobody has said; in a pipe as usual."""
    asks, arrangement.asks_difficulty = arrangement.asks_difficulty, False
    people = any(not seat.bot for seat in table.seats.values())
    if not (asks and people) or table.rules or arrangement.difficulty is not None:
        return

    def read(text: str) -> int | None:
        if text.casefold() == "any":
            return None
        if text not in ("", "1", "2", "3", "4", "5"):
            raise NotationError("notation/option", "type a number from 1 to 5, or any, or press Enter")
        return int(text or USUAL_DIFFICULTY)

    prompt = f"How hard a rule, from 1 to 5, or any? (Enter: {USUAL_DIFFICULTY}, {say(name, 'deal')})>"
    question = Question(prompt, helps=_HOW_HARD)
    arrangement.difficulty = asking.ask_until(desk, question, read) if desk.attended else USUAL_DIFFICULTY


def ask_hint(desk: Desk, name: str) -> str | None:
    """What the dealer tells the others of the rule, empty for nothing; None where there was a step back.

    It is hidden until it is given, or until `show`. Raises Left and Stopped.
    """
    shown = False
    while True:
        prompt = f"{name}, type a hint for the others ({'shown' if shown else 'hidden'}; Enter: none, back, show)>"
        text = asking.ask(desk, Question(prompt, helps=_HINT, unseen=not shown))[:400]
        if text.casefold() in _BACK:
            return None
        if text.casefold() == "none" or read_yes(text) is False:
            return ""
        if text.casefold() == asking.SHOW:
            shown = not shown
        elif read_yes(text):
            asking.complain(desk, "Type the hint itself, such as: it looks at one card only")
        else:
            about = [f'The others will read: "{desk.ink.safe(text, 400)}"']
            if not desk.attended or asking.is_accepted(desk, about, "Give this hint?", _HINT_MEANT, shown=shown):
                return text


def _ask_starter(table: Table, desk: Desk) -> tuple[Card, ...]:
    """The starters that lie on a real table."""
    usual = table.variant.deal.starters
    wanted = "the starter" if usual == 1 else "the starters" if usual else "the starters (Enter: none)"

    def read(text: str) -> tuple[Card, ...]:
        if table.rounds and text.partition(" ")[0].casefold() in (*SCORE_KEEPING, *_LOOKING_BACK):
            raise LookedBack(text)
        message = "a starter is face up: type it as 7s (or stop, or quit)"
        starters = _read_face_up(text, message, least=min(1, usual))
        if usual and len(starters) != usual:
            named = "one card" if usual == 1 else f"{usual} cards"
            raise NotationError("notation/card", f"a round of this edition begins with {named}: type {named}")
        return starters

    helps = (*_CARDS, *_LAST_ROUND) if table.rounds else _CARDS
    return asking.ask_until(desk, Question(f"Which card is {wanted}?>", helps=helps), read)


def _ask_set_aside(desk: Desk) -> tuple[Card, ...]:
    """The cards that were turned before the starter on a real table, where these are set aside."""
    question = Question("Which cards were turned before it, and set aside? (Enter: none)>", helps=_CARDS)
    read = partial(_read_face_up, message="cards set aside are face up: type it as 4s kd")
    return asking.ask_until(desk, question, read)


def _read_face_up(text: str, message: str, least: int = 0) -> tuple[Card, ...]:
    """The cards of a text, all of them known, so many at `least`. Raises NotationError with the `message`."""
    shown = cards(text)
    if len(shown) < least or any(not card.known for card in shown):
        raise NotationError("notation/card", message)
    return shown
