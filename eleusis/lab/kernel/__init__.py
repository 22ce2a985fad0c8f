"""Rounds of bots in C, many at a time: what it takes them from, and how it is built and called."""
