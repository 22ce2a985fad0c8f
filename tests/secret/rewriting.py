"""Rules that mean the same, and rules that differ in one node: what comparing rules is tried on.

All changes are made to the tree, and every tree is written out and read again: a pair is a pair of texts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

from eleusis.ground.errors import RuleError
from eleusis.secret.generating.generator import draw
from eleusis.secret.language import tree as t
from eleusis.secret.language.features import TYPES, Type
from eleusis.secret.language.text import parse, unparse
from eleusis.secret.library import library

from .texts import Writer, made_up

Change = Callable[[Any, Random], t.Node | None]
"""A node → one that may stand in its place, or None where the change does not apply."""


class Wild(Writer):
    """A rule of any part of the language, drawn by a generator of chances."""

    def __init__(self, chance: Random) -> None:
        super().__init__(lambda _: None)
        self.chance = chance

    def pick(self, *choices: object) -> str:
        return str(self.chance.choice(choices))

    def number_from(self, low: int, high: int) -> int:
        return self.chance.randint(low, high)


def source_of_rules(seed: int, wild: bool = False) -> Iterator[str]:
    """Texts of rules without end: of the library, of parts, drawn ones; and `wild` ones of all the language."""
    chance = Random(f"rules {seed}")
    written = [rule.text for rule in library().values()]
    while True:
        kind = chance.randrange(4 if wild else 3)
        if kind == 0:
            yield chance.choice(written)
        elif kind == 1:
            yield made_up(chance)
        elif kind == 2:
            yield draw(chance, chance.randint(1, 5)).text
        else:
            yield Wild(chance).yes(2)


def rewritten(text: str, chance: Random, other: str = "red", most: int = 3) -> str | None:
    """Another text of the same meaning, by up to `most` changes; `other` is brought in where it can't matter."""
    tree = changed = parse(text)
    for _ in range(chance.randint(1, most)):
        changed = _changed(changed, [*REWRITINGS, _with(parse(other))], chance) or changed
    return None if changed == tree else unparse(changed)


def mutant(text: str, chance: Random) -> str | None:
    """A text that differs in one node; it may mean the same all the same."""
    tree = parse(text)
    changed = _changed(tree, MUTATIONS, chance)
    return None if changed is None or changed == tree else unparse(changed)


def _changed(tree: t.Expr, changes: list[Change], chance: Random) -> t.Expr | None:
    """A tree with one change at one node, that reads back as itself."""
    size = t.size(tree)
    for _ in range(60):
        change, at = chance.choice(changes), chance.randrange(size)
        changed: t.Expr | None = _at(tree, at, partial(_apply, change, chance))
        if changed is None or changed == tree:
            continue
        try:
            if parse(unparse(changed)) == changed:
                return changed
        except (RuleError, AssertionError):
            continue
    return None


def _apply(change: Change, chance: Random, node: Any) -> t.Node | None:
    return change(node, chance)


def _at(root: t.Node, at: int, change: Callable[[Any], Any]) -> Any:
    """The tree with the node of a number changed, or None."""
    count = -1

    def go(node: Any) -> Any:
        nonlocal count
        if isinstance(node, tuple) and not isinstance(node, t.Node):
            parts = [go(field) for field in node]
            return tuple(parts) if any(new is not old for new, old in zip(parts, node, strict=True)) else node
        if not isinstance(node, t.Node):
            return node
        count += 1
        if count == at:
            new = change(node)
            return node if new is None else new
        values = {**t.fields_of(node), "at": node.at}
        new_values = {name: go(value) for name, value in values.items()}
        if all(new_values[name] is value for name, value in values.items()):
            return node
        return type(node)(**new_values)

    changed = go(root)
    return None if changed is root else changed


def _is(node: Any, kind: Type) -> bool:
    expressions = (t.Const, t.Feature, t.Not, t.And, t.Or, t.If, t.Compare, t.Cycle, t.Next, t.Over, t.Position,
                   t.Add, t.Neg, t.Mul, t.Mod, t.FunctionCall, t.PlaceIn, t.Streak)  # fmt: skip
    return isinstance(node, expressions) and t.type_of(node) is kind


def _number(n: int) -> t.Const:
    return t.Const(Type.NUMBER, n, str(n))


