"""What may be believed of a secret rule: a family of rules with a prior, clues, and what they leave."""

from __future__ import annotations

BITS = 60
"""How long the rules are that are made up, in bits of the measure of a rule, unless something else is asked for."""


def lack_of_numpy(who: str) -> str | None:
    """What is said where numpy is missing or can't be loaded, and `who` needs it; None where it is there."""
    try:
        import numpy  # noqa: F401  # whether it can be loaded is all that is asked
    except ModuleNotFoundError:
        return f"{who} needs numpy: pip install 'eleusis[bots]'"
    except ImportError:  # its own message fills a screen
        cure = "pip install --force-reinstall numpy"
        return f"{who} needs numpy, and the one here can't be loaded: {cure}"
    return None
