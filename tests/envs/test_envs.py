"""The environments: what their libraries ask, what an agent is shown, and that the rewards are the scores."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterator
from hashlib import sha256
from random import Random
from typing import Any

import pytest

from eleusis.game.events import GuessMade, Played
from eleusis.game.moves import Guess, Play
from eleusis.game.round import Round
from eleusis.ground.cards import PACK, cards
from eleusis.ground.errors import EleusisError
from eleusis.secret.library import library
from eleusis.variant import Variant, load_variant, variant_names
from tests.helpers.pages import DOCS, words_in

gymnasium: Any = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")
np: Any = pytest.importorskip("numpy")

from eleusis import envs  # noqa: E402  # it needs both
from eleusis.envs.episode import Episode, Episodes  # noqa: E402
from eleusis.envs.observation import Board  # noqa: E402
from eleusis.envs.setting import read_setting  # noqa: E402

EDITIONS = variant_names()
FEW = ("red", "if last.odd then black else red", "rank >= last.rank", "color != last.color")
"""Rules that are read quickly."""


def choose(mask: Any, chance: Random) -> int:
    """One of the actions that a mask allows."""
    legal = mask.nonzero()[0]
    return int(legal[int(chance.random() * len(legal))])


# What the libraries ask


@pytest.mark.parametrize("as_dict", [False, True])
def test_gymnasium_finds_nothing_wrong_with_the_solo_environment(as_dict: bool) -> None:
    from gymnasium.utils.env_checker import check_env

    env = gymnasium.make("eleusis/Solo-v0", rules=FEW, as_dict=as_dict)
    check_env(env.unwrapped)


# With pygame, PettingZoo's own test imports a game of its own in a way that it warns of.
@pytest.mark.filterwarnings("ignore:The old environment creation API:DeprecationWarning")
@pytest.mark.parametrize("name", EDITIONS)
def test_pettingzoo_finds_nothing_wrong_with_a_table(name: str) -> None:
    from pettingzoo.test import api_test, seed_test

    api_test(envs.aec(name, rules=FEW), num_cycles=60)
    seed_test(lambda: envs.aec(name, rules=FEW), num_cycles=60)


@pytest.mark.filterwarnings("ignore:The old environment creation API:DeprecationWarning")
@pytest.mark.filterwarnings("ignore:Observation:UserWarning")  # of dictionaries, but for PettingZoo's own games
def test_pettingzoo_finds_nothing_wrong_with_masks_in_observations() -> None:
    from pettingzoo.test import api_test

    api_test(envs.aec("express", rules=FEW, as_dict=True), num_cycles=60)


def test_the_solo_environment_is_had_by_its_name_and_with_its_module() -> None:
    env = gymnasium.make("eleusis.envs:eleusis/Solo-v0", rules=FEW, turns=3)
    assert isinstance(env.unwrapped, envs.SoloEnv)
    _, info = env.reset(seed=1)
    over, reward, chance = False, 0.0, Random(1)
    turns = 0
    while not over:
        action = choose(info["action_mask"], chance)
        turns += env.unwrapped.action_names[action].startswith("play")
        _, points, ended, truncated, info = env.step(action)
        reward, over = reward + points, ended or truncated
    assert turns <= 3
    assert info["score"] == reward
    assert info["rule"] in FEW


# Whole episodes of each edition


def run_table(variant: str | Variant, episodes: int, **given: Any) -> Iterator[Episode]:
    """Random masked episodes of an edition, looked at from every side; each when it is over."""
    env = envs.aec(variant, **given)
    chance = Random(str(variant))
    env.reset(seed=5)
    for _ in range(episodes):
        env.reset()
        earned: dict[str, float] = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            observation, reward, ended, truncated, info = env.last()
            assert observation in env.observation_space(agent)
            earned[agent] += reward
            if ended or truncated:
                assert info["score"] == earned[agent]
                assert not info["action_mask"].any()
                env.step(None)
                continue
            assert info["action_mask"].any()
            env.step(choose(info["action_mask"], chance))
        episode = env.episode
        assert episode is not None
        round_ = episode.round
        replayed = Round.from_events(round_.variant, round_.events, round_.supply)
        assert replayed.scores is not None
        assert earned == {agent: replayed.scores[agent] for agent in env.possible_agents}
        yield episode


@pytest.mark.parametrize("name", EDITIONS)
def test_the_rewards_of_random_episodes_are_the_scores(name: str) -> None:
    for episode in run_table(name, 2, rules=FEW):
        assert not episode.truncated


@pytest.mark.soak
@pytest.mark.parametrize("name", EDITIONS)
def test_two_hundred_random_episodes_are_clean(name: str) -> None:
    assert len(list(run_table(name, 200))) == 200


def test_an_episode_of_too_many_steps_is_cut_short_and_scored_as_it_stands() -> None:
    episodes = list(run_table("abbott", 2, rules=FEW, max_steps=9))
    assert [episode.truncated for episode in episodes] == [True, True]
    assert [episode.steps for episode in episodes] == [9, 9]
    assert {episode.round.ended for episode in episodes} == {"abandoned"}


def test_bots_play_beside_an_agent() -> None:
    table = "Ann,Bob:random,Cleo:knower(skill=0.5)"
    for episode in run_table("abbott", 3, rules=FEW, players=table):
        assert episode.round.players == ("dealer", "Ann", "Bob", "Cleo")
        movers = {event.seat for event in episode.round.events if isinstance(event, Played)}
        assert movers == {"Ann", "Bob", "Cleo"}


def test_a_round_that_bots_play_to_its_end_ends_the_episode() -> None:
    """An agent that is expelled has nothing to do any more, and is told its score all the same."""
    variant = load_variant("abbott", ["expulsion.layout=1", "expulsion.since_marker=1"])
    for episode in run_table(variant, 3, rules=["none"], players="Ann,Bob:random,Cleo:random"):
        assert episode.round.state.expelled


# Seeds


def digest(**given: Any) -> str:
    """What two random episodes look like, from the first number to the last."""
    env = envs.aec(rules=FEW, **given)
    chance, seen = Random(4), sha256()
    env.reset(seed=11)
    for _ in range(2):
        for agent in env.agent_iter():
            observation, reward, ended, truncated, info = env.last()
            assert observation is not None
            seen.update(f"{agent} {reward}".encode() + observation.tobytes() + info["action_mask"].tobytes())
            env.step(None if ended or truncated else choose(info["action_mask"], chance))
        env.reset()
    return seen.hexdigest()[:16]


def test_a_seed_gives_the_same_episodes_on_every_machine() -> None:
    """A number that is written down: what it stands for may not change from one version to the next."""
    assert digest(variant="guyton", players="Ann,Bob,Cleo:random") == "53b81aa7233fc31d"


@pytest.mark.soak
@pytest.mark.parametrize("hash_seed", ["0", "1", "77"])
def test_nothing_hangs_on_the_seed_of_hashes(hash_seed: str) -> None:
    import os
    import subprocess

    code = 'from tests.envs.test_envs import digest; print(digest(variant="guyton", players="Ann,Bob,Cleo:random"))'
    environment = os.environ | {"PYTHONHASHSEED": hash_seed}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    assert done.stdout.split() == [digest(variant="guyton", players="Ann,Bob,Cleo:random")]


# Actions and masks


@pytest.mark.parametrize("name", EDITIONS)
def test_the_mask_allows_what_the_round_does(name: str) -> None:
    tables = Episodes(read_setting(name, None, FEW, None))
    tables.start_from(3)
    chance, moves = Random(3), tables.actions.moves
    for _ in range(2):
        episode = tables.begin()
        while episode.agent is not None:
            allowed, round_ = episode.allowed, episode.round
            if not episode.string:
                options = set(round_.view(episode.agent).options)
                for action, move in enumerate(moves[episode.agent]):
                    if move is not None:
                        option = Guess(move.seat, "") if isinstance(move, Guess) else move
                        assert bool(allowed[action]) == (option in options), tables.actions.texts[action]
                        assert not allowed[action] or round_.refusal(move) is None
            for action in tables.actions.builds:
                if allowed[action]:
                    card = PACK[action - tables.actions.builds.start]
                    rest = list(round_.view(episode.agent).hand)
                    for held in (*episode.string, card):
                        rest.remove(held)
                    assert round_.refusal(Play(episode.agent, (*episode.string, card, rest[0]))) is None
            episode.act(choose(episode.mask(), chance))
        assert not any(episode.allowed)


def test_a_string_is_built_card_by_card() -> None:
    tables = Episodes(read_setting("abbott", 3, ("red",), None, strings=3))
    tables.start_from(1)
    episode = tables.begin()
    agent, texts = episode.agent or "", tables.actions.texts
    first, second, third = episode.round.view(agent).hand[:3]
    episode.act(texts.index(f"build {first}"))
    episode.act(texts.index(f"build {second}"))
    assert episode.agent == agent
    shown = episode.observe(agent)
    assert list(shown[tables.encoder.places["string"]]) == [first.index + 1, second.index + 1]
    assert not any(episode.allowed[action] for action in tables.actions.builds), "three cards are the most"
    assert [i for i, bit in enumerate(episode.allowed) if bit] == sorted(
        {card.index for card in episode.round.view(agent).hand[2:]}
    )
    episode.act(texts.index(f"play {third}"))
    played = next(event for event in episode.round.events if isinstance(event, Played))
    assert played.cards == (first, second, third)


def test_an_action_that_is_masked_changes_nothing() -> None:
    env = envs.aec("express", rules=FEW)
    env.reset(seed=1)
    before = env.observe(env.agent_selection)
    with pytest.raises(EleusisError, match=r"'pass'.*mask has 0") as refused:
        env.step(env.action_names.index("pass"))
    assert refused.value.code == "move/masked"
    assert (env.observe(env.agent_selection) == before).all()

    solo = envs.SoloEnv(rules=FEW, max_steps=2)
    with pytest.raises(EleusisError, match="call reset first"):
        solo.step(0)
    seen, _ = solo.reset(seed=1)
    illegal = solo.action_names.index("pass")
    again, reward, ended, truncated, info = solo.step(illegal)
    assert (seen == again).all()
    assert (reward, ended, truncated) == (0.0, False, False)
    assert "mask has 0" in info["illegal"]
    assert solo.step(illegal)[3], "it counts as a step"
    with pytest.raises(EleusisError, match="the episode is over"):
        solo.step(illegal)


def test_a_wrong_guess_costs_its_price_at_once() -> None:
    env = envs.SoloEnv(rules=["red", "black"])
    _, info = env.reset(seed=1, options={"rule": "red"})
    env.step(choose(info["action_mask"], Random(1)))
    _, reward, ended, _, _ = env.step(env.action_names.index("guess black"))
    assert (reward, ended) == (-2.0, False)
    _, info = env.reset(seed=1, options={"rule": "red"})
    env.step(choose(info["action_mask"], Random(1)))
    _, reward, ended, _, info = env.step(env.action_names.index("guess red"))
    assert (reward, ended) == (30.0, True)
    assert info["solved"]


# What an agent is shown


@pytest.mark.parametrize("name", EDITIONS)
def test_an_observation_says_what_the_view_does(name: str) -> None:
    tables = Episodes(read_setting(name, None, FEW, None, history=10))
    tables.start_from(8)
    chance, places = Random(8), tables.encoder.places
    episode = tables.begin()
    while episode.agent is not None:
        agent = episode.agent
        view, seen = episode.round.view(agent), episode.observe(agent)
        part = {part_name: list(map(int, seen[place])) for part_name, place in places.items()}
        held = [card for card in view.hand if card not in episode.string]
        assert [part["hand"][card.index] for card in PACK if card not in episode.string] == [
            held.count(card) for card in PACK if card not in episode.string
        ]
        mainline = list(view.mainline)
        assert part["right"] == [mainline.count(card) for card in PACK]
        wrong = [card for plays in (view.layout.before, *view.layout.sidelines) for play in plays for card in play]
        assert part["wrong"] == [wrong.count(card) for card in PACK]
        assert [number for number in part["mainline"] if number] == [card.index + 1 for card in mainline[:-9:-1]]
        assert part["laid"] == [min(255, view.layout.count)]
        assert part["turn"] == [min(255, view.turn)]
        names = [seat for seat in view.hands if seat != view.dealer]
        own = names.index(agent)
        assert part["cards"] == [len(view.hands[seat]) for seat in names[own:] + names[:own]]
        if view.prophet is not None:
            assert part["prophet"] == [(names.index(view.prophet) - own) % len(names) + 1]
        assert part["verdict"][0] == 3 if view.pending else part["verdict"][0] != 3
        episode.act(choose(episode.mask(), chance))


def test_the_history_tells_each_card_with_its_verdict() -> None:
    env = envs.SoloEnv(rules=["red"], history=6)
    seen, _ = env.reset(seed=3)
    places = env.places
    starter = int(seen[places["card"]][0])
    hand = [PACK[i] for i, count in enumerate(seen[places["hand"]]) if count]
    red, black = (next(card for card in hand if card.red == wanted) for wanted in (True, False))
    for card in (red, black):
        env.step(env.action_names.index(f"play {card}"))
        seen, *_ = env.step(env.action_names.index("pass"))
    assert list(seen[places["card"]]) == [black.index + 1, red.index + 1, starter, 0, 0, 0]
    assert list(seen[places["verdict"]]) == [1, 2, 2, 0, 0, 0]
    assert list(seen[places["by"]]) == [1, 1, 0, 0, 0, 0]


def test_a_rule_that_a_bot_guesses_by_its_id_counts_as_tried() -> None:
    tables = Episodes(read_setting("express", "Ann,Bob:random(guesses=1)", "all", None))
    tables.start_from(2)
    chance, ids = Random(2), {name: rule.text for name, rule in library().items()}
    tried = 0
    for _ in range(3):
        episode = tables.begin()
        while episode.agent is not None:
            episode.act(choose(episode.mask(), chance))
        seen = dict(
            zip(tables.setting.guesses, episode.observe("Ann")[tables.encoder.places["tried"]], strict=True)
        )
        guessed = [event.rule for event in episode.round.events if isinstance(event, GuessMade)]
        wrong = guessed[:-1] if episode.round.ended == "right guess" else guessed
        texts = [ids.get(text, text) for text in wrong]
        assert {text: number for text, number in seen.items() if number} == {
            text: texts.count(text) for text in texts if text in seen
        }
        tried += len(set(wrong) & set(ids))
    assert tried


def test_the_page_tells_every_part_and_every_action() -> None:
    page = (DOCS / "environments.md").read_text(encoding="utf-8")
    parts: dict[str, str] = {}
    words: set[str] = set()
    for name in EDITIONS:
        tables = Episodes(read_setting(name, None, FEW, None))
        parts |= {part.name: part.doc for part in tables.encoder.parts}
        words |= {re.sub("(play|build|wrong) .*", r"\1 5H", text) for text in tables.actions.texts}
    rows = page.partition("<!-- observation -->\n\n")[2].partition("\n\n")[0]
    assert dict(re.findall(r"^- `(\w+)` \(.*?\): (.*)$", rows, re.M)) == parts
    listed = {re.sub("guess .*", "guess", word) for word in words_in(page, "actions")}
    assert listed == {re.sub("guess .*", "guess", word) for word in words}


# Many at once


def test_many_rounds_at_once_are_those_that_single_ones_would_be() -> None:
    together = gymnasium.make_vec("eleusis/Solo-v0", num_envs=3, rules=FEW, turns=4)
    assert isinstance(together, envs.SoloVectorEnv)
    alone = gymnasium.make_vec("eleusis/Solo-v0", num_envs=3, vectorization_mode="sync", rules=FEW, turns=4)
    chance = Random(6)
    seen, infos = together.reset(seed=7)
    others, other_infos = alone.reset(seed=7)
    ends = 0
    for _ in range(60):
        assert (seen == others).all()
        assert (infos["action_mask"] == other_infos["action_mask"]).all()
        assert seen in together.observation_space
        masks = infos["action_mask"]
        actions = np.array([choose(mask, chance) if mask.any() else 0 for mask in masks])
        seen, *numbers, infos = together.step(actions)
        others, *other_numbers, other_infos = alone.step(actions)
        assert all((a == b).all() for a, b in zip(numbers, other_numbers, strict=True))
        ended = numbers[1]
        ends += int(ended.sum())
        if ended.any():
            assert (infos["_score"] == ended).all()
            assert (infos["score"][ended] == other_infos["score"][ended]).all()
    assert ends > 5


# What is refused


@pytest.mark.parametrize(
    ("given", "code", "words"),
    [
        ({"players": "Ann:random"}, "lab/argument", "all of these are bots"),
        ({"players": 0}, "lab/argument", "from 1 to 49"),
        ({"players": "dealer,Ann"}, "script/players", "two players are called 'dealer'"),
        ({"variant": "abbot"}, "variant/unknown", "abbott"),
        ({"rules": []}, "lab/no-rules", "no rules among the rules"),
        ({"rules": "redd"}, "rule/unknown-name", "red"),
        ({"variant": "solo", "rules": ["none"]}, "lab/argument", "no card can begin"),
        ({"strings": 0}, "lab/argument", "strings takes a whole number from 1"),
        ({"render_mode": "human"}, "lab/argument", "render_mode"),
    ],
)
def test_what_an_environment_does_not_take_is_told(given: dict[str, Any], code: str, words: str) -> None:
    with pytest.raises(EleusisError, match=words) as refused:
        envs.aec(**given)
    assert refused.value.code == code


STRANGERS = (-1, 10_000)
"""What is no action."""


def assert_masked(code: Any, words: str, *given: Any) -> None:
    """It is refused as no action, in these words."""
    with pytest.raises(EleusisError, match=words) as refused:
        code(*given)
    assert refused.value.code == "move/masked"


def test_only_whole_numbers_are_actions() -> None:
    solo, table = envs.SoloEnv(rules=FEW), envs.aec("express", rules=FEW)
    _, info = solo.reset(seed=np.int64(1))
    table.reset(seed=np.int64(1))
    for stranger in STRANGERS:
        assert_masked(solo.step, "there is no action ", stranger)
        assert_masked(table.step, "there is no action ", stranger)
    wrong: Any
    for wrong in (3.7, "3", np.float64(3), np.array([3, 4])):
        with pytest.raises(TypeError):
            solo.step(wrong)
    assert solo.episode is not None
    assert table.episode is not None
    assert solo.episode.steps == table.episode.steps == 0
    assert_masked(solo.step, "no action 900:", np.int64(900))
    solo.step(np.int32(choose(info["action_mask"], Random(1))))
    table.step(np.array(choose(table.infos[table.agent_selection]["action_mask"], Random(1))))
    assert solo.episode.steps == table.episode.steps == 1
    env: Any
    for env in (solo, table):
        with pytest.raises(TypeError):
            env.reset(seed=1.5)


def test_where_no_episode_goes_on_reset_is_named() -> None:
    env = envs.aec("solo", rules=FEW, players=2, max_steps=1)
    assert_masked(env.last, "call reset first")
    assert_masked(env.step, "call reset first", None)
    env.reset(seed=1)
    assert_masked(env.step, "has to act", None)
    env.step(choose(env.last()[-1]["action_mask"], Random(1)))
    for _ in env.possible_agents:
        assert env.last()[3]
        env.step(None)
    assert_masked(env.last, "call reset to begin the next")
    assert_masked(env.step, "call reset to begin the next", None)


def test_the_mask_of_those_who_wait_is_not_written_to() -> None:
    env = envs.aec("express", rules=FEW, players=3)
    env.reset(seed=1)
    waiting = next(agent for agent in env.agents if agent != env.agent_selection)
    mask = env.infos[waiting]["action_mask"]
    assert env.action_space(waiting).sample(mask) == 0
    with pytest.raises(ValueError, match="read-only"):
        mask[0] = 1
    env.infos[env.agent_selection]["action_mask"][:] = 0
    assert env.episode is not None
    assert any(env.episode.allowed), "the mask of whoever acts is a copy"


def test_a_mask_stands_beside_the_numbers_of_an_observation() -> None:
    """PettingZoo's names for them; flattened, both are one row again."""
    given: dict[str, Any] = {"rules": FEW, "as_dict": True}
    env = gymnasium.make("eleusis/Solo-v0", **given)
    shown, info = env.reset(seed=1)
    plain, _ = envs.SoloEnv(rules=FEW).reset(seed=1)
    assert (shown["observation"] == plain).all()
    assert (shown["action_mask"] == info["action_mask"]).all()
    flat, _ = gymnasium.wrappers.FlattenObservation(env).reset(seed=1)
    assert flat.tolist() == [*shown["action_mask"], *plain]

    rounds = gymnasium.make_vec("eleusis/Solo-v0", num_envs=2, **given)
    several, _ = rounds.reset(seed=1)
    assert several in rounds.observation_space
    assert (several["action_mask"][0] == shown["action_mask"]).all()

    table = envs.aec("express", players=2, **given)
    table.reset(seed=1)
    acts, waits = (table.observe(agent)["action_mask"] for agent in (table.agent_selection, table.agents[1]))
    assert (acts == table.infos[table.agent_selection]["action_mask"]).all()
    assert not waits.any()


