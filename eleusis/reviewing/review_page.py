"""The page of a review: one file that opens from a disk or prints, with the curve of what was left to know.

Nothing is loaded, no script runs. Whatever people wrote (names, rules, titles) is escaped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import escape

import attrs

from eleusis.ground.agreement import say_within
from eleusis.ground.cards import Card
from eleusis.ground.errors import RuleError, visible
from eleusis.reviewing.curve import Curve, CurvePoint, draw_curve
from eleusis.reviewing.marks import shape_name, small_mark
from eleusis.reviewing.page_style import STYLE
from eleusis.reviewing.page_words import (
    NOTHING,
    chosen_moments,
    headline,
    reading_help,
    remark_on,
    say_bits,
    say_rules,
    turning_points,
)
from eleusis.reviewing.reviewed import PlayerReview, RoundReview, TopRule, TurnReview
from eleusis.reviewing.sayings import name_move, say_share
from eleusis.secret.english.explaining import explain
from eleusis.secret.library import find_rule
from eleusis.variant.saying import count
from eleusis.words.page.ink import cells
from eleusis.words.page.notebook import name_card

_MOST = 3.0
"""Bars of more bits are cut short."""
_NAME = 14
"""A name of up to this many columns is never broken."""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def make_page(title: str, rounds: Sequence[RoundReview]) -> str:
    """The page as text."""
    name = _safe(f"{title}: what could have been known")
    body = [f"<header><h1>{name}</h1>{_facts(rounds)}</header>", "<main>"]
    if not rounds:
        body.append("<p>No round has been dealt yet, so there is nothing to look back on.</p>")
    if len(rounds) > 1:
        items = "".join(
            f'<li value="{record.number}"><a href="#r{record.number}">{_safe(headline(record))}</a></li>'
            for record in rounds
        )
        body.append(f'<nav aria-label="Rounds"><ol>{items}</ol></nav>')
    for place, record in enumerate(rounds):
        body += _Sheet(record, first=place == 0).write()
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        f"<title>{name}</title><style>{STYLE}</style></head><body>\n"
        + "\n".join([*body, "</main></body></html>"])
        + "\n"
    )


def _facts(rounds: Sequence[RoundReview]) -> str:
    """What was played, in a line."""
    if not rounds:
        return ""
    facts = [rounds[0].edition, count(len(rounds), "round"), count(sum(len(own.turns) for own in rounds), "turn")]
    return f'<p class="facts">{_safe(" · ".join(facts))}</p>'


class _Sheet:
    """One round on the page."""

    def __init__(self, record: RoundReview, first: bool) -> None:
        self.record = record
        self.first = first
        self.key = f"r{record.number}"
        self.seats = {seat: place for place, seat in enumerate(record.players)}
        self.moments = turning_points(record)

    def write(self) -> Iterator[str]:
        record = self.record
        kind = ' class="first"' if self.first else ""
        yield f'<section aria-labelledby="{self.key}">'
        yield f'<h2 id="{self.key}"{kind}>Round {record.number}: {_safe(say_within(record.dealer, "deal"))}</h2>'
        yield f'<p class="headline">{_safe(headline(record))}</p>'
        yield _tell(record)
        if record.turns:
            yield self._figure()
        if self.first:
            words = "".join(f"<li>{_safe(sentence)}</li>" for sentence in reading_help(record.family_size))
            yield f'<aside class="help"><h3>How to read this</h3><ul>{words}</ul></aside>'
        if record.unknown:
            words = "".join(f"<li>{_safe(sentence)}</li>" for sentence in record.unknown)
            yield f'<div class="unsaid"><h4>What can’t be said</h4><ul>{words}</ul></div>'
        if record.turns:
            yield "<h3>The players</h3>" + self._players()
            yield "<h3>The mainline</h3>" + self._mainline()
            yield "<h3>What was still open</h3>" + _SHARED
            yield '<div class="moments">' + "".join(self._open_rules()) + "</div>"
            yield "<h3>Turn by turn</h3>" + self._table()
        yield "</section>"

    # The curve

    def _figure(self) -> str:
        record = self.record
        curve = Curve(
            began=record.bits_at_start,
            points=tuple(self._point(n, turn) for n, turn in enumerate(record.turns, start=1)),
            turning=tuple(self.moments),
            lost=next((place for place, turn in enumerate(record.turns) if not turn.alive), None),
            words=self._curve_in_words(),
            anchor=f"{self.key}t",
        )
        items = "".join(
            f'<li>{small_mark(place)}{_safe(seat)}<span class="hidden"> ({shape_name(place)})</span></li>'
            for seat, place in self.seats.items()
        )
        return (
            f'<figure><ul class="players" aria-label="Players and their marks">{items}'
            '<li class="soft">full ● right, empty ○ wrong</li></ul>'
            f"{draw_curve(curve)}<figcaption>What was left to know after each turn: the lower the curve, the fewer "
            f"rules were still open. {_DOUBT if record.rule_in_family is False else ''}"
            f"{'' if record.alive else _LOST}"
            f'The same in a table: <a href="#{self.key}turns">turn by turn</a>.</figcaption></figure>'
        )

    def _point(self, n: int, turn: TurnReview) -> CurvePoint:
        learnt = "" if turn.bits_gained is None else f" It taught {say_bits(turn.bits_gained)}."
        left = f"Left to know: {say_bits(turn.bits_left)}." if turn.alive else "No rule fits."
        return CurvePoint(
            number=n,
            seat=self.seats.get(turn.seat, 0),
            right=turn.verdict == "right",
            bits=turn.bits_left,
            cards=name_move(turn),
            words=f"Turn {n}: {turn.seat}, {name_move(turn)}: {turn.verdict}.{learnt} {left}",
        )

    def _curve_in_words(self) -> str:
        record = self.record
        left = (
            f"{say_bits(record.bits_left)} after turn {len(record.turns)}."
            if record.alive
            else "none fits at the end."
        )
        marks = "".join(f" Turn {point.place + 1}: {point.words}." for point in self.moments)
        return (
            f"Curve of what was left to know: {say_bits(record.bits_at_start)} before the first turn, {left}{marks}"
        )

    # The players

    def _players(self) -> str:
        players = self.record.players
        most = max([*(max(own.bits_gained, own.bits_best) for own in players.values()), 0.1])
        rows = "".join(self._player(seat, own, most) for seat, own in players.items())
        heads = _heads(
            [
                "Player",
                "",
                "taught",
                "could be expected",
                "so luck was",
                "best of these hands",
                "share of the best",
                "In a line",
            ],
            {2, 3, 4, 5, 6},
        )
        return (
            '<table role="table" class="people"><caption>All turns of a player together, in bits. '
            f'{_KEY}</caption>{heads}<tbody role="rowgroup">{rows}</tbody></table>'
        )

    def _player(self, seat: str, own: PlayerReview, most: float) -> str:
        best = own.bits_best if own.efficiency is not None or not own.bits_expected else None
        share = "–" if own.efficiency is None else f"{100 * own.efficiency:.0f} %"
        return (
            f'<tr role="row"><th scope="row" role="rowheader" class="who">{self._who(seat)}</th>'
            f"{_bars(own.bits_gained, own.bits_expected, best, most)}"
            f"{_number('taught', own.bits_gained)}{_number('could be expected', own.bits_expected)}"
            f"{_number('luck', own.bits_gained - own.bits_expected, signed=True)}"
            f"{_number('best', best)}"
            f'<td role="cell" class="num" data-of="of the best">{share}</td>'
            f'<td role="cell" class="wide saying">{_safe(own.saying)}</td></tr>'
        )

    def _who(self, seat: str, right: bool = True) -> str:
        place = self.seats.get(seat)
        mark = "" if place is None else small_mark(place, right)
        return f'<span class="{"name" if cells(seat) <= _NAME else "long"}">{mark}{_safe(seat)}</span>'

    # The mainline

    def _mainline(self) -> str:
        columns = lay_out_columns(self.record)
        items = "".join(self._column(column) for column in columns)
        return (
            '<p class="soft">The right cards in their order, each with the number of its turn and the mark of its '
            "player; below a card hang the wrong plays made after it.</p>"
            f'<ol class="line">{items}</ol>'
        )

    def _column(self, column: LaidColumn) -> str:
        head = "–" if column.card is None else _card(column.card)
        wrongs = "".join(
            f"<li>{''.join(map(_card, turn.cards)) or 'no play'}{self._of(n, turn)}</li>"
            for n, turn in column.wrong
        )
        below = f'<ul class="wrongs" aria-label="wrong after it">{wrongs}</ul>' if wrongs else ""
        of = '<span class="of">start</span>' if column.turn is None else self._of(*column.turn, column.forced)
        return f'<li><span class="main">{head}</span>{of}{below}</li>'

    def _of(self, n: int, turn: TurnReview, forced: bool = False) -> str:
        """The number of a turn below its card, which leads to it."""
        mark = "" if forced else small_mark(self.seats.get(turn.seat, 0), turn.verdict == "right")
        said = f"turn {n}, {turn.seat}" + (", shown by the dealer" if forced else "")
        return f'<a class="of" tabindex="-1" href="#{self.key}t{n}" aria-label="{_safe(said)}">{mark}{n}</a>'

    # What was open

    def _open_rules(self) -> Iterator[str]:
        record = self.record
        yield self._moment("When the starter lay there", "", record.alive_at_start, record.top_at_start)
        for place, words in chosen_moments(record):
            turn = record.turns[place]
            before = record.turns[place - 1].alive if place else record.alive_at_start
            what = f"{turn.seat}, {name_move(turn)}: {turn.verdict}. "
            if before != turn.alive:
                what += f"Of {say_rules(before)} that fitted, {_say_left(turn.alive)}."
            else:
                what += f"{say_rules(turn.alive).capitalize()} fitted, as before."
            yield self._moment(f"After turn {place + 1}: {words}", what, turn.alive, turn.top)

    def _moment(self, title: str, words: str, alive: int, top: Sequence[TopRule]) -> str:
        said = f"<p>{_safe(words or f'{say_rules(alive)} fitted.')}</p>"
        rules = self._rules(alive, top, english=True)
        return f'<article class="moment"><h4>{_safe(title)}</h4>{said}{rules}</article>'

    def _rules(self, alive: int, top: Sequence[TopRule], english: bool = False) -> str:
        """The most probable rules with their chances, and what all others share."""
        if not top:
            return ""
        items = [self._rule(rule, english) for rule in top]
        rest = 1 - sum(rule.chance for rule in top)
        if rest > 1e-6 and alive > len(top):
            items.append(f'<li class="rest">All others together: {say_share(rest)}</li>')
        return f'<ul class="rules">{"".join(items)}</ul>'

    def _rule(self, top: TopRule, english: bool) -> str:
        """A rule that was open; the dealer's in the dealer's words, whatever else is the same from there on."""
        own, text = self.record.rule_text or self.record.rule, top.rule
        star, also = "", ""
        if top.true and own is not None:
            text = read_rule(own)[0]
            star = ' <span class="star">★ the rule</span>'
            if text != top.rule:
                also = f"<small>or, the same from there on: <code>{_safe(top.rule)}</code></small>"
        said = read_rule(text)[1] if english and not top.true else ""
        return (
            f'<li class="{"true" if top.true else "other"}"><span class="chance">{say_share(top.chance)}</span> '
            f"<code>{_safe(text)}</code>{star}"
            f'<span class="bar" aria-hidden="true"><i style="width:{100 * top.chance:.1f}%"></i></span>'
            + (f"<small>{_safe(said)}</small>" if said else also)
            + "</li>"
        )

    # Turn by turn

    def _table(self) -> str:
        record = self.record
        gains = [turn.bits_gained for turn in record.turns if turn.bits_gained is not None]
        most = min(_MOST, max([1.0, *gains]))
        rows, before = [], None
        for n, turn in enumerate(record.turns, start=1):
            rows.append(self._row(n, turn, before, most))
            before = turn
        heads = _heads(
            [
                "Turn",
                "Player",
                "Played",
                "",
                "taught",
                "could be expected",
                "best of the hand",
                "left to know",
                "In words",
            ],
            {4, 5, 6, 7},
        )
        return (
            f'<table role="table" id="{self.key}turns"><caption>Each turn, in bits. {_KEY}</caption>'
            f'{heads}<tbody role="rowgroup">{"".join(rows)}</tbody></table>'
        )

    def _row(self, n: int, turn: TurnReview, before: TurnReview | None, most: float) -> str:
        best = None if turn.best is None else turn.best.bits_expected
        played = " ".join(map(_card, turn.cards)) or "no play"
        sign = "✓" if turn.verdict == "right" else "✗"
        bars = _bars(turn.bits_gained, turn.bits_expected, best, most)
        return (
            f'<tr role="row" id="{self.key}t{n}"><th scope="row" role="rowheader">{n}</th>'
            f'<td role="cell" class="who">{self._who(turn.seat, turn.verdict == "right")}</td>'
            f'<td role="cell" class="played">{played} <span class="verdict {turn.verdict}">'
            f'<span aria-hidden="true">{sign}</span> {turn.verdict}</span></td>{bars}'
            f"{_number('taught', turn.bits_gained)}{_number('expected', turn.bits_expected)}{_number('best', best)}"
            f"{_number('left', turn.bits_left if turn.alive else None)}"
            f'<td role="cell" class="wide">{self._words(turn, before)}</td></tr>'
        )

    def _words(self, turn: TurnReview, before: TurnReview | None) -> str:
        """The tags, and behind them on a small screen the sentences; then the rules that were open."""
        remark = remark_on(turn, before)
        tags = " ".join(f'<span class="tag {kind}">{_safe(tag)}</span>' for kind, tag in remark.tags)
        said = f"<p>{_safe(' '.join(remark.sentences))}</p>" if remark.sentences else ""
        rules = (
            f'<details class="open"><summary>{say_rules(turn.alive)} still fitted</summary>'
            f"{self._rules(turn.alive, turn.top)}</details>"
            if turn.alive
            else ""
        )
        if not tags:
            return f'<div class="turn">{said}{rules}</div>'
        return f'<details class="turn"><summary>{tags}</summary>{said}{rules}</details>'


def _say_left(alive: int) -> str:
    return "none was left" if not alive else "one was left" if alive == 1 else f"{alive:,} were left"


_DOUBT = "The dealer’s rule is none of those that were looked at: those that fitted only resembled it so far. "
_LOST = "Where it is dotted, no rule that was looked at fits any more. "
_SHARED = (
    '<p class="soft">The most probable rules at chosen moments. Rules that no later card could tell apart '
    "count as one; ★ marks the dealer’s.</p>"
)
_KEY = (
    '<span class="key taught"></span>taught <span class="key asked"></span>could be expected '
    '<span class="key most"></span>the best the same hand could ask'
)


@attrs.define
class LaidColumn:
    """A card of the mainline, with the wrong plays that hang below it."""

    card: Card | None
    """None for the empty mainline."""
    turn: tuple[int, TurnReview] | None
    """The turn that it came from, with its number; None for a starter."""
    forced: bool = False
    """Whether the dealer showed it."""
    wrong: list[tuple[int, TurnReview]] = attrs.field(factory=list)
    """The turns of the wrong plays below it, with their numbers."""


def lay_out_columns(record: RoundReview) -> list[LaidColumn]:
    """The layout of a round, each card with its turn."""
    columns = [LaidColumn(card, None) for card in record.starters] or [LaidColumn(None, None)]
    for n, turn in enumerate(record.turns, start=1):
        if turn.verdict == "right":
            columns += [LaidColumn(card, (n, turn)) for card in turn.cards]
        elif turn.cards:
            columns[-1].wrong.append((n, turn))
        if turn.forced is not None:
            columns.append(LaidColumn(turn.forced, (n, turn), forced=True))
    return columns if columns[0].card is not None or columns[0].wrong else columns[1:]


def _tell(record: RoundReview) -> str:
    """What happened, and the dealer's rule in its own words and in English."""
    more = [sentence for sentence in record.story if not sentence.startswith("The rule ")]  # the headline says that
    story = f"<p>{_safe(' '.join(more))}</p>" if more and record.turns else ""
    if record.rule is None:
        return story
    text, english = read_rule(record.rule_text or record.rule)
    said = f"<p>{_safe(english)}</p>" if english else ""
    name = f" ({_safe(record.rule)})" if text != record.rule else ""
    return f'{story}<div class="secret">{said}<p class="soft">The rule: <code>{_safe(text)}</code>{name}</p></div>'


