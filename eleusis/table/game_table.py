"""A game at the table, round after round: moves, judgements by the rule, the file that grows with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from random import Random

import attrs

from eleusis.driving.dealing import check_players, unusual
from eleusis.driving.driver import MAX_STEPS, Driver, Player, Remote, Step, Undecided, nobody_answers
from eleusis.driving.replayed import Finding, GameReplay, RoundReplay
from eleusis.driving.rule_dealer import RuleDealer
from eleusis.driving.undo import may_undo, undo
from eleusis.game.match import Match
from eleusis.game.moves import Guess, Hint, Judge, Move, Undo
from eleusis.game.view import View
from eleusis.ground.cards import UNKNOWN, Card
from eleusis.ground.errors import NOWHERE, NotationError, ScriptError, nobody_called
from eleusis.minds.players.crew import Crew, seat_players
from eleusis.minds.players.program.command import Program
from eleusis.minds.players.registry import NO_PROGRAMS, Seat, read_seat
from eleusis.record.gamefile.appending import GrowingFile
from eleusis.record.gamefile.contents import GameFile, RoundScript
from eleusis.record.gamefile.lines import FileLine
from eleusis.record.gamefile.reading import load_game, read_game
from eleusis.record.replaying.replay import deal_round, replay_game, resolve_variant
from eleusis.secret.rule import Rule
from eleusis.variant import Variant

Rules = Mapping[str, Rule]
Watch = Callable[[str], AbstractContextManager[None]]
"""What a bot thinks within, made of its seat: somebody may be waiting for it."""


@attrs.define
class Table:
    """A game that is being played: `script` is the head of its file, `rounds` what has happened.

    Without a `file` the game is kept nowhere. The dealer judges by `rule`; without one the dealer is asked.
    """

    script: GameFile
    variant: Variant
    seats: dict[str, Seat]
    rules: Rules
    file: GrowingFile | None = None
    match: Match = attrs.field(init=False)
    rounds: list[RoundReplay] = attrs.field(factory=list)
    dealt: list[Rule | None] = attrs.field(factory=list)
    """The rule of each round; None where the dealer judges without one."""
    crew: Crew = attrs.field(factory=Crew)
    revealed: set[int] = attrs.field(factory=set)
    """The rounds of which something was told that is told once they are over."""
    _begun: bool = False
    _bots: dict[str, Player | Remote] = attrs.field(factory=dict)
    _chances: dict[str, Random] = attrs.field(factory=dict)
    _driver: Driver | None = None

    def __attrs_post_init__(self) -> None:
        self.match = Match(self.variant, self.players)

    @property
    def players(self) -> tuple[str, ...]:
        """Who sits there, clockwise."""
        return self.script.players

    @property
    def now(self) -> RoundReplay:
        """The round that is being played, or was last."""
        return self.rounds[-1]

    @property
    def rule(self) -> Rule | None:
        """The rule of that round; None where the dealer judges without one, or nothing has been dealt."""
        return self.dealt[-1] if self.dealt else None

    @property
    def playing(self) -> bool:
        """Whether a round is under way."""
        return bool(self.rounds) and self.now.ended is None

    @property
    def by_hand(self) -> bool:
        """Whether this round is played at a real table, with cards that the program does not know."""
        return any(UNKNOWN in hand for hand in self.now.deal.hands.values())

    @property
    def planned(self) -> RoundScript | None:
        """What its file says of the first round, until that is dealt: who deals, and by which rule."""
        return None if self.file is None or self.rounds else self.file.planned

    def bot(self, seat: str) -> bool:
        """Whether a bot sits on this seat."""
        return self.seats[seat].bot

    def begin_round(
        self,
        dealer: str,
        rule: Rule | None,
        *,
        starter: Sequence[Card] | None = None,
        set_aside: Sequence[Card] = (),
        unknown: bool = False,
    ) -> None:
        """Deal a round and write its head. Raises ScriptError as `deal` does, and of the file; PlayerError."""
        self._begin_game()
        script = RoundScript(
            NOWHERE,
            dealer=dealer,
            rule=rule,
            rule_ref=None if rule is None else rule.text,
            starter=None if starter is None else tuple(starter),
            set_aside=tuple(set_aside),
            unknown=unknown,
        )
        number = len(self.rounds) + 1
        dealt = deal_round(self.script, script, number, self.variant, dealer)
        if self.file is not None:
            self.file.begin_round(script)
        self.rounds.append(RoundReplay(number, dealt, script.rule_ref))
        self.dealt.append(rule)
        self._seat()

    def _begin_game(self) -> None:
        """Tell the programs, once, that a game begins: before anything is dealt, since one may not even start."""
        if not self._begun:
            self.crew.begin_game(self.seats.values(), self.players, self.variant, self.rules)
            self._begun = True

    def _seat(self) -> None:
        """Give the round its players: the bots, and the dealer if there is a rule."""
        record, dealer, rule = self.now, self.now.dealer, self.rule
        bots = [self.seats[seat] for seat in self.players if self.bot(seat) and seat != dealer]
        self._chances = {bot.name: Random() for bot in bots}
        people = any(not seat.bot for seat in self.seats.values())
        self._bots = seat_players(bots, self.variant, self._chances, self.crew, rule=rule, with_people=people)
        by_rule = None
        if rule is not None:
            # A person who deals is asked where the rule can't be certain; for a bot that deals there is nobody.
            by_rule = _HeardDealer(rule, self.variant, self.rules, certain=not self.bot(dealer))
        programs = any(isinstance(player, Remote) for player in self._bots.values())
        self._driver = Driver(
            record.round,
            {**self._bots, **({} if by_rule is None else {dealer: by_rule})},
            record.steps,
            kinds={bot.name: bot.kind for bot in bots},
            before=self._seed_chance,
            check_guess=by_rule.check if by_rule is not None and (self.bot(dealer) or programs) else None,
            after=self._keep,
            listeners=self.crew.listeners(self.seats[dealer]),
        )

    @property
    def driver(self) -> Driver:
        """What drives the round that is being played."""
        assert self._driver is not None, "no round has been dealt"
        return self._driver

    def _seed_chance(self, seat: str) -> None:
        """Seed a bot's chance before each move: a game that was broken off goes on as it would have."""
        record = self.now
        path = f"eleusis/{self.script.seed}/bot/{record.number}/{seat}/{len(record.round.events)}"
        self._chances[seat].seed(path)

    def _keep(self, step: Step) -> None:
        """Write a step to the file; one that can't be written is taken back. What the rule says is not written."""
        if step.by != "seat":
            return
        try:
            self._write(step.move)
        except ScriptError:
            self.now.take_back()
            raise

    def step(self, move: Move | None = None, *, judged: bool = False) -> list[Step]:
        """Make a person's move, or without one that of the bot that is to act, and what the rule makes of it.

        At a real table the dealer may have `judged` the move already, which is said next; that wins over the rule.

        It is on the disk before anything that follows from it is told. Returns the new steps. Raises IllegalMove
        if the rules forbid it, PlayerError for a bot, and ScriptError of the file, after which the game must not
        go on, or (`script/no-player`) where it is a person's turn; nothing has changed then.
        """
        first = len(self.now.steps)
        dealer = self.driver.players.get(self.now.dealer)
        if isinstance(dealer, _HeardDealer):
            dealer.heard = self.by_hand and (judged or isinstance(move, Judge))
        due = self.drive(() if move is None else (move,), moves=1)
        if due is not None and len(self.now.steps) == first:
            raise nobody_answers(due, self.driver.players)
        return self.now.steps[first:]

    def consult(self) -> Callable[[], Move]:
        """What asks the bot whose turn it is; it thinks on what it sees now, and gives a move for `step`.

        While it thinks nothing changes, and all may look. It raises PlayerError.
        """
        return self.driver.consult()

    def object_to(self, move: Move) -> str | None:
        """What the rule says against a judgement that is said at a real table; None: it agrees, or can't tell."""
        dealer, round_ = self.driver.players.get(self.now.dealer), self.now.round
        if not (self.by_hand and isinstance(move, Judge) and isinstance(dealer, RuleDealer)):
            return None
        if round_.refusal(move) is not None:
            return None
        return dealer.objection(round_.view(round_.dealer), move)

    def drive(self, said: Iterable[Move] = (), *, moves: int | None = None, limit: int | None = None) -> str | None:
        """Go on as `Driver.go` does, with all that a table keeps; returns what that returns."""
        due = self.driver.go(said, moves=moves, limit=limit)
        if self.now.ended is not None:
            self.match.add(self.now.dealer, self.now.scores)
            self.driver.finish()
        return due

    @property
    def bot_to_act(self) -> bool:
        """Whether the next move is a bot's."""
        return self.now.round.to_act in self._bots

    def player(self, seat: str) -> Player | Remote | None:
        """The bot that plays on a seat in this round; None for a person and for the dealer."""
        return self._bots.get(seat)

    def seat_anew(self, seat: Seat) -> None:
        """Put another player on a seat, also while a round is on: a person, or a bot that goes on for one.

        Raises PlayerError where a bot can't be made; then all is as it was.
        """
        before = self.seats[seat.name]
        if self._begun:
            self.crew.begin_game([seat], self.players, self.variant, self.rules)
        self.seats[seat.name] = seat
        if not self.playing:
            return
        try:
            self._seat()
        except BaseException:
            self.seats[seat.name] = before
            self._seat()
            raise

    @property
    def program_sent(self) -> str | None:
        """The program that has been sent the last move, which can't be taken back any more; None where none has."""
        left = len(self.now.round.events) - len(self.now.steps[-1].events)
        for name, player in {**self._bots, **self.driver.listeners}.items():
            if isinstance(player, Remote) and (self.driver.finished or player.sent > left):
                return name
        return None

    def undo(self, seat: str) -> Step:
        """Take back the last move of a seat. Raises IllegalMove (`move/may-not-undo`), and ScriptError of the file.

        Nothing has changed then.
        """
        if may_undo(self.now, seat) is None:
            self._write(Undo(seat))  # first: what can't be written has not been taken back
        step = undo(self.now, seat)
        self._recount()
        return step

    def _recount(self) -> None:
        self.match = Match(self.variant, self.players)
        for record in self.rounds:
            if record is not self.now or record.ended is not None:
                self.match.add(record.dealer, record.scores)

    def amend(self, text: str) -> None:
        """Put another text in the place of the game's file, and go on from where that leads.

        Raises what `GrowingFile.exchange` raises, and what reading, dealing and replaying the text raise; then all
        is as it was.
        """
        assert self.file is not None, "what is kept in no file has no text"
        script = read_game(text, str(self.file.path), self.rules)
        replay = _replay(script, self.rules)
        self.file.exchange(text)
        self._go_on_from(script, replay)

    def rehearse(self, script: GameFile) -> tuple[Table, dict[int, list[Finding]]]:
        """A table of people, kept nowhere, that stands at the end of another game; what is wrong with its rounds.

        Raises what dealing raises.
        """
        replay = replay_game(script, rules=self.rules)
        table = Table(script, replay.variant, {name: Seat(name) for name in script.players}, self.rules)
        table._go_on_from(script, replay)
        return table, {record.number: record.findings for record in replay.rounds}

    def _go_on_from(self, script: GameFile, replay: GameReplay) -> None:
        """Take the rounds of a game file as what has happened, and seat the players of the last."""
        self.rounds, self.dealt = replay.rounds, [round_.rule for round_ in script.rounds]
        if replay.rounds:
            _open_again(self.now, replay)
            self._begin_game()
            self._seat()
            self.driver.go(moves=0)
        self._recount()
        self.match.stopped = script.stopped

    def stop(self) -> None:
        """End the game for good, and with it a round that is under way, as where it is replayed."""
        if self.file is not None:
            self.file.stop()
        if self.playing:
            self.now.break_off()
            self.match.add(self.now.dealer, self.now.scores)
            self.match.stopped = True  # which programs are told
            self.driver.finish()
        self.match.stopped = True

    def close(self) -> None:
        """End the programs, and leave the file."""
        self.crew.close()
        if self.file is not None:
            self.file.close()

    def as_replay(self) -> GameReplay:
        """The game so far, as a replay of its file would give it."""
        return GameReplay(
            file=self.script.file,
            title=self.script.title,
            variant=self.variant,
            overrides={},
            players=self.players,
            rounds=list(self.rounds),
            totals=self.match.totals,
            warnings=unusual(self.variant, len(self.players)),
            stopped=self.match.stopped,
        )

    def _write(self, move: Move) -> None:
        if self.file is not None:
            self.file.add(FileLine(move))


