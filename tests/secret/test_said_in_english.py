"""English is typed by people and read on request: whoever keeps a rule takes the rule language only."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from eleusis.game.moves import Guess, Judge, Play
from eleusis.ground.errors import SaidInEnglish
from eleusis.record.replaying.replay import replay
from eleusis.secret.rule import Rule
from eleusis.table.permissions import check_move
from tests.helpers.called import run_here
from tests.helpers.sittings import seated
from tests.helpers.web_tables import evening_of, served

SAID, MEANT = "the colours alternate", "color != last.color"
OFFER = f"not a rule; said in English it may mean: {MEANT}"
BOTS = "Ann:random,Bob:random,Cleo:random"
FILES = {
    "rules.yaml": f"eleusis: 1\nrules:\n  own: {SAID}\n",
    "game.yaml": f"eleusis: 1\nvariant: express\nplayers: [Ann, Bob, Cleo]\nseed: 1\nrounds:\n- rule: {SAID}\n",
}


@pytest.mark.parametrize(
    ("command", "place"),
    [
        *((["rule", verb, SAID], "1:1") for verb in ("judge", "show", "explain", "measure")),
        (["rule", "compare", "red", SAID], "B:1:1"),
        (["rule", "list", "--rules", "rules.yaml"], "rules.yaml:3:8"),
        (["rule", "check", "rules.yaml"], "rules.yaml:3:8"),
        (["check", "game.yaml"], "game.yaml:6:9"),
        (["replay", "game.yaml"], "game.yaml:6:9"),
        (["review", "game.yaml"], "game.yaml:6:9"),
        (["diff", "game.yaml", "--variant", "express", "--variant", "abbott"], "game.yaml:6:9"),
        (["benchmark", "--player", "random", "game.yaml"], "game.yaml:6:9"),
        (["benchmark", "--player", "random", "--generate", "1", "--rules", "rules.yaml"], "rules.yaml:3:8"),
        (["deal", "--players", BOTS, "--rule", SAID], "1:1"),
        (["play", "--players", "Ann,Bob,Cleo", "--rule", SAID], "1:1"),
        (["play", "--players", "Ann,Bob,Cleo", "--rules", "rules.yaml"], "rules.yaml:3:8"),
        (["serve", "--rule", SAID], "1:1"),
        (["simulate", "--rounds", "1", "--rule", SAID], "1:1"),
        (["simulate", "--rounds", "1", "--rules", "rules.yaml"], "rules.yaml:3:8"),
    ],
    ids=lambda value: " ".join(value[:2]) if isinstance(value, list) else "",
)  # fmt: skip
def test_a_command_takes_no_english_and_offers_what_it_may_mean(
    command: list[str], place: str, tmp_path: Path
) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    done = run_here(tmp_path, *command)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{place}: {OFFER}\n" in done.stderr


def set_up_an_environment() -> None:
    pytest.importorskip("gymnasium")
    pytest.importorskip("pettingzoo")
    from eleusis.envs.setting import read_setting

    read_setting("express", None, SAID, None)


def deal_for_an_assistant() -> None:
    pytest.importorskip("mcp")
    from eleusis.doors.assistant.session import Games

    Games().deal("express", "You,Ann:random,Bob:random", dealer="You", rule=SAID)


@pytest.mark.parametrize(
    "door",
    [set_up_an_environment, deal_for_an_assistant],
    ids=["an environment", "an assistant"],
)
def test_a_program_is_offered_it_too(door: Callable[[], object]) -> None:
    with pytest.raises(SaidInEnglish) as caught:
        door()
    assert [rule for rule, _ in caught.value.readings] == [MEANT]


def test_a_guess_by_ear_stays_as_it_was_said_in_a_file_that_judges_it(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(
        "eleusis: 1\nvariant: express\nplayers: [Ann, Bob, Cleo]\nseed: 1\nrounds:\n- dealer: Cleo\n  rule: red\n"
        f'  starter: AH\n  hands: {{Ann: 2H 3H}}\n  moves: |\n    Ann play 2H\n    Ann guess "{SAID}"\n'
        '    Ann undo\n    Ann guess "all red"\n    Cleo hint "well"\n    Cleo judge right\n'
    )
    (game,) = replay(path)
    assert game.rounds[0].steps[-3].move.text == 'guess "all red"'
    assert (game.rounds[0].ended, game.findings) == ("right guess", [])


@pytest.mark.parametrize(("dealer", "rule"), [("Bob:random", Rule("any")), ("Bob", Rule("any")), ("Bob", None)])
def test_a_guess_is_kept_as_it_was_said_where_a_person_judges_it(dealer: str, rule: Rule | None) -> None:
    """Given a rule to judge by, then whoever guesses in English is offered the rule; without one the words stay."""
    table = seated(None, f"Ann,{dealer},Cleo")
    table.begin_round("Bob", rule)
    seat = table.now.round.to_act or ""
    table.step(Play(seat, table.now.round.view(seat).hand[:1]))
    if rule is None:
        table.step(Judge("Bob", True))
        check_move(table, Guess(seat, SAID))
        table.step(Guess(seat, SAID))
        assert table.now.round.state.guess == SAID
    else:
        with pytest.raises(SaidInEnglish, match=re.escape(OFFER)):
            check_move(table, Guess(seat, SAID))
        check_move(table, Guess(seat, MEANT))
        table.step(Guess(seat, MEANT))
        assert not table.playing or table.now.round.state.phase == "play"


def test_pages_ask_what_a_sentence_may_mean_and_send_the_rule(tmp_path: Path) -> None:
    with served(evening_of(tmp_path, "Ann,Bob,Cleo:random", dealer="Cleo")) as ann:
        ann.sit("Ann")
        assert ann.post("/api/rules/read", {"text": SAID}).json() == {
            "understood": True,
            "readings": [{"rule": MEANT, "words": "The colours alternate."}],
        }
        error = ann.post("/api/rules/read", {"text": "no zebras"}).json()
        assert (error["understood"], error["readings"], error["error"]["column"]) == (False, [], 4)
        assert ann.code_of(ann.post("/api/rules/read", {"text": 5})) == (400, "web/type")
        assert ann.code_of(ann.host("set", rules=[SAID])) == (422, "rule/english")
