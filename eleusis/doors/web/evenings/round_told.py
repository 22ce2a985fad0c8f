"""A round told in whole: what the pages show after it, and at a table never before."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
from msgspec import to_builtins

from eleusis.doors.web.evenings.chronicle import Chronicle
from eleusis.doors.web.evenings.event_marks import EventMarks
from eleusis.doors.web.evenings.story_lines import Stories, ToldGame
from eleusis.driving.replayed import RoundReplay, WrongGuess, round_json
from eleusis.game.events import fold
from eleusis.game.moves import Judge, NoPlay, Play
from eleusis.ground.cards import Card
from eleusis.ground.errors import NotationError, RuleError
from eleusis.record.replaying.hindsight import wrong_guesses
from eleusis.reviewing.curve import draw_curve
from eleusis.reviewing.review import review_round
from eleusis.reviewing.reviewed import Figures, RoundReview
from eleusis.secret.automaton.comparison import Comparison
from eleusis.secret.english.explaining import explain
from eleusis.secret.language.tree import size
from eleusis.secret.library import find_rule
from eleusis.secret.rule import Rule
from eleusis.words.page.ink import PLAIN
from eleusis.words.page.scoresheet import score_rows
from eleusis.words.page.telling import Page
from eleusis.words.page.transcript import page_of, transcript

if TYPE_CHECKING:
    from eleusis.minds.induction.beliefs import Belief

GuessJudged = tuple[str, int, str, str | None, bool, float | None, str]
"""Of a guess: seat, turn, what was said, that in plain words, whether it was right, how like the rule, why not."""
_WIDTH = 72
"""Columns of a transcript: a phone can be turned, and a wider page has room to spare."""
_ROOMY = 10_000
"""Columns where nothing has to be cut."""
_LOOKED_AT = 6_000
"""How near a guess was is worked out on this many nodes: for a guess of 40 nodes, after the last 150 cards."""
_SHOWN = 5
"""How many of the rules that a bot believed in are shown."""


@attrs.define(eq=False)
class RoundTeller:
    """Tells the rounds of a game that are over; of one that nobody plays any more, the `unfinished` ones too.

    What a round gives is worked out once, and anew where a move has been taken back since. Nothing here changes the
    game. Not to be asked by two threads at once. `recall` tells what each bot believed in the last round.
    """

    _game: ToldGame
    _marks: EventMarks = attrs.field(factory=lambda: EventMarks(Chronicle()))
    _recall: Callable[[], Mapping[str, list[Belief]]] = attrs.field(default=dict, kw_only=True)
    _unfinished: bool = attrs.field(default=False, kw_only=True)
    _reviews: dict[int, RoundReview] = attrs.field(factory=dict, init=False)
    _beliefs: dict[int, Mapping[str, list[Belief]]] = attrs.field(factory=dict, init=False)

    def is_over(self, number: int) -> bool:
        """Whether there is a round of this number, and it is over: only then may it be told."""
        rounds = self._game.rounds
        return 1 <= number <= len(rounds) and rounds[number - 1].ended is not None

    def remember(self) -> None:
        """Note what only those who sit there know: to be called once a round has ended, before the next is dealt.

        Raises PlayerError where a bot fails at telling what it believed.
        """
        rounds = self._game.rounds
        if rounds and rounds[-1].ended is not None:
            self._beliefs[rounds[-1].number] = self._recall()

    def tell(self, number: int) -> dict[str, Figures]:
        """The round as /api/rounds/N answers: what `replay --format json` prints of it, and what there is to say.

        Raises NotationError (`notation/round`) where there is no such round, or it isn't over.
        """
        return {**self._work_out(self._find(number)), "game": self._tell_game()}

    def tell_guesses(self, number: int) -> tuple[str | None, list[GuessJudged]]:
        """The rule of a round, and its guesses as they are talked over. Raises NotationError as `tell` does."""
        record, page = self._find(number), self._page()
        rule, judged = self._find_rule(record), _find_judgements(record)
        wrongs = [self._as_played(wrong, rule, judged) for wrong in self._find_wrong(record, rule)]
        why = {(wrong.seat, wrong.guess): _describe(wrong, page, record.dealer) for wrong in wrongs}
        guesses: list[GuessJudged] = []
        for seat, turn, text, right in judged.guesses:
            agrees = self._agrees(record, rule, text)
            guesses.append((seat, turn, text, self._explain(text), right, agrees, why.get((seat, text), "")))
        return judged.accepted if rule is None else rule.text, guesses

    def transcript(self, number: int, seat: str | None = None) -> str:
        """The round as `replay --as SEAT` prints it (None: as one who sees all).

        Raises NotationError as `tell` does, and IllegalMove (`move/no-such-seat`) for a seat that isn't there.
        """
        self._find(number)
        game = self._game.as_replay()
        rounds = [self._marks.without_hidden(record) for record in game.rounds]
        named = attrs.evolve(game, title=game.title or Path(game.file).name, rounds=rounds)
        return transcript(named, width=_WIDTH, seat=seat, number=number)

    def prepare_review(self, number: int) -> Callable[[], RoundReview]:
        """How to look back upon a round: what is given may be called while the game goes on, in another thread.

        That takes seconds, and once only. It raises LabError (`lab/no-numpy`) where numpy is missing. Raises
        NotationError as `tell` does.
        """
        record = self._find(number)
        rule = self._find_rule(record)

        def look_back() -> RoundReview:
            if number not in self._reviews:
                self._reviews[number] = review_round(record, rule)
            return self._reviews[number]

        return look_back

    def _find(self, number: int) -> RoundReplay:
        """The record of a round that may be told. Raises NotationError (`notation/round`)."""
        rounds = self._game.rounds
        if self._unfinished and not 1 <= number <= len(rounds):
            raise NotationError("notation/round", f"there is no round {number} in this game")
        if not self._unfinished and not self.is_over(number):
            raise NotationError(
                "notation/round", f"there is no round {number} that is over: you'll hear of it when it is"
            )
        return rounds[number - 1]

    def _find_rule(self, record: RoundReplay) -> Rule | None:
        """The dealer's rule; None if the dealer judged without one."""
        if record is self._game.rounds[-1]:
            self.remember()
        return self._game.dealt[record.number - 1]

    def _sums(self, record: RoundReplay) -> dict[str, int]:
        """The points of each seat up to this round, with it."""
        sums = dict.fromkeys(self._game.players, 0)
        for earlier in self._game.rounds[: record.number]:
            for seat, points in (earlier.scores or {}).items():
                sums[seat] += points
        return sums

    def _page(self, seat: str | None = None) -> Page:
        return page_of(self._game.players, self._game.variant, _ROOMY, PLAIN, seat)

    def _work_out(self, record: RoundReplay) -> dict[str, Figures]:
        rule, page = self._find_rule(record), self._page()
        judged, scores = _find_judgements(record), record.scores or {}
        paid = {seat: points for seat, points in scores.items() if self._may_win(record, seat)}
        return {
            **round_json(self._marks.without_hidden(record)),
            "number": record.number,
            "players": list(self._game.players),
            "rule_text": judged.accepted if rule is None else rule.text,
            "rule_in_words": self._explain(judged.accepted or "") if rule is None else explain(rule),
            "wrong_guesses": [
                self._tell_wrong(self._as_played(wrong, rule, judged), page, record.dealer)
                for wrong in self._find_wrong(record, rule)
            ],
            "positions": _find_positions(record),
            "near": [self._tell_seat(record, rule, judged, seat) for seat in record.hands],
            "sheet": self._tell_points(record, page),
            "winners": [seat for seat, points in paid.items() if points == max(paid.values())],
            "story": to_builtins(Stories().tell(self._game, record, None, self._marks)),
        }

    def _find_wrong(self, record: RoundReplay, rule: Rule | None) -> Sequence[WrongGuess]:
        if rule is not None and not record.wrong_guesses:
            record.wrong_guesses = wrong_guesses(record, rule, self._game.rules)
        return record.wrong_guesses

    def _tell_points(self, record: RoundReplay, page: Page) -> list[Figures]:
        """The points of all with their reasons; none while the round isn't over."""
        rows = [] if record.scores is None else score_rows(record, page, self._sums(record))
        facts = attrs.filters.exclude("why")
        return [{**attrs.asdict(row, filter=facts), "notes": list(row.why)} for row in rows]

    def _may_win(self, record: RoundReplay, seat: str) -> bool:
        """Whether a seat can have won the round: the dealer can't if the edition gives dealers no points."""
        return seat != record.dealer or record.round.variant.scoring.dealer_scores

    def _tell_game(self) -> dict[str, Figures]:
        """How the game stands: the totals, who leads, or has won where it is over."""
        game = self._game.as_replay()
        totals = game.totals
        leading = [seat for seat, points in totals.items() if points == max(totals.values())]
        return {"over": game.stopped, "totals": dict(totals), "leading": leading}

    def _tell_seat(self, record: RoundReplay, rule: Rule | None, judged: _Judgements, seat: str) -> Figures:
        """How near a seat came: how its plays were judged, its guesses, and what it believed, if it keeps that."""
        beliefs = self._beliefs.get(record.number, {}).get(seat)
        guesses = [guess for guess in judged.guesses if guess[0] == seat]
        return {
            "seat": seat,
            "right": judged.plays.count((seat, True)),
            "wrong": judged.plays.count((seat, False)),
            "guesses": [
                {
                    "turn": turn,
                    "guess": text,
                    "in_words": self._explain(text),
                    "right": right,
                    "agrees": self._agrees(record, rule, text),
                }
                for _, turn, text, right in guesses
            ],
            "believed": None if not beliefs else _belief_json(beliefs[-1]),
        }

    def _agrees(self, record: RoundReplay, rule: Rule | None, guess: str) -> float | None:
        return None if rule is None else agreement(rule, guess, record.layout.mainline, self._game.rules)

    def _as_played(self, wrong: WrongGuess, rule: Rule | None, judged: _Judgements) -> WrongGuess:
        """A guess that was wrong, with a card that was really played, if one tells it from the rule."""
        # Where a guess need only agree with the rule from here on, no card tells that lay before.
        if rule is None or self._game.variant.guess.agrees_from((), wrong.verdict.line):
            return wrong
        guess = find_rule(wrong.guess, self._game.rules)
        for line, card in judged.played:
            right = rule.mask(line)
            if (right ^ guess.mask(line)) & card.bit:
                return attrs.evolve(wrong, verdict=Comparison.differing(line, right, card), elsewhere=False)
        return wrong

    def _tell_wrong(self, wrong: WrongGuess, page: Page, dealer: str) -> Figures:
        """A guess that was wrong, with the play that tells it from the rule."""
        verdict = wrong.verdict
        return {
            "seat": wrong.seat,
            "guess": wrong.guess,
            "in_words": self._explain(wrong.guess),
            "text": _describe(wrong, page, dealer),
            "line": [card.text for card in verdict.line],
            "card": None if verdict.card is None else verdict.card.text,
            "right_by_rule": verdict.right_in == "A",
            "elsewhere": wrong.elsewhere,
        }

    def _explain(self, guess: str) -> str | None:
        """A guess in plain words; None for one that is said in plain words already, or names a rule of a file."""
        if guess.strip() in self._game.rules:
            return None
        try:
            return explain(find_rule(guess))
        except RuleError:
            return None


