"""Draws the pictures of the docs again: `python -m bench pictures`; --check says which are stale.

They are SVG, with no font, script or picture from elsewhere, and each says in words what it shows. The layout is
drawn from docs/pictures/odd-and-even.yaml. The recording is the round of docs/first-evening.md, played at a
terminal of its own: what the screens show is what `eleusis play` prints there. The report alone is no SVG: it is
seen in Chromium, where there is one (see report_picture.py).
"""

from __future__ import annotations

import argparse
import os
import re
import select
import shlex
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from html import escape
from importlib.util import find_spec
from pathlib import Path

from attrs import frozen

from bench import report_picture
from eleusis import Card, Layout, Suit, replay
from eleusis.page.notebook import name_card

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"

# The layout, as cards on a table

_WIDTH, _HEIGHT = 66, 92
"""A card."""
_ACROSS, _DOWN = 92, 38
"""From one card of the mainline to the next, and from one wrong card to the next below it."""
_MARGIN, _TOP = 26, 52

_PIPS = {
    Suit.SPADE: "M0-10C5-4 10 0 10 5C10 9 4 10 1.5 6.5L3 11H-3L-1.5 6.5C-4 10-10 9-10 5C-10 0-5-4 0-10Z",
    Suit.HEART: "M0 10C-5 4-10 1-10-4C-10-9-3-11 0-5C3-11 10-9 10-4C10 1 5 4 0 10Z",
    Suit.DIAMOND: "M0-11C2-7 5-3 8 0C5 3 2 7 0 11C-2 7-5 3-8 0C-5-3-2-7 0-11Z",
    Suit.CLUB: "M0-10A4.6 4.6 0 0 1 4-3.2A4.7 4.7 0 1 1 1.5 4.6L3 11H-3L-1.5 4.6"
    "A4.7 4.7 0 1 1-4-3.2A4.6 4.6 0 0 1 0-10Z",
}
"""The signs of the suits, drawn: not every machine has them in its type."""

_LAYOUT_STYLE = (
    ".felt{fill:#e3efe7}.line{stroke:#5b7767;stroke-width:3}.said{fill:#29493a;font:600 15px sans-serif}"
    ".card{fill:#fff;stroke:#7d8a83}.wrong{fill:#f7f1ea}.r{fill:#b3121d}.b{fill:#1b1f24}"
    ".rank{font:700 21px sans-serif}"
    "@media(prefers-color-scheme:dark){.felt{fill:#173226}.line{stroke:#7fa08f}.said{fill:#cfe5d8}"
    ".card{fill:#f4f4f1}.wrong{fill:#dcd6cd}}"
)


def draw_layout(layout: Layout, words: str) -> str:
    """A layout as real cards: the mainline across, below each of its cards the wrong ones."""
    deepest = max(sum(map(len, plays)) for plays in layout.sidelines)
    width = 2 * _MARGIN + (len(layout.mainline) - 1) * _ACROSS + _WIDTH
    height = _TOP + _HEIGHT + (12 + _HEIGHT + (deepest - 1) * _DOWN if deepest else 0) + _MARGIN
    middle = _TOP + _HEIGHT // 2
    parts = [
        f'<rect class="felt" width="{width}" height="{height}" rx="16"/>',
        f'<path class="line" d="M{_MARGIN + _WIDTH} {middle}H{width - _MARGIN - _WIDTH}"/>',
        f'<text class="said" x="{_MARGIN}" y="34">the mainline: right cards</text>',
    ]
    for number, (head, plays) in enumerate(zip(layout.mainline, layout.sidelines, strict=True)):
        left = _MARGIN + number * _ACROSS
        parts.append(_draw_card(head, left, _TOP))
        wrong = [card for play in plays for card in play]
        tops = range(_TOP + _HEIGHT + 12, height, _DOWN)
        parts += [_draw_card(card, left, top, " wrong") for card, top in zip(wrong, tops, strict=False)]
    below = _TOP + _HEIGHT + 36
    first = next(number for number, plays in enumerate(layout.sidelines) if plays)
    parts.append(
        f'<text class="said" x="{_MARGIN + (first + 1) * _ACROSS}" y="{below}">a sideline: wrong cards,</text>'
        f'<text class="said" x="{_MARGIN + (first + 1) * _ACROSS}" y="{below + 21}">'
        "below the card that they followed</text>"
    )
    return make_svg(width, height, "The layout", words, _LAYOUT_STYLE, parts)


def _draw_card(card: Card, left: int, top: int, more: str = "") -> str:
    """A card: its rank and suit at the corner, where they are seen under another card too, and a large sign."""
    assert card.suit is not None
    ink = "r" if card.red else "b"
    pip = _PIPS[card.suit]
    return (
        f'<g transform="translate({left} {top})">'
        f'<rect class="card{more}" width="{_WIDTH}" height="{_HEIGHT}" rx="7"/>'
        f'<text class="rank {ink}" x="8" y="26">{card.text[:-1]}</text>'
        f'<path class="{ink}" transform="translate({_WIDTH - 16} 18) scale(.9)" d="{pip}"/>'
        f'<path class="{ink}" transform="translate({_WIDTH // 2} {_HEIGHT - 29}) scale(1.7)" d="{pip}"/></g>'
    )


