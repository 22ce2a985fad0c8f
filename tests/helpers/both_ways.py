"""A bot that is used both ways: as a program over JSON lines, and as a player in the process.

It chooses by chance, from a stream that it seeds itself with what it has been shown at the deal. As a program it is
run by itself and imports nothing of ours.
"""

from __future__ import annotations

import json
import random
import sys

GUESSES = ("red", "any", "color != last.color", "if last.odd then black else red")


class Chooser:
    """One round of one seat: chooses among options, which are texts."""

    def __init__(self, seat: str, players: list[str], hand: list[str], starters: list[str]) -> None:
        self.chance = random.Random("/".join([seat, *players, *hand, *starters]))

    def choose(self, options: list[str], hand: list[str], strings: bool) -> str:
        """One of the options; or two cards, where the edition has strings."""
        number = self.chance.random
        move = options[int(number() * len(options))]
        if move == 'guess ""':
            return f'guess "{GUESSES[int(number() * len(GUESSES))]}"'
        if strings and move.startswith("play ") and number() < 0.2:
            more = [card for card in hand if card != move[5:] and card != "??"]
            return f"{move} {more[int(number() * len(more))]}" if more else move
        return move


def main() -> None:
    """Play as a program does."""
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "hello":
            seat, players = message["seat"], message["players"]
            strings = message["variant"]["play"]["max_cards"] != 1
            answer = {"type": "ready", "name": "both ways"}
        elif kind == "move":
            deal = message["events"][0]
            if deal["type"] == "round_began":
                chooser = Chooser(seat, players, deal["hands"].get(seat, []), deal["starters"])
            options = message["options"]
            move = chooser.choose(options, message["view"]["hand"], strings)
            answer = {"move": move}
        elif kind == "error":
            answer = {"move": options[0]}
        else:
            continue
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
