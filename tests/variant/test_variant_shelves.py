"""Editions from elsewhere: the folders of ELEUSIS_PATH and packages of distributions, by name everywhere."""

from __future__ import annotations

import importlib
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis import EleusisError, load_variant, read_game, simulate, variant_names
from eleusis.doors.cli import exits, main
from eleusis.doors.cli.common.given import complete_variant
from eleusis.forms.variant_schema import variant_ref
from eleusis.record.replaying.replay import replay_game
from eleusis.testing.gametests.conditions import Setting
from eleusis.variant import load_variants
from eleusis.variant.shelves import shipped_folder, twins
from tests.helpers.called import run_here
from tests.helpers.places import ROOT

SHIPPED = sorted(path.stem for path in shipped_folder().glob("*.yaml"))
GAME = """eleusis: 1
variant: VARIANT
players: [Ann, Bob, Cleo, Dan]
seed: 1
rounds:
  - rule: red
    dealer: Dan
    hands: {Ann: 5H 6H}
    moves: |
      Ann play 5H
"""

Capture = pytest.CaptureFixture[str]
Write = Callable[..., Path]


def edition(name: str, body: str = "extends: abbott\nexpulsion: {layout: 60}\n") -> str:
    return f"eleusis: 1\nname: {name}\n{body}"


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of ELEUSIS_PATH with `mild.yaml` in it."""
    folder = tmp_path / "editions"
    folder.mkdir()
    (folder / "mild.yaml").write_text(edition("mild"), encoding="utf-8")
    monkeypatch.setenv("ELEUSIS_PATH", str(folder))
    monkeypatch.chdir(tmp_path)
    return folder


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of sys.path with a distribution that offers `thursday.yaml`; its package must not be imported."""
    site = tmp_path / "site"
    (site / "house_editions-1.0.dist-info").mkdir(parents=True)
    info = site / "house_editions-1.0.dist-info"
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: house-editions\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[eleusis.variants]\nours = house\n")
    (site / "house").mkdir()
    (site / "house" / "__init__.py").write_text("raise RuntimeError('imported')\n")
    (site / "house" / "thursday.yaml").write_text(edition("thursday"), encoding="utf-8")
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(site), str(ROOT))))
    importlib.invalidate_caches()
    return site


def refused(act: Callable[[], object]) -> EleusisError:
    with pytest.raises(EleusisError) as caught:
        act()
    assert str(caught.value).isprintable()
    return caught.value


def run(capsys: Capture, *args: str) -> tuple[int, str, str]:
    capsys.readouterr()
    code = main(args)
    return code, *capsys.readouterr()


# By name, everywhere


@pytest.mark.long
@pytest.mark.parametrize("name", ["mild", "thursday"])
def test_an_edition_from_elsewhere_is_found_by_name_in_every_command(
    name: str, shelf: Path, site: Path, capsys: Capture
) -> None:
    def runs(*args: str, expected: int = exits.FINE) -> str:
        code, out, err = run(capsys, *args)
        assert code == expected, (args, out, err)
        assert "Traceback" not in err
        return out

    assert runs("variants", "show", name).startswith(f"eleusis: 1\nname: {name}\n")
    assert name in runs("variants", "diff", "abbott", name, expected=exits.FINDING)
    assert f"\n{name} " in runs("variants", "choose", "--players", "5")
    Path("game.yaml").write_text(GAME.replace("VARIANT", name), encoding="utf-8")
    assert f"\n{name}\n" in runs("replay", "game.yaml")
    assert f"\n{name}\n" in runs("replay", "game.yaml", "--variant", name, "--set", "deal.hand=9")
    assert "fine" in runs("check", "game.yaml")
    inline = GAME.replace("VARIANT", f"{{extends: {name}, deal: {{hand: 9}}}}")
    Path("inline.yaml").write_text(inline, encoding="utf-8")
    assert f"{name}, changed" in runs("replay", "inline.yaml")
    Path("heir.yaml").write_text(edition("heir", f"extends: {name}\n"), encoding="utf-8")
    assert "layout: 60" in runs("variants", "show", "heir.yaml")
    assert "fine" in runs("check", "heir.yaml")
    runs("diff", "game.yaml", "--variant", name)
    players = "Ann:random,Bob:random,Cleo:random,Dan:random"
    runs("deal", "--variant", name, "--players", players, "--seed", "1", "-o", "dealt.yaml")
    assert f"\nvariant: {name}\n" in Path("dealt.yaml").read_text(encoding="utf-8")
    runs("replay", "dealt.yaml")
    printed = runs("simulate", "--variant", name, "--variant", "abbott", "--rounds", "4", "--jobs", "2")
    assert f"A  {name}" in printed
    assert name in complete_variant(name[:2])
    assert name in variant_names()
    assert name in str(variant_ref())
    assert load_variant(name, base=Path("/nowhere")).name == name
    assert Setting.of(name, (), (), Path("/nowhere")).variant == load_variant(name)
    assert simulate(name, rounds=2, seed=1).plan.arms[0].variant.name == name


