"""What looks through the built site finds what is wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.site import main


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ('<h1 id="top">T</h1><a href="#top">up</a><a href="b.html#there">b</a><img src="p%20q.svg">', ""),
        ('<a href="https://example.org/">out</a><a href="mailto:a@example.org">post</a>', ""),
        ('<a href="c.html">gone</a>', "c.html is not there"),
        ('<img src="gone.svg">', "gone.svg is not there"),
        ('<a href="#nowhere">n</a>', "#nowhere names a place that is not there"),
        ('<a href="b.html#here">b</a>', "b.html#here names a place that is not there"),
        ('<script src="https://example.org/x.js"></script>', "loads https://example.org/x.js"),
        ('<link rel="stylesheet" href="//example.org/x.css">', "loads //example.org/x.css"),
        ("<style>@import 'https://example.org/x.css'</style>", "loads https://example.org/x.css"),
    ],
)
def test_a_link_that_leads_nowhere_and_what_is_loaded_from_outside_are_told(
    body: str, complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "index.html").write_text(body, encoding="utf-8")
    (tmp_path / "b.html").write_text('<p id="there">', encoding="utf-8")
    (tmp_path / "p q.svg").write_text("<svg/>", encoding="utf-8")
    assert main(tmp_path) == (1 if complaint else 0)
    assert complaint in capsys.readouterr().out


def test_a_folder_without_a_site_is_no_clean_site(tmp_path: Path) -> None:
    assert main(tmp_path) == 1