def layout_picture() -> str:
    """The layout of the start page."""
    (game,) = replay(PICTURES / "odd-and-even.yaml")
    layout = game.rounds[0].round.state.layout
    sidelines = zip(layout.mainline, layout.sidelines, strict=True)
    wrong = [
        f"below the {name_card(head)} the {' and the '.join(name_card(card) for play in plays for card in play)}"
        for head, plays in sidelines
        if plays
    ]
    words = f"The mainline: {', '.join(map(name_card, layout.mainline))}. Wrong cards: {'; '.join(wrong)}."
    return draw_layout(layout, words)


# A game at the terminal, recorded

PAGE = ROOT / "docs" / "first-evening.md"
_ROWS, _COLUMNS = 24, 80
_ACROSS_CELL, _DOWN_CELL = 8.4, 18
"""A character."""
_PATIENCE = 30
"""Seconds that a screen may take."""
_CLEAR = "\x1b[H\x1b[2J\x1b[3J"
_INK = re.compile(r"\x1b\[([0-9;]*)m")
_CLASSES = {"1": "bold", "2": "faint", "31": "red"}
_TIP = "eleusis[play]"
"""The table says so where the line editor is missing, as it is while it is recorded."""
_PLAY = """
import sys
sys.modules["prompt_toolkit"] = None  # plain lines are typed: what the terminal is sent is then what it shows
from eleusis.__main__ import run
run()
"""


@frozen
class Frame:
    """What the screen shows for some seconds."""

    lines: tuple[str, ...]
    seconds: float


def scripted_game() -> tuple[str, list[str]]:
    """The command of the tutorial, and what is typed there."""
    game = re.search(
        r"^<!-- keys: (.*) -->\n```sh\n(eleusis play .*)\n```$", PAGE.read_text(encoding="utf-8"), re.M
    )
    assert game is not None
    keys = game[1].split("\\n")
    return game[2], keys[: keys.index("quit")]


