"""The page of a review: sound, in one file, harmless, and every verdict on the curve."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import attrs
import pytest

from eleusis.doors.cli import exits, main
from eleusis.minds.induction.family import Family
from eleusis.record.gamefile.reading import load_game, read_game
from eleusis.reviewing.curve import draw_curve, find_moments, looks_of
from eleusis.reviewing.review import Review, review
from eleusis.reviewing.review_page import (
    GuessTold,
    RoundToTalk,
    TableToTalk,
    lay_out_columns,
    make_page,
    make_talk_page,
)
from eleusis.reviewing.reviewed import RoundReview
from tests.helpers.places import GAMES
from tests.helpers.scientist_tables import small

__all__ = ["small"]

HOSTILE = '<script>alert("x")</script>&\''
VOID = {"meta"}
FRENCH = """\
eleusis: 1
variant: express
players: [Ann, Bob, Cleo]
seed: 7
rounds:
  - dealer: Cleo
    rule: if last.odd then black else red
    starter: 7S
    hands: {Ann: 5H 2C 3C, Bob: 4H 9S KD}
    moves: |
      Ann play 5H => wrong
      Bob play 9S => right
      Bob guess "black"
"""


class Reader(HTMLParser):
    """Reads a page, and fails where a tag is not closed as it was opened."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(page)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))
        assert len(dict(attributes)) == len(attributes), f"an attribute twice: {tag} {attributes}"
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, f"{tag} closes what it did not open"

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.texts.append(data)

    def of_class(self, kind: str) -> list[str]:
        """The tags that have a class."""
        return [tag for tag, own in self.tags if kind in (own.get("class") or "").split()]


@pytest.fixture(scope="module")
def evening(small: Family) -> Review:
    """Four rounds of Express, with guesses right and wrong, no plays, forced cards."""
    return review(load_game(GAMES / "express-lunch-break.yaml"), family=small)


def look(text: str, family: Family) -> RoundReview:
    return review(read_game(text), family=family).rounds[0]


@pytest.mark.long
def test_the_page_is_sound_and_loads_nothing(evening: Review) -> None:
    page = evening.html()
    read = Reader(page)
    ids = [own["id"] for _, own in read.tags if "id" in own]
    assert len(ids) == len(set(ids))
    targets = {(own["href"] or "")[1:] for tag, own in read.tags if tag == "a"}
    assert targets <= set(ids)
    assert {tag for tag, _ in read.tags} & {"script", "link", "img", "iframe", "object", "use", "image"} == set()
    for needle in ("http:", "https:", "//", "src=", "url(", "@import"):
        assert needle not in page, needle
    assert all(own["href"] is not None and own["href"].startswith("#") for _, own in read.tags if "href" in own)
    assert "default-src 'none'" in page


def to_talk(code: str, *records: RoundReview, alike: float = 0.884) -> TableToTalk:
    """A table with these rounds, where each wrong guess is so much like the rule."""
    rounds = [
        RoundToTalk(
            record,
            [
                GuessTold(made.seat, turn.number, made.rule, None, made.right, 1.0 if made.right else alike)
                for turn in record.turns
                for made in turn.guesses
            ],
        )
        for record in records
    ]
    return TableToTalk(code, "Express", ["Ann", HOSTILE], rounds)


