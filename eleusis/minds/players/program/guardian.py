"""The guardian: a small process of its own that starts one program, and sees that nothing of it stays behind.

It imports nothing of eleusis, since it is run as a script:
`python -I -S guardian.py LIFE REPORT PARENT FOLDER COMMAND…`. The program runs in FOLDER, which is removed when it
is over. It has the guardian's stdin, stdout and stderr, which the guardian lets go of; what passes there costs
nothing. LIFE is a pipe that eleusis holds open: anything on it, or its end, ends the program at once. Asked with
SIGTERM, the guardian ends the program with SIGTERM, and half a second later with SIGKILL. On REPORT it writes
`pid N`, and when the program is over `exit N`, `signal N`, or `start N` where it never began (N is the system's
number for why). If eleusis is killed, the system closes LIFE, and so the program is ended then too.

What ends is the program's process group: a process that has left it is no business of the guardian's.

A program may stop or kill its guardian. So Linux is asked to kill the program's group by itself when something
comes on LIFE, or its end, and the program when the guardian dies; and to wake the guardian when eleusis dies.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from contextlib import suppress

GRACE = 0.5
"""Seconds between SIGTERM and SIGKILL."""

_SET_PARENT_DEATH_SIGNAL = 1
"""Of prctl, in Linux."""


def ask_linux(option: int, value: int) -> None:
    """Set something for this process, as prctl does, where the system knows how."""
    if sys.platform == "linux":
        with suppress(ImportError, OSError, AttributeError):
            import ctypes  # here, since no other system needs it

            ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def kill_group_with(life: int) -> None:
    """Ask Linux to kill this process's group when something comes on LIFE, or its end."""
    if sys.platform == "linux":
        with suppress(ImportError, OSError):
            from fcntl import F_GETFL, F_SETFL, F_SETOWN, F_SETSIG, fcntl

            fcntl(life, F_SETOWN, -os.getpid())
            fcntl(life, F_SETSIG, signal.SIGKILL)
            fcntl(life, F_SETFL, fcntl(life, F_GETFL) | os.O_ASYNC)


def tell(report: int, text: str) -> None:
    """Write a line on REPORT, which nobody may read any more."""
    with suppress(OSError):
        os.write(report, f"{text}\n".encode())


def start(command: list[str], folder: str, life: int, report: int) -> int:
    """Start the program in a folder and a session of its own; its number."""
    pid = os.fork()
    if pid:
        return pid
    try:
        os.chdir(folder)
        os.setsid()
        ask_linux(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)
        kill_group_with(life)
        for number in (signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores them, and a program would inherit that
            signal.signal(number, signal.SIG_DFL)
        os.execvp(command[0], command)
    except OSError as error:
        tell(report, f"start {error.errno or 0}")
    finally:
        os._exit(127)


def send_signal(group: int, what: signal.Signals) -> None:
    """Send a signal to a process group, if there is such."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, what)


def reap(report: int, program: int) -> bool:
    """Whether the program has ended; if so, that is reported."""
    try:
        pid, status = os.waitpid(program, os.WNOHANG)
    except ChildProcessError:
        return True
    if pid:
        code = os.waitstatus_to_exitcode(status)
        tell(report, f"exit {code}" if code >= 0 else f"signal {-code}")
    return bool(pid)


def end_group(report: int, program: int) -> None:
    """Kill the program's group, and wait a second at most until the program is over."""
    send_signal(program, signal.SIGKILL)
    deadline = time.monotonic() + 1
    while not reap(report, program) and time.monotonic() < deadline:
        time.sleep(0.002)


def stay(life: int, report: int, parent: int, woken: int, program: int) -> None:
    """Wait until the program is over, or is to be ended now; asked for its end by SIGTERM, it has GRACE for it."""
    waiting = select.poll()
    waiting.register(life, select.POLLIN)
    waiting.register(woken, select.POLLIN)
    killed_at: float | None = None
    while True:
        # Once a second it looks whether the parent is gone: a fork of that may still hold LIFE.
        pause = 1.0 if killed_at is None else max(0.0, killed_at - time.monotonic())
        ready = dict(waiting.poll(int(pause * 1000) + 1))
        signals = b""
        if woken in ready:
            with suppress(BlockingIOError):
                signals = os.read(woken, 4096)
        if reap(report, program) or life in ready or os.getppid() != parent:
            return
        if killed_at is not None and time.monotonic() >= killed_at:
            return
        if signal.SIGTERM in signals and killed_at is None:
            killed_at = time.monotonic() + GRACE
            send_signal(program, signal.SIGTERM)


def remove(folder: str) -> None:
    """Remove the program's folder, with what it has left there."""
    try:
        os.rmdir(folder)  # noqa: PTH106  # as above
    except OSError:
        import shutil  # late: most leave nothing

        shutil.rmtree(folder, ignore_errors=True)


def main() -> None:
    """Start the program of the command line, and stay until it is over."""
    life, report, parent = (int(text) for text in sys.argv[1:4])
    os.set_inheritable(life, False)
    os.set_inheritable(report, False)
    woken, wake = os.pipe()
    os.set_blocking(woken, False)
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: None)  # it only wakes the poll in `stay`
    ask_linux(_SET_PARENT_DEATH_SIGNAL, signal.SIGCONT)
    folder = sys.argv[4]
    program = start(sys.argv[5:], folder, life, report)
    try:
        tell(report, f"pid {program}")
        nowhere = os.open(os.devnull, os.O_RDWR)
        for fd in (0, 1, 2):
            os.dup2(nowhere, fd)
        stay(life, report, parent, woken, program)
    finally:
        end_group(report, program)
        remove(folder)


if __name__ == "__main__":
    main()
