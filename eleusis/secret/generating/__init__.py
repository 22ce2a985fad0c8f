"""Rules made up from a grammar, no two the same."""
