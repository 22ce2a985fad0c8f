"""One law over random editions: every mechanism switched on and off, in any combination, plays and is told of.

The editions are drawn from the descriptions of the knobs (`knob_sets.py`), so what is added later takes part by
itself. What a round comes to is reckoned anew without the engine (`ledger.py`).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import attrs
import pytest

from eleusis.driving.driver import Driver, Player, Step
from eleusis.driving.replayed import RoundReplay
from eleusis.driving.rule_dealer import RuleDealer
from eleusis.driving.undo import may_undo
from eleusis.game.events import Event, fold
from eleusis.game.round import Round
from eleusis.game.state import Hidden, State
from eleusis.ground.cards import PACK, UNKNOWN, Card
from eleusis.ground.chance import choose, stream
from eleusis.ground.errors import NOWHERE, EleusisError
from eleusis.minds.players.knower import Knower
from eleusis.minds.players.random_player import RandomPlayer
from eleusis.record.gamefile.contents import GameFile, RoundScript
from eleusis.record.gamefile.reading import read_game
from eleusis.record.gamefile.writing import write_game
from eleusis.record.replaying.replay import deal_round, replay_game
from eleusis.record.replaying.scripts import script_of
from eleusis.secret.generating.generator import draw
from eleusis.secret.library import library
from eleusis.secret.rule import Rule
from eleusis.variant import Variant, to_mapping, to_yaml
from eleusis.words.page.transcript import transcript
from tests.laws.knob_sets import draw_variant, settings, settings_of, variant_node
from tests.laws.ledger import Ledger
from tests.laws.tables import RULES
from tests.laws.twins import check, check_undo, moments_of

pytestmark = pytest.mark.long

SEATS = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")
LONGEST = 240
"""A round that has so many steps is abandoned after its turn."""
ROUNDS = 2
"""So many rounds are played of each knob set, at other tables."""
SOAKED = 540
"""So many knob sets are played in the soak, with those of every run."""
UNDEALT = frozenset({"script/stock-too-small", "script/no-starter", "script/too-many-copies"})
"""Why a round may not be dealt."""


@attrs.define
class Table:
    """Who plays what: all of it decided by a number."""

    variant: Variant
    rule: Rule
    by_rule: bool
    """Else the dealer judges as chance will have it, and no rule is written down."""
    game: GameFile
    """The file of the game before its first move."""
    round: Round
    players: dict[str, Player]
    acting: dict[int, tuple[str, str]] = attrs.field(factory=dict)
    """Who was to act after so many events, and how."""


def table(number: int, turn: int) -> Table | None:
    """A dealt round of a knob set; None where it can't be dealt, for a reason that is documented."""
    variant, chance = draw_variant(number), stream(number, "knob table", turn)
    names = SEATS[: 2 + int(chance.random() * 5)]
    texts = [*RULES, *(rule.text for rule in library().values())]
    rule = draw(chance) if chance.random() < 0.3 else Rule(choose(texts, chance))
    by_rule, dealer, starter = chance.random() < 0.85, choose(names, chance), _starter(chance)
    unknown = starter is not None and chance.random() < 0.5
    by_rule = by_rule and not unknown
    script = RoundScript(
        place=NOWHERE,
        dealer=dealer,
        rule_ref=rule.text if by_rule else None,
        rule=rule if by_rule else None,
        starter=starter,
        unknown=unknown,
    )
    game = GameFile(
        "<text>", variant_node(to_mapping(variant)), names, variant_place=NOWHERE, seed=number, rounds=(script,)
    )
    try:
        round_ = deal_round(game, script, 1, variant, dealer)
    except EleusisError as error:
        if not UNDEALT.issuperset(wrong.code for wrong in error.errors):
            raise
        return None
    players = {seat: _player(variant, rule, seat, stream(number, "knob seat", turn, seat)) for seat in names}
    if by_rule:
        players[dealer] = RuleDealer(rule, variant)
    return Table(variant, rule, by_rule, game, round_, players)


