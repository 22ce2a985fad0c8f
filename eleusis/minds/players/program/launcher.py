"""Starts a program in a folder, such that its process group ends when eleusis does.

It imports nothing of eleusis, since it is run as a script, in a session of its own, and becomes the program:
`python -I -S launcher.py LIFE REPORT FOLDER COMMAND…`. LIFE is a pipe that eleusis holds open: Linux is asked to
kill the process group when that ends. Elsewhere the program is told by the end of its stdin only. Why it can't be
started is written on REPORT, as the system's number for it.
"""

from __future__ import annotations

import os
import signal
import sys


def kill_group_with(life: int) -> None:
    """Ask Linux to kill this process's group at the end of LIFE."""
    from fcntl import F_GETFL, F_SETFL, F_SETOWN, F_SETSIG, fcntl

    fcntl(life, F_SETOWN, -os.getpid())
    fcntl(life, F_SETSIG, signal.SIGKILL)
    fcntl(life, F_SETFL, fcntl(life, F_GETFL) | os.O_ASYNC)


def main() -> None:
    """Become the program of the command line."""
    life, report, folder = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    os.chdir(folder)
    if sys.platform == "linux":
        kill_group_with(life)
    os.set_inheritable(report, False)
    for number in (signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores them, and a program would inherit that
        signal.signal(number, signal.SIG_DFL)
    try:
        os.execvp(sys.argv[4], sys.argv[4:])
    except OSError as error:
        os.write(report, str(error.errno or 0).encode())
        sys.exit(127)


if __name__ == "__main__":
    main()