def _describe(wrong: WrongGuess, page: Page, dealer: str) -> str:
    return wrong.describe(f"{page.name(dealer)}'s rule", f"{page.name(wrong.seat)}'s guess")


def agreement(rule: Rule, guess: str, line: Sequence[Card], rules: Mapping[str, Rule]) -> float | None:
    """How much a guess is like a rule: the share of the pack that both judge alike, after the cards of a mainline.

    None for a guess in prose, and where no card lies.
    """
    try:
        guessed = find_rule(guess, rules)
    except RuleError:
        return None
    most = max(1, _LOOKED_AT // size(guessed.tree))
    ends = range(max(1, len(line) + 1 - most), len(line) + 1)
    differing = sum((rule.mask(line[:end]) ^ guessed.mask(line[:end])).bit_count() for end in ends)
    return 1 - differing / (52 * len(ends)) if len(ends) else None


@attrs.frozen
class _Judgements:
    """What the dealer said of each seat, in a round that is over."""

    plays: list[tuple[str, bool]] = attrs.field(factory=list)
    """Of each play and no play: whose it was, and whether it was right."""
    guesses: list[tuple[str, int, str, bool]] = attrs.field(factory=list)
    """Of each guess: whose it was, in which turn, what was said, and whether it was right."""

    played: list[tuple[tuple[Card, ...], Card]] = attrs.field(factory=list)
    """Of each play of one card: the line that lay there, and the card."""

    @property
    def accepted(self) -> str | None:
        """The guess that was right: what a dealer has said yes to is the rule, though nobody wrote it down."""
        return next((text for _, _, text, right in self.guesses if right), None)


def _find_judgements(record: RoundReplay) -> _Judgements:
    """What was judged, and how: the round is walked through once more, since a judgement doesn't say of what."""
    round_ = record.round.at_deal()
    state, judgements = round_.state, _Judgements()
    for step in record.steps:
        if isinstance(step.move, Judge) and state.mover is not None:
            if state.phase == "judge":
                judgements.plays.append((state.mover, step.move.right))
                if len(state.pending) == 1:
                    judgements.played.append((tuple(state.layout.mainline), state.pending[0]))
            elif state.phase == "judge guess":
                judgements.guesses.append((state.mover, state.turn, state.guess or "", step.move.right))
        round_.step(step.move)
    return judgements


def _find_positions(record: RoundReplay) -> list[Figures]:
    """How the cards lay before the first turn, and after each turn with all that followed from it."""
    dealt = record.round.at_deal()
    state, hidden = dealt.state, dealt.hidden
    positions: list[Figures] = []

    def note() -> None:
        hands = {seat: [card.text for card in hand] for seat, hand in hidden.hands.items()}
        positions.append({"layout": state.layout.to_json(), "hands": hands})

    for step in record.steps:
        if isinstance(step.move, (Play, NoPlay)):
            note()
        fold(step.events, state, hidden)
    note()
    return positions


def _belief_json(belief: Belief) -> dict[str, Figures]:
    return {
        "alive": belief.alive,
        "outside": belief.outside,
        "rules": [{"rule": text, "chance": chance} for text, chance in belief.rules[:_SHOWN]],
    }


_SAID = (
    *("number", "rule_text", "bits_at_start", "alive_at_start", "family_size", "top_at_start", "story", "unknown"),
    *("cards", "certain", "bold", "after", "comments", "turning", "saying"),
)
"""What the pages show of a review besides what is printed: of the round, then of its turns and players."""


def review_json(review: RoundReview) -> dict[str, Figures]:
    """A review as `review --format json` has it, with what it says in words, and its curve drawn."""
    return {**review.to_json(*_SAID), "curve": draw_curve(review)}
