"""Who thinks: what may be believed of a secret rule, and the players who act on it."""
