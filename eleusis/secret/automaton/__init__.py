"""A rule as a machine with states, and two rules compared over all that they remember."""
