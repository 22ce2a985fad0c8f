"""An evening: the game behind the pages, and what is told of it; nothing here knows of requests."""
