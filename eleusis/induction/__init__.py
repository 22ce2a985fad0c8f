"""What may be believed of a secret rule: a family of rules with a prior, clues, and what they leave."""
