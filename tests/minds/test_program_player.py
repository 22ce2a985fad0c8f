"""A program on a seat: what it is sent, what its answers are worth, and that it plays as a player in here would."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import jsonschema
import pytest

from eleusis import Variant, deal, load_variant, variant_names
from eleusis.driving.driver import Driver, Player, Remote, Step, belief_of
from eleusis.driving.rule_dealer import RuleDealer
from eleusis.forms.game_schema import schema
from eleusis.game.events import RoundBegan
from eleusis.game.moves import Move, Play, read_move
from eleusis.game.round import Round
from eleusis.game.view import View
from eleusis.ground.cards import cards
from eleusis.ground.chance import stream
from eleusis.ground.errors import PlayerError
from eleusis.minds.players.program import program_player
from eleusis.minds.players.program.command import Program
from eleusis.minds.players.program.program_player import ProgramPlayer
from eleusis.secret.rule import Rule
from tests.helpers.both_ways import Chooser
from tests.helpers.hostile_programs import GREETED, HOSTILE, command_of, marked
from tests.helpers.patience import patient
from tests.helpers.places import TESTS
from tests.laws.tables import VARIANTS, rule_of, variant_of

BOTH_WAYS = TESTS / "helpers" / "both_ways.py"
PLAYERS = ("Dan", "Ann", "Bob", "Cleo")
PROGRAM = Program("mine", (sys.executable, "-I", "-S", str(BOTH_WAYS)), patient(20))

Answerer = Callable[[dict[str, Any]], object]
"""What a program answers to a message."""


class InMemory:
    """Stands for a program's process: it keeps what is sent, and answers by a function."""

    answer: Answerer
    made: list[InMemory]

    def __init__(self, argv: Sequence[str], who: str, pass_on: Callable[[str], None]) -> None:
        self.who = who
        self.closed = False
        self.sent: list[dict[str, Any]] = []
        self.made.append(self)

    def ask(self, message: bytes, seconds: float) -> bytes:
        self.tell(message, seconds)
        reply = type(self).answer(self.sent[-1]) if self.sent[-1]["type"] != "hello" else {"type": "ready"}
        return reply if isinstance(reply, bytes) else json.dumps(reply).encode()

    def tell(self, message: bytes, seconds: float) -> None:
        assert message.endswith(b"\n")
        assert message.count(b"\n") == 1
        self.sent.append(json.loads(message))

    def fail(self, code: str, what: str) -> None:
        self.closed = True
        raise PlayerError(f"player/{code}", f"{self.who} {what}")

    def dismiss(self, farewell: bytes) -> None:
        if not self.closed and self.sent[-1]["type"] != "bye":
            self.tell(farewell, 2)

    def close(self) -> None:
        self.closed = True


def first(message: dict[str, Any]) -> object:
    """The first option; of guesses one that can be read."""
    return {"move": message["options"][0].replace('""', '"red"')}


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch) -> Callable[[Answerer], list[InMemory]]:
    def plant(answer: Answerer) -> list[InMemory]:
        made: list[InMemory] = []
        kind = type("Planted", (InMemory,), {"answer": staticmethod(answer), "made": made})
        monkeypatch.setattr(program_player, "ProgramProcess", kind)
        return made

    return plant


def seat_programs(
    variant: Variant, players: Sequence[str] = PLAYERS, said: list[str] | None = None
) -> dict[str, ProgramPlayer]:
    lines = [] if said is None else said
    seated = {seat: ProgramPlayer(seat, PROGRAM, lines.append) for seat in players}
    for player in seated.values():
        player.begin_game(players, variant)
    return seated


def drive(round_: Round, players: Mapping[str, Player | Remote], rule: Rule | None, limit: int = 60) -> list[Step]:
    """The steps of a round; where there is a rule the dealer is a listener, else it judges itself."""
    steps: list[Step] = []
    dealer = round_.dealer
    seated: dict[str, Player | Remote] = {**players}
    listeners = {}
    if rule is not None:
        own = seated[dealer]
        listeners = {dealer: own} if isinstance(own, Remote) else {}
        seated[dealer] = RuleDealer(rule, round_.variant)
    Driver(round_, seated, steps, listeners=listeners).to_end(limit)
    return steps


# What it is sent


@cache
def check_of(message: str) -> Any:
    body = schema("protocol")
    return jsonschema.Draft7Validator({**body, "anyOf": [{"$ref": f"#/definitions/{message}"}]})