def _starter(chance: Random) -> tuple[Card, ...] | None:
    """Mostly none that is given; else none at all, one or several, whatever the rule says of them."""
    if chance.random() < 0.7:
        return None
    return tuple(choose(PACK, chance) for _ in range(int(chance.random() * 4)))


def _player(variant: Variant, rule: Rule, seat: str, chance: Random) -> Player:
    if chance.random() < 0.3:
        return Knower(variant, chance, rule, skill=choose((0.3, 0.6, 0.9), chance))
    strings, no_plays, declares, guesses = (choose((0.0, 0.1, 0.3, 0.6), chance) for _ in range(4))
    return RandomPlayer(
        variant,
        chance,
        strings=strings,
        no_plays=no_plays,
        declares=declares,
        guesses=guesses,
        rules=(*RULES, rule.text) if chance.random() < 0.5 else RULES,
    )


@contextmanager
def on_failure(number: int, turn: int, at: Table | None) -> Iterator[None]:
    """Says of what fails with which edition, rule and table it did."""
    try:
        yield
    except BaseException as error:
        error.add_note(f"knob set {number}, round {turn}: hold({number}, {turn}) plays it again")
        if at is not None:
            last = [repr(event) for event in at.round.events[-12:]]
            error.add_note(f"rule: {at.rule.text}\ntable: {at.round.players}, {at.round.dealer} deals")
            error.add_note("\n".join(["the last events:", *last]))
        error.add_note(to_yaml(draw_variant(number)))
        raise


def hold(number: int, turn: int) -> Round | None:
    """The law over one round of a knob set; None where it could not be dealt."""
    at = None
    with on_failure(number, turn, at):
        at = table(number, turn)
    if at is not None:
        with on_failure(number, turn, at):
            steps = play(at, stream(number, "knob moments", turn))
            check_starter(at)
            check_end(at, steps)
            check_file(at, steps)
    return None if at is None else at.round


def play(at: Table, chance: Random) -> list[Step]:
    """Play the round to its end or its bound, with all that holds of every step."""
    round_, steps = at.round, list[Step]()
    driver = Driver(round_, at.players, steps)
    while (seat := round_.to_act) is not None:
        if len(steps) >= LONGEST and round_.state.phase == "play":
            round_.abandon()
            break
        for option in round_.options() if chance.random() < 0.2 else ():
            assert round_.refusal(option) is None, option
        view = round_.view(seat)
        assert view.due is not None
        at.acting[len(round_.events)] = seat, view.due.verb
        move = at.players[seat].move(view)
        assert round_.refusal(move) is None
        before = round_.copy()
        driver.go([move], moves=1)
        record = RoundReplay(1, round_, steps=steps)
        if chance.random() < 0.3 and may_undo(record, seat) is None:
            events = record.take_back().events
            assert (round_.state, round_.hidden, round_.events) == (before.state, before.hidden, before.events)
            driver.go([move], moves=1)
            assert steps[-1].events == events
    return steps


def check_end(at: Table, steps: list[Step]) -> None:
    """What holds of a round that is over, or was abandoned: event by event, and of its scores."""
    round_, ledger = at.round, Ledger(to_mapping(at.variant))
    state, hidden = State(), Hidden()
    for n, event in enumerate(round_.events):
        assert n not in at.acting or ledger.due() == at.acting[n]
        fold([event], state, hidden)
        data = event.to_json()
        assert Event.from_json(data) == event
        ledger.read(data)
        check_cards(state, hidden, ledger)
        assert ledger.ended is not None or round_.scores is None or state.ended is None
    assert (state, hidden) == (round_.state, round_.hidden), "folding the record gives the same round again"
    assert ledger.ended == round_.ended is not None
    assert ledger.scores() == round_.scores
    assert round_.options() == ()
    if round_.ended == "abandoned":
        assert len(steps) >= LONGEST
        assert ledger.turns_left is None or ledger.turns_left > 0
        most = ledger.turns + (ledger.turns_left or LONGEST)
        assert most * (len(round_.players) + 6) > LONGEST, "so many turns have not so many steps"


