"""What was played, as a file: written, read, and played again."""
