"""Setting the table: what it asks before the game, and before each round."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from eleusis import records
from eleusis.chance import draw_seed
from eleusis.driving.dealing import check_players, unusual
from eleusis.errors import EleusisError, NotationError, RuleError, ScriptError, raise_all, visible
from eleusis.game.moves import Hint
from eleusis.gamefile.appending import check_free
from eleusis.pack import Card, cards
from eleusis.page.ink import fill, wrap
from eleusis.players.kinds import KINDS
from eleusis.players.program.command import Program
from eleusis.players.registry import NO_PROGRAMS, Seat, read_seats
from eleusis.secret.library import find_rule
from eleusis.secret.rule import Rule
from eleusis.secret.shortening.search import shortener_of
from eleusis.table.alone import NOBODY, bot_that_deals, is_for_two, seat_dealer
from eleusis.table.dealers_rules import about_rule, draw_rule, next_rule
from eleusis.table.game_head import first_dealer, free_path, game_head
from eleusis.table.game_table import Rules, Table, new_table, resume
from eleusis.table.turning import Turned, can_begin, looks_at_starters, turn_starter
from eleusis.table.tutors import AT_A_REAL_TABLE, check_tutored, why_no_tutor
from eleusis.terminal.desk import Desk
from eleusis.terminal.question import Question
from eleusis.variant import load_editions, load_variant
from eleusis.variant.suitability import rank

T = TypeVar("T")


class Left(Exception):
    """Somebody left the table; the game is kept."""


class Stopped(Exception):
    """The table ended the game for good."""


@records.define
class Arrangement:
    """What has been decided: who deals first, by which rules, for how many rounds, how fast bots move.

    `given` are dealt in turn; without any, a bot that deals draws from the rules of its table. The starter lies
    `as_turned` where the same seed must deal the same in every version, whatever is made of starters.
    `programs` are kinds by name, besides those that there are; `others` says who sits on which seat from now on.
    A seed that was drawn (`seed_drawn`) is told when the game is over.
    """

    dealer: str | None = None
    given: Sequence[Rule] = ()
    difficulty: int | None = None
    rounds: int | None = None
    by_hand: bool = False
    pace: float = 0.5
    as_turned: bool = False
    programs: Mapping[str, Program] = NO_PROGRAMS
    others: Mapping[str, str] = records.field(factory=dict)
    seed_drawn: bool = False
    tutored: set[str] = records.field(factory=set)
    """Those who have a tutor at their side."""


def begin_game(
    desk: Desk,
    arrangement: Arrangement,
    *,
    players: str | None = None,
    variant: str | None = None,
    overrides: Sequence[str] = (),
    seed: int | None = None,
    file: str | None = None,
    rules: Rules | None = None,
) -> tuple[Table, list[str]]:
    """A table for a new game, and what is to be noted about it; what is not told is asked.

    Raises what is wrong with what is told, and EOFError and KeyboardInterrupt where no answer comes.
    """
    if file is not None:
        check_free(Path(file))  # before anything is asked
    for_two = variant is not None and is_for_two(load_variant(variant, overrides))
    if players is None:
        seats = ask_player(desk, arrangement.programs) if for_two else _ask_seats(desk, arrangement)
    else:
        seats = read_seats(players, programs=arrangement.programs)
    alone = len(seats) == 1 and not arrangement.by_hand
    if alone:
        seats = seat_dealer(seats)
    names = check_players([seat.name for seat in seats])
    check_tutored(arrangement.tutored, seats)
    if variant is None:
        variant = _ask_variant(desk, len(seats))
    if arrangement.dealer is None and (alone or (for_two and players is not None)):
        arrangement.dealer = bot_that_deals(seats)
    if arrangement.dealer is None and players is None:
        arrangement.dealer = _ask_dealer(desk, seats)
    arrangement.dealer = first_dealer(names, arrangement.dealer)
    if arrangement.by_hand and any(seat.bot for seat in seats):
        message = "a bot can't see the cards of a real table: --by-hand takes people only"
        raise ScriptError("script/by-hand", message)
    if arrangement.by_hand and arrangement.tutored:
        raise ScriptError("script/by-hand", f"{AT_A_REAL_TABLE}: --by-hand takes no --tutor")
    if seed is None:
        arrangement.seed_drawn = True
        seed = draw_seed()
    path = Path(file) if file is not None else free_path()
    table = new_table(game_head(variant, seats, seed, overrides, path), seats, rules, path)
    remarks = [f"note: {remark}" for remark in unusual(table.variant, len(names))]
    return table, [*remarks, f"The game is kept in {visible(str(path))}"]


def resume_game(
    desk: Desk, arrangement: Arrangement, file: str, rules: Rules | None = None
) -> tuple[Table, list[str]]:
    """The table of a game that was left, and what is to be noted about it.

    Raises ScriptError, NotationError for a dealer who is a stranger, and those of the file.
    """
    table, dropped = resume(Path(file), rules, programs=arrangement.programs, others=arrangement.others)
    try:
        if arrangement.dealer is not None:
            if table.rounds:
                message = "who deals stands in the file: --resume takes a dealer before the first round"
                raise ScriptError("script/resume", message)
            arrangement.dealer = first_dealer(table.players, arrangement.dealer)
        if table.rounds and table.by_hand:
            arrangement.by_hand = True
        if arrangement.tutored:
            check_tutored(arrangement.tutored, list(table.seats.values()))
            why_not = AT_A_REAL_TABLE if arrangement.by_hand else why_no_tutor(table)
            if why_not is not None:
                raise ScriptError("script/resume", why_not)
    except EleusisError:
        table.close()
        raise
    torn = f"{visible(file)}: its end was torn and has been dropped: {desk.ink.safe(dropped, 200)}"
    return table, [torn] if dropped else []


def _ask_seats(desk: Desk, arrangement: Arrangement) -> tuple[Seat, ...]:
    """Who plays; asked until it can be. Who is alone may have a bot for a dealer, but not at a real table."""

    def read(text: str) -> tuple[Seat, ...]:
        seats = read_seats(text, programs=arrangement.programs)
        check_players([seat.name for seat in (seats if arrangement.by_hand else seat_dealer(seats))])
        return seats

    size = max(map(len, KINDS))
    bots = [wrap([kind.doc], desk.size[0], f"  {fill(name, size)}  ", size + 4) for name, kind in KINDS.items()]
    desk.say(
        ["Who plays? Names clockwise, with commas; a bot as Bob:random.", *(line for bot in bots for line in bot)]
    )
    return _ask_until(desk, Question("players>"), read)


def ask_player(desk: Desk, programs: Mapping[str, Program] = NO_PROGRAMS) -> tuple[Seat, ...]:
    """Who plays a game for two, which needs no more than a name: the other deals; asked until it can be."""

    def read(text: str) -> tuple[Seat, ...]:
        seats = read_seats(text or NOBODY, programs=programs)
        check_players([seat.name for seat in seat_dealer(seats)])
        return seats

    return _ask_until(desk, Question(f"Your name? (Enter: {NOBODY})>"), read)


def _ask_variant(desk: Desk, players: int) -> str:
    """Which edition; those that suit the number of players come first, and Enter takes the best."""
    editions, errors = load_editions()
    if not editions:
        raise_all(errors)
    ranked = rank([edition for _, edition in editions], players)
    names = [fit.variant.name for fit in ranked]
    size = max(map(len, names))

    def read(text: str) -> str:
        if text.isdecimal() and 1 <= int(text) <= len(names):
            return names[int(text) - 1]
        load_variant(text or names[0])
        return text or names[0]

    desk.say(["", f"Which edition? For {players} at the table:"])
    for number, fit in enumerate(ranked, 1):
        for lead, text in ((f"{number:>3}  {fit.variant.name:<{size}}", fit.variant.title), ("", fit.reason)):
            desk.say(wrap([text], desk.size[0], f"{lead:<{size + 5}} ", size + 6))
    if errors:
        _complain(desk, "There are more, which can't be had: eleusis variants list tells why")
    return _ask_until(desk, Question(f"edition (Enter: {names[0]})>", words=names), read)


def _ask_dealer(desk: Desk, seats: Sequence[Seat]) -> str:
    """Who deals first; Enter takes a bot, if one sits there."""
    names = [seat.name for seat in seats]
    usual = next((seat.name for seat in seats if seat.bot), names[0])
    question = Question(f"\nWho deals first? (Enter: {desk.ink.safe(usual, 40)})>", words=names)
    return _ask_until(desk, question, lambda text: first_dealer(names, text or usual))


def set_up_round(table: Table, desk: Desk, arrangement: Arrangement) -> None:
    """Ask what a round needs, and deal it. Raises Left and Stopped, where that is what is typed."""
    number, by_hand, given = len(table.rounds) + 1, arrangement.by_hand, arrangement.given
    first = arrangement.dealer if not table.rounds else None
    dealer = first or table.match.next_dealer()
    name = desk.ink.safe(dealer, 40)
    desk.say(["", f"Round {number}: {name} deals."])
    rule: Rule | None = None
    as_he_likes = not (by_hand or given or table.bot(dealer))
    if as_he_likes:
        rule = _ask_rule(table, desk, name)
    elif given or table.bot(dealer):
        rule = next_rule(table.script.seed or 0, number, given, table.rules, arrangement.difficulty)
    turned = Turned()
    if not arrangement.as_turned:
        turned = _settle_starter(table, desk, dealer, rule, by_hand, alone=as_he_likes)
    table.begin_round(dealer, rule, starter=turned.starter, turned_away=turned.away, unknown=by_hand)
    if as_he_likes and table.variant.hints.ever:
        hint = desk.ask(Question(f"{name}, a hint for the others? (Enter: none)>"))
        if hint:
            table.step(Hint(dealer, hint[:400]))


def _settle_starter(table: Table, desk: Desk, dealer: str, rule: Rule | None, by_hand: bool, alone: bool) -> Turned:
    """The starter of the next round: the one that lies on a real table, or one that is turned.

    One that gives the rule away is turned away by a bot that deals; a person is asked (`alone`: nobody looks on).
    """
    looked_at = None if rule is None or not looks_at_starters(table) else rule
    while by_hand:
        starters = _ask_starter(table, desk)
        shorter = None if looked_at is None else shortener_of(looked_at).after(starters)
        if shorter is None or _keeps_starter(desk, dealer, starters, shorter, alone, "n: another card"):
            return Turned(starters, _ask_set_aside(desk) if table.variant.deal.sets_aside else ())
    if looked_at is None:
        return Turned()
    if table.bot(dealer):
        return turn_starter(table, dealer, looked_at, lambda card, shorter: False)
    declined: list[Card] = []

    def keeps(card: Card, shorter: Rule) -> bool:
        if _keeps_starter(desk, dealer, (card,), shorter, alone, "n: turn others until one does better"):
            return True
        declined.append(card)
        return False

    turned = turn_starter(table, dealer, looked_at, keeps)
    if declined and turned.starter is None:
        desk.say([f"No card does better: {declined[0].pretty} stays."])
    return turned


def _keeps_starter(
    desk: Desk, dealer: str, starters: Sequence[Card], shorter: Rule, alone: bool, otherwise: str
) -> bool:
    """Whether a person keeps a starter from which on a much shorter rule is the same."""
    if not alone:
        name = desk.ink.safe(dealer, 40)
        _leave_if(desk.ask(Question(f"{name}, something about the starter, for you alone: press Enter>")))
    about = [
        f"From {' '.join(card.pretty for card in starters)} on, a much shorter rule is the same as yours:",
        desk.ink.safe(shorter.text, 400),
        "Nothing that can be played in this round tells the two apart.",
    ]
    return _accepts(desk, about, f"Keep this starter? (Enter: yes, {otherwise})>")


def _ask_starter(table: Table, desk: Desk) -> tuple[Card, ...]:
    """The starters that lie on a real table."""
    usual = table.variant.deal.starters
    wanted = "the starter" if usual == 1 else "the starters" if usual else "the starters (Enter: none)"

    def read(text: str) -> tuple[Card, ...]:
        _leave_if(text)
        starters = cards(text)
        if any(not card.known for card in starters) or (not starters and usual):
            raise NotationError("notation/card", "a starter lies face up: type it as 7s (or stop, or quit)")
        return starters

    return _ask_until(desk, Question(f"Which card is {wanted}?>"), read)


def _ask_set_aside(desk: Desk) -> tuple[Card, ...]:
    """The cards that were turned before the starter on a real table, where these are set aside."""

    def read(text: str) -> tuple[Card, ...]:
        _leave_if(text)
        turned = cards(text)
        if any(not card.known for card in turned):
            raise NotationError("notation/card", "what is set aside lies face up: type it as 4s kd")
        return turned

    return _ask_until(desk, Question("Which cards were turned before it, and set aside? (Enter: none)>"), read)


def _ask_rule(table: Table, desk: Desk, name: str) -> Rule | None:
    """The rule of a person who deals, typed unseen; None where he will judge each play himself."""
    lead = f"{name}, your secret rule: it is not shown while you type, and the others look away."
    how = [
        *wrap([lead], desk.size[0]),
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
        _leave_if(text)
        try:
            if text.casefold() == "draw":
                rule = draw_rule(table.script.seed or 0, len(table.rounds) + 1)
            else:
                rule = find_rule(text, table.rules)
            if not can_begin(table, rule):
                _complain(desk, "No card of the pack is right as the starter by this rule")
                continue
            about, fair = about_rule(rule)
            if looks_at_starters(table) and (shorter := shortener_of(rule).everywhere_shorter) is not None:
                about.append(f"It can be said in fewer words: {desk.ink.safe(shorter.text, 400)}")
        except RuleError as error:
            at = f" (column {error.column})" if error.column else ""
            _complain(desk, f"{error.message}{at}")
            continue
        prompt = "Take this rule? (Enter: yes, n: another)>" if fair else "Sure? (y: take it, n: another)>"
        if _accepts(desk, [desk.ink.safe(rule.text, 400), *about], prompt, fair):
            return rule
        if desk.live:  # the screen has been cleared
            desk.say(how)


def _accepts(desk: Desk, about: Sequence[str], prompt: str, usual: bool = True) -> bool:
    """Shows something to the dealer alone and asks whether it is to be; the screen is cleared after it.

    Enter says yes where that is `usual`.
    """

    def paint(width: int, height: int | None) -> list[str]:
        return ["", *(line for text in about for line in wrap([text], width, "  ", 4))]

    try:
        if not desk.live:
            desk.say([*paint(desk.size[0], None), ""])
        answer = "?"
        while answer not in (("", "y", "yes", "n", "no") if usual else ("y", "yes", "n", "no")):
            answer = desk.ask(Question(prompt, paint if desk.live else None)).casefold()
    finally:
        if desk.live:
            desk.show(lambda width, height: [])
    return answer in ("", "y", "yes")


def _ask_until(desk: Desk, question: Question, read: Callable[[str], T]) -> T:
    """What `read` makes of the answer; asked again as long as that is an error, which is told."""
    while True:
        text = desk.ask(question)
        try:
            return read(text)
        except EleusisError as error:
            _complain(desk, error.message)


def _complain(desk: Desk, message: str) -> None:
    """Say what is wrong with an answer."""
    desk.say(wrap([desk.ink.safe(message, 300)], desk.size[0], "! ", 2))


def _leave_if(text: str) -> None:
    """Raises Left or Stopped, where that is what was typed."""
    if text.casefold() == "quit":
        raise Left
    if text.casefold() == "stop":
        raise Stopped
