"""Driving a round: it is dealt, moved by its players, judged by a rule, recorded and taken back."""
