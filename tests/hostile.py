"""Input that means harm or is careless, and what the commands must make of it."""

from __future__ import annotations

from typing import NamedTuple

HEAD = "eleusis: 1\nvariant: abbott\nplayers: [Ann, Bob, Cleo, Dan, Eve]\nseed: 1\nrounds:\n"
ROUND = "  - dealer: Eve\n    rule: red\n    starter: AH\n"
ROUND += "    hands: {Ann: 5H 6H, Bob: 7H 8S, Cleo: 9H 9D, Dan: 2H 3H}\n"


class Hostile(NamedTuple):
    """A text, and the exit codes of `replay` and `check`."""

    text: str
    replay: int = 2
    check: int = 2


def moves(*lines: str) -> str:
    """A game of one round with these moves."""
    return HEAD + ROUND + "    moves: |\n" + "".join(f"      {line}\n" for line in lines)


def rule(text: str) -> str:
    """A game of round_text round with this rule."""
    return f"{HEAD}  - dealer: Eve\n    rule: {text}\n"


def undecidable(rounds: int) -> str:
    """A game of so many rounds, each with a guess that can't be told from the rule, nor be proved to be it."""
    secret = "line.count(red) * 3 != line.count(black) * 7 + 1"
    round_text = f"  - rule: {secret}\n    dealer: Bo\n    starter: 7H\n    hands: {{Cy: AH 2H}}\n    moves: |\n"
    round_text += (
        f'      Cy play AH\n      Cy guess "{secret} or line.count(ace) > 3 and line.count(black) > 200"\n'
    )
    return f"eleusis: 1\nvariant: express\nplayers: [Al, Bo, Cy]\nseed: 1\nrounds:\n{round_text * rounds}"


ALIAS_BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join(['*' + before] * 9)}]\n"
    for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)
NAMES = HEAD.replace("[Ann, Bob, Cleo, Dan, Eve]", '[no, 010, "~", __class__, 12:30]')

HOSTILE: dict[str, Hostile] = {
    "empty": Hostile(""),
    "only a comment": Hostile("# nothing\n"),
    "list at top": Hostile("- eleusis: 1\n- rounds: []\n"),
    "text at top": Hostile("play it again\n"),
    "duplicate keys": Hostile(HEAD + "  - dealer: Eve\n    dealer: Eve\n"),
    "brackets": Hostile("[" * 200000),
    "brackets in a game": Hostile(HEAD + "[" * 200000),
    "braces": Hostile("{a: " * 50000),
    "alias bomb": Hostile(ALIAS_BOMB),
    "ten megabytes": Hostile(HEAD + "#" * 10000000),
    "three megabytes": Hostile(HEAD + "#" * 3000000),
    "too many values": Hostile("rounds: [" + "[], " * 150000 + "]\neleusis: 1\n"),
    "too many bad moves": Hostile(moves(*["Zoe sings"] * 100000)),
    "too many cards": Hostile(HEAD + "  - stock: [" + "5H, " * 90000 + "]\n"),
    "unknown variant": Hostile(HEAD.replace("abbott", "abot") + " []\n"),
    "misspelt knob": Hostile(HEAD.replace("abbott", "{extends: abbott, stock: {deks: 3}}") + " []\n"),
    "card not in the hand": Hostile(moves("Ann play 7C"), 1, 0),
    "card played twice": Hostile(moves("Ann play 5H 5H"), 1, 0),
    "out of turn": Hostile(moves("Bob play 7H"), 1, 0),
    "second prophet": Hostile(
        moves("Ann play 5H", "Ann declare", "Bob play 7H", "Ann call right", "Bob declare"), 1, 0
    ),
    "after the end": Hostile(moves("Ann play 5H 6H => ended out of cards", "Bob play 7H"), 1, 0),
    "three copies": Hostile(HEAD + ROUND + "    stock: 5H 5H\n"),
    "nested parentheses": Hostile(rule('"' + "(" * 100000 + "red" + ")" * 100000 + '"')),
    "many nots": Hostile(rule("not " * 400 + "red")),
    "class as a rule": Hostile(rule("__class__")),
    "class in a rule": Hostile(rule('"last.__class__ == red"')),
    "code as a rule": Hostile(rule("\"__import__('os').system('true')\"")),
    "class as a knob": Hostile(HEAD.replace("abbott", "{extends: abbott, __class__: {a: 1}}") + " []\n"),
    "class as a knob in a section": Hostile(
        HEAD.replace("abbott", "{extends: abbott, stock: {__class__: 1}}") + " []\n"
    ),
    "class as a kind": Hostile(HEAD.replace("abbott", "{extends: abbott, guess: {kind: __class__}}") + " []\n"),
    "class as a seat": Hostile(moves("__class__ play 5H")),
    "class as a verb": Hostile(moves("Ann __class__ 5H")),
    "no and 010 as cards": Hostile(moves("Ann play no", "Ann play 010")),
    "no and 010 as hands": Hostile(HEAD + "  - hands: {Ann: no, Bob: 010}\n"),
    "no and 010 as names": Hostile(
        NAMES + "  - dealer: 12:30\n    rule: red\n    starter: AH\n    hands: {no: 5H 2H, 010: 6H 7H}\n"
        "    moves: |\n      no play 5H => right\n      010 play 6H => right\n"
        "    expect: {hands: {no: 1, 010: 1}, prophet: null}\nexpect: {totals: {no: 0, __class__: 0}}\n",
        0,
        0,
    ),
    "nul": Hostile(HEAD + "\x00"),
    "tag": Hostile("!!python/object/apply:os.system ['true']\n"),
}
"""Each as issue and experience name it. What a game may not hold, another kind of file may not either."""
