"""Under what the games are played: the variant, the knobs and the rules that the options name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import attrs

from eleusis.secret.library import load_rules
from eleusis.secret.rule import Rule
from eleusis.variant import Variant, load_variant


@attrs.frozen
class Setting:
    """What holds for all games of a run."""

    variant: Variant | None
    """The variant instead of the games' own, with its knobs set."""
    overrides: tuple[str, ...]
    """The knobs to set in the games' own variants."""
    rules: Mapping[str, Rule]

    @property
    def other(self) -> str:
        """The option by which games are played otherwise than their files say; nothing where they aren't."""
        return "--eleusis-set" if self.overrides else "--eleusis-variant" if self.variant else ""

    @classmethod
    def of(cls, variant: str | None, overrides: Sequence[str], rules: Sequence[str], folder: Path) -> Setting:
        """What the options say, paths being relative to `folder`. Raises VariantError, RuleError, YamlError."""
        rules_by_id = {name: rule for file in rules for name, rule in load_rules(folder / file).items()}
        if variant is None:
            return cls(None, tuple(overrides), rules_by_id)
        return cls(load_variant(variant, overrides, base=folder), (), rules_by_id)
