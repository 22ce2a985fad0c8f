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
    group.command("list")(list_)
    group.command("show")(show)
    group.command("diff")(diff)
    group.command("choose")(choose)
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

    every = [load_variant(name) for name in variant_names()]
    if format == "json":
        write_json([_summary(variant) for variant in every])
        return
    rows = [
        [v.name, _players(v), str(v.deal.hand), v.about.level if v.about and v.about.level else "–", v.title]
        for v in every
    ]
    write(table(rows, ["variant", "players", "hand", "level", "title"]))


def show(variant: VariantName, set_: Settings = None, format: Format = "text") -> None:
    """Print all of a variant, as a file that can be read back.

    Example: eleusis variants show abbott --set expulsion.layout=50 > mine.yaml
    """
    from eleusis.variant import load_variant, to_mapping, to_yaml

    found = load_variant(variant, set_ or ())
    if format == "json":
        write_json(to_mapping(found))
    else:
        write(to_yaml(found).rstrip("\n"))


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

    one, other = load_variant(a), load_variant(b, set_ or ())
    found = differences(one, other)
    if format == "json":
        rows = [
            {"knob": d.path} | {side: v for side, v in (("a", d.a), ("b", d.b)) if v is not ABSENT} for d in found
        ]
        write_json({"same": not found, "differences": rows})
    elif found:
        name_b = other.name if other.name != one.name else f"{other.name} (B)"
        write(table([[d.path, knob_text(d.a), knob_text(d.b)] for d in found], ["knob", one.name, name_b]))
    else:
        write(f"{one.name} and {other.name} set every knob alike")
    if found:
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
    from eleusis.variant.choose import rank

    ranked = rank([load_variant(name) for name in variant_names()], players, minutes, level)
    if format == "json":
        rows = [{"variant": fit.variant.name, "fits": fit.fits, "reason": fit.reason} for fit in ranked]
        write_json(rows)
        return
    write(table([[f.variant.name, "fits" if f.fits else "doesn't fit", f.reason] for f in ranked]))


def _players(variant: Variant) -> str:
    most = variant.players.max
    return f"{variant.players.min}–{most}" if most is not None else f"{variant.players.min} or more"


def _summary(variant: Variant) -> dict[str, object]:
    about = variant.about
    return {
        "name": variant.name,
        "title": variant.title,
        "players": {"min": variant.players.min, "max": variant.players.max},
        "ideal_players": about.ideal_players if about else None,
        "minutes": about.minutes if about else None,
        "level": about.level if about else None,
    }
