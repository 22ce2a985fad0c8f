"""What people read: the layout drawn, the story told, the transcript, the score sheet."""
