"""What a person types at the table: moves as in a game file and shorter, and a few words to the program."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import attrs

from eleusis.game.legality import bidders, passes_in_silence
from eleusis.game.moves import Call, Declare, Guess, Hint, Judge, Move, NoPlay, Pass, Play
from eleusis.game.round import Round
from eleusis.ground.cards import Card, card
from eleusis.ground.errors import NotationError, did_you_mean, nobody_called, quote
from eleusis.table.fixing import Fix, RoundFix
from eleusis.table.game_table import Table
from eleusis.table.tutors import why_no_tutor

COMMANDS: Mapping[str, str] = {
    "?": "what you may do now, and why the rest isn't allowed",
    "why": "the clause behind the last thing that happened",
    "layout": "the whole layout, page by page; layout 17: where the cards of turn 17 lie (log shows the numbers); "
    "layout starter: its beginning",
    "hand": "your whole hand, if there isn't room for it below the layout",
    "log": "the round so far, move by move",
    "score": "the score sheet",
    "rules": "the rules of this edition; rules prophet: only what they say about prophets, and so with any word",
    "tutor": "tutor on, tutor off: a hint, for you alone, about which of your cards would tell you most",
    "undo": "take back the last move, unless somebody has learnt something from it",
    "stop": "end the game for good, and count it as it stands",
    "quit": "leave the table; the game is saved, and you can continue it later (q asks first)",
}
"""The words that are no moves."""
SCORE_KEEPING: Mapping[str, str] = {
    "fix": "type a turn once more, as below; fix 3 alone shows turn 3, and how to correct it",
    "rule": "write down the rule that the dealer reveals, and check the verdicts against it: rule red; "
    "rule build: by numbers; rule words: the words for it",
}
"""More of them, for a real table."""
FIXES: Mapping[str, str] = {
    "fix 3 5h r": "turn 3 was really the five of hearts, and right",
    "fix 3 5h; w; r": "under a prophet, who called it wrong",
    "fix 3 nothing": "there was no such turn: it is taken out",
    "fix before 3 5h r": "a turn was forgotten: it is put in before turn 3",
    "fix starter 9c": "the starter was really the nine of clubs",
    "fix 1.3 5h w": "turn 3 of round 1 was that, and wrong",
    "fix round 1 starter 9c": "the starter of round 1 (fix round 1 shows its turns)",
}
"""What may be typed behind `fix`, by examples."""
AFTERWARDS: Mapping[str, str] = {
    "guesses": "where each wrong guess differs from the rule",
    "review": "what could have been known, turn by turn, and what each player made of it",
    "beliefs": "what a scientist believed, turn by turn; beliefs Bob: only Bob's",
}
"""More of them, for when a round is over."""

_ALIASES = {"help": "?", "h": "?", "scores": "score", "u": "undo", "q": "quit", "exit": "quit"}
_SHORT_VERBS = {"noplay": "no-play", "np": "no-play", "d": "declare", "r": "right", "w": "wrong", "g": "guess"}
_LONG_VERBS = ("play", "no-play", "declare", "call", "judge", "right", "wrong", "guess", "pass", "hint")
_VERBS = {verb: verb for verb in _LONG_VERBS} | _SHORT_VERBS
_CARD = re.compile(r"(?:10|[2-9TJQKA])[SHDC♠♥♦♣]", re.IGNORECASE)
_CARDS = re.compile(rf"(?:{_CARD.pattern})+", re.IGNORECASE)

_TURN = re.compile(
    r"""(?xis) (?:round [\s,]+ (?P<round>[0-9]{1,4}) [\s,]+)?
        (?:(?P<adds>before|after) [\s,]+)? (?:turn [\s,]+)?
        (?(round)|(?:(?P<of>[0-9]{1,4})\.)?) (?P<turn>[0-9]{1,4}|starter)
        (?:[\s,]+|$) (?P<typed>.*)"""
)
"""Which turn is meant behind `fix`, of which round, and what is typed of it."""
_ROUND = re.compile(r"(?is)round[\s,]+(?P<round>[0-9]{1,4})(?:[\s,]+rule\b[\s,]*(?P<rule>.*))?")
"""A round that is meant there as a whole, or its rule."""


@attrs.frozen
class Command:
    """A word to the program, one of COMMANDS, AFTERWARDS or SCORE_KEEPING; `of` is what stands behind it."""

    name: str
    of: str = ""


def commands_at(table: Table) -> Mapping[str, str]:
    """The words to the program that are of use at this table: no `tutor` where there can be none."""
    if why_no_tutor(table) is None:
        return COMMANDS
    return {word: meaning for word, meaning in COMMANDS.items() if word != "tutor"}


def read_input(text: str, round_: Round, hand: Sequence[Card] = (), by_hand: bool = False) -> list[Move] | Command:
    """The moves of a typed line (none for an empty one), or a command.

    `hand` is the hand as it is numbered on the screen. At a real table (`by_hand`) a play may be typed together
    with its judgement, as `5s r`. Raises NotationError (`notation/…`).
    """
    words = text.replace(",", " ").split()
    if not words:
        return []
    if len(words) == 1:
        word = words[0].casefold()
        name = _ALIASES.get(word, word)
        if name in COMMANDS or name in AFTERWARDS:
            return Command(name, "in full" if word == "quit" else "")
    if words[0].casefold() == "beliefs":
        return Command("beliefs", text.strip()[len("beliefs") :].strip().strip('"'))
    if words[0].casefold() == "tutor" and all(name.casefold() != "tutor" for name in round_.players):
        if words[1].casefold() not in ("on", "off") or len(words) > 2:
            raise NotationError("notation/word", "type tutor on, or tutor off")
        return Command("tutor", words[1].casefold())
    if words[0].casefold() == "layout" and all(name.casefold() != "layout" for name in round_.players):
        return Command("layout", _read_turn(words[1:]))
    if words[0].casefold() == "rules" and words[0] not in round_.players:
        return Command("rules", " ".join(words[1:]))
    if words[0].casefold() in SCORE_KEEPING and words[0] not in round_.players:
        return Command(words[0].casefold(), text.strip()[len(words[0]) :].strip())
    seat, rest = _take_name(text.strip(), round_.players)
    if not rest:  # a name alone is no move of that player
        seat, rest = None, text
    return _Reader(round_, hand, by_hand, seat, rest).moves(rest.replace(",", " ").split())


def _read_turn(words: Sequence[str]) -> str:
    """The number of a turn, or `starter`, as it is typed behind a word. Raises NotationError."""
    word = " ".join(words).casefold()
    if word == "starter" or (word.isascii() and word.isdecimal() and len(word) <= 4):
        return word
    message = "which turn? layout 17 shows the cards of turn 17, layout starter the starter, layout alone all"
    raise NotationError("notation/word", message)


def _take_name(text: str, players: Sequence[str]) -> tuple[str | None, str]:
    """The player who is named first, perhaps in quotes, and what follows; the whole text where none is."""
    for name in sorted(players, key=len, reverse=True):
        for form in (f'"{name}"', name):
            if f"{text} ".casefold().startswith(f"{form} ".casefold()):
                return name, text[len(form) :].strip()
    return None, text


@attrs.frozen
class _Reader:
    round: Round
    hand: Sequence[Card]
    by_hand: bool
    named: str | None
    text: str

    def seat(self) -> str:
        """Who is meant: the one who was named, else the one to act."""
        return self.named or self.round.to_act or self.round.dealer

    def mover(self) -> str:
        """Who is meant by a play; at a real table a right to declare is passed by in silence."""
        if self.named is None and self.by_hand and passes_in_silence(self.round.state, self.round.variant):
            return self.round.state.successor() or self.seat()
        return self.seat()

    def _pass_for_those_before(self) -> list[Move]:
        """At a real table, the passes of those who were asked before the one who declares, and said nothing."""
        state, variant = self.round.state, self.round.variant
        asked = bidders(state, variant) if self.by_hand and passes_in_silence(state, variant) else ()
        return [Pass(seat) for seat in asked[: asked.index(self.seat())]] if self.seat() in asked else []

    def moves(self, words: list[str]) -> list[Move]:
        """The moves that these words mean."""
        first, rest = words[0].casefold(), words[1:]
        if first == "no" and rest and rest[0].casefold() == "play":
            first, rest = "no-play", rest[1:]
        verb = _VERBS.get(first)
        if (
            verb is None
            and first.isalpha()
            and rest
            and _VERBS.get(rest[0].casefold()) not in (None, "right", "wrong")
        ):
            raise NotationError("notation/seat", nobody_called(words[0], self.round.players))
        if verb in ("guess", "hint"):
            said = self._free(words[0])
            return [Guess(self.seat(), said) if verb == "guess" else Hint(self.seat(), said)]
        if verb in ("declare", "pass"):
            self._end(rest)
            return [Pass(self.seat())] if verb == "pass" else [*self._pass_for_those_before(), Declare(self.seat())]
        if verb in ("call", "judge"):
            return [self._verdict(rest, Call if verb == "call" else Judge)]
        if verb in ("right", "wrong"):
            kind = Call if self.round.state.phase == "call" else Judge
            return [self._verdict([verb, *rest], kind)]
        if verb == "no-play":
            return [NoPlay(self.mover()), *self._judgement(rest)]
        return self._play(rest if verb == "play" else words)

    def _play(self, words: list[str]) -> list[Move]:
        split = next((i for i, word in enumerate(words) if _VERBS.get(word.casefold()) in ("right", "wrong")), None)
        if not words:
            raise NotationError("notation/missing", "which cards? Type them as 5s or 4d 6c")
        cards = [card for word in words[:split] for card in self._cards(word)]
        judgement = self._judgement(words[split:]) if split is not None else []
        return [Play(self.mover(), tuple(cards)), *judgement]

    def _judgement(self, words: list[str]) -> list[Move]:
        """A judgement typed behind a play, at a real table; before it what the prophet calls, if there is one."""
        if not words:
            return []
        if not self.by_hand:
            self._end(words)
        prophet, called = self.round.state.prophet, list[Move]()
        verdicts = [at for at, word in enumerate(words) if _VERBS.get(word.casefold()) in ("right", "wrong")]
        if prophet is not None and len(verdicts) == 2:
            called, words = [self._verdict(words[: verdicts[1]], Call, prophet)], words[verdicts[1] :]
        return [*called, self._verdict(words, Judge, self.round.dealer)]

    def _cards(self, word: str) -> list[Card]:
        if word.isascii() and word.isdecimal() and len(word) <= 3:
            if not self.hand:
                raise NotationError("notation/card", f"{word} isn't a card or a command; ? for help")
            if not 1 <= int(word) <= len(self.hand):
                raise NotationError("notation/card", f"there is no card number {word} in this hand")
            return [self.hand[int(word) - 1]]
        if _CARDS.fullmatch(word):
            return [card(text) for text in _CARD.findall(word)]
        words = [*_VERBS, *COMMANDS, *AFTERWARDS]
        hint = did_you_mean(word, words) if len(word) > 2 else ""
        message = f"{quote(word)} is not a card (like 5s or 10d) or a command{hint}; ? for help"
        raise NotationError("notation/card", message)

    def _verdict(self, words: list[str], kind: type[Call] | type[Judge], seat: str | None = None) -> Move:
        if not words or (verdict := _VERBS.get(words[0].casefold())) not in ("right", "wrong"):
            raise NotationError("notation/word", "is it right or wrong? Type r or w")
        self._end(words[2:])
        named = self._cards(words[1]) if len(words) > 1 else []
        if len(named) > 1:
            raise NotationError("notation/word", "name one card, not several")
        return kind(seat or self.seat(), verdict == "right", named[0] if named else None)

    def _free(self, verb: str) -> str:
        said = self.text.strip()[len(verb) :].strip()
        if len(said) > 1 and said[0] == said[-1] == '"':
            said = said[1:-1]
        if not said:
            how = ", or guess build: then you pick it by numbers" if _VERBS[verb.casefold()] == "guess" else ""
            message = f"what is the {verb.casefold()}? Type it after the word{how}"
            raise NotationError("notation/missing", message)
        if len(said) > 2000:
            raise NotationError("notation/word", "that is too long: 2,000 characters at most")
        return said

    def _end(self, rest: list[str]) -> None:
        if rest:
            raise NotationError("notation/word", f"{quote(rest[0])} is one word too many here")


def read_turn(typed: str, round_: Round) -> list[Move]:
    """The moves of what is typed of a turn once more, where a round stands as given. Raises NotationError."""
    moves = read_input(typed, round_, by_hand=True)
    if isinstance(moves, Command):
        message = f"{quote(typed)} isn't part of a turn; to see what is, type fix and the number alone"
        raise NotationError("notation/word", message)
    return moves


def read_fix(text: str) -> Fix | RoundFix:
    """What is typed behind `fix`: which turn, and what it really was; or a round. Raises NotationError."""
    text = text.strip(" ,")
    if whole := _ROUND.fullmatch(text):
        return RoundFix(int(whole["round"]), whole["rule"])
    target = _TURN.fullmatch(text)
    turn = 0 if target is None or target["turn"].casefold() == "starter" else int(target["turn"])
    if target is None or (target["adds"] and not turn):
        if re.match(r"round\b(?![\s,]+[0-9])", text, re.IGNORECASE):
            raise NotationError("notation/word", "which round? Type its number: fix round 1")
        message = "which turn? fix 3 5h r corrects turn 3, fix before 3 5h r puts one in before it, "
        raise NotationError("notation/word", f"{message}fix starter 9c corrects the starter")
    if target["adds"] and not target["typed"]:
        raise NotationError("notation/missing", f"what was played? Type the whole turn: fix before {turn} 5h r")
    number = target["round"] or target["of"]
    adds = (target["adds"] or "").casefold()
    return Fix(turn + (adds == "after"), target["typed"], int(number) if number else None, bool(adds))
