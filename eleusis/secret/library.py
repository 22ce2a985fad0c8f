"""Named rules: the library that ships with the program, and files of one's own in the same form.

A rule is its text, or a map: `rule` (the text), `starter`, `source` (a text, or author, work, label and note),
`examples` (each with a line and cards that are right or wrong after it); in the library also `same_as`, for a rule
that two sources give. A file of rules is `{eleusis: 1, rules: {id: that, …}}`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path

from eleusis.errors import EleusisError, Place, RuleError, did_you_mean, quote
from eleusis.pack import Card, cards, text_of
from eleusis.secret.language.parser import WORDS
from eleusis.secret.rule import Example, Rule, Source
from eleusis.yaml.strict import Mapping as YamlMap
from eleusis.yaml.strict import Node, Scalar, YamlReader, load, raise_all

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,59}")
_KEYS = ("rule", "starter", "source", "examples", "same_as")
TO_AVOID = ("too restrictive", "too permissive", "wild cards, to avoid")
"""What the sources call the rules that are there as a warning."""
_OWN = Path(__file__).with_name("library.yaml")


def find_rule(ref: str, extra: Mapping[str, Rule] | None = None) -> Rule:
    """The rule of an id (of `extra`, then of the library), else of the text itself; never of a path.

    Raises RuleError: `rule/unknown-id` for a misspelt id, else what the text is wrong in.
    """
    name = ref.strip()
    if extra and name in extra:
        return extra[name]
    if not _ID.fullmatch(name):
        return _rule_of(ref)
    if "-" in name and name in _nodes():
        return library_rule(name)
    try:
        return _rule_of(ref)
    except RuleError as error:
        known = [*(extra or ()), *_nodes()]
        hint = did_you_mean(name, known)
        unknown = error.code == "rule/unknown-name" and "did you mean" not in error.message
        if hint and ("-" in name or unknown):
            message = f"{quote(name)} is neither a known rule nor a rule's text{hint}"
            raise RuleError("rule/unknown-id", message, error.place) from None
        raise


@lru_cache(maxsize=256)
def _rule_of(text: str) -> Rule:
    """The rule of a text; the files of a folder often share one."""
    return Rule(text)


@cache
def _nodes() -> dict[str, Node]:
    root = load(_OWN)
    assert isinstance(root, YamlMap)
    rules = root.get("rules")
    assert isinstance(rules, YamlMap)
    return {name: node for name, _, node in rules.items()}


@cache
def library_rule(name: str) -> Rule:
    """A rule of the library by its id (KeyError if there is none)."""
    return _Loader().rule(_nodes()[name], name, check=False)


def library_ids() -> tuple[str, ...]:
    """The ids of the library, in its order."""
    return tuple(_nodes())


def library() -> dict[str, Rule]:
    """All rules of the library, in its order."""
    return {name: library_rule(name) for name in _nodes()}


def same_as() -> dict[str, str]:
    """The ids of the library that name the rule of another id."""
    found = {}
    for name, node in _nodes().items():
        if isinstance(node, YamlMap) and isinstance(other := node.get("same_as"), Scalar):
            found[name] = other.text
    return found


def playable() -> dict[str, Rule]:
    """The library without what is there twice, or as a warning: the rules that dealers draw from."""
    twice = same_as()
    rules = {name: rule for name, rule in library().items() if name not in twice}
    return {name: r for name, r in rules.items() if r.source is None or r.source.label not in TO_AVOID}


def load_rules(path: str | Path) -> dict[str, Rule]:
    """The rules of a file (`-` for stdin) by their ids; raises all its errors at once, with places."""
    return rules_from_node(load(path))


def rules_from_node(node: Node) -> dict[str, Rule]:
    """The rules of a file that has been read; raises all its errors at once, with places."""
    reader = YamlReader(RuleError, "rule")
    found: dict[str, Rule] = {}
    top = reader.mapping(node, ("eleusis", "rules"), "a file of rules")
    if top is not None:
        reader.choice(reader.require(top, "eleusis", "a file of rules"), "the version of the format", ("1",))
        rules = reader.mapping(reader.require(top, "rules", "a file of rules"), None, "'rules'")
        for name, place, body in rules.items() if rules is not None else ():
            if not _ID.fullmatch(name) or name.casefold() in WORDS:
                why = "is a word of the rule language" if name.casefold() in WORDS else "can't be an id"
                message = f"{quote(name)} {why}: letters, digits, '-', '_' and '.', at most 60"
                reader.error("id", message, place)
            try:
                found[name] = _Loader().rule(body, name)
            except EleusisError as error:
                reader.add(error)
    reader.finish()
    return found


def rule_from_node(node: Node, extra: Mapping[str, Rule] | None = None) -> Rule:
    """The rule that stands in a file: an id or a text, or a map; errors have their places in the file."""
    if not isinstance(node, Scalar) or node.null:
        return _Loader().rule(node, None)
    try:
        return find_rule(node.text, extra)
    except RuleError as error:
        raise error.at(_inside(node, error)) from None


def _inside(node: Scalar, error: EleusisError) -> Place:
    """The place in the file of an error inside a text."""
    return node.at(error.line or 1, error.column or 1)


class _Loader:
    """Reads one rule; all its errors at once."""

    def __init__(self) -> None:
        self.reader = YamlReader(RuleError, "rule")

    def rule(self, node: Node, name: str | None, check: bool = True) -> Rule:
        if isinstance(node, Scalar) and not node.null:
            rule = self.made(node, name=name)
            self.finish()
            assert rule is not None
            return rule
        body = self.reader.mapping(node, _KEYS, "a rule")
        if body is None:
            raise_all(self.reader.errors)
        text = self.reader.scalar(self.reader.require(body, "rule", "a rule"), "the text of a rule")
        starter = self.reader.scalar(body.get("starter"), "the condition on the starter")
        source = self.source(body.get("source"))
        examples = self.examples(body.get("examples"))
        if starter is not None:
            self.made(starter)
        shown = tuple([example for example, _ in examples])
        rule = None if text is None else self.made(text, starter, source, name, shown)
        if rule is not None and check:
            for example, place in examples:
                self.hold(rule, example, place)
        self.finish()
        assert rule is not None
        return rule

    def finish(self) -> None:
        """Raises what is wrong; rule errors of one text that was read twice only once."""
        self.reader.errors = list({(error.code, str(error)): error for error in self.reader.errors}.values())
        self.reader.finish()

    def made(
        self,
        text: Scalar,
        starter: Scalar | None = None,
        source: Source | None = None,
        name: str | None = None,
        examples: Sequence[Example] = (),
    ) -> Rule | None:
        try:
            rule = Rule(text.text, source=source, name=name, examples=examples)
        except RuleError as error:
            self.reader.add(error.at(_inside(text, error)))
            return None
        if starter is None:
            return rule
        try:
            return Rule(text.text, starter=starter.text, source=source, name=name, examples=examples)
        except RuleError:
            return rule

    def source(self, node: Node | None) -> Source | None:
        if isinstance(node, Scalar):
            text = self.reader.text(node, "the source")
            return None if text is None else Source(text)
        body = self.reader.mapping(node, ("author", "work", "label", "note"), "the source")
        if body is None:
            return None
        author = self.reader.text(self.reader.require(body, "author", "the source"), "the author")
        work = self.reader.text(body.get("work"), "the work")
        label, note = (self.reader.text(body.get(key), f"the {key}") for key in ("label", "note"))
        return Source(author or "", work, label, note)

    def examples(self, node: Node | None) -> list[tuple[Example, Place]]:
        found = []
        for item in self.reader.sequence(node, "the examples") or ():
            body = self.reader.mapping(item, ("line", "right", "wrong"), "an example")
            if body is not None:
                parts = [self.cards(body.get(key), f"{key!r}") for key in ("line", "right", "wrong")]
                found.append((Example(*parts), body.place))
        return found

    def cards(self, node: Node | None, what: str) -> tuple[Card, ...]:
        text = self.reader.text(node, what)
        if text is None:
            return ()
        try:
            return cards(text)
        except EleusisError as error:
            assert isinstance(node, Scalar)
            self.reader.add(error.at(_inside(node, error)))
            return ()

    def hold(self, rule: Rule, example: Example, place: Place) -> None:
        """Notes the cards of an example that the rule judges otherwise."""
        after = f"after {text_of(example.line)}" if example.line else "at the start"
        for expected, some in ((True, example.right), (False, example.wrong)):
            for card in some:
                if rule.accepts(example.line, (card,)) != expected:
                    verdict = "wrong" if expected else "right"
                    self.reader.error("example", f"by the rule {card} is {verdict} {after}", place)
