"""`eleusis mcp`: games for an assistant."""

from __future__ import annotations

import sys

from eleusis.cli.common.output import Guarded


def mcp() -> None:
    """Let an assistant deal and play: a server for the Model Context Protocol, on stdin and stdout.

    It offers tools: to deal a game, play a seat against bots, look at it, read the rules of an edition, explain and
    compare rules, replay a game file. It needs the MCP library: pip install 'eleusis[mcp]'.

    Example: eleusis mcp
    """
    from eleusis.errors import LabError

    try:
        from eleusis.assistant.server import make_server
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in ("mcp", "mcp_types", "pydantic"):
            raise
        raise LabError("lab/no-mcp", "eleusis mcp needs the MCP library: pip install 'eleusis[mcp]'") from None
    # The protocol is bytes: it goes past the guard, which is for what people read.
    if isinstance(sys.stdout, Guarded):
        sys.stdout = sys.stdout.behind
    make_server().run("stdio")
