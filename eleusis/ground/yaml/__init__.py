"""YAML: read through one guarded door, asked with every error at once, written."""