def _words(*words: str) -> t.Among:
    return t.Among(tuple([t.Const(Type.SUIT, word, word) for word in words]))


def _ranks(*ranks: int) -> t.Among:
    return t.Among(tuple([_number(rank) for rank in ranks]))


# The same meaning


def _twice_not(node: Any, _: Random) -> t.Node | None:
    return t.Not(t.Not(node)) if _is(node, Type.YESNO) else None


def _not_gone(node: Any, _: Random) -> t.Node | None:
    return node.body.body if isinstance(node, t.Not) and isinstance(node.body, t.Not) else None


def _de_morgan(node: Any, _: Random) -> t.Node | None:
    if not isinstance(node, t.And | t.Or):
        return None
    other = t.Or if isinstance(node, t.And) else t.And
    return t.Not(other(tuple([t.Not(part) for part in node.parts])))


def _swapped_arms(node: Any, _: Random) -> t.Node | None:
    return t.If(t.Not(node.cond), node.other, node.then) if isinstance(node, t.If) else None


def _same_arms(node: Any, _: Random) -> t.Node | None:
    if not isinstance(node, t.If) or not _is(node, Type.YESNO):
        return None
    both = t.And((node.then, node.other))
    chosen = t.Or((t.And((node.cond, node.then)), t.And((t.Not(node.cond), node.other))))
    return t.Or((chosen, both))


def _commuted(node: Any, chance: Random) -> t.Node | None:
    match node:
        case t.And(parts=many) | t.Or(parts=many):
            return type(node)(tuple(chance.sample(many, len(many))))
        case t.Add(terms=many):
            return t.Add(tuple(chance.sample(many, len(many))))
        case t.Mul(factors=many):
            return t.Mul(tuple(chance.sample(many, len(many))))
        case t.FunctionCall(name=name, args=many):
            return t.FunctionCall(name, tuple(chance.sample(many, len(many))))
        case t.Among(members=many):
            return t.Among(tuple(chance.sample(many, len(many))))
        case _:
            return None


_TURNED: dict[str, Any] = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
_OPPOSITE: dict[str, Any] = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<", "in": "not in",
                             "not in": "in"}  # fmt: skip


def _turned(node: Any, _: Random) -> t.Node | None:
    if not isinstance(node, t.Compare) or any(op not in _TURNED for op in node.ops):
        return None
    return t.Compare(node.operands[::-1], tuple([_TURNED[op] for op in node.ops[::-1]]))


def _opposite(node: Any, _: Random) -> t.Node | None:
    if not isinstance(node, t.Compare) or len(node.ops) != 1:
        return None
    return t.Not(t.Compare(node.operands, (_OPPOSITE[node.ops[0]],)))


def _unchained(node: Any, _: Random) -> t.Node | None:
    if not isinstance(node, t.Compare) or len(node.ops) < 2:
        return None
    pairs = zip(node.operands, node.ops, node.operands[1:], strict=False)
    return t.And(tuple([t.Compare((a, b), (op,)) for a, op, b in pairs]))


def _one_by_one(node: Any, _: Random) -> t.Node | None:
    """`x in {a, b..c}` as `x == a or b <= x <= c`."""
    match node:
        case t.Compare(operands=(left, t.Among(members=many)), ops=("in",)) if len(many) > 1:
            parts = [
                t.Compare((member.low, left, member.high), ("<=", "<=")) if isinstance(member, t.Span)
                else t.Compare((left, member), ("==",))
                for member in many
            ]  # fmt: skip
            return t.Or(tuple(parts))
        case _:
            return None


def _difference(node: Any, _: Random) -> t.Node | None:
    """`a < b` as `a - b < 0`."""
    match node:
        case t.Compare(operands=(a, b), ops=(op,)) if op in _TURNED and _is(a, Type.NUMBER):
            assert not isinstance(a, t.Among)
            assert not isinstance(b, t.Among)
            return t.Compare((t.Add((a, t.Neg(b))), _number(0)), (op,))
        case _:
            return None


def _doubled(node: Any, _: Random) -> t.Node | None:
    return t.Cycle(node.entries * 2) if isinstance(node, t.Cycle) and len(node.entries) < 7 else None


