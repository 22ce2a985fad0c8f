"""Two editions held side by side over recorded games."""
