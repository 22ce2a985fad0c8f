"""`eleusis rule`: what a secret rule says about cards, and whether two rules are the same."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from eleusis.cli import exits
from eleusis.cli.options import Format, RuleFiles, extra_rules
from eleusis.cli.output import table, write, write_json

if TYPE_CHECKING:
    from collections.abc import Mapping

    from eleusis.pack import Card
    from eleusis.secret.rule import Rule


def complete_rule(incomplete: str) -> list[str]:
    """The rules of the library whose ids begin so, for the shell."""
    from eleusis.secret.library import library_ids

    return [name for name in library_ids() if name.startswith(incomplete)]


LooksAt = Literal["last", "back", "position", "streak", "line"]

RuleText = Annotated[
    str,
    typer.Argument(
        metavar="RULE",
        help="An id of the library, or the text of a rule; - reads it from stdin.",
        autocompletion=complete_rule,
    ),
]


def register(app: typer.Typer) -> None:
    """Adds the group to the command line."""
    group = typer.Typer(rich_markup_mode=None, no_args_is_help=True)
    group.callback()(rule)
    group.command("judge")(judge)
    group.command("compare")(compare)
    group.command("list")(list_)
    group.command("show")(show)
    group.command("explain")(explain)
    group.command("measure")(measure)
    group.command("check")(check)
    app.add_typer(group, name="rule")


def rule() -> None:
    """Secret rules: judge cards by one, compare two, look through the library.

    Example: eleusis rule judge "if last.odd then black else red" --line "7S 4H"
    """


def judge(
    rule: RuleText,
    line: Annotated[str, typer.Option(metavar="CARDS", help="The mainline as it lies.")] = "",
    card: Annotated[
        str | None, typer.Option(metavar="CARD", help="Judge this card, or this string of cards.")
    ] = None,
    rules: RuleFiles = None,
    format: Format = "text",
) -> None:
    """Say which cards are right after a mainline, or whether one card is.

    Example: eleusis rule judge "color != last.color" --line "7S 4H" --card JC
    """
    secret = _rule(rule, extra_rules(rules))
    laid = _cards(line, "--line")
    right = [one.text for one in secret.right(laid)]
    verdict = None
    if card is not None:
        played = _cards(card, "--card")
        if not played:
            raise typer.BadParameter("a card must be named, like JC", param_hint="--card")
        verdict = "right" if secret.accepts(laid, played) else "wrong"
    if format == "json":
        write_json({"right": right} | ({} if verdict is None else {"verdict": verdict}))
    else:
        write(verdict or " ".join(right) or "no card is right")


def compare(
    a: Annotated[str, typer.Argument(metavar="A", help="A rule: an id or a text; - for stdin.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Another one.")],
    line: Annotated[
        str | None, typer.Option(metavar="CARDS", help="From this mainline on, not everywhere.")
    ] = None,
    rules: RuleFiles = None,
    format: Format = "text",
) -> None:
    """Say whether two rules are the same, or the shortest line and card that tell them apart.

    Everywhere means after every mainline that can be built from a starter that both allow. Exit 0 if they are
    the same, 1 if they differ or it is not decided.

    Example: eleusis rule compare "color != last.color" "if last.red then black else red"
    """
    from eleusis.secret.sameness import compare as decide

    more = extra_rules(rules)
    if a == b == "-":
        raise typer.BadParameter("only one rule can come from stdin", param_hint="A B")
    found = decide(_rule(a, more, "A"), _rule(b, more, "B"), None if line is None else _cards(line, "--line"))
    if format == "json":
        write_json(
            {
                "same": found.same,
                "line": [card.text for card in found.line],
                "card": None if found.card is None else found.card.text,
                "right_in": found.right_in,
                "bound": found.bound,
            }
        )
    else:
        write(found.describe())
    raise typer.Exit(exits.FINE if found.same else exits.FINDING)


def list_(
    rules: RuleFiles = None,
    difficulty: Annotated[int | None, typer.Option(min=1, max=5, help="Only the rules of this difficulty.")] = None,
    looks_at: Annotated[
        LooksAt | None, typer.Option("--looks-at", help="Only the rules that look at this.")
    ] = None,
    random: Annotated[bool, typer.Option("--random", help="One of them, by chance.")] = False,
    seed: Annotated[int | None, typer.Option(help="The seed of --random.")] = None,
    format: Format = "text",
) -> None:
    """List the rules of the library, and those of one's own files; or take one by chance.

    Example: eleusis rule list --difficulty 2 --random --seed 7
    """
    from eleusis.secret.language.shape import looks
    from eleusis.secret.library import library

    every = [
        (name, one)
        for name, one in (library() | extra_rules(rules)).items()
        if difficulty in (None, one.difficulty) and (looks_at is None or looks_at in looks(one.tree))
    ]
    if random and every:
        from random import Random

        from eleusis.chance import choose

        every = [choose(every, Random(seed))]
    if format == "json":
        write_json([_summary(one) for _, one in every])
        return
    rows = [[name, str(one.difficulty), str(one.source or "–"), one.text] for name, one in every]
    write(table(rows, ["id", "level", "source", "rule"]))


def show(rule: RuleText, rules: RuleFiles = None, format: Format = "text") -> None:
    """Show a rule with its source and its examples.

    Example: eleusis rule show abb-1
    """
    from eleusis.pack import text_of

    one = _rule(rule, extra_rules(rules))
    if format == "json":
        write_json(_summary(one))
        return
    rows = [["rule", one.text]]
    rows += [] if one.name is None else [["id", one.name]]
    rows += [] if one.starter is None else [["starter", one.starter]]
    rows += [] if one.source is None else [["source", str(one.source)]]
    rows += [] if one.source is None or one.source.label is None else [["called", one.source.label]]
    for example in one.examples:
        right, wrong = text_of(example.right), text_of(example.wrong)
        parts = [f"right {right}" if right else "", f"wrong {wrong}" if wrong else ""]
        after = f"after {text_of(example.line)}" if example.line else "at the start"
        rows.append(["example", f"{after}: {'; '.join(part for part in parts if part)}"])
    write(table(rows))


def explain(rule: RuleText, rules: RuleFiles = None, format: Format = "text") -> None:
    """Say a rule in plain English, and show the right cards after a few typical lines.

    Example: eleusis rule explain "if last.odd then black else red"
    """
    from eleusis.pack import cards_in
    from eleusis.secret.english.explaining import explain as told
    from eleusis.secret.english.typical_lines import typical_lines

    one = _rule(rule, extra_rules(rules))
    rows = typical_lines(one)
    if format == "json":
        after = [
            {"line": [c.text for c in row.line], "right": [c.text for c in cards_in(row.mask)]} for row in rows
        ]
        write_json({"rule": one.text, "sentence": told(one), "after": after})
        return
    write(told(one))
    if rows:
        write("\n" + table([[row.line_text, row.right_text] for row in rows], ["after", "right"]))


def measure(rule: RuleText, rules: RuleFiles = None, format: Format = "text") -> None:
    """Measure how a rule plays: how many cards are right, where it ends, how hard it may be.

    Example: eleusis rule measure abb-2
    """
    from eleusis.pack import text_of
    from eleusis.secret.measuring.measure import measure as reckon

    m = reckon(_rule(rule, extra_rules(rules)))
    if format == "json":
        write_json(m.as_json())
        return
    rows = [
        ["right cards", f"{m.least:.0%} to {m.most:.0%} of the pack, {m.long_run:.1%} in the long run"],
        ["a random player", f"{m.random_player:.1%} of the plays are right"],
        ["dead end", "none" if m.dead_end is None else f"after {text_of(m.dead_end)}"],
        ["never right", text_of(m.never) or "–"],
        ["looks back", "to the start" if m.looks_back is None else str(m.looks_back)],
        ["length", f"{m.length} nodes, {m.description} bits to describe"],
        ["bits a verdict", f"{m.bits:.2f}"],
        ["difficulty", f"{m.difficulty} of 5"],
        ["verdict", m.verdict],
    ]
    write(table(rows))


def check(
    files: Annotated[
        list[str] | None, typer.Argument(metavar="FILE...", help="Files of rules, folders, or - for stdin.")
    ] = None,
    rules: RuleFiles = None,
    format: Format = "text",
) -> None:
    """Check files of rules, their examples too, and tell every error at once.

    Exit 0 if all are fine, 2 if not.

    Example: eleusis rule check mine.yaml
    """
    from eleusis.cli.check import told
    from eleusis.errors import NotationError
    from eleusis.gamefile.folders import is_folder
    from eleusis.secret.library import load_rules

    paths: list[Path] = []
    for one in [*(files or ()), *(rules or ())]:
        path = Path(one)
        paths += _rule_files(path) if is_folder(path) else [path]
    if not paths:
        raise NotationError("notation/option", "there is no file of rules to check: name one")

    def checked(path: Path) -> str:
        number = len(load_rules(path))
        return f"{number} {'rule' if number == 1 else 'rules'}"

    code = exits.FINE
    for path in paths:
        code = max(code, told(path, checked, format))
    raise typer.Exit(code)


def _rule_files(folder: Path) -> list[Path]:
    from eleusis.gamefile.folders import has_key, yaml_files

    return [file for file in yaml_files(folder) if has_key(file, "eleusis") and has_key(file, "rules")]


def _rule(ref: str, more: Mapping[str, Rule], called: str | None = None) -> Rule:
    """The rule of an argument; where there are two, an error says which one it is in."""
    from eleusis.errors import Place, RuleError
    from eleusis.secret.library import find_rule

    if ref == "-":
        from eleusis.yaml.strict import read_file

        ref, called = read_file("-"), "-"
    try:
        return find_rule(ref, more)
    except RuleError as error:
        raise error.at(Place(called, error.line, error.column)) from None


def _cards(text: str, option: str) -> tuple[Card, ...]:
    from eleusis.errors import NotationError, Place
    from eleusis.pack import cards

    found = cards(text, Place(option, 1, 1))
    if not all(card.known for card in found):
        raise NotationError("notation/card", "'??' is no card that a rule can judge", Place(option))
    return found


def _summary(one: Rule) -> dict[str, Any]:
    return {
        "id": one.name,
        "rule": one.text,
        "starter": one.starter,
        "source": None if one.source is None else str(one.source),
        "label": None if one.source is None else one.source.label,
        "difficulty": one.difficulty,
        "examples": [
            {key: [card.text for card in getattr(example, key)] for key in ("line", "right", "wrong")}
            for example in one.examples
        ],
    }
