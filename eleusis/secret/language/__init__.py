"""The rule language: text to tree and back, names and types settled."""
