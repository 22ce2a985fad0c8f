"""What can go wrong in the laboratory besides bad input of other parts: codes `lab/…`."""

from __future__ import annotations

from eleusis.errors import EleusisError


class LabError(EleusisError):
    """A simulation that can't be run, kept or gone on with."""