def test_play_asks_for_it_and_takes_it(shelf: Path, site: Path) -> None:
    def play(answers: str, *args: str) -> str:
        players = "Ann,Bob:random,Cleo:random,Dan:random"
        done = run_here(Path(), "play", "--players", players, *args, typed=answers)
        assert "Traceback" not in done.stderr
        return done.stdout + done.stderr

    assert "thursday" in play("mild\nquit\n", "--dealer", "Bob", "--seed", "1", "--file", "asked.yaml")
    assert "\nvariant: mild\n" in Path("asked.yaml").read_text(encoding="utf-8")
    play("quit\n", "--variant", "thursday", "--dealer", "Bob", "--seed", "1", "--file", "given.yaml")
    assert "\nvariant: thursday\n" in Path("given.yaml").read_text(encoding="utf-8")
    (shelf / "broken.yaml").write_text(edition("other", "extends: guyton\n"), encoding="utf-8")
    assert "There are others that can't be loaded" in play("quit\n")


def test_the_list_says_where_each_comes_from(shelf: Path, site: Path, capsys: Capture) -> None:
    code, out, err = run(capsys, "variants", "list")
    assert (code, err) == (exits.FINE, "")
    rows = {line.split()[0]: line for line in out.splitlines()}
    assert list(rows) == ["variant", *sorted([*SHIPPED, "mild", "thursday"])]
    assert rows["variant"].endswith("  from")
    assert rows["abbott"].endswith("  shipped")
    assert rows["mild"].endswith(f"  {shelf}")
    assert rows["thursday"].endswith("  house-editions 1.0")
    _, out, _ = run(capsys, "variants", "list", "--format", "json")
    facts = {row["name"]: (row["from"], row["file"]) for row in json.loads(out)}
    assert facts["abbott"] == ("shipped", str(shipped_folder() / "abbott.yaml"))
    assert facts["mild"] == (str(shelf), str(shelf / "mild.yaml"))
    assert facts["thursday"] == ("house-editions 1.0", str(site / "house" / "thursday.yaml"))


def test_what_is_extended_by_name_may_lie_on_another_shelf(shelf: Path, site: Path) -> None:
    (site / "house" / "thursday.yaml").write_text(edition("thursday", "extends: mild\n"), encoding="utf-8")
    (shelf / "last.yaml").write_text(edition("last", "extends: thursday\ndeal: {hand: 9}\n"), encoding="utf-8")
    assert load_variant("last").deal.hand == 9
    (shelf / "mild.yaml").write_text(edition("mild", "extends: last\n"), encoding="utf-8")
    assert refused(lambda: load_variant("last")).code == "variant/extends"


# Which folders, which files


