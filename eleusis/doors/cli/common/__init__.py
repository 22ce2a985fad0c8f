"""What the commands share: options, and the door through which text leaves the program."""
