"""The pictures of the docs are what their script draws, and need nothing from outside."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from bench import rooms, table_pictures
from bench.pictures import DRAWN, PICTURES
from bench.report_picture import TAKEN, sentences_in, verdict


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_is_what_its_script_draws(name: str) -> None:
    assert (PICTURES / name).read_text(encoding="utf-8") == DRAWN[name](), "make pictures draws it again"


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_says_in_words_what_it_shows_and_fetches_nothing(name: str) -> None:
    text = (PICTURES / name).read_text(encoding="utf-8")
    tags = {"title", "desc"}
    words = [child.text for child in ET.fromstring(text) if child.tag.rpartition("}")[2] in tags]
    assert len(words) == 2
    assert all(words)
    assert not re.search(r"\b(src|href)=.?http|url\(.?http|@import", text)


@pytest.mark.soak  # quick with the kernel, slow without
def test_the_report_shown_says_what_the_laboratory_says() -> None:
    said = {sentences_in((PICTURES / name).read_bytes()) for name in TAKEN}
    assert said == {verdict()}, "make pictures takes them again"


def test_every_picture_of_the_docs_is_drawn_or_taken() -> None:
    there = {path.name for path in PICTURES.iterdir() if path.suffix != ".yaml"}
    assert there == {*DRAWN, *TAKEN, *table_pictures.TAKEN, rooms.CHART.name}
