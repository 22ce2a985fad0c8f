"""A game at the table, round after round: moves, judgements by the rule, the file that grows with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

import attrs

from eleusis.errors import NOWHERE, NotationError, ScriptError
from eleusis.game.match import Match
from eleusis.game.moves import Move, Undo
from eleusis.pack import UNKNOWN, Card
from eleusis.players.protocol import Player
from eleusis.players.registry import Seat, make_player, read_how
from eleusis.script.appending import GrowingFile
from eleusis.script.deal import check_players, unusual
from eleusis.script.gamefile import GameFile, RoundScript
from eleusis.script.judging import RuleJudge
from eleusis.script.lines import Line
from eleusis.script.record import GameReplay, RoundReplay, Step
from eleusis.script.replay import deal_round, replay_game, resolve_variant
from eleusis.script.undo import may_undo, undo
from eleusis.secret.rule import Rule
from eleusis.table.round import MAX_STEPS
from eleusis.variant import Variant

Rules = Mapping[str, Rule]


@attrs.define
class Table:
    """A game that is being played: `script` is the head of its file, `rounds` what has happened.

    Without a `file` the game is kept nowhere. The dealer of a round judges by `rule`; without one he is asked.
    """

    script: GameFile
    variant: Variant
    seats: dict[str, Seat]
    rules: Rules
    match: Match
    file: GrowingFile | None = None
    rounds: list[RoundReplay] = attrs.field(factory=list)
    rule: Rule | None = None
    _judge: RuleJudge | None = None
    _bots: dict[str, tuple[Player, Random]] = attrs.field(factory=dict)

    @property
    def players(self) -> tuple[str, ...]:
        return self.script.players

    @property
    def now(self) -> RoundReplay:
        """The round that is being played, or was last."""
        return self.rounds[-1]

    @property
    def playing(self) -> bool:
        """Whether a round is under way."""
        return bool(self.rounds) and self.now.ended is None

    @property
    def by_hand(self) -> bool:
        """Whether this round is played at a real table, with cards that the program does not know."""
        return any(UNKNOWN in hand for hand in self.now.deal.hands.values())

    def bot(self, seat: str) -> bool:
        return self.seats[seat].bot

    def begin_round(
        self,
        dealer: str,
        rule: Rule | None,
        *,
        starter: Sequence[Card] | None = None,
        unknown: bool = False,
    ) -> None:
        """Deal a round and write its head. Raises ScriptError as `deal` does, and of the file."""
        script = RoundScript(
            NOWHERE,
            dealer=dealer,
            rule=rule,
            rule_ref=None if rule is None else rule.text,
            starter=None if starter is None else tuple(starter),
            unknown=unknown,
        )
        number = len(self.rounds) + 1
        dealt = deal_round(self.script, script, number, self.variant, dealer)
        if self.file is not None:
            self.file.begin_round(script)
        self.rounds.append(RoundReplay(number, dealt, script.rule_ref))
        self._seat(rule)

    def _seat(self, rule: Rule | None) -> None:
        """Give the round its judge and its bots."""
        self.rule = rule
        self._judge = None if rule is None else RuleJudge(rule, self.rules)
        self._bots = {}
        for seat in self.players:
            if self.bot(seat) and seat != self.now.dealer:
                how, chance = self.seats[seat], Random()
                self._bots[seat] = make_player(how.kind, seat, self.variant, chance, rule, how.options), chance

    def step(self, move: Move) -> list[Step]:
        """Make a move: it is on the disk before anything that follows from it is told.

        Returns its step and those of the judgements that the rule makes. Raises IllegalMove if the rules forbid
        it, and ScriptError of the file, after which the game must not go on; nothing has changed then.
        """
        one = self.now
        events = one.round.step(move)
        try:
            self._write(move)
        except ScriptError:
            one.round.rewind(len(events))
            raise
        first = len(one.steps)
        one.steps.append(Step(first + 1, move, tuple(events)))
        self._follow()
        if one.ended is not None:
            self.match.add(one.dealer, one.scores)
        return one.steps[first:]

    def _follow(self) -> None:
        """The judgements that the rule makes; where it can't decide a guess, a person who deals is asked."""
        one = self.now
        while self._judge is not None and one.round.state.phase in ("judge", "judge guess"):
            judgement = self._judge.judge(one.round.state, self.variant)
            if judgement is None or (self._judge.unproved and not self.bot(one.dealer)):
                return
            events = one.round.step(judgement)
            one.steps.append(Step(len(one.steps) + 1, judgement, tuple(events), "rule"))

    @property
    def bot_to_act(self) -> bool:
        """Whether the next move is a bot's."""
        return self.now.round.to_act in self._bots

    def player(self, seat: str) -> Player | None:
        """The bot that plays on a seat in this round; None for a person and for the dealer."""
        return self._bots[seat][0] if seat in self._bots else None

    def bot_move(self) -> Move | None:
        """What the bot chooses that is to act; None if a person is."""
        round_ = self.now.round
        seat = round_.to_act
        if seat is None or seat not in self._bots:
            return None
        player, chance = self._bots[seat]
        chance.seed(f"eleusis/{self.script.seed}/bot/{self.now.number}/{seat}/{len(round_.events)}")
        return player.move(round_.view(seat))

    def may_undo(self, seat: str) -> str | None:
        """Why a seat may not take its last move back; None if it may."""
        return may_undo(self.now, seat)

    def undo(self, seat: str) -> Step:
        """Take back the last move of a seat. Raises IllegalMove (`move/may-not-undo`), and of the file."""
        gone = undo(self.now, seat)
        self._write(Undo(seat))
        self._recount()
        return gone

    def _recount(self) -> None:
        self.match = Match(self.variant, self.players)
        for one in self.rounds:
            if one is not self.now or one.ended is not None:
                self.match.add(one.dealer, one.scores)

    def stop(self) -> None:
        """End the game for good; a round that is under way is abandoned, and scored as it stands."""
        if self.file is not None:
            self.file.stop()
        if self.playing:
            self.now.round.abandon()
            self.match.add(self.now.dealer, self.now.scores)
        self.match.stopped = True

    def record(self) -> GameReplay:
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
            self.file.add(Line(move))


