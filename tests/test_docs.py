"""The docs are held to the program: what they show is run, their links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.pages import DOCS, PAGES, ROOT, Differs, Reader, blocks, compare


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_what_a_page_shows_is_so(path: Path, tmp_path: Path) -> None:
    page = path.read_text(encoding="utf-8")
    reader = Reader(tmp_path)
    try:
        for block in blocks(page):
            where = f"{path.name}:{block.line}"
            reader.follow(block)
        where = path.name
        reader.finish()
    except Differs as error:
        raise pytest.fail.Exception(f"{where}: {error}", pytrace=False) from None


def test_the_readme_shows_what_make_demo_prints(tmp_path: Path) -> None:
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    picture = next(block.text for block in blocks(page) if not block.language)
    demo = re.search(r"^demo:.*\n\t\$\(BIN\)/(.*)$", (ROOT / "Makefile").read_text(), re.M)
    assert demo is not None
    compare(f"{picture}…\n", Reader(tmp_path).run(demo[1]))


# Links


def anchors(page: str) -> set[str]:
    """The places of a page that a link may name."""
    bare = re.sub(r"^( *)```.*?^\1```$", "", page, flags=re.M | re.S)
    heads = re.findall(r"^#+ (.*)$", bare, re.M)
    return {re.sub(r"[^\w\- ]", "", head.lower()).strip().replace(" ", "-") for head in heads}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_every_link_leads_somewhere(path: Path) -> None:
    page = re.sub(r"^( *)```.*?^\1```$", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
    for target in re.findall(r"\]\(([^)\s]+)\)", page):
        assert "://" not in target, f"{target}: the docs need no network"
        name, _, anchor = target.partition("#")
        there = path.parent / name if name else path
        assert there.exists(), f"{path.name} links to {target}, which is not there"
        if anchor:
            assert anchor in anchors(there.read_text(encoding="utf-8")), f"{path.name}: no {target}"


def test_every_page_is_in_the_contents() -> None:
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    listed = re.findall(r": ([\w-]+\.md)$", text, re.M)
    assert sorted(listed) == sorted(path.name for path in DOCS.glob("*.md"))
