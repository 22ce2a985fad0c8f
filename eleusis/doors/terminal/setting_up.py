"""Setting the table: a game begun, or gone on with; who plays, which edition and who deals are asked until they can
be."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path

import attrs

from eleusis.doors.terminal.asking import BACK, WentBack, align, ask, ask_until, complain, is_meant
from eleusis.doors.terminal.desk import Desk
from eleusis.doors.terminal.question import Question, ask_yes, read_yes
from eleusis.driving.dealing import check_players, unusual
from eleusis.ground.chance import draw_seed
from eleusis.ground.errors import EleusisError, NotationError, ScriptError, raise_all, visible
from eleusis.minds.players.kinds import KINDS, STRENGTHS
from eleusis.minds.players.program.command import Program
from eleusis.minds.players.registry import NO_PROGRAMS, Seat, read_seats
from eleusis.record.gamefile.appending import check_free
from eleusis.record.gamefile.contents import RoundScript
from eleusis.record.gamefile.unfinished import UnfinishedGame, find_unfinished
from eleusis.secret.rule import Rule
from eleusis.table import game_head
from eleusis.table.game_table import Rules, Table, new_table, resume
from eleusis.table.tutors import AT_A_REAL_TABLE, check_tutored, why_no_tutor
from eleusis.variant import load_variant, load_variants
from eleusis.variant.saying import count
from eleusis.variant.suitability import rank
from eleusis.words.page.ink import fill

Seats = tuple[Seat, ...]

_NAMED = 6
"""The most players of an unfinished game that are named."""
_BLANKS = re.compile(r"[\s;/]+")
_JOINS = ("and", "&", "+")
_AND = re.compile(rf"[\s,]+(?:{'|'.join(map(re.escape, _JOINS))})\s+", re.IGNORECASE)
_WHO = (
    "Type the names in the order in which you sit, clockwise, with commas between them. One of you deals; if you "
    "are alone, a bot will. For a bot, type its name, a colon and its kind. Two examples:",
    "  Rosa, Ben, Ada                  three people at this keyboard",
    "  Rosa, Ada:beginner, Max:good    you and two bots, one of them new to the game",
    "Put double quotes around a name that has a comma or a colon in it.",
)
_SEVERAL = (
    "Names need commas between them; here some are missing.",
    "  y or Enter  they are several players, as in the question",
    "  n           each name is as it was typed, up to the next comma",
    "  back        type the names again; you can also type them right here",
)
_NAME = (
    "Type the name that the screen and the game file call you by. Two examples:",
    "  Rosa   you are Rosa, and a bot deals",
    f"  Enter  you are {game_head.NOBODY}",
)
_WHO_DEALS = (
    "The dealer makes up the secret rule and holds no cards. Type a name, or press Enter for the one in the "
    "question. Two examples:",
)


@attrs.define
class Arrangement:
    """What has been decided: who deals first, by which rules, for how many rounds, how fast bots move.

    `given` are dealt in turn; without any, a bot that deals draws from the `rules` of its table.
    `programs` are kinds by name, besides those that there are; `others` says who sits on which seat from now on.
    What is None of `players`, `variant` and `file` is asked, or chosen, where a game begins.
    """

    dealer: str | None = None
    given: Sequence[Rule] = ()
    difficulty: int | None = None
    rounds: int | None = None
    by_hand: bool = False
    pace: float = 0.5
    players: str | None = None
    variant: str | None = None
    overrides: Sequence[str] = ()
    seed: int | None = None
    file: str | None = None
    rules: Rules | None = None
    programs: Mapping[str, Program] = NO_PROGRAMS
    others: Mapping[str, str] = attrs.field(factory=dict)
    tutored: set[str] = attrs.field(factory=set)
    """Those who have a tutor at their side."""
    open_hands: bool = False
    """Whether everybody may see all hands, bots' too."""
    seed_drawn: bool = False
    """Whether the seed was drawn: it is told when the game is over."""
    asks_difficulty: bool = False
    """Whether people are asked how hard the rules of bots are to be: where no seed has decided which they are."""

    def check_at_real_table(self, seats: Sequence[Seat] = ()) -> None:
        """Refuse what no real table can have. Raises ScriptError (`script/by-hand`)."""
        message = ""
        if any(seat.bot for seat in seats):
            message = "a bot can't see the cards of a real table: --by-hand takes people only"
        elif seats and self.tutored:
            message = f"{AT_A_REAL_TABLE}: --by-hand takes no --tutor"
        elif self.open_hands:
            message = "the cards of a real table aren't in the computer, so there are no --open-hands"
        if self.by_hand and message:
            raise ScriptError("script/by-hand", message)


