"""What everything stands on: errors, files, cards, chance, processes, YAML."""
