"""Replaying a game file: its moves, the dealer's judgements from the rule, and all that it expects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from eleusis.driving.dealing import deal, unusual
from eleusis.driving.driver import ByRule, Driver, Player, Step, Undecided
from eleusis.driving.record import Finding, GameReplay, RoundReplay
from eleusis.driving.rule_dealer import RuleDealer
from eleusis.driving.undo import undo
from eleusis.errors import EleusisError, IllegalMove, Place, ScriptError, YamlError
from eleusis.game.events import AnyEvent
from eleusis.game.legality import end_reason
from eleusis.game.match import Match
from eleusis.game.moves import Hint, Judge, Move, Pass, Undo
from eleusis.game.round import Round
from eleusis.game.state import JUDGING
from eleusis.game.view import View
from eleusis.gamefile.contents import GameFile, RoundScript
from eleusis.gamefile.folders import game_files
from eleusis.gamefile.lines import FileLine
from eleusis.gamefile.reading import load_game
from eleusis.pack import UNKNOWN
from eleusis.replaying.expecting import find_missing_facts, find_unmet, find_unmet_totals
from eleusis.replaying.hindsight import wrong_guesses
from eleusis.secret.rule import Rule
from eleusis.variant import Variant, load_variant, variant_from_node


def replay_game(
    game: GameFile,
    variant: str | Variant | None = None,
    overrides: Sequence[str] = (),
    rules: Mapping[str, Rule] | None = None,
) -> GameReplay:
    """Replay a game under its own variant or another, with `KEY=VALUE` overrides.

    An illegal move ends its round, as a finding; later rounds are replayed all the same. Raises VariantError
    for a variant that can't be had, and ScriptError for a round that can't be dealt.
    """
    edition = resolve_variant(game, variant, overrides)
    match = Match(edition, game.players)
    replay = GameReplay(
        file=game.file,
        title=game.title,
        variant=edition,
        overrides=dict(_split(one) for one in overrides),
        players=game.players,
        stopped=game.stopped,
        warnings=unusual(edition, len(game.players)),
    )
    for number, script in enumerate(game.rounds, start=1):
        one = replay_round(game, script, number, edition, match.next_dealer(), rules or {})
        if number == len(game.rounds) and game.stopped and one.stopped_by is None:
            one.round.abandon()
        if one.stopped_by is None:
            one.findings += find_unmet(script.expected, one)
        if script.rule is not None:
            one.wrong_guesses = wrong_guesses(one, script.rule, rules)
        starter = script.starter or ()
        if len(starter) == 1 and script.rule is not None and not script.rule.fits_starter(starter[0]):
            why = "by its condition on the starter"
            replay.warnings.append(f"{why}, the rule of round {number} forbids {starter[0]}")
        if script.hint is not None and not edition.hints.ever:
            replay.warnings.append(f"{edition.name} knows no hints, and round {number} has one")
        match.add(one.dealer, one.scores)
        replay.rounds.append(one)
        replay.findings.extend(one.findings)
    match.stopped = game.stopped
    replay.totals = match.totals
    if not any(one.stopped_by for one in replay.rounds):
        replay.findings += find_unmet_totals(game.expected, replay.totals)
    return replay


def replay(
    *paths: Path | str,
    variant: str | Variant | None = None,
    overrides: Sequence[str] = (),
    rules: Mapping[str, Rule] | None = None,
) -> Iterator[GameReplay]:
    """Replay game files, and every game of a folder in the order of names. Raises as `replay_game`."""
    for path in game_files(paths):
        yield replay_game(load_game(path, rules), variant, overrides, rules)


def resolve_variant(game: GameFile, variant: str | Variant | None, overrides: Sequence[str]) -> Variant:
    """The variant that a game is to be played under."""
    if isinstance(variant, Variant):
        return variant
    if variant is not None:
        return load_variant(variant, overrides)
    if game.variant == "-":
        message = "a game file can't take its variant from the standard input: name it, or write it out"
        raise ScriptError("script/variant", message, game.variant_place)
    folder = Path(game.file).parent
    try:
        if isinstance(game.variant, str):
            return load_variant(game.variant, overrides, base=folder)
        return variant_from_node(game.variant, overrides, base=folder)
    except YamlError as error:
        if error.line is not None:
            raise
        raise YamlError(error.code, f"{error.file}: {error.message}", game.variant_place) from None
    except EleusisError as error:
        raise error if error.file else error.at(game.variant_place) from None


def deal_round(game: GameFile, script: RoundScript, number: int, variant: Variant, dealer: str) -> Round:
    """Deal one round of a game; the dealer is `dealer` unless the round names one."""
    who_deals = script.dealer or dealer
    hands = dict(script.hands)
    if script.unknown:
        hands = {seat: (UNKNOWN,) * variant.deal.hand for seat in game.players if seat != who_deals}
    try:
        return deal(
            variant,
            game.players,
            dealer=who_deals,
            seed=game.seed,
            number=number,
            starter=script.starter,
            hands=hands,
            stock=script.stock,
            fits=script.rule.fits_starter if script.rule else None,
            where=script.card_place,
        )
    except ScriptError as error:
        raise error if error.file else error.at(script.place) from None


def replay_round(
    game: GameFile, script: RoundScript, number: int, variant: Variant, dealer: str, rules: Mapping[str, Rule]
) -> RoundReplay:
    """Deal one round of a game and replay its moves."""
    round_ = deal_round(game, script, number, variant, dealer)
    one = RoundReplay(number, round_, script.rule_ref, script.hint)
    rule = None if script.rule is None else RuleDealer(script.rule, variant, rules)
    known = not script.unknown and not any(UNKNOWN in hand for hand in script.hands.values())
    _Recorded(one, rule, script.lines, ungiven=known and game.seed is None).play()
    return one


class _Recorded(ByRule):
    """The lines of one round: the source of its moves, and its dealer, who states judgements or leaves them to the
    rule; what is found about each line is kept with the round."""

    def __init__(
        self, one: RoundReplay, rule: RuleDealer | None, lines: Sequence[FileLine], *, ungiven: bool
    ) -> None:
        self.one = one
        self.rule = rule
        self.lines = lines
        self.stated = _stated(lines)
        self.ungiven = ungiven
        """Whether the hands are known and there is no seed: then no card may be drawn that is not given."""
        self.at = -1
        self.since: list[AnyEvent] = []
        """What has happened since the line that is `at`."""
        self.places: list[Place] = []
        """Of each step, where the line stands that it was made at."""

    def play(self) -> None:
        """Make the moves of all the lines, up to one that is illegal."""
        round_ = self.one.round
        dealer: dict[str, Player] = {} if self.rule is None else {round_.dealer: self}
        driver = Driver(round_, dealer, self.one.steps, after=self._after)
        try:
            driver.go(self._moves())
            if self.lines and not isinstance(self.lines[-1].move, Undo) and self._ends_unsaid():
                driver.go([Pass(round_.to_act or "")], by="implied")
        except IllegalMove as error:
            line = self.lines[self.at]
            text = f"{line.text.split('=>')[0].split('#')[0].strip()}: {error.message}"
            self.one.stopped_by = Finding(error.code, line.place, text)
            self.one.findings.append(self.one.stopped_by)
            return
        self._check()

    def move(self, view: View) -> Move:
        """The rule's judgement. Raises Undecided where the next line states one (hints aside), or the rule can't
        tell."""
        if self.rule is None or self.stated[self.at]:
            raise Undecided
        judgement = self.rule.move(view)
        if self.rule.unproved:
            text = "no difference between the guess and the rule was found, and none was ruled out"
            self.one.findings.append(Finding("unproved", self.lines[self.at].place, text))
        return judgement

    def _moves(self) -> Iterator[Move]:
        """The moves of the lines; before each, the expectations of the line before it are checked."""
        for at, line in enumerate(self.lines):
            self._check()
            self.at, self.since = at, []
            if isinstance(line.move, Undo):
                self._take_back(line.move.seat)
            else:
                yield self._completed(line.move, line.place)

    def _after(self, step: Step) -> None:
        place = self.lines[self.at].place
        self.since += step.events
        self.places.append(place)
        if self.ungiven and any(UNKNOWN in event.shown_to_a_seat() for event in step.events):
            message = "cards are drawn here that the file does not give: it needs a seed, or a longer stock"
            raise ScriptError("script/no-seed", message, place)

    def _ends_unsaid(self) -> bool:
        """Whether a pass that no line says would end the round here."""
        round_ = self.one.round
        return round_.state.phase == "guess" and end_reason(round_.state, round_.variant) is not None

    def _take_back(self, seat: str) -> None:
        """An `undo` line: the last move goes, and with it what was found about it."""
        undo(self.one, seat)
        place = self.places.pop()
        self.one.findings[:] = [found for found in self.one.findings if found.place.line != place.line]

    def _completed(self, move: Move, place: Place) -> Move:
        """A stated judgement, held against the rule, and given the rule's card where it names none."""
        round_, rule = self.one.round, self.rule
        if rule is None or not isinstance(move, Judge) or move.seat != round_.dealer:
            return move
        if round_.state.phase not in JUDGING:
            return move
        view = round_.view(round_.dealer)
        objection = rule.objection(view, move)
        if objection:
            self.one.findings.append(Finding("misjudged", place, f"{move.seat} {move.text}: {objection}"))
        if not move.right and move.card is None and not round_.state.pending:
            by_rule = rule.judgement(view)
            if by_rule is not None and not by_rule.right:
                return move.replace(card=by_rule.card)
        return move

    def _check(self) -> None:
        """What was expected after the line that is `at`, held against what has happened."""
        if self.at < 0 or not self.lines[self.at].expected:
            return
        self.one.findings += find_missing_facts(self.lines[self.at].expected, self.since)


def _stated(lines: Sequence[FileLine]) -> list[bool]:
    """Of each line, whether the next one, behind hints at most, is a judgement; found in one pass from the end."""
    stated, judged = [], False
    for line in reversed(lines):
        stated.append(judged)
        if not isinstance(line.move, Hint):
            judged = isinstance(line.move, Judge)
    return stated[::-1]


def _split(override: str) -> tuple[str, str]:
    key, _, value = override.partition("=")
    return key.strip(), value.strip()
