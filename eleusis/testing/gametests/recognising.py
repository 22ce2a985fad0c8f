"""Which YAML files are ours; asked of every YAML file that pytest comes by, so it must cost next to nothing."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Literal

from eleusis.ground.files import as_utf8, open_file, read_from

_HEAD = 64 * 1024
"""Where `eleusis:` must begin: a huge file of someone else is not read to its end."""
_MOST = 8_000_000
"""As far as the reader of game files would go."""


def _at_margin(key: bytes) -> re.Pattern[bytes]:
    return re.compile(rb"(?:\A(?:\xef\xbb\xbf)?|[\r\n])" + key + rb":")


_OURS, _ROUNDS, _RULES = _at_margin(b"eleusis"), _at_margin(b"rounds"), _at_margin(b"rules")


def kind_of(path: Path) -> Literal["game", "rules"] | None:
    """A game or a file of rules, told by its keys at the margin, however broken it is inside; None for others."""
    try:
        handle = open_file(path)
        try:
            head = read_from(handle, _HEAD)
            text = as_utf8(head)
            if b"eleusis:" not in text or not _OURS.search(text):
                return None
            text = as_utf8(head + read_from(handle, _MOST))
        finally:
            os.close(handle)
    except OSError:
        return None
    if _ROUNDS.search(text):
        return "game"
    return "rules" if _RULES.search(text) else None
