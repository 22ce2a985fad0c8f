"""The pages have no phrase that we don't write; the rest of the English `make prose` looks after."""

from __future__ import annotations

from tests.prose.checking import banned, own_words
from tests.prose.reading import pages


def test_the_pages_have_no_phrase_that_we_dont_write() -> None:
    assert [str(finding) for finding in banned(pages())] == []


def test_our_words_are_sorted_and_each_stands_there_once() -> None:
    words = own_words()
    assert words == sorted(set(words), key=lambda word: (word.lower(), word))