def test_the_environment_is_asked_each_time(shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert load_variant("mild").name == "mild"
    other = tmp_path / "other"
    other.mkdir()
    (other / "strict.yaml").write_text(edition("strict"), encoding="utf-8")
    empty = os.pathsep
    monkeypatch.setenv("ELEUSIS_PATH", f"{empty}{shelf}{empty}{empty}other{empty}")  # one of them relative
    assert variant_names() == sorted([*SHIPPED, "mild", "strict"])
    assert load_variant("strict").name == "strict"
    monkeypatch.setenv("ELEUSIS_PATH", str(other))
    assert refused(lambda: load_variant("mild")).code == "variant/unknown"
    (other / "mild.yaml").write_text(edition("mild", "extends: abbott\ndeal: {hand: 9}\n"), encoding="utf-8")
    assert load_variant("mild").deal.hand == 9
    (other / "abbott.yaml").write_text(edition("abbott", "extends: guyton\n"), encoding="utf-8")
    assert load_variant("abbott").title != load_variant(str(other / "abbott.yaml")).title
    monkeypatch.delenv("ELEUSIS_PATH")
    assert load_variant("abbott").name == "abbott"
    assert variant_names() == SHIPPED


def test_an_empty_item_is_not_this_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mild.yaml").write_text(edition("mild"), encoding="utf-8")
    for empty in ("", os.pathsep, os.pathsep * 3):
        monkeypatch.setenv("ELEUSIS_PATH", empty)
        assert variant_names() == SHIPPED
        assert refused(lambda: load_variant("mild")).code == "variant/unknown"


def test_only_yaml_files_directly_in_a_folder_count(shelf: Path) -> None:
    (shelf / "deep").mkdir()
    for name in ("deep/low.yaml", "short.yml", "upper.YAML", ".hidden.yaml", "plain", "note.txt"):
        (shelf / name).write_text(edition(Path(name).stem), encoding="utf-8")
    assert variant_names() == sorted([*SHIPPED, "mild"])
    for name in ("low", "short", "upper", ".hidden", "plain", "note", "deep/low", "../mild", "mild\0", "", "."):
        refused(lambda name=name: load_variant(name))  # type: ignore[misc]
    assert load_variants()[1] == []


def test_a_folder_that_is_not_there_is_passed_over_and_told_where_it_matters(
    shelf: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture, snapshot: SnapshotAssertion
) -> None:
    monkeypatch.setenv("ELEUSIS_PATH", os.pathsep.join(["/nowhere/editions", str(shelf)]))
    assert run(capsys, "variants", "show", "mild")[::2] == (exits.FINE, "")
    code, out, err = run(capsys, "variants", "list")
    assert code == exits.FINE
    assert "mild" in out
    assert err == snapshot
    message = refused(lambda: load_variant("mlid")).message
    assert message == snapshot


# Names that are there twice


@pytest.mark.parametrize("name", ["abbott", "mild"])
def test_the_nearer_of_two_wins_and_lists_and_check_tell(
    name: str, shelf: Path, site: Path, capsys: Capture
) -> None:
    """Design, players from outside: shipped, then ELEUSIS_PATH, then packages; the nearer name wins."""
    second = site / "house" / f"{name}.yaml"
    second.write_text(edition(name, "extends: guyton\n"), encoding="utf-8")
    first = shelf / "mild.yaml" if name == "mild" else shipped_folder() / "abbott.yaml"
    nearest = load_variant(str(first))
    assert load_variant(name) == nearest
    assert replay_game(read_game(GAME.replace("VARIANT", name), "game.yaml")).variant == nearest
    code, out, err = run(capsys, "variants", "list")
    assert code == exits.FINE
    assert sum(line.split()[0] == name for line in out.splitlines()) == 1
    assert str(first) in err
    assert str(second) in err
    code, out, _ = run(capsys, "check", "--format", "json", str(second))
    assert code == exits.BAD_INPUT
    assert [error["code"] for error in json.loads(out)["errors"]] == ["variant/twice"]
    assert run(capsys, "check", str(first))[::2] == (exits.FINE, "")
    assert run(capsys, "variants", "show", name)[::2] == (exits.FINE, "")
    assert load_variant(str(second)).name == name, "a path is a path"
    assert variant_names().count(name) == 1


def test_what_is_told_of_names_that_are_there_twice(
    shelf: Path, site: Path, capsys: Capture, snapshot: SnapshotAssertion
) -> None:
    for file in (shelf / "abbott.yaml", site / "house" / "abbott.yaml", site / "house" / "mild.yaml"):
        file.write_text(edition(file.stem, "extends: guyton\n"), encoding="utf-8")
    _, _, listed = run(capsys, "variants", "list")
    _, _, checked = run(capsys, "check", str(site / "house" / "abbott.yaml"))
    lines = listed + checked
    for folder, name in ((site, "SITE"), (shelf, "SHELF"), (ROOT, "ROOT")):
        lines = lines.replace(str(folder), name)
    assert lines == snapshot


def test_the_same_file_in_two_ways_is_no_other(
    shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "linked").symlink_to(shelf)
    (tmp_path / "links").mkdir()
    (tmp_path / "links" / "mild.yaml").symlink_to(shelf / "mild.yaml")
    folders = [shelf, shelf, tmp_path / "linked", tmp_path / "links", shipped_folder(), f"{shelf}/"]
    monkeypatch.setenv("ELEUSIS_PATH", os.pathsep.join(map(str, folders)))
    assert load_variant("mild").name == "mild"
    assert [load_variant(name).name for name in SHIPPED] == SHIPPED
    assert load_variants()[1] == twins() == []


# Files that are no editions


def test_the_name_of_an_edition_is_that_of_its_file(shelf: Path, capsys: Capture) -> None:
    path = shelf / "gentle.yaml"
    path.write_text(edition("abbott", "extends: guyton\n"), encoding="utf-8")
    said = f"{path}:2:7: a variant must be named after its file: 'gentle', not 'abbott'"
    error = refused(lambda: load_variant("gentle", ["deal.hand=9"]))
    assert (error.code, str(error)) == ("variant/name", said)
    code, out, err = run(capsys, "variants", "list")
    assert (code, err) == (exits.BAD_INPUT, f"{said}\n")
    assert "gentle" not in out
    assert run(capsys, "check", str(path))[::2] == (exits.BAD_INPUT, f"{said}\n")
    assert load_variant(str(path)).name == "abbott", "a path is a path"
    heir = shelf / "heir.yaml"
    heir.write_text(edition("heir", "extends: gentle\n"), encoding="utf-8")
    assert str(refused(lambda: load_variant("heir"))) == said


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_what_is_broken_is_named_and_nothing_else_suffers(shelf: Path, capsys: Capture) -> None:
    texts = {
        "syntax.yaml": "eleusis: 1\nname: [\n",
        "knob.yaml": edition("knob", "extends: abbott\nexpulsion: {layot: 3}\n"),
        "parent.yaml": edition("parent", "extends: nobody\n"),
        "game.yaml": GAME.replace("VARIANT", "mild"),
        "rules.yaml": "eleusis: 1\nrules: {}\n",
        "empty.yaml": "",
        "later.yaml": "eleusis: 2\nname: later\n",
        "unnamed.yaml": "eleusis: 1\nextends: abbott\n",
    }
    for name, text in texts.items():
        (shelf / name).write_text(text, encoding="utf-8")
    (shelf / "latin.yaml").write_bytes(b"name: \xe9\n")
    os.mkfifo(shelf / "pipe.yaml")
    (shelf / "folder.yaml").mkdir()
    (shelf / "circle.yaml").symlink_to("circle.yaml")
    (shelf / os.fsdecode(b"\xff\x1b.yaml")).write_text(edition("mild"), encoding="utf-8")
    wrong = [*(name.removesuffix(".yaml") for name in texts), "latin", "pipe", "folder", "circle", "\udcff\x1b"]
    for name in wrong:
        error = refused(lambda name=name: load_variant(name))  # type: ignore[misc]
        assert (error.file or "").startswith(str(shelf))
    code, out, err = run(capsys, "variants", "list")
    assert code == exits.BAD_INPUT
    assert [line.split()[0] for line in out.splitlines()] == ["variant", *sorted([*SHIPPED, "mild"])]
    assert len(err.splitlines()) == len(wrong)
    assert all(line.isprintable() and line.startswith(str(shelf)) for line in err.splitlines())
    for words in (["show", "mild"], ["diff", "mild", "mild"], ["show", "abbott"]):
        assert run(capsys, "variants", *words)[::2] == (exits.FINE, "")


# Packages


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("nobody_has_this", "there is no package 'nobody_has_this'"),
        ("colorsys", "'colorsys' is a module, not a package"),
        ("house:editions", "'house:editions' can't be the name of a package"),
    ],
)
def test_a_distribution_whose_offer_leads_nowhere_is_named(
    value: str, said: str, site: Path, capsys: Capture
) -> None:
    (site / "house_editions-1.0.dist-info" / "entry_points.txt").write_text(f"[eleusis.variants]\nx = {value}\n")
    said = f"house-editions 1.0 offers variants, but {said}"
    code, out, err = run(capsys, "variants", "list")
    assert (code, err) == (exits.BAD_INPUT, f"{said}\n")
    assert [line.split()[0] for line in out.splitlines()] == ["variant", *SHIPPED]
    assert run(capsys, "variants", "show", "abbott")[::2] == (exits.FINE, "")
    assert refused(lambda: load_variant("thursday")).message.endswith(f"; {said}")
    assert [error.code for error in load_variants()[1]] == ["variant/package"]


