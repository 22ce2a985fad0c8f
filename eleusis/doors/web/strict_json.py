"""JSON that others have written: one object, in which no key stands twice."""

from __future__ import annotations

import json
from collections import Counter

import msgspec

from eleusis.ground.errors import quote


def read_object(raw: bytes) -> dict[str, object]:
    """One JSON object in UTF-8. Raises ValueError, which says why it is none."""
    try:
        data = msgspec.json.decode(raw, type=dict[str, object])
        json.loads(raw, object_pairs_hook=_no_key_twice)  # msgspec lets them pass
    except RecursionError:
        raise ValueError("it is nested too deep") from None
    return data


def _no_key_twice(pairs: list[tuple[str, object]]) -> None:
    twice = next((key for key, times in Counter(key for key, _ in pairs).items() if times > 1), None)
    if twice is not None:
        raise ValueError(f"the key {quote(twice)} appears twice")
