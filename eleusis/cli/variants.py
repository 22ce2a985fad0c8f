"""`eleusis variants`: the editions of the game, what they set, how they differ, which one to take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from eleusis.cli import exits
from eleusis.cli.options import Format, Settings, VariantName, complete_variant
from eleusis.cli.output import table, write, write_json

if TYPE_CHECKING:
    from eleusis.variant import Variant


def register(app: typer.Typer) -> None:
    """Adds the group to the command line."""
    group = typer.Typer(rich_markup_mode=None)
    group.callback(invoke_without_command=True)(variants)
    for command in (list_, show, diff, choose):
        group.command(command.__name__.rstrip("_"))(command)
    app.add_typer(group, name="variants")


def variants(context: typer.Context, format: Format = "text") -> None:
    """The editions of the game: list them (as without a command), show, compare, choose.

    Example: eleusis variants diff abbott guyton
    """
    if context.invoked_subcommand is None:
        list_(format)


def list_(format: Format = "text") -> None:
    """List the variants that come with eleusis.

    Example: eleusis variants list
    """
    from eleusis.variant import load_variant, variant_names
    from eleusis.variant.saying import span

    editions = [load_variant(name) for name in variant_names()]
    if format == "json":
        write_json([_summary(edition) for edition in editions])
        return
    rows = []
    for edition in editions:
        players = span(edition.players.min, edition.players.max)
        level = edition.about.level if edition.about else None
        rows.append([edition.name, players, str(edition.deal.hand), level or "–", edition.title])
    write(table(rows, ["variant", "players", "hand", "level", "title"]))


def show(variant: VariantName, set_: Settings = None, format: Format = "text") -> None:
    """Print all of a variant, as a file that can be read back.

    Example: eleusis variants show abbott --set expulsion.layout=50 > mine.yaml
    """
    from eleusis.variant import load_variant, to_mapping, to_yaml

    edition = load_variant(variant, set_ or ())
    if format == "json":
        write_json(to_mapping(edition))
    else:
        write(to_yaml(edition).rstrip("\n"))


def diff(
    a: Annotated[
        str, typer.Argument(metavar="A", help="A variant's name or path.", autocompletion=complete_variant)
    ],
    b: Annotated[str, typer.Argument(metavar="B", help="Another's.", autocompletion=complete_variant)],
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KNOB=VALUE", help="Set one knob of B; may be repeated."),
    ] = None,
    format: Format = "text",
) -> None:
    """Print the knobs that two variants set differently.

    Exit 0 if there are none, 1 otherwise.

    Example: eleusis variants diff abbott matuszek
    """
    from eleusis.variant import differences, load_variant
    from eleusis.variant.write import ABSENT, knob_text

    edition_a, edition_b = load_variant(a), load_variant(b, set_ or ())
    knobs = differences(edition_a, edition_b)
    name_a, name_b = edition_a.name, edition_b.name
    if format == "json":
        sides = [{"knob": knob.path, "a": knob.a, "b": knob.b} for knob in knobs]
        rows = [{key: value for key, value in side.items() if value is not ABSENT} for side in sides]
        write_json({"same": not knobs, "differences": rows})
    elif knobs:
        head = ["knob", name_a, name_b if name_b != name_a else f"{name_b} (B)"]
        write(table([[knob.path, knob_text(knob.a), knob_text(knob.b)] for knob in knobs], head))
    else:
        write(f"{name_a} and {name_b} set every knob alike")
    if knobs:
        raise typer.Exit(exits.FINDING)


def choose(
    players: Annotated[
        int | None, typer.Option(min=2, max=40, help="How many you are, the dealer among you.")
    ] = None,
    minutes: Annotated[int | None, typer.Option(min=1, max=6000, help="The time for one round.")] = None,
    level: Annotated[Literal["easy", "medium", "hard"] | None, typer.Option(help="The hardest you want.")] = None,
    format: Format = "text",
) -> None:
    """Rank the variants by how well they suit your table.

    Example: eleusis variants choose --players 5 --minutes 30
    """
    from eleusis.variant import load_variant, variant_names
    from eleusis.variant.suitability import rank

    ranked = rank([load_variant(name) for name in variant_names()], players, minutes, level)
    if format == "json":
        rows = [{"variant": fit.variant.name, "fits": fit.fits, "reason": fit.reason} for fit in ranked]
        write_json(rows)
        return
    write(table([[f.variant.name, "fits" if f.fits else "doesn't fit", f.reason] for f in ranked]))


def _summary(variant: Variant) -> dict[str, object]:
    """What `variants list --format json` prints of a variant."""
    about = variant.about
    return {
        "name": variant.name,
        "title": variant.title,
        "players": {"min": variant.players.min, "max": variant.players.max},
        "ideal_players": about.ideal_players if about else None,
        "minutes": about.minutes if about else None,
        "level": about.level if about else None,
    }
