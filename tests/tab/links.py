"""Links as the pages pack them, and as nobody should."""

from __future__ import annotations

import base64
import json
import zlib
from itertools import cycle

MASK = b"Eleusis: guess, don't look!"


def pack(value: object) -> str:
    """A value as the fragment of a link has it."""
    return pack_bytes(zlib.compress(json.dumps(value).encode()))


def pack_bytes(data: bytes) -> str:
    """Bytes that should be JSON, compressed."""
    masked = bytes(byte ^ key for byte, key in zip(data, cycle(MASK), strict=False))
    return f"a{base64.urlsafe_b64encode(masked).decode().rstrip('=')}z"


def unpack(fragment: str) -> object:
    """What was packed so."""
    letters = fragment[1:-1]
    masked = base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
    data = bytes(byte ^ key for byte, key in zip(masked, cycle(MASK), strict=False))
    return json.loads(zlib.decompress(data))


def dare(**other: object) -> str:
    """A friend's rule, as it should be but for `other`."""
    return f"rule={pack({'v': 1, 'rule': 'color != last.color', 'by': 'Rosa', 'seed': 7, **other})}"


def game(text: object, **other: object) -> str:
    """A game file to look back upon."""
    return f"game={pack({'v': 1, 'name': 'game.yaml', 'text': text, **other})}"
