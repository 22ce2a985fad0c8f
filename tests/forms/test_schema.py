"""The JSON Schemas, held against the readers on all good and bad files."""

from __future__ import annotations

import fnmatch
import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

import jsonschema
import pytest

from eleusis.doors.cli import main
from eleusis.forms.game_schema import SchemaKind, schema
from eleusis.game.events import EVENTS, Event
from eleusis.ground.errors import EleusisError, ManyErrors, YamlError
from eleusis.ground.yaml.parsing import Mapping, Sequence, YamlNode, load, read
from eleusis.record.gamefile.folders import game_files
from eleusis.record.gamefile.reading import GAME_KEYS, ROUND_KEYS, game_from_node, load_game
from eleusis.record.replaying.replay import replay_game, resolve_variant
from eleusis.secret import library
from eleusis.secret.library import load_rules, rules_from_node
from eleusis.variant import load_variant, to_yaml, variant_from_file, variant_names
from eleusis.variant.knobs import Knob, knobs_of
from eleusis.variant.model import Variant
from eleusis.variant.shelves import shipped_folder
from tests.helpers.places import BAD, GAMES
from tests.laws.tables import MIXTURES, variant_of, variant_text
from tests.test_coverage import replays

KINDS: tuple[SchemaKind, ...] = get_args(SchemaKind)

BLIND = {
    "notation/card": "inside moves, and in what has other forms too",
    "notation/missing": "inside moves",
    "notation/nothing-expected": "inside moves",
    "notation/number": "inside moves",
    "notation/quote": "inside moves",
    "notation/reason": "inside moves",
    "notation/seat": "inside moves",
    "notation/word": "inside moves",
    "rule/example": "what a rule says of cards",
    "script/dealer-hand": "who deals",
    "script/empty-hand": "an empty text is cards too",
    "script/no-seed": "whether the cards suffice",
    "script/no-starter": "whether the cards suffice",
    "script/no-such-seat": "who is at the table",
    "script/players": "which characters are printable",
    "script/stock-too-small": "whether the cards suffice",
    "script/too-many-copies": "which decks there are",
    "variant/extends": "other files",
    "variant/not-a-map": "other files",
    "variant/missing-knob": "what the base holds, where another kind is chosen",
    "variant/players": "two numbers against each other",
    "variant/text": "which characters are printable",
    "variant/turns": "two sections against each other",
    "variant/unknown-knob": "which kind the base has",
    "variant/type": "0x10 is a number in YAML, and none to the reader",
    "file/missing": "other files",
}
"""What a schema can't see, by code; besides these only what stands inside a rule's text."""

