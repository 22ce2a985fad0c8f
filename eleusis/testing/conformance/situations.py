"""The situations that a program is put into, each the beginning of a game; it sits as Ann, or as Ann and Bob."""

from __future__ import annotations

import attrs

PROGRAM_SEATS = ("Ann", "Bob")
"""The seats on which the program is tried; in most situations only on the first."""

ODD_OR_EVEN = "if last.odd then black else red"


@attrs.frozen
class Situation:
    """A situation, as a game file from whose end the program plays on."""

    name: str
    """What it is called, in one word or a few."""
    what: str
    """What the program is asked for, or what happens to it, in a sentence."""
    game: str
    """The game so far, as a game file; each of its rounds is played on."""
    steps: int = 12
    """How many further steps each round has, before it is broken off between two turns."""
    seats: tuple[str, ...] = PROGRAM_SEATS[:1]
    """The seats of the program."""
    refused: int = 0
    """How many of its answers are refused on purpose before the next is taken."""
    extended: bool = False
    """Whether its messages have keys and events that no program knows yet."""


def write_round(*moves: str, dealer: str = "Dan", rule: str | None = ODD_OR_EVEN, hands: str = "") -> str:
    """A round of a game file that begins with these moves."""
    lines = [f"  - dealer: {dealer}", "    starter: 10C"]
    lines += [f'    rule: "{rule}"'] if rule else []
    lines += [f"    hands: {{{hands}}}"] if hands else []
    lines += ["    moves: |", *(f"      {move}" for move in moves)] if moves else []
    return "\n".join([*lines, ""])


def begin(*rounds: str, variant: str = "abbott", players: str = "Ann, Bob, Cleo, Dan", seed: int = 5) -> str:
    """A game file with these rounds."""
    head = f"eleusis: 1\nvariant: {variant}\nplayers: [{players}]\nseed: {seed}\nrounds:\n"
    return head + "".join(rounds)


AFTER = ("Bob pass", "Cleo play 9C", "Cleo pass")
HANDS = "Ann: 5H 6H 7S 2D 9D, Bob: 5D 6D 8S 3C 3C, Cleo: 9C 2H 4S KS KH"
STUCK = "Ann: 5H 6H 7D 2D 9D 4H, Bob: 5D 6D 8D 3H 3D 9H, Cleo: KS KD QH 2H"
"""Bob has no right card after 5H, Cleo has one, and after that Ann has none."""
JUDGED = "Bob: 5D 6D 8S 3C, Cleo: 9C 2H 4S KS, Dan: 7D 8H JS QC"