def begin_game(desk: Desk, plan: Arrangement) -> tuple[Table, list[str]]:
    """A table for a new game, and what is to be noted about it; what is not told is asked.

    Raises what is wrong with what is told, Left and Stopped where that is what is typed, and EOFError and
    KeyboardInterrupt where no answer comes.
    """
    if plan.file is not None:
        check_free(Path(plan.file))  # before anything is asked
    seats, variant = _settle_seats(desk, plan)
    names = [seat.name for seat in seats]
    plan.dealer = game_head.first_dealer(names, plan.dealer)
    plan.check_at_real_table(seats)
    if plan.seed is None:
        plan.seed_drawn = plan.asks_difficulty = True
        plan.seed = draw_seed()
    path = Path(plan.file) if plan.file is not None else game_head.free_path()
    head = game_head.game_head(variant, seats, plan.seed, plan.overrides, path)
    table = new_table(head, seats, plan.rules, path, planned=_first_round(plan, names))
    notes = [f"note: {remark}" for remark in unusual(table.variant, len(names))]
    if plan.players is not None and len(split_names(plan.players)) > 1:
        notes.append(f"note: {visible(_explain_alone(plan.players))}")
    return table, [*notes, f"The game is kept in {visible(str(path))}"]


def _first_round(plan: Arrangement, names: Sequence[str]) -> RoundScript | None:
    """What is told of the first round, so that its file keeps that before the deal; None where all is as usual."""
    rule = next(iter(plan.given), None)
    if rule is None and plan.dealer == names[0]:
        return None
    return RoundScript(dealer=plan.dealer, rule=rule, rule_ref=None if rule is None else rule.text)


def _settle_seats(desk: Desk, plan: Arrangement) -> tuple[Sequence[Seat], str]:
    """Who plays, and which edition; and into the plan who deals first. `back` begins the questions anew."""
    for_two = plan.variant is not None and game_head.is_for_two(load_variant(plan.variant, plan.overrides))
    if plan.players is not None:
        seats = read_seats(plan.players, programs=plan.programs)
    elif for_two:
        seats = ask_player(desk, plan.programs)
    else:
        seats = ask_seats(desk, plan.programs, plan.by_hand)
    alone = len(seats) == 1 and not plan.by_hand
    if alone:
        seats = game_head.seat_dealer(seats)
    check_players([seat.name for seat in seats])
    check_tutored(plan.tutored, seats)
    dealer = plan.dealer
    try:
        edition = plan.variant or _ask_variant(desk, len(seats), first=plan.players is not None)
        if dealer is None and (alone or (for_two and plan.players is not None)):
            dealer = game_head.bot_that_deals(seats)
        if dealer is None and plan.players is None:
            dealer = _ask_dealer(desk, seats, plan.by_hand)
    except WentBack:
        return _settle_seats(desk, plan)
    plan.dealer = dealer
    return seats, edition


# A game that is gone on with


def resume_game(desk: Desk, plan: Arrangement, file: str) -> tuple[Table, list[str]]:
    """The table of a game that was left, and what is to be noted about it.

    Raises ScriptError, NotationError for a dealer who is a stranger, and those of the file.
    """
    table, dropped = resume(Path(file), plan.rules, programs=plan.programs, others=plan.others)
    plan.asks_difficulty = True
    try:
        if plan.dealer is not None:
            if table.rounds:
                message = "the file says who deals: --resume takes a dealer only before the first round"
                raise ScriptError("script/resume", message)
            plan.dealer = game_head.first_dealer(table.players, plan.dealer)
        plan.by_hand = plan.by_hand or bool(table.rounds and table.by_hand)
        plan.check_at_real_table()
        if plan.tutored:
            check_tutored(plan.tutored, list(table.seats.values()))
            why_not = AT_A_REAL_TABLE if plan.by_hand else why_no_tutor(table)
            if why_not is not None:
                raise ScriptError("script/resume", why_not)
    except EleusisError:
        table.close()
        raise
    torn = f"{visible(file)}: its last line was incomplete and has been dropped: {desk.ink.safe(dropped, 200)}"
    return table, [torn] if dropped else []


def offer_unfinished(desk: Desk, plan: Arrangement) -> tuple[Table, list[str]] | None:
    """The table of a game in this folder that isn't over and goes on, and what is to be noted about it; else None.

    Nothing is offered in a pipe.
    """
    game = find_unfinished(Path()) if desk.live else None
    if game is None:
        return None
    desk.tell(_describe(game, desk))
    if not is_meant(desk, "Continue it?", "a new game"):
        return None
    try:
        return resume_game(desk, plan, str(game.path))
    except EleusisError as error:
        complain(desk, f"{error.message}; so it's a new game")
        return None


def _describe(game: UnfinishedGame, desk: Desk) -> str:
    names = [desk.ink.safe(name, 20) for name in game.players[:_NAMED]]
    more = len(game.players) - len(names)
    who = ", ".join(names) + (f" and {count(more, 'other')}" if more else "")
    when = datetime.fromtimestamp(game.changed)
    today = when.date() == datetime.now().date()
    day = f"today at {when:%H:%M}" if today else f"on {when.day} {when:%B %Y}"
    path = desk.ink.safe(str(game.path), 60)
    return f"The game in {path} isn't over ({who}; round {game.round}, last played {day})."


# Who plays


