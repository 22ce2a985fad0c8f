"""What a command refuses of its own line, once it has looked at it."""

from __future__ import annotations


class Misuse(Exception):
    """An option or an argument that can't be used; it is told as typer tells what is wrong with a line."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        """The option or the argument, as the line names it."""
