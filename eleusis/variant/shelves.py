"""Where variants lie by name: those that ship, the folders of ELEUSIS_PATH, the packages of distributions.

They are looked through in this order each time that a name is asked for, and the first that has it wins: nothing
can take the place of a shipped variant, and packages are asked only for what lies nowhere else. Lists and `check`
tell where a name is taken twice.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from eleusis.ground.errors import EleusisError, Place, VariantError, YamlError, did_you_mean, quote

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

VARIABLE = "ELEUSIS_PATH"
"""The variable of the environment that names folders of variants, split as PATH."""
GROUP = "eleusis.variants"
"""The group of entry points whose values name packages of variants."""
ENDINGS = (".yaml", ".yml")
"""What a file must end in that another file names by its path."""
SHIPPED = "shipped"
_SHOWN = 40
"""Names that a message lists."""
_ALIKE = 2000
"""Names that are looked through for a near one."""


@attrs.frozen
class VariantFile:
    """The file of a variant that has a name, and where its shelf comes from."""

    name: str
    path: str
    origin: str

    @property
    def where(self) -> str:
        """The path, with the origin behind it unless that says the same."""
        return self.path if self.path.startswith(self.origin) else f"{self.path} ({self.origin})"


@attrs.frozen
class Shelf:
    """A folder of variants, and where it comes from: `shipped`, the folder itself, or a distribution."""

    folder: str
    origin: str

    def file(self, name: str) -> VariantFile:
        """The file that a variant of this name would have here."""
        return VariantFile(name, os.path.join(self.folder, f"{name}.yaml"), self.origin)  # noqa: PTH118


def shipped_folder() -> Path:
    """The folder of the variants that come with the package (of the checkout, if it runs from there)."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "data" / "variants"
    return inside if inside.is_dir() else package.parent / "variants"


def is_path(ref: str) -> bool:
    """Whether a path is meant, and no name."""
    return ref == "-" or "/" in ref or "\\" in ref or ref.endswith(ENDINGS)


def variant_names() -> list[str]:
    """The names of all variants, sorted: the shipped ones, those in ELEUSIS_PATH, those of installed packages.

    >>> "abbott" in variant_names(), "express" in variant_names()
    (True, True)
    """
    return sorted(variant_files()[0])


def find_variant(name: str) -> VariantFile | None:
    """The file of a variant by its name, the nearest if there are several; None where there is none."""
    if not name or name.startswith(".") or is_path(name):
        return None
    # One at a time: packages are not even asked where a file has the name.
    files = (shelf.file(name) for shelf in _shelves([]))
    return next((file for file in files if os.path.lexists(file.path)), None)


def taken_twice(files: Sequence[VariantFile]) -> VariantError | None:
    """The error for files of one name, the nearest first, that are not all the same file (`variant/twice`)."""
    distinct = {os.path.realpath(file.path): file for file in reversed(files)}
    if len(distinct) < 2:
        return None
    places = " and ".join(file.where for file in reversed(distinct.values()))
    times = "twice" if len(distinct) == 2 else f"{len(distinct)} times"
    message = f"the variant {quote(files[0].name)} exists {times}: {places}; the first one is used"
    return VariantError("variant/twice", message)


def twins() -> list[VariantError]:
    """Where the name of a variant is taken more than once, sorted by name."""
    errors = (taken_twice(files) for _, files in sorted(variant_files()[0].items()))
    return [error for error in errors if error is not None]


def variant_files() -> tuple[dict[str, list[VariantFile]], list[EleusisError]]:
    """The files of all variants by name, and what is wrong with the places where they lie or with their names."""
    errors: list[EleusisError] = []
    files: dict[str, list[VariantFile]] = {}
    for shelf in list(_shelves(errors)):  # the errors of packages come first
        try:
            names = [name for name in os.listdir(shelf.folder) if name.endswith(".yaml")]  # noqa: PTH208
        except FileNotFoundError:
            continue  # as in PATH
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or "not a path"
            errors.append(YamlError("file/unreadable", f"can't be read: {reason}", Place(shelf.folder)))
            continue
        for file in (shelf.file(name.removesuffix(".yaml")) for name in names if not name.startswith(".")):
            if is_path(file.name):
                message = f"no variant can be called {quote(file.name)}: that means a path"
                errors.append(VariantError("variant/name", message, Place(file.path)))
            else:
                files.setdefault(file.name, []).append(file)
    return files, errors


