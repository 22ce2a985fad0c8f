"""A name in a sentence: who is called You is told of as one speaks to them: `You play`, not `You plays`."""

from __future__ import annotations

from collections.abc import Sequence

_IRREGULAR = {"are": "is", "were": "was", "have": "has", "do": "does", "go": "goes"}
"""Verbs whose third person does not end in a plain s."""
_HISSES = ("s", "sh", "ch", "x", "z")
"""Behind these ends of a verb comes -es."""


def is_you(name: str) -> bool:
    """Whether this is the name by which a player is spoken to."""
    return name.casefold() == "you"


def agree(name: str, verb: str) -> str:
    """A verb, given as it goes with you (`play`, `are`), as it goes with this name: `plays`, `is`."""
    if is_you(name):
        return verb
    return _IRREGULAR.get(verb) or f"{verb}{'es' if verb.endswith(_HISSES) else 's'}"


def name_first(name: str) -> str:
    """A name where a sentence begins with it."""
    return "You" if is_you(name) else name


def name_within(name: str) -> str:
    """A name in the middle of a sentence."""
    return "you" if is_you(name) else name


def name_owner(name: str, first: bool = False) -> str:
    """To whom a thing belongs: `Ann's play`, `your play`; `first` where a sentence begins with it."""
    if is_you(name):
        return "Your" if first else "your"
    return f"{name}'s"


def name_several(names: Sequence[str]) -> str:
    """Names in the middle of a sentence: `Ann`, `Ann and Ben`, `Ann, Ben and you`."""
    *before, last = map(name_within, names)
    return f"{', '.join(before)} and {last}" if before else last


def begin_with(name: str, sentence: str) -> str:
    """A sentence that has this name as its first word."""
    return f"You{sentence[len(name) :]}" if is_you(name) else sentence


def say(name: str, verb: str) -> str:
    """A name and its verb, where a sentence begins with them: `Ann plays`, `You play`."""
    return f"{name_first(name)} {agree(name, verb)}"


def go_on(name: str, verb: str) -> str:
    """A verb where the name has stood before: `draws`, but `you draw`, since `draw` alone would be an order."""
    return f"you {verb}" if is_you(name) else agree(name, verb)


def say_within(name: str, verb: str) -> str:
    """A name and its verb in the middle of a sentence: `Ann plays`, `you play`."""
    return f"{name_within(name)} {agree(name, verb)}"
