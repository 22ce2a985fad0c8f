"""What an environment is made for: the edition, who sits there, the rules, and what bounds it."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from eleusis.driving.dealing import can_begin, check_players, decks_needed
from eleusis.ground.errors import LabError, quote
from eleusis.lab.arguments import check_number
from eleusis.lab.plan import read_rules
from eleusis.minds.players.registry import Seat, read_seats
from eleusis.secret.library import find_rule
from eleusis.secret.rule import Rule
from eleusis.variant import Variant, load_variant

RuleChoice = str | Rule | Sequence[str | Rule]
"""RuleChoice as a program gives them: a word such as `"all"` or `"2"`, a rule, or several of them."""

DEALER = "dealer"
"""The seat that deals, judges by the secret rule, and is nobody's agent."""

STRINGS = 4
"""Cards in the longest string that an agent may build."""
HISTORY = 64
"""Cards of the layout that an observation tells one by one."""
MAX_STEPS = 2000
"""Actions in an episode before it is cut short."""


@attrs.frozen(eq=False)
class EnvSetting:
    """One table, the same in every episode: the environment draws the cards and the secret rule anew."""

    variant: Variant
    """The edition."""
    seats: tuple[Seat, ...]
    """Who plays, clockwise from the dealer's left: agents, and bots of a kind."""
    rules: tuple[Rule, ...]
    """The rules that the secret one is drawn from."""
    guesses: tuple[str, ...]
    """The texts of the rules that an agent may guess; none where the edition has no guess."""
    strings: int
    """The most cards that an agent plays at once."""
    history: int
    """How many cards of the layout an observation tells one by one."""
    max_steps: int
    """After how many actions of agents an episode is cut short."""

    @property
    def players(self) -> tuple[str, ...]:
        """All at the table, clockwise, the dealer first."""
        return (DEALER, *(seat.name for seat in self.seats))

    @property
    def agents(self) -> tuple[str, ...]:
        """The seats that actions are asked for, clockwise."""
        return tuple(seat.name for seat in self.seats if not seat.bot)

    @property
    def has_prophet(self) -> bool:
        """Whether anybody can be prophet at this table."""
        return self.variant.prophet.allows(len(self.seats) - 1, False)


def read_setting(
    variant: str | Variant,
    players: int | str | Sequence[str | Seat] | None,
    rules: RuleChoice,
    guesses: RuleChoice | None,
    *,
    turns: int | None = None,
    strings: int = STRINGS,
    history: int = HISTORY,
    max_steps: int = MAX_STEPS,
) -> EnvSetting:
    """The setting of these arguments, which are those of `aec`; `turns` sets the edition's limit of turns.

    Raises LabError (`lab/argument`, `lab/no-rules`), and what reading an edition, a seat or a rule raises.
    """
    check_number("turns", turns, 1, 10_000)
    for name, number, high in (
        ("strings", strings, 52),
        ("history", history, 10_000),
        ("max_steps", max_steps, 10**9),
    ):
        check_number(name, number, 1, high)
    edition = _read_edition(variant, turns)
    seats = _read_players(players, edition)
    secrets = _read_list("rules", rules)
    for rule in secrets:
        _check_starter(edition, rule)
    listed = secrets if guesses is None else _read_list("guesses", guesses)
    most = edition.play.max_cards
    return EnvSetting(
        edition,
        seats,
        secrets,
        tuple(dict.fromkeys(rule.text for rule in listed)) if edition.guess.offered else (),
        strings if most is None else min(strings, most),
        history,
        max_steps,
    )


def _read_edition(variant: str | Variant, turns: int | None) -> Variant:
    settings = () if turns is None else (f"turn_limit={{kind: turns, turns: {turns}}}",)
    if isinstance(variant, str):
        return load_variant(variant, settings)
    if settings:
        raise LabError("lab/argument", "turns changes a variant that is named: this one is a Variant already")
    return variant


def _read_players(players: int | str | Sequence[str | Seat] | None, edition: Variant) -> tuple[Seat, ...]:
    """The seats beside the dealer. Raises LabError (`lab/argument`), ScriptError and NotationError."""
    if players is None:
        players = max(1, edition.players.min - 1)
    seats: tuple[Seat, ...]
    if isinstance(players, int):
        check_number("players", players, 1, 49)
        seats = tuple(Seat(f"player_{i}") for i in range(players))
    elif isinstance(players, str):
        seats = read_seats(players)
    else:
        seats = tuple(
            seat for member in players for seat in (read_seats(member) if isinstance(member, str) else (member,))
        )
    check_players((DEALER, *(seat.name for seat in seats)))
    if any(seat.program is not None for seat in seats):
        raise LabError("lab/argument", "players takes agents and bots of a kind; programs don't play here")
    if all(seat.bot for seat in seats):
        raise LabError("lab/argument", "players takes a seat for an agent at least, and all of these are bots")
    decks_needed(edition, len(seats) * edition.deal.hand + edition.deal.starters)
    return seats


def _read_list(name: str, rules: RuleChoice) -> tuple[Rule, ...]:
    if isinstance(rules, str):
        drawn = read_rules(rules, 1)
    else:
        several = (rules,) if isinstance(rules, Rule) else rules
        drawn = tuple(rule if isinstance(rule, Rule) else find_rule(rule) for rule in several)
    if not drawn:
        raise LabError("lab/no-rules", f"there are no rules among the {name}")
    return drawn


def _check_starter(edition: Variant, rule: Rule) -> None:
    """Raises LabError (`lab/argument`) for a rule by which no card can begin."""
    if not can_begin(edition, rule):
        message = f"no card can begin a round of {edition.name} by the rule {quote(rule.text)}"
        raise LabError("lab/argument", message)
