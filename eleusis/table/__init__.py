"""The table: people and bots at a game, round after round."""
