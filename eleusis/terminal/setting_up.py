"""Setting the table: what it asks before the game, and before each round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from eleusis.driving.dealing import check_players, unusual
from eleusis.errors import EleusisError, NotationError, RuleError
from eleusis.game.moves import Hint
from eleusis.pack import Card, cards
from eleusis.page.ink import fill, wrap
from eleusis.players.registry import KINDS, Seat, read_seats
from eleusis.secret.library import find_rule
from eleusis.secret.rule import Rule
from eleusis.table.dealers_rules import about_rule, draw_rule, next_rule
from eleusis.table.game_head import first_dealer
from eleusis.table.game_table import Table
from eleusis.terminal.desk import Desk
from eleusis.terminal.question import Question
from eleusis.variant import Variant, load_variant, variant_names
from eleusis.variant.choose import rank


class Left(Exception):
    """Somebody left the table; the game is kept."""


class Stopped(Exception):
    """The table ended the game for good."""


@attrs.define
class Arrangement:
    """What has been decided: who deals first, by which rules, for how many rounds, how fast bots move.

    `given` are dealt in turn. `drawn` are those that a bot that deals draws from (the library, if empty).
    """

    dealer: str | None = None
    given: Sequence[Rule] = ()
    drawn: Mapping[str, Rule] = attrs.field(factory=dict)
    difficulty: int | None = None
    rounds: int | None = None
    by_hand: bool = False
    pace: float = 0.5


def ask_seats(desk: Desk) -> tuple[Seat, ...]:
    """Who plays; asked until it can be."""
    desk.say(["Who plays? Names clockwise, with commas; a bot as Bob:random.", *_bots(desk)])
    while True:
        text = desk.ask(Question("players>"))
        try:
            seats = read_seats(text)
            check_players([seat.name for seat in seats])
            return seats
        except EleusisError as error:
            complain(desk, error.message)


def _bots(desk: Desk) -> list[str]:
    """The kinds of bot, a line each."""
    size = max(map(len, KINDS))
    lines = [wrap([kind.doc], desk.size[0], f"  {fill(name, size)}  ", size + 4) for name, kind in KINDS.items()]
    return [line for about in lines for line in about]


def complain(desk: Desk, message: str) -> None:
    """Say what is wrong with an answer."""
    desk.say(wrap([desk.ink.safe(message, 300)], desk.size[0], "! ", 2))


def ask_variant(desk: Desk, players: int) -> str:
    """Which edition; those that suit the number of players come first, and Enter takes the best."""
    ranked = rank([load_variant(name) for name in variant_names()], players)
    desk.say(["", f"Which edition? For {players} at the table:"])
    for number, fit in enumerate(ranked, 1):
        title = fit.variant.title
        desk.say([f"  {number}  {fit.variant.name:<9} {title}", f"     {'':<9} {fit.reason}"])
    names = [fit.variant.name for fit in ranked]
    while True:
        text = desk.ask(Question(f"edition (Enter: {names[0]})>", words=names)) or names[0]
        if text.isdecimal() and 1 <= int(text) <= len(names):
            return names[int(text) - 1]
        try:
            load_variant(text)
            return text
        except EleusisError as error:
            complain(desk, error.message)


def ask_dealer(desk: Desk, seats: Sequence[Seat]) -> str:
    """Who deals first; Enter takes a bot, if one sits there."""
    names = [seat.name for seat in seats]
    usual = next((seat.name for seat in seats if seat.bot), names[0])
    shown = desk.ink.safe(usual, 40)
    while True:
        text = desk.ask(Question(f"\nWho deals first? (Enter: {shown})>", words=names)) or usual
        try:
            return first_dealer(names, text)
        except NotationError as error:
            complain(desk, error.message)


def remarks(variant: Variant, players: int) -> list[str]:
    """What is unusual about a table, as notes."""
    return [f"note: {text}" for text in unusual(variant, players)]


def set_up_round(table: Table, desk: Desk, arrangement: Arrangement) -> None:
    """Ask what a round needs, and deal it."""
    number = len(table.rounds) + 1
    first = arrangement.dealer if not table.rounds else None
    dealer = first or table.match.next_dealer()
    name = desk.ink.safe(dealer, 40)
    desk.say(["", f"Round {number}: {name} deals."])
    starter: tuple[Card, ...] | None = None
    rule: Rule | None = None
    if arrangement.given or table.bot(dealer):
        seed = table.script.seed or 0
        rule = next_rule(seed, number, arrangement.given, arrangement.drawn, arrangement.difficulty)
    elif not arrangement.by_hand:
        rule = _ask_rule(table, desk, name)
    if arrangement.by_hand:
        starter = _ask_starter(table, desk)
    table.begin_round(dealer, rule, starter=starter, unknown=arrangement.by_hand)
    if not table.bot(dealer) and not arrangement.by_hand and not arrangement.given and table.variant.hints.ever:
        hint = desk.ask(Question(f"{name}, a hint for the others? (Enter: none)>"))
        if hint:
            table.step(Hint(dealer, hint[:400]))


def _ask_starter(table: Table, desk: Desk) -> tuple[Card, ...]:
    usual = table.variant.deal.starters
    wanted = "the starter" if usual == 1 else "the starters" if usual else "the starters (Enter: none)"
    while True:
        text = desk.ask(Question(f"Which card is {wanted}?>"))
        if text.casefold() in ("quit", "stop"):
            raise Left if text.casefold() == "quit" else Stopped
        try:
            starters = cards(text)
            if any(not card.known for card in starters) or (not starters and usual):
                raise NotationError("notation/card", "a starter lies face up: type it as 7s (or stop, or quit)")
            return starters
        except NotationError as error:
            complain(desk, error.message)


def _ask_rule(table: Table, desk: Desk, name: str) -> Rule | None:
    """The rule of a person who deals, typed unseen; None where he will judge each play himself."""
    how = [
        *wrap(
            [f"{name}, your secret rule: it is not shown while you type, and the others look away."], desk.size[0]
        ),
        "  a rule, like: if last.odd then black else red; or a library id, like abb-1",
        "  draw         takes one from the library",
        "  Enter alone  you judge each play yourself, by a key",
        "  quit, stop   leave the table (the game is kept), or end the game",
    ]
    desk.say(how)
    while True:
        text = desk.ask_unseen("rule>")
        if not text:
            return None
        if text.casefold() in ("quit", "stop"):
            raise Left if text.casefold() == "quit" else Stopped
        try:
            number = len(table.rounds) + 1
            rule = (
                draw_rule(table.script.seed or 0, number)
                if text.casefold() == "draw"
                else find_rule(text, table.rules)
            )
            about, fair = about_rule(rule)
        except RuleError as error:
            at = f" (column {error.column})" if error.column else ""
            complain(desk, f"{error.message}{at}")
            continue
        if _accepts(desk, [desk.ink.safe(rule.text, 400), *about], fair):
            return rule
        if desk.live:  # the screen has been cleared
            desk.say(how)


def _accepts(desk: Desk, about: Sequence[str], fair: bool) -> bool:
    """Shows a rule to its dealer alone and asks whether it is to be; the screen is cleared after it."""
    prompt = "Take this rule? (Enter: yes, n: another)>" if fair else "Sure? (y: take it, n: another)>"

    def paint(width: int, height: int | None) -> list[str]:
        return ["", *(line for text in about for line in wrap([text], width, "  ", 4))]

    try:
        if not desk.live:
            desk.say([*paint(desk.size[0], None), ""])
        answer = "?"
        while answer not in (("", "y", "yes", "n", "no") if fair else ("y", "yes", "n", "no")):
            answer = desk.ask(Question(prompt, paint if desk.live else None)).casefold()
    finally:
        if desk.live:
            desk.show(lambda width, height: [])
    return answer in ("", "y", "yes")
