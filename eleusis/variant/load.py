"""Reading variants: by name from their shelves, others by path, with `extends` and overrides."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Sequence
from pathlib import Path

import attrs

from eleusis.ground.errors import EleusisError, Place, VariantError, YamlError, quote, raise_all
from eleusis.ground.yaml.parsing import CLAIM, Mapping, Scalar, YamlNode, loading, read, read_file
from eleusis.ground.yaml.reader import VARIANT, kind_of_file
from eleusis.variant.build import Builder
from eleusis.variant.merge import is_setting, merge, override, setting_place, without_header
from eleusis.variant.model import Variant
from eleusis.variant.shelves import (
    ENDINGS,
    SHIPPED,
    VariantFile,
    find_variant,
    is_path,
    no_such_variant,
    shelved_name,
    taken_twice,
    variant_files,
)

MAX_CHAIN = 8
_VERSION = re.compile(r"[1-9][0-9]{0,8}", re.ASCII)
"""What stands behind `eleusis:` in a file of ours, of this version of the format or a later one."""


def load_variant(ref: str, overrides: Sequence[str] = (), base: Path | None = None) -> Variant:
    """The variant of a name or a path, with `SETTING=VALUE` overrides put on top.

    Names are those of the shipped variants, then of the files in the folders of ELEUSIS_PATH, then of those in the
    packages that distributions offer; the first that has the name wins. `base` is the folder of the file that
    names it; None if a person does. A file may name variants and files that end in .yaml or .yml; what stands in a
    file that is no variant is never quoted in an error.

    Raises VariantError or YamlError, ManyErrors where there are several: `file/missing` where there is no such
    file, `variant/unknown` for a name that is none, `variant/extends` for a chain that has no end, and the other
    codes of docs/errors.md for what stands in it.

    >>> abbott = load_variant("abbott", ["deal.hand=9"])
    >>> abbott.deal, abbott.title
    (Deal(hand=9, starters=1, starter='any'), 'New Eleusis (Robert Abbott, 1977)')
    """
    shelved = find_variant(ref)
    if shelved is not None and shelved.origin == SHIPPED:
        return _load_shipped(shelved, tuple(overrides))
    return _load(ref, shelved, overrides, base)


def load_variants() -> tuple[list[tuple[VariantFile, Variant]], list[EleusisError]]:
    """Every variant that has a name, sorted, with its file; and what is wrong with those that can't be had."""
    files, errors = variant_files()
    variants = []
    for name, (shelved, *_) in sorted(files.items()):
        try:
            shipped = shelved.origin == SHIPPED
            variant = _load_shipped(shelved, ()) if shipped else _load(name, shelved, (), None)
        except EleusisError as error:
            errors += error.errors
        else:
            variants.append((shelved, variant))
    return variants, errors


@functools.lru_cache(maxsize=64)
def _load_shipped(shelved: VariantFile, overrides: tuple[str, ...]) -> Variant:
    return _load(shelved.name, shelved, overrides, None)


def _load(ref: str, shelved: VariantFile | None, overrides: Sequence[str], base: Path | None) -> Variant:
    path = Path(shelved.path) if shelved is not None else _find_path(ref, base)
    name = None if shelved is None else shelved.name
    if base is not None:
        return _finish(_read_named(path, ref), path, overrides, inline=False, called=name)
    with loading(path) as node:
        return _finish(_mapping(node), path, overrides, inline=False, called=name)


def variant_from_node(node: Mapping, overrides: Sequence[str] = (), base: Path | None = None) -> Variant:
    """The variant of a map that stands inside a game file; `extends` paths are relative to `base`.

    It needs neither `eleusis` nor `name`; without a name it is called `abbott, changed`. Raises as `load_variant`.
    """
    return _finish(node, (base or Path()) / "inline", overrides, inline=True)


def find(ref: str, base: Path | None = None) -> Path:
    """The file of a name or a path; with `base`, of one that a file in that folder names.

    Raises VariantError: `variant/unknown` for a name that is none, `variant/not-yaml` where a file names another
    that does not end in .yaml or .yml.
    """
    shelved = find_variant(ref)
    return Path(shelved.path) if shelved is not None else _find_path(ref, base)


def _find_path(ref: str, base: Path | None) -> Path:
    """The file of what is no variant's name. Raises as `find` does."""
    if ref == "-" and base is None:
        return Path(ref)
    path = Path(base or ".", ref)
    if is_path(ref):
        if base is not None and not ref.endswith(ENDINGS):
            message = f"{quote(ref)} can't be a variant file here: its name must end in .yaml or .yml"
            raise VariantError("variant/not-yaml", message)
        return path
    if base is None and os.path.isfile(path):  # noqa: PTH113 - Path.is_file fails for a name that is too long
        return path
    raise no_such_variant(ref)


def variant_from_file(node: YamlNode, path: str | Path) -> Variant:
    """The variant of a file that has been read already; one that lies where variants do must have their name, and
    be the one that is found by it.

    Raises as `load_variant` does, and VariantError `variant/twice` where a nearer variant has the name.
    """
    name = shelved_name(path)
    variant = _finish(_mapping(node), Path(path), (), inline=False, called=name)
    if name is not None:
        nearest = find_variant(name)
        twice = None if nearest is None else taken_twice([nearest, VariantFile(name, str(path), str(path))])
        if twice is not None:
            raise twice
    return variant