def test_worker_processes_are_sent_whole_editions(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from eleusis.lab.arms import read_arms

    arms, _ = read_arms(["mild", "mild deal.hand=9"], (), None)
    monkeypatch.delenv("ELEUSIS_PATH")
    assert [arm.variant.deal.hand for arm in arms] == [14, 9]
    assert refused(lambda: load_variant("mild")).code == "variant/unknown"


def test_a_package_is_found_and_not_run(site: Path) -> None:
    for folder in ("loud", "loud/inner"):
        (site / folder).mkdir()
        (site / folder / "__init__.py").write_text("raise RuntimeError('imported')\n")
        name = folder.rpartition("/")[2]
        (site / folder / f"{name}.yaml").write_text(edition(name), encoding="utf-8")
    points = "[eleusis.variants]\na = loud.inner\nb = loud\n"
    (site / "house_editions-1.0.dist-info" / "entry_points.txt").write_text(points)
    importlib.invalidate_caches()
    assert {"loud", "inner"} <= set(variant_names())
    assert not {"loud", "loud.inner"} & set(sys.modules)


@pytest.mark.parametrize(
    "package",
    [
        "nobody_has_this", "json.nobody_has_this", "nobody_has_this.inner", "colorsys", "colorsys.inner",
        "json.decoder", "json:loads", "../json", "js\x1bon", "__main__",
    ],
)  # fmt: skip
def test_an_offer_that_is_no_package_harms_no_other_edition(package: str, site: Path) -> None:
    points = f"[eleusis.variants]\nb = {package}\nours = house\n"
    (site / "house_editions-1.0.dist-info" / "entry_points.txt").write_text(points)
    assert load_variant("thursday").name == "thursday"
    errors = load_variants()[1]
    assert [error.code for error in errors] == ["variant/package"]
    assert errors[0].message.isprintable()
