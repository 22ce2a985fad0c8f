"""The sections of an edition: the knobs of each, and the policies behind them."""
