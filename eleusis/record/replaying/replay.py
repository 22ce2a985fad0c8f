"""Replaying a game file: its moves, the dealer's judgements from the rule, and all that it expects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import structs

from eleusis.driving.dealing import deal, is_right_starter, unusual
from eleusis.driving.driver import ByRule, Driver, Player, Step, Undecided
from eleusis.driving.replayed import Finding, GameReplay, RoundReplay
from eleusis.driving.rule_dealer import GuessBudget, RuleDealer
from eleusis.driving.undo import undo
from eleusis.game.events import AnyEvent
from eleusis.game.match import Match
from eleusis.game.moves import Hint, Judge, Move, Pass, Undo
from eleusis.game.round import Round
from eleusis.game.state import JUDGING
from eleusis.game.view import View
from eleusis.ground.cards import UNKNOWN
from eleusis.ground.errors import EleusisError, IllegalMove, Place, ScriptError, YamlError
from eleusis.record.gamefile.contents import GameFile, RoundScript
from eleusis.record.gamefile.folders import game_files
from eleusis.record.gamefile.lines import FileLine
from eleusis.record.gamefile.reading import load_game
from eleusis.record.replaying.expecting import find_missing_facts, find_unmet, find_unmet_totals
from eleusis.record.replaying.hindsight import wrong_guesses
from eleusis.secret.rule import Rule
from eleusis.variant import Variant, load_variant, variant_from_node


def replay_game(
    game: GameFile,
    variant: str | Variant | None = None,
    overrides: Sequence[str] = (),
    rules: Mapping[str, Rule] | None = None,
    budget: GuessBudget | None = None,
) -> GameReplay:
    """Replay a game under its own variant or another, with `SETTING=VALUE` overrides.

    An illegal move ends its round, as a finding; later rounds are replayed all the same. So does a guess past the
    `budget`, for a file of anybody's. Raises VariantError for a variant that can't be loaded, and ScriptError for a
    round that can't be dealt.

    >>> from eleusis import read_game
    >>> game = read_game("{eleusis: 1, variant: express, players: [Al, Bo], seed: 3, rounds: [{moves: Al pass}]}")
    >>> for finding in replay_game(game).findings:
    ...     print(finding.code)
    move/out-of-turn
    """
    edition = resolve_variant(game, variant, overrides)
    match = Match(edition, game.players)
    replay = GameReplay(
        file=game.file,
        title=game.title,
        variant=edition,
        overrides={key.strip(): value.strip() for key, _, value in (knob.partition("=") for knob in overrides)},
        players=game.players,
        stopped=game.stopped,
        warnings=unusual(edition, len(game.players)),
    )
    for number, script in enumerate(game.rounds, start=1):
        record = replay_round(game, script, number, edition, match.next_dealer(), rules or {}, budget=budget)
        if record.stopped_by is None:
            if game.stopped and number == len(game.rounds):
                record.break_off()
            record.findings += find_unmet(script.expected, record)
        if script.rule is not None:
            record.wrong_guesses = wrong_guesses(record, script.rule, rules)
        match.add(record.dealer, record.scores)
        replay.rounds.append(record)
        replay.findings += record.findings
        replay.warnings += _warnings(script, number, edition)
    match.stopped = game.stopped
    replay.totals = match.totals
    if not any(record.stopped_by for record in replay.rounds):
        replay.findings += find_unmet_totals(game.expected, replay.totals)
    return replay


def _warnings(script: RoundScript, number: int, variant: Variant) -> list[str]:
    """What is unusual in a round: a starter that its rule forbids, a hint where there are none."""
    warnings = []
    starter = script.starter or ()
    of_condition = script.rule is not None and not variant.deal.sets_aside  # else it is a finding
    if len(starter) == 1 and of_condition and script.rule and not script.rule.fits_starter(starter[0]):
        why = "by its condition on the starter"
        warnings.append(f"{why}, the rule of round {number} forbids {starter[0]}")
    if script.hint is not None and not variant.hints.ever:
        warnings.append(f"{variant.name} has no hints, and round {number} has one")
    return warnings


def replay(
    *paths: Path | str,
    variant: str | Variant | None = None,
    overrides: Sequence[str] = (),
    rules: Mapping[str, Rule] | None = None,
) -> Iterator[GameReplay]:
    """Replay game files, and every game of a folder in the order of names.

    Raises as `load_game` and `replay_game` do: YamlError with `file/missing` where a path leads nowhere.
    """
    for path in game_files(paths):
        yield replay_game(load_game(path, rules), variant, overrides, rules)


def resolve_variant(game: GameFile, variant: str | Variant | None, overrides: Sequence[str]) -> Variant:
    """The variant that a game is to be played under: `variant`, or else its own (a path begins at its folder).

    Raises VariantError, YamlError and, for a game that takes it from the standard input, ScriptError.
    """
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
    """Deal one round of a game; the dealer is `dealer` unless the round names one. Raises ScriptError."""
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
            set_aside=script.set_aside,
            turned_away=script.turned_away,
            hands=hands,
            stock=script.stock,
            rule=script.rule,
            where=script.card_place,
        )
    except ScriptError as error:
        raise error if error.file else error.at(script.place) from None


def replay_round(
    game: GameFile,
    script: RoundScript,
    number: int,
    variant: Variant,
    dealer: str,
    rules: Mapping[str, Rule],
    *,
    implied: bool = True,
    budget: GuessBudget | None = None,
) -> RoundReplay:
    """Deal one round of a game and replay its moves.

    The end of the moves implies a pass that would end the round, unless `implied` says that the round goes on.
    """
    record = RoundReplay(number, deal_round(game, script, number, variant, dealer), script.rule_ref, script.hint)
    rule = None if script.rule is None else RuleDealer(script.rule, variant, rules, budget=budget)
    if (wrong_starter := _wrong_starter(script, variant)) is not None:
        record.findings.append(wrong_starter)
    hands_known = not script.unknown and not any(UNKNOWN in hand for hand in script.hands.values())
    _LineByLine(record, rule, script.lines, all_given=hands_known and game.seed is None).replay(implied)
    return record


def _wrong_starter(script: RoundScript, variant: Variant) -> Finding | None:
    """What the rule says against a starter that the file gives, where it must be right; several lie as they are."""
    starter, rule = script.starter or (), script.rule
    if not variant.deal.sets_aside or len(starter) != 1 or rule is None or is_right_starter(rule, (), starter[0]):
        return None
    return Finding(
        "starter/not-right", script.starter_place, f"by the rule {starter[0]} is not right as the starter"
    )


class _LineByLine(ByRule):
    """Replays the lines of one round: the source of its moves and, where there is a rule, its dealer too.

    Ann play 7H         made; the next line does not judge, so the rule does
    Bob play 8C         made; the rule leaves the judgement to the next line
    Dan judge right     held against the rule, which may say `misjudged`, and made
    Cleo no-play        made
    Cleo undo           taken back, with all that was found about the line before
    """

    def __init__(
        self, record: RoundReplay, rule: RuleDealer | None, lines: Sequence[FileLine], *, all_given: bool
    ) -> None:
        self.record = record
        self.rule = rule
        self.lines = lines
        self.next_judges = _next_judges(lines)
        self.all_given = all_given
        """Whether the hands are known and there is no seed: then no card may be drawn that is not given."""
        self.at = -1
        """The line that is played now, -1 before the first."""
        self.since: list[AnyEvent] = []
        """What has happened since that line."""
        self.places: list[Place] = []
        """Of each step, where the line stands that it was made at."""

    def replay(self, implied: bool) -> None:
        """Make the moves of all the lines, up to one that is illegal; and then those that their end implies."""
        round_ = self.record.round
        dealer: dict[str, Player] = {} if self.rule is None else {round_.dealer: self}
        driver = Driver(round_, dealer, self.record.steps, after=self._after)
        try:
            while self.at + 1 < len(self.lines):
                driver.go(self._moves())
            while implied and self.lines and self.record.ends_unsaid():
                driver.go([Pass(round_.to_act or "")], by="implied")
        except IllegalMove as error:
            line = self.lines[self.at]
            self.record.stopped_by = Finding(error.code, line.place, f"{line.made}: {error.message}")
            self.record.findings.append(self.record.stopped_by)
            return
        self._check_facts()

    def move(self, view: View) -> Move:
        """The rule's judgement.

        Raises Undecided where the next line states one (hints aside), or the rule can't tell.
        """
        if self.rule is None or self.next_judges[self.at]:
            raise Undecided
        judgement = self.rule.move(view)
        if self.rule.unproved:
            text = "no difference between the guess and the rule was found, and none was ruled out"
            self.record.findings.append(Finding("unproved", self.lines[self.at].place, text))
        return judgement

    def _moves(self) -> Iterator[Move]:
        """The moves of the lines that are left; before each, what the line before it expects is checked.

        They break off after an undo that no other follows: a judgement that was taken back is due again, and the
        rule is asked for it before the next line, as it is at a table.
        """
        for at in range(self.at + 1, len(self.lines)):
            self._check_facts()
            line = self.lines[at]
            self.at, self.since = at, []
            if isinstance(line.move, Undo):
                self._take_back(line.move.seat)
                if at + 1 < len(self.lines) and not isinstance(self.lines[at + 1].move, Undo):
                    return
            elif isinstance(line.move, Judge):
                yield self._check_judgement(line.move, line.place)
            else:
                yield line.move

    def _after(self, step: Step) -> None:
        """Note a step. Raises ScriptError (`script/no-seed`) for a card that nobody has given."""
        place = self.lines[self.at].place
        self.since += step.events
        self.places.append(place)
        if self.all_given and any(UNKNOWN in event.shown_to_a_seat() for event in step.events):
            message = "cards are drawn here that the file does not give: it needs a seed, or a longer stock"
            raise ScriptError("script/no-seed", message, place)

    def _take_back(self, seat: str) -> None:
        """An `undo` line: the last move goes, and with it what was found about it."""
        undo(self.record, seat)
        place = self.places.pop()
        findings = self.record.findings
        findings[:] = [finding for finding in findings if finding.place.line != place.line]

    def _check_judgement(self, judge: Judge, place: Place) -> Judge:
        """A stated judgement, held against the rule, and given the rule's card where it names none."""
        round_, rule = self.record.round, self.rule
        if rule is None or judge.seat != round_.dealer or round_.state.phase not in JUDGING:
            return judge
        view = round_.view(round_.dealer)
        objection = rule.objection(view, judge)
        if objection:
            text = f"{judge.seat} {judge.text}: {objection}"
            self.record.findings.append(Finding("misjudged", place, text))
        if not judge.right and judge.card is None and not round_.state.pending:
            by_rule = rule.judgement(view)
            if by_rule is not None and not by_rule.right:
                return structs.replace(judge, card=by_rule.card)
        return judge

    def _check_facts(self) -> None:
        """What was expected after the line that is `at`, held against what has happened."""
        if self.at >= 0 and self.lines[self.at].expected:
            self.record.findings += find_missing_facts(self.lines[self.at].expected, self.since)


def _next_judges(lines: Sequence[FileLine]) -> list[bool]:
    """Of each line, whether the next one, hints aside, is a judgement; worked out in one pass from the end."""
    answers, judged = [], False
    for line in reversed(lines):
        answers.append(judged)
        if not isinstance(line.move, Hint):
            judged = isinstance(line.move, Judge)
    return answers[::-1]
