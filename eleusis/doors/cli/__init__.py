"""The command line: one thin file per group of commands; `common/framework.py` leads a line to its command."""

from __future__ import annotations

import gc
import os
import sys

from eleusis.doors.cli.common.output import prepare_streams, silence_stdout
from eleusis.ground import exits as exits  # commands and tests know them by `eleusis.doors.cli`

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(args: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code; whatever goes wrong is a sentence on stderr.

    A reader that goes away (`| head`) is no error: the exit is quiet and 0.
    """
    # A command makes few cycles and many small values: collecting less often saves a twentieth of its time. What
    # the imports of a replay make stays below this, so that one game ends before anything is collected.
    gc.set_threshold(150_000)
    before = sys.stdout, sys.stderr
    prepare_streams()
    try:
        code = _run(args)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return _say_interrupted()
    except BrokenPipeError:
        silence_stdout()
        return exits.FINE
    except Exception as error:
        return _report(error)
    finally:
        sys.stdout, sys.stderr = before  # a caller from Python has streams of its own


def _run(args: Sequence[str] | None) -> int:
    from eleusis.doors.cli.common.framework import command_line  # late: Ctrl-C while it is imported is told as such

    try:
        command_line()(args=args, prog_name="eleusis")
    except SystemExit as stop:
        if isinstance(stop.__context__, BrokenPipeError):
            raise stop.__context__ from None
        if stop.code == exits.INTERRUPTED:
            return _say_interrupted()
        return stop.code if isinstance(stop.code, int) else exits.FINE
    return exits.FINE


def _say_interrupted() -> int:
    print("interrupted", file=sys.stderr)
    return exits.INTERRUPTED


def _report(error: Exception) -> int:
    """Says an error on stderr; returns the exit code. With ELEUSIS_DEBUG a mistake in a program is raised."""
    from eleusis.ground.errors import EleusisError, PlayerError, visible

    if isinstance(error, PlayerError) and error.__cause__ is not None and os.environ.get("ELEUSIS_DEBUG"):
        raise error
    if isinstance(error, EleusisError):
        code, message = error.exit_code, str(error)
    elif isinstance(error, OSError):
        silence_stdout()
        where = f"{visible(str(error.filename))}: " if error.filename else ""
        code, message = exits.BAD_INPUT, f"eleusis: {where}{error.strerror or error}"
    elif os.environ.get("ELEUSIS_DEBUG"):
        raise error
    else:
        silence_stdout()
        what = visible(f"{type(error).__name__}: {error}".splitlines()[0][:200])
        code, message = exits.BUG, f"eleusis: a bug in eleusis itself ({what}); ELEUSIS_DEBUG=1 shows where"
    try:
        sys.stdout.flush()
    except OSError:
        silence_stdout()
    print(message, file=sys.stderr)
    return code
