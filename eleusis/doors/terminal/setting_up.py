"""Setting the table: what it asks before the game, and before each round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import attrs

from eleusis.doors.terminal.asking import before_game, until_answered
from eleusis.doors.terminal.asking.dealers_rule import ask_rule
from eleusis.doors.terminal.asking.until_answered import Left, WentBack
from eleusis.doors.terminal.desk import Desk
from eleusis.doors.terminal.question import Question, read_yes
from eleusis.doors.terminal.signals import Ended
from eleusis.doors.terminal.typed_line import SCORE_KEEPING
from eleusis.driving.dealing import check_players, unusual
from eleusis.game.moves import Hint
from eleusis.ground.agreement import say
from eleusis.ground.cards import Card, cards
from eleusis.ground.chance import draw_seed
from eleusis.ground.errors import EleusisError, NotationError, ScriptError, visible
from eleusis.minds.players.program.command import Program
from eleusis.minds.players.registry import NO_PROGRAMS, Seat, read_seats
from eleusis.record.gamefile.appending import check_free
from eleusis.secret.rule import Rule
from eleusis.table.dealers_rules import USUAL_DIFFICULTY
from eleusis.table.game_head import bot_that_deals, first_dealer, free_path, game_head, is_for_two, seat_dealer
from eleusis.table.game_table import Rules, Table, new_table, resume
from eleusis.table.permissions import next_dealer, settle_rule
from eleusis.table.tutors import AT_A_REAL_TABLE, check_tutored, why_no_tutor
from eleusis.variant import load_variant
from eleusis.words.page.ink import wrap


@attrs.define
class Arrangement:
    """What has been decided: who deals first, by which rules, for how many rounds, how fast bots move.

    `given` are dealt in turn; without any, a bot that deals draws from the rules of its table.
    `programs` are kinds by name, besides those that there are; `others` says who sits on which seat from now on.
    A seed that was drawn (`seed_drawn`) is told when the game is over.
    """

    dealer: str | None = None
    given: Sequence[Rule] = ()
    difficulty: int | None = None
    rounds: int | None = None
    by_hand: bool = False
    pace: float = 0.5
    programs: Mapping[str, Program] = NO_PROGRAMS
    others: Mapping[str, str] = attrs.field(factory=dict)
    seed_drawn: bool = False
    tutored: set[str] = attrs.field(factory=set)
    """Those who have a tutor at their side."""
    asks_difficulty: bool = False
    """Whether people are asked how hard the rules of bots are to be: where no seed has decided which they are."""
    open_hands: bool = False
    """Whether everybody may see all hands, bots' too."""


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


class LookedBack(Exception):
    """Where the next round was to begin, something was typed about the last one."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


_LOOKING_BACK = ("undo", "u", "log", "layout", "score", "why")
"""The words about a round that is over which a real table may need before the next."""


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

    Raises what is wrong with what is told, Left and Stopped where that is what is typed, and EOFError and
    KeyboardInterrupt where no answer comes.
    """
    if file is not None:
        check_free(Path(file))  # before anything is asked
    seats, variant = _settle_seats(desk, arrangement, players, variant, overrides)
    names = [seat.name for seat in seats]
    arrangement.dealer = first_dealer(names, arrangement.dealer)
    if arrangement.by_hand and any(seat.bot for seat in seats):
        message = "a bot can't see the cards of a real table: --by-hand takes people only"
        raise ScriptError("script/by-hand", message)
    if arrangement.by_hand and arrangement.tutored:
        raise ScriptError("script/by-hand", f"{AT_A_REAL_TABLE}: --by-hand takes no --tutor")
    _check_open_hands(arrangement)
    if seed is None:
        arrangement.seed_drawn = arrangement.asks_difficulty = True
        seed = draw_seed()
    path = Path(file) if file is not None else free_path()
    table = new_table(game_head(variant, seats, seed, overrides, path), seats, rules, path)
    remarks = [f"note: {remark}" for remark in unusual(table.variant, len(names))]
    if players is not None and len(before_game.split_names(players)) > 1:
        remarks.append(f"note: {visible(before_game.explain_alone(players))}")
    return table, [*remarks, f"The game is kept in {visible(str(path))}"]