@pytest.mark.long
def test_the_talk_begins_with_a_comparison_and_the_rule_that_all_had(small: Family, evening: Review) -> None:
    french = look(FRENCH, small)
    tables = [to_talk("KWTF", french), to_talk("QBSB", attrs.evolve(french, number=2))]
    page = make_talk_page(tables)
    Reader(page)
    comparison, _, rest = page.partition("</table>")
    assert page.count("<code>if last.odd then black else red</code>") == 1
    assert "<code>if last.odd then black else red</code>" in comparison
    lines = re.findall(r'<tr role="row"><th scope="row".*?</tr>', comparison, re.DOTALL)
    for line, table in zip(lines, tables, strict=True):
        cells = re.findall(r'data-of="([^"]*)"[^>]*>([^<]*)<', line)
        assert f'href="#{table.code}"' in line
        assert dict(cells) == {
            "": "✗ not found",
            "by": "nobody",
            "turns": "2",
            "wrong cards": "1",
            "nearest guess": "Bob: 88% like the rule",
            "could be known from": "never for certain",
        }
    # Of bits, and of how well somebody asked, only who opens the details reads.
    before = re.sub(r"<style>.*?</style>|<details>.*?</details>", "", rest, flags=re.DOTALL)
    assert "bit" not in before
    assert all(own.saying not in before for own in french.players.values())
    page = make_talk_page([to_talk("KWTF", *evening.rounds), tables[0]])
    comparison, *_ = page.partition("</table>")
    assert comparison.count("✓ found") == len(evening.rounds)
    for record in evening.rounds:
        seat, number = next(
            (made.seat, turn.number) for turn in record.turns for made in turn.guesses if made.right
        )
        assert f"{seat}, turn {number}" in comparison
        assert page.count(f"<code>{record.rule_text or record.rule}</code>") >= 1
        assert record.rule_text is None or record.rule_text not in comparison


def test_every_verdict_is_on_the_curve_with_its_player_and_in_the_table(evening: Review) -> None:
    page = evening.html()
    for record in evening.rounds:
        (sheet,) = re.findall(rf'<section aria-labelledby="r{record.number}">.*?</section>', page, re.DOTALL)
        (picture,) = re.findall(r'<figure class="curve">.*?</figure>', sheet, re.DOTALL)
        marks = re.findall(
            rf'<a href="#r{record.number}t(\d+)" [^>]*><path class="(\w+)" d="([^"]+)".*?stroke="([^"]+)"',
            picture,
        )
        looks = looks_of(record)
        assert marks == [
            (
                str(turn.number),
                "full" if turn.verdict == "right" else "hollow",
                looks[turn.seat].outline,
                looks[turn.seat].colour,
            )
            for turn in record.turns
        ]
        assert len(set(looks.values())) == len(looks), "each player has a look"
        assert len(re.findall(rf'<tr role="row" id="r{record.number}t\d+">', sheet)) == len(record.turns)
        for number, words in find_moments(record).items():
            assert f"<li><strong>Turn {number}:</strong> {'; '.join(words)}</li>" in picture


def test_the_curve_goes_down_and_to_the_right_and_stays_within_its_picture(evening: Review) -> None:
    for record in evening.rounds:
        places = re.findall(r'<svg x="([\d.]+)%" y="([\d.]+)" overflow', draw_curve(record))
        across, down = [float(x) for x, _ in places], [float(y) for _, y in places]
        assert across == sorted(set(across))
        assert across[0] > 6
        assert across[-1] == 88
        assert all(58 <= y <= 238 for y in down)
        bits = [turn.bits_left for turn in record.turns]
        order = sorted(range(len(bits)), key=bits.__getitem__)
        assert [down[place] for place in order] == sorted(down, reverse=True)


def test_the_layout_of_the_page_is_that_of_the_table(evening: Review) -> None:
    laid = lay_out_columns(evening.rounds[1])
    line = " ".join(column.card.text for column in laid if column.card)
    assert line.endswith("10H AD AC AS JH 5D 8C JS 6H 6D 2C")
    forced = [column.card for column in laid if column.forced]
    assert [card.text for card in forced if card] == ["5D"]
    assert sum(len(column.wrong) for column in laid) + len([column for column in laid if column.forced]) == len(
        [turn for turn in evening.rounds[1].turns if turn.verdict == "wrong"]
    )


