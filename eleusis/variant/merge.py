"""How one tree goes over another: `extends` and `--set`.

Abbott's variant has `expulsion: {kind: per_play, layout: 40, since_marker: 30, on_overthrow: false}`. On top of it

    expulsion: {layout: 50}                 layout is 50, the rest stays
    expulsion: {kind: none}                 nothing stays: a map of another kind replaces
    --set expulsion.kind=sudden_death       what the new kind knows too stays: here all of it
    --set expulsion.kind=none               nothing stays, as that kind has no knobs

What is put together so is checked as a whole afterwards, by `build`; a tree may be nonsense until then.
"""

from __future__ import annotations

from collections.abc import Sequence

from eleusis.ground.errors import EleusisError, Place, VariantError, quote, raise_all
from eleusis.ground.yaml.parsing import Mapping, Scalar, YamlNode, read
from eleusis.ground.yaml.parsing import Sequence as YamlSequence
from eleusis.variant.knobs import Knob, knobs_of
from eleusis.variant.model import HEADER, Variant

OVERRIDE = "--set "
"""With this the place begins of what an override sets."""

TOP = Knob("section", "The variant.", kinds=(Variant,))


def merge(base: Mapping, over: Mapping, knob: Knob | None = TOP) -> Mapping:
    """`over` on top of `base`: maps merge, a map of another `kind` replaces, all else replaces."""
    if knob and knob.kind_names and "kind" in over and _kind(over, knob) != _kind(base, knob):
        return over
    if knob and not knob.bare_alike(over.entries, base.entries):
        return over
    entries = dict(base.entries)
    for name, (key, value) in over.entries.items():
        below = base.get(name)
        if isinstance(below, Mapping) and isinstance(value, Mapping):
            value = merge(below, value, _inner(knob, name, below))
        entries[name] = (key, value)
    return Mapping(entries, over.place)


def without_header(node: Mapping) -> Mapping:
    """What an extending file takes over: all but what the file says of itself."""
    kept = {name: entry for name, entry in node.entries.items() if name not in (*HEADER, "eleusis", "extends")}
    return Mapping(kept, node.place)


def override(tree: Mapping, settings: Sequence[str]) -> Mapping:
    """A tree with `SETTING=VALUE` settings put on top, in order; nothing is checked but their form.

    Setting a `kind` keeps what the new kind knows too and drops the rest of what was inherited; what another
    setting has put there stays, to be checked. Raises VariantError (`variant/override`), all at once.
    """
    errors: list[EleusisError] = []
    for setting in settings:
        try:
            tree = _set(tree, setting)
        except EleusisError as error:
            errors.append(error)
    if errors:
        raise_all(errors)
    return tree


def setting_place(setting: str) -> Place:
    """Where an override stands: on the command line."""
    shown = setting if len(setting) <= 60 else setting[:59] + "…"
    return Place(OVERRIDE + "".join(c if c.isprintable() else "?" for c in shown))


def is_setting(place: Place) -> bool:
    """Whether this is the place of an override."""
    return (place.file or "").startswith(OVERRIDE)


def _set(tree: Mapping, setting: str) -> Mapping:
    """A tree with one setting put on top. Raises VariantError (`variant/override`)."""
    place = setting_place(setting)
    path, equals, raw = setting.partition("=")
    keys = [key.strip() for key in path.split(".")]
    if not equals or not all(keys) or len(keys) > 6:
        raise VariantError("variant/override", "write SETTING=VALUE, such as expulsion.layout=50", place)
    if keys[0] in ("eleusis", "extends"):
        raise VariantError("variant/override", f"{quote(keys[0])} is not a setting", place)
    node: YamlNode
    if raw.strip() in ("", "null", "~"):
        node = Scalar(raw.strip(), place)
    else:
        try:
            node = _put_at(read(raw, None), place)
        except EleusisError as error:
            raise VariantError("variant/override", f"the value is {error.message}", place) from None
    return _put(tree, keys, node, TOP, place)


def _put(tree: Mapping, keys: list[str], node: YamlNode, knob: Knob | None, place: Place) -> Mapping:
    """A tree, the section that `knob` describes, with a node put where a path of keys leads."""
    name, rest = keys[0], keys[1:]
    below = tree.get(name)
    entries = dict(tree.entries)
    inner = _inner(knob, name, tree)
    where = tree.place
    if rest:
        below = below if isinstance(below, Mapping) else Mapping({}, place)
        if inner and not inner.bare_alike(below.entries, rest):  # a knob of another kind: its map begins anew
            below = Mapping({}, place)
        node = _put(below, rest, node, inner, place)
    elif inner and inner.form == "section" and not inner.bare and isinstance(node, Scalar):
        raise VariantError("variant/type", _name_one(inner), place)
    elif isinstance(below, Mapping) and isinstance(node, Mapping):
        node = merge(below, node, inner)
    elif name == "kind" and knob and knob.kind_names and isinstance(node, Scalar):
        kept = knobs_of(knob.kind(node.text)) if node.text in knob.kind_names else None
        if kept is not None and node.text != _kind(tree, knob):
            entries = {
                entry: (key, value)
                for entry, (key, value) in entries.items()
                if entry in kept or is_setting(value.place)
            }
            where = place  # what the new kind lacks, the setting lacks
    entries[name] = (Scalar(name, place), node)
    return Mapping(entries, where)


def _kind(node: Mapping, knob: Knob | None) -> str | None:
    """The kind that a map says, or means by saying none."""
    kind = node.get("kind")
    return kind.text if isinstance(kind, Scalar) else (knob.default_kind if knob else None)


def _name_one(section: Knob) -> str:
    """What to say where a whole section is given a single value."""
    first = "kind" if section.kind_names else next(iter(knobs_of(section.kinds[0])))
    return f"this is a group of settings: add a dot and the name of one, such as {quote(first)}"


def _inner(knob: Knob | None, name: str, node: Mapping) -> Knob | None:
    """The description of the section `name` inside a section."""
    if knob is None or knob.form != "section":
        return None
    return next((knobs_of(cls)[name][1] for cls in knob.kinds if name in knobs_of(cls)), None)


def _put_at(node: YamlNode, place: Place) -> YamlNode:
    """The same tree, all of it at one place."""
    if isinstance(node, Scalar):
        return Scalar(node.text, place, node.quoted)
    if isinstance(node, YamlSequence):
        return YamlSequence([_put_at(item, place) for item in node.items], place)
    entries = {
        name: (Scalar(key.text, place, key.quoted), _put_at(value, place))
        for name, (key, value) in node.entries.items()
    }
    return Mapping(entries, place)
