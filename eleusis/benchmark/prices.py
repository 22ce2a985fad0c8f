"""What tokens cost: a price for a million that are read, and one for a million that are written."""

from __future__ import annotations

import re

import attrs

from eleusis.benchmark.entries import Entry
from eleusis.ground.errors import NotationError, quote

_MILLION = 1_000_000
_PRICE = re.compile(r"\s*(\d{1,9}(?:\.\d{1,9})?)\s*(?:/\s*(\d{1,9}(?:\.\d{1,9})?)\s*)?")


@attrs.frozen
class Price:
    """Prices for a million tokens, in whatever currency they were given."""

    read: float
    """Of those that a model reads."""
    written: float
    """Of those that it writes."""

    def cost_of(self, entry: Entry) -> float | None:
        """What the tokens of an entry cost; None where too little is known of them."""
        if entry.tokens is None:
            return None
        if entry.tokens_out is None:
            return entry.tokens * self.read / _MILLION if self.read == self.written else None
        written = min(entry.tokens_out, entry.tokens)
        return ((entry.tokens - written) * self.read + written * self.written) / _MILLION


def read_price(text: str) -> Price:
    """The prices of `3/15`, read and written, or of `3`, for both. Raises NotationError (`notation/option`)."""
    match = _PRICE.fullmatch(text)
    if match is None:
        message = f"a price is one number, or two like 3/15 (a million tokens read/written), not {quote(text)}"
        raise NotationError("notation/option", message)
    return Price(float(match[1]), float(match[2] or match[1]))


def put_cost(entry: Entry, price: Price | None) -> Entry:
    """An entry with what its tokens cost, if it has no cost yet and there is a price."""
    if price is None or entry.cost is not None:
        return entry
    return attrs.evolve(entry, cost=price.cost_of(entry))
