"""The guarded reader of YAML: what it stops, and the places it gives."""

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from eleusis.ground.errors import EleusisError, ManyErrors, ScriptError, YamlError
from eleusis.ground.yaml.parsing import Mapping, Scalar, Sequence, YamlReader, load, read, read_file
from eleusis.record.gamefile.appending import GrowingFile
from eleusis.record.gamefile.reading import load_game
from eleusis.record.replaying.checking import check_game
from eleusis.secret.library import load_rules
from eleusis.variant import load_variant, variant_from_file

ALIAS_BOMB = "a: &a [x]\n" + "".join(
    f"{chr(98 + i)}: &{chr(98 + i)} [{', '.join(['*' + chr(97 + i)] * 9)}]\n" for i in range(20)
)


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("", "yaml/empty", (1, 1)),
        ("# only a comment\n", "yaml/empty", (1, 1)),
        ("~", "yaml/empty", (1, 1)),
        ("a: 1\na: 2\n", "yaml/duplicate-key", (2, 1)),
        ("a: 1\n'a': 2\n", "yaml/duplicate-key", (2, 1)),
        ("a: {b: 1, b: 2}\n", "yaml/duplicate-key", (1, 11)),
        ("[" * 900, "yaml/depth", (1, 21)),
        ("{a: " * 200_000, "yaml/depth", (1, 81)),
        ("- " * 100_000, "yaml/depth", (1, 41)),
        (ALIAS_BOMB, "yaml/alias", (1, 4)),
        ("a: " + "x" * 2_000_000, "yaml/size", (None, None)),
        ("a: [" + "1," * 150_000 + "]", "yaml/nodes", (1, 199_999)),
        ("a:\n\tb: 1\n", "yaml/syntax", (2, 1)),
        ("a: \0\n", "yaml/character", (1, 4)),
        ("a: b\x85c\n", "yaml/character", (1, 5)),
        ("a: b\u2028c\n", "yaml/character", (1, 5)),
        ("a: 1\n---\nb: 1\n", "yaml/documents", (2, 1)),
        ("a: !!int 3\n", "yaml/tag", (1, 4)),
        ("a: !!python/object/apply:os.system [x]\n", "yaml/tag", (1, 4)),
        ("[a]: 1\n", "yaml/key", (1, 1)),
        ("{a: 1}: 1\n", "yaml/key", (1, 1)),
        ("'': 1\n", "yaml/key", (1, 1)),
        ("a" * 300 + ": 1\n", "yaml/key", (1, 1)),
        ("a: 'b\n", "yaml/syntax", (2, 1)),
        ("a: b: c\n", "yaml/syntax", (1, 5)),
        ("a: [1, 2\nb: 3\n", "yaml/syntax", (2, 2)),
        ("é: @b\n", "yaml/syntax", (1, 4)),
    ],
)
def test_attack(text: str, code: str, place: tuple[int | None, int | None]) -> None:
    with pytest.raises(EleusisError) as caught:
        read(text, "f.yaml")
    assert (caught.value.code, caught.value.file) == (code, "f.yaml")
    assert (caught.value.line, caught.value.column) == place
    assert str(caught.value).count("\n") == len(caught.value.errors) - 1


def test_all_errors_at_once() -> None:
    with pytest.raises(ManyErrors) as caught:
        read("a: &x 1\nb: *x\na: !!str 2\n? [q]\n: 3\n")
    codes = [error.code for error in caught.value.errors]
    assert codes == ["yaml/alias", "yaml/alias", "yaml/duplicate-key", "yaml/tag", "yaml/key"]


def test_never_more_errors_than_one_can_read() -> None:
    with pytest.raises(ManyErrors) as caught:
        read("a: 1\n" * 10_000)
    assert len(caught.value.errors) == 50


def test_plain_text_stays_text() -> None:
    node = read("[no, 010, 12:30, 1e3, 0x1F, 2026-11-22, yes, .5, 1_000]")
    assert isinstance(node, Sequence)
    words = [item.text for item in node if isinstance(item, Scalar)]
    assert words == ["no", "010", "12:30", "1e3", "0x1F", "2026-11-22", "yes", ".5", "1_000"]


