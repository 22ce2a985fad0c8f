"""The checkers of `make prose` find what they should, and the pages have no phrase that we don't write."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.prose.checking import Finding, banned, doubtful, find_orphans, misspelt, own_words, write_prose
from tests.prose.reading import pages, prose

PAGE = """# A page

The dealer has `a bot of teh kind` and <!-- a remrak --> plays.

    code that is mispelt

```sh
eleusis at one go
```

Everything is read
at one go.
"""


def plant(folder: Path, text: str, name: str = "page.md") -> Path:
    """A file of prose."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_phrase_that_we_dont_write_is_found_with_what_to_say_instead(tmp_path: Path) -> None:
    path = plant(tmp_path, PAGE)
    findings = list(banned([path], tmp_path))
    assert [str(finding) for finding in findings] == ['page.md:12: not "at one go": "in one go", "at once"']


def test_code_and_comments_of_a_page_are_no_prose(tmp_path: Path) -> None:
    text = prose(plant(tmp_path, PAGE))
    assert not any(word in text for word in ("teh", "remrak", "mispelt", "eleusis"))
    assert text.splitlines()[2].split() == ["The", "dealer", "has", "·" * 19, "and", "plays."]


def test_of_a_module_docstrings_and_messages_are_prose(tmp_path: Path) -> None:
    source = '"""What it does."""\n\nname = "one_go"\nraise ValueError(f"{name} is read at one go")  # at one go\n'
    path = plant(tmp_path, source, "module.py")
    assert prose(path).split() == ["···What", "it", "does.···", "········", "is", "read", "at", "one", "go·"]
    assert [finding.line for finding in banned([path], tmp_path)] == [4]


def test_the_pages_have_no_phrase_that_we_dont_write() -> None:
    assert [str(finding) for finding in banned(pages())] == []


def test_our_words_are_sorted_and_each_stands_there_once() -> None:
    words = own_words()
    assert words == sorted(set(words), key=lambda word: (word.lower(), word))


def test_a_word_that_nothing_uses_is_an_orphan(tmp_path: Path) -> None:
    path = plant(tmp_path, " ".join(own_words()[1:]))
    assert find_orphans([path]) == own_words()[:1]


def test_a_misspelling_is_found(tmp_path: Path) -> None:
    pytest.importorskip("pyspelling")
    if shutil.which("aspell") is None:
        pytest.skip("aspell isn't installed")
    path = plant(tmp_path, "# A page\n\nEleusis has a dealer,\nand teh color is British.\n")
    names = write_prose([path], tmp_path, tmp_path / "prose")
    findings = sorted(misspelt(names, tmp_path / "prose"))
    assert findings == [Finding("page.md", 4, '"teh" is misspelt, or for words.txt')]


def test_what_proselint_would_change_is_found(tmp_path: Path) -> None:
    pytest.importorskip("proselint")
    path = plant(tmp_path, "# A page\n\nThe dealer says\nyes or or no.\n")
    names = write_prose([path], tmp_path, tmp_path / "prose")
    assert [(finding.path, finding.line) for finding in doubtful(names)] == [("page.md", 4)]