def shelved_name(path: str | Path) -> str | None:
    """The name by which the variant of a file is found, None where it lies on no shelf."""
    file = Path(path)
    if file.suffix != ".yaml" or file.name.startswith("."):
        return None
    real = os.path.realpath(file.parent)
    on_shelf = any(os.path.realpath(shelf.folder) == real for shelf in _shelves([]))
    return file.stem if on_shelf else None


def missing_folders() -> list[str]:
    """The folders of ELEUSIS_PATH that are not there."""
    return [folder for folder in _path_folders() if not os.path.exists(folder)]  # noqa: PTH110


def no_such_variant(name: str) -> VariantError:
    """The error for a name that is none (`variant/unknown`): what may be meant, what there is, what is amiss."""
    files, errors = variant_files()
    names = sorted(files)
    shown = ", ".join(names[:_SHOWN]) + (f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else "")
    amiss = [f"; {folder} of {VARIABLE} isn't there" for folder in missing_folders()]
    amiss += [f"; {error}" for error in errors]
    hint = did_you_mean(name, names[:_ALIKE])
    message = f"there is no variant {quote(name)}{hint}: choose from {shown}{''.join(amiss[:_SHOWN])}"
    return VariantError("variant/unknown", message)


def _path_folders() -> list[str]:
    """The folders of ELEUSIS_PATH, in full; empty items are passed over."""
    items = os.environ.get(VARIABLE, "").split(os.pathsep)
    return [os.path.join(_here(), item) for item in items if item]  # noqa: PTH118


def _here() -> str:
    """The folder in which the program runs, which may be gone."""
    try:
        return os.getcwd()  # noqa: PTH109
    except OSError:
        return "."


def _shelves(errors: list[EleusisError]) -> Iterator[Shelf]:
    """The shelves, the nearest first; offers of distributions that lead nowhere are added to the errors."""
    yield Shelf(str(shipped_folder()), SHIPPED)
    for folder in _path_folders():
        yield Shelf(folder, folder)
    from importlib.metadata import entry_points  # late: a shipped variant needs none

    for point in entry_points(group=GROUP):
        distribution = origin_of(point)
        try:
            folders = _package_folders(point.value)
        except LookupError as error:
            message = f"{distribution} offers variants, but {error.args[0]}"
            errors.append(VariantError("variant/package", message))
        else:
            yield from (Shelf(folder, distribution) for folder in folders)


def origin_of(point: EntryPoint) -> str:
    """The distribution that an entry point is of, with its version, as it says itself."""
    return "a package" if point.dist is None else f"{point.dist.name} {point.dist.version}"


def _package_folders(package: str) -> list[str]:
    """The folders of a package, found without running any of it.

    Raises LookupError, whose text says what is there instead.
    """
    from importlib.util import find_spec  # late: where nothing is offered nobody pays for it

    top, *inner = package.split(".")
    if not all(part.isidentifier() for part in (top, *inner)):
        raise LookupError(f"{quote(package)} can't be the name of a package")
    try:
        spec = find_spec(top)  # of a package inside it would import the one above
        within = None if spec is None else spec.submodule_search_locations
        paths = [Path(folder, *inner) for folder in within or ()]
    except Exception as error:  # those who find modules can be anybody's code
        raise LookupError(f"the search for the package {quote(package)} failed: {type(error).__name__}") from None
    folders = [str(path) for path in paths if path.is_dir()]
    if not folders:
        if spec is not None and within is None:
            raise LookupError(f"{quote(top)} is a module, not a package")
        raise LookupError(f"there is no {'folder of the ' if paths else ''}package {quote(package)}")
    return folders
