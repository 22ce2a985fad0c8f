"""The words of the rule language, to be looked up: by what they are for, each with a rule that has it."""

from __future__ import annotations

import attrs


@attrs.frozen
class ListedWord:
    """Words of the rule language that belong together."""

    words: str
    """As they are written."""
    meaning: str
    """What they mean, in a few words."""
    example: str
    """A rule in which one of them stands."""


@attrs.frozen
class WordGroup:
    """Words that are for the same purpose."""

    title: str
    """What they are for."""
    entries: tuple[ListedWord, ...]
    """The words, the plainest first."""


WORD_LIST = (
    WordGroup(
        "The card that is played",
        (
            ListedWord("red black", "its colour", "red"),
            ListedWord("spade heart diamond club", "its suit", "spade or heart"),
            ListedWord("odd even", "by rank: ace 1, jack 11, queen 12, king 13", "odd"),
            ListedWord("high low", "8 to king; ace to 7", "high"),
            ListedWord("face number", "jack, queen, king; ace to 10", "number"),
            ListedWord("ace jack queen king", "just that rank", "not king"),
            ListedWord("prime", "2 3 5 7 jack king", "prime"),
            ListedWord("rank suit color", "to be compared", "rank >= 5"),
        ),
    ),
    WordGroup(
        "The cards before it",
        (
            ListedWord("last", "the last right card", "color != last.color"),
            ListedWord("back(2) back(3)", "one before the last, two before", "suit == back(2).suit"),
            ListedWord("first at(3)", "the starter; the third card", "rank > first.rank"),
            ListedWord("position", "the number of its place", "position % 2 == 0 or red"),
            ListedWord("streak( )", "how many alike at the end", "streak(red) < 3 or black"),
            ListedWord("last2 last3", "the last two, the last three", "not last3.all(red) or black"),
            ListedWord("line", "all of them", "line.count(king) < 3 or not king"),
            ListedWord("any( ) all( )", "any of them, all of them", "last2.any(suit == card.suit)"),
            ListedWord("count( ) sum( )", "how many; their total", "last3.sum(rank) > 20 or high"),
            ListedWord("latest( )", "the latest of a kind", "odd != line.latest(red).odd"),
            ListedWord("card", "inside such brackets: the card played", "last2.all(rank != card.rank)"),
        ),
    ),
    WordGroup(
        "Putting it together",
        (
            ListedWord("if then else", "one thing or another", "if last.odd then black else red"),
            ListedWord("and or not", "both; either; the opposite", "red and not last.red"),
            ListedWord("== !=", "the same as; not the same as", "suit != last.suit"),
            ListedWord("< <= > >=", "lower, at most, higher, at least", "rank >= last.rank"),
            ListedWord("in", "one of these; in this range", "rank in {1, 3, 7..10}"),
            ListedWord("+ - * %", "sums; % is what is left over", "(rank + last.rank) % 3 == 0"),
            ListedWord("abs( )", "how far, whichever way", "abs(rank - last.rank) <= 3"),
            ListedWord("min( ) max( ) gcd( )", "lowest, highest, common factor", "rank > min(last.rank, 9)"),
            ListedWord("cycle( )", "taking turns along the line", "cycle(red, black, black)"),
            ListedWord(
                "next( )", "what follows in a circle", "suit == next(last.suit, spade, heart, diamond, club)"
            ),
            ListedWord("place( )", "its place in a list", "place(suit, club, diamond, heart, spade) > 2"),
            ListedWord("any none", "any card is right; no card is", "if last.ace then any else red"),
        ),
    ),
)
"""All words of the language."""
