"""For assistants: games that are dealt and played over tools, and an MCP server that offers these (extra `mcp`)."""