class _HeardDealer(RuleDealer):
    """A dealer who judges by a rule, unless a person states the judgement."""

    heard: bool = False
    """Whether the judgement that is due is said by a person."""

    def move(self, view: View) -> Move:
        """The rule's judgement. Raises Undecided where it is said by a person, or the rule can't tell."""
        if self.heard:
            raise Undecided
        return super().move(view)


def new_table(
    script: GameFile,
    seats: Sequence[Seat],
    rules: Rules | None = None,
    path: Path | None = None,
    *,
    private: bool = False,
    planned: RoundScript | None = None,
) -> Table:
    """A table at which nothing has been dealt yet; a `private` file is for its owner alone to read.

    Its file keeps what is `planned` for the first round: who deals, and by which rule.

    Raises ScriptError (`script/players`, of the file).
    """
    check_players(script.players)
    variant = resolve_variant(script, None, ())
    table = Table(script, variant, {seat.name: seat for seat in seats}, rules or {})
    if path is not None:
        table.file = GrowingFile.create(path, script, 0o600 if private else 0o644, planned)
    return table


def resume(
    path: Path,
    rules: Rules | None = None,
    *,
    programs: Mapping[str, Program] = NO_PROGRAMS,
    others: Mapping[str, str] | None = None,
) -> tuple[Table, str]:
    """The table of a game file, as it stands at its end, and what was dropped from a torn end of the file.

    `programs` are kinds by name besides those that there are; `others` says of seats, by name, who sits there now.
    Raises ScriptError: `script/not-resumable`, `script/seats`, and those of the file; PlayerError for a program.
    """
    file, script, dropped = GrowingFile.reopen(path, dict(rules or {}))
    try:
        replay = _replay(script, rules or {})
        table = Table(script, replay.variant, _seats(script, programs, others or {}), rules or {}, file)
        table._go_on_from(script, replay)
    except BaseException:
        file.close()
        raise
    return table, dropped


