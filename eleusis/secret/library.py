"""Named rules: the library that ships with the program, and files of your own in the same form.

A rule is its text, or a map: `rule` (the text), `starter`, `source` (a text, or author, work, label and note),
`examples` (each with a line and cards that are right or wrong after it); in the library also `same_as`, for a rule
that two sources give. A file of rules is `{eleusis: 1, rules: {id: that, …}}`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any, TypedDict, TypeVar

from eleusis.ground.cards import Card, cards, text_of
from eleusis.ground.errors import EleusisError, Place, RuleError, SaidInEnglish, did_you_mean, quote
from eleusis.ground.remembering import remember
from eleusis.ground.yaml.parsing import Mapping as YamlMap
from eleusis.ground.yaml.parsing import Scalar, YamlNode, YamlReader, load, loading
from eleusis.ground.yaml.reader import RULES
from eleusis.secret.language.parser import WORDS
from eleusis.secret.rule import Example, Rule, Source

T = TypeVar("T")

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,59}")
_WORDS = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_SYMBOLS = re.compile(r"[=<>%*{}_]|\w[.(]\w")
"""What only the rule language has."""
_NO_LANGUAGE = ("rule/syntax", "rule/unknown-name", "rule/character")
"""What is wrong with a text that may be English; any other error is in a text of the rule language."""
_KEYS = ("rule", "starter", "source", "examples", "same_as")
TO_AVOID = ("too restrictive", "too permissive", "wild cards, to avoid")
"""What the sources call the rules that are there as a warning."""
SHORT = 500
"""Characters of a rule that is kept when it has been read, or measured: a longer one takes a megabyte."""
SETS = {"lesson": Path(__file__).with_name("lesson_rules.yaml")}
"""Sets of rules that ship with the program beside the library, by name: rules that a class finds in a lesson."""
_OWN = Path(__file__).with_name("library.yaml")


def find_rule(ref: str, extra: Mapping[str, Rule] | None = None) -> Rule:
    """The rule of an id (of `extra`, then of the library), else of the text itself; never of a path.

    Raises RuleError: `rule/unknown-id` for a misspelt id, else what the text is wrong in; SaidInEnglish
    (`rule/english`), with the rules that it may mean, for English.

    >>> find_rule("exp-e1")
    Rule('color != last.color', name='exp-e1')
    >>> find_rule("odd")
    Rule('odd')
    """
    name = ref.strip()
    if extra and name in extra:
        return extra[name]
    if not _ID.fullmatch(name):
        return _rule_of(ref)
    if "-" in name and name in rule_nodes():
        return library_rule(name)
    try:
        return _rule_of(ref)
    except RuleError as error:
        hint = did_you_mean(name, [*(extra or ()), *rule_nodes()])
        unknown = error.code == "rule/unknown-name" and "did you mean" not in error.message
        if hint and ("-" in name or unknown):
            message = f"{quote(name)} is neither a known rule nor a rule's text{hint}"
            raise RuleError("rule/unknown-id", message, error.place) from None
        raise


def find_english(ref: str, extra: Mapping[str, Rule] | None = None) -> SaidInEnglish | None:
    """The error that `find_rule` raises for English; None for a rule, and for what isn't understood."""
    try:
        find_rule(ref, extra)
    except RuleError as error:
        return error if isinstance(error, SaidInEnglish) else None
    return None


def _rule_of(text: str) -> Rule:
    """The rule of a text."""
    return _rule_of_short(text) if len(text) <= SHORT else read_rule(text)


@remember(256)
def _rule_of_short(text: str) -> Rule:
    """The rule of a text; the files of a folder often share one."""
    return read_rule(text)


def read_rule(text: str, starter: str | None = None, **facts: Any) -> Rule:
    """The rule of a text in the rule language.

    `facts` are as `Rule` takes them. Raises RuleError as `find_rule`.
    """
    try:
        return Rule(text, starter=starter, **facts)
    except RuleError as error:
        if error.code not in _NO_LANGUAGE:
            raise
        from eleusis.secret.phrasebook.phrase_reading import read_phrase  # few texts need it

        try:
            readings = read_phrase(text)
        except RuleError as refusal:
            raise (refusal if _is_prose(text) else error) from None
        said = tuple([(rule.text, words) for rule, words in readings])
        message = f"not a rule; said in English it may mean: {'; or: '.join([rule for rule, _ in said])}"
        raise SaidInEnglish("rule/english", message, Place(None, 1, 1), said) from None


