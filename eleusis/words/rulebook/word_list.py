"""The words of the rule language, to be looked up: by what they are for, each with a rule that has it."""

from __future__ import annotations

import attrs

from eleusis.ground.yaml.shipped import load_shipped


@attrs.frozen
class ListedWord:
    """Words of the rule language that belong together."""

    words: str
    """As they are written."""
    meaning: str
    """What they mean, in a few words."""
    example: str
    """A rule in which one of them stands."""


@attrs.frozen
class WordGroup:
    """Words that are for the same purpose."""

    title: str
    """What they are for."""
    entries: tuple[ListedWord, ...]
    """The words, the plainest first."""


WORD_LIST = tuple(
    [
        WordGroup(title, tuple([ListedWord(*entry) for entry in entries]))
        for title, entries in load_shipped(__file__, "word_list.yaml").items()
    ]
)
"""All words of the language."""