def record(command: str, keys: Sequence[str]) -> Iterator[Frame]:
    """Play at a terminal of its own, and tell what its screen shows: before each key, and with it."""
    import fcntl
    import pty
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", _ROWS, _COLUMNS, 0, 0))
    plain = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
    environment = plain | {"TERM": "xterm-256color", "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    yield from _typed(("$ ",), _wrap_command(command))
    with tempfile.TemporaryDirectory() as folder:
        playing = subprocess.Popen(
            [sys.executable, "-c", _PLAY, *shlex.split(command)[1:]],
            stdin=theirs, stdout=theirs, stderr=theirs, cwd=folder, env=environment,
        )  # fmt: skip
        os.close(theirs)
        try:
            for key in keys:
                yield from _typed(_shown(_read(ours)), [key])
                os.write(ours, f"{key}\n".encode())
            yield Frame(_shown(_read(ours)), 9)
        finally:
            playing.kill()
            playing.wait()
            os.close(ours)


def _read(terminal: int) -> str:
    """What is sent to the terminal until the program waits again: the last thing that it prints is a prompt."""
    sent = b""
    late = time.monotonic() + _PATIENCE
    while time.monotonic() < late:
        if select.select([terminal], [], [], 0.1)[0]:
            sent += os.read(terminal, 65536)
        else:
            text = sent.decode("utf-8", "replace").replace("\r\n", "\n")
            if text.endswith("\n> "):
                return text
    raise TimeoutError(f"the table never asked: {sent!r}")


def _shown(sent: str) -> tuple[str, ...]:
    """The lines of the screen: what has been sent since it was cleared, and no more than it holds."""
    lines = [line for line in sent.rpartition(_CLEAR)[2].rstrip("\n").split("\n") if _TIP not in line]
    return tuple(lines[-_ROWS:])


def _wrap_command(command: str) -> list[str]:
    """A command as lines of a terminal, broken before an option."""
    lines = [""]
    for part in re.split(r" (?=--)", command):
        if len(lines[-1]) + len(part) > _COLUMNS - 6:
            lines[-1] += " \\"
            lines.append("   ")
        lines[-1] += f" {part}" if lines[-1] else part
    return lines


def _typed(screen: tuple[str, ...], words: Sequence[str]) -> Iterator[Frame]:
    """A screen, and the same with what somebody types at its end."""
    yield Frame(screen, 2.2 if len(screen) > 1 else 0.8)
    text = screen[-1] + "\n".join(words)
    yield Frame((*screen[:-1], *text.split("\n")), 1.6)


_TERMINAL_STYLE = (
    "rect{fill:#16191f;stroke:#4a5160}"
    "text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;"
    "fill:#e4e6eb;white-space:pre}.bold{font-weight:700}.faint{fill:#9aa3b2}.red{fill:#ff8a80}.frame{visibility:hidden}"
)


def draw_recording(frames: Sequence[Frame], words: str) -> str:
    """Frames as a picture that plays one after the other; the last stands still for those who want no motion."""
    whole = sum(frame.seconds for frame in frames)
    lines = {
        line: number for number, line in enumerate(dict.fromkeys(line for frame in frames for line in frame.lines))
    }
    parts = [
        "<defs>",
        *(f'<text id="l{number}">{_spans(line)}</text>' for line, number in lines.items()),
        "</defs>",
    ]
    parts.append(f'<rect width="{_COLUMNS * _ACROSS_CELL + 24:g}" height="{_ROWS * _DOWN_CELL + 24}" rx="10"/>')
    style = [_TERMINAL_STYLE]
    begin = 0.0
    for number, frame in enumerate(frames):
        end = begin + frame.seconds
        moments = [f"{100 * begin / whole:.2f}%{{visibility:visible}}"]
        moments += [] if begin == 0 else ["0%{visibility:hidden}"]
        moments += [] if number == len(frames) - 1 else [f"{100 * end / whole:.2f}%{{visibility:hidden}}"]
        style.append(f"@keyframes k{number}{{{''.join(sorted(moments))}}}#f{number}{{animation-name:k{number}}}")
        uses = [
            f'<use href="#l{lines[line]}" x="12" y="{12 + (row + 1) * _DOWN_CELL - 4}"/>'
            for row, line in enumerate(frame.lines)
            if line
        ]
        parts.append(f'<g class="frame" id="f{number}">{"".join(uses)}</g>')
        begin = end
    style.append(f".frame{{animation:{whole:g}s step-end infinite}}")
    still = f".frame{{animation:none!important}}#f{len(frames) - 1}{{visibility:visible}}"
    style.append(f"@media(prefers-reduced-motion:reduce){{{still}}}")
    width, height = round(_COLUMNS * _ACROSS_CELL + 24), _ROWS * _DOWN_CELL + 24
    return make_svg(width, height, "A game at the terminal", words, "".join(style), parts)


def _spans(line: str) -> str:
    """A line in its colours; each word stands at its own column, however wide the type is."""
    parts, column, inks = [], 0, []
    for number, piece in enumerate(_INK.split(line)):
        if number % 2:
            inks = [_CLASSES[code] for code in piece.split(";") if code in _CLASSES] if piece.strip("0;") else []
            continue
        for word in re.finditer(r"\S+(?: \S+)*", piece):
            ink = f' class="{" ".join(inks)}"' if inks else ""
            place = (column + word.start()) * _ACROSS_CELL
            parts.append(f'<tspan x="{place:g}"{ink}>{escape(word[0])}</tspan>')
        column += len(piece)
    return "".join(parts)


def recording_picture() -> str:
    """The recording of a game."""
    command, keys = scripted_game()
    words = (
        "A round of Eleusis Express at the terminal. Rosa plays a card, guesses wrong, tries others, sees which "
        "are right, and finds the rule: the colours alternate."
    )
    return draw_recording(list(record(command, keys)), words)


# All of them


def make_svg(width: int, height: int, title: str, words: str, style: str, parts: Sequence[str]) -> str:
    """A picture with its name, and what it shows in words."""
    lines = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}">\n<title>{escape(title)}</title>\n<desc>{escape(words)}</desc>\n'
        f"<style>{style}</style>\n{lines}\n</svg>\n"
    )


DRAWN: dict[str, Callable[[], str]] = {"layout.svg": layout_picture, "terminal.svg": recording_picture}
"""Each picture of docs/pictures that is drawn, and what draws it."""


def stale() -> Iterator[str]:
    """The pictures that are not as they would be drawn."""
    for name, draw in DRAWN.items():
        path = PICTURES / name
        if not path.is_file() or path.read_text(encoding="utf-8") != draw():
            yield name
    if report_picture.sentences_in(report_picture.PATH.read_bytes()) != report_picture.verdict():
        yield report_picture.PATH.name


def main(argv: Sequence[str]) -> None:
    """Draw all pictures again, or say which are stale."""
    parser = argparse.ArgumentParser(prog="python -m bench pictures", description=__doc__)
    parser.add_argument("--check", action="store_true", help="say which are not as they would be drawn; draw none")
    if parser.parse_args(argv).check:
        if names := list(stale()):
            sys.exit(f"not as they would be drawn: {', '.join(names)}; run make pictures")
        return
    for name, draw in DRAWN.items():
        (PICTURES / name).write_text(draw(), encoding="utf-8")
    if find_spec("playwright") is None or find_spec("matplotlib") is None:
        sys.exit("report.png is left as it is: it takes pip install '.[browser,report]', and Chromium")
    report_picture.PATH.write_bytes(report_picture.take())
