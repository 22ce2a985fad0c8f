"""What a growing game file can still take: nothing is written that would not be read again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import attrs

from eleusis.ground.errors import NOWHERE, EleusisError
from eleusis.ground.yaml.parsing import MAX_CHARS, MAX_NODES, Mapping, Scalar, YamlNode, unreadable
from eleusis.ground.yaml.parsing import Sequence as YamlSequence
from eleusis.record.gamefile.lines import FileLine, read_line
from eleusis.record.gamefile.reading import MAX_ROUNDS
from eleusis.record.gamefile.writing import refuse

STOPPED = "stopped: true\n"
"""The last line of a game that has ended for good."""


@attrs.define
class SpaceLeft:
    """How much the reader would still read: characters (less those of the last line), values, rounds."""

    characters: int = MAX_CHARS - len(STOPPED)
    values: int = MAX_NODES - 2
    rounds: int = MAX_ROUNDS

    @classmethod
    def of(cls, tree: YamlNode) -> SpaceLeft:
        """The room that is left by a game; of the characters nothing has been taken yet."""
        rounds = tree.get("rounds") if isinstance(tree, Mapping) else None
        played = len(rounds) if isinstance(rounds, YamlSequence) else 0
        return cls(values=MAX_NODES - 2 - _values(tree), rounds=MAX_ROUNDS - played)

    def begin_round(self, path: Path, alone: YamlNode) -> None:
        """Take the room of a round; `alone` is the tree of a game that has this one only.

        Raises ScriptError (`script/unreadable`), then nothing is taken.
        """
        values = _values(alone) + 2  # its `moves` too
        if self.rounds < 1 or self.values < values:
            refuse(str(path), f"a game file has at most {MAX_ROUNDS:,} rounds and {MAX_NODES:,} values")
        self.rounds -= 1
        self.values -= values

    def check(self, path: Path, text: str) -> None:
        """Raises ScriptError (`script/unreadable`) where a text is more than there is room for."""
        if len(text) > self.characters and text != STOPPED:
            refuse(str(path), f"a game file has at most {MAX_CHARS:,} characters")

    def take(self, text: str) -> None:
        """Take the room of a text that has been written."""
        self.characters -= len(text)


def _values(node: YamlNode) -> int:
    """The values of a tree, counted as the reader counts them."""
    if isinstance(node, Scalar):
        return 1
    if isinstance(node, Mapping):
        return 1 + sum(1 + _values(value) for _, _, value in node.items())
    return 1 + sum(map(_values, node))


def check_line(line: FileLine, players: Sequence[str], path: Path) -> None:
    """Raises ScriptError (`script/unreadable`) for a line of play that would not be read again as it is."""
    text = line.text
    try:
        again = read_line(text, players, NOWHERE)
    except EleusisError as error:
        refuse(str(path), error.message)
    if again != line or "\n" in text or unreadable(text):
        refuse(str(path), "the line would be another one")