def check_messages(sent: list[dict[str, Any]], every: int = 1) -> None:
    for number, message in enumerate(sent):
        if number % every == 0 or message["type"] != "move":
            check_of(message["type"]).validate(message)


@pytest.mark.long
@pytest.mark.parametrize("name", variant_names())
def test_the_messages_are_those_that_are_promised(
    name: str, programs: Callable[[Answerer], list[InMemory]]
) -> None:
    hold_promises(name, programs(first), every=9)


@pytest.mark.soak
@pytest.mark.parametrize("name", VARIANTS)
def test_each_message_of_any_edition_is_as_promised(
    name: str, programs: Callable[[Answerer], list[InMemory]]
) -> None:
    choices = stream(5, "choices", name)

    def choose_option(message: dict[str, Any]) -> object:
        options = message.get("options") or ["no-play", "pass"]
        return {"move": options[int(choices.random() * len(options))].replace('""', '"red"')}

    hold_promises(name, programs(choose_option), every=1)


def hold_promises(name: str, made: list[InMemory], every: int) -> None:
    """Two rounds, the first dealt by a rule: what each program is sent, against the schema and what happened."""
    variant = variant_of(name)
    players = PLAYERS[: variant.players.max or 4]
    seated = seat_programs(variant, players)
    rule = Rule("color != last.color")
    by_rule = variant.deal.sets_aside
    rounds = [deal(variant, players, dealer="Dan", seed=seed, rule=rule) for seed in (3, 4)]
    steps = [drive(rounds[0], seated, rule), drive(rounds[1], seated, rule if by_rule else None)]
    for player in seated.values():
        player.dismiss()
        player.close()
    for seat, process in zip(players, made, strict=True):
        check_messages(process.sent, every)
        hello, *middle, bye = process.sent
        assert [*hello] == ["type", "protocol", "seat", "players", "variant"]
        assert (hello["protocol"], hello["seat"], hello["players"]) == (1, seat, [*players])
        jsonschema.Draft7Validator(schema("variant")).validate(hello["variant"])
        assert bye == {"type": "bye"}
        ends = [number for number, message in enumerate(middle) if message["type"] == "end"]
        assert len(ends) == 2
        for round_, taken, part in zip(rounds, steps, (middle[: ends[0] + 1], middle[ends[0] + 1 :]), strict=True):
            *moves, end = part
            own = [step.n for step in taken if step.seat == seat and step.by == "seat"]
            assert [(move["type"], move["n"]) for move in moves] == [("move", n) for n in own]
            happened = [event for message in part for event in message["events"]]
            assert happened == [event.to_json() for event in round_.view(seat).events]
            assert all([*move] == ["type", "n", "events", "view", "options"] for move in moves)
            assert all(move["view"]["seat"] == move["view"]["to_act"] == seat for move in moves)
            assert [*end] == ["type", "events", "rule", "scores"]
            assert end["scores"] == round_.scores
        assert middle[ends[0]]["rule"] == rule.text
        assert middle[ends[1]]["rule"] == (rule.text if by_rule else None)


def test_one_that_comes_in_the_middle_is_sent_all_from_the_deal_on(
    programs: Callable[[Answerer], list[InMemory]],
) -> None:
    made = programs(first)
    variant = load_variant("abbott")
    round_ = deal(variant, PLAYERS, dealer="Dan", seed=3)
    rule = RuleDealer(Rule("any"), variant)
    plays = [Play(seat, round_.view(seat).hand[:1]) for seat in ("Bob", "Cleo", "Ann")]
    while round_.to_act != plays[0].seat:
        plays.append(plays.pop(0))
    steps: list[Step] = []
    ann = ProgramPlayer("Ann", PROGRAM)
    assert ann.sent == 0
    ann.begin_game(PLAYERS, variant)
    due = Driver(round_, {"Dan": rule}, steps).go(plays)
    driver = Driver(round_, {"Dan": rule, due or "": ann}, steps)
    ann.seat = due or ""
    driver.go(moves=1)
    message = made[0].sent[-1]
    assert message["n"] == 7
    assert message["events"][0]["type"] == "round_began"
    assert ann.sent == len(message["events"])


