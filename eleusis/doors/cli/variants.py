"""`eleusis variants`: the variants of the game, what they set, how they differ, which one to take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from eleusis.doors.cli.common.given import complete_variant
from eleusis.doors.cli.common.groups import add_group
from eleusis.doors.cli.common.options import Format, Settings, VariantName, number_option
from eleusis.doors.cli.common.output import table, warn, write_either
from eleusis.ground import exits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eleusis.ground.errors import EleusisError
    from eleusis.variant import Variant
    from eleusis.variant.shelves import VariantFile


def register(app: typer.Typer) -> None:
    """Adds the group to the command line."""
    add_group(app, variants, (list_, show, rules, diff, choose), invoke_without_command=True)


def variants(context: typer.Context, format: Format = "text") -> None:
    """The variants of the game: list, show, compare and choose. Without a command, it lists them.

    Examples:
      eleusis variants
      eleusis variants diff abbott guyton
    """
    if context.invoked_subcommand is None:
        list_(format)


def list_(format: Format = "text") -> None:
    """List the variants: who they are for, and how hard they are.

    Besides those that come with eleusis, it finds .yaml files in the folders of ELEUSIS_PATH and in packages you
    have installed, and says where they come from. Exit 2 if one of them can't be read.

    Examples:
      eleusis variants list
      eleusis variants list --format json
    """
    from eleusis.variant import load_variants
    from eleusis.variant.saying import span
    from eleusis.variant.shelves import SHIPPED, VARIABLE, missing_folders, twins

    variants, errors = load_variants()
    rows = [["variant", "players", "hand", "level", "title", "from"]]
    for file, variant in variants:
        players = span(variant.players.min, variant.players.max)
        level = variant.about.level if variant.about else None
        rows.append([variant.name, players, str(variant.deal.hand), level or "–", variant.title, file.origin])
    if all(file.origin == SHIPPED for file, _ in variants):
        rows = [row[:-1] for row in rows]
    write_either(format, [_summary(file, variant) for file, variant in variants], table(rows))
    for folder in missing_folders():
        warn(f"note: {folder}, a folder of {VARIABLE}, doesn't exist")
    for twice in twins():
        warn(f"note: {twice}")
    _stop_if(errors)


def _stop_if(errors: Sequence[EleusisError]) -> None:
    """Tells what is wrong with variants behind what was printed of the others, and exits, if there is anything."""
    for line in dict.fromkeys(map(str, errors)):  # what several variants extend is told once
        warn(line)
    if errors:
        raise SystemExit(exits.BAD_INPUT)


def show(variant: VariantName, set_: Settings = None, format: Format = "text") -> None:
    """Print a variant in full, as a file you can change and use.

    Examples:
      eleusis variants show express
      eleusis variants show abbott --set expulsion.layout=50 > mine.yaml
    """
    from eleusis.variant import load_variant, to_mapping, to_yaml

    chosen = load_variant(variant, set_ or ())
    write_either(format, to_mapping(chosen), to_yaml(chosen).rstrip("\n"))


def rules(
    variant: VariantName,
    set_: Settings = None,
    players: Annotated[int | None, number_option(2, 50, "How many sit at the table, dealer included.")] = None,
    notation: Annotated[
        bool, typer.Option("--notation", help="Also say how moves and rules are written, for a program.")
    ] = False,
    format: Format = "text",
) -> None:
    """Print the rules of a variant in words, the way you would explain them to someone new.

    They are written from the variant's file, so this works for one of your own too. JSON is `{name, title, players,
    chapters: [{title, numbered, lines}]}`; players is null if you don't give --players.

    Examples:
      eleusis variants rules express --players 5
      eleusis variants rules solo --notation
    """
    from eleusis.variant import load_variant
    from eleusis.words.rulebook import tell_notation, tell_rule_language, tell_rules, write_chapters

    chosen = load_variant(variant, set_ or ())
    chapters = [*tell_rules(chosen, players)]
    if notation:
        chapters += [tell_notation(chosen, players, dealing=True), tell_rule_language()]
    title = chosen.title or chosen.name
    parts = [{"title": part.title, "numbered": part.numbered, "lines": list(part.lines)} for part in chapters]
    data = {"name": chosen.name, "title": title, "players": players, "chapters": parts}
    write_either(format, data, write_chapters(title, chapters, 80))


def diff(
    a: Annotated[
        str,
        typer.Argument(
            metavar="A", help="A variant: a name, or the path of a file.", autocompletion=complete_variant
        ),
    ],
    b: Annotated[str, typer.Argument(metavar="B", help="Another one.", autocompletion=complete_variant)],
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="SETTING=VALUE", help="Change one setting of B. Repeatable."),
    ] = None,
    format: Format = "text",
) -> None:
    """Show where two variants differ, setting by setting.

    Settings that only one of them has are listed separately. Exit 0 if nothing differs, 1 otherwise.

    Examples:
      eleusis variants diff abbott matuszek
      eleusis variants diff abbott abbott --set expulsion.layout=50
    """
    from eleusis.variant import differences, load_variant
    from eleusis.variant.write import ABSENT, tell_differences

    variant_a, variant_b = load_variant(a), load_variant(b, set_ or ())
    knobs = differences(variant_a, variant_b)
    name_a, name_b = variant_a.name, variant_b.name
    sides = [{"knob": knob.path, "a": knob.a, "b": knob.b} for knob in knobs]
    rows = [{key: value for key, value in side.items() if value is not ABSENT} for side in sides]
    lines = tell_differences(knobs, name_a, name_b if name_b != name_a else f"{name_b} (B)")
    text = "\n".join(lines) if knobs else f"{name_a} and {name_b} set everything alike"
    write_either(format, {"same": not knobs, "differences": rows}, text)
    if knobs:
        raise SystemExit(exits.FINDING)


def choose(
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FILE]...", help="Variant files of your own, to be ranked with the editions."),
    ] = None,
    players: Annotated[
        int | None,
        number_option(2, 40, "How many of you there are, dealer included; 2 if you are alone with a bot."),
    ] = None,
    minutes: Annotated[int | None, number_option(1, 6000, "How long a round may take.")] = None,
    level: Annotated[
        Literal["easy", "medium", "hard"] | None, typer.Option(help="The hardest you would like.")
    ] = None,
    format: Format = "text",
) -> None:
    """Rank the editions, and your own variants, by how well they suit your table.

    Exit 1 where none of them fits.

    Examples:
      eleusis variants choose --players 5 --minutes 30
      eleusis variants choose my-variant.yaml --level easy
    """
    from eleusis.variant import load_variant, load_variants
    from eleusis.variant.suitability import rank

    own = {file: load_variant(file) for file in files or ()}
    variants, errors = load_variants()
    ranked = rank([*[variant for _, variant in variants], *own.values()], players, minutes, level)
    called = {id(variant): file for file, variant in own.items()}
    rows = [(called.get(id(fit.variant), fit.variant.name), fit) for fit in ranked]
    data = [{"variant": name, "fits": fit.fits, "reason": fit.reason} for name, fit in rows]
    text = table([[name, "fits" if fit.fits else "doesn't fit", fit.reason] for name, fit in rows])
    write_either(format, data, text)
    _stop_if(errors)
    if not any(fit.fits for fit in ranked):
        raise SystemExit(exits.FINDING)


def _summary(file: VariantFile, variant: Variant) -> dict[str, object]:
    """What `variants list --format json` prints of a variant."""
    about = variant.about
    return {
        "name": variant.name,
        "title": variant.title,
        "players": {"min": variant.players.min, "max": variant.players.max},
        "ideal_players": about.ideal_players if about else None,
        "minutes": about.minutes if about else None,
        "level": about.level if about else None,
        "from": file.origin,
        "file": file.path,
    }
