"""Records: classes with slots made of their fields, as attrs makes them, for a fraction of what that costs.

To import attrs takes three times as long as to start Python, and each of its classes half a millisecond more; what
every command defines is therefore made here. A record behaves as the attrs class that would be written the same
way, and type checkers take it for that. It may have what this project uses: defaults and factories, fields that are
given by name only or not at all, that don't count in comparisons or aren't printed, a validator, metadata.
"""

from __future__ import annotations

from operator import attrgetter

from eleusis.values import Compared, read_annotations

TYPE_CHECKING = False  # as `typing` has it
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from inspect import Signature
    from typing import Any

    from attrs import NOTHING as NOTHING
    from attrs import Attribute as Attribute
    from attrs import define as define
    from attrs import evolve as evolve
    from attrs import field as field
    from attrs import fields as fields
    from attrs import frozen as frozen

else:

    class _Nothing:
        """No default."""

        def __repr__(self) -> str:
            return "NOTHING"

    NOTHING = _Nothing()
    """The default of a field that has none."""

    class Attribute:
        """A field of a record; `alias` is what it is called where a record is made."""

        __slots__ = (
            "alias", "default", "eq", "factory", "init", "kw_only", "metadata", "name", "repr", "validator"
        )  # fmt: skip

        def __init__(
            self,
            *,
            default: object = NOTHING,
            factory: Callable[[], object] | None = None,
            init: bool = True,
            kw_only: bool = False,
            eq: bool = True,
            repr: bool = True,
            alias: str | None = None,
            validator: Callable[[Any, Attribute, Any], None] | None = None,
            metadata: Mapping[str, object] | None = None,
        ) -> None:
            self.default = factory if factory is not None else default
            self.factory = factory is not None
            self.init, self.kw_only, self.eq, self.repr, self.alias = init, kw_only, eq, repr, alias
            self.validator = validator
            self.metadata = metadata or {}

    field = Attribute

    def define(cls: type | None = None, *, eq: bool = True, repr: bool = True) -> Any:
        """Makes a record of a class whose fields are its annotations."""
        return _decorate(cls, eq=eq, repr=repr)

    def frozen(
        cls: type | None = None, *, eq: bool = True, repr: bool = True, cache_hash: bool = False, slots: bool = True
    ) -> Any:
        """The same, of a class whose fields can't be set again. With `cache_hash` the hash is reckoned once."""
        return _decorate(cls, eq=eq, repr=repr, frozen=True, cache_hash=cache_hash, slots=slots)

    def fields(cls: type) -> tuple[Attribute, ...]:
        """The fields of a record, those of its bases first."""
        return cls.__attrs_attrs__

    def evolve(record: Any, **changes: object) -> Any:
        """The same record with some fields changed."""
        for each in record.__attrs_attrs__:
            if each.init and each.alias not in changes:
                changes[each.alias] = getattr(record, each.name)
        return record.__class__(**changes)


def is_record(cls: type) -> bool:
    """Whether a class was itself made a record here, and not by attrs, whose fields without a default differ."""
    own = cls.__dict__.get("__attrs_attrs__")
    return own is not None and all(each.__class__ is Attribute for each in own)


def _decorate(cls: type | None, **how: bool) -> Any:
    """A class as a record, or what makes one of a class."""
    return (lambda cls: _make(cls, **how)) if cls is None else _make(cls, **how)


def _make(
    cls: type, *, eq: bool, repr: bool, frozen: bool = False, cache_hash: bool = False, slots: bool = True
) -> type:
    """A class as a record: made once more, with slots, or as it is."""
    own: dict[str, Any] = {}
    body = dict(cls.__dict__)
    for name, kind in read_annotations(cls).items():
        if not str(kind).startswith("ClassVar"):
            default = body.pop(name, NOTHING)
            own[name] = default if isinstance(default, Attribute) else field(default=default)
            own[name].name = name
            own[name].alias = own[name].alias or name.lstrip("_")
    above = {each.name: each for base in cls.__mro__[:0:-1] for each in base.__dict__.get("__attrs_attrs__", ())}
    every = tuple({**{name: each for name, each in above.items() if name not in own}, **own}.values())
    body["__attrs_attrs__"] = every
    body["__match_args__"] = tuple(each.name for each in every if each.init and not each.kw_only)
    methods: dict[str, Any] = {}
    if eq and "__eq__" not in body:
        methods = _make_comparable([each.name for each in every if each.eq], frozen, cache_hash)
    if repr:
        methods["__repr__"] = Compared.__repr__
    body = methods | body  # what the class says itself stays
    body.update(__init__=_first_init(every, frozen), __signature__=_Asked())
    if frozen:
        body.update(__setattr__=_refuse, __delattr__=_refuse)
    if slots:
        return _make_again(cls, body, [name for name in own if name not in above] + ["_cached_hash"] * cache_hash)
    for name in own:
        if name in cls.__dict__ and name not in body:
            delattr(cls, name)
    for name, value in body.items():
        if cls.__dict__.get(name) is not value:
            setattr(cls, name, value)
    return cls


