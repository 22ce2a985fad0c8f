"""What may be believed of a secret rule: a family of rules with a prior, clues, and what they leave."""

BITS = 60
"""How long the rules are that are made up, in bits of the measure of a rule, unless something else is asked for."""
