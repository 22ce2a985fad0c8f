"""The benchmark: how well a player finds rules, over the rounds of a suite, and how well calibrated it is."""
