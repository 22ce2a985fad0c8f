"""The project's own games show everything that the engine can do: nothing without a game, no game without a use.

What a game shows is taken from its replay, what must be shown from the code and the list below. What fails
names what no game shows any more; so it does when any one file is taken away.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import pytest

from eleusis.driving.replayed import GameReplay, RoundReplay
from eleusis.game import events as ev
from eleusis.game.events import EVENTS
from eleusis.game.moves import MOVES, Play, Undo
from eleusis.game.state import END_REASONS
from eleusis.ground.cards import UNKNOWN
from eleusis.record.gamefile.contents import GameFile
from eleusis.record.gamefile.reading import load_game
from eleusis.record.replaying.replay import replay_game
from eleusis.secret.library import library_ids
from eleusis.variant import variant_names
from eleusis.variant.knobs import Knob, knobs_of
from eleusis.variant.mechanisms.guess import Guessing
from eleusis.variant.model import HEADER, Variant

GAMES = Path(__file__).parent / "games"

SITUATIONS = (
    # How rounds end
    "abbott: ended out of cards",
    "abbott: ended right no play",
    "abbott: all expelled, no prophet",
    "abbott: all expelled but the prophet",
    "guyton: ended cutoff, no prophet",
    "guyton: ended cutoff, a prophet",
    "guyton: ended right no play",
    "matuszek: ended out of cards",
    "matuszek: ended right no play",
    "matuszek: all expelled, no prophet",
    "express: ended right guess",
    "express: ended right no play",
    "express: a right guess with the last card",
    "matuszek-1995: ended out of cards",
    "abril: ended all expelled",
    "solo: ended right guess",
    "solo: ended turns played",
    "a draw that could not be made in full",
    "played on with fewer cards, to the last one",
    "abandoned between two turns",
    "abandoned with cards waiting to be judged",
    # Turns
    "a string, right",
    "a string, wrong",
    "a string of more than four cards",
    "abbott: everyone had a right no play",
    "abbott: a right no play under a prophet",
    "abbott: two prophets overthrown in a round",
    "abbott: a misjudged no play, resolved by the dealer",
    "matuszek: a misjudged no play, taken back",
    "matuszek: prophet twice in a round",
    "matuszek-1995: a prophet to the end",
    "a bid by another than the mover",
    "a prophet who went out, to the end",
    "a prophet who went out, overthrown",
    "abril: three prophets overthrown, at no cost",
    "starters set aside",
    "a right to guess passed",
    "a right to declare passed",
    "a hint before play",
    "a hint later",
    "a guess in words",
    "a wrong guess that costs points",
    "a guess after_right, judged from_here",
    "a deck added",
    # Games
    "guyton: a whole game of 3 rounds",
    "express: a whole game of 4 rounds",
    "everyone dealt twice",
    "a bonus for who never dealt",
    # How a game is written down
    "abbott: hands that nobody wrote down",
    "express: hands that nobody wrote down",
    "guyton: the dealer's own judgements",
    "a variant as a map",
    "a rule of the library",
    "a rule in its own words",
    "abbott: a rule with a condition on the starter",
    "abril: a rule with a condition on the starter",
    "no starter",
    "three starters",
    "abbott: a position without a seed",
    "a variant of one's own: a position without a seed",
    "a position that waits for a call",
)


@attrs.frozen
class Game:
    """A game as it is written and as it is played."""

    file: GameFile
    replay: GameReplay


@cache
def games() -> dict[str, Game]:
    """Every game of the folder, by the name of its file."""
    files = {path.name: load_game(path) for path in sorted(GAMES.glob("*.yaml"))}
    return {name: Game(file, replay_game(file)) for name, file in files.items()}


def demanded() -> set[str]:
    """All that the games must show."""
    return {
        *SITUATIONS,
        *(f"move: {move.verb}" for move in MOVES),
        f"move: {Undo.verb}",
        *(f"event: {event.type}" for event in EVENTS),
        *(f"ended: {reason}" for reason in END_REASONS),
        *(f"edition: {name}" for name in variant_names()),
        *(f"variant file: {path.stem}" for path in (GAMES / "variants").glob("*.yaml")),
        *(f"rule: {name}" for name in library_ids() if name.startswith(("abb-", "guy-"))),
        *choices(Variant),
    }


def choices(cls: type[Any], path: str = "") -> Iterator[str]:
    """Every choice that a variant has: kinds of policies, words, flags, and null."""
    for name, (_, knob) in knobs_of(cls).items():
        if path or name not in HEADER:
            yield from choices_of(knob, f"{path}{name}")


def choices_of(knob: Knob, path: str) -> Iterator[str]:
    if knob.null:
        yield f"{path}: null"
    if knob.form == "section":
        for kind in knob.kinds:
            if len(knob.kinds) > 1:
                yield f"{path}: {kind.kind}"
            yield from choices(kind, f"{path}.")
    elif knob.form == "flag":
        yield from (f"{path}: {value}" for value in (True, False))
    else:
        yield from (f"{path}: {value}" for value in knob.choices)


def chosen(value: Any, path: str = "") -> Iterator[str]:
    """What a variant has chosen, in the words of `choices`."""
    for name, (field, knob) in knobs_of(type(value)).items():
        inner, here = getattr(value, field.name), f"{path}{name}"
        if knob.form == "section" and inner is not None:
            if len(knob.kinds) > 1:
                yield f"{here}: {inner.kind}"
            yield from chosen(inner, f"{here}.")
        else:
            yield f"{here}: {'null' if inner is None else inner}"


@cache
def shown(name: str) -> frozenset[str]:
    """All that a game shows."""
    file, replay = games()[name].file, games()[name].replay
    own = not isinstance(file.variant, str)
    edition = "a variant of one's own" if own else replay.variant.name
    features = {f"edition: {edition}", *chosen(replay.variant)}
    if own:
        features.add("a variant as a map")
    elif file.variant != edition:
        features.add(f"variant file: {edition}")
    if file.seed is None and replay.rounds[-1].ended is None:
        features |= {f"{edition}: a position without a seed"}
    dealers = [record.dealer for record in replay.rounds]
    if {*dealers} == {*replay.players}:
        features.add(f"{edition}: a whole game of {len(dealers)} rounds")
    if all(dealers.count(player) == 2 for player in replay.players):
        features.add("everyone dealt twice")
    if replay.totals != {
        p: sum((record.scores or {}).get(p, 0) for record in replay.rounds) for p in replay.players
    }:
        features.add("a bonus for who never dealt")
    for script, record in zip(file.rounds, replay.rounds, strict=True):
        features |= {f"move: {line.move.verb}" for line in script.lines}
        if script.rule is None:
            features.add(
                f"{edition}: {'hands that nobody wrote down' if script.unknown else own_judgements(record)}"
            )
        elif script.rule_ref in library_ids():
            features |= {"a rule of the library", f"rule: {script.rule_ref}"}
        else:
            features.add("a rule in its own words")
        if script.rule is not None and script.rule.starter is not None:
            features.add(f"{edition}: a rule with a condition on the starter")
        features |= {*of_round(record, edition), *of_turns(record, edition)}
    return frozenset(features)


def own_judgements(record: RoundReplay) -> str:
    judged = any(step.move.verb == "judge" and step.by == "seat" for step in record.steps)
    return "the dealer's own judgements" if judged else "nothing judged"


def of_round(record: RoundReplay, edition: str) -> Iterator[str]:
    """How a round began and ended."""
    state, began = record.round.state, record.deal
    starters = {0: "no starter", 3: "three starters"}.get(len(began.starters))
    if starters:
        yield starters
    if record.ended is None and state.phase == "call":
        yield "a position that waits for a call"
    yield f"ended: {record.ended}"
    yield f"{edition}: ended {record.ended}"
    if record.ended == "cutoff":
        yield f"{edition}: ended cutoff, {'no' if record.prophet is None else 'a'} prophet"
    elif record.ended == "all expelled":
        yield f"{edition}: all expelled{', no prophet' if record.prophet is None else ' but the prophet'}"
    elif record.ended == "right guess" and state.out:
        yield f"{edition}: a right guess with the last card"
    elif record.ended == "abandoned":
        yield "abandoned " + ("with cards waiting to be judged" if state.pending else "between two turns")
    if record.hint is not None:
        yield "a hint before play"
    if began.set_aside:
        yield "starters set aside"
    if record.ended is not None and record.prophet is not None:
        yield f"{edition}: a prophet to the end"
        if not record.hands[record.prophet]:
            yield "a prophet who went out, to the end"
    if record.ended == "stock out" and record.round.variant.stock.plays_on:
        yield "played on with fewer cards, to the last one"
    guess = record.round.variant.guess
    if isinstance(guess, Guessing) and state.guesser is not None:
        yield f"a guess {guess.kind}, judged {guess.judged}"
    if guess.price and state.wrong_guesses:
        yield "a wrong guess that costs points"


def of_turns(record: RoundReplay, edition: str) -> Iterator[str]:
    """What happened in a round."""
    new_hands, fallen, prophets = set(), 0, []
    prophet = mover = stays = None
    knobs = record.round.variant.prophet
    for event in record.round.events:
        yield f"event: {event.type}"
        match event:
            case ev.NewHandDealt():
                new_hands.add(event.seat)
                if prophet is not None:
                    yield f"{edition}: a right no play under a prophet"
            case ev.Played() | ev.NoPlayDeclared():
                mover = event.seat
            case ev.StayOffered():
                stays = event.seat
            case ev.ProphetDeclared():
                prophet = event.seat
                prophets.append(prophet)
                if prophet != mover:
                    yield "a bid by another than the mover"
            case ev.ProphetOverthrown():
                if event.seat == stays:
                    yield "a prophet who went out, overthrown"
                prophet, fallen = None, fallen + 1
            case ev.NoPlayTakenBack():
                yield f"{edition}: a misjudged no play, taken back"
            case ev.DeckAdded():
                yield "a deck added"
            case ev.Drew() if len(event.cards) < event.due:
                yield "a draw that could not be made in full"
            case ev.Passed():
                yield f"a right to {event.right} passed"
            case ev.Accepted() if len(event.cards) > 4:
                yield "a string of more than four cards"
    if len(new_hands) == len(record.hands):
        yield f"{edition}: everyone had a right no play"
    if fallen > 1:
        yield f"{edition}: two prophets overthrown in a round"
    if fallen > 2 and not knobs.overthrow_draw:
        yield f"{edition}: three prophets overthrown, at no cost"
    if len(prophets) > len({*prophets}):
        yield f"{edition}: prophet twice in a round"
    before_play = True
    for step in record.steps:
        kinds = {event.type for event in step.events}
        if step.move.verb == "judge" and {"card_forced", "prophet_overthrown"} <= kinds:
            yield f"{edition}: a misjudged no play, resolved by the dealer"
        if step.move.verb == "hint":
            yield f"a hint {'before play' if before_play else 'later'}"
        else:
            before_play = False
        for event in step.events:
            if isinstance(event, (ev.Accepted, ev.Rejected)) and len(event.cards) > 1:
                yield f"a string, {'right' if isinstance(event, ev.Accepted) else 'wrong'}"
            if isinstance(event, ev.GuessJudged) and step.by == "seat":
                yield "a guess in words"


def missing(names: set[str]) -> set[str]:
    """What the games of these names do not show, together."""
    return demanded().difference(*map(shown, names))


def test_there_are_enough_games() -> None:
    assert len(games()) >= 20


def test_the_games_show_everything() -> None:
    lacking = sorted(missing({*games()}))
    assert not lacking, "no game in tests/games shows: " + "; ".join(lacking)


@pytest.mark.parametrize("name", sorted(path.name for path in GAMES.glob("*.yaml")))
def test_each_game_is_needed(name: str) -> None:
    alone = missing({*games()} - {name}) - missing({*games()})
    assert alone, f"whatever {name} shows, another game shows too: let it show something of its own"


@pytest.mark.parametrize("name", sorted(path.name for path in GAMES.glob("*.yaml")))
def test_each_game_goes_as_its_file_says(name: str) -> None:
    game = games()[name]
    assert [str(finding) for finding in game.replay.findings] == []
    assert all(script.expected for script in game.file.rounds), "a round without expect:"
    assert game.file.title
    assert any(line.expected for script in game.file.rounds for line in script.lines)


def test_unknown_hands_are_played_from() -> None:
    """A score-keeper's game has plays of cards that no hand was known to hold."""
    events = [
        step
        for game in games().values()
        for record in game.replay.rounds
        if any(UNKNOWN in hand for hand in record.hands.values())
        for step in record.steps
        if isinstance(step.move, Play)
    ]
    assert len(events) > 20