def _by_place(node: Any, _: Random) -> t.Node | None:
    """`cycle(A, B, C)` as a chain of conditions on the position."""
    if not isinstance(node, t.Cycle):
        return None
    *first, rest = node.entries
    for n in range(len(first), 0, -1):
        turn = t.Compare((t.Mod(t.Position(), len(node.entries)), _number(n)), ("==",))
        rest = t.If(turn, first[n - 1], rest)
    return rest


_WORDED: dict[str, Callable[[t.CardNode], t.Expr]] = {
    "red": lambda of: t.Compare((t.Feature(of, "suit"), _words("heart", "diamond")), ("in",)),
    "black": lambda of: t.Compare((t.Feature(of, "suit"), _words("heart", "diamond")), ("not in",)),
    "odd": lambda of: t.Compare((t.Mod(t.Feature(of, "rank"), 2), _number(1)), ("==",)),
    "even": lambda of: t.Not(t.Feature(of, "odd")),
    "high": lambda of: t.Compare((t.Feature(of, "rank"), _number(8)), (">=",)),
    "low": lambda of: t.Not(t.Feature(of, "high")),
    "face": lambda of: t.Compare((t.Feature(of, "rank"), _number(10)), (">",)),
    "number": lambda of: t.Not(t.Feature(of, "face")),
    "ace": lambda of: t.Compare((t.Feature(of, "rank"), _number(2)), ("<",)),
    "king": lambda of: t.Compare((t.Feature(of, "rank"), _number(12)), (">",)),
    "spade": lambda of: t.And((t.Feature(of, "black"), t.Not(t.Feature(of, "club")))),
    "heart": lambda of: t.Compare((t.Feature(of, "suit"), t.Const(Type.SUIT, "heart", "heart")), ("==",)),
    "prime": lambda of: t.Compare((t.Feature(of, "rank"), _ranks(2, 3, 5, 7, 11, 13)), ("in",)),
}  # fmt: skip


def _worded(node: Any, _: Random) -> t.Node | None:
    return _WORDED[node.name](node.of) if isinstance(node, t.Feature) and node.name in _WORDED else None


def _colour_asked(node: Any, _: Random) -> t.Node | None:
    """`color == last.color` as `red == last.red`, and `color == red` as `red`."""
    match node:
        case t.Compare(operands=(t.Feature(of=left, name="color"), t.Feature(of=right, name="color")), ops=(op,)):
            return t.Compare((t.Feature(left, "red"), t.Feature(right, "red")), (op,))
        case t.Compare(operands=(t.Feature(of=left, name="color"), t.Const(value=value)), ops=("==",)):
            return t.Feature(left, str(value))
        case _:
            return None


def _other_end(node: Any, _: Random) -> t.Node | None:
    """`last` said in another way."""
    match node:
        case t.Feature(of=t.Back(n=1), name=name):
            return t.Feature(t.Latest(None, t.Const(Type.YESNO, True, "any")), name)
        case _:
            return None


def _circled(node: Any, _: Random) -> t.Node | None:
    """A circle begun at another place."""
    if not isinstance(node, t.Next):
        return None
    return t.Next(node.body, (*node.circle[1:], node.circle[0]))


def _wrapped(node: Any, _: Random) -> t.Node | None:
    """`x % m` as `(x + m) % m`."""
    if not isinstance(node, t.Mod):
        return None
    return t.Mod(t.Add((node.body, _number(node.by))), node.by)


def _counted(node: Any, _: Random) -> t.Node | None:
    """`line.any(C)` as `line.count(C) > 0`, `line.all(C)` as `not line.any(not C)`."""
    match node:
        case t.Over(how="any", window=window, body=body) if not _may_miss(body):
            return t.Compare((t.Over("count", window, body), _number(0)), (">",))
        case t.Over(how="all", window=window, body=body):
            return t.Not(t.Over("any", window, t.Not(body)))
        case _:
            return None


def _may_miss(body: t.Expr) -> bool:
    """Whether a part of a body may be missing while its own card is there."""
    return any(isinstance(node, t.Back | t.At | t.Latest | t.Over | t.Next | t.PlaceIn) for node in t.walk(body))


