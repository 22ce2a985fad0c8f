"""The laboratory: what a change of the rules does, to recorded games and to simulated ones."""