SITUATIONS: tuple[Situation, ...] = (
    Situation(
        "a play",
        "It plays a card from its hand, or says no play.",
        begin(write_round(), variant="express"),
        steps=40,
    ),
    Situation(
        "strings",
        "Others have played several cards at once, right and wrong, and drawn for it.",
        begin(write_round("Ann play 5H", "Bob play 8S 6D", "Cleo play 9C 2H 4S", "Cleo pass", hands=HANDS)),
    ),
    Situation(
        "no play",
        "Others have said no play and shown their hands; it holds no right card.",
        begin(write_round("Ann play 5H", "Bob no-play", "Cleo no-play", "Cleo pass", hands=STUCK)),
    ),
    Situation(
        "declaring",
        "It may declare that it is prophet, or pass.",
        begin(write_round("Ann play 5H", hands=HANDS)),
        steps=20,
    ),
    Situation(
        "bidding",
        "Where everyone is asked who will be prophet, it is asked after another player's play.",
        begin(
            write_round(
                "Ann play 5H",
                "Ann pass",
                "Bob pass",
                "Cleo pass",
                "Bob play 8S",
                "Bob pass",
                "Cleo pass",
                hands=HANDS,
            ),
            variant="{extends: abbott, prophet: {bidding: true}}",
        ),
    ),
    Situation(
        "staying",
        "It holds one card, which is right; having played it, it may stay in as prophet instead of going out.",
        begin(
            write_round(hands="Ann: 5H, Bob: 5D 6D 8S, Cleo: 9C 2H 4S"),
            variant="{extends: abbott, prophet: {going_out: {kind: may_stay, overthrow_draw: 8}}}",
        ),
    ),
    Situation(
        "calling a play",
        "It is prophet, and calls another player's play right or wrong.",
        begin(write_round("Ann play 5H", "Ann declare", "Bob play 8S", hands=HANDS)),
        steps=20,
    ),
    Situation(
        "calling a no play",
        "It is prophet, and calls a no play right, or calls it wrong and names a card.",
        begin(write_round("Ann play 5H", "Ann declare", "Bob no-play", hands=HANDS)),
    ),
    Situation(
        "being overthrown",
        "It was prophet, has called wrongly, and plays on.",
        begin(write_round("Ann play 5H", "Ann declare", "Bob play 8S", "Ann call wrong", *AFTER, hands=HANDS)),
    ),
    Situation(
        "guessing",
        "After a right play it may guess the rule, or pass.",
        begin(write_round("Ann play 5H", hands="Ann: 5H 6H 7S"), variant="express"),
    ),
    Situation(
        "alone",
        "It plays for itself, and may guess in every turn; wrong guesses cost points.",
        begin(write_round(), variant="solo", players="Ann, Dan"),
        steps=60,
    ),
    Situation(
        "expulsion",
        "It is expelled, and is asked for nothing more until the round is over.",
        begin(
            write_round("Ann play 5H", "Bob play 8S", "Cleo play 2H", "Ann play 7S", hands=HANDS),
            variant="{extends: abbott, expulsion: {layout: 2}}",
        ),
    ),
    Situation(
        "dealing by a rule",
        "It deals, and its rule judges: it is told how the round came out, and is asked for nothing.",
        begin(write_round(dealer="Ann"), variant="express"),
    ),
    Situation(
        "judging a play",
        "It deals without a rule, and judges what is played.",
        begin(write_round("Bob play 5D", dealer="Ann", rule=None, hands=JUDGED)),
    ),
    Situation(
        "judging a no play",
        "It deals without a rule, and judges a no play right, or wrong with a card that would be right.",
        begin(write_round("Bob no-play", dealer="Ann", rule=None, hands=JUDGED)),
    ),
    Situation(
        "judging a guess",
        "It deals without a rule, and judges a guess.",
        begin(
            write_round(
                "Bob play 5D", "Ann judge right", 'Bob guess "red or odd"', dealer="Ann", rule=None, hands=JUDGED
            ),
            variant="express",
        ),
    ),
    Situation(
        "an error",
        "Its answer is called an error, and it answers again.",
        begin(write_round("Ann play 5H", "Ann pass", "Bob play 8S", *AFTER, hands=HANDS)),
        steps=1,
        refused=1,
    ),
    Situation(
        "two errors",
        "That happens twice in one move; a third would be its last.",
        begin(write_round(), variant="express"),
        refused=2,
    ),
    Situation(
        "several rounds",
        "Rounds follow one another in one game, each with its deal and its end.",
        begin(write_round(), write_round(dealer="Ann"), write_round(dealer="Bob"), variant="express"),
    ),
    Situation(
        "two seats",
        "It sits in two seats, each with a process of its own.",
        begin(write_round(), variant="express"),
        steps=30,
        seats=PROGRAM_SEATS,
    ),
    Situation(
        "a later version",
        "Messages have keys that it doesn't know, and there are events of a type that it doesn't know.",
        begin(write_round(), variant="express"),
        steps=20,
        extended=True,
    ),
    *(
        Situation(
            f"a round of {edition}",
            f"A round of the edition {edition}, with strings, no plays and prophets where it has them.",
            begin(write_round(), variant=edition),
            steps=60,
            seats=PROGRAM_SEATS,
        )
        for edition in ("abbott", "guyton", "matuszek", "matuszek-1995", "abril")
    ),
)
"""All of them, in the order in which they are played; in each the program is told hello again."""
