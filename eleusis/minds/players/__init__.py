"""Players: a view in, a move out."""
