"""Rules in table English: the sentences that the builder offers, and all of them read back as rules."""
