"""A rule in the docs, tried in place: nothing is loaded before somebody asks for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.devices import PHONE
from tests.helpers.pages import DOCS
from tests.helpers.places import ROOT
from tests.tab.serving import ServedSite
from tests.tab.visiting import FIRST_START

pytest.importorskip("playwright")
pytest.importorskip("furo")
pytest.importorskip("myst_parser")
pytestmark = pytest.mark.browser

if TYPE_CHECKING:
    from tests.tab.conftest import MakeVisitor

CONF = f"""
import sys
sys.path.append({str(DOCS / "_ext")!r})
extensions = ["myst_parser", "lexers", "trying"]
html_theme = "furo"
html_favicon = {str(ROOT / "eleusis/doors/web/static/icon.svg")!r}
"""
PAGE = """# Rules

```rule
if last.odd then black else red
color != last.color
```

| in words | as a rule |
|---|---|
| higher | `rank > last.rank` |
| a word that is spoken of | `last` |
"""


@pytest.fixture(scope="module")
def with_docs(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedSite]:
    """The site with a page of docs in it, as `make site` puts them there: it lies a folder deeper than most."""
    from sphinx.application import Sphinx

    folder = tmp_path_factory.mktemp("with-docs")
    source, site = folder / "docs", folder / "site"
    (source / "deep").mkdir(parents=True)
    (source / "conf.py").write_text(CONF, encoding="utf-8")
    (source / "index.md").write_text("# Docs\n\n```{toctree}\ndeep/rules\n```\n", encoding="utf-8")
    (source / "deep" / "rules.md").write_text(PAGE, encoding="utf-8")
    site.mkdir()
    for path in built.iterdir():
        if path.name != "docs":
            (site / path.name).symlink_to(path)
    out, state = str(site / "docs"), str(folder / "doctrees")
    Sphinx(str(source), str(source), out, state, "html", tags=["play"], status=None, warningiserror=True).build()
    served = ServedSite(site)
    yield served
    served.stop()


def test_a_rule_of_the_docs_can_be_changed_and_tried(visitor: MakeVisitor, with_docs: ServedSite) -> None:
    guest = visitor(PHONE, url=with_docs.url)
    page, rule = guest.page, guest.page.frame_locator("iframe")
    guest.go("/docs/deep/rules.html")
    buttons = page.get_by_role("button", name="Try it")
    buttons.first.wait_for()
    assert buttons.count() == 2  # a word alone is no rule to be tried
    assert [path for path, _ in with_docs.asked if "/docs/" not in path] == []

    buttons.first.press("Enter")
    words = rule.locator(".in-words")
    words.filter(has_text="After an odd card play black").wait_for(timeout=FIRST_START)
    rule.get_by_label("The rule, as a text").fill("if last.oddd then black else red")
    rule.get_by_role("button", name="Use “odd”").click()
    rule.get_by_text("Right next: 26 of 52").wait_for()
    rule.get_by_role("button", name="color != last.color").click()
    words.filter(has_text="The colours alternate").wait_for()

    buttons.last.click()
    words.filter(has_text="higher than the last").wait_for(timeout=FIRST_START)
    assert page.locator("iframe").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Close: rank").click()
    assert page.locator("iframe").count() == 0
    assert page.evaluate("indexedDB.databases()") == []