def test_a_dealer_that_must_judge_is_offered_each_judgement(programs: Callable[[Answerer], list[InMemory]]) -> None:
    options: dict[str, list[str]] = {}

    def answer(message: dict[str, Any]) -> object:
        view = message["view"]
        if view["phase"] == "judge":
            options["play" if view["pending"] else "no play"] = message["options"]
            return {"move": "judge right" if view["pending"] else message["options"][-1]}
        return {"move": "no-play" if view["turn"] > 4 else message["options"][0]}

    made = programs(answer)
    variant = load_variant("abbott", ["prophet.other_players=9"])
    drive(deal(variant, PLAYERS, dealer="Dan", seed=5), seat_programs(variant), None, limit=40)
    assert options["play"] == ["judge right", "judge wrong"]
    assert options["no play"][0] == "judge right"
    assert all(text.startswith("judge wrong ") and cards(text[12:]) for text in options["no play"][1:])
    assert made[0].sent[-1]["rule"] is None


# What it answers


def play_a_little(answers: list[object], programs: Callable[[Answerer], list[InMemory]]) -> tuple[Any, ...]:
    """Ann's move of a solo round, answered so: the move or the error, what was sent, what was said of it."""
    replies = iter(answers)
    made = programs(lambda message: next(replies))
    said: list[str] = []
    variant = load_variant("solo")
    ann = seat_programs(variant, ("Dan", "Ann"), said)["Ann"]
    round_ = deal(variant, ("Dan", "Ann"), dealer="Dan", seed=1, rule=Rule("any"))
    steps: list[Step] = []
    beliefs: list[object] = []
    driver = Driver(
        round_,
        {"Ann": ann, "Dan": RuleDealer(Rule("any"), variant)},
        steps,
        answered=lambda player, view, move: beliefs.append((belief_of(player, view), ann.tokens)),
    )
    result: Move | PlayerError
    try:
        driver.go(moves=1)
        result = steps[0].move
    except PlayerError as error:
        result = error
    return result, made[1].sent, said, beliefs


def hand() -> list[str]:
    round_ = deal(load_variant("solo"), ("Dan", "Ann"), dealer="Dan", seed=1, rule=Rule("any"))
    return [card.text for card in round_.view("Ann").hand]


def missing() -> str:
    return next(text for text in ("2H", "3H", "4H", "5H", "6H", "7H") if text not in hand())


def test_what_is_refused_it_is_told_and_may_answer_again(programs: Callable[[Answerer], list[InMemory]]) -> None:
    good = f"play {hand()[0]}"
    move, sent, said, _ = play_a_little(
        [{"move": f"play {missing()}"}, {"move": "plya 5H"}, {"move": good}], programs
    )
    assert move.text == good
    assert [message["type"] for message in sent] == ["hello", "move", "error", "error"]
    assert [message["code"] for message in sent[2:]] == ["move/not-in-hand", "notation/word"]
    assert all([*message] == ["type", "code", "text"] for message in sent[2:])
    assert "did you mean 'play'" in sent[3]["text"]
    check_messages(sent)
    assert not said


@pytest.mark.parametrize(
    ("answers", "code", "cause"),
    [
        ([{"move": "no-play"}] * 3, "player/illegal-move", "the third time in one move"),
        ([b"{", b"[]", b"\xff"], "player/bad-answer", "it is not UTF-8"),
        ([{"move": "undo"}, {"move": 'hint "red"'}, {"move": "judge right"}], "player/illegal-move", "third time"),
        ([{"move": "play"}, {"move": ""}, {"move": "Ann play 5H"}], "player/bad-answer", "'Ann' is not a verb"),
        ([{"move": "play 5H # five"}, {}, {"move": "play 5H => right"}], "player/bad-answer", "no place in a move"),
        ([{"move": f"play {'5H ' * 9_999}"}] * 3, "player/illegal-move", "third time"),
        ([{"move": f"play {'5H ' * 99_999}"}] * 3, "player/bad-answer", "`$.move`"),
    ],
)  # fmt: skip
def test_the_third_error_of_a_move_is_its_last(
    answers: list[object], code: str, cause: str, programs: Callable[[Answerer], list[InMemory]]
) -> None:
    error, sent, _, _ = play_a_little(answers, programs)
    assert isinstance(error, PlayerError)
    assert (error.code, error.exit_code) == (code, 1)
    assert error.message.startswith(
        "the bot of Ann (mine) can't answer like that, for the third time in one move: "
    )
    assert cause in error.message
    assert [message["type"] for message in sent] == ["hello", "move", "error", "error"]
    assert all(len(message["text"]) < 500 for message in sent[2:])