def test_null_is_plain_only() -> None:
    node = read("{a: null, b: ~, c: , d: 'null', e: nil}")
    assert isinstance(node, Mapping)
    assert [v.null for _, _, v in node.items() if isinstance(v, Scalar)] == [True, True, True, False, False]


def test_line_ends_and_mark_of_windows() -> None:
    node = read("\ufeffa: |\r\n  x\r\n  y\r\nb: 1\r\n")
    assert isinstance(node, Mapping)
    moves = node.get("a")
    assert isinstance(moves, Scalar)
    assert moves.text == "x\ny\n"
    assert [(text, str(place)) for text, place in moves.lines()] == [("x", "2:3"), ("y", "3:3")]


TEXTS = """\
literal: |  # a comment

    one two
      é three

    four
indented: |2
    five
folded: >-
   six
   seven  eight

   nine
plain: ten eleven
single: 'thir''teen fourteen'
double: "fif\\"teen six\\tteen\\n sev"
list: [ a b, "c d" ]
"""


def test_every_character_has_its_place() -> None:
    node = read(TEXTS, "f")
    assert isinstance(node, Mapping)
    source = TEXTS.split("\n")
    values = [v for _, _, v in node.items()]
    listed = node.get("list")
    assert isinstance(listed, Sequence)
    seen = 0
    for value in (*values, *listed):
        if not isinstance(value, Scalar):
            continue
        for line, row in enumerate(value.text.split("\n"), start=1):
            for column, char in enumerate(row, start=1):
                if char.isspace() or char == '"':
                    continue
                place = value.at(line, column)
                assert place.line is not None
                assert place.column is not None
                if value == node.get("folded"):
                    assert place == value.place
                else:
                    assert source[place.line - 1][place.column - 1] == char, (value.text, line, column)
                seen += 1
    assert seen > 60


@pytest.mark.parametrize("text", ["a: |", "a: |\n", "a: |\n\n\n", "a: >\n", "a: ''", 'a: ""', "a:"])
def test_empty_text_has_a_place(text: str) -> None:
    node = read(text, "f")
    assert isinstance(node, Mapping)
    value = node.get("a")
    assert isinstance(value, Scalar)
    value.lines()
    assert value.at(1, 1).line
    assert value.at(9, 9).line


@pytest.mark.parametrize("text", ["1.5", "1e3", "'3'", "0x1", "", "٣", "1_0", "9" * 19, "[1]", "true"])
def test_not_a_number(text: str) -> None:
    reader = YamlReader(ScriptError, "game")
    node = read(f"a: {text}")
    assert isinstance(node, Mapping)
    assert reader.integer(node.get("a"), "a", 0, 10**20) is None
    with pytest.raises(ScriptError) as caught:
        reader.finish()
    assert caught.value.code == "game/type"


@pytest.mark.parametrize("text", ["yes", "True", "on", "1", "'true'", "TRUE"])
def test_not_a_flag(text: str) -> None:
    reader = YamlReader(ScriptError, "game")
    assert reader.boolean(read(text), "a") is None
    assert len(reader.errors) == 1


def test_files(tmp_path: Path) -> None:
    def code(path: Path | str) -> str:
        with pytest.raises(YamlError) as caught:
            load(path)
        assert caught.value.file == str(path)
        assert caught.value.exit_code == 2
        return caught.value.code

    assert code(tmp_path / "none.yaml") == "file/missing"
    assert code(tmp_path) == "file/folder"
    assert code("a\0b") == "file/unreadable"
    assert code("x" * 5000) == "file/unreadable"
    big = tmp_path / "big.yaml"
    big.write_bytes(b"a: b\n" * 2_000_000)
    assert code(big) == "file/too-big"
    latin = tmp_path / "latin.yaml"
    latin.write_bytes("a: ok\né: é\n".encode("latin-1"))
    assert code(latin) == "file/encoding"
    for torn in (b"\xff\xfea\x00:", b"\xfe\xff\xd8\x00"):
        latin.write_bytes(torn)
        assert code(latin) == "file/encoding"
    assert code("/dev/zero") == "file/not-a-file"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_with_a_byte_order_mark(tmp_path: Path, encoding: str) -> None:
    """As `>` of an old PowerShell writes it."""
    path = tmp_path / "game.yaml"
    path.write_bytes("\ufeffa: 1\r\né: [2♠, 🂡]\r\n".encode(encoding))
    load(path)
    assert read_file(path) == "a: 1\r\né: [2♠, 🂡]\r\n"


