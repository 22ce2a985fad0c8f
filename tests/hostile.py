"""Input that means harm or is careless, and what the commands must make of it."""

from __future__ import annotations

from typing import NamedTuple

HEAD = "eleusis: 1\nvariant: abbott\nplayers: [Ann, Bob, Cleo, Dan, Eve]\nseed: 1\nrounds:\n"
ROUND = "  - dealer: Eve\n    rule: red\n    starter: AH\n"
ROUND += "    hands: {Ann: 5H 6H, Bob: 7H 8S, Cleo: 9H 9D, Dan: 2H 3H}\n"


class Hostile(NamedTuple):
    """A text, a part of the message about it, and the exit codes of `replay` and `check`."""

    text: str
    said: str
    replay: int = 2
    check: int = 2


def moves(*lines: str) -> str:
    """A game of one round with these moves."""
    return HEAD + ROUND + "    moves: |\n" + "".join(f"      {line}\n" for line in lines)


def rule(text: str) -> str:
    """A game of one round with this rule."""
    return f"{HEAD}  - dealer: Eve\n    rule: {text}\n"


ALIAS_BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join(['*' + before] * 9)}]\n"
    for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)
NAMES = HEAD.replace("[Ann, Bob, Cleo, Dan, Eve]", '[no, 010, "~", __class__, 12:30]')

HOSTILE: dict[str, Hostile] = {
    "empty": Hostile("", "1:1: the file is empty"),
    "only a comment": Hostile("# nothing\n", "1:1: the file is empty"),
    "list at top": Hostile("- eleusis: 1\n- rounds: []\n", "not a list"),
    "text at top": Hostile("play it again\n", "1:1: "),
    "duplicate keys": Hostile(HEAD + "  - dealer: Eve\n    dealer: Eve\n", "7:5: 'dealer' is already on line 6"),
    "brackets": Hostile("[" * 200_000, ": nested too deep"),
    "brackets in a game": Hostile(HEAD + "[" * 200_000, "6:"),
    "braces": Hostile("{a: " * 50_000, "nested too deep"),
    "alias bomb": Hostile(ALIAS_BOMB, "1:4: an anchor: not used here"),
    "ten megabytes": Hostile(HEAD + "#" * 10_000_000, "too big: more than 8 MB"),
    "three megabytes": Hostile(HEAD + "#" * 3_000_000, "too long: more than 2,000,000 characters"),
    "too many values": Hostile("rounds: [" + "[], " * 150_000 + "]\neleusis: 1\n", "more than 100,000 values"),
    "too many bad moves": Hostile(moves(*["Zoe sings"] * 100_000), "11:7: nobody at the table is called 'Zoe'"),
    "too many cards": Hostile(HEAD + "  - stock: [" + "5H, " * 90_000 + "]\n", "90000 copies of 5H are given"),
    "unknown variant": Hostile(HEAD.replace("abbott", "abot") + " []\n", "2:10: there is no variant 'abot' (did"),
    "misspelt knob": Hostile(
        HEAD.replace("abbott", "{extends: abbott, stock: {deks: 3}}") + " []\n", "2:36: there is no knob 'deks'"
    ),
    "card not in the hand": Hostile(moves("Ann play 7C"), "Ann does not have 7C in the hand", 1, 0),
    "card played twice": Hostile(moves("Ann play 5H 5H"), "Ann does not have 5H a second time", 1, 0),
    "out of turn": Hostile(moves("Bob play 7H"), "Bob can't play now: it is Ann's turn", 1, 0),
    "second prophet": Hostile(
        moves("Ann play 5H", "Ann declare", "Bob play 7H", "Ann call right", "Bob declare"),
        "Bob may not declare: Ann is prophet already",
        1,
        0,
    ),
    "after the end": Hostile(
        moves("Ann play 5H 6H => ended out of cards", "Bob play 7H"), "the round is over (out of cards)", 1, 0
    ),
    "three copies": Hostile(HEAD + ROUND + "    stock: 5H 5H\n", "3 copies of 5H are given, and 2 decks"),
    "nested parentheses": Hostile(
        rule('"' + "(" * 100_000 + "red" + ")" * 100_000 + '"'), "7:5012: the rule is too"
    ),
    "many nots": Hostile(rule("not " * 400 + "red"), "deep"),
    "class as a rule": Hostile(rule("__class__"), "7:11: unknown word '__class__'"),
    "class in a rule": Hostile(rule('"last.__class__ == red"'), "7:17: "),
    "code as a rule": Hostile(rule("\"__import__('os').system('true')\""), "7:23: "),
    "class as a knob": Hostile(
        HEAD.replace("abbott", "{extends: abbott, __class__: {a: 1}}") + " []\n", "there is no section '__class__'"
    ),
    "class as a knob in a section": Hostile(
        HEAD.replace("abbott", "{extends: abbott, stock: {__class__: 1}}") + " []\n", "no knob '__class__' in stock"
    ),
    "class as a kind": Hostile(
        HEAD.replace("abbott", "{extends: abbott, guess: {kind: __class__}}") + " []\n", "guess.kind can't be"
    ),
    "class as a seat": Hostile(moves("__class__ play 5H"), "nobody at the table is called '__class__'"),
    "class as a verb": Hostile(moves("Ann __class__ 5H"), "'__class__' is not a verb"),
    "no and 010 as cards": Hostile(moves("Ann play no", "Ann play 010"), "'010' is not a card"),
    "no and 010 as hands": Hostile(HEAD + "  - hands: {Ann: no, Bob: 010}\n", "'no' is not a card"),
    "no and 010 as names": Hostile(
        NAMES + "  - dealer: 12:30\n    rule: red\n    starter: AH\n    hands: {no: 5H 2H, 010: 6H 7H}\n"
        "    moves: |\n      no play 5H => right\n      010 play 6H => right\n"
        "    expect: {hands: {no: 1, 010: 1}, prophet: null}\nexpect: {totals: {no: 0, __class__: 0}}\n",
        "",
        0,
        0,
    ),
    "nul": Hostile(HEAD + "\x00", "6:1: the character '\\x00' isn't allowed in YAML"),
    "tag": Hostile("!!python/object/apply:os.system ['true']\n", "a tag"),
}
"""Each as issue and experience name it. What a game may not hold, another kind of file may not either."""