def test_masks_are_had_by_the_name_that_maskable_ppo_asks_for() -> None:
    env = gymnasium.make("eleusis/Solo-v0", rules=FEW)
    with pytest.raises(EleusisError, match="call reset first"):
        env.get_wrapper_attr("action_masks")()
    _, info = env.reset(seed=1)
    assert (env.get_wrapper_attr("action_masks")() == info["action_mask"].astype(bool)).all()
    rounds = envs.SoloVectorEnv(2, rules=FEW)
    _, infos = rounds.reset(seed=1)
    assert (rounds.action_masks() == infos["action_mask"].astype(bool)).all()


def test_stable_baselines_asks_in_vain_for_pictures() -> None:
    with pytest.warns(UserWarning, match="rgb_array"):
        env = gymnasium.make("eleusis/Solo-v0", rules=FEW, render_mode="rgb_array")
    env.reset(seed=1)
    assert env.unwrapped.render() is None


def test_many_rounds_are_stepped_all_or_none() -> None:
    rounds = envs.SoloVectorEnv(2, rules=FEW)
    seen, infos = rounds.reset(seed=np.int64(3))
    again, _ = rounds.reset(seed=np.array([3, 4]))
    assert (seen == again).all()
    first, second = (choose(mask, Random(1)) for mask in infos["action_mask"])
    for stranger in STRANGERS:
        assert_masked(rounds.step, "there is no action ", [first, stranger])
    row = np.array([first, second])
    with pytest.raises(TypeError):
        rounds.step(row.astype(float))
    assert_masked(rounds.step, "there are 2 rounds", row[:1])
    assert [episode.steps for episode in rounds.episodes] == [0, 0]
    for taken in (row.astype(np.uint8), tuple(row), [first, np.array(second)]):
        rounds.reset(seed=3)
        rounds.step(taken)
        assert [episode.steps for episode in rounds.episodes] == [1, 1]


