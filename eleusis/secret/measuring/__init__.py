"""Measures of a rule: how it plays, how long it is to describe."""
