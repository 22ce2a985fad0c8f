"""What tests are called: stable, unique in their file, and safe in a node id."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from eleusis.record.gamefile.contents import GameFile

_LONGEST = 100


def title_of(game: GameFile) -> str:
    """A game's title as a name of tests; the file's name where it has none."""
    return tidy(game.title or "") or tidy(Path(game.file).stem)


def tidy(text: str) -> str:
    """A text on one line, printable, not too long, without what means something in a node id.

    That is the `::` that parts it, and the `[` behind which pytest looks for parameters: `--lf` would not find it.
    """
    line = "".join(c if c.isprintable() else "?" for c in " ".join(text.split()))
    line = line.replace("[", "(").replace("]", ")")
    while "::" in line:
        line = line.replace("::", ":")
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1].rstrip() + "…"


def round_names(game: GameFile) -> list[str]:
    """The names of the tests of a game's rounds, in order."""
    title = title_of(game)
    if len(game.rounds) == 1:
        return [title]
    return [f"{title} · round {number}" for number in range(1, len(game.rounds) + 1)]


def totals_name(game: GameFile) -> str | None:
    """The name of the test of a game's totals; None where one round's scores say it all."""
    if len(game.rounds) == 1 and not game.expected:
        return None
    return f"{title_of(game)} · totals"


def names_of_tests(game: GameFile) -> set[str]:
    """The names of all tests of a game."""
    return {*round_names(game), *filter(None, [totals_name(game)])}


def distinct(names: Iterable[str]) -> list[str]:
    """The same names, a number behind each that has been there before."""
    seen: Counter[str] = Counter()
    numbered = []
    for name in names:
        seen[name] += 1
        numbered.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return numbered