def new_table(
    script: GameFile, seats: Sequence[Seat], rules: Rules | None = None, path: Path | None = None
) -> Table:
    """A table at which nothing has been dealt yet. Raises ScriptError (`script/players`, of the file)."""
    check_players(script.players)
    variant = resolve_variant(script, None, ())
    table = Table(script, variant, {seat.name: seat for seat in seats}, rules or {}, Match(variant, script.players))
    if path is not None:
        table.file = GrowingFile.create(path, script)
    return table


def resume(path: Path, rules: Rules | None = None) -> tuple[Table, str]:
    """The table of a game file, as it stands at its end, and what was dropped from a torn end of the file.

    Raises ScriptError: `script/not-resumable`, and those of the file.
    """
    file, script, dropped = GrowingFile.reopen(path, dict(rules or {}))
    try:
        replay = replay_game(script, rules=rules)
        wrong = next((one.stopped_by for one in replay.rounds if one.stopped_by), None)
        if wrong is not None:
            raise ScriptError("script/not-resumable", f"this can't be gone on with: {wrong.text}", wrong.place)
        table = Table(script, replay.variant, _seats(script), rules or {}, Match(replay.variant, script.players))
        table.file, table.rounds = file, replay.rounds
        for one in replay.rounds:
            one.findings.clear()
        if replay.rounds:
            last = script.rounds[-1]
            _open_again(table.now, replay)
            table._seat(last.rule)
            table._follow()
        table._recount()
    except BaseException:
        file.close()
        raise
    return table, dropped


def _open_again(one: RoundReplay, replay: GameReplay) -> None:
    """Take back what a replay does at the end of a file and a table does not: a pass that nobody has said."""
    while one.steps and one.steps[-1].by == "implied":
        one.round.rewind(len(one.steps.pop().events))
    if one.steps and one.steps[-1].by == "rule" and any(found.code == "unproved" for found in replay.findings):
        last = one.steps[-1]
        if any(event.type == "guess_judged" for event in last.events):
            one.round.rewind(len(one.steps.pop().events))


def _seats(script: GameFile) -> dict[str, Seat]:
    seats = {}
    for name in script.players:
        try:
            seats[name] = Seat(name, *read_how(script.seats.get(name, "")))
        except NotationError as error:
            raise ScriptError("script/seats", f"seats: {name}: {error.message}") from None
    return seats


def play_on(table: Table, max_steps: int = MAX_STEPS) -> None:
    """Let the bots play the round to its end; one that has none within `max_steps` steps stops the game.

    Raises ScriptError (`script/no-player`) where it is a person's turn.
    """
    while table.playing:
        move = table.bot_move()
        if move is None:
            raise ScriptError("script/no-player", f"nobody plays for {table.now.round.to_act}")
        table.step(move)
        if len(table.now.steps) >= max_steps and table.playing and table.now.round.state.phase == "play":
            table.stop()


__all__ = ["Table", "new_table", "play_on", "resume"]
