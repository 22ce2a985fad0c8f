"""What stops the building of a site."""

from __future__ import annotations

from eleusis.ground.errors import EleusisError


class SiteError(EleusisError):
    """A site that can't be built, or not there: codes `site/…`."""
