"""One program at its pipes: started, written to, read from, ended; whatever it does, in bounded time and memory.

Nothing waits but in `poll`, and always with a deadline. Between eleusis and the program stand two pipes and nobody
else; a guardian beside them (guardian.py) sees that no process stays behind.
"""

from __future__ import annotations

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
from eleusis.minds.players.program.command import find_files

MAX_LINE = 1 << 20
"""The most bytes of a line that a program writes: 1 MiB."""
FAREWELL = 2.0
"""Seconds that a program has after its stdin was closed, before it is ended."""

_CHUNK = 1 << 16
_MAX_SHOWN = 200
_MAX_SHOWN_CHARACTERS = 1 << 16
_MAX_WIDTH = 500
_FLOOD = 1 << 20
_AWAKE = 0.0003
_LAST_LINES = 5
_LAST_WIDTH = 200
_WAIT_FOR_CAUSE = 1.0
_WAIT_FOR_GUARDIAN = 7.0

_GUARDIAN = os.path.join(os.path.dirname(__file__), "guardian.py")  # noqa: PTH118, PTH120  # pathlib costs 5 ms


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
        self._report = b""
        self._unguarded = False
        self._closed = True
        if os.name != "posix":
            raise self._error("not-started", "can't be started here: programs play under Linux and macOS, and WSL")
        if not argv:
            raise self._error("not-started", "can't be started: its command is empty")
        self._command = argv[0]
        life, self._life = os.pipe()
        self._report_fd, report = os.pipe()
        self._folder = ""
        try:
            self._folder = tempfile.mkdtemp(prefix="eleusis-bot-")
            guardian = [sys.executable or "python3", "-I", "-S", _GUARDIAN]
            command = [*guardian, str(life), str(report), str(os.getpid()), self._folder, *find_files(argv)]
            self._guardian = subprocess.Popen(
                command,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=(life, report),
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            for fd in (life, self._life, self._report_fd, report):
                os.close(fd)
            shutil.rmtree(self._folder, ignore_errors=True)
            raise self._error("not-started", f"can't be started: {quote(error)}") from None
        os.close(life)
        os.close(report)
        pipes = self._guardian
        assert pipes.stdin is not None
        assert pipes.stdout is not None
        assert pipes.stderr is not None
        self._stdin, self._stdout, self._stderr = (
            pipe.fileno() for pipe in (pipes.stdin, pipes.stdout, pipes.stderr)
        )
        for fd in (self._stdin, self._stdout, self._stderr, self._report_fd):
            os.set_blocking(fd, False)
        self._reading = select.poll()
        for fd in (self._stdout, self._stderr, self._report_fd):
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
            if self._look(pause * 1000):
                left = self._send(left)
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
            elif fd == self._stdin:
                takes = True
            elif self._take_report():
                self._die("was ended")
        if self._buffer:
            self._fail_unasked()
        return takes

    def _read(self, deadline: float, seconds: float) -> bytes:
        buffer, stdout = self._buffer, self._stdout
        poll = self._reading.poll
        pause = seconds
        # Most bots answer sooner than a process falls asleep and wakes: for so long it only lets others go first.
        awake = time.monotonic() + min(seconds, _AWAKE)
        ready = poll(0)
        while not ready and time.monotonic() < awake:
            os.sched_yield()
            ready = poll(0)
        while True:
            over = False
            for fd, _ in ready or poll(pause * 1000):
                if fd == stdout:
                    over |= not self._take_output()
                elif fd == self._stderr:
                    self._take_errors()
                else:
                    over |= self._take_report()
            if over:  # it may have answered before
                while len(buffer) <= MAX_LINE and self._take_output():
                    pass
            if buffer:
                end = buffer.find(b"\n")
                if end > MAX_LINE or (end < 0 and len(buffer) > MAX_LINE):
                    start = bytes(buffer[:_MAX_WIDTH])
                    buffer.clear()
                    self.fail("too-long", f"wrote a line of more than {MAX_LINE:,} bytes: {quote_bytes(start)}")
                if end >= 0:
                    line = bytes(buffer[:end])
                    if end + 1 < len(buffer):
                        self._fail_unasked(line)
                    buffer.clear()
                    return line
            if over:
                self._die("closed its stdout")
            ready = []
            pause = deadline - time.monotonic()
            if pause <= 0:
                self.fail("late", f"didn't answer within {seconds:g} s")

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

    def _take_report(self) -> bool:
        """What the guardian says; whether the program is over, or its guardian is."""
        try:
            data = os.read(self._report_fd, 4096)
        except BlockingIOError:
            return False
        self._report += data
        self._unguarded |= not data
        return self._unguarded or self._is_over

    def _die(self, otherwise: str) -> NoReturn:
        """Raises the PlayerError of a program that can't answer any more: why, if the guardian knows it."""
        self._wait_for_cause(_WAIT_FOR_CAUSE)
        facts = dict(line.split() for line in self._report.decode("ascii").splitlines() if line.count(" ") == 1)
        if "start" in facts:
            why = os.strerror(int(facts["start"]))
            self.fail("not-started", f"can't be started: {quote(self._command)}: {why}")
        if "exit" in facts:
            self.fail("died", f"ended, with exit code {facts['exit']}")
        if "signal" in facts:
            self.fail("died", f"was ended by {name_signal(int(facts['signal']))}")
        if self._unguarded:
            self.fail("died", "lost its guardian, the process that makes sure it ends, and so was ended")
        self.fail("died", otherwise)

    def _wait_for_cause(self, seconds: float) -> bool:
        """Wait until the guardian reports that the program is over; whether it did in this time."""
        deadline = time.monotonic() + seconds
        waiting = select.poll()
        waiting.register(self._report_fd, select.POLLIN)
        while (pause := deadline - time.monotonic()) > 0 and not self._is_over:
            if waiting.poll(min(pause, 0.05) * 1000) and self._take_report():
                break
            while self._errors.taken <= _FLOOD and self._take_errors():
                pass
        return self._is_over

    @property
    def _is_over(self) -> bool:
        return b"exit" in self._report or b"signal" in self._report

    def dismiss(self, farewell: bytes) -> None:
        """Send a last line, and close its stdin: from now on it has two seconds."""
        if self._closed or self._dismissed_at is not None:
            return
        with suppress(OSError):
            os.write(self._stdin, farewell)
        self._close_stdin()
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
                ended = self._wait_for_cause(self._dismissed_at + FAREWELL - time.monotonic())
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
        guardian = self._guardian
        try:
            if patient:
                guardian.send_signal(signal.SIGTERM)
            else:
                with suppress(OSError):
                    os.write(self._life, b"k")
            guardian.send_signal(signal.SIGCONT)  # the program may have stopped it
            try:
                guardian.wait(_WAIT_FOR_GUARDIAN)
            except subprocess.TimeoutExpired:
                guardian.kill()
                guardian.wait()
            with suppress(OSError):
                self._take_report()
            pid = next((int(line[4:]) for line in self._report.splitlines() if line.startswith(b"pid ")), 0)
            if guardian.returncode != 0 and pid and not self._is_over:  # the program, say, has killed it
                with suppress(OSError):
                    os.killpg(pid, signal.SIGKILL)
            while self._errors.taken <= _FLOOD and self._take_errors():
                pass
            self._errors.end()
        finally:
            self._close_pipes()
            shutil.rmtree(self._folder, ignore_errors=True)  # where the guardian was killed, it is still there

    def _close_stdin(self) -> None:
        assert self._guardian.stdin is not None
        self._guardian.stdin.close()

    def _close_pipes(self) -> None:
        self._closed = True
        _LIVING.discard(self)
        for pipe in (self._guardian.stdin, self._guardian.stdout, self._guardian.stderr):
            assert pipe is not None
            pipe.close()
        os.close(self._life)
        os.close(self._report_fd)

    def forget(self) -> None:
        """In a process that was forked off: it has nothing to do with the program of its parent."""
        self._guardian.returncode = 0
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
