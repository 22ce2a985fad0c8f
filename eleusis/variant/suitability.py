"""Which variant suits a table: how many play, how long, how hard it may be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from eleusis.variant.knobs import knobs_of
from eleusis.variant.model import About, Variant
from eleusis.variant.saying import span

LEVELS = knobs_of(About)["level"][1].choices
"""How hard a variant may be said to be, the easiest first."""


@attrs.frozen
class Fit:
    """How one variant suits, with the reason in a few words."""

    variant: Variant
    fits: bool
    reason: str
    distance: float
    """How far it is from what was asked for; 0 is best."""


def rank(
    variants: Sequence[Variant],
    players: int | None = None,
    minutes: int | None = None,
    level: str | None = None,
) -> list[Fit]:
    """The variants, best first: those that fit before those that don't, then by distance, then by name.

    Where neither minutes nor a level is asked for, the easier ones come before distance: a table that doesn't know
    the variants yet takes the first.
    """
    fits = [fit(variant, players, minutes, level) for variant in variants]
    easier_first = minutes is None and level is None
    return sorted(
        fits,
        key=lambda fit: (
            not fit.fits,
            _hardness(fit.variant) if easier_first and fit.fits else 0,
            fit.distance,
            fit.variant.name,
        ),
    )


def _hardness(variant: Variant) -> int:
    """How hard a variant is said to be; one that doesn't say counts as harder than all."""
    level = None if variant.about is None else variant.about.level
    return len(LEVELS) if level is None else LEVELS.index(level)


def fit(variant: Variant, players: int | None, minutes: int | None, level: str | None) -> Fit:
    """How one variant suits; what is None is not asked for.

    Each of the three questions gives whether it fits, how far it is off, and the reason; nothing where that is not
    known.
    """
    about = variant.about or About()
    asked = [*_players(variant, about, players), *_minutes(variant, about, minutes, players), *_level(about, level)]
    reason = "; ".join(text for _, _, text in asked)
    return Fit(variant, all(fits for fits, _, _ in asked), reason, sum(distance for _, distance, _ in asked))


def _players(variant: Variant, about: About, players: int | None) -> Iterator[tuple[bool, float, str]]:
    low, high, ideal = variant.players.min, variant.players.max, about.ideal_players
    best = [f"best with {ideal}"] if ideal else []
    if players is None:
        yield from ((True, 0.0, text) for text in best)
    elif players < low or (high is not None and players > high):
        far = low - players if players < low else players - (high or 0)
        yield False, float(far), f"is for {span(low, high)}"
    else:
        takes = [f"takes {players}"] if players != ideal else []
        yield True, abs(players - ideal) / 2 if ideal else 0.5, ", ".join([*takes, *best])


def _minutes(
    variant: Variant, about: About, minutes: int | None, players: int | None
) -> Iterator[tuple[bool, float, str]]:
    if about.minutes is not None:
        far = 0.0 if minutes is None else abs(minutes - about.minutes) / minutes
        fits = minutes is None or about.minutes <= minutes
        length = f"{about.minutes} min a round{'' if fits else ', too long'}"
        if fits and players is not None:
            length = f"round {about.minutes} min, game {about.minutes * variant.game.rounds.count(players)}"
        yield fits, far, length


def _level(about: About, level: str | None) -> Iterator[tuple[bool, float, str]]:
    if about.level is not None:
        over = 0 if level is None else LEVELS.index(about.level) - LEVELS.index(level)
        yield over <= 0, float(abs(over)), f"{about.level}{'' if over <= 0 else ', too hard'}"