def _read_named(path: Path, ref: str) -> Mapping:
    """The map of a variant file that another file names.

    Where that is no variant it is whatever a stranger has pointed at: then nothing of it is told, not even why it
    can't be read. Raises VariantError (`variant/not-a-map`), YamlError.
    """
    no_variant = VariantError(
        "variant/not-a-map", f"{quote(ref)} isn't a variant file, which is a map with eleusis: 1"
    )
    try:
        text = read_file(path, streams=False)
    except YamlError as error:
        if error.line is None:
            raise
        raise no_variant from None
    try:
        node = read(text, str(path))
    except EleusisError:
        if CLAIM.search(text):
            raise
        raise no_variant from None
    version = node.get("eleusis") if isinstance(node, Mapping) else None
    ours = isinstance(version, Scalar) and _VERSION.fullmatch(version.text)
    if not isinstance(node, Mapping) or not ours or kind_of_file(node) not in (None, VARIANT):
        raise no_variant
    return node


def _mapping(node: YamlNode) -> Mapping:
    """The map that a variant file is. Raises VariantError (`variant/not-a-map`) for something else."""
    if not isinstance(node, Mapping):
        raise VariantError("variant/not-a-map", "a variant file is a map, beginning with eleusis: 1", node.place)
    kind = kind_of_file(node)
    if kind not in (None, VARIANT):
        raise VariantError("variant/not-a-map", f"this is {kind}, not {VARIANT}", node.place)
    return node


def _finish(
    node: Mapping, path: Path, overrides: Sequence[str], inline: bool, called: str | None = None
) -> Variant:
    """The variant of a map: with what it extends beneath it, and the overrides on top.

    `called` is the name by which its file was found, if any.
    """
    builder = Builder()
    builder.header(node, needed=not inline)
    _check_name(builder, node, called)
    tree, parent = _chain(builder, node, path, ())
    own = dict(tree.entries)
    if inline:
        # A name is not inherited: a changed variant must not look like the plain one.
        plain = set(node.entries) <= {"eleusis", "extends"}
        called = "inline" if parent is None else parent if plain else f"{parent}, changed"
        name = Scalar(called, node.place)
        own.setdefault("name", (name, name))
    whole = Mapping(own, tree.place)
    try:
        variant = builder.variant(override(whole, overrides))
    except EleusisError as error:
        if not overrides:
            raise
        raise_all(_blame(error, whole, overrides))
    return variant if variant.title else attrs.evolve(variant, title=variant.name)


def _check_name(builder: Builder, node: Mapping, called: str | None) -> None:
    """Notes an error where a variant calls itself otherwise than it is found (`variant/name`)."""
    name = node.get("name")
    if called is not None and isinstance(name, Scalar) and " ".join(name.text.split()) != called:
        message = f"a variant must be named after its file: {quote(called)}, not {quote(name.text)}"
        builder.reader.error("name", message, name.place)


def _blame(error: EleusisError, plain: Mapping, settings: Sequence[str]) -> list[EleusisError]:
    """The errors of a tree with settings on top, each where it was made.

    What the file has wrong by itself stays at its place there; the rest is put at the setting that made it so.
    """
    # What is wrong with none of the settings, with the first, with the first two, …
    stages = [_errors(override(plain, settings[:count])) for count in range(len(settings) + 1)]
    blamed = []
    for wrong in error.errors:
        what = (wrong.code, wrong.message)
        if what in stages[0]:
            wrong = wrong.at(stages[0][what])
        elif what in stages[-1] and not is_setting(wrong.place):
            # The last setting before which this was not yet wrong.
            made_so = max(number for number, before in enumerate(stages[:-1]) if what not in before)
            wrong = wrong.at(setting_place(settings[made_so]))
        blamed.append(wrong)
    return blamed


def _errors(tree: Mapping) -> dict[tuple[str, str], Place]:
    """What is wrong with a tree, by code and message, each with its place."""
    try:
        Builder().variant(tree)
    except EleusisError as error:
        return {(wrong.code, wrong.message): wrong.place for wrong in error.errors}
    return {}


def _chain(builder: Builder, node: Mapping, path: Path, seen: tuple[str, ...]) -> tuple[Mapping, str | None]:
    """The tree with all that it extends beneath it, and the name of what it extends."""
    ref_node = node.get("extends")
    if ref_node is None:
        return node, None
    ref = builder.reader.text(ref_node, "extends", longest=400)
    builder.reader.finish()
    assert ref is not None
    here = (*seen, _resolve(path))
    try:
        parent_path = _parent_path(ref, path.parent, here)
        parent = _read_named(parent_path, ref)
    except VariantError as error:
        raise error.at(ref_node.place) from None
    except YamlError as error:
        if error.line is not None:
            raise
        message = f"extends {quote(ref)}: {error.message}"
        raise YamlError(error.code, message, ref_node.place) from None
    builder.header(parent, needed=True)
    _check_name(builder, parent, None if is_path(ref) else ref)
    below, _ = _chain(builder, parent, parent_path, here)
    name = parent.get("name")
    return merge(without_header(below), node), name.text if isinstance(name, Scalar) else None


def _parent_path(ref: str, folder: Path, chain: tuple[str, ...]) -> Path:
    """The file that the last of a chain of files extends. Raises VariantError: `variant/extends`, and as `find`."""
    if ref == "-":
        raise VariantError("variant/extends", "nothing can extend the standard input: name a variant")
    path = find(ref, folder)
    if _resolve(path) in chain:
        raise VariantError("variant/extends", f"{quote(ref)} extends this file in turn")
    if len(chain) >= MAX_CHAIN:
        raise VariantError("variant/extends", f"extends more than {MAX_CHAIN} files deep")
    return path


def _resolve(path: Path) -> str:
    """The path with its links followed, as far as the system can."""
    try:
        return str(path.resolve())
    except (OSError, RuntimeError, ValueError):  # links in a circle, too long a name, what is no path
        return str(path)
