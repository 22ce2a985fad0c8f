"""Measures: `python -m bench` the speed of everything in one run, `python -m bench NAME …` one of these alone."""

from __future__ import annotations

import sys
from importlib import import_module

PARTS = {
    "speed": "everything in one run, beside peers (this is what runs without a name)",
    "daily": "how hard the daily puzzle is, weekday by weekday",
    "environments": "steps a second of the environments, beside OpenSpiel, RLCard and PettingZoo",
    "folders": "folders of 2,000 game files: replay, check and diff, in one process and in several; reading a file",
    "frames": "how smoothly cards move on a phone and on the projector, the processor slowed four times",
    "lab": "the laboratory: are its intervals true, is a real change found, memory and time of 10,000 rounds",
    "learn": "how an agent of sb3-contrib learns solo, and its curve in the docs",
    "long": "long rounds: what a move costs bots, by how long the round has lasted; replays of 60,000 plays",
    "pictures": "draws the pictures of the docs again",
    "programs": "moves a second of programs that play over JSON lines",
    "reasoner": "what each part of the scientist is worth",
    "review": "how quick a review is",
    "rooms": "how many tables one server bears, and what many kills of it leave",
    "rules": "how fast rules are compared",
    "same": "whether two commits, or two checkouts, give the same answers to everything that is public",
    "scientist": "how well the scientist plays",
    "sounds": "renders the sounds of the table's page again",
    "strengths": "how soon each kind of bot that people play against finds an easy rule",
    "study": "writes the figures of the studies in docs/ again",
    "tab": "how soon a browser tab plays, and what has to be loaded for that",
    "web": "how soon a move is seen by all, at a table in browsers",
}
"""What can be measured, each a module of this folder with a `main`."""


def main() -> None:
    given = sys.argv[1:]
    if given[:1] in (["-h"], ["--help"]):
        print(f"usage: python -m bench [NAME] [OPTION …]\n\n{__doc__}\n")
        print("\n".join(f"  {name:<14}{sentence}" for name, sentence in PARTS.items()))
        print("\npython -m bench NAME --help tells its options.")
        return
    name = given.pop(0) if given and not given[0].startswith("-") else "speed"
    if name not in PARTS:
        sys.exit(f"there is no part {name!r}; there are {', '.join(PARTS)}")
    import_module(f"bench.{name}").main(given)


if __name__ == "__main__":
    main()
