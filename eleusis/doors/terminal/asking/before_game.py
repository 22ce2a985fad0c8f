"""What is asked before a game: who plays, which edition, who deals first; each raises Left and Stopped, where that
is what is typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from eleusis.doors.terminal.asking.until_answered import BACK, align, ask, ask_until, complain
from eleusis.doors.terminal.desk import Desk
from eleusis.doors.terminal.question import Question, ask_yes, read_yes
from eleusis.driving.dealing import check_players
from eleusis.ground.errors import EleusisError, NotationError, raise_all
from eleusis.minds.players.kinds import KINDS, STRENGTHS
from eleusis.minds.players.program.command import Program
from eleusis.minds.players.registry import NO_PROGRAMS, Seat, read_seats
from eleusis.table.game_head import NOBODY, first_dealer, is_for_two, seat_dealer
from eleusis.variant import load_variant, load_variants
from eleusis.variant.saying import count
from eleusis.variant.suitability import rank
from eleusis.words.page.ink import fill, wrap

_DRAWS, _IS_ASKED = "a bot, which draws a rule from the library", "will be asked for a rule"
_KEEPS = "thinks of a rule, and judges each play"
Seats = tuple[Seat, ...]

_BLANKS = re.compile(r"[\s;/]+")
_JOINS = ("and", "&", "+")
_WHO = (
    "Type the names in the order in which you sit, clockwise, with commas between them. One of you deals; if you "
    "are alone, a bot will. For a bot, type its name, a colon and its kind. Two examples:",
    "  Rosa, Ben, Ada                  three people at this keyboard",
    "  Rosa, Ada:beginner, Max:good    you and two bots, one of them new to the game",
    "Put double quotes around a name that has a comma or a colon in it.",
)
_NAME = (
    "Type the name that the screen and the game file call you by. Two examples:",
    "  Rosa   you are Rosa, and a bot deals",
    f"  Enter  you are {NOBODY}",
)
_WHO_DEALS = (
    "The dealer makes up the secret rule and holds no cards. Type a name, or press Enter for the one in the "
    "question. Two examples:",
)


def ask_seats(desk: Desk, programs: Mapping[str, Program], by_hand: bool = False) -> Seats:
    """Who plays; asked until it can be. Who is alone may have a bot for a dealer, but not at a real table."""

    def check(seats: Seats) -> Seats:
        check_players([seat.name for seat in (seats if by_hand else seat_dealer(seats))])
        return seats

    def read(text: str) -> Seats:
        return _read_seats(desk, text, programs, check)

    size = max(map(len, STRENGTHS))
    bots = [wrap([KINDS[name].doc], desk.size[0], f"  {fill(name, size)}  ", size + 4) for name in STRENGTHS]
    desk.say(
        [
            *wrap(["Who plays? Names clockwise, with commas: Rosa, Ben, Ada (? for help)."], desk.size[0]),
            *([] if by_hand else wrap(["Bob:good is a bot called Bob. The kinds of bot:"], desk.size[0])),
            *([] if by_hand else [line for bot in bots for line in bot]),
        ]
    )
    while True:
        seats = ask_until(desk, Question("players>"), _WHO, read)
        if seats:
            return seats


def _read_seats(desk: Desk, text: str, programs: Mapping[str, Program], check: Callable[[Seats], Seats]) -> Seats:
    """The seats of a text; empty where its names stand without commas, and are to be typed again.

    Where it is asked whether they are several players, names may be typed at once instead of an answer.
    """
    if not text.strip():
        raise NotationError("notation/seat", "type at least one name, such as Rosa; ? for help")
    apart = split_names(text, programs)
    if len(apart) < 2:
        return check(read_seats(text, programs=programs))
    if not desk.attended:
        seats = check(read_seats(text, programs=programs))
        desk.say(wrap([explain_alone(text)], desk.size[0]))
        return seats
    check(apart)
    *before, last = [desk.ink.safe(seat.name if not seat.bot else f"{seat.name} (a bot)", 40) for seat in apart]
    asked = f"Is that {count(len(apart), 'player')}, {', '.join(before)} and {last}?"
    helps = (
        "Names need commas between them; these had none.",
        "  y or Enter  they are several players, as in the question",
        "  n           it is a single name",
        "  back        type the names again; you can also type them right here",
    )
    typed = ask(desk, Question(ask_yes(asked, "it is one player, back: type again", True) + ">"), helps)
    if typed.casefold() == BACK:
        return ()
    answer = read_yes(typed, True)
    if answer is None:
        return _read_seats(desk, typed, programs, check)
    return apart if answer else check(read_seats(text, programs=programs))


def split_names(text: str, programs: Mapping[str, Program] = NO_PROGRAMS) -> Seats:
    """The seats of names that have blanks between them where commas should be; empty where it doesn't look so."""
    if "," in re.sub(r"\([^)]*\)", "", text) or '"' in text:
        return ()
    glued = re.sub(r"\s*([:(,=])\s*|\s+(?=\))", r"\1", text)
    names = [name for name in _BLANKS.split(glued) if name and name.casefold() not in _JOINS]
    try:
        return read_seats(",".join(names), programs=programs) if len(names) > 1 else ()
    except EleusisError:
        return ()


