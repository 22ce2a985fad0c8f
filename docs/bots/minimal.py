"""A bot for eleusis: it makes legal moves at random. It reads a line, and writes a line."""

import json
import random
import sys

options: list[str] = []
chance = random.Random()
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":  # a game begins: which seat is mine, who sits there, the variant
        answer = {"type": "ready", "name": "minimal 1.0"}
        chance = random.Random(message["seat"])
    elif message["type"] == "move":  # what has happened, what I see, what I may do
        options = message["options"]
        answer = {"move": chance.choice(options)}
    elif message["type"] == "error":  # my answer was refused, `text` says why: another one
        answer = {"move": chance.choice(options)}
    else:  # "end": a round is over; "bye": the game is
        continue
    if answer.get("move") == 'guess ""':
        answer["move"] = 'guess "if last.odd then black else red"'
    print(json.dumps(answer), flush=True)
