"""The exit codes of every command, and of the errors that end one."""

FINE = 0
FINDING = 1
"""An expectation failed, an illegal move, a misjudgement, things that differ."""
BAD_INPUT = 2
"""Input, options or files that can't be used; also output that can't be written."""
BUG = 70
"""A mistake of this program itself."""
INTERRUPTED = 130
"""Stopped by Ctrl-C."""
