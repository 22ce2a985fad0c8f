"""Players that are programs: JSON lines on their stdin and stdout."""
