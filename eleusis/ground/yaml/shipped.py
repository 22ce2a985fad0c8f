"""The data that ship with the program, as they are: nobody else writes them, so nothing is checked or placed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml


def load_shipped(module: str, name: str) -> Any:
    """The lists, maps and texts of a file that lies beside a module, which gives its own `__file__`."""
    text = Path(module).with_name(name).read_text(encoding="utf-8")
    return yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
