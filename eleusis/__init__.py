"""The engine, the command line and the laboratory for Eleusis, the card game of the dealer's secret rule.

    round_ = deal(load_variant("express"), ["Ann", "Bob", "Cleo"], seed=3)    # a round, with the cards dealt
    steps = play_round(round_, players)                     # played to its end by bots, or players of your own
    print(compare(Rule("red"), Rule("not black")))          # whether two secret rules are the same
    for game in replay("games/"): print(game.totals)        # game files, every move and judgement checked
    print(simulate("abbott", settings=["deal.hand=9"]))     # what a rule change does to a thousand rounds

Every name that another program may rely on stands in `__init__.pyi`, where type checkers and editors read it;
docs/policy.md says what that promises. A name is imported from its home when it is first asked for.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module

import lazy_loader

_get, _list, __all__ = lazy_loader.attach_stub(__name__, __file__)

_IN_NOTEBOOKS = {
    "eleusis.game.layout": ("Layout", "eleusis.words.page.notebook", "layout_html"),
    "eleusis.game.round": ("Round", "eleusis.words.page.notebook", "round_html"),
    "eleusis.game.view": ("View", "eleusis.words.page.notebook", "view_html"),
    "eleusis.reviewing.reviewed": ("RoundReview", "eleusis.reviewing.review_page", "show_rounds"),
    "eleusis.secret.rule": ("Rule", "eleusis.words.page.notebook", "rule_html"),
}
"""What shows itself in a notebook: the class, and the function that shows it.

The modules of these classes stand below those that show, so they can't name them; here they are given the method.
"""


def __getattr__(name: str) -> object:
    if name == "__version__":
        return _version()
    value = _get(name)
    _show_in_notebooks()
    return value


def __dir__() -> list[str]:
    return [*_list(), "__version__"]


def _show_in_notebooks() -> None:
    """Give the classes that have been imported by now the method that notebooks ask for."""
    for home, (name, *showing) in _IN_NOTEBOOKS.items():
        if home in sys.modules and not hasattr(cls := getattr(sys.modules[home], name), "_repr_html_"):
            cls._repr_html_ = _make_method(*showing)


def _make_method(home: str, function: str) -> Callable[[object], str]:
    """A method that imports what it is shown by when it is called."""

    def show(self: object) -> str:
        html: str = getattr(import_module(home), function)(self)
        return html

    return show


def _version() -> str:
    """The version as it was installed; `0+unknown` where eleusis runs from a folder that was not."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("eleusis")
    except PackageNotFoundError:
        return "0+unknown"
