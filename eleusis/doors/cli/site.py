"""`eleusis site`: the game as a folder of files, which runs in the browser of whoever opens it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from eleusis.doors.cli.common import options
from eleusis.doors.cli.common.output import write


def site(
    out: Annotated[str, typer.Argument(metavar="OUT", help="The folder to write: a new one, or a former site.")],
    *,
    numpy: Annotated[
        str | None,
        typer.Option(metavar="WHEEL", help="A wheel of numpy for Pyodide, for the bot expert, reviews and tutors."),
    ] = None,
    format_: options.Format = "text",
) -> None:
    """Write the game as a web page that anybody can open: it plays in the browser, with no server behind it.

    Any web server can hand out the folder, below any path; after the first visit it plays without a network. The
    first time, Pyodide is fetched with npm, and a library with pip; each is checked. Needs Node.js, and an extra:
    pip install 'eleusis[bots]'.

    Examples:
      eleusis site public
      eleusis site public --format json
    """
    from eleusis.doors.site.building import build_site
    from eleusis.doors.site.starters import first_day

    built = build_site(Path(out), first_day(), None if numpy is None else Path(numpy))
    if format_ == "json":
        said = {"folder": str(built.folder), "version": built.version, "sizes": built.sizes}
        write(json.dumps(said, ensure_ascii=False, indent=2))
        return
    size = sum(built.sizes.values())
    write(f"{built.folder}: {len(built.sizes)} files, {size / 1e6:.1f} MB, version {built.version}")
    write(f"Try it: python3 -m http.server --directory {out}")
