"""What people read of a game and of its rules."""
