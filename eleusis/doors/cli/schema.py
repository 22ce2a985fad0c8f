"""`eleusis schema`: JSON Schemas, so that an editor completes and checks the files while one writes."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from eleusis.doors.cli.common.output import write


def schema(
    kind: Annotated[
        Literal["variant", "game", "rules", "event", "view", "protocol", "http"],
        typer.Argument(
            metavar="KIND",
            help="A kind of file: variant, game or rules; event, as `replay --format json` prints one; view, what "
            "a seat may see; protocol, the lines between eleusis and a program that plays; or http, the "
            "requests that `serve` answers.",
        ),
    ],
) -> None:
    """Print a JSON Schema: for your editor, which then completes and checks files, or for your program.

    Examples:
      eleusis schema game > game.schema.json
      eleusis schema protocol
    """
    import json

    from eleusis.doors.web.http_schema import http_schema
    from eleusis.forms.game_schema import schema as schema_of

    write(json.dumps(http_schema() if kind == "http" else schema_of(kind), ensure_ascii=False, indent=2))