def _is_prose(text: str) -> bool:
    """Whether a text that is no rule is meant as English, and no rule with one word misspelt."""
    strange = [word for word in _WORDS.findall(text) if word.casefold() not in WORDS]
    return len(strange) > 1 and _SYMBOLS.search(text) is None


class Readings(TypedDict):
    """What a text may mean, as JSON has it."""

    understood: bool
    readings: list[dict[str, str]]


def readings_json(text: str) -> tuple[Readings, RuleError | None]:
    """The rules that a text may mean, each with its words, and what is wrong with one that isn't understood.

    A rule's text means that rule.
    """
    from eleusis.secret.english.explaining import explain

    try:
        rule = read_rule(text)
        readings = [{"rule": rule.text, "words": explain(rule)}]
    except RuleError as error:
        if not isinstance(error, SaidInEnglish):
            return {"understood": False, "readings": []}, error
        readings = [{"rule": rule, "words": words} for rule, words in error.readings]
    return {"understood": True, "readings": readings}, None


@cache
def rule_nodes(path: Path = _OWN) -> dict[str, YamlNode]:
    """The rules of a file that ships, as it has them."""
    root = load(path)
    assert isinstance(root, YamlMap)
    rules = root.get("rules")
    assert isinstance(rules, YamlMap)
    return {name: node for name, _, node in rules.items()}


@remember(None)
def library_rule(name: str) -> Rule:
    """A rule of the library by its id (KeyError if there is none)."""
    return _read_rule(rule_nodes()[name], name, check=False)


def library_ids() -> tuple[str, ...]:
    """The ids of the library, in its order."""
    return tuple(rule_nodes())


def library() -> dict[str, Rule]:
    """All rules of the library, in order."""
    return {name: library_rule(name) for name in rule_nodes()}


def same_as() -> dict[str, str]:
    """The ids of the library that name the rule of another id."""
    others = {name: node.get("same_as") for name, node in rule_nodes().items() if isinstance(node, YamlMap)}
    return {name: other.text for name, other in others.items() if isinstance(other, Scalar)}


def playable() -> dict[str, Rule]:
    """The library without what is there twice, or as a warning: the rules that dealers draw from."""
    twice = same_as()
    labels = {name: rule.source and rule.source.label for name, rule in library().items()}
    return {name: rule for name, rule in library().items() if name not in twice and labels[name] not in TO_AVOID}


def rule_json(rule: Rule) -> dict[str, object]:
    """A rule as JSON has it: by the names that a file of rules has, and its difficulty."""
    examples = [
        {key: [card.text for card in getattr(example, key)] for key in ("line", "right", "wrong")}
        for example in rule.examples
    ]
    source, label = (None, None) if rule.source is None else (str(rule.source), rule.source.label)
    return {
        "id": rule.name, "rule": rule.text, "starter": rule.starter, "source": source, "label": label,
        "difficulty": rule.difficulty, "examples": examples,
    }  # fmt: skip


def rule_rows(rule: Rule) -> list[tuple[str, str]]:
    """A rule as people read it: what is known of it, and its examples."""
    facts = {"rule": rule.text, "id": rule.name, "starter": rule.starter, "source": rule.source}
    facts["called"] = rule.source and rule.source.label
    rows = [(name, str(fact)) for name, fact in facts.items() if fact is not None]
    for example in rule.examples:
        verdicts = {"right": text_of(example.right), "wrong": text_of(example.wrong)}
        parts = [f"{verdict} {cards}" for verdict, cards in verdicts.items() if cards]
        rows.append(("example", f"{_after(example)}: {'; '.join(parts)}"))
    return rows


def _after(example: Example) -> str:
    return f"after {text_of(example.line)}" if example.line else "at the start"


def load_rules(path: str | Path) -> dict[str, Rule]:
    """The rules of a file (`-` for stdin) by their ids; raises all its errors at once, with places."""
    with loading(path) as node:
        return rules_from_node(node)


def find_rules(ref: str) -> dict[str, Rule]:
    """The rules of a set of that name (of `SETS`), else of the file: one called `lesson` is `./lesson`.

    Raises as `load_rules` does.
    """
    return load_rules(SETS.get(ref, ref))


