"""Completion in the shell: commands, options and values, as typer answers them, for lines that are plain so far.

The shell calls the program with what has been typed in its environment; the scripts that do so are typer's
(`eleusis --install-completion`).
"""

from __future__ import annotations

import os

from eleusis import exits
from eleusis.cli.front.kept import entries, fetch

TYPE_CHECKING = False  # as `typing` has it
if TYPE_CHECKING:
    from collections.abc import Callable

    from eleusis.cli.front.kept import Entry, Word

Item = tuple[str, str]
"""What may stand there, and what is said of it: empty for nothing."""

_ODD = ("TERMINAL_WIDTH", "TERM_PROGRAM_WIDTH")
"""Variables by which typer's output is set in other ways."""


def complete(instruction: str) -> tuple[str, int] | None:
    """What is printed for a shell and the exit code, such as for `complete_bash`; None where typer must answer."""
    shell = instruction.removeprefix("complete_")
    if instruction == shell or shell not in ("bash", "zsh", "fish") or any(map(os.environ.get, _ODD)):
        return None
    typed = _typed_so_far(shell)
    items = None if typed is None else _items(*typed)
    if items is None:
        return None
    if shell == "bash":
        return "\n".join(value for value, _ in items) + "\n", exits.FINE
    if shell == "fish":
        return _for_fish(items)
    shown = [_in_zsh(*item) for item in items]
    if None in shown:
        return None
    return ("_arguments '*: :((" + "\n".join(map(str, shown)) + "))'" if items else "_files") + "\n", exits.FINE


def _typed_so_far(shell: str) -> tuple[list[str], str] | None:
    """The words that are complete, the program's name left out, and the last, which isn't; None if not plain."""
    line = os.environ.get("COMP_WORDS" if shell == "bash" else "_TYPER_COMPLETE_ARGS", "")
    if not line.isascii() or not line.replace("\n", " ").isprintable() or set(line) & set("'\"\\"):
        return None  # quotes are read as a shell reads them
    words = line.split()
    if shell == "bash":
        cursor = os.environ.get("COMP_CWORD", "")
        if not cursor.isdecimal() or not cursor.isascii() or cursor == "0":
            return None
        number = int(cursor)
        return words[1:number], words[number] if number < len(words) else ""
    words = words[1:]
    if words and not line.endswith(" "):
        return words[:-1], words[-1]
    return words, ""


def _items(typed: list[str], unfinished: str) -> list[Item] | None:
    """What may stand where the line is unfinished; None where typer must say."""
    commands = list(entries())
    path: list[str] = []
    for word in typed[:2]:
        if any(words == [*path, word] for words, _ in commands):
            path.append(word)
        else:
            break
    below = [(words[-1], entry) for words, entry in commands if words and words[:-1] == path]
    if below and len(typed) > len(path):
        return None  # an option before the command, or no command of this name
    entry = next(entry for words, entry in commands if words == path)
    return _items_of(entry, below, typed[len(path) :], unfinished)


def _items_of(entry: Entry, below: list[tuple[str, Entry]], rest: list[str], unfinished: str) -> list[Item] | None:
    """The same for a command, or a group with commands `below` it, behind the words that are complete."""
    words = entry.words()
    by_option = {option: word for word in words for option in word.options}
    given, arguments, open_option = _read_rest(rest, by_option)
    if given is None:
        return None
    if unfinished == "=":
        unfinished = ""
    elif "=" in unfinished and unfinished.startswith("-"):
        option, _, unfinished = unfinished.partition("=")
        if unfinished.startswith("-") or option not in by_option or open_option is not None:
            return None
        if by_option[option].kind != ["flag"]:
            return _values(by_option[option], unfinished)
        return None
    if unfinished.startswith("-"):
        return [
            (option, word.help)
            for word in words
            if word.name not in given or "many" in word.traits
            for option in word.options
            if option.startswith(unfinished)
        ]
    if open_option is not None:
        return _values(open_option, unfinished)
    for word in words:
        if not word.options:
            if not arguments or "many" in word.traits:
                return _values(word, unfinished)
            arguments -= 1
    return [(name, inner.short) for name, inner in below if name.startswith(unfinished)]


