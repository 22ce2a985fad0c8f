"""Checks the English: spelling by aspell, style by proselint, and the phrases that we don't write."""
