"""Writing a game file: what is written reads back as the same game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from eleusis.ground.cards import text_of
from eleusis.ground.errors import EleusisError, Place, ScriptError
from eleusis.ground.yaml.writer import flow, flow_of_node, yaml_text
from eleusis.record.gamefile.contents import GameFile, RoundScript
from eleusis.record.gamefile.expectations import Expected, ExpectedValue
from eleusis.record.gamefile.reading import read_game
from eleusis.secret.rule import Rule


def write_game(game: GameFile, *, grows: bool = False) -> str:
    """The text of a game file; `rounds:` comes last, so that a game that `grows` does so at its end.

    >>> game = read_game("{eleusis: 1, variant: express, players: [Ann, Bob], seed: 3, rounds: [{rule: red}]}")
    >>> print(write_game(game), end="")
    eleusis: 1
    variant: express
    players: [Ann, Bob]
    seed: 3
    rounds:
      - rule: red
    """
    lines = ["eleusis: 1"]
    if game.title is not None:
        lines.append(f"title: {yaml_text(game.title)}")
    variant = yaml_text(game.variant) if isinstance(game.variant, str) else flow_of_node(game.variant)
    lines += [f"variant: {variant}", f"players: [{', '.join(map(yaml_text, game.players))}]"]
    if game.seats:
        seats = [f"{yaml_text(seat)}: {yaml_text(how)}" for seat, how in game.seats.items()]
        lines.append(f"seats: {{{', '.join(seats)}}}")
    if game.seed is not None:
        lines.append(f"seed: {game.seed}")
    if game.stopped and not grows:
        lines.append("stopped: true")
    if game.expected:
        lines.append(f"expect: {expected_text(game.expected)}")
    lines.append("rounds:" if game.rounds or grows else "rounds: []")
    for script in game.rounds:
        lines += round_text(script, grows=grows and script is game.rounds[-1])
    if game.stopped and grows:  # the last line of a game that has grown
        lines.append("stopped: true")
    return "\n".join(lines) + "\n"


def write_checked(game: GameFile, *, grows: bool = False) -> str:
    """The text of a game file that is sure to be read again as the same game.

    Raises ScriptError (`script/unreadable`) for a game that no file can hold: with too long a text, say.
    """
    text = write_game(game, grows=grows)
    ids = {script.rule_ref: script.rule for script in game.rounds if script.rule_ref and script.rule}
    try:
        again = read_game(text, game.file, {ref: rule for ref, rule in ids.items() if ref != rule.text})
    except EleusisError as error:
        refuse(game.file, error.message)
    if write_game(again, grows=grows) != text:
        refuse(game.file, "it would be another game")
    return text


def refuse(file: str, why: str) -> NoReturn:
    """Raises ScriptError (`script/unreadable`)."""
    message = f"this can't be saved in a game file, because it couldn't be read back: {why}"
    raise ScriptError("script/unreadable", message, Place(file)) from None


def round_text(script: RoundScript, *, grows: bool = False) -> list[str]:
    """One round as lines of a file; its moves stand last, so that one that `grows` does so at its end."""
    lines = []
    if script.dealer is not None:
        lines.append(f"dealer: {yaml_text(script.dealer)}")
    if script.rule is not None:
        lines.append(f"rule: {rule_text(script.rule, script.rule_ref)}")
    if script.hint is not None:
        lines.append(f"hint: {yaml_text(script.hint)}")
    if script.starter is not None:
        lines.append(f"starter: {text_of(script.starter) or '[]'}")
    if script.set_aside:
        lines.append(f"set_aside: {text_of(script.set_aside)}")
    if script.turned_away:
        lines.append(f"turned_away: {text_of(script.turned_away)}")
    if script.unknown:
        lines.append("hands: unknown")
    elif script.hands:
        hands = [f"{yaml_text(seat)}: {text_of(hand)}" for seat, hand in script.hands.items()]
        lines += ["hands:", *(f"  {hand}" for hand in hands)]
    if script.stock:
        lines.append(f"stock: {text_of(script.stock)}")
    if script.expected:
        lines.append(f"expect: {expected_text(script.expected)}")
    if script.lines or grows:
        lines += ["moves: |", *(f"  {line.text}" for line in script.lines)]
    first, *others = lines or ["{}"]
    return [f"  - {first}", *(f"    {line}" for line in others)]


def rule_text(rule: Rule, ref: str | None) -> str:
    """A rule as a game file has it: its id or text, or a map where it has a condition on the starter too."""
    if ref is not None and ref != rule.text:
        return yaml_text(ref)
    if rule.starter is None:
        return yaml_text(rule.text)
    return f"{{rule: {yaml_text(rule.text)}, starter: {yaml_text(rule.starter)}}}"


def expected_text(expectations: Sequence[Expected]) -> str:
    """Expectations as one map in flow form: those that are a map of seats come last."""
    parts = [f"{expected.key}: {_value(expected)}" for expected in expectations if expected.seat is None]
    seats: dict[str, list[str]] = {}
    for expected in expectations:
        if expected.seat is not None:
            seats.setdefault(expected.key, []).append(f"{yaml_text(expected.seat)}: {_value(expected)}")
    parts += [f"{key}: {{{', '.join(values)}}}" for key, values in seats.items()]
    return "{" + ", ".join(parts) + "}"


def _value(expected: Expected) -> str:
    """A value in flow form; a hand is written as one text of cards."""
    if expected.seat is not None and expected.key == "hands" and isinstance(expected.value, tuple):
        return " ".join(map(str, expected.value)) or '""'
    return _flow(expected.value)


def _flow(value: ExpectedValue) -> str:
    return "[" + ", ".join(map(_flow, value)) + "]" if isinstance(value, tuple) else flow(value)