def test_without_their_libraries_the_environments_say_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("eleusis.envs")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'eleusis\[envs\]'"):
        importlib.import_module("eleusis.envs")


def test_an_environment_draws_what_is_seen() -> None:
    env = envs.aec("abbott", rules=["red"], render_mode="ansi")
    env.reset(seed=1)
    drawn = env.render() or ""
    assert env.episode is not None
    hand = env.episode.round.view(env.agent_selection).hand
    assert drawn.splitlines()[-1] == f"{env.agent_selection}: " + " ".join(card.pretty for card in hand)
    assert cards(drawn.splitlines()[0].strip())
    assert envs.aec("abbott", rules=["red"]).render_mode is None


def test_a_copy_of_an_episode_is_played_on_while_the_episode_stays() -> None:
    env = envs.SoloEnv(rules=FEW)
    env.reset(seed=2)
    episode = env.episode
    assert episode is not None
    for _ in range(4):
        env.step(choose(env.action_masks(), Random(2)))
    before, chance = episode.observe("player").tolist(), Random(2)
    ahead = episode.copy()
    assert ahead.observe("player").tolist() == before
    assert ahead.round.view("player") == episode.round.view("player")
    while not ahead.over:
        ahead.act(choose(ahead.mask(), chance))
    assert episode.observe("player").tolist() == before
    assert not episode.over
    told_again = Board(ahead.tables.encoder, ahead.round)
    assert told_again.encode(ahead.round.view("player")) == ahead.encode("player")