def finished_table(path: Path, rules: Rules | None = None) -> Table | None:
    """The table of a game that has ended for good, to be looked back upon; None where it goes on, or is torn.

    Raises YamlError where there is no such file.
    """
    try:
        script = load_game(path, rules)
    except ScriptError:
        return None
    if not script.stopped:
        return None
    replay = replay_game(script, rules=rules)
    seats = {name: Seat(name) for name in script.players}
    table = Table(script, replay.variant, seats, rules or {})
    table.rounds, table.dealt = replay.rounds, [round_.rule for round_ in script.rounds]
    table._recount()
    table.match.stopped = True
    return table


def _replay(script: GameFile, rules: Rules) -> GameReplay:
    """What has happened in a game that goes on; raises ScriptError (`script/not-resumable`) for an illegal move."""
    replay = replay_game(script, rules=rules)
    wrong = next((record.stopped_by for record in replay.rounds if record.stopped_by), None)
    if wrong is not None:
        raise ScriptError("script/not-resumable", f"this game can't be continued: {wrong.text}", wrong.place)
    for record in replay.rounds:
        record.findings.clear()  # at the table it was told when it happened
    return replay


def _open_again(record: RoundReplay, replay: GameReplay) -> None:
    """Take back what a replay does at the end of a file and a table does not: a pass that nobody has said."""
    while record.steps and record.steps[-1].by == "implied":
        record.take_back()
    unproved = any(finding.code == "unproved" for finding in replay.findings)
    if unproved and record.steps and record.steps[-1].by == "rule":
        answered = next((step.move for step in record.steps[-2::-1] if not isinstance(step.move, Hint)), None)
        if isinstance(answered, Guess):
            record.take_back()