@lru_cache(maxsize=1024)
def read_rule(ref: str) -> tuple[str, str]:
    """The text of a rule and what it says in English; of what can't be read only what is written there."""
    try:
        rule = find_rule(ref)
    except RuleError:
        return ref, ""
    return rule.text, explain(rule)


def _bars(taught: float | None, expected: float | None, best: float | None, most: float) -> str:
    """What was taught, and below it what could be expected within the best of the hand; the cells beside say it."""
    upper = _bar(taught, most, "taught")
    frame = ""
    if best is None:
        frame = f'<span class="bar">{_bar(expected, most, "asked")}</span>' if expected else ""
    elif best >= NOTHING:
        lower = _bar(expected, best, "asked")
        frame = f'<span class="bar most" style="width:{_share(best, most)}%">{lower}</span>'
    void = "" if upper or frame else " void"
    return f'<td role="cell" class="bars{void}" aria-hidden="true"><span class="bar">{upper}</span>{frame}</td>'


def _bar(bits: float | None, most: float, kind: str) -> str:
    if bits is None or bits < NOTHING:
        return ""
    over = " over" if bits > most + 1e-9 else ""
    return f'<i class="{kind}{over}" style="width:{_share(bits, most)}%"></i>'


def _share(bits: float, most: float) -> str:
    return f"{100 * min(1.0, max(0.0, bits / most)):.1f}"


def _number(name: str, bits: float | None, signed: bool = False) -> str:
    """A cell with a number of bits; on a small screen with its heading."""
    text = "–" if bits is None else f"{bits:{'+' if signed else ''}.2f}".replace("-", "−")
    return f'<td role="cell" class="num" data-of="{name}">{text}</td>'


def _heads(names: Sequence[str], numbers: set[int]) -> str:
    """The headings of a table; that of the bars is for the eye alone."""
    cells = "".join(
        f'<th scope="col" role="columnheader" class="{"num" if place in numbers else "text"}">{name}</th>'
        if name
        else '<td role="cell" aria-hidden="true"></td>'
        for place, name in enumerate(names)
    )
    return f'<thead role="rowgroup"><tr role="row">{cells}</tr></thead>'


def _card(card: Card) -> str:
    """A card: white with a border, whatever is behind it."""
    colour = " red" if card.red else ""
    return f'<span class="card{colour}" role="img" aria-label="{name_card(card)}">{escape(card.pretty)}</span>'


def _safe(text: str) -> str:
    """A text that people wrote, as HTML: nothing in it is markup, and nothing unseen."""
    return escape(visible(text))
