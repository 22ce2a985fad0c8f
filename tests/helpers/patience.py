"""How long a test waits for what should come: ELEUSIS_PATIENCE is a factor for a busy machine."""

from __future__ import annotations

import os

FACTOR = float(os.environ.get("ELEUSIS_PATIENCE", "1"))


def patient(seconds: float) -> float:
    """So many seconds as a quiet machine needs at most, on this one."""
    return seconds * FACTOR


def patient_ms(milliseconds: int) -> int:
    """The same for a browser, which counts milliseconds."""
    return round(milliseconds * FACTOR)
