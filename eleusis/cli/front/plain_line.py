"""Lines that are plainly understood: a command, its options written out, each with a value that it takes.

What such a line gives to the function of its command is what typer would give it. A line that holds anything else
(an abbreviation, `--`, a value that begins with a dash, one that is refused) is not read here.
"""

from __future__ import annotations

from eleusis.cli.front.kept import entries

TYPE_CHECKING = False  # as `typing` has it
if TYPE_CHECKING:
    from eleusis.cli.front.kept import Word


def read_line(line: list[str]) -> tuple[str, dict[str, object]] | None:
    """The function that a line calls, as `module:name`, and its arguments; None where the line isn't plain."""
    for path, entry in entries():
        if entry.call and path == line[: len(path)]:
            given = _read_words(line[len(path) :], entry.words())
            return None if given is None else (entry.call, given)
    return None


def _read_words(rest: list[str], words: list[Word]) -> dict[str, object] | None:
    """What the words of a line give, by the names of the parameters; None where they aren't plain."""
    by_option = {option: word for word in words for option in word.options}
    given: dict[str, object] = {}
    texts: list[str] = []
    waiting = iter(rest)
    for text in waiting:
        if text == "-" or not text.startswith("-"):
            texts.append(text)
            continue
        option, equals, value = text.partition("=") if text.startswith("--") else (text, "", "")
        word = by_option.get(option)
        if word is None or "own" in word.traits or "checked" in word.traits:
            return None
        if word.kind == ["flag"]:
            if equals:
                return None
            given[word.name] = True
            continue
        if not equals:
            value = next(waiting, "-")
            if value.startswith("-"):
                return None
        if not _take(word, value, given):
            return None
    arguments = [word for word in words if not word.options]
    if not _take_arguments(arguments, texts, given):
        return None
    for word in words:
        for trait in word.traits:
            if trait.startswith("default="):
                given.setdefault(word.name, float(trait.removeprefix("default=")))
    return given


def _take_arguments(arguments: list[Word], texts: list[str], given: dict[str, object]) -> bool:
    """Gives each argument its text, the last perhaps all that are left; False where they don't come out even."""
    for word in arguments:
        many = "many" in word.traits
        if many and word is not arguments[-1]:
            return False
        if not texts:
            if "required" in word.traits:
                return False
            continue
        taken, texts = (texts, []) if many else (texts[:1], texts[1:])
        if not all(_take(word, text, given) for text in taken):
            return False
    return not texts


def _take(word: Word, text: str, given: dict[str, object]) -> bool:
    """Gives an option or an argument its value; False where that isn't plainly one."""
    kind, *bounds = word.kind
    value: object = text
    if kind == "choice":
        if text not in bounds:
            return False
    elif kind in ("int", "float"):
        try:
            number = int(text) if kind == "int" else float(text)
        except ValueError:
            return False
        if bounds and not float(bounds[0]) <= number <= float(bounds[1]):
            return False
        value = number
    elif kind != "text":
        return False
    if "many" in word.traits:
        values = given.setdefault(word.name, [])
        assert isinstance(values, list)
        values.append(value)
    else:
        given[word.name] = value
    return True
