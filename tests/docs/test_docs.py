"""The docs are held to the program: what they show is run, their links lead somewhere."""

from __future__ import annotations

import gc
import re
from pathlib import Path

import pytest

import eleusis
from tests.helpers.pages import DOCS, INSPECTS_OWN, PAGES, Differs, Reader, blocks, compare, is_long, needs
from tests.helpers.places import ROOT

pytestmark = pytest.mark.long


def page_name(path: Path) -> str:
    """What a page is called in the list of tests."""
    return path.relative_to(ROOT).as_posix()


def marked_if_long(path: Path) -> object:
    """A page, with the mark of long tests where it asks for that."""
    long = is_long(path.read_text(encoding="utf-8"))
    return pytest.param(path, marks=pytest.mark.soak) if long else path


@pytest.mark.filterwarnings(INSPECTS_OWN[0])
@pytest.mark.filterwarnings(INSPECTS_OWN[1])
@pytest.mark.parametrize("path", [*map(marked_if_long, PAGES)], ids=page_name)
def test_what_a_page_shows_is_so(path: Path, tmp_path: Path) -> None:
    page = path.read_text(encoding="utf-8")
    for library in needs(page):
        pytest.importorskip(library)
    reader = Reader(tmp_path)
    try:
        for block in blocks(page):
            where = f"{path.name}:{block.line}"
            reader.follow(block)
        where = path.name
        reader.finish()
    except Differs as error:
        raise pytest.fail.Exception(f"{where}: {error}", pytrace=False) from None
    if needs(page):
        gc.collect()  # what a library leaves open is told here, and not in another test


def test_the_readme_shows_what_make_demo_prints(tmp_path: Path) -> None:
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    picture = next(block.text for block in blocks(page) if not block.language)
    demo = re.search(r"^demo:.*\n(?:\t.*\n)*?\t@\$\(BIN\)/(.*)$", (ROOT / "Makefile").read_text(), re.M)
    assert demo is not None
    compare(f"{picture}…\n", Reader(tmp_path).run(demo[1]))


# Links


def anchors(page: str) -> set[str]:
    """The places of a page that a link may name."""
    bare = re.sub(r"^( *)```.*?^\1```$", "", page, flags=re.M | re.S)
    heads = re.findall(r"^#+ (.*)$", bare, re.M)
    return {re.sub(r"[^\w\- ]", "", head.lower()).strip().replace(" ", "-") for head in heads}


@pytest.mark.parametrize("path", PAGES, ids=page_name)
def test_every_link_leads_somewhere(path: Path) -> None:
    page = re.sub(r"^( *)```.*?^\1```$", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
    for target in re.findall(r"\]\(([^)\s]+)\)", page):
        assert "://" not in target, f"{target}: the docs need no network"
        name, _, anchor = target.partition("#")
        there = path.parent / name if name else path
        assert there.exists(), f"{path.name} links to {target}, which is not there"
        if anchor:
            assert anchor in anchors(there.read_text(encoding="utf-8")), f"{path.name}: no {target}"


def test_the_reference_has_every_exported_name_once() -> None:
    pages = [path.read_text(encoding="utf-8") for path in (DOCS / "reference").glob("*.md")]
    names = [name for page in pages for name in re.findall(r"^\.\. auto\w+:: eleusis\.(\w+)$", page, re.M)]
    assert sorted(names) == sorted(vars(eleusis)["__all__"])


def test_every_error_code_that_a_page_names_is_one() -> None:
    errors = (DOCS / "errors.md").read_text(encoding="utf-8")
    codes = set(re.findall(r"^- `([a-z-]+(?:/[a-z-]+)?)`: ", errors, re.M))
    spaces = "|".join({code.partition("/")[0] for code in codes if "/" in code})
    for path in PAGES:
        if path.name != "architecture.md":  # which names rooms in the same manner
            named = set(re.findall(rf"`((?:{spaces})/[a-z-]+)`", path.read_text(encoding="utf-8")))
            assert named <= codes, f"{path.name} names {sorted(named - codes)}"
