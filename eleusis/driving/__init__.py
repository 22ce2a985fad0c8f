"""A round driven: dealt, moved by whoever plays, judged by a rule, recorded, taken back."""