def check_starter(at: Table) -> None:
    """Where a starter that is turned must be right, it is, and those before it that were set aside were not."""
    began, given = at.round.began, at.game.rounds[0].starter is not None
    if given or not at.by_rule or at.variant.deal.starter != "right":
        assert not began.set_aside
        return
    condition = at.rule.starter is not None

    def right(line: tuple[Card, ...], card: Card) -> bool:
        return at.rule.fits_starter(card) if condition and not line else at.rule.accepts(line, (card,))

    assert all(right(began.starters[:n], card) for n, card in enumerate(began.starters))
    lines = [began.starters[:n] for n in range(len(began.starters))]
    for card in began.set_aside:
        assert any(not right(line, card) for line in lines)


def check_cards(state: State, hidden: Hidden, ledger: Ledger) -> None:
    """No card is lost, and there are as many as the record says."""
    cards = Counter([*hidden.stock, *state.layout.cards(), *state.pending, *state.set_aside])
    for hand in hidden.hands.values():
        cards.update(hand)
    if UNKNOWN not in cards:
        assert cards == Counter(dict.fromkeys(PACK, state.decks))
    assert {seat: len(hand) for seat, hand in hidden.hands.items()} == ledger.hands
    assert (len(hidden.stock), state.layout.count, len(state.pending)) == (
        ledger.stock, ledger.layout, ledger.pending
    )  # fmt: skip


def check_file(at: Table, steps: list[Step]) -> None:
    """The game written to a file and read back replays the same."""
    played = RoundReplay(1, at.round, at.game.rounds[0].rule_ref, steps=steps)
    full = len(steps) % 2 == 0
    script = script_of(played, at.rule if at.by_rule else None, full)
    if not full:
        begun = at.game.rounds[0]
        script = attrs.evolve(script, starter=begun.starter, unknown=begun.unknown)
    game = attrs.evolve(at.game, rounds=(script,), stopped=at.round.ended == "abandoned")
    text = write_game(game)
    again = read_game(text)
    assert again == game
    assert write_game(again) == text
    replayed = replay_game(again)
    allowed = {"unproved", "starter/not-right"}
    assert [finding for finding in replayed.findings if finding.code not in allowed] == []
    assert replayed.rounds[0].round.events == at.round.events
    assert (replayed.rounds[0].ended, replayed.rounds[0].scores) == (at.round.ended, at.round.scores)
    assert transcript(replayed)
    json.dumps(replayed.to_json())


def check_views(number: int, turn: int) -> None:
    """No seat is told what it can't know, by its view or by any page; and all that is told can be told."""
    at = table(number, turn)
    if at is None:
        return
    with on_failure(number, turn, at):
        chance = stream(number, "knob twins", turn)
        for n, moment in enumerate(moments_of(at.round, at.players, chance)):
            at.round = moment.round
            check_undo(moment)
            if n == turn or moment.round.ended is not None:
                for seat in {moment.round.to_act, choose(at.round.players, chance)} - {None}:
                    check(moment, seat or "", number)


@pytest.mark.soak
def test_every_kind_word_and_flag_is_in_some_knob_set() -> None:
    seen = {setting for number in range(SOAKED) for setting in settings_of(draw_variant(number))}
    assert set(settings()) - seen == set()


@pytest.mark.parametrize("number", range(40))
def test_a_random_knob_set_keeps_every_law(number: int) -> None:
    for turn in range(ROUNDS):
        hold(number, turn)
    check_views(number, number % 50)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(40, SOAKED))
def test_many_random_knob_sets_keep_every_law(number: int) -> None:
    for turn in range(3 * ROUNDS):
        hold(number, turn)
        if turn % 3 == 0:
            check_views(number, 7 * turn)
