"""One program at its pipes: started, written to, read from, ended; whatever it does, in bounded time and memory.

Nothing waits but in `poll`, and always with a deadline. The program has a process group of its own, which ends with
it; launcher.py sees that this is so even where eleusis is killed.
"""

from __future__ import annotations

import errno
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NoReturn
from weakref import WeakSet

from eleusis.ground.errors import PlayerError, quote, visible
from eleusis.minds.players.program.command import find_files, missing_script

MAX_LINE = 1 << 20
"""The most bytes of a line that a program writes: 1 MiB."""
FAREWELL = 2.0
"""Seconds that a program has after its stdin was closed, before it is ended."""

_CHUNK = 1 << 16
_MAX_SHOWN = 200
_MAX_SHOWN_CHARACTERS = 1 << 16
_MAX_WIDTH = 500
_FLOOD = 1 << 20
_LAST_LINES = 5
_LAST_WIDTH = 200
_WAIT_FOR_CAUSE = 1.0
_GRACE = 0.5
"""Seconds between SIGTERM and SIGKILL."""
_GLANCE = 0.05
"""Seconds after which it is asked again whether the program is over: another may hold its stdout open."""

_LAUNCHER = os.path.join(os.path.dirname(__file__), "launcher.py")  # noqa: PTH118, PTH120  # pathlib costs 5 ms


class ErrorLines:
    """What a program writes to its stderr: passed on line by line, bounded, and the last lines kept.

    Between two questions at most 200 lines and 64 KiB are passed on, each line cut at 500 characters.
    """

    def __init__(self, pass_on: Callable[[str], None]) -> None:
        self._pass_on = pass_on
        self._rest = b""
        self._room = [_MAX_SHOWN, _MAX_SHOWN_CHARACTERS]
        self.taken = 0
        """How many bytes have come since the last question."""
        self.last: deque[str] = deque(maxlen=_LAST_LINES)
        """The last lines that are not blank."""

    def begin_anew(self) -> None:
        """A question is asked: as many lines may be passed on again."""
        if self.taken:
            self.taken = 0
            self._room = [_MAX_SHOWN, _MAX_SHOWN_CHARACTERS]

    def take(self, data: bytes) -> None:
        """Some of what it writes."""
        self.taken += len(data)
        *lines, rest = (self._rest + data).split(b"\n")
        if len(lines) > _MAX_SHOWN + _LAST_LINES:  # no more are shown, and the last are kept
            lines[_MAX_SHOWN + 1 : -_LAST_LINES] = []
        for line in lines:
            self._show(line)
        self._rest = rest[-_CHUNK:]

    def end(self) -> None:
        """Nothing more comes."""
        if self._rest:
            self._show(self._rest)
            self._rest = b""

    def _show(self, raw: bytes) -> None:
        text = raw[: 4 * _MAX_WIDTH].decode("utf-8", "replace").rstrip().expandtabs(4)
        line = visible(text[:_MAX_WIDTH]) + ("…" if len(raw) > 4 * _MAX_WIDTH or len(text) > _MAX_WIDTH else "")
        if line:
            self.last.append(line)
        room = self._room
        if room[0] > 0 and room[1] >= len(line):
            room[0] -= 1
            room[1] -= len(line)
            self._pass_on(line)
        elif room[0] >= 0:
            room[0] = -1
            self._pass_on("… (more of its stderr is not shown until it is asked again)")


