"""Two variants held side by side over recorded games."""
