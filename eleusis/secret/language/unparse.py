"""Syntax tree → text that reads back as the same tree, with no bracket more than needed."""

from __future__ import annotations

from eleusis.secret.language import tree as t

_LOOSE, _OR, _AND, _NOT, _COMPARE, _SUM, _PRODUCT, _UNARY, _TIGHT = range(9)


def unparse(expr: t.Expr) -> str:
    """The text of a settled tree; `parse(unparse(tree)) == tree` for every tree that `parse` returns."""
    return _text(expr, _LOOSE, False)


def _text(node: t.Node, least: int, inside: bool) -> str:
    """The text of a node where an operator of strength `least` or more must stand."""
    text, strength = _raw(node, inside)
    return f"({text})" if strength < least else text


def _raw(node: t.Node, inside: bool) -> tuple[str, int]:
    match node:
        case t.Const(word=word) | t.Name(word=word):
            return word, _TIGHT
        case t.Feature(of=of, name=name):
            if isinstance(of, t.Each) or (isinstance(of, t.Candidate) and not inside):
                return name, _TIGHT
            return f"{_source(of)}.{name}", _TIGHT
        case t.Position():
            return "position", _TIGHT
        case t.Streak(feature=feature):
            return f"streak({feature})", _TIGHT
        case t.Over(how=how, window=window, body=body):
            return f"{_line(window)}.{how}({_text(body, _LOOSE, True)})", _TIGHT
        case t.FunctionCall(name=name, args=many):
            return f"{name}({_list(many, inside)})", _TIGHT
        case t.Cycle(entries=many):
            return f"cycle({_list(many, inside)})", _TIGHT
        case t.Next(body=body, circle=circle):
            return f"next({_list((body, *circle), inside)})", _TIGHT
        case t.PlaceIn(body=body, circle=circle):
            return f"place({_list((body, *circle), inside)})", _TIGHT
        case t.If(cond=cond, then=then, other=other):
            arms = f"{_text(then, _LOOSE, inside)} else {_text(other, _LOOSE, inside)}"
            return f"if {_text(cond, _LOOSE, inside)} then {arms}", _LOOSE
        case t.Or(parts=parts):
            return " or ".join([_text(part, _AND, inside) for part in parts]), _OR
        case t.And(parts=parts):
            return " and ".join([_text(part, _NOT, inside) for part in parts]), _AND
        case t.Not(body=body):
            return f"not {_text(body, _NOT, inside)}", _NOT
        case t.Compare(operands=operands, ops=ops):
            text = _text(operands[0], _SUM, inside)
            for op, operand in zip(ops, operands[1:], strict=True):
                text += f" {op} {_text(operand, _SUM, inside)}"
            return text, _COMPARE
        case t.Among(members=members):
            if len(members) == 1 and isinstance(members[0], t.Span):
                return _span(members[0], _SUM, inside), _TIGHT
            return f"{{{_list(members, inside)}}}", _TIGHT
        case t.Span():
            return _span(node, _OR, inside), _TIGHT
        case t.Add(terms=terms):
            text = _text(terms[0], _PRODUCT, inside)
            for term in terms[1:]:
                sign, body = ("-", term.body) if isinstance(term, t.Neg) else ("+", term)
                text += f" {sign} {_text(body, _PRODUCT, inside)}"
            return text, _SUM
        case t.Mul(factors=factors):
            first = _text(factors[0], _PRODUCT + isinstance(factors[0], t.Mul), inside)
            return " * ".join([first, *[_text(factor, _UNARY, inside) for factor in factors[1:]]]), _PRODUCT
        case t.Mod(body=body, by=by):
            return f"{_text(body, _PRODUCT, inside)} % {by}", _PRODUCT
        case t.Neg(body=body):
            return f"-{_text(body, _TIGHT, inside)}", _UNARY
        case _:
            raise AssertionError(node)


def _span(span: t.Span, least: int, inside: bool) -> str:
    return f"{_text(span.low, least, inside)}..{_text(span.high, least, inside)}"


def _list(nodes: tuple[t.Node, ...], inside: bool) -> str:
    return ", ".join([_text(node, _LOOSE, inside) for node in nodes])


def _line(window: int | None) -> str:
    return "line" if window is None else f"last{window}"


def _source(source: t.CardNode) -> str:
    match source:
        case t.Candidate():
            return "card"
        case t.Each():
            raise AssertionError("a feature of each card stands bare")
        case t.Back(n=n):
            return "last" if n == 1 else f"back({n})"
        case t.At(n=n):
            return "first" if n == 1 else f"at({n})"
        case t.Latest(window=window, where=where):
            return f"{_line(window)}.latest({_text(where, _LOOSE, True)})"
