"""Language models as players: what they are told, how they answer; tasks for Inspect (extra `inspect`)."""