def _settle_seats(
    desk: Desk, arrangement: Arrangement, players: str | None, variant: str | None, overrides: Sequence[str]
) -> tuple[Sequence[Seat], str]:
    """Who plays, and which edition; and into the arrangement who deals first. `back` begins the questions anew."""
    for_two = variant is not None and is_for_two(load_variant(variant, overrides))
    if players is not None:
        seats = read_seats(players, programs=arrangement.programs)
    elif for_two:
        seats = before_game.ask_player(desk, arrangement.programs)
    else:
        seats = before_game.ask_seats(desk, arrangement.programs, arrangement.by_hand)
    alone = len(seats) == 1 and not arrangement.by_hand
    if alone:
        seats = seat_dealer(seats)
    check_players([seat.name for seat in seats])
    check_tutored(arrangement.tutored, seats)
    dealer = arrangement.dealer
    try:
        edition = variant or before_game.ask_variant(desk, len(seats), first=players is not None)
        if dealer is None and (alone or (for_two and players is not None)):
            dealer = bot_that_deals(seats)
        if dealer is None and players is None:
            dealer = before_game.ask_dealer(desk, seats, arrangement.by_hand)
    except WentBack:
        return _settle_seats(desk, arrangement, players, variant, overrides)
    arrangement.dealer = dealer
    return seats, edition


def _check_open_hands(arrangement: Arrangement) -> None:
    """Refuse to show hands that nobody types in. Raises ScriptError (`script/by-hand`)."""
    if arrangement.by_hand and arrangement.open_hands:
        message = "the cards of a real table aren't in the computer, so there are no --open-hands"
        raise ScriptError("script/by-hand", message)


def resume_game(
    desk: Desk, arrangement: Arrangement, file: str, rules: Rules | None = None
) -> tuple[Table, list[str]]:
    """The table of a game that was left, and what is to be noted about it.

    Raises ScriptError, NotationError for a dealer who is a stranger, and those of the file.
    """
    table, dropped = resume(Path(file), rules, programs=arrangement.programs, others=arrangement.others)
    arrangement.asks_difficulty = True
    try:
        if arrangement.dealer is not None:
            if table.rounds:
                message = "the file says who deals: --resume takes a dealer only before the first round"
                raise ScriptError("script/resume", message)
            arrangement.dealer = first_dealer(table.players, arrangement.dealer)
        if table.rounds and table.by_hand:
            arrangement.by_hand = True
        _check_open_hands(arrangement)
        if arrangement.tutored:
            check_tutored(arrangement.tutored, list(table.seats.values()))
            why_not = AT_A_REAL_TABLE if arrangement.by_hand else why_no_tutor(table)
            if why_not is not None:
                raise ScriptError("script/resume", why_not)
    except EleusisError:
        table.close()
        raise
    torn = f"{visible(file)}: its last line was incomplete and has been dropped: {desk.ink.safe(dropped, 200)}"
    return table, [torn] if dropped else []


def set_up_round(table: Table, desk: Desk, arrangement: Arrangement) -> None:
    """Ask what a round needs, and deal it. Raises Left, Stopped and LookedBack, where that is what is typed."""
    number, by_hand, given = len(table.rounds) + 1, arrangement.by_hand, arrangement.given
    dealer = next_dealer(table, arrangement.dealer)
    name = desk.ink.safe(dealer, 40)
    desk.say(["", f"Round {number}: {say(name, 'deal')}."])
    rule: Rule | None = None
    hint: str | None = None
    if by_hand or given or table.bot(dealer):
        if table.bot(dealer) and not given:
            _settle_difficulty(table, desk, arrangement, name)
        rule = settle_rule(table, dealer, given, arrangement.difficulty)
    else:
        while hint is None:  # back, typed there, leads to the rule again: nothing has been dealt
            rule = ask_rule(table, desk, name, arrangement.difficulty)
            try:
                hint = ask_hint(desk, name) if table.variant.hints.ever else ""
            except (Left, EOFError, Ended):  # the game is kept, and so is the rule that was taken
                table.begin_round(dealer, rule)
                raise
    starter = _ask_starter(table, desk) if by_hand else None
    set_aside = _ask_set_aside(desk) if by_hand and table.variant.deal.sets_aside else ()
    table.begin_round(dealer, rule, starter=starter, set_aside=set_aside, unknown=by_hand)
    if hint:
        table.step(Hint(dealer, hint))
        desk.say([] if desk.live else wrap([f'{say(name, "hint")} "{desk.ink.safe(hint, 400)}"'], desk.size[0]))


