"""`eleusis mcp`: games for an assistant."""

from __future__ import annotations

import sys

from eleusis.doors.cli.common.output import Guarded


def mcp() -> None:
    """Let an AI assistant deal and play: a server for the Model Context Protocol, on stdin and stdout.

    Its tools deal a game, play a seat against bots, show the table, read out an edition's rules, explain and
    compare secret rules, and replay a game file. Your assistant starts it; you only name the command. Needs an
    extra: pip install 'eleusis[mcp]'.

    Examples:
      eleusis mcp
      python3 -m eleusis mcp
    """
    from eleusis.ground.errors import LabError

    try:
        from eleusis.doors.assistant.server import make_server
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in ("mcp", "mcp_types", "pydantic"):
            raise
        raise LabError("lab/no-mcp", "eleusis mcp needs the MCP library: pip install 'eleusis[mcp]'") from None
    # The protocol is bytes: it goes past the guard, which is for what people read.
    if isinstance(sys.stdout, Guarded):
        sys.stdout = sys.stdout.behind
    make_server().run("stdio")
