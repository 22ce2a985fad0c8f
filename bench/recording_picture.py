"""A game at the terminal, recorded: the round of docs/first-evening.md, played at a terminal of its own.

What the screens show is what `eleusis play` prints there.
"""

from __future__ import annotations

import os
import re
import select
import shlex
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from attrs import frozen

from bench.svg import make_svg

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "first-evening.md"
_ACROSS_CELL, _DOWN_CELL = 8.4, 18
"""A character."""
_PATIENCE = 30
"""Seconds that a screen may take."""
_CLEAR = "\x1b[H\x1b[2J\x1b[3J"
_INK = re.compile(r"\x1b\[([0-9;]*)m")
_INK_OR_LETTER = re.compile(r"\x1b\[[0-9;]*m|.")
_CLASSES = {"1": "bold", "2": "faint", "31": "red"}
TIP = "eleusis[play]"
"""The table says so where the line editor is missing, as it is while it is recorded."""
_PLAY = """
import sys
sys.modules["prompt_toolkit"] = None  # plain lines are typed: what the terminal is sent is then what it shows
from eleusis.__main__ import run
run()
"""


@frozen
class Size:
    """How many characters a terminal shows."""

    columns: int
    rows: int


WIDE, NARROW = Size(80, 24), Size(40, 24)
"""A usual terminal, and one that fits on a phone."""


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


def record(size: Size, command: str, keys: Sequence[str]) -> Iterator[Frame]:
    """Play at a terminal of its own, and tell what its screen shows: before each key, and with it."""
    import fcntl
    import pty
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", size.rows, size.columns, 0, 0))
    plain = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
    environment = plain | {"TERM": "xterm-256color", "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    yield from _typed(("$ ",), _wrap_command(command, size))
    with tempfile.TemporaryDirectory() as folder:
        playing = subprocess.Popen(
            [sys.executable, "-c", _PLAY, *shlex.split(command)[1:]],
            stdin=theirs, stdout=theirs, stderr=theirs, cwd=folder, env=environment,
        )  # fmt: skip
        os.close(theirs)
        try:
            for key in keys:
                yield from _typed(show_screen(_read(ours), size), [key])
                os.write(ours, f"{key}\n".encode())
            yield Frame(show_screen(_read(ours), size), 9)
        finally:
            playing.kill()
            playing.wait()
            os.close(ours)


def _read(terminal: int) -> str:
    """What is sent to the terminal until the program waits again: the last thing that it prints is a prompt."""
    sent = b""
    late = time.monotonic() + _PATIENCE
    while select.select([terminal], [], [], max(0.0, late - time.monotonic()))[0]:
        sent += os.read(terminal, 65536)
        text = sent.decode("utf-8", "replace").replace("\r\n", "\n")
        if text.endswith("\n> "):
            return text
    raise TimeoutError(f"the table never asked: {sent!r}")


def show_screen(sent: str, size: Size) -> tuple[str, ...]:
    """The lines of the screen: what has been sent since it was cleared, and no more than it holds."""
    lines = sent.rpartition(_CLEAR)[2].rstrip("\n").split("\n")
    last = next((number for number, line in enumerate(lines) if TIP in line), None)
    if last is not None:
        first = max(number for number in range(last + 1) if re.match(r" {0,2}\S", lines[number]))
        del lines[first : last + 1]
    return tuple([piece for line in lines for piece in _fold(line, size)][-size.rows :])


def _fold(line: str, size: Size) -> list[str]:
    """A line as a terminal shows it: what is too long goes on below, wherever it is cut; colours hold on."""
    pieces, width, ink = [""], 0, ""
    for part in _INK_OR_LETTER.findall(line):
        if part.startswith("\x1b"):
            ink = part
        elif width == size.columns:
            pieces.append(ink)
            width = 1
        else:
            width += 1
        pieces[-1] += part
    return pieces


def _wrap_command(command: str, size: Size) -> list[str]:
    """A command as lines of a terminal, broken before an option."""
    lines = [""]
    for part in re.split(r" (?=--)", command):
        if len(lines[-1]) + len(part) > size.columns - 6:
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


def draw_recording(frames: Sequence[Frame], size: Size, words: str) -> str:
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
    width, height = round(size.columns * _ACROSS_CELL + 24), size.rows * _DOWN_CELL + 24
    parts.append(f'<rect width="{width}" height="{height}" rx="10"/>')
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


def recording_picture(size: Size) -> str:
    """The recording of a game, at a terminal of a size."""
    command, keys = scripted_game()
    words = (
        "A round of Eleusis Express at the terminal. Rosa plays a card, guesses wrong, tries others, sees which "
        "are right, and finds the rule: the colours alternate."
    )
    return draw_recording(list(record(size, command, keys)), size, words)
