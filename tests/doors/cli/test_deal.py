"""`eleusis deal`: what bots played replays to the same scores, from every edition."""

from __future__ import annotations

from pathlib import Path

import pytest

from eleusis.doors.cli import main
from eleusis.ground.errors import ScriptError
from eleusis.minds.players.registry import read_seats
from eleusis.record.gamefile.appending import GrowingFile
from eleusis.record.gamefile.reading import read_game
from eleusis.record.replaying.replay import replay_game
from eleusis.table.bots_only import deal_game
from eleusis.table.dealers_rules import draw_rule
from eleusis.variant import variant_names

PLAYERS = "Ann,Bob:random(no_plays=0.2),Cleo:knower,Dan:knower(skill=0.5)"


@pytest.mark.long
@pytest.mark.parametrize("variant", variant_names())
@pytest.mark.parametrize("seed", [0, 1, 2, *(pytest.param(seed, marks=pytest.mark.soak) for seed in (3, 4, 5))])
def test_a_dealt_game_replays_as_it_expects(variant: str, seed: int) -> None:
    seats = read_seats(PLAYERS, default="random")
    text = deal_game(variant, seats, seed=seed, expect=True)
    again = replay_game(read_game(text))
    assert again.findings == []
    assert len(again.rounds) >= (1 if variant == "solo" else len(seats)), "everyone has dealt"
    assert all(record.ended for record in again.rounds)
    assert deal_game(variant, seats, seed=seed, expect=True) == text
    assert "judge" not in text, "the judgements are left to the rule"


@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_a_game_of_so_many_rounds_is_over_after_them(rounds: int) -> None:
    seats = read_seats("Ann,Bob,Cleo", default="random")
    overrides = [f"game.rounds={rounds}", "deal.hand=4"]
    game = read_game(deal_game("abbott", seats, seed=3, overrides=overrides, given=["red", "black"], expect=True))
    assert [script.rule.text for script in game.rounds if script.rule] == (["red", "black"] * 3)[:rounds]
    assert not game.stopped
    assert [script.dealer for script in game.rounds] == ["Ann", "Bob", "Cleo", "Ann", "Bob"][:rounds]
    assert replay_game(game).findings == []


def test_a_game_that_stops_before_its_number_of_rounds_has_ended_for_good() -> None:
    seats = read_seats("Ann,Bob,Cleo", default="random")
    game = read_game(deal_game("abbott", seats, seed=3, rounds=2, overrides=["game.rounds=3", "deal.hand=4"]))
    assert game.stopped
    assert len(game.rounds) == 2


def test_a_variant_file_is_found_from_the_game_beside_it(tmp_path: Path) -> None:
    (tmp_path / "editions").mkdir()
    (tmp_path / "editions" / "mine.yaml").write_text(
        "eleusis: 1\nname: mine\nextends: express\ndeal: {hand: 4, starters: 1}\n"
    )
    out = tmp_path / "games" / "game.yaml"
    out.parent.mkdir()
    assert main(["deal", "--variant", str(tmp_path / "editions" / "mine.yaml"), "-o", str(out)]) == 0
    assert "../editions/mine.yaml" in out.read_text()
    assert main(["replay", str(out)]) == 0


def test_people_do_not_play_by_themselves() -> None:
    with pytest.raises(ScriptError, match="only bots") as caught:
        deal_game("abbott", read_seats("Ann,Bob:random"), seed=1)
    assert caught.value.code == "script/no-bot"


def test_rules_are_drawn_once_before_any_comes_again() -> None:
    drawn = [draw_rule(5, number).text for number in range(1, 40)]
    assert len(set(drawn)) > 20
    assert drawn[:20] == [draw_rule(5, number).text for number in range(1, 21)]
    assert all(draw_rule(5, number, None, 1).difficulty == 1 for number in range(1, 6))


@pytest.mark.parametrize(
    "args", [["--players", "x" * 10_000 + ",Bob"], ["--players", "A\x1b[31m,Bob"], ["--rule", "(" * 5000]]
)
def test_hostile_options_are_told(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deal", *args]) == 2
    err = capsys.readouterr().err
    assert "\x1b" not in err
    assert len(err) < 600


# What is there already

ONE_ROUND = ("deal", "--variant", "express", "--rounds", "1")


def spoil(path: Path, how: str) -> Path:
    """Something that stands where a game is to be written; the file that holds it."""
    kept = path.with_name("letter.txt") if how == "a link" else path
    kept.write_text("dear Bob", encoding="utf-8")
    if how == "a link":
        path.symlink_to(kept)
    if how == "read-only":
        kept.chmod(0o400)
    return kept


@pytest.mark.parametrize("how", ["a file", "read-only", "a link"])
def test_what_is_there_already_is_replaced_by_force_alone(
    how: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "game.yaml"
    kept = spoil(out, how)
    assert main([*ONE_ROUND, "-o", str(out)]) == 2
    assert "--force" in capsys.readouterr().err
    assert kept.read_text("utf-8") == "dear Bob"
    assert main([*ONE_ROUND, "-o", str(out), "--force"]) == 0
    assert replay_game(read_game(out.read_text("utf-8"))).findings == []
    assert kept.read_text("utf-8") == out.read_text("utf-8")
    assert out.is_symlink() == (how == "a link")


def test_a_link_that_leads_nowhere_is_there_too(tmp_path: Path) -> None:
    out = tmp_path / "game.yaml"
    out.symlink_to(tmp_path / "elsewhere.yaml")
    assert main([*ONE_ROUND, "-o", str(out)]) == 2
    assert not (tmp_path / "elsewhere.yaml").exists()


def test_a_game_that_is_being_played_is_replaced_by_no_force(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "game.yaml"
    assert main([*ONE_ROUND, "-o", str(out)]) == 0
    before = out.read_text("utf-8").replace("stopped: true\n", "")
    out.write_text(before, encoding="utf-8")
    file, _, _ = GrowingFile.reopen(out)
    with file:
        assert main([*ONE_ROUND, "-o", str(out), "--force"]) == 2
    assert "another sitting has this game open" in capsys.readouterr().err
    assert out.read_text("utf-8") == before


def test_a_game_left_by_a_bot_that_failed_is_not_replaced_by_the_next_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, part = tmp_path / "game.yaml", tmp_path / "game.yaml.part"
    part.write_text("dear Bob", encoding="utf-8")
    assert main([*ONE_ROUND, "-o", str(out)]) == 2
    assert capsys.readouterr().err.startswith(f"{part}: ")
    assert part.read_text("utf-8") == "dear Bob"
    assert main([*ONE_ROUND, "-o", str(out), "--force"]) == 0