@pytest.mark.parametrize(
    ("more", "belief", "tokens", "warning"),
    [
        ({"rule": "red", "confidence": 0.6, "tokens": 812}, ("red", 0.6), 812, ""),
        ({"rule": "red", "confidence": 0.6, "tokens": 812, "tokens_out": 99}, ("red", 0.6), 812, ""),
        ({"rule": "red", "confidence": 0.6, "tokens": 9, "tokens_out": -1}, ("red", 0.6), 9, r"`\$.tokens_out`"),
        ({"rule": "red", "confidence": 1, "mood": 5}, ("red", 1.0), None, ""),
        ({"rule": "red"}, None, None, ""),
        ({"confidence": 0.6, "tokens": 0}, None, 0, ""),
        ({"rule": None, "confidence": None, "tokens": None}, None, None, ""),
        ({"rule": "rid", "confidence": 0.6, "tokens": 3}, None, 3, "the rule 'rid' can't be read: .*did you mean"),
        ({"rule": "all red", "confidence": 0.6}, None, None, "can't be read: not a rule; .* mean: red"),
        ({"rule": 5, "confidence": 0.6}, None, None, r"`\$.rule`"),
        ({"rule": "red", "confidence": 60, "tokens": 3}, None, 3, r"`\$.confidence`"),
        ({"rule": "red", "confidence": 0.6, "tokens": "many"}, ("red", 0.6), None, r"`\$.tokens`"),
        ({"rule": "(" * 1999, "confidence": 0.6}, None, None, "can't be read"),
    ],
)
def test_what_it_says_besides_its_move(
    more: dict[str, object],
    belief: object,
    tokens: int | None,
    warning: str,
    programs: Callable[[Answerer], list[InMemory]],
) -> None:
    good = {"move": f"play {hand()[0]}", **more}
    move, _, said, beliefs = play_a_little([good], programs)
    assert move.text == good["move"]
    assert beliefs == [(belief, tokens)]
    if warning:
        assert len(said) == 1
        assert said[0].startswith("warning: what the bot of Ann (mine) says besides its move is ignored: ")
        assert re.search(warning, said[0])
    else:
        assert not said
    twice = [{**good, "move": "nonsense"}, {**good, "move": "nonsense"}, good]
    _, _, said, beliefs = play_a_little(list(twice), programs)
    assert len(said) == bool(warning), "a warning is given once"
    assert beliefs == [(belief, None if tokens is None else 3 * tokens)], "all that the move took"


# It plays as a player in here would


class InProcess:
    """The same bot as a player of this process, for one round."""

    def __init__(self, players: Sequence[str], variant: Variant) -> None:
        self.players = list(players)
        self.strings = variant.play.max_cards != 1
        self.chooser: Chooser | None = None

    def move(self, view: View) -> Move:
        if self.chooser is None:
            began = view.events[0]
            assert isinstance(began, RoundBegan)
            own, starters = began.hands.get(view.seat, ()), began.starters
            texts = [[card.text for card in part] for part in (own, starters)]
            self.chooser = Chooser(view.seat, self.players, *texts)
        options = [move.text for move in view.options]
        return read_move(self.chooser.choose(options, [card.text for card in view.hand], self.strings), view.seat)


def same_games(names: Sequence[str], seeds: Sequence[int], players: Sequence[str], limit: int) -> int:
    """Plays each game twice, with programs and without; how many moves the programs made."""
    seated = {seat: ProgramPlayer(seat, PROGRAM) for seat in players}
    moves = 0
    try:
        for name in names:
            for seed in seeds:
                variant = variant_of(name)
                rule = rule_of(name, seed) if seed % 2 or variant.deal.sets_aside else None
                table = players[: variant.players.max or len(players)]
                for player in seated.values():
                    player.begin_game(table, variant)
                records = []
                for kind in (seated, {seat: InProcess(table, variant) for seat in table}):
                    round_ = deal(variant, table, dealer=table[0], seed=seed, rule=rule)
                    own: dict[str, Player | Remote] = {seat: kind[seat] for seat in table}
                    steps = drive(round_, own, rule, limit)
                    records.append((steps, round_.events, round_.scores))
                assert records[0] == records[1]
                moves += sum(step.by == "seat" for step in records[0][0])
        for player in seated.values():
            assert player.name == "both ways"
            player.dismiss()
    finally:
        for player in seated.values():
            player.close()
    return moves


@pytest.fixture
def nothing_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with marked(monkeypatch):
        yield


@pytest.mark.usefixtures("nothing_left")
def test_programs_in_every_seat_play_the_same_games_as_players_in_here() -> None:
    assert same_games(("abbott", "express", "matuszek"), (1, 2), PLAYERS[:3], 80) > 200


