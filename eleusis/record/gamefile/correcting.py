"""Putting a round of a game file right: lines are written anew, and what stood there is kept behind `#`.

starter: 10C                    starter: 9C  # was: 10C
moves: |                        moves: |
  Ben play 5S                     Ben play 5H                     # was: Ben play 5S
  Ann judge wrong                 Ann judge right                 # was: Ann judge wrong
  Ben declare                     # was: Ben declare
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from eleusis.game.moves import Undo
from eleusis.ground.errors import Place
from eleusis.ground.yaml.parsing import Mapping as YamlMap
from eleusis.ground.yaml.parsing import Sequence as YamlSequence
from eleusis.ground.yaml.parsing import read
from eleusis.record.gamefile.lines import FileLine


def lines_that_count(lines: Sequence[FileLine]) -> list[FileLine]:
    """The lines of play without those that were taken back, and without the `undo` lines."""
    left: list[FileLine] = []
    for line in lines:
        if not isinstance(line.move, Undo):
            left.append(line)
        elif left:
            left.pop()
    return left


def write_lines(text: str, before: Sequence[FileLine], after: Sequence[FileLine], *, anew: bool = False) -> str:
    """The text of a game file of which a round has the lines `after` instead of those that it has, `before`.

    A line of `after` replaces the one at its place; one without a place is put behind the line that it follows.
    From the first change on, what had been taken back becomes a comment: it may not be possible any more. The first
    change may lie before all lines (`anew`).
    """
    rows = split_rows(text)
    kept = {_row(line.place): line for line in after if line.place.line is not None}
    fresh: dict[int, list[FileLine]] = {}
    follows = min((_row(line.place) for line in before), default=len(rows)) - 1
    for new in after:
        if new.place.line is None:
            fresh.setdefault(follows, []).append(new)
        else:
            follows = _row(new.place)
    counting = lines_that_count(before)
    changed = [_row(line.place) for line in counting if kept.get(_row(line.place)) != line]
    first = 0 if anew else min([*changed, *fresh], default=len(rows))
    written = rows[:first]
    stood = {_row(line.place): line for line in before}
    for number, row in enumerate(rows[first:], first):
        indent, line = _indent_of(row), kept.get(number)
        if number not in stood or line == stood[number]:
            written.append(row)
        elif line is None:
            written.append(f"{indent}{_was(row)}")
        else:
            written.append(f"{indent}{attrs.evolve(line, comment=_was(row)).text}")
        indent = _indent_of(rows[min(stood, default=0)])
        written += [f"{indent}{attrs.evolve(new, comment='# was missing').text}" for new in fresh.get(number, ())]
    return "\n".join(written)


def write_key(text: str, key: str, value: str, number: int) -> str:
    """The text of a game file of which a round, counted from 1, has this value for a key: YAML, on one line."""
    rows = split_rows(text)
    places = _keys_of_round(text, number)
    below = sorted(_row(place) for place in places.values())
    if key in places:
        place = places[key]
        begin, left = _row(place), (place.column or 1) - 1
        end = next((row for row in below if row > begin), len(rows))
        old = rows[begin][left:].partition(":")[2].strip()
        rows[begin] = f"{rows[begin][:left]}{key}: {value}" + (f"  # was: {old}" if old else "")
        for row in range(begin + 1, end):
            if not rows[row].strip() or rows[row].lstrip().startswith("#"):
                continue
            if len(_indent_of(rows[row])) < left:  # there the round has ended
                break
            rows[row] = f"{' ' * left}{_was(rows[row])}"
        return "\n".join(rows)
    left = min((place.column or 1) - 1 for place in places.values())
    if len(below) > 1:
        rows.insert(below[1], f"{' ' * left}{key}: {value}")
    else:
        head, rest = rows[below[0]][:left], rows[below[0]][left:]
        rows[below[0] : below[0] + 1] = [f"{head}{key}: {value}", f"{' ' * left}{rest}"]
    return "\n".join(rows)


def split_rows(text: str) -> list[str]:
    """The lines of a file as the reader of YAML counts them."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _keys_of_round(text: str, number: int) -> dict[str, Place]:
    """Where the keys of a round stand."""
    tree = read(text)
    rounds = tree.get("rounds") if isinstance(tree, YamlMap) else None
    entry = rounds.items[number - 1] if isinstance(rounds, YamlSequence) else None
    assert isinstance(entry, YamlMap), "a round that is played is a map"
    return {key: place for key, place, _ in entry.items()}


def _indent_of(row: str) -> str:
    """The blanks that a row begins with."""
    return row[: len(row) - len(row.lstrip())]


def _row(place: Place) -> int:
    """Which of the rows, from 0."""
    assert place.line is not None
    return place.line - 1


def _was(row: str) -> str:
    """The comment that keeps what stood in a row; blanks that were there for the eye only run together."""
    return "# was: " + (row.strip() if '"' in row else " ".join(row.split()))
