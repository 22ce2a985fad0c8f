"""`eleusis rule`: what a secret rule says about cards, and whether two rules are the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from eleusis.doors.cli.common.given import extra_rules
from eleusis.doors.cli.common.groups import add_group
from eleusis.doors.cli.common.options import Format, LooksAt, RuleFiles, RuleText, number_option
from eleusis.doors.cli.common.output import table, write, write_either, write_json
from eleusis.ground import exits

if TYPE_CHECKING:
    from collections.abc import Mapping

    from eleusis.ground.cards import Card
    from eleusis.secret.rule import Rule


def register(app: typer.Typer) -> None:
    """Adds the group to the command line."""
    add_group(app, rule, (judge, compare, read, list_, words, show, explain, measure, check), no_args_is_help=True)


def rule() -> None:
    """Secret rules: try them out, compare two, look through the library.

    Examples:
      eleusis rule explain "if last.odd then black else red"
      eleusis rule list --difficulty 2
    """


def judge(
    rule: RuleText,
    line: Annotated[str, typer.Option(metavar="CARDS", help="The cards of the mainline so far.")] = "",
    card: Annotated[
        str | None, typer.Option(metavar="CARD", help="Judge this card, or this string of cards.")
    ] = None,
    rules: RuleFiles = None,
    format: Format = "text",
) -> None:
    """Say which cards are right after a mainline, or whether a certain card is.

    Examples:
      eleusis rule judge abb-1 --line "7S 4H"
      eleusis rule judge "color != last.color" --line "7S 4H" --card JC
    """
    secret = _rule(rule, extra_rules(rules))
    laid = _cards(line, "--line")
    all_right = list(secret.right(laid))
    right = [right_card.text for right_card in all_right]
    verdict = None
    if card is not None:
        played = _cards(card, "--card")
        if not played:
            raise typer.BadParameter("a card must be named, like JC", param_hint="--card")
        verdict = "right" if secret.accepts(laid, played) else "wrong"
    text = verdict or " ".join(right_card.pretty for right_card in all_right) or "no card is right"
    write_either(format, {"right": right} | ({} if verdict is None else {"verdict": verdict}), text)


def compare(
    a: Annotated[str, typer.Argument(metavar="A", help="A rule: an id or its text; - reads it from stdin.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Another one.")],
    line: Annotated[
        str | None, typer.Option(metavar="CARDS", help="Compare them from this mainline on, not everywhere.")
    ] = None,
    rules: RuleFiles = None,
    format: Format = "text",
) -> None:
    """Say whether two rules are the same, or show the shortest line and card that tell them apart.

    They are the same if they agree after every mainline that can be built from a starter both allow. Exit 0 if they
    are the same, 1 if they differ or it can't be decided.

    Examples:
      eleusis rule compare "color != last.color" "if last.red then black else red"
      eleusis rule compare red "red or last.black" --line "7S 4H"
    """
    from eleusis.secret.sameness import compare as decide

    more = extra_rules(rules)
    if a == b == "-":
        raise typer.BadParameter("only one rule can come from stdin", param_hint="A B")
    laid = None if line is None else _cards(line, "--line")
    first, second = _rule(a, more, "A"), _rule(b, more, "B")
    comparison = decide(first, second, laid)
    text = comparison.describe(*(_call(ref, rule) for ref, rule in ((a, first), (b, second))))
    write_either(format, comparison.to_json(), text)
    raise SystemExit(exits.FINE if comparison.same else exits.FINDING)


def read(
    sentence: Annotated[
        str, typer.Argument(metavar="SENTENCE", help="What somebody says of a rule; - reads it from stdin.")
    ],
    format: Format = "text",
) -> None:
    """Read a sentence of English, and say which rules it may mean.

    A rule is given in the rule language, never in English: copy it from here. Exit 0 for one rule, 1 for several,
    2 for none.

    Examples:
      eleusis rule read "the colours alternate"
      eleusis rule read "one higher" --format json
    """
    from eleusis.ground.errors import Place
    from eleusis.secret.library import readings_json

    text, called = _text(sentence)
    said, error = readings_json(text)
    if format == "json":
        write_json(said)
    elif said["understood"]:
        write("\n".join(f"{reading['rule']}\n  {reading['words']}" for reading in said["readings"]))
    if error is not None:
        raise error.at(Place(called, error.line, error.column))
    raise SystemExit(exits.FINE if len(said["readings"]) == 1 else exits.FINDING)


def list_(
    rules: RuleFiles = None,
    difficulty: Annotated[int | None, number_option(1, 5, "Only rules of this difficulty.")] = None,
    looks_at: Annotated[
        LooksAt | None,
        typer.Option(
            "--looks-at", metavar="PART", help="Only rules that look at this: last, back, position, streak or line."
        ),
    ] = None,
    random: Annotated[bool, typer.Option("--random", help="Pick one of them at random.")] = False,
    seed: Annotated[int | None, typer.Option(metavar="N", help="The seed of --random.")] = None,
    format: Format = "text",
) -> None:
    """List the rules of the library and of your own files, or pick one at random.

    Examples:
      eleusis rule list --looks-at streak
      eleusis rule list --difficulty 2 --random --seed 7
    """
    from eleusis.secret.language.shape import looks
    from eleusis.secret.library import library, rule_json

    secrets = [
        (name, secret)
        for name, secret in (library() | extra_rules(rules)).items()
        if difficulty in (None, secret.difficulty) and (looks_at is None or looks_at in looks(secret.tree))
    ]
    if random and secrets:
        from random import Random

        from eleusis.ground.chance import choose

        secrets = [choose(secrets, Random(seed))]
    rows = [[name, str(secret.difficulty), str(secret.source or "–"), secret.text] for name, secret in secrets]
    text = table(rows, ["id", "level", "source", "rule"])
    write_either(format, [rule_json(secret) for _, secret in secrets], text)


def words(format: Format = "text") -> None:
    """List the words that rules are written in, each with what it means and a rule that has it.

    Examples:
      eleusis rule words
      eleusis rule words --format json
    """
    from attrs import asdict, astuple

    from eleusis.words.rulebook.word_list import WORD_LIST

    text = "\n\n".join(f"{group.title}\n{table([*map(astuple, group.entries)])}" for group in WORD_LIST)
    write_either(format, [asdict(group) for group in WORD_LIST], text)


def show(rule: RuleText, rules: RuleFiles = None, format: Format = "text") -> None:
    """Show a rule with its source and its examples.

    Examples:
      eleusis rule show abb-1
      eleusis rule show my-rule --rules mine.yaml
    """
    from eleusis.secret.library import rule_json, rule_rows

    secret = _rule(rule, extra_rules(rules))
    write_either(format, rule_json(secret), table(rule_rows(secret)))


def explain(rule: RuleText, rules: RuleFiles = None, format: Format = "text") -> None:
    """Put a rule into plain English, and show which cards are right after a few typical lines.

    Examples:
      eleusis rule explain abb-1
      eleusis rule explain "if last.odd then black else red"
    """
    from eleusis.ground.cards import cards_in
    from eleusis.secret.english import explaining
    from eleusis.secret.english.typical_lines import typical_lines

    secret = _rule(rule, extra_rules(rules))
    sentence, rows = explaining.explain(secret), typical_lines(secret)
    after = [
        {"line": [card.text for card in row.line], "right": [card.text for card in cards_in(row.mask)]}
        for row in rows
    ]
    lines = table([[row.line_text, row.right_text] for row in rows], ["after", "right"])
    text = f"{sentence}\n\n{lines}" if rows else sentence
    write_either(format, {"rule": secret.text, "sentence": sentence, "after": after}, text)


def measure(rule: RuleText, rules: RuleFiles = None, format: Format = "text") -> None:
    """Measure how a rule plays: how many cards are right, where it gets stuck, how hard it may be.

    Examples:
      eleusis rule measure abb-2
      eleusis rule measure "suit != last.suit" --format json
    """
    from eleusis.secret.measuring import measure as measuring

    measures = measuring.measure(_rule(rule, extra_rules(rules)))
    write_either(format, measures.to_json(), table(measures.rows()))


def check(
    files: Annotated[
        list[str] | None, typer.Argument(metavar="FILE...", help="Files of rules, folders, or - for stdin.")
    ] = None,
    rules: RuleFiles = None,
    format: Format = "text",
) -> None:
    """Check files of rules and the examples in them, and see every error at once.

    Exit 0 if all is well, 2 if not.

    Examples:
      eleusis rule check mine.yaml
      eleusis rule check rules/ --format json
    """
    from eleusis.doors.cli.check import report_all
    from eleusis.ground.errors import NotationError
    from eleusis.record.gamefile.folders import files_of, has_key
    from eleusis.secret.library import load_rules
    from eleusis.variant.saying import count

    named = [*(files or ()), *(rules or ())]
    paths = list(files_of(named, lambda file: has_key(file, "eleusis") and has_key(file, "rules")))
    if not paths:
        raise NotationError("notation/option", "no rule file to check: name one")
    report_all(paths, lambda path: count(len(load_rules(path)), "rule"), format)


def _rule(ref: str, more: Mapping[str, Rule], called: str | None = None) -> Rule:
    """The rule of an argument; where there are two, an error says which one it is in."""
    from eleusis.ground.errors import Place, RuleError
    from eleusis.secret.library import find_rule

    text, file = _text(ref)
    try:
        return find_rule(text, more)
    except RuleError as error:
        raise error.at(Place(file or called, error.line, error.column)) from None


def _text(ref: str) -> tuple[str, str | None]:
    """The text of an argument, and the file that it comes from: `-` for stdin."""
    if ref != "-":
        return ref, None
    from eleusis.ground.yaml.parsing import read_file

    return read_file("-"), "-"


def _call(ref: str, rule: Rule) -> str:
    """How a sentence names the rule of an argument: as it was given, or by its text if it came from stdin."""
    from eleusis.ground.errors import visible

    return f'"{visible(rule.text if ref == "-" else ref)}"'


def _cards(text: str, option: str) -> tuple[Card, ...]:
    from eleusis.ground.cards import cards
    from eleusis.ground.errors import NotationError, Place

    named = cards(text, Place(option, 1, 1))
    if not all(card.known for card in named):
        raise NotationError("notation/card", "'??' isn't a card that a rule can judge", Place(option))
    return named
