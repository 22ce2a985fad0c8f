"""What distributions offer, read as `importlib.metadata` reads it, and packages found without an import."""

from __future__ import annotations

import importlib
import importlib.metadata
import os
import subprocess
import sys
from pathlib import Path

import pytest

from eleusis.installed import EntryPoint, entry_points, package_folders

ROOT = str(Path(__file__).parent.parent)


def offer(site: Path, text: str, distribution: str = "house_editions-1.0.dist-info") -> None:
    """A distribution in a folder of sys.path, with these entry points."""
    folder = site / distribution
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: house-editions\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text(text)


def offers(group: str) -> list[tuple[str, str]]:
    return [(point.name, point.value) for point in entry_points(group)]


@pytest.mark.parametrize("group", ["console_scripts", "pytest11", "hypothesis", "pygments.lexers", "nobody's"])
def test_the_entry_points_of_this_environment_are_those_of_the_library(group: str) -> None:
    expected = {(point.name, point.value) for point in importlib.metadata.entry_points(group=group)}
    assert set(offers(group)) == expected
    assert expected or group not in ("console_scripts", "pytest11")


def test_what_is_odd_is_read_as_the_library_reads_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "# a = b\n[ours]\n a=b.c : d \n\n  # c = d\n[ theirs ]\nx = y\n[empty]\n[ours]\nz = y [extra]\n"
    offer(tmp_path, text)
    offer(tmp_path / "later", "[ours]\nhidden = by.the.first\n", "House.Editions-2.0.dist-info")
    offer(tmp_path / "later", "[ours]\nother = o\n", "other.egg-info")
    monkeypatch.setattr(sys, "path", [str(tmp_path), str(tmp_path / "later"), "/nowhere", *sys.path])
    assert offers("ours") == [("a", "b.c : d"), ("z", "y [extra]"), ("other", "o")]
    assert entry_points("ours")[0] == EntryPoint("house-editions 1.0", "ours", "a", "b.c : d")
    assert entry_points("ours")[2].distribution == "other"
    named = {point.name for point in importlib.metadata.entry_points(group="ours")}
    assert named == {name for name, _ in offers("ours")}
    monkeypatch.setattr(sys, "path", ["\0", *sys.path])
    assert named == {name for name, _ in offers("ours")}


def test_what_is_installed_later_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    assert offers("ours") == []
    offer(tmp_path, "[ours]\na = b\n")
    assert offers("ours") == [("a", "b")]
    os.utime(tmp_path, ns=(1, 1))  # long ago: read once
    assert offers("ours") == offers("ours") == [("a", "b")]
    offer(tmp_path, "[ours]\nc = d\n", "new-1.dist-info")
    assert offers("ours") == [("a", "b"), ("c", "d")]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_what_can_t_be_read_offers_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number, make in enumerate((os.mkfifo, os.mkdir)):
        folder = tmp_path / f"x{number}.dist-info"
        folder.mkdir()
        make(folder / "entry_points.txt")
    (tmp_path / "file.egg-info").write_text("Name: file\n")
    offer(
        tmp_path, "[ours]\n\udcff = \udcfe\n".encode("utf-8", "surrogateescape").decode("latin-1"), "odd.dist-info"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    assert len(offers("ours")) == 1


def test_a_package_is_found_and_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ("loud", "loud/inner", "bare"):
        (tmp_path / folder).mkdir()
    for file in ("loud/__init__.py", "loud/inner/__init__.py", "plain.py"):
        (tmp_path / file).write_text("raise RuntimeError('imported')\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    assert package_folders("loud") == [str(tmp_path / "loud")]
    assert package_folders("loud.inner") == [str(tmp_path / "loud" / "inner")]
    assert package_folders("bare") == [str(tmp_path / "bare")]
    assert not {"loud", "loud.inner"} & set(sys.modules)


@pytest.mark.parametrize(
    ("package", "said"),
    [
        ("nobody_has_this", "there is no package 'nobody_has_this'"),
        ("json.nobody_has_this", "there is no folder of the package 'json.nobody_has_this'"),
        ("nobody_has_this.inner", "there is no package"),
        ("colorsys", "'colorsys' is a module, not a package"),
        ("colorsys.inner", "'colorsys' is a module, not a package"),
        ("json.decoder", "there is no folder of the package 'json.decoder'"),
        ("json:loads", "can't be the name of a package"),
        ("../json", "can't be the name of a package"),
        ("", "can't be the name of a package"),
        ("js\x1bon", "can't be the name of a package"),
        ("__main__", "is a module|failed: ValueError|there is no package"),
    ],
)
def test_what_is_no_package_is_told(package: str, said: str) -> None:
    with pytest.raises(LookupError, match=said) as caught:
        package_folders(package)
    assert caught.value.args[0].isprintable()


def test_a_finder_that_fails_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    class Finder:
        def find_spec(self, name: str, path: object = None, target: object = None) -> None:
            raise RuntimeError(name)

    monkeypatch.setattr(sys, "meta_path", [Finder()])
    with pytest.raises(LookupError, match="the search for the package 'nobody_has_this' failed: RuntimeError"):
        package_folders("nobody_has_this")


def test_a_name_costs_no_import_of_the_library() -> None:
    code = "import sys; from eleusis.variant import load_variant; load_variant('abbott');"
    code += "print([name for name in ('importlib.metadata', 'email', 'zipfile') if name in sys.modules])"
    environment = {**os.environ, "PYTHONPATH": ROOT}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    assert done.stdout == "[]\n"