def test_what_people_wrote_is_escaped(evening: Review) -> None:
    record = evening.rounds[0]
    turns = tuple(
        attrs.evolve(
            turn,
            seat=HOSTILE if turn.seat == "Gus" else turn.seat,
            guesses=tuple(attrs.evolve(guess, seat=HOSTILE, rule=HOSTILE) for guess in turn.guesses),
            after=(f"{HOSTILE} declares",),
            turning=(HOSTILE,),
            top=tuple(attrs.evolve(rule, rule=HOSTILE) for rule in turn.top),
        )
        for turn in record.turns
    )
    players = {
        HOSTILE if seat == "Gus" else seat: attrs.evolve(own, saying=HOSTILE)
        for seat, own in record.players.items()
    }
    hostile = attrs.evolve(
        record,
        dealer=HOSTILE,
        rule=HOSTILE,
        turns=turns,
        players=players,
        unknown=(HOSTILE,),
        edition=HOSTILE,
        story=(HOSTILE,),
    )
    page = make_page(f"{HOSTILE}\u202e", [hostile])
    assert "<script" not in page
    assert "\u202e" not in page
    assert HOSTILE in "".join(Reader(page).texts)
    assert {tag for tag, _ in Reader(page).tags} == {tag for tag, _ in Reader(evening.html()).tags} - {"nav"}


def test_a_rule_outside_the_family_and_a_round_without_a_rule(small: Family) -> None:
    outside = look(FRENCH.replace("if last.odd then black else red", "line.count(red) % 5 == rank % 5"), small)
    page = make_page("outside", [outside])
    assert "The rule is longer than anything looked at" in page
    assert "line.count(red) % 5 == rank % 5" in page
    assert "from here the rule could be known" not in page
    judged = FRENCH.replace("    rule: if last.odd then black else red\n", "")
    judged = judged.replace("=> wrong", "\n      Cleo judge wrong").replace("=> right", "\n      Cleo judge right")
    bare = look(judged.replace('      Bob guess "black"\n', ""), small)
    assert "What can’t be said" in make_page("bare", [bare])
    Reader(make_page("bare", [bare]))


@pytest.mark.soak
@pytest.mark.parametrize("game", sorted(GAMES.glob("*.yaml")), ids=lambda game: game.stem)
def test_every_game_has_a_sound_page(game: Path, small: Family) -> None:
    looked_at = review(load_game(game), family=small)
    page = looked_at.html()
    Reader(page)
    for record in looked_at.rounds:
        assert len(re.findall(f'<tr role="row" id="r{record.number}t', page)) == len(record.turns)


def test_where_no_rule_fits_the_curve_is_broken_and_nothing_is_reckoned(small: Family) -> None:
    lost = review(load_game(GAMES / "solo-the-king-at-the-bottom.yaml"), family=small).rounds[0]
    last = next(turn.number for turn in lost.turns if not turn.alive)
    assert not lost.alive
    page = make_page("lost", [lost])
    assert page.count('class="lost"') == 1
    assert "Where it is dotted" in page
    assert f'data-of="left">{lost.bits_left:.2f}' not in page.split(f'id="r1t{last}"')[1]


def test_no_turn_and_no_round() -> None:
    assert "nothing to look back on" in make_page("none", [])
    Reader(make_page("none", []))


def test_a_position_before_the_first_turn(small: Family) -> None:
    text = FRENCH[: FRENCH.index("    moves")]
    page = make_page("begun", [look(text, small)])
    assert "No card has been judged yet" in page
    assert "<svg" not in page


def test_the_page_of_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = tmp_path / "game.yaml"
    game.write_text(FRENCH)
    page = tmp_path / "page.html"
    assert main(["review", str(game), "--bits", "14", "--report", str(page)]) == exits.FINE
    assert "page.html: written" in capsys.readouterr().err
    assert page.read_text().startswith("<!DOCTYPE html>")
    Reader(page.read_text())
    for report, words in {
        str(tmp_path): "can't be written",
        str(tmp_path / "none" / "page.html"): "there is no folder",
        str(game): "isn't a page",
    }.items():
        assert main(["review", str(game), "--bits", "14", "--report", report]) == exits.BAD_INPUT
        error = capsys.readouterr().err
        assert words in error
        assert len(error.splitlines()) == 1
    assert game.read_text() == FRENCH
    assert main(["review", str(game), str(game), "--bits", "14", "--report", str(page)]) == exits.BAD_INPUT
    assert "--report takes one game, not 2" in capsys.readouterr().err