def _with(other: t.Expr) -> Change:
    """`X` as `X and (X or Y)`, or as `if Y then X else X`: Y never matters."""

    def change(node: Any, chance: Random) -> t.Node | None:
        if not _is(node, Type.YESNO):
            return None
        if chance.randrange(2):
            return t.If(other, node, node)
        return t.And((node, t.Or((node, other))))

    return change


REWRITINGS: list[Change] = [
    _twice_not, _not_gone, _de_morgan, _swapped_arms, _same_arms, _commuted, _turned, _opposite, _unchained,
    _one_by_one, _difference, _doubled, _by_place, _worded, _colour_asked, _other_end, _circled, _wrapped, _counted,
]  # fmt: skip


# One node changed


def _constant(node: Any, chance: Random) -> t.Node | None:
    if not isinstance(node, t.Const):
        return None
    if node.type is Type.NUMBER:
        return _number(max(0, int(node.value) + chance.choice((-1, 1))))
    if node.type is Type.YESNO:
        return t.Const(Type.YESNO, not node.value, "none" if node.value else "any")
    words = ("red", "black") if node.type is Type.COLOR else ("spade", "heart", "diamond", "club")
    word = chance.choice([word for word in words if word != node.value])
    return t.Const(node.type, word, word)


def _comparison(node: Any, chance: Random) -> t.Node | None:
    if not isinstance(node, t.Compare):
        return None
    i = chance.randrange(len(node.ops))
    op = node.ops[i]
    ordered = _is(node.operands[0], Type.NUMBER)
    choices = ["in", "not in"] if op in ("in", "not in") else list(_TURNED) if ordered else ["==", "!="]
    new = chance.choice([choice for choice in choices if choice != op])
    return t.Compare(node.operands, (*node.ops[:i], new, *node.ops[i + 1 :]))  # type: ignore[arg-type]


def _feature(node: Any, chance: Random) -> t.Node | None:
    match node:
        case t.Feature(of=of, name=name):
            kin = [feature for feature, kind in TYPES.items() if kind is TYPES[name] and feature != name]
            return t.Feature(of, chance.choice(kin)) if kin else None
        case t.Streak(feature=name):
            return t.Streak(
                chance.choice([feature for feature in ("rank", "suit", "color", "odd") if feature != name])
            )
        case _:
            return None


def _card(node: Any, chance: Random) -> t.Node | None:
    match node:
        case t.Back(n=n):
            return t.Back(n + 1 if n == 1 else n + chance.choice((-1, 1)))
        case t.At(n=n):
            return t.At(n + 1)
        case _:
            return None


def _branch(node: Any, chance: Random) -> t.Node | None:
    match node:
        case t.If(cond=cond, then=then, other=other):
            return t.If(cond, other, then)
        case t.And(parts=parts) | t.Or(parts=parts):
            if chance.randrange(2) and len(parts) > 1:
                i = chance.randrange(len(parts))
                rest = (*parts[:i], *parts[i + 1 :])
                return rest[0] if len(rest) == 1 else type(node)(rest)
            return (t.Or if isinstance(node, t.And) else t.And)(parts)
        case t.Cycle(entries=entries):
            i = chance.randrange(len(entries))
            return t.Cycle((*entries[:i], entries[i], *entries[i:]))
        case t.Not(body=body):
            return body
        case _:
            return None


def _reckoning(node: Any, chance: Random) -> t.Node | None:
    match node:
        case t.Mod(body=body, by=by):
            return t.Mod(body, max(1, by + chance.choice((-1, 1))))
        case t.Over(how=how, window=window, body=body):
            if window is not None and chance.randrange(2):
                return t.Over(how, window + 1, body)
            pair: dict[Any, Any] = {"any": "all", "all": "any", "min": "max", "max": "min", "sum": "max"}
            return t.Over(pair[how], window, body) if how in pair else None
        case t.Neg(body=body):
            return body
        case t.Next(body=body, circle=circle):
            i, j = chance.sample(range(len(circle)), 2)
            turned = list(circle)
            turned[i], turned[j] = turned[j], turned[i]
            return t.Next(body, tuple(turned))
        case _:
            return None


def _negated(node: Any, _: Random) -> t.Node | None:
    return t.Not(node) if _is(node, Type.YESNO) else None


MUTATIONS: list[Change] = [_constant, _comparison, _feature, _card, _branch, _reckoning, _negated]
