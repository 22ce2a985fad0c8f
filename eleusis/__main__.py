"""`python -m eleusis`, and the command `eleusis`: the command line, also where Ctrl-C comes before it has begun."""

from __future__ import annotations

import sys

from eleusis.ground.exits import INTERRUPTED


def run() -> None:
    """Run the command line, and leave with its exit code; 130 also where it is interrupted before it has begun."""
    try:
        from eleusis.doors.cli import main
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        sys.exit(INTERRUPTED)
    sys.exit(main())


if __name__ == "__main__":
    run()
