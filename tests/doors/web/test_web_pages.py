"""The files of the pages: nothing inline, which their content policy would refuse; nothing from elsewhere."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import eleusis.doors.web

STATIC = Path(eleusis.doors.web.__file__).parent / "static"
PAGES = sorted((*STATIC.glob("*.html"), *STATIC.glob("room/*.html")))
SCRIPTS = sorted((*STATIC.glob("*.js"), *STATIC.glob("room/*.js")))
SHEETS = sorted((*STATIC.glob("*.css"), *STATIC.glob("room/*.css")))

# Text reaches a page as text: these would read it as markup, or as a program. Only a review's curve comes drawn.
AS_MARKUP = re.compile(
    r"\b(innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|document\.write|createContextualFragment|eval|DOMParser)\b"
    r"|new Function\b|set(?:Attribute)\(\s*[\"']style|[\"'](?:java)script:"
)
ELSEWHERE = re.compile(
    r"https?://(?!www\.w3\.org/2000/svg|\$|\W)[^\s\"'`]*|@import|\burl\((?!data:|\"[\w-]+\.\w+\"\))"
)

USED = re.compile(r"var\((--[\w-]+)")
SET = re.compile(r"(--[\w-]+)(?:\"?[,:])")

FROM_ROOT = re.compile(r"""["'`](/[a-z]\w*|/(?=["'`]))""")


class Tags(HTMLParser):
    """The tags of a page with their attributes, and the text of its scripts and style sheets."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.inline = ""
        self._inside = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._inside = tag

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside in ("script", "style"):
            self.inline += data.strip()


def names(paths: list[Path]) -> list[str]:
    return [path.name for path in paths]


def test_the_pages_are_there() -> None:
    pages = {"index.html", "table.html", "screen.html", "host.html", "door.html", "room.html", "wall.html"}
    assert pages == set(names(PAGES))


@pytest.mark.parametrize("page", PAGES, ids=names(PAGES))
def test_a_page_has_nothing_inline_and_nothing_from_elsewhere(page: Path) -> None:
    parsed = Tags(page.read_text())
    assert not parsed.inline
    for tag, attrs in parsed.tags:
        assert tag not in ("style", "iframe", "object", "embed", "base"), tag
        assert not [name for name in attrs if name == "style" or name.startswith("on")], (tag, attrs)
        for name in ("src", "href"):
            where = attrs.get(name)
            if where is None or where == "data:,":
                continue
            assert not where.startswith("/"), f"{page.name} can't be served below a path: {where}"
            if tag != "a":
                assert where.startswith("static/"), where
                assert (STATIC / where.removeprefix("static/")).is_file(), f"{page.name} asks for {where}"


@pytest.mark.parametrize("script", SCRIPTS, ids=names(SCRIPTS))
def test_a_script_makes_no_markup_of_texts_and_asks_nobody_else(script: Path) -> None:
    text = script.read_text()
    assert [*AS_MARKUP.findall(text)] == (["DOMParser"] if script.name == "after_review.js" else [])
    assert not ELSEWHERE.findall(text)


@pytest.mark.parametrize("script", SCRIPTS, ids=names(SCRIPTS))
def test_a_script_knows_no_address_from_the_root(script: Path) -> None:
    from_root = {where for where in FROM_ROOT.findall(script.read_text()) if where != "/api"}
    assert not from_root, "pages may be served below any path"


@pytest.mark.parametrize("sheet", SHEETS, ids=names(SHEETS))
def test_a_style_sheet_asks_nobody_else(sheet: Path) -> None:
    text = sheet.read_text()
    assert not ELSEWHERE.findall(text)
    assert all((sheet.parent / name).is_file() for name in re.findall(r'url\("([\w-]+\.\w+)"\)', text))


def test_every_custom_property_is_set_somewhere() -> None:
    texts = [path.read_text() for path in (*STATIC.rglob("*.css"), *STATIC.rglob("*.js"))]
    used, given = ({name for text in texts for name in re.findall(each, text)} for each in (USED, SET))
    assert used <= given


@pytest.mark.parametrize("script", SCRIPTS, ids=names(SCRIPTS))
def test_what_a_script_imports_is_there_and_exported(script: Path) -> None:
    text = script.read_text()
    for wanted, where in re.findall(r"import (?:(.+?) from )?\"(.+?)\";", text, re.DOTALL):
        assert where.startswith(("./", "../")), where
        other = script.parent / where
        exported = set(
            re.findall(r"^export (?:async )?(?:const|let|class|function\*?) (\w+)", other.read_text(), re.M)
        )
        listed = re.search(r"\{(.*)\}", wanted, re.DOTALL)
        for name in listed[1].split(",") if listed else []:
            bare = name.strip().split(" as ")[0]
            assert not bare or bare in exported, f"{script.name} imports {bare} of {where}"


def test_letters_have_eight_sizes() -> None:
    """But for the root's, which makes all of them larger on a large screen."""
    styles = [path.read_text(encoding="utf-8") for path in STATIC.rglob("*.css")]
    assert len({name for style in styles for name in re.findall(r"--size-\w+(?=:)", style)}) == 8
    blocks = [block for style in styles for block in re.findall(r"([^{}]*)\{([^{}]*)\}", style)]
    sizes = [
        size
        for selector, block in blocks
        if not selector.strip().splitlines()[-1].startswith("html")
        for size in re.findall(r"\bfont(?:-size)?: ([^;]+);", block)
    ]
    assert [size for size in sizes if size != "inherit" and "var(--size-" not in size] == []
