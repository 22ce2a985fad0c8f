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
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import IO, NoReturn

from eleusis.ground.errors import PlayerError, quote, visible
from eleusis.minds.players.program.command import find_files, missing_script

MAX_LINE = 1 << 20
"""The most bytes of a line that a program writes: 1 MiB."""
FAREWELL = 2.0
"""Seconds that a program has after its stdin was closed, before it is ended."""

_CHUNK = 1 << 16
_MAX_SHOWN = 200
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

    Between two questions at most 200 lines are passed on, each cut at 500 characters.
    """

    def __init__(self, pass_on: Callable[[str], None]) -> None:
        self._pass_on = pass_on
        self._begun = b""
        self.taken = self._shown = 0
        """How many bytes have come since the last question, and how many lines were passed on."""
        self.last: deque[str] = deque(maxlen=_LAST_LINES)
        """The last lines that are not blank."""

    def begin_anew(self) -> None:
        """A question is asked: as many lines may be passed on again."""
        self.taken = self._shown = 0

    def take(self, data: bytes) -> None:
        """Some of what it writes."""
        self.taken += len(data)
        *lines, begun = (self._begun + data).split(b"\n")
        if len(lines) > _MAX_SHOWN + _LAST_LINES:  # no more are shown, and the last are kept
            lines[_MAX_SHOWN + 1 : -_LAST_LINES] = []
        for line in lines:
            self._show(line)
        self._begun = begun[-_CHUNK:]

    def end(self) -> None:
        """Nothing more comes."""
        if self._begun:
            self._show(self._begun)
            self._begun = b""

    def _show(self, raw: bytes) -> None:
        text = raw[: 4 * _MAX_WIDTH].decode("utf-8", "replace").rstrip().expandtabs(4)
        line = visible(text[:_MAX_WIDTH]) + ("…" if len(raw) > 4 * _MAX_WIDTH or len(text) > _MAX_WIDTH else "")
        if line:
            self.last.append(line)
        self._shown += 1
        if self._shown <= _MAX_SHOWN:
            self._pass_on(line)
        elif self._shown == _MAX_SHOWN + 1:
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
        self._pid = os.getpid()
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
            self._let_go(())
            raise self._error("not-started", f"can't be started: {quote(error)}") from None
        finally:
            os.close(life)
            os.close(report)
        self._pipes = [pipe for pipe in (self._process.stdin, self._process.stdout, self._process.stderr) if pipe]
        self._stdin, self._stdout, self._stderr = [pipe.fileno() for pipe in self._pipes]
        self._reading, self._writing = select.poll(), select.poll()
        for fd in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(fd, False)
            self._writing.register(fd, select.POLLOUT if fd == self._stdin else select.POLLIN)
        for fd in (self._stdout, self._stderr):
            self._reading.register(fd, select.POLLIN)
        self._dismissed_at: float | None = None
        self._closed = False

    @property
    def closed(self) -> bool:
        """Whether it has been ended, or is no business of this process, which was forked off."""
        return self._closed or os.getpid() != self._pid

    # What it is asked, and answers.

    def ask(self, message: bytes, seconds: float) -> bytes:
        """Send a line, with its line end, and return the line that answers it, without.

        Raises PlayerError: `player/unasked` where it has written before it was asked, or more than a line,
        `player/late`, `player/died`, `player/too-long`.
        """
        deadline = time.monotonic() + seconds
        self._write(message, deadline, seconds)
        while True:
            going_on = self._listen(self._reading, deadline)
            if (line := self._take_line()) is not None:
                return line
            if not going_on:
                self._die()
            if time.monotonic() >= deadline:
                self.fail("late", f"didn't answer within {seconds:g} s")

    def tell(self, message: bytes, seconds: float) -> None:
        """Send a line that is not answered. Raises PlayerError as `ask` does."""
        self._write(message, time.monotonic() + seconds, seconds)

    def be_silent(self, seconds: float) -> None:
        """Wait for so long. Raises PlayerError where it writes a line meanwhile that nobody asked for."""
        going_on = self._listen(self._reading, time.monotonic() + seconds)
        if self._buffer:
            self._fail_unasked()
        if not going_on:
            self._die()

    def _write(self, message: bytes, deadline: float, seconds: float) -> None:
        if self.closed:
            raise self._error("died", "has been ended")
        self._errors.begin_anew()
        self.be_silent(0)
        left = memoryview(message)
        while True:
            try:
                left = left[os.write(self._stdin, left) :]
            except BlockingIOError:
                pass
            except BrokenPipeError:
                self._die("closed its stdin")
            if not left:
                return
            # It reads slowly or not at all; what it writes meanwhile is seen to, or it might wait for us.
            if time.monotonic() >= deadline:
                self.fail("late", f"didn't read what it was sent within {seconds:g} s")
            if not self._listen(self._writing, deadline):
                self._die()
            if self._buffer:
                self._fail_unasked()

    def _listen(self, poll: select.poll, deadline: float) -> bool:
        """Take in what has come by the deadline, or soon; whether more can come."""
        going_on = not self._is_over  # asked first: what it wrote before its end is still taken in
        pause = min(deadline - time.monotonic(), _GLANCE)
        for fd, _ in poll.poll(max(pause, 0) * 1000):
            if fd == self._stdout:
                going_on &= self._take_output()
            elif fd == self._stderr:
                self._take_errors()
        while not going_on and len(self._buffer) <= MAX_LINE and self._take_output():
            pass
        return going_on

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
            for poll in (self._reading, self._writing):
                with suppress(KeyError):  # a second time
                    poll.unregister(self._stderr)
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

    def _die(self, otherwise: str = "closed its stdout") -> NoReturn:
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
        while not self._is_over and time.monotonic() < deadline:
            if not self._take_errors():
                time.sleep(0.001)
        return self._is_over

    @property
    def _is_over(self) -> bool:
        return self._process.poll() is not None

    def dismiss(self, farewell: bytes) -> None:
        """Send a last line, and close its stdin: from now on it has two seconds."""
        if self.closed or self._dismissed_at is not None:
            return
        with suppress(OSError):
            os.write(self._stdin, farewell)
        self._pipes[0].close()
        self._dismissed_at = time.monotonic()

    def close(self) -> bool:
        """Wait for the end of a program that was dismissed, at most two seconds, and end what is left of it.

        Whether it had ended by itself.
        """
        if self.closed:
            return True
        ended = False
        try:
            if self._dismissed_at is not None:
                self._errors.begin_anew()
                ended = self._wait_for_end(self._dismissed_at + FAREWELL - time.monotonic())
                if not ended:
                    self._signal(signal.SIGTERM)
                    self._wait_for_end(_GRACE)
        finally:
            self.kill()
        return ended

    def kill(self) -> None:
        """End it at once, with all of its process group."""
        if self.closed:
            return
        self._closed = True
        try:
            self._signal(signal.SIGKILL)
            self._wait_for_end(_WAIT_FOR_CAUSE)
            while self._errors.taken <= _FLOOD and self._take_errors():
                pass
            self._errors.end()
        finally:
            self._let_go(self._pipes)

    def _signal(self, what: signal.Signals) -> None:
        """Send a signal to all of its process group."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, what)

    def _let_go(self, pipes: Iterable[IO[bytes]]) -> None:
        """Close all that is held open for it, and remove its folder."""
        for pipe in pipes:
            pipe.close()
        os.close(self._life)
        os.close(self._report)
        shutil.rmtree(self._folder, ignore_errors=True)

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