def _seats(script: GameFile, programs: Mapping[str, Program], others: Mapping[str, str]) -> dict[str, Seat]:
    seats = {}
    for name in others:
        if name not in script.players:
            raise NotationError("notation/seat", nobody_called(name, script.players))
    for name in script.players:
        if name in others:
            seats[name] = read_seat(name, others[name], programs)
            continue
        try:
            seats[name] = read_seat(name, script.seats.get(name, ""), programs)
        except NotationError as error:
            cure = f"; with --resume, name a program again by --bot, or another player by --seat {name}=random"
            raise ScriptError("script/seats", f"seats: {name}: {error.message}{cure}") from None
    return seats


def play_on(table: Table, max_steps: int = MAX_STEPS, watch: Watch | None = None) -> None:
    """Let the bots play the round to its end; one that has none within `max_steps` steps stops the game.

    Each thinks within what `watch` makes of its seat, as for somebody who waits. Raises ScriptError
    (`script/no-player`) where it is a person's turn, and as `Table.step`.
    """
    while watch is not None and table.playing and table.bot_to_act and len(table.now.steps) < max_steps:
        with watch(table.now.round.to_act or ""):
            table.step()
    if not table.playing:
        return
    due = table.drive(limit=max_steps)
    if due is not None:
        raise nobody_answers(due, table.driver.players)
    if table.playing:
        table.stop()
