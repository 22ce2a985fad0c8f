"""The laboratory: what a change of the rules does, to recorded games and to simulated ones."""

TABLE = "Ann:knower(skill=0.7),Bob:knower(skill=0.5),Cleo:knower(skill=0.3),Dan:random"
"""The bots that sit at a simulated table where nobody else is named."""
LEARNERS = "Ann:good,Bob:good,Cleo:beginner,Dan:beginner"
"""Those that sit there where a right guess ends a round: who knows the rule would guess it at once."""
QUICK = ("random", "knower")
"""The kinds of bot that needn't think; the compiled kernel plays them."""