def explain_alone(text: str) -> str:
    """What is said of several words that are taken as one name."""
    names = ", ".join(seat.name for seat in split_names(text))
    return f"That is one player; for several, put commas between them: {names}"


def ask_player(desk: Desk, programs: Mapping[str, Program] = NO_PROGRAMS) -> Seats:
    """Who plays a game for two, which needs no more than a name: the other deals; asked until it can be."""

    def read(text: str) -> Seats:
        seats = read_seats(text or NOBODY, programs=programs)
        check_players([seat.name for seat in seat_dealer(seats)])
        return seats

    return ask_until(desk, Question(f"Your name? (Enter: {NOBODY})>"), _NAME, read)


def ask_variant(desk: Desk, players: int, first: bool) -> str:
    """Which edition; those that suit the number of players come first, and Enter takes the best.

    Where it is not the `first` question, WentBack may be raised.
    """
    editions, errors = load_variants()
    if not editions:
        raise_all(errors)
    ranked = rank([edition for _, edition in editions], players)
    names = [fit.variant.name for fit in ranked]
    size = max(map(len, names))

    def read(text: str) -> str:
        if text.isdecimal() and 1 <= int(text) <= len(names):
            return names[int(text) - 1]
        if text.isdecimal():
            raise NotationError("notation/option", f"the editions are numbered 1 to {len(names)}")
        load_variant(text or names[0])
        return text or names[0]

    desk.say(["", f"Which edition? For {players} at the table:"])
    for number, fit in enumerate(ranked, 1):
        shared = f"{fit.reason}; one of you deals, the other plays"
        reason = shared if fit.fits and is_for_two(fit.variant) else fit.reason
        for lead, text in ((f"{number:>3}  {fit.variant.name:<{size}}", fit.variant.title), ("", reason)):
            desk.say(wrap([text], desk.size[0], f"{lead:<{size + 5}} ", size + 6))
    if errors:
        complain(desk, "There are others that can't be loaded: eleusis variants list says why")
    helps = (
        "An edition is a set of rules for the game (the secret rule comes later). Those that suit your number come "
        "first. Type a number, a name, or the path of a variant file. Two examples:",
        *align([("1", f"{names[0]}, by its number"), (names[min(1, len(names) - 1)], "that edition, by its name")]),
        f"Enter takes {names[0]}. To read one through: eleusis variants rules {names[0]}",
    )
    return ask_until(desk, Question(f"edition (Enter: {names[0]})>", words=names), helps, read, first=first)


def ask_dealer(desk: Desk, seats: Sequence[Seat], by_hand: bool = False) -> str:
    """Who deals first; Enter takes a bot, if one sits there."""
    names = [seat.name for seat in seats]
    usual = next((seat.name for seat in seats if seat.bot), names[0])
    question = Question(f"\nWho deals first? (Enter: {desk.ink.safe(usual, 40)})>", words=names)
    person = _KEEPS if by_hand else _IS_ASKED
    examples = align([(desk.ink.safe(seat.name, 40), _DRAWS if seat.bot else person) for seat in seats[:2]])

    def read(text: str) -> str:
        return first_dealer(names, text or usual)

    return ask_until(desk, question, (*_WHO_DEALS, *examples), read, names, first=False)
