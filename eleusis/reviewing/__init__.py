"""A recorded round analysed: what could have been known after each turn, and what the players made of it."""
