"""A site, built by Node.js and Pyodide: what a first visit loads, the same again, whole or not at all."""

from __future__ import annotations

import json
import shutil
import zipfile
from datetime import date
from pathlib import Path

import pytest

from eleusis import EleusisError
from eleusis.doors.site import building
from eleusis.doors.site.building import Site, build_site
from eleusis.doors.site.compiling import try_start

pytestmark = pytest.mark.browser

DAY = date(2026, 11, 1)
FIRST_VISIT = 7_500_000
"""Bytes that go over the wire until all is kept."""


@pytest.fixture(scope="module")
def site(site_folder: Path) -> Site:
    """A site of these sources."""
    return build_site(site_folder, DAY)


def engine_of(site: Site) -> Path:
    """The folder of its engine."""
    return site.folder / site.version / "engine"


def test_a_first_visit_is_not_dear(site: Site) -> None:
    listed = json.loads((site.folder / site.version / "files.json").read_text(encoding="utf-8"))
    wire = {name: site.sizes[f"{site.version}/{name}"] for name in listed["files"]}
    wire |= {name: packed for name in wire if (packed := site.sizes.get(f"{site.version}/{name}.z"))}
    assert wire["engine/eleusis.zip"] <= 1_300_000
    assert wire["engine/python_stdlib.zip"] <= 2_000_000
    at_root = sum(size for name, size in site.sizes.items() if not name.startswith("v-"))
    assert sum(wire.values()) + at_root <= FIRST_VISIT


def test_what_is_built_twice_is_the_same(site: Site, tmp_path: Path) -> None:
    again = build_site(tmp_path / "again", DAY)
    assert again.version == site.version
    assert again.sizes == site.sizes
    for name in site.sizes:
        assert (again.folder / name).read_bytes() == (site.folder / name).read_bytes(), name


def test_the_page_names_its_version_everywhere(site: Site) -> None:
    page = (site.folder / "index.html").read_text(encoding="utf-8")
    assert page.count(f'content="{site.version}"') == 1
    assert '"v-0' not in page


def test_a_build_that_fails_leaves_the_former_site(site: Site, tmp_path: Path) -> None:
    out = tmp_path / "out"
    shutil.copytree(site.folder, out)
    wheel = tmp_path / "numpy.whl"
    wheel.write_bytes(b"other")
    with pytest.raises(EleusisError) as caught:
        build_site(out, DAY, wheel)
    assert caught.value.code == "site/wrong-hash"
    assert {path.name for path in tmp_path.iterdir()} == {"out", "numpy.whl"}
    assert all((out / name).read_bytes() == (site.folder / name).read_bytes() for name in site.sizes)


def test_a_site_takes_the_place_of_a_former_one(site: Site, tmp_path: Path) -> None:
    out = tmp_path / "out"
    (out / "v-former").mkdir(parents=True)
    shutil.copyfile(site.folder / building.MARK, out / building.MARK)
    assert build_site(out, DAY).sizes == site.sizes
    assert not (out / "v-former").exists()


@pytest.mark.parametrize("missing", ["asyncio/base_events.pyc", "difflib.pyc", "importlib/metadata/_meta.pyc"])
def test_an_engine_that_lacks_a_module_is_told(missing: str, site: Site, tmp_path: Path) -> None:
    engine = tmp_path / "engine"
    shutil.copytree(engine_of(site), engine)
    with (
        zipfile.ZipFile(engine_of(site) / "python_stdlib.zip") as whole,
        zipfile.ZipFile(engine / "python_stdlib.zip", "w") as trimmed,
    ):
        for name in whole.namelist():
            if name != missing:
                trimmed.writestr(name, whole.read(name))
    with pytest.raises(EleusisError) as caught:
        try_start(engine, ["eleusis.doors.tab.tab"], ["difflib", "importlib.metadata"])
    assert caught.value.code == "site/failed"