def rules_from_node(node: YamlNode) -> dict[str, Rule]:
    """The rules of a file that has been read; raises all its errors at once, with places."""
    reader = YamlReader(RuleError, "rule")
    rules: dict[str, Rule | None] = {}
    top = reader.document(node, ("eleusis", "rules"), RULES, "choice")
    bodies = reader.mapping(reader.require(top, "rules", RULES), None, "'rules'")
    for name, place, body in bodies.items() if bodies is not None else ():
        if not _ID.fullmatch(name) or name.casefold() in WORDS:
            why = "is a word of the rule language" if name.casefold() in WORDS else "can't be an id"
            message = f"{quote(name)} {why}: letters, digits, '-', '_' and '.', at most 60"
            reader.error("id", message, place)
        rules[name] = _rule(reader, body, name)
    reader.finish()
    return {name: rule for name, rule in rules.items() if rule is not None}


def rule_from_node(node: YamlNode, extra: Mapping[str, Rule] | None = None) -> Rule:
    """The rule that stands in a file: an id or a text, or a map; errors have their places in the file."""
    if not isinstance(node, Scalar) or node.null:
        return _read_rule(node, None)
    try:
        return find_rule(node.text, extra)
    except RuleError as error:
        raise error.at(_inside(node, error)) from None


def _inside(node: Scalar, error: EleusisError) -> Place:
    """The place in the file of an error inside a text."""
    return node.at(error.line or 1, error.column or 1)


def _read_rule(node: YamlNode, name: str | None, check: bool = True) -> Rule:
    """The rule of a node; raises all that is wrong with it at once."""
    reader = YamlReader(RuleError, "rule")
    rule = _rule(reader, node, name, check)
    reader.finish()
    assert rule is not None
    return rule


def _rule(reader: YamlReader, node: YamlNode, name: str | None, check: bool = True) -> Rule | None:
    """The rule of a node, its examples checked; None only if the reader has noted why."""
    if isinstance(node, Scalar) and not node.null:
        return _read_text(reader, node, partial(read_rule, name=name))
    body = reader.mapping(node, _KEYS, "a rule")
    if body is None:
        return None
    text = reader.scalar(reader.require(body, "rule", "a rule"), "the text of a rule")
    starter = reader.scalar(body.get("starter"), "the condition on the starter")
    source = _source(reader, body.get("source"))
    examples = _examples(reader, body.get("examples"))
    condition = None if starter is None or _read_text(reader, starter, read_rule) is None else starter.text
    shown = [example for example, _ in examples]
    make = partial(read_rule, starter=condition, source=source, name=name, examples=shown)
    rule = None if text is None else _read_text(reader, text, make)
    if rule is not None and check:
        for example, place in examples:
            _check_example(reader, rule, example, place)
    return rule


def _read_text(reader: YamlReader, node: Scalar, make: Callable[[str], T]) -> T | None:
    """What is made of a text; None if that raises an error, which is noted at its place in the file."""
    try:
        return make(node.text)
    except EleusisError as error:
        reader.add(error.at(_inside(node, error)))
        return None


def _source(reader: YamlReader, node: YamlNode | None) -> Source | None:
    if isinstance(node, Scalar):
        text = reader.text(node, "the source")
        return None if text is None else Source(text)
    body = reader.mapping(node, ("author", "work", "label", "note"), "the source")
    if body is None:
        return None
    author = reader.text(reader.require(body, "author", "the source"), "the author")
    return Source(author or "", *[reader.text(body.get(key), f"the {key}") for key in ("work", "label", "note")])


def _examples(reader: YamlReader, node: YamlNode | None) -> list[tuple[Example, Place]]:
    examples = []
    for part in reader.sequence(node, "the examples") or ():
        body = reader.mapping(part, ("line", "right", "wrong"), "an example")
        if body is not None:
            fields = [_cards(reader, body.get(key), f"{key!r}") for key in ("line", "right", "wrong")]
            examples.append((Example(*fields), body.place))
    return examples


def _cards(reader: YamlReader, node: YamlNode | None, what: str) -> tuple[Card, ...]:
    if reader.text(node, what) is None or not isinstance(node, Scalar):
        return ()
    return _read_text(reader, node, cards) or ()


def _check_example(reader: YamlReader, rule: Rule, example: Example, place: Place) -> None:
    """Notes the cards of an example that the rule judges otherwise."""
    for expected, judged_cards in ((True, example.right), (False, example.wrong)):
        for card in dict.fromkeys(judged_cards):
            if rule.accepts(example.line, (card,)) != expected:
                verdict = "wrong" if expected else "right"
                reader.error("example", f"by the rule {card} is {verdict} {_after(example)}", place)
