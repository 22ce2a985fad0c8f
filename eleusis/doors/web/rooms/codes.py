"""The code of a table: four letters that say where it is, and which of several servers has it."""

from __future__ import annotations

import re
import secrets
from collections.abc import Container

import attrs

from eleusis.ground.errors import NotationError, quote

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""No vowels, so that no code is a word, and no letter is taken for a digit."""
_CODE = re.compile(f"[{LETTERS}]{{4}}", re.ASCII)
_FIRST = re.compile("/([A-Za-z]{4})(?=/|$)", re.ASCII)
_SHARD = re.compile("([0-9]{1,2})/([0-9]{1,2})", re.ASCII)


@attrs.frozen
class Shard:
    """Which tables a server has, where several share a room: those whose code's last letter falls to it.

    The letters are dealt out in turn: the first to server 1, the second to server 2, and so on, then from the
    first again. So a proxy can tell a table's server from its address alone.
    """

    number: int = 1
    of: int = 1

    @classmethod
    def read(cls, text: str) -> Shard:
        """Server 2 of 3 from `2/3`. Raises NotationError (`notation/option`)."""
        match = _SHARD.fullmatch(text)
        shard = None if match is None else cls(int(match[1]), int(match[2]))
        if shard is None or not 1 <= shard.number <= shard.of <= len(LETTERS):
            message = f"--shard is a number and how many there are, such as 1/2, at most {len(LETTERS)}: not "
            raise NotationError("notation/option", message + quote(text))
        return shard

    @property
    def letters(self) -> str:
        """The last letters of its codes."""
        return LETTERS[self.number - 1 :: self.of]

    def has(self, code: str) -> bool:
        """Whether a table is its own."""
        return code[-1] in self.letters

    def server_of(self, code: str) -> int:
        """The number of the server that has a table."""
        return LETTERS.index(code[-1]) % self.of + 1

    def draw(self, taken: Container[str]) -> str:
        """A code of its own that is not taken; nobody can tell which comes next."""
        while True:
            code = "".join(secrets.choice(LETTERS) for _ in range(3)) + secrets.choice(self.letters)
            if code not in taken:
                return code


WHOLE = Shard()
"""The one server of a room that has all tables."""


def is_code(text: str) -> bool:
    """Whether a text is a code, as it is written."""
    return _CODE.fullmatch(text) is not None


def split_path(path: str) -> tuple[str, str]:
    """The code of the table that a path leads to, in capitals, and the path at that table: `/KWTF`, `/table`.

    Where a path leads to no table, the code is empty, and the path itself follows.
    """
    match = _FIRST.match(path)
    code = "" if match is None else match[1].upper()
    return (code, path[5:]) if is_code(code) else ("", path)
