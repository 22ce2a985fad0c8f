"""The round machine: it knows the edition's rules, and nothing of the secret."""
