"""Rule trees made smaller: what the starter settles is put in its place, and what that leaves over goes.

With a red starter `if first.red then black else even` becomes `if any then black else even`, and that `black`. What
comes out is only likely to be the same rule (a card that is missing on a short line may tell the two apart), so
whoever uses it compares the two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import cast

from eleusis.ground.cards import Card
from eleusis.secret.compiled.compiler import Compiler
from eleusis.secret.compiled.slots import NO_CARD
from eleusis.secret.language import tree as t
from eleusis.secret.language.features import TABLES, TYPES, RuleValue, Type

ANY = t.Const(Type.YESNO, True, "any")
NONE = t.Const(Type.YESNO, False, "none")

_OPPOSITES = {"red": "black", "odd": "even", "face": "number", "high": "low"}
_OPPOSITES |= {other: name for name, other in _OPPOSITES.items()}


def fold(tree: t.Expr, starters: Sequence[Card] = ()) -> t.Expr:
    """A rule with what the starters settle put in its place, and simplified."""
    return cast("t.Expr", _fold(tree, starters))


def prunings(tree: t.Expr) -> Iterator[t.Expr]:
    """The rule with one of its conditions taken to hold always, or never; or one number of several left alone."""
    for pruned in _prune(tree):
        yield fold(cast("t.Expr", pruned))


def _rebuild(node: t.Node, change: Callable[[t.Node], t.Node]) -> t.Node:
    """A node with its children changed."""
    fields: dict[str, object] = {}
    for name, value in t.fields_of(node).items():
        if isinstance(value, t.Node):
            fields[name] = change(value)
        elif isinstance(value, tuple):
            fields[name] = tuple([change(part) if isinstance(part, t.Node) else part for part in value])
    return t.with_fields(node, **fields) if fields else node


def _fold(node: t.Node, starters: Sequence[Card]) -> t.Node:
    """A node with all below it folded first."""
    node = _rebuild(node, partial(_fold, starters=starters))
    match node:
        case t.Feature(of=t.At(n=n), name=name) if n <= len(starters):
            return _constant(TYPES[name], TABLES[name][starters[n - 1].index])
        case t.Not(body=body):
            return opposite(body)
        case t.And(parts=parts):
            return _join(t.And, parts, ANY, NONE)
        case t.Or(parts=parts):
            return _join(t.Or, parts, NONE, ANY)
        case t.If():
            return _choose(node)
        case t.Cycle(entries=entries) if all(entry == entries[0] for entry in entries):
            return entries[0]
        case t.Compare(operands=(left, right), ops=("==" | "!=" as op,)):
            return _equate(node, left, op, right)
    return _reckon(node)


def _constant(kind: Type, value: RuleValue) -> t.Const:
    """A value as it stands in a rule."""
    return (ANY if value else NONE) if kind is Type.YESNO else t.Const(kind, value, str(value))


def opposite(body: t.Expr) -> t.Expr:
    """What holds where a yes or no doesn't: `black` of `red`, `odd` of `not odd`."""
    match body:
        case t.Const(value=value):
            return NONE if value else ANY
        case t.Not(body=inner):
            return inner
        case t.Feature(of=of, name=name) if name in _OPPOSITES:
            return t.Feature(of, _OPPOSITES[name])
        case _:
            return t.Not(body)


def _join(kind: type[t.And] | type[t.Or], parts: Sequence[t.Expr], idle: t.Const, decisive: t.Const) -> t.Expr:
    """The parts of an `and` or `or` without those that say nothing; one that says all stays alone."""
    flat: dict[t.Expr, None] = {}
    for part in parts:
        flat.update(dict.fromkeys(part.parts if isinstance(part, kind) else (part,)))
    if decisive in flat:
        return decisive
    flat.pop(idle, None)
    left = tuple(flat)
    return idle if not left else left[0] if len(left) == 1 else kind(left)


def _choose(node: t.If) -> t.Expr:
    """An `if` whose condition is settled is one of its arms; one with `any` or `none` for an arm is a junction."""
    cond, then, other = node.cond, node.then, node.other
    if isinstance(cond, t.Const):
        return then if cond.value else other
    if then == other:
        return then
    if then == ANY:
        return _join(t.Or, (cond, other), NONE, ANY)
    if other == NONE:
        return _join(t.And, (cond, then), ANY, NONE)
    if then == NONE:
        return _join(t.And, (opposite(cond), other), ANY, NONE)
    if other == ANY:
        return _join(t.Or, (opposite(cond), then), NONE, ANY)
    return node


def _equate(node: t.Compare, left: t.Expr | t.Among, op: str, right: t.Expr | t.Among) -> t.Node:
    """What is compared with a value that is known: a trait, or its opposite."""
    if left == right:
        return ANY if op == "==" else NONE
    for const, other in ((left, right), (right, left)):
        if not isinstance(const, t.Const) or isinstance(other, t.Const | t.Among):
            continue
        if const.type is Type.YESNO:
            return other if bool(const.value) == (op == "==") else opposite(other)
        if isinstance(other, t.Feature) and const.type in (Type.COLOR, Type.SUIT):
            trait = t.Feature(other.of, str(const.value))
            return trait if op == "==" else opposite(trait)
    return _reckon(node)


_CHANGING = (t.Feature, t.Position, t.Streak, t.Over, t.Cycle)
"""What depends on cards, or on the place."""


def _reckon(node: t.Node) -> t.Node:
    """A value that depends on no card, reckoned; one below 0 has no word of its own, and stays as it is."""
    if not isinstance(node, t.Expr) or isinstance(node, t.Const):
        return node
    if any(isinstance(part, _CHANGING) for part in t.walk(node)):
        return node
    kind, value = t.type_of(node), Compiler().compile(node).run((), NO_CARD)
    return node if value is None or (kind is Type.NUMBER and value < 0) else _constant(kind, value)


def _prune(node: t.Node) -> Iterator[t.Node]:
    """The node pruned at one place, at itself or below."""
    if isinstance(node, t.Expr) and not isinstance(node, t.Const) and t.type_of(node) is Type.YESNO:
        yield ANY
        yield NONE
    if isinstance(node, t.FunctionCall) and node.name in ("min", "max"):
        yield from node.args
    for name, value in t.fields_of(node).items():
        if isinstance(value, t.Node):
            for pruned in _prune(value):
                yield t.with_fields(node, **{name: pruned})
        elif isinstance(value, tuple):
            for place, part in enumerate(value):
                if isinstance(part, t.Node):
                    for pruned in _prune(part):
                        yield t.with_fields(node, **{name: (*value[:place], pruned, *value[place + 1 :])})
