"""`eleusis schema`: JSON Schemas, so that an editor completes and checks the files while one writes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eleusis.cli.common.output import write

if TYPE_CHECKING:
    from typing import Annotated, Literal

    import typer


def schema(
    kind: Annotated[
        Literal["variant", "game", "rules", "event", "view", "protocol", "http"],
        typer.Argument(
            help="The kind of file; or event, as `replay --format json` prints them, view, protocol: the lines "
            "between eleusis and a program that plays, or http: what `serve` is asked and answers."
        ),
    ],
) -> None:
    """Print the JSON Schema of a kind of file, for an editor that knows such schemas, or of what programs read.

    Example: eleusis schema game > game.schema.json
    """
    from eleusis.schema.game_schema import schema_text

    write(schema_text(kind))