def _read_rest(rest: list[str], by_option: dict[str, Word]) -> tuple[set[str] | None, int, Word | None]:
    """The options that have been given, how many arguments, and the option that waits for its value.

    Where the words aren't plain, no set is returned.
    """
    given: set[str] = set()
    arguments = 0
    waiting: Word | None = None
    for text in rest:
        if waiting is not None:
            if text.startswith("-"):
                return None, 0, None
            waiting = None
        elif text == "-" or not text.startswith("-"):
            arguments += 1
        else:
            option, equals, _ = text.partition("=")
            word = by_option.get(option)
            if word is None or (equals and (word.kind == ["flag"] or not option.startswith("--"))):
                return None, 0, None
            given.add(word.name)
            if word.kind != ["flag"] and not equals:
                waiting = word
    return given, arguments, waiting


def _values(word: Word, unfinished: str) -> list[Item] | None:
    """What an option or an argument may be, as far as its command knows it."""
    kind, *choices = word.kind
    if kind == "choice":
        return [(choice, "") for choice in choices if choice.startswith(unfinished)]
    if not word.completer:
        return []
    complete_value: Callable[[str], list[str]] = fetch(word.completer)
    return [(value, "") for value in complete_value(unfinished) if value.startswith(unfinished)]


def _for_fish(items: list[Item]) -> tuple[str, int] | None:
    """What fish is told; it asks first whether there is anything."""
    asked = os.environ.get("_TYPER_COMPLETE_FISH_ACTION", "")
    if asked == "is-args":
        return "", exits.FINE if items else 1
    shown = [(value, _as_rich_prints(said)) for value, said in items]
    if any(said is None for _, said in shown):
        return None
    lines = "\n".join(f"{value}\t{said}" if said else value for value, said in shown)
    return (lines if asked == "get-args" else "") + "\n", exits.FINE


def _in_zsh(value: str, said: str) -> str | None:
    """An item as zsh reads it; None where only typer can make it."""
    if not said:
        return f'"{_escape_for_zsh(value)}"'
    printed = _as_rich_prints(_escape_for_zsh(said))
    return None if printed is None else f'"{_escape_for_zsh(value)}":"{printed}"'


def _escape_for_zsh(text: str) -> str:
    """A text with what zsh would read otherwise escaped."""
    for sign, escaped in (('"', '""'), ("'", "''"), ("$", "\\$"), ("`", "\\`"), (":", r"\\:")):
        text = text.replace(sign, escaped)
    return text


def _as_rich_prints(text: str) -> str | None:
    """A text as typer lets Rich print it, where that is installed: in lines as wide as the terminal.

    None for one in which Rich may see more than words, or which has a word that is wider.
    """
    between_colons = text.split(":")[1:-1]
    if not text.isascii() or "[" in text or any(part.replace("_", "").isalnum() for part in between_colons):
        return None
    width = _width()
    if width is None:
        return None
    if len(text) <= width:
        return text
    from importlib.util import find_spec

    if find_spec("rich") is None:
        return text
    lines: list[str] = [""]
    for word in text.split(" "):
        if len(word) > width:
            return None
        if len(lines[-1]) + len(word) > width:
            lines.append("")
        lines[-1] += word + " "
    return "\n".join(line if len(line) <= width else line[:width] for line in lines).removesuffix(" ")


def _width() -> int | None:
    """The width of the terminal, as Rich tells it; None where it may have its own ideas."""
    if os.environ.get("TERM", "").lower() in ("dumb", "unknown"):
        return None
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and columns.isascii():
        return int(columns) or 80
    if columns:
        return None
    for stream in (0, 1, 2):
        try:
            return os.get_terminal_size(stream).columns or 80
        except (OSError, ValueError):
            continue
    return 80