def test_stdin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("é: 1".encode())))
    assert read_file("-") == "é: 1"


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        node = read(text, "f")
    except YamlError:
        return
    except ManyErrors as several:
        errors = several.errors
        assert all(isinstance(error, YamlError) for error in errors)
        return
    stack = [node]
    while stack:
        top = stack.pop()
        if isinstance(top, Scalar):
            top.lines()
            top.at(1, 1)
        else:
            stack.extend(top if isinstance(top, Sequence) else [v for _, _, v in top.items()])


@given(st.text(alphabet="ab:-?[]{}|>'\"&*!#%@,\n \t~", max_size=60))
def test_any_punctuation_is_read_or_refused(text: str) -> None:
    test_any_text_is_read_or_refused.hypothesis.inner_test(text)  # type: ignore[attr-defined]


FOREIGN = {
    "accounts": "root:$6$hunter2$hunter2/abc.def:19000:0:99999:7:::\nhunter2:*:19000:0:99999:7:::\n",
    "a key": "-----BEGIN OPENSSH PRIVATE KEY-----\nhunter2\n-----END OPENSSH PRIVATE KEY-----\n",
    "an environment": "PASSWORD=hunter2\n",
    "two words": "PASSWORD=hunter2\nTOKEN=hunter2\n",
    "another tool's map": "user: hunter2\nhunter2: [hunter2]\n",
    "keys of ours": "rounds: hunter2\nplayers: hunter2\nvariant: hunter2\nmoves: hunter2\n",
    "rules of a tool": "rules: {hunter2: hunter2, x: {hunter2: 1}}\n",
    "an edition of a tool": "name: hunter2\nextends: hunter2\nplay: hunter2\n",
    "another version": "eleusis: hunter2\nhunter2: hunter2\n",
    "a list": "- hunter2\n- {hunter2: hunter2}\n",
    "an alias": "a: *hunter2\nb: &hunter2 hunter2\n",
    "a tag": "a: !hunter2 hunter2\n",
    "a tag without its handle": "a: !hunter2!b hunter2\n",
    "a key twice": "hunter2: 1\nhunter2: 2\n",
    "no YAML": "hunter2: hunter2: @hunter2\n",
    "a quote": "a: 'hunter2\n",
    "a control": "a: hunter2\x1b\n",
}
READERS: dict[str, Callable[[Path], object]] = {
    "a game": load_game,
    "a game that goes on": GrowingFile.reopen,
    "rules": load_rules,
    "an edition": lambda path: load_variant(str(path)),
    "a check": lambda path: check_game(load(path), str(path)),
    "a checked edition": lambda path: variant_from_file(load(path), path),
}


@pytest.mark.long
@pytest.mark.parametrize("name", FOREIGN)
@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("parser", ["CSafeLoader", "SafeLoader"])
def test_of_a_file_that_is_not_ours_nothing_is_quoted(
    parser: str, reader: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if parser == "SafeLoader":
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    target = tmp_path / "theirs"
    target.write_text(FOREIGN[name], encoding="utf-8")
    link = tmp_path / "link.yaml"
    link.symlink_to(target)
    with pytest.raises(EleusisError) as caught:
        READERS[reader](link)
    for error in caught.value.errors:
        assert "hunter2" not in str(error)
        assert (error.file, error.exit_code) == (str(link), 2)
    assert len(caught.value.errors) < 3, "what is wrong in it is nobody's business"


def test_a_file_of_ours_with_a_mistake_is_quoted(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    path = tmp_path / "game.yaml"
    path.write_text("eleusis: 1\nplayerz: [Ann, Bob]\nvariant: abbott\nrounds: []\n", encoding="utf-8")
    with pytest.raises(ManyErrors) as caught:
        load_game(path)
    assert str(caught.value) == snapshot
    path.write_text("eleusis: 1\nplayers: *names\n", encoding="utf-8")
    with pytest.raises(YamlError, match=r"\*names"):
        load_game(path)