@pytest.mark.soak
@pytest.mark.usefixtures("nothing_left")
@pytest.mark.parametrize("half", [0, 1])
def test_two_hundred_games_of_programs_are_those_of_players_in_here(half: int) -> None:
    seeds = range(10 + half, 60, 2)
    assert same_games(("abbott", "guyton", "matuszek", "express"), seeds, PLAYERS, 400) > 5_000


# It goes wrong


def hello_of(source: str, seconds: float = 20.0) -> ProgramPlayer:
    player = ProgramPlayer("Ann", Program("mine", tuple(command_of(source)), seconds), lambda line: None)
    player.begin_game(("Dan", "Ann"), load_variant("solo"))
    return player


@pytest.mark.usefixtures("nothing_left")
def test_one_that_is_not_ready_is_no_player(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PlayerError, match=r"didn't say that it is ready: .* 'ready', not '\{\}'") as caught:
        hello_of("print(input() and '{}')")
    assert caught.value.code == "player/bad-answer"
    monkeypatch.setattr(program_player, "READY_TIME", 0.2)
    with pytest.raises(PlayerError, match=r"the bot of Ann \(mine\) didn't answer within 0\.2 s"):
        hello_of("import time\ntime.sleep(60)")


@pytest.mark.usefixtures("nothing_left")
def test_one_that_dies_in_the_middle_is_named_and_may_be_started_anew_for_another_game() -> None:
    player = hello_of(GREETED + HOSTILE["a kill"].does)
    variant = load_variant("solo")
    round_ = deal(variant, ("Dan", "Ann"), dealer="Dan", seed=1, rule=Rule("any"))
    steps: list[Step] = []
    driver = Driver(round_, {"Ann": player, "Dan": RuleDealer(Rule("any"), variant)}, steps)
    for _ in range(2):
        with pytest.raises(PlayerError, match=r"the bot of Ann \(mine\) (was ended by SIGKILL|has been ended)"):
            driver.to_end()
    assert steps == []
    player.begin_game(("Dan", "Ann"), variant)
    assert player.name == ""
    player.close()
    player.close()
    with pytest.raises(PlayerError, match="could not be told that a game begins"):
        ProgramPlayer("Ann", PROGRAM).answer(round_.view("Ann"), 1)


def test_its_stderr_goes_to_ours_behind_its_seat(capsys: pytest.CaptureFixture[str]) -> None:
    player = ProgramPlayer("Ann", Program("mine", tuple(command_of(GREETED + "sys.stderr.write('well\\n')"))))
    player.begin_game(("Dan", "Ann"), load_variant("solo"))
    player.close()
    assert capsys.readouterr().err == "Ann: well\n"


# The law


def sent_to(
    name: str, seed: int, hands: Mapping[str, str], stock: str, made: list[InMemory]
) -> list[dict[str, Any]]:
    """What Ann's program is sent of a round with these hands and this stock, and the seed of both."""
    variant = variant_of(name)
    players = PLAYERS[: variant.players.max or 4]
    del made[:]
    seated = seat_programs(variant, players)
    given = {seat: cards(text) for seat, text in hands.items() if seat in players}
    round_ = deal(variant, players, dealer="Dan", seed=seed, starter=cards("7S"), hands=given, stock=cards(stock))
    drive(round_, seated, Rule("any" if seed % 2 else "none"), limit=12)
    return next(process.sent for process in made if "of Ann " in process.who)


@pytest.mark.parametrize("seed", [86_420_975_318_642_086, 86_420_975_318_642_087])
@pytest.mark.parametrize("name", ["abbott", "express", "solo"])
def test_twins_of_a_seed_that_differ_in_given_hands_and_stock_are_sent_the_same(
    name: str, seed: int, programs: Callable[[Answerer], list[InMemory]]
) -> None:
    """Until a card comes up that differs: the seed is the same, and nothing made from it is sent."""
    made = programs(first)
    own = "2S 3S 4S 5S 6S 8S 9S 10S"
    twins = [
        sent_to(name, seed, {"Ann": own, "Bob": f"{last} 3D 4D", "Cleo": "5C 6C 7C 8C"}, f"AC {last}", made)
        for last in ("2H", "KD")
    ]
    shared = 0
    for message, other in zip(*twins, strict=False):
        if "2H" in json.dumps(message):
            break
        assert message == other
        shared += 1
    assert shared >= 2, "the hello, and a move at least"
    assert str(seed) not in json.dumps(twins)
