"""The variants of the game as data: frozen knobs, the policies behind them, reading and writing."""

from eleusis.variant.load import load_variant, load_variants, variant_from_file, variant_from_node
from eleusis.variant.model import Variant
from eleusis.variant.shelves import variant_names
from eleusis.variant.write import Difference, differences, knobs, to_mapping, to_yaml

__all__ = [
    "Difference",
    "Variant",
    "differences",
    "knobs",
    "load_variant",
    "load_variants",
    "to_mapping",
    "to_yaml",
    "variant_from_file",
    "variant_from_node",
    "variant_names",
]
