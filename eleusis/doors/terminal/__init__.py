"""The table at a terminal: what it shows, what it asks, what a person types."""
