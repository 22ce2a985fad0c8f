"""Pages from templates: the files of the folder `templates`, filled by jinja2 (extras `bots` and `report`).

Whatever people wrote (names, rules, titles) is escaped in every page: nothing in it is markup, and nothing unseen.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

from eleusis.ground.errors import LabError, visible

if TYPE_CHECKING:
    from jinja2 import Environment


def render(name: str, **values: object) -> str:
    """A template, filled. Raises LabError (`lab/no-pages`) without jinja2."""
    check_jinja()
    return _load_environment().get_template(name).render(values)


def check_jinja() -> None:
    """Raises LabError (`lab/no-pages`) without jinja2, which fills the templates of pages."""
    if find_spec("jinja2") is None:
        raise LabError("lab/no-pages", "a page needs jinja2: pip install 'eleusis[bots]'")


@lru_cache
def _load_environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader("eleusis.words.page"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_show,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _show(value: object) -> object:
    """What a template shows for a value, of which nothing is unseen; markup is safe already."""
    return visible(value) if type(value) is str else value
