"""Results as people read them: tables, charts, the report, a round as a game file."""
