"""The laboratory: what a change of the rules does, to recorded games and to simulated ones."""

TABLE = "Ann:knower(skill=0.7),Bob:knower(skill=0.5),Cleo:knower(skill=0.3),Dan:random"
"""The bots that sit at a simulated table where nobody else is named."""