def ask_seats(desk: Desk, programs: Mapping[str, Program], by_hand: bool = False) -> Seats:
    """Who plays; asked until it can be. Who is alone may have a bot for a dealer, but not at a real table."""

    def read(text: str) -> Seats:
        return _read_seats(desk, text, programs, check)

    def check(seats: Seats) -> Seats:
        check_players([seat.name for seat in (seats if by_hand else game_head.seat_dealer(seats))])
        return seats

    desk.tell("Who plays? Names clockwise, with commas: Rosa, Ben, Ada (? for help).")
    if not by_hand:
        desk.tell("Bob:good is a bot called Bob. The kinds of bot:")
        size = max(map(len, STRENGTHS))
        for name in STRENGTHS:
            desk.tell(KINDS[name].doc, lead=f"  {fill(name, size)}  ", hang=size + 4)
    while not (seats := ask_until(desk, Question("players>", helps=_WHO), read)):
        pass  # names without commas are typed again
    return seats


def _read_seats(desk: Desk, text: str, programs: Mapping[str, Program], check: Callable[[Seats], Seats]) -> Seats:
    """The seats of a text; empty where its names stand without commas, and are to be typed again.

    Where it is asked whether they are several players, names may be typed at once instead of an answer.
    """
    if not text.strip():
        raise NotationError("notation/seat", "type at least one name, such as Rosa; ? for help")
    apart = split_names(text, programs)
    if apart and desk.attended:
        check(apart)
        *before, last = [desk.ink.safe(f"{seat.name} (a bot)" if seat.bot else seat.name, 40) for seat in apart]
        asked = f"Is that {count(len(apart), 'player')}, {', '.join(before)} and {last}?"
        prompt = ask_yes(asked, "the names as typed, back: type again", usual=True)
        typed = ask(desk, Question(f"{prompt}>", helps=_SEVERAL))
        answer = read_yes(typed, usual=True)
        if typed.casefold() == BACK or answer:
            return apart if answer else ()
        if answer is None:
            return _read_seats(desk, typed, programs, check)
    seats = check(read_seats(text, programs=programs))
    if apart and not desk.attended:
        desk.tell(_explain_alone(text))
    return seats


def split_names(text: str, programs: Mapping[str, Program] = NO_PROGRAMS) -> Seats:
    """The seats of names that have blanks, or an "and", between them where commas should be; else empty.

    Where there are commas too, a name may have blanks in it.
    """
    if '"' in text:
        return ()
    glued = re.sub(r"\s*([:(,=])\s*|\s+(?=\))", r"\1", text)
    if "," in re.sub(r"\([^)]*\)", "", text):
        names = _AND.split(glued)
    else:
        names = [name for name in _BLANKS.split(glued) if name and name.casefold() not in _JOINS]
    try:
        return read_seats(",".join(names), programs=programs) if len(names) > 1 else ()
    except EleusisError:
        return ()


def _explain_alone(text: str) -> str:
    """What is said of several names that are taken as one."""
    names = ", ".join(seat.name for seat in split_names(text))
    return f"Names without a comma between them are one player; for several: {names}"


def ask_player(desk: Desk, programs: Mapping[str, Program] = NO_PROGRAMS) -> Seats:
    """Who plays a game for two, which needs no more than a name: the other deals; asked until it can be."""

    def read(text: str) -> Seats:
        seats = read_seats(text or game_head.NOBODY, programs=programs)
        check_players([seat.name for seat in game_head.seat_dealer(seats)])
        return seats

    return ask_until(desk, Question(f"Your name? (Enter: {game_head.NOBODY})>", helps=_NAME), read)


# Which edition, and who deals


def _ask_variant(desk: Desk, players: int, first: bool) -> str:
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
        desk.tell(fit.variant.title, lead=f"{number:>3}  {fit.variant.name:<{size}} ", hang=size + 6)
        reason = shared if fit.fits and game_head.is_for_two(fit.variant) else fit.reason
        desk.tell(reason, lead=" " * (size + 6), hang=size + 6)
    if errors:
        complain(desk, "There are others that can't be loaded: eleusis variants list says why")
    helps = (
        "An edition is a set of rules for the game (the secret rule comes later). Those that suit your number come "
        "first. Type a number, a name, or the path of a variant file. Two examples:",
        *align([("1", f"{names[0]}, by its number"), (names[min(1, len(names) - 1)], "that edition, by its name")]),
        f"Enter takes {names[0]}. To read one through: eleusis variants rules {names[0]}",
    )
    return ask_until(desk, Question(f"edition (Enter: {names[0]})>", helps=helps, words=names), read, first)


def _ask_dealer(desk: Desk, seats: Sequence[Seat], by_hand: bool = False) -> str:
    """Who deals first; Enter takes a bot, if one sits there."""
    names = [seat.name for seat in seats]
    usual = next((seat.name for seat in seats if seat.bot), names[0])
    person = "thinks of a rule, and judges each play" if by_hand else "will be asked for a rule"
    does = {True: "a bot, which draws a rule from the library", False: person}
    examples = align([(desk.ink.safe(seat.name, 40), does[seat.bot]) for seat in seats[:2]])
    prompt = f"\nWho deals first? (Enter: {desk.ink.safe(usual, 40)})>"
    question = Question(prompt, helps=(*_WHO_DEALS, *examples), answers=names, words=names)
    return ask_until(desk, question, lambda text: game_head.first_dealer(names, text or usual), first=False)
