"""A site, built by Node.js and Pyodide: what a first visit loads, the same again, whole or not at all."""

from __future__ import annotations

import json
import shutil
import zipfile
from pathlib import Path

import pytest

from eleusis import EleusisError
from eleusis.doors.site import building
from eleusis.doors.site.building import build_site
from eleusis.doors.site.compiling import try_start
from eleusis.doors.site.packing import ROOT
from eleusis.doors.site.starters import first_day

pytestmark = pytest.mark.browser

FIRST_VISIT = 7_500_000
"""Bytes that go over the wire until all is kept."""


@pytest.fixture(scope="module")
def files(built: Path) -> Path:
    """The folder of the site's one version."""
    (folder,) = built.glob("v-*")
    return folder


def test_a_first_visit_is_not_dear(built: Path, files: Path) -> None:
    listed = json.loads((files / "files.json").read_text(encoding="utf-8"))["files"]
    wire = {name: path.stat().st_size for name in listed for path in [_as_sent(files / name)]}
    assert wire["engine/eleusis.zip"] <= 1_300_000
    assert wire["engine/python_stdlib.zip"] <= 2_000_000
    at_root = sum(path.stat().st_size for path in built.iterdir() if path.is_file() and path.suffix != ".html")
    page = (built / "index.html").stat().st_size
    assert sum(wire.values()) + at_root + page <= FIRST_VISIT


def _as_sent(path: Path) -> Path:
    packed = path.with_name(f"{path.name}.z")
    return packed if packed.is_file() else path


@pytest.mark.soak
def test_what_is_built_again_in_the_place_of_a_former_site_is_the_same(built: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    (out / "v-former").mkdir(parents=True)
    shutil.copyfile(built / building.MARK, out / building.MARK)
    build_site(out, first_day())
    assert _contents(out) == _contents(built)


def _contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_scripts_have_the_ending_that_every_server_knows(built: Path) -> None:
    assert not [*built.rglob("*.mjs")]


def test_the_page_names_its_version_everywhere(built: Path, files: Path) -> None:
    page = (built / "index.html").read_text(encoding="utf-8")
    assert page.count(f'content="{files.name}"') == 1
    assert '"v-0/' not in page


def test_the_pages_of_a_room_stay_outside(files: Path) -> None:
    assert (files / "static" / "tab").is_dir()
    assert not (files / "static" / "room").exists()


def test_a_build_that_fails_leaves_the_former_site(built: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    shutil.copytree(built, out)
    wheel = tmp_path / "numpy.whl"
    wheel.write_bytes(b"other")
    with pytest.raises(EleusisError) as caught:
        build_site(out, first_day(), wheel)
    assert caught.value.code == "site/wrong-hash"
    assert {path.name for path in tmp_path.iterdir()} == {"out", "numpy.whl"}
    assert _contents(out) == _contents(built)


def test_an_engine_that_lacks_a_module_is_told(files: Path, tmp_path: Path) -> None:
    engine = tmp_path / "engine"
    shutil.copytree(files / "engine", engine)
    with (
        zipfile.ZipFile(files / "engine" / "python_stdlib.zip") as whole,
        zipfile.ZipFile(engine / "python_stdlib.zip", "w") as trimmed,
    ):
        for name in whole.namelist():
            if name != "difflib.pyc":
                trimmed.writestr(name, whole.read(name))
    with pytest.raises(EleusisError) as caught:
        try_start(engine, [ROOT, "difflib"])
    assert caught.value.code == "site/import"
    assert caught.value.message.endswith("reaches for difflib, which no tab has")


def test_whatever_is_in_it_is_named_with_its_licence(built: Path) -> None:
    telling = (built / "licences.txt").read_text(encoding="utf-8")
    for name in ("Pyodide", "Python", "attrs", "lazy_loader", "msgspec", "PyYAML", "Young Serif"):
        assert f"\n{name}: " in telling, name
    assert telling.count("Permission is hereby granted") >= 3  # the texts themselves, of eleusis, attrs and PyYAML
