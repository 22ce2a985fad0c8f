"""The one guarded reader of YAML: places for every key and value, no surprises, bounds on everything.

`read` walks the parser's stream of events, never its objects, so that depth, size, anchors, tags and duplicate
keys are stopped before they cost anything. A value that is not in quotes stays the text that was written: `no`,
`010` and `12:30` are turned into nothing else. `YamlReader` then asks for texts, numbers and maps, and collects
every error with its place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import yaml

from eleusis.ground.errors import EleusisError, Place, YamlError, quote, raise_all
from eleusis.ground.files import NotAFile, as_utf8, is_stream, near, read_bytes, read_stream
from eleusis.ground.yaml.nodes import Mapping, Scalar, Sequence, SourceText, YamlNode
from eleusis.ground.yaml.reader import YamlReader

__all__ = [
    "Mapping",
    "Scalar",
    "Sequence",
    "YamlNode",
    "YamlReader",
    "load",
    "loading",
    "read",
    "read_file",
    "unreadable",
]

MAX_CHARS = 2_000_000
MAX_DEPTH = 20
MAX_NODES = 100_000
MAX_KEY = 200
MAX_ERRORS = 50

# Controls, surrogates and the line ends that only some editors count as lines. (Listing what is allowed
# instead takes six times as long to compile.)
_NOT_ALLOWED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")


CLAIM = re.compile(r"""^\ufeff?["']?eleusis["']?[ \t]*:[ \t]*1[ \t]*(?:#.*)?\r?$""", re.MULTILINE)
"""The line of a file that says that it is ours."""


def read(text: str, file: str | None = None) -> YamlNode:
    """The tree of one YAML document. Of a file that doesn't say that it is ours, no error quotes a word.

    Raises YamlError, or ManyErrors where there are several: `yaml/syntax` `yaml/empty` `yaml/character`
    `yaml/size` `yaml/depth` `yaml/nodes` `yaml/alias` `yaml/tag` `yaml/key` `yaml/duplicate-key`
    `yaml/documents`.
    """
    with _reading(text, file) as node:
        return node


@contextmanager
def _reading(text: str, file: str | None) -> Iterator[YamlNode]:
    """The tree, as `read` gives it, while it is asked for what should stand in it.

    Keys that stand twice leave it whole, each with its first value: they are told with what is wrong besides.
    """
    if len(text) > MAX_CHARS:
        raise YamlError("yaml/size", f"too long: more than {MAX_CHARS:,} characters", Place(file))
    text = text.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    source = SourceText(text, file)
    bad = _NOT_ALLOWED.search(text)
    if bad:
        message = f"the character {quote(bad.group())} isn't allowed in YAML"
        raise YamlError("yaml/character", message, source.place(bad.start()))
    builder = _TreeBuilder(source, ours=file is None or CLAIM.search(text) is not None)
    builder.run()
    if any(error.code != "yaml/duplicate-key" for error in builder.errors):
        raise_all(builder.errors)
    if builder.root is None or (isinstance(builder.root, Scalar) and builder.root.null):
        raise YamlError("yaml/empty", "the file is empty", Place(file, 1, 1))
    try:
        yield builder.root
    except EleusisError as error:
        raise_all([*builder.errors, *error.errors])
    if builder.errors:
        raise_all(builder.errors)


def unreadable(text: str) -> bool:
    """Whether a text has a character that isn't allowed in YAML."""
    return _NOT_ALLOWED.search(text) is not None


_IN_QUOTES = re.compile(r"'.{2,}'|\".{2,}\"", re.DOTALL)
_QUOTED = frozenset("'\"|>")


class _Stop(Exception):
    """Enough errors, or one after which reading on makes no sense."""


class _TreeBuilder:
    """Builds the tree from the parser's events, without recursion."""

    def __init__(self, source: SourceText, ours: bool = True) -> None:
        self.source = source
        self.ours = ours
        self.errors: list[EleusisError] = []
        self.root: YamlNode | None = None
        self.documents = 0

    def error(self, code: str, message: str, place: Place, stop: bool = False) -> None:
        """Note an error; give up with _Stop where reading on makes no sense, or enough has been found."""
        self.errors.append(YamlError(f"yaml/{code}", message, place))
        if stop or len(self.errors) >= MAX_ERRORS:
            raise _Stop

    def place(self, mark: Any) -> Place:
        """The place of a mark of the parser, which counts from 0; where there is none, the file."""
        if mark is None:
            return Place(self.source.file)
        return Place(self.source.file, mark.line + 1, mark.column + 1)

    def run(self) -> None:
        """Take all events, up to the end or to what can't be read; then `root` and `errors` are complete."""
        loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(self.source.text)
        try:
            self.build(loader.get_event)
        except yaml.YAMLError as error:
            self.errors.append(self.syntax(error))
        except _Stop:
            pass
        finally:
            loader.dispose()

    def build(self, get_event: Callable[[], Any]) -> None:
        """Take all events.

        For `hands: {Ann: 5H}` these are: map, scalar, map, scalar, scalar, end, end. Behind the second scalar the
        maps of `hands` and of `Ann` are open, and the keys that wait for their values are `hands` and `Ann`.

        All in one loop, its state in variables: a file has some fifty values, and calls would double its time. So
        would PyYAML's `compose`, which makes an object with two marks of each value before anything can be refused.
        """
        scalar, start_map, start_list = yaml.ScalarEvent, yaml.MappingStartEvent, yaml.SequenceStartEvent
        ends = yaml.SequenceEndEvent, yaml.MappingEndEvent
        source, file, nodes = self.source, self.source.file, 0
        inner: Mapping | Sequence | None = None  # the map or list that is open
        key: Scalar | None = None  # what waits for its value there
        around: list[tuple[Mapping | Sequence | None, Scalar | None]] = []  # the same of what is around
        node: YamlNode
        while (event := get_event()) is not None:
            kind = type(event)
            if kind is scalar:
                mark, style = event.start_mark, event.style
                place = Place(file, mark.line + 1, mark.column + 1)
                node = Scalar(event.value, place, style in _QUOTED, source, mark.index, style == "|")
            elif kind is start_map:
                node = Mapping({}, self.place(event.start_mark))
            elif kind in ends:
                inner, key = around.pop()
                continue
            elif kind is start_list:
                node = Sequence([], self.place(event.start_mark))
            elif kind is yaml.AliasEvent:  # which stands for a value, but is none
                node = Scalar("", self.place(event.start_mark))
                self.error("alias", f"an alias{self.show_name('*', event.anchor)}: write the value out", node.place)
                nodes -= 1
            elif kind is yaml.DocumentStartEvent:
                self.document(event)
                continue
            else:
                continue
            nodes += 1
            if nodes > MAX_NODES:
                self.error("nodes", f"too many values: more than {MAX_NODES:,} values", node.place, True)
            if kind is not yaml.AliasEvent and (event.anchor is not None or event.tag is not None):
                self.refuse_traits(event, node.place)

            # Put it where it belongs.
            if isinstance(inner, Sequence):
                inner.items.append(node)
            elif inner is None:
                self.root = self.root or node
            elif key is None:
                key = self.key(node, inner.entries)
            else:
                inner.entries.setdefault(key.text, (key, node))
                key = None

            if not isinstance(node, Scalar):
                if len(around) >= MAX_DEPTH:
                    self.error("depth", _TOO_DEEP, node.place, True)
                around.append((inner, key))
                inner, key = node, None

    def syntax(self, error: Any) -> YamlError:
        """What the parser could not read, in words that help."""
        problem = str(getattr(error, "problem", None) or getattr(error, "reason", None) or "can't be read")
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        if "maximum nesting depth" in problem:  # libyaml looks so far ahead that it counts before we can
            return YamlError("yaml/depth", _TOO_DEEP, self.place(mark))
        help = next((help for words, help in _HELP.items() if words in problem), None)
        problem = help or (problem if self.ours else _IN_QUOTES.sub("…", problem))
        return YamlError("yaml/syntax", f"not valid YAML: {problem}", self.place(mark))

    def show_name(self, mark: str, name: str) -> str:
        """A name, in brackets, for a message; nothing where the file isn't ours."""
        return f" ({mark}{name[:40]})" if self.ours else ""

    def document(self, event: Any) -> None:
        """A document begins; there may be one."""
        self.documents += 1
        if self.documents > 1:
            self.error("documents", "a second document (---): a file holds one", self.place(event.start_mark), True)

    def refuse_traits(self, event: Any, place: Place) -> None:
        """Refuse what a value may not have."""
        if event.anchor is not None:
            self.error("alias", f"an anchor{self.show_name('&', event.anchor)}: not used here", place)
        if event.tag is not None:
            self.error("tag", f"a tag{self.show_name('', event.tag)}: not used here", place)

    def key(self, node: YamlNode, entries: dict[str, tuple[Scalar, YamlNode]]) -> Scalar:
        """A node as a key; refuse what is none, or stands there already."""
        if not isinstance(node, Scalar):
            self.error("key", "a key must be plain text, not a list or a map", node.place)
            return Scalar("", node.place)
        earlier = entries.get(node.text)
        if not node.text or len(node.text) > MAX_KEY:
            self.error("key", f"a key must have 1 to {MAX_KEY} characters", node.place)
        elif earlier:
            key = quote(node.text) if self.ours else "this key"
            message = f"{key} is already on line {earlier[0].place.line}"
            self.error("duplicate-key", message, node.place)
        return node


_TOO_DEEP = f"nested too deep: more than {MAX_DEPTH} levels"
_HELP = {  # words of the parser: what to say instead
    "mapping values are not allowed": "a ':' where none can stand (put a value with ': ' in quotes)",
    "cannot start any token": "a character that can't begin a value here (tabs don't indent; quote @ ` %)",
    "found a tab character": "a tab: indent with spaces",
    "found unexpected end of stream": "a quote that is never closed",
    "could not find expected ':'": "a key without its ':'",
    "did not find expected key": "a key was expected here (is the indentation right, are quotes closed?)",
    "did not find expected ',' or": "a ',' or the closing bracket was expected here",
    "did not find expected node content": "a value was expected here",
    "block sequence entries are not allowed": "a '-' where no list can begin",
    "did not find expected '-' indicator": "a '-' was expected here (is the indentation right?)",
}


def read_file(path: str | Path, streams: bool = True) -> str:
    """The text of a file, read no further than the bound.

    `-`, `/dev/stdin` and `/dev/fd/N` are streams that the shell has opened, unless `streams` is False: for a
    name that stands in a file. Raises YamlError: `file/missing` `file/folder` `file/not-a-file`
    `file/unreadable` `file/too-big` `file/encoding`.
    """
    name = str(path)
    place = Place(name)
    limit = 4 * MAX_CHARS
    try:
        data = read_stream(name, limit + 1) if streams and is_stream(name) else read_bytes(path, limit + 1)
    except FileNotFoundError:
        hint = near(path) if streams else ""
        raise YamlError("file/missing", f"there is no such file{hint}", place) from None
    except IsADirectoryError:
        raise YamlError("file/folder", "this is a folder, not a file", place) from None
    except NotAFile as error:
        raise YamlError("file/not-a-file", f"this is {error.strerror}", place) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a path"
        raise YamlError("file/unreadable", f"can't be read: {reason}", place) from None
    if len(data) > limit:
        raise YamlError("file/too-big", f"too big: more than {limit // 1_000_000} MB", place)
    try:
        return as_utf8(data).decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = len(data[data.rfind(b"\n", 0, error.start) + 1 : error.start].decode("utf-8", "replace")) + 1
        message = f"not UTF-8: byte 0x{data[error.start]:02x} isn't allowed here"
        raise YamlError("file/encoding", message, Place(name, line, column)) from None


def load(path: str | Path) -> YamlNode:
    """The tree of a YAML file, or of a stream; raises as `read_file` and `read` do."""
    with loading(path) as node:
        return node


@contextmanager
def loading(path: str | Path) -> Iterator[YamlNode]:
    """The same for a `with` in which the tree is read: what that raises comes with the keys that stand twice."""
    with _reading(read_file(path), str(path)) as node:
        yield node