def _settle_difficulty(table: Table, desk: Desk, arrangement: Arrangement, name: str) -> None:
    """Ask once how hard the rules of bots are to be, where people play and nobody has said; in a pipe as usual."""
    asks, arrangement.asks_difficulty = arrangement.asks_difficulty, False
    people = any(not seat.bot for seat in table.seats.values())
    if not (asks and people) or table.rules or arrangement.difficulty is not None:
        return
    if not desk.attended:
        arrangement.difficulty = USUAL_DIFFICULTY
        return

    def read(text: str) -> int | None:
        if text.casefold() == "any":
            return None
        if text not in ("", "1", "2", "3", "4", "5"):
            raise NotationError("notation/option", "type a number from 1 to 5, or any, or press Enter")
        return int(text or USUAL_DIFFICULTY)

    lead = f"How hard a rule, from 1 to 5, or any? (Enter: {USUAL_DIFFICULTY}, {say(name, 'deal')})>"
    question = Question("\n".join(wrap([lead], desk.size[0])))
    arrangement.difficulty = until_answered.ask_until(desk, question, _HOW_HARD, read)


def ask_hint(desk: Desk, name: str) -> str | None:
    """What the dealer tells the others of the rule, empty for nothing; None where there was a step back.

    It is hidden until it is given, or until `show`. Raises Left and Stopped.
    """
    shown = False
    while True:
        lead = f"{name}, type a hint for the others ({'shown' if shown else 'hidden'}; Enter: none, back, show)>"
        prompt = "\n".join(wrap([lead], desk.size[0] - 2))
        text = until_answered.ask(desk, Question(prompt, unseen=not shown), _HINT)[:400]
        if text.casefold() in _BACK:
            return None
        if text.casefold() == "none" or read_yes(text) is False:
            return ""
        if text.casefold() == until_answered.SHOW:
            shown = not shown
        elif read_yes(text):
            until_answered.complain(desk, "Type the hint itself, such as: it looks at one card only")
        elif not desk.attended or _is_hint_meant(desk, text, shown):
            return text


def _is_hint_meant(desk: Desk, hint: str, shown: bool) -> bool:
    """Whether the others are to read this hint."""
    about = [f'The others will read: "{desk.ink.safe(hint, 400)}"']
    return until_answered.is_accepted(desk, about, "Give this hint?", "another", _HINT_MEANT, shown=shown) is True


def _ask_starter(table: Table, desk: Desk) -> tuple[Card, ...]:
    """The starters that lie on a real table."""
    usual = table.variant.deal.starters
    wanted = "the starter" if usual == 1 else "the starters" if usual else "the starters (Enter: none)"

    def read(text: str) -> tuple[Card, ...]:
        if table.rounds and text.partition(" ")[0].casefold() in (*SCORE_KEEPING, *_LOOKING_BACK):
            raise LookedBack(text)
        starters = cards(text)
        if any(not card.known for card in starters) or (not starters and usual):
            raise NotationError("notation/card", "a starter is face up: type it as 7s (or stop, or quit)")
        if usual and len(starters) != usual:
            named = "one card" if usual == 1 else f"{usual} cards"
            raise NotationError("notation/card", f"a round of this edition begins with {named}: type {named}")
        return starters

    how = (*_CARDS, *_LAST_ROUND) if table.rounds else _CARDS
    return until_answered.ask_until(desk, Question(f"Which card is {wanted}?>"), how, read)


def _ask_set_aside(desk: Desk) -> tuple[Card, ...]:
    """The cards that were turned before the starter on a real table, where these are set aside."""

    def read(text: str) -> tuple[Card, ...]:
        turned = cards(text)
        if any(not card.known for card in turned):
            raise NotationError("notation/card", "cards set aside are face up: type it as 4s kd")
        return turned

    question = Question("Which cards were turned before it, and set aside? (Enter: none)>")
    return until_answered.ask_until(desk, question, _CARDS, read)