def _make_again(cls: type, body: dict[str, Any], slots: list[str]) -> type:
    """A class once more, with slots; a pickle then keeps its fields."""
    if not any("__weakref__" in base.__dict__ for base in cls.__mro__[1:]):
        slots = [*slots, "__weakref__"]
    body.pop("__dict__", None)
    body.pop("__weakref__", None)
    body.update(__slots__=tuple(slots), __qualname__=cls.__qualname__, __getstate__=_state, __setstate__=_set_state)
    made = type(cls)(cls.__name__, cls.__bases__, body)
    for function in body.values():  # what asks for `super()` keeps the class in a cell
        for cell in getattr(function, "__closure__", None) or ():
            if cell.cell_contents is cls:
                cell.cell_contents = made
    return made


def _first_init(every: Iterable[Any], frozen: bool) -> Callable[..., None]:
    """What makes the first record of a class: it writes the `__init__` that makes all others, and puts it there.

    Most classes never come to it: a game has one kind of each section.
    """

    def __init__(self: Any, *args: object, **named: object) -> None:  # noqa: N807
        owner = next(cls for cls in type(self).__mro__ if cls.__dict__.get("__init__") is __init__)
        _write_init(owner, every, frozen)
        owner.__dict__["__init__"](self, *args, **named)

    return __init__


def _write_init(cls: Any, every: Iterable[Any], frozen: bool) -> None:
    """Writes the `__init__` of a class."""
    space: dict[str, Any] = {"_set": object.__setattr__, "NOTHING": NOTHING}
    plain: list[str] = []
    by_name: list[str] = []
    lines: list[str] = []
    for number, each in enumerate(every):
        alias, value = each.alias, each.alias
        space[f"_default_{number}"] = each.default
        made = f"_default_{number}()" if each.factory else f"_default_{number}"
        if not each.init:
            value = made
        elif each.default is NOTHING:
            (by_name if each.kw_only else plain).append(alias)
        elif each.factory:
            (by_name if each.kw_only else plain).append(f"{alias}=NOTHING")
            value = f"{made} if {alias} is NOTHING else {alias}"
        else:
            (by_name if each.kw_only else plain).append(f"{alias}={made}")
        lines.append(f"_set(self, {each.name!r}, {value})" if frozen else f"self.{each.name} = {value}")
    for number, each in enumerate(every):
        if each.validator is not None:
            space[f"_check_{number}"], space[f"_field_{number}"] = each.validator, each
            lines.append(f"_check_{number}(self, _field_{number}, self.{each.name})")
    asked = ", ".join(["self", *plain, *(["*", *by_name] if by_name else [])])
    exec(f"def __init__({asked}):\n  " + ("\n  ".join(lines) or "pass"), space)
    init = space["__init__"]
    init.__qualname__, init.__module__ = f"{cls.__qualname__}.__init__", cls.__module__
    cls.__init__ = init


class _Asked:
    """The signature of a record, worked out when somebody asks for it."""

    def __get__(self, record: object, cls: type) -> Signature:
        from inspect import Parameter, Signature, get_annotations

        kinds = {field: kind for base in reversed(cls.__mro__) for field, kind in get_annotations(base).items()}
        parameters = [
            Parameter(
                each.alias,
                Parameter.KEYWORD_ONLY if each.kw_only else Parameter.POSITIONAL_OR_KEYWORD,
                default=Parameter.empty if each.default is NOTHING else each.default,
                annotation=kinds[each.name],
            )
            for each in cls.__attrs_attrs__  # type: ignore[attr-defined]  # it is a record
            if each.init
        ]
        return Signature(sorted(parameters, key=lambda parameter: parameter.kind))


def _make_comparable(names: list[str], frozen: bool, cache_hash: bool) -> dict[str, Any]:
    """Comparison and hash by these fields; what can be changed has no hash."""
    values = attrgetter(*names) if names else bool

    def __eq__(self: object, other: object) -> bool:  # noqa: N807
        return type(other) is type(self) and values(self) == values(other)

    def __hash__(self: object) -> int:  # noqa: N807
        return hash((self.__class__.__name__, values(self)))

    def kept_hash(self: Any) -> int:
        try:
            kept: int = self._cached_hash
        except AttributeError:
            kept = __hash__(self)
            object.__setattr__(self, "_cached_hash", kept)
        return kept

    return {"__eq__": __eq__, "__hash__": None if not frozen else kept_hash if cache_hash else __hash__}


def _state(self: Any) -> dict[str, object]:
    """What is kept of a record in a pickle, and of a copy."""
    return {each.name: getattr(self, each.name) for each in self.__attrs_attrs__}


def _set_state(self: Any, state: Mapping[str, object]) -> None:
    """Fills a record that came from a pickle."""
    for name, value in state.items():
        object.__setattr__(self, name, value)


def _refuse(self: object, name: str, value: object = None) -> None:
    """Raises AttributeError."""
    raise AttributeError(f"{name} of a {type(self).__name__} can't be changed")