_CORE: tuple[tuple[str, Callable[[str], object]], ...] = (
    (r"~|null|Null|NULL|", lambda _: None),
    (r"true|True|TRUE", lambda _: True),
    (r"false|False|FALSE", lambda _: False),
    (r"[-+]?[0-9]+", int),
    (r"0o[0-7]+", lambda text: int(text, 8)),
    (r"0x[0-9a-fA-F]+", lambda text: int(text, 16)),
    (r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", float),
)
"""The core schema of YAML 1.2, by which language servers turn plain scalars into values."""


def data_of(node: YamlNode) -> object:
    """A tree as an editor's language server has it."""
    if isinstance(node, Mapping):
        return {name: data_of(value) for name, _, value in node.items()}
    if isinstance(node, Sequence):
        return [data_of(item) for item in node]
    for pattern, value in () if node.quoted else _CORE:
        if re.fullmatch(pattern, node.text):
            return value(node.text)
    return node.text


@cache
def validator(kind: SchemaKind) -> Any:
    return jsonschema.Draft7Validator(schema(kind))


def complaints(kind: SchemaKind, node: YamlNode) -> list[str]:
    """What the schema has against a tree: where, and why."""
    errors = validator(kind).iter_errors(data_of(node))
    return [f"{'/'.join(map(str, error.absolute_path))}: {error.message}" for error in errors]


def test_the_schemas_are_schemas() -> None:
    for kind in KINDS:
        jsonschema.Draft7Validator.check_schema(schema(kind))
        assert json.loads(json.dumps(schema(kind))) == schema(kind)


@pytest.mark.long
def test_every_event_of_every_held_game_is_as_the_schema_says() -> None:
    """As it happened, and as two of the seats and a spectator saw it."""
    check, types, looked_at = jsonschema.Draft7Validator(schema("event")), set(), set()
    for game in replays():
        for round_ in game.rounds:
            for event in round_.round.events:
                types.add(event.type)
                sights = (event, *map(event.seen_by, (None, *game.players[:2])))
                for sight in {id(sight): sight for sight in sights}.values():  # most are one object
                    data = sight.to_json()
                    assert Event.from_json(data).to_json() == data
                    # The validator is slow: of events that differ in names and numbers alone, the first.
                    shape = str({key: data[key] if key in ("type", "cards", "why") else "" for key in data})
                    if shape not in looked_at:
                        looked_at.add(shape)
                        check.validate(data)
    assert types == {event.type for event in EVENTS}


@pytest.mark.parametrize(
    "wrong",
    [
        {"type": "drew", "seat": "Ann", "cards": ["1H"], "why": "wrong play", "due": 1},
        {"type": "drew", "seat": "Ann", "cards": ["2H"], "why": "for fun", "due": 1},
        {"type": "drew", "seat": "Ann", "cards": ["2H"], "why": "wrong play"},
        {"type": "flew", "seat": "Ann"},
    ],
)
def test_what_is_no_event_is_flagged(wrong: dict[str, object]) -> None:
    assert not jsonschema.Draft7Validator(schema("event")).is_valid(wrong)


def test_every_key_is_described() -> None:
    for kind in set(KINDS) - {"event"}:  # its keys are described where they are shown: docs/game-file.md
        body = schema(kind)
        body.get("definitions", {}).pop("event", None)
        for path, part in _properties(body, kind):
            assert part.get("description") or part == {"const": path.rpartition("/")[2]} or "const" in part, path


def _properties(part: Any, path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(part, list):
        for inner in part:
            yield from _properties(inner, path)
    elif isinstance(part, dict):
        for name, inner in part.get("properties", {}).items():
            yield f"{path}/{name}", inner
            yield from _properties(inner, f"{path}/{name}")
        for name, inner in part.items():
            if name not in ("properties", "enum", "required"):
                yield from _properties(inner, path)


def test_keys_are_those_of_the_readers() -> None:
    game: Any = schema("game")["properties"]
    assert tuple(game) == GAME_KEYS
    assert tuple(game["rounds"]["items"]["properties"]) == ROUND_KEYS
    rule: Any = schema("rules")["properties"]["rules"]["additionalProperties"]["then"]
    assert tuple(rule["properties"]) == library._KEYS
    variant: Any = schema("variant")
    for branch in ("then", "else"):
        assert set(variant[branch]["properties"]) == {"eleusis", "extends", *knobs_of(Variant)}


def good_variants() -> Iterator[tuple[str, YamlNode]]:
    for name in variant_names():
        yield name, load(shipped_folder() / f"{name}.yaml")
        yield f"{name} written", read(to_yaml(load_variant(name)))
    for name in MIXTURES:
        yield name, read(to_yaml(variant_of(name)))
    for path, knob in _leaves(knobs_of(Variant)):
        for value in _values(knob):
            nested = str(value)
            for key in reversed(path):
                nested = f"{{{key}: {nested}}}"
            text = f"eleusis: 1\nname: x\nextends: abbott\n{nested[1:-1]}\n"
            try:
                variant_from_file(read(text), "x.yaml")
            except EleusisError:
                continue
            yield text, read(text)


def _leaves(knobs: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Knob]]:
    for name, (_, knob) in knobs.items():
        if knob.form != "section":
            yield (*path, name), knob
        for cls in knob.kinds if knob.form == "section" else ():
            yield from _leaves(knobs_of(cls), (*path, name))


def _values(knob: Knob) -> list[object]:
    if knob.form == "whole":
        return [knob.low, knob.high, f"+{knob.high}", f"00{knob.low}", *(["null", "~"] if knob.null else [])]
    if knob.form == "flag":
        return ["true", "false"]
    return list(knob.choices) or ["no", "010", "true", "12:30", '"a  b"', f'"  {"x" * knob.high}  "']


@pytest.mark.long
def test_good_variants() -> None:
    count = 0
    for name, node in good_variants():
        assert complaints("variant", node) == [], name
        count += 1
    assert count > 100


HEAD = "eleusis: 1\nvariant: abbott\nplayers: [A, B]\nseed: 1\n"
ODD_GAMES = (
    "eleusis: '1'\nvariant: abbott\nplayers: [no, 010]\nrounds: []",
    "eleusis: 1\nvariant: abbott\nplayers: [A, B]\nrounds:",
    "eleusis: 1\nvariant: abbott\nplayers: [1, 2.5, true]\nrounds: [{}]\ntitle: 1984\nexpect: {totals: {1: -3}}",
    HEAD.replace("1\nvariant: abbott", "1\nvariant: {extends: express}")
    + "rounds: [{starter: [], hands: unknown}]",
    HEAD.replace("seed: 1", "seed: null\ntitle: ~")
    + "rounds: [{dealer: , rule: null, hint: ~, starter: ~, hands: ~, stock: ~, moves: ~}]",
    HEAD + "rounds: [{rule: {rule: any, starter: red, source: x, same_as: 7}, starter: [td, A♠ 3H], stock: ''}]",
    HEAD + "rounds: [{rule: {rule: any, examples: [{line: 7S, right: '4h,5♦', wrong: ''}]}, hands: {A: '?? 2S'}}]",
    HEAD
    + "rounds: [{expect: {ended: null, hands: {A: 3, B: [2S]}, scores: {A: 1}, prophet: null, expelled: [A]}}]",
    HEAD + "rounds: [{expect: {mainline: 7S, sidelines: [[2S 3H, [4D]], []], before: [2S], layout: 1, stock: 3}}]",
    HEAD + "rounds: [{expect: {since_marker: null, decks: 2, to_act: A, may: [play], sudden_death: false}}]",
)


def good_games() -> Iterator[tuple[str, YamlNode]]:
    for path in game_files([GAMES]):
        load_game(path)
        yield path.name, load(path)
    for name in MIXTURES:
        text = f"eleusis: 1\nvariant: {variant_text(name)}\nplayers: [A, B, C, D]\nrounds: []\n"
        resolve_variant(game_from_node(read(text), "x.yaml"), None, ())
        yield name, read(text)
    for text in ODD_GAMES:
        game_from_node(read(text), "x.yaml")
        yield text, read(text)


def test_good_games() -> None:
    count = 0
    for name, node in good_games():
        assert complaints("game", node) == [], name
        count += 1
    assert count > len(ODD_GAMES) + len(MIXTURES)


ODD_RULES = (
    "eleusis: '1'\nrules: {}",
    "eleusis: 1\nrules: {7: any, no: {rule: none, source: {author: 7}}, a.b_c-d: {rule: red, examples: []}}",
)


def test_good_rules() -> None:
    own = Path(library.__file__).with_name("library.yaml")
    assert complaints("rules", load(own)) == []
    for text in ODD_RULES:
        rules_from_node(read(text))
        assert complaints("rules", read(text)) == []


def read_game_and_deal(path: Path) -> None:
    replay_game(load_game(path))


READERS: dict[str, tuple[SchemaKind, Callable[[Path], object]]] = {
    "variant": ("variant", lambda path: load_variant(str(path))),
    "game": ("game", read_game_and_deal),
    "rule": ("rules", load_rules),
}
BAD_FILES = [f"{kind}/{path.name}" for kind in READERS for path in sorted((BAD / kind).glob("*.yaml"))]


def verdicts(name: str) -> tuple[set[str], list[str]] | None:
    """The codes of the reader and the complaints of the schema; None for what is no YAML to begin with."""
    kind, reader = READERS[name.partition("/")[0]]
    path = BAD / name
    try:
        node = load(path)
    except (YamlError, ManyErrors):
        return None
    with pytest.raises(EleusisError) as caught:
        reader(path)
    errors = caught.value.errors
    own = {error.code for error in errors if error.file in (str(path), None) or not error.file.endswith(".yaml")}
    return own, complaints(kind, node)


def _inside_a_rule(code: str) -> bool:
    return code.startswith("rule/") and code not in STRUCTURAL_RULE_CODES


STRUCTURAL_RULE_CODES = {"rule/id", "rule/unknown-key", "rule/missing-key", "rule/choice", "rule/range"}


@pytest.mark.long
@pytest.mark.parametrize("name", BAD_FILES)
def test_bad_files(name: str) -> None:
    verdict = verdicts(name)
    codes, against = verdict or (set(), ["no editor gets as far as the schema"])
    if not against:
        assert {code for code in codes if code not in BLIND and not _inside_a_rule(code)} == set()


def test_nothing_is_listed_as_unseen_that_is_seen() -> None:
    unseen: set[str] = set()
    for name in BAD_FILES:
        verdict = verdicts(name)
        if verdict is not None and not verdict[1]:
            unseen |= verdict[0]
    assert set(BLIND) - unseen == set()


def test_what_hangs_on_the_base_is_left_to_the_reader() -> None:
    """Without a `kind`, only the base tells which knobs a section has."""
    node = read("eleusis: 1\nname: x\nextends: guyton\nexpulsion: {layout: 40}\n")
    assert complaints("variant", node) == []
    with pytest.raises(EleusisError, match="no setting 'layout' in expulsion"):
        variant_from_file(node, "x.yaml")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("expulsion: {layot: 40}", "expulsion: *'layot' was unexpected*"),
        ("expulsion: {kind: none, layout: 40}", "expulsion: *'layout' was unexpected*"),
        ("expulsion: {layout: 10001}", "expulsion/layout: 10001 is greater than the maximum of 10000"),
        ("expulsion: {kind: per_plai}", "expulsion/kind: 'per_plai' is not one of *"),
        ("scoring: {base: high_cunt}", "scoring/base: *"),
        ("scoring: {base: {form: 12}}", "scoring/base: *'form' was unexpected*"),
        ("prophet: {bonus: {rihgt: 1}}", "prophet/bonus: *'rihgt' was unexpected*"),
        ("deal: null", "deal: None is not of type 'object'"),
        ("deal: {hand: '14'}", "deal/hand: '14' is not of type 'integer'"),
        ("prophet: {once_per_round: yes}", "prophet/once_per_round: 'yes' is not of type 'boolean'"),
    ],
)
def test_a_slip_is_flagged_in_place(text: str, complaint: str) -> None:
    node = read(f"eleusis: 1\nname: x\nextends: abbott\n{text}\n")
    assert [message for message in complaints("variant", node) if fnmatch.fnmatch(message, complaint)]
    inline = read(f"eleusis: 1\nvariant:\n  extends: abbott\n  {text}\nplayers: [A, B]\nrounds: []\n")
    assert [message for message in complaints("game", inline) if fnmatch.fnmatch(message, f"variant/{complaint}")]


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    for kind in KINDS:
        assert main(["schema", kind]) == 0
        assert json.loads(capsys.readouterr().out) == schema(kind)
    assert main(["schema", "gmae"]) == 2
    assert "gmae" in capsys.readouterr().err