class ProgramProcess:
    """A program that is asked a line at a time, and answers with a line. It runs in an empty folder of its own.

    `who` names it in errors, and `pass_on` is given each line of its stderr. Every error is a PlayerError, and the
    program has been ended when it is raised.
    """

    def __init__(self, argv: Sequence[str], who: str, pass_on: Callable[[str], None]) -> None:
        """Starts the program. Raises PlayerError (`player/not-started`) where that can be told at once."""
        self._who = who
        self._errors = ErrorLines(pass_on)
        self._buffer = bytearray()
        self._closed = True
        if os.name != "posix":
            raise self._error("not-started", "can't be started here: programs play under Linux and macOS, and WSL")
        if not argv:
            raise self._error("not-started", "can't be started: its command is empty")
        self._argv = tuple(argv)
        life, self._life = os.pipe()
        self._report, report = os.pipe()
        self._folder = ""
        try:
            self._folder = tempfile.mkdtemp(prefix="eleusis-bot-")
            launcher = [sys.executable or "python3", "-I", "-S", _LAUNCHER, str(life), str(report), self._folder]
            self._process = subprocess.Popen(
                [*launcher, *find_files(argv)],
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=(life, report),
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            os.close(self._life)
            os.close(self._report)
            shutil.rmtree(self._folder, ignore_errors=True)
            raise self._error("not-started", f"can't be started: {quote(error)}") from None
        finally:
            os.close(life)
            os.close(report)
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._stdin, self._stdout, self._stderr = (pipe.fileno() for pipe in pipes if pipe is not None)
        for fd in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(fd, False)
        self._reading = select.poll()
        for fd in (self._stdout, self._stderr):
            self._reading.register(fd, select.POLLIN)
        self._dismissed_at: float | None = None
        self._closed = False
        _LIVING.add(self)

    @property
    def closed(self) -> bool:
        """Whether it has been ended."""
        return self._closed

    # What it is asked, and answers.

    def ask(self, message: bytes, seconds: float) -> bytes:
        """Send a line, with its line end, and return the line that answers it, without.

        Raises PlayerError: `player/unasked` where it has written before it was asked, or more than a line,
        `player/late`, `player/died`, `player/too-long`.
        """
        deadline = time.monotonic() + seconds
        self._write(message, deadline, seconds)
        return self._read(deadline, seconds)

    def tell(self, message: bytes, seconds: float) -> None:
        """Send a line that is not answered. Raises PlayerError as `ask` does."""
        self._write(message, time.monotonic() + seconds, seconds)

    def _write(self, message: bytes, deadline: float, seconds: float) -> None:
        if self._closed:
            raise self._error("died", "has been ended")
        self._errors.begin_anew()
        self._look(0)
        left = self._send(memoryview(message))
        if not left:
            return
        # It reads slowly or not at all; what it writes meanwhile is seen to, or it might wait for us.
        self._reading.register(self._stdin, select.POLLOUT)
        while left:
            pause = deadline - time.monotonic()
            if pause <= 0:
                self.fail("late", f"didn't read what it was sent within {seconds:g} s")
            if self._look(min(pause, _GLANCE) * 1000):
                left = self._send(left)
            elif self._is_over:
                self._die("was ended")
        self._reading.unregister(self._stdin)

    def _send(self, message: memoryview) -> memoryview:
        """Write what its stdin takes now; what is left. Raises PlayerError where it has closed that."""
        try:
            return message[os.write(self._stdin, message) :]
        except BlockingIOError:
            return message
        except BrokenPipeError:
            self._die("closed its stdin")

    def _look(self, milliseconds: float) -> bool:
        """See to what has come that is no answer; whether its stdin, where that is waited for, takes something.

        Raises PlayerError where it wrote a line that nobody asked for, or is over.
        """
        takes = False
        for fd, _ in self._reading.poll(milliseconds):
            if fd == self._stdout:
                if not self._take_output():
                    self._die("closed its stdout")
            elif fd == self._stderr:
                self._take_errors()
            else:
                takes = True
        if self._buffer:
            self._fail_unasked()
        return takes

    def _read(self, deadline: float, seconds: float) -> bytes:
        while True:
            pause = min(deadline - time.monotonic(), _GLANCE)
            over = self._is_over
            for fd, _ in self._reading.poll(max(pause, 0) * 1000):
                if fd == self._stdout:
                    over |= not self._take_output()
                else:
                    self._take_errors()
            if over:  # it may have answered before
                while len(self._buffer) <= MAX_LINE and self._take_output():
                    pass
            if (line := self._take_line()) is not None:
                return line
            if over:
                self._die("closed its stdout")
            if pause <= 0:
                self.fail("late", f"didn't answer within {seconds:g} s")

    def _take_line(self) -> bytes | None:
        """Its answer, if all of it has come. Raises PlayerError for one that is too long, and for more than one."""
        buffer = self._buffer
        end = buffer.find(b"\n")
        if end > MAX_LINE or (end < 0 and len(buffer) > MAX_LINE):
            start = bytes(buffer[:_MAX_WIDTH])
            buffer.clear()
            self.fail("too-long", f"wrote a line of more than {MAX_LINE:,} bytes: {quote_bytes(start)}")
        if end < 0:
            return None
        line = bytes(buffer[:end])
        if end + 1 < len(buffer):
            self._fail_unasked(line)
        buffer.clear()
        return line

    def _take_output(self) -> bool:
        """What it has written, as far as a chunk goes; whether that was anything."""
        try:
            data = os.read(self._stdout, _CHUNK)
        except BlockingIOError:
            return False
        self._buffer += data
        return bool(data)

    def _take_errors(self) -> bool:
        try:
            data = os.read(self._stderr, _CHUNK)
        except BlockingIOError:
            return False
        if not data:
            with suppress(KeyError):  # a second time
                self._reading.unregister(self._stderr)
            return False
        self._errors.take(data)
        if self._errors.taken > _FLOOD:
            time.sleep(0.01)  # so it may go on, and takes no processor from others
        return True

    def _fail_unasked(self, answer: bytes | None = None) -> NoReturn:
        raw = bytes(self._buffer[0 if answer is None else len(answer) + 1 :][:_MAX_WIDTH])
        text = quote_bytes(raw.partition(b"\n")[0])
        if answer is None:
            self.fail("unasked", f"wrote a line before it was asked: {text}")
        self.fail("unasked", f"wrote more than one line for an answer: {quote_bytes(answer)}, and then {text}")

    # How it ends.

    def fail(self, code: str, what: str) -> NoReturn:
        """End it, and raise the PlayerError that says what it did, with its last lines on stderr."""
        self.kill()
        raise self._error(code, what)

    def _error(self, code: str, what: str) -> PlayerError:
        last = " | ".join(line[:_LAST_WIDTH] for line in self._errors.last)
        return PlayerError(
            f"player/{code}", f"{self._who} {what}" + (f"; its stderr ended: {last}" if last else "")
        )

    def _die(self, otherwise: str) -> NoReturn:
        """Raises the PlayerError of a program that can't answer any more, with why, if that is known."""
        self._wait_for_end(_WAIT_FOR_CAUSE)
        code = self._process.returncode
        if code is None:
            self.fail("died", otherwise)
        if code < 0:
            self.fail("died", f"was ended by {name_signal(-code)}")
        if why := os.read(self._report, 16) if code == 127 else b"":
            self.fail("not-started", f"can't be started: {self._explain(int(why))}")
        script = missing_script(self._argv) if code else None
        reason = "" if script is None else f": there is no {quote(script)} where you started eleusis"
        self.fail("died", f"ended, with exit code {code}{reason}")

    def _explain(self, why: int) -> str:
        """Why the system couldn't start the program, and how it can where its file is here."""
        program = self._argv[0]
        if why == errno.ENOENT and "/" not in program and os.path.isfile(program):  # noqa: PTH113  # any text
            name = visible(program)
            return f"PATH has no program {quote(name)}: for the file here, write ./{name} or python3 {name}"
        return f"{quote(program)}: {os.strerror(why)}"

    def _wait_for_end(self, seconds: float) -> bool:
        """Wait until the program is over; whether it is within this time."""
        deadline = time.monotonic() + seconds
        errors = select.poll()
        errors.register(self._stderr, select.POLLIN)
        while not self._is_over and (pause := deadline - time.monotonic()) > 0:
            if not errors.poll(min(pause, _GLANCE) * 1000) or not self._take_errors():
                time.sleep(0.001)
        return self._is_over

    @property
    def _is_over(self) -> bool:
        return self._process.poll() is not None

    def dismiss(self, farewell: bytes) -> None:
        """Send a last line, and close its stdin: from now on it has two seconds."""
        if self._closed or self._dismissed_at is not None:
            return
        with suppress(OSError):
            os.write(self._stdin, farewell)
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._dismissed_at = time.monotonic()

    def close(self) -> bool:
        """Wait for the end of a program that was dismissed, at most two seconds, and end what is left of it.

        Whether it had ended by itself.
        """
        if self._closed:
            return True
        patient = ended = False
        try:
            if self._dismissed_at is not None:
                self._errors.begin_anew()
                ended = self._wait_for_end(self._dismissed_at + FAREWELL - time.monotonic())
                patient = True
        finally:
            self._end(patient)
        return ended

    def kill(self) -> None:
        """End it at once, with all that it has started."""
        if not self._closed:
            self._end(patient=False)

    def _end(self, patient: bool) -> None:
        self._closed = True
        try:
            if patient and not self._is_over:
                self._signal(signal.SIGTERM)
                self._wait_for_end(_GRACE)
            self._signal(signal.SIGKILL)
            self._wait_for_end(_WAIT_FOR_CAUSE)
            while self._errors.taken <= _FLOOD and self._take_errors():
                pass
            self._errors.end()
        finally:
            self._close_pipes()
            shutil.rmtree(self._folder, ignore_errors=True)

    def _signal(self, what: signal.Signals) -> None:
        """Send a signal to all of its process group."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, what)

    def _close_pipes(self) -> None:
        self._closed = True
        _LIVING.discard(self)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            assert pipe is not None
            pipe.close()
        os.close(self._life)
        os.close(self._report)

    def forget(self) -> None:
        """In a process that was forked off: it has nothing to do with the program of its parent."""
        self._process.returncode = 0
        self._close_pipes()

    def __del__(self) -> None:
        if not getattr(self, "_closed", True):
            self.kill()


def quote_bytes(raw: bytes) -> str:
    """What a program wrote, for a message: whatever it is, on one line, and short."""
    return quote(raw[:_MAX_WIDTH].decode("utf-8", "replace"))


def name_signal(number: int) -> str:
    """The name of a signal with its number."""
    try:
        return f"{signal.Signals(number).name} (signal {number})"
    except ValueError:
        return f"signal {number}"


_LIVING: WeakSet[ProgramProcess] = WeakSet()
"""The programs that this process has started, and that are not over."""


def _forget_all() -> None:
    for process in list(_LIVING):
        process.forget()


if hasattr(os, "register_at_fork"):  # where it isn't, there is no fork either
    os.register_at_fork(after_in_child=_forget_all)
