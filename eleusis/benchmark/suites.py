"""Suites: game files whose rounds have a rule and no moves; those that ship, by name, and files of one's own."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import attrs

from eleusis.benchmark.challenges import Challenge, make_challenge
from eleusis.driving.dealing import unusual
from eleusis.game.match import Match
from eleusis.ground.cards import UNKNOWN
from eleusis.ground.errors import EleusisError, LabError, Place, ScriptError, did_you_mean, quote, raise_all
from eleusis.record.gamefile.contents import GameFile
from eleusis.record.gamefile.folders import game_files, is_folder
from eleusis.record.gamefile.reading import load_game
from eleusis.record.replaying.replay import resolve_variant
from eleusis.secret.rule import Rule
from eleusis.variant import Variant

_SHIPPED = Path(__file__).with_name("suites")


@attrs.frozen(eq=False)
class Suite:
    """The rounds to be played, and what is unusual about them."""

    challenges: tuple[Challenge, ...]
    """The rounds, in the order of the files."""
    notes: tuple[str, ...] = ()
    """What is unusual but allowed, each as a sentence."""


def suite_names() -> tuple[str, ...]:
    """The suites that ship, by name."""
    return tuple(sorted(path.stem for path in _SHIPPED.glob("*.yaml")))


def load_suites(refs: Iterable[str], edition: str | None = None, rules: Mapping[str, Rule] | None = None) -> Suite:
    """The rounds of suites: names of those that ship, files, and folders of files.

    `edition` is played instead of that of the files; `rules` are further rules by their ids. Raises LabError
    (`lab/no-suite` for no such name, `lab/no-rounds` where no round has a rule and no moves), and what reading and
    dealing raise.
    """
    challenges: list[Challenge] = []
    notes: list[str] = []
    for label, path in _files_of(refs):
        game = load_game(path, rules)
        variant = resolve_variant(game, edition, ())
        own = _challenges_of(attrs.evolve(game, file=label), variant)
        notes += [f"{label}: {note}" for note in unusual(variant, len(game.players))]
        left = len(game.rounds) - len(own)
        if own and left:
            notes.append(
                f"{label}: {_count(left)} no rule, or moves, and {'is' if left == 1 else 'are'} not played"
            )
        challenges += own
    if not challenges:
        raise LabError("lab/no-rounds", "no round of these files has a rule and no moves: there is nothing to play")
    return Suite(tuple(challenges), tuple(dict.fromkeys(notes)))


def _count(rounds: int) -> str:
    return f"{rounds} round has" if rounds == 1 else f"{rounds} rounds have"


def _files_of(refs: Iterable[str]) -> Iterator[tuple[str, Path]]:
    """The files of suites, each once, with what the results call it: its path, or the name of one that ships."""
    seen: set[Path] = set()
    for ref in refs:
        shipped = None if is_path(ref) else _find_shipped(ref)
        paths = [shipped] if shipped is not None else list(game_files([ref]))
        if not paths:
            raise LabError("lab/no-rounds", "there are no game files in this folder", Place(ref))
        for path in paths:
            if path.resolve() not in seen:
                seen.add(path.resolve())
                yield (ref if shipped is not None else path.as_posix()), path


def is_path(ref: str) -> bool:
    """Whether a suite is meant as a path: it has a slash, or ends as a YAML file does (or is stdin)."""
    return "/" in ref or os.sep in ref or ref.endswith((".yaml", ".yml")) or ref == "-"


def _find_shipped(name: str) -> Path:
    names = suite_names()
    if name in names:
        return _SHIPPED / f"{name}.yaml"
    hint = did_you_mean(name, names) or (f": for a folder, write ./{name}" if is_folder(name) else "")
    message = f"there is no suite {quote(name)}{hint}; those that ship: {', '.join(names)}"
    raise LabError("lab/no-suite", message)


def _challenges_of(game: GameFile, variant: Variant) -> list[Challenge]:
    """The rounds of a file that have a rule and no moves. Raises all that is wrong with them at once."""
    match = Match(variant, game.players)
    challenges: list[Challenge] = []
    errors: list[EleusisError] = []
    for number, script in enumerate(game.rounds, start=1):
        dealer = script.dealer or match.next_dealer()
        match.add(dealer, None)
        if script.rule is None or script.lines:
            continue
        if script.unknown or any(UNKNOWN in hand for hand in script.hands.values()):
            message = "a hand is unknown here, but the players of a benchmark need cards"
            errors.append(ScriptError("script/unknown-card", message, script.place))
            continue
        try:
            challenges.append(make_challenge(game, script, number, dealer, variant))
        except EleusisError as error:
            errors += error.errors
    if errors:
        raise_all(errors)
    return challenges
