"""A bot for eleusis: it makes a legal move by chance. It is asked a line at a time, and answers with a line."""

import json
import random
import sys

options, chance = [], random.Random(1)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":  # a game begins: the edition, who sits there, which seat is mine
        answer = {"type": "ready", "name": "minimal 1.0"}
        chance = random.Random(message["seat"])
    elif message["type"] == "move":  # what has happened, what I see, what I may do
        options = message["options"]
        answer = {"move": chance.choice(options)}
    elif message["type"] == "error":  # my answer was refused: another one
        print(message["text"], file=sys.stderr)
        answer = {"move": chance.choice(options)}
    else:  # "end": the round is over; "bye": the game is
        continue
    if answer.get("move") == 'guess ""':
        answer["move"] = 'guess "if last.odd then black else red"'
    print(json.dumps(answer), flush=True)
