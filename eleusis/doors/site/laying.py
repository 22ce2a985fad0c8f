"""The folder of a site, as it is laid out: the pages, the engine, and what is read before it has loaded."""

from __future__ import annotations

import json
import re
import shutil
import tarfile
from hashlib import sha256
from pathlib import Path

from eleusis.doors.site.compiling import compile_all, pack_beside, zip_folder
from eleusis.doors.site.fetching import (
    ENGINE,
    MSGSPEC,
    PYODIDE_PACKAGE,
    WASM,
    check_hash,
    copy_library,
    fetch,
    unpack_wheel,
)
from eleusis.doors.site.packing import PACKAGE, Contents
from eleusis.doors.site.trimming import is_left_out
from eleusis.variant.shelves import shipped_folder

PURE = ("attr", "attrs", "lazy_loader", "yaml")
"""Libraries that are taken from the Python that builds the site: they have no compiled half, or do without."""


def lay_engine(folder: Path, contents: Contents, version: str, numpy: Path | None, work: Path) -> None:
    """Puts the engine into a folder: Pyodide, the trimmed library and eleusis as bytecode, packed.

    `work` is a folder for what is between. Raises SiteError as `fetch`, `copy_library` and `compile_all` do, and
    `site/wrong-hash` for a wheel of numpy that isn't the one that Pyodide was tried with.
    """
    pyodide, library, modules = (work / name for name in ("package", "library", "modules"))
    library.mkdir()
    modules.mkdir()
    with tarfile.open(fetch(PYODIDE_PACKAGE)) as tar:
        tar.extraction_filter = getattr(tarfile, "data_filter", None)  # not in each Python 3.11
        tar.extractall(work)
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    _gather_library(pyodide / "python_stdlib.zip", library)
    _gather_ours(contents, version, modules)
    for name in PURE:
        copy_library(name, modules)
    unpack_wheel(fetch(MSGSPEC), modules)
    if numpy is not None:
        check_hash(numpy, lock["packages"]["numpy"]["sha256"])
        unpack_wheel(numpy, modules)
    compile_all([library, modules], pyodide)
    compiled = _lay_compiled(modules, folder)
    zip_folder(library, folder / "python_stdlib.zip")
    zip_folder(modules, folder / "eleusis.zip")
    for name in ENGINE:
        _lay_script(pyodide / name, folder)
    shutil.copyfile(pyodide / WASM, folder / WASM)
    for name in ("python_stdlib.zip", "eleusis.zip", "pyodide.asm.js", WASM, *compiled):
        pack_beside(folder / name)
    # Node.js, which tries the engine, doesn't know a module by that ending.
    (folder / "package.json").write_text('{"type": "module"}\n', encoding="utf-8")
    # Nothing is loaded by name: Pyodide wants a list of packages all the same.
    (folder / "pyodide-lock.json").write_text(json.dumps({"info": lock["info"], "packages": {}}), encoding="utf-8")


def _lay_script(script: Path, folder: Path) -> None:
    """Lays a module of Pyodide as `.js`: many a server gives `.mjs` a type that no browser runs.

    Its source map is taken away: none is laid, and a browser's tools would ask for it.
    """
    text = re.sub(rb"\n//# sourceMappingURL=\S+\s*$", b"\n", script.read_bytes())
    (folder / f"{script.stem}.js").write_bytes(text.replace(b"pyodide.asm.mjs", b"pyodide.asm.js"))


def _lay_compiled(source: Path, folder: Path) -> list[str]:
    """Moves compiled modules out of what is archived: each is loaded by its address, before Python starts.

    They are listed in compiled.json, by their paths in the archive.
    """
    names = sorted(path.relative_to(source).as_posix() for path in source.rglob("*.so"))
    for name in names:
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        (source / name).replace(target)
    (folder / "compiled.json").write_text(json.dumps(names), encoding="utf-8")
    return names


def hash_folder(folder: Path) -> str:
    """A short word for all that a folder holds."""
    digest = sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(folder).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()[:12]


def _gather_library(archive: Path, folder: Path) -> None:
    """The standard library, without what is left out."""
    shutil.unpack_archive(archive, folder)
    for path in sorted(folder.rglob("*")):
        if path.is_file() and (path.suffix != ".py" or is_left_out(path.relative_to(folder).as_posix())):
            path.unlink()


def _gather_ours(contents: Contents, version: str, folder: Path) -> None:
    """Eleusis with its data and variants, and with what tells its version."""
    for file in contents.files():
        target = folder / PACKAGE.name / file
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(PACKAGE / file, target)
    shutil.copytree(shipped_folder(), folder / PACKAGE.name / "data" / "variants")
    about = folder / f"{PACKAGE.name}-{version}.dist-info"
    about.mkdir()
    text = f"Metadata-Version: 2.1\nName: {PACKAGE.name}\nVersion: {version}\n"
    (about / "METADATA").write_text(text, encoding="utf-8", newline="\n")
