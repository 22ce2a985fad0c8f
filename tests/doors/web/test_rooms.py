"""A room full of tables: what each of its doors opens, and to whom."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from msgspec.structs import replace

from eleusis.doors.cli import main
from eleusis.doors.web.guard import Limits
from eleusis.doors.web.rooms.codes import LETTERS, draw_code, is_code, split_path
from eleusis.doors.web.rooms.glancing import on_the_wall
from eleusis.doors.web.rooms.room_file import read_room
from eleusis.ground import exits
from tests.helpers.web_rooms import ServedRoom, Visitor, serve_tables

SAME: Mapping[str, object] = {"same": True, "players": "Law:random", "dealer": "Law", "difficulty": 1}
LAW: Mapping[str, object] = {"players": "Law:random", "dealer": "Law", "rules": ["red"]}


def sit_all(served: ServedRoom, code: str, *names: str) -> list[Visitor]:
    visitors = [served.visitor() for _ in names]
    for visitor, name in zip(visitors, names, strict=True):
        assert visitor.sit(code, name).status == 201
    return visitors


# Codes


def test_a_code_is_of_consonants_and_is_drawn_once() -> None:
    taken: set[str] = set()
    for _ in range(500):
        taken.add(draw_code(taken))
    assert len(taken) == 500
    assert all(is_code(code) and {*code} <= {*LETTERS} for code in taken)


def test_a_path_leads_to_a_table_or_to_the_room() -> None:
    assert split_path("/KWTF/api/table") == ("KWTF", "/api/table")
    assert split_path("/kwtf") == ("KWTF", "")
    for path in (
        "/",
        "/room",
        "/wall",
        "/talk/KWTF",
        "/api/room",
        "/KWTFX/",
        "/KWT/",
        "//KWTF/",
        "/KWTÉ/",
        "/ＫWTF/",
    ):
        assert split_path(path) == ("", path)


@pytest.mark.parametrize(
    "given",
    [
        ["--tables", "room", "--metrics", "nonsense", "--port", "0"],
        ["--tables", "room", "--proxy", "nonsense", "--port", "0"],
        ["--tables", "room", "--url", "nonsense", "--port", "0"],
        ["--tables", "room", "--players", "Ann,ann", "--port", "0"],
        ["--tables", "room", "--resume", "game.yaml"],
        ["--same"],
    ],
)
def test_what_cant_be_served_is_said_in_a_line(
    given: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["serve", "--host", "127.0.0.1", *given]) == exits.BAD_INPUT
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


# The door


def test_what_is_kept_of_a_room_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "room.json"
    key = read_room(path).key
    assert path.stat().st_mode & 0o777 == 0o600
    assert read_room(path).key == key


def test_only_the_owner_makes_tables_unless_anybody_may(tmp_path: Path) -> None:
    with serve_tables(tmp_path) as served:
        stranger = served.visitor()
        assert stranger.get("/api/room/door").json["may_make"] is False
        assert stranger.post("/api/room/tables", {}).code == "web/owner-only"
        assert served.owner("set", anybody=2).status == 200
        assert stranger.get("/api/room/door").json["may_make"] is True
        made = [stranger.post("/api/room/tables", {}) for _ in range(3)]
        assert [answer.status for answer in made] == [201, 201, 429]
        assert made[2].code == "web/too-often"
        assert served.visitor().post("/api/room/tables", {}).status == 201
        code, key = made[0].json["code"], made[0].json["key"]
        host = [("authorization", f"Bearer {key}")]
        assert is_code(code)
        assert stranger.get(f"/{code}/api/host", host).status == 200
        assert stranger.get(f"/{made[1].json['code']}/api/host", host).code == "web/host-key"
        assert stranger.get("/api/room", host).code == "web/host-key"


def test_a_wrong_code_opens_nothing_and_many_of_them_make_strangers_wait(tmp_path: Path) -> None:
    with serve_tables(tmp_path) as served:
        (code,) = served.make(["Ann", "Ben"])
        pupil, guesser = served.visitor(("10.1.1.1", 1)), served.visitor(("10.1.1.1", 2))
        assert pupil.get(f"/{code}/").status in (200, 404)  # the page gives the browser its pass
        wrong = next(other for other in ("BBBB", "CCCC") if other != code)
        assert guesser.get(f"/{wrong}/").headers["location"] == f"../#{wrong}"
        answers = [guesser.get(f"/{wrong}/api/table") for _ in range(25)]
        assert answers[0].code == "web/no-table"
        assert answers[-1].code == "web/too-often"
        assert int(answers[-1].headers["retry-after"]) > 0
        assert guesser.get(f"/{code}/api/table").code == "web/too-often"
        assert (
            guesser.get(f"/{code}/host").body == guesser.get(f"/{wrong}/host").body
        )  # which one is, it doesn't tell
        owner = [("authorization", f"Bearer {served.room.kept.key}")]
        assert guesser.get(f"/{code}/api/host", owner).status == 200
        assert guesser.get(f"/{code}/api/table").status == 200
        guesser.cookies.clear()
        assert pupil.get(f"/{code}/api/table").status == 200
        assert served.visitor().get(f"/{code}/api/table").status == 200


def test_small_letters_and_a_missing_slash_lead_to_the_table(tmp_path: Path) -> None:
    with serve_tables(tmp_path) as served:
        (code,) = served.make([])
        visitor = served.visitor()
        assert visitor.get(f"/{code}").headers["location"] == f"{code}/"
        assert visitor.get(f"/{code.lower()}").headers["location"] == f"{code}/"
        assert visitor.get(f"/{code.lower()}/screen").headers["location"] == f"../{code}/screen"


def test_a_mistyped_page_leads_to_the_first_one_there(tmp_path: Path) -> None:
    with serve_tables(tmp_path) as served:
        (code,) = served.make([])
        visitor, html = served.visitor(), [("accept", "text/html,*/*")]
        for path, there in (
            (f"/{code}/tabel", "./"),
            (f"/{code}/screen/", "../"),
            ("/rooms", "./"),
            ("/screen", "./"),
            ("/a/b/c", "../../"),
        ):
            assert visitor.get(path, html).headers["location"] == there, path
            assert visitor.get(path).code == "web/not-found"


# Tables


def test_a_table_is_played_at_as_ever_and_its_file_is_its_journal(tmp_path: Path) -> None:
    with serve_tables(tmp_path, LAW) as served:
        (code,) = served.make(["Ann", "Ben"])
        ann, _ = sit_all(served, code, "Ann", "Ben")
        assert served.start().json["done"] == [code]
        assert ann.table(code)["phase"] == "play"
        assert ann.table(code)["address"].endswith(f"/{code}/")
        move = next(option for option in ann.view(code)["options"] if option.startswith("play"))
        assert ann.move(code, move).status == 200
        assert f"Ann {move}" in (tmp_path / f"{code}.yaml").read_text()
        assert {below for below, _ in ann.cookies} == {f"/{code}/"}


def test_one_rule_and_one_deal_for_all_tables(tmp_path: Path) -> None:
    with serve_tables(tmp_path, SAME) as served:
        codes = served.make(["Ann", "Ben"], ["Cleo", "Dan"], ["Eve", "Fay"])
        served.start()
        evenings = [served.room.open[code].evening for code in codes]
        assert len({evening.the_table().rule for evening in evenings}) == 1
        deals = [[*evening.the_table().now.hands.values()] for evening in evenings]
        assert deals[0] == deals[1] == deals[2]
        served.owner("set", same=False)
        (apart,) = served.make(["Ann", "Ben"])
        served.owner("start", tables=[apart])
        assert [*served.room.open[apart].evening.the_table().now.hands.values()] != deals[0]


def test_groups_are_seated_and_a_group_that_cant_be_is_told(tmp_path: Path) -> None:
    with serve_tables(tmp_path, LAW) as served:
        answer = served.owner("make", groups=[["Ann", "Ben"], ["Ann", "ann"], []])
        assert len(answer.json["done"]) == 2
        assert [*answer.json["refused"]] == ["line 2"]
        seats = [[player["seat"] for player in table["players"]] for table in served.owner().json["tables"]]
        assert seats == [["Ann", "Ben", "Law"], ["Law"]]
        assert len([*tmp_path.glob("????.yaml.seats")]) == 2


def test_the_owner_pauses_hints_and_ends_at_all_tables(tmp_path: Path) -> None:
    with serve_tables(tmp_path, LAW) as served:
        codes = served.make(["Ann", "Ben"], ["Cleo", "Dan"])
        assert served.owner("start", tables=codes[:1]).json["done"] == codes[:1]
        answer = served.owner("hint", text="Look at the colours.").json
        assert answer["done"] == codes[:1]
        assert [*answer["refused"]] == codes[1:]
        served.owner("pause")
        assert [table["paused"] for table in served.owner().json["tables"]] == [True, True]
        served.owner("go-on")
        assert served.owner("stop").json["done"] == codes[:1]
        assert served.owner().json["tables"][0]["phase"] == "over"


def test_a_glance_tells_how_near_the_last_guess_was(tmp_path: Path) -> None:
    with serve_tables(tmp_path, LAW) as served:
        (code,) = served.make(["Ann", "Ben"])
        ann, ben = sit_all(served, code, "Ann", "Ben")
        served.start()
        for visitor in (ann, ben) * 12:
            options = visitor.view(code)["options"]
            if 'guess ""' in options:
                assert visitor.move(code, 'guess "heart"').status == 200
                break
            if options:
                visitor.move(code, options[0])
        (table,) = served.owner().json["tables"]
        assert table["guess"] == {"seat": table["guess"]["seat"], "right": False, "alike": 0.75}
        assert table["cards"] >= 1
        (hanging,) = served.owner(path="/api/room/wall").json["tables"]
        assert "guess" not in hanging
        assert hanging["layout"]["mainline"]


def test_the_wall_has_a_key_that_opens_nothing_else(tmp_path: Path) -> None:
    with serve_tables(tmp_path) as served:
        wall = [("authorization", f"Bearer {served.owner().json['wall'].partition('#')[2]}")]
        stranger = served.visitor()
        assert stranger.get("/api/room/wall", wall).status == 200
        assert stranger.get("/api/room/wall").code == "web/host-key"
        for path in ("/api/room", "/api/room/log"):
            assert stranger.get(path, wall).code == "web/host-key"
        assert stranger.post("/api/room", {"do": "start"}, wall).code == "web/host-key"


def test_the_wall_keeps_a_rule_to_itself_while_others_still_look_for_it(tmp_path: Path) -> None:
    with serve_tables(tmp_path, SAME) as served:
        first, second = served.make(["Ann", "Ben"], ["Cleo", "Dan"])
        served.start()
        ann = served.visitor()
        ann.sit(first, "Ann")
        served.owner("stop", tables=[first])
        wall = {table["code"]: table for table in served.owner(path="/api/room/wall").json["tables"]}
        assert wall[first]["phase"] == "over"
        assert wall[first]["rule"] is None
        served.owner("stop", tables=[second])
        wall = {table["code"]: table for table in served.owner(path="/api/room/wall").json["tables"]}
        assert wall[first]["rule"] == wall[second]["rule"] is not None


def test_a_hint_to_all_stands_on_the_wall_until_it_is_hidden(tmp_path: Path) -> None:
    with serve_tables(tmp_path, LAW) as served:

        def hanging() -> object:
            return served.owner(path="/api/room/wall").json["hint"]

        codes = served.make(["Ann", "Ben"], ["Cleo", "Dan"])
        served.start(*codes)
        served.owner("hint", tables=codes[:1], text="For one table.")
        assert hanging() is None
        served.owner("hint", text="Look twice.")
        assert hanging() == "Look twice."
        served.owner("hide-hints")
        assert hanging() is None


def test_what_was_found_leaves_the_wall_while_the_next_rule_is_chosen(tmp_path: Path) -> None:
    with serve_tables(tmp_path, LAW) as served:
        (code,) = served.make(["Ann", "Ben"])
        served.start()
        served.owner("stop")
        table = served.room.open[code]
        ended = replace(table.look(), solved=True)
        assert on_the_wall(ended, table.evening, ()).rule is not None
        chosen = on_the_wall(replace(ended, phase="rule"), table.evening, ())
        assert (chosen.solved, chosen.rule, chosen.layout, chosen.winners) == (False, None, None, [])


def test_a_forbidden_word_is_no_name_anywhere(tmp_path: Path) -> None:
    with serve_tables(tmp_path) as served:
        (code,) = served.make([])
        assert served.owner("set", forbidden=["darn"]).status == 200
        visitor = served.visitor()
        for name in ("Darn", "darn it", "dаrn", "DARN 7", "d4rn", "D-a-r-n", "d a r n", "därn", "daaarn", "Darns"):
            assert visitor.sit(code, name).status in (409, 422), name
        assert visitor.sit(code, "Darnley").status == 201
        assert served.owner("make", groups=[["Darn"]]).json["done"] == []
        refused = served.owner("set", players="Darn:good")
        assert (refused.status, refused.json["error"]["code"]) == (422, "seat/name")
        served.make([])


@pytest.mark.long
def test_what_is_talked_over_stands_on_one_page_for_an_hour(tmp_path: Path) -> None:
    with serve_tables(tmp_path, LAW) as served:
        codes = served.make(["Ann", "Ben"], ["Cleo", "<b>Dan</b>"])
        assert served.owner("talk").json["page"] is None
        served.start()
        for code in codes:
            evening = served.room.open[code].evening
            seat = evening.players[0]
            visitor = served.visitor()
            visitor.sit(code, seat)
            visitor.move(code, visitor.view(code)["options"][0])
        served.owner("stop")
        answer = served.owner("talk").json
        page = served.visitor().get(f"/{answer['page']}")
        text = page.body.decode()
        assert page.status == 200
        assert all(code in text for code in codes)
        assert "<b>Dan" not in text
        assert served.visitor().get("/talk/x").status == 404


@pytest.mark.long
def test_earlier_games_are_talked_over_too_but_no_rule_that_others_still_look_for(tmp_path: Path) -> None:
    with serve_tables(tmp_path, SAME) as served:
        early, late = served.make(["Ann", "Ben"], ["Cleo", "Dan"])
        served.start()
        served.owner("stop", tables=[early])
        assert [*served.owner("talk").json["refused"]] == [early, late]
        served.owner("stop", tables=[late])
        served.owner("again", tables=[early])
        served.start(early)
        served.owner("stop", tables=[early])
        page = served.visitor().get(f"/{served.owner('talk').json['page']}").body.decode()
        assert page.index(f'id="{early}"') < page.index(f'id="{early}-2"') < page.index(f'id="{late}"')


def test_a_second_game_is_the_same_at_all_tables_that_play_the_same(tmp_path: Path) -> None:
    with serve_tables(tmp_path, SAME) as served:
        codes = served.make(["Ann", "Ben"], ["Cleo", "Dan"])
        served.start()
        evenings = [served.room.open[code].evening for code in codes]
        first = [*evenings[0].the_table().now.hands.values()]
        for do in ("stop", "again"):
            served.owner(do)
        served.run(served.room.sleep(codes[0]))
        served.start()
        evenings = [served.room.open[code].evening for code in codes]
        hands = [[*evening.the_table().now.hands.values()] for evening in evenings]
        assert hands[0] == hands[1] != first
        assert evenings[0].the_table().rule == evenings[1].the_table().rule


def test_who_deals_for_all_is_not_taken_over_and_bots_may_sit_in_a_group(tmp_path: Path) -> None:
    with serve_tables(tmp_path, LAW) as served:
        (code,) = served.make([])
        assert served.visitor().sit(code, "Law", take_over=True).code == "web/bots-seat"
        (code,) = served.make(["Ann", "Gus:beginner"])
        kinds = {player["seat"]: player["kind"] for player in served.visitor().table(code)["players"]}
        assert kinds == {"Ann": "person", "Gus": "beginner", "Law": "random"}


# Asleep, and away


def test_a_table_asleep_is_as_it_was_when_somebody_opens_it(tmp_path: Path) -> None:
    with serve_tables(tmp_path, LAW) as served:
        (code,) = served.make(["Ann", "Ben"])
        ann, _ = sit_all(served, code, "Ann", "Ben")
        served.start()
        before = ann.view(code)
        served.run(served.room.sleep(code))
        assert served.room.open == {}
        assert served.owner().json["tables"][0]["asleep"] is True
        assert ann.view(code) == before
        assert [*served.room.open] == [code]


def test_all_tables_are_back_after_the_server_has_ended(tmp_path: Path) -> None:
    with serve_tables(tmp_path, LAW) as served:
        codes = served.make(["Ann", "Ben"], ["Cleo", "Dan"])
        ann, _ = sit_all(served, codes[0], "Ann", "Ben")
        served.owner("start", tables=codes[:1])
        key, before = served.room.kept.key, ann.view(codes[0])
        shown = served.owner().json["tables"]
    with serve_tables(tmp_path, LAW) as served:
        assert served.room.kept.key == key
        assert served.room.open == {}
        again = served.owner().json["tables"]
        assert [table["code"] for table in again] == [table["code"] for table in shown]
        names = [[[player["seat"] for player in table["players"]] for table in tables] for tables in (again, shown)]
        assert names[0] == names[1]
        back = served.visitor()
        back.cookies = ann.cookies
        assert back.view(codes[0]) == before


def test_a_table_whose_files_are_damaged_harms_no_other_and_only_the_owner_hears_why(tmp_path: Path) -> None:
    with serve_tables(tmp_path, LAW) as served:
        damaged, fine = served.make(["Ann"], ["Ben"])
        served.start()
        served.run(served.room.sleep(damaged))
        (tmp_path / f"{damaged}.yaml").write_text("eleusis: 1\nrounds: [oops")
        stranger = served.visitor()
        assert stranger.get(f"/{damaged}/").headers["location"] == f"../#{damaged}"
        answer = stranger.get(f"/{damaged}/api/table")
        assert answer.code == "web/broken"
        assert "oops" not in answer.body.decode()
        assert str(tmp_path) not in answer.body.decode()
        tables = {table["code"]: table for table in served.owner().json["tables"]}
        assert f"{damaged}.yaml" in tables[damaged]["broken"]
        assert tables[fine]["broken"] is None
        assert stranger.table(fine)["phase"] == "play"


def test_a_table_is_put_away_brought_back_and_deleted_only_when_asked(tmp_path: Path) -> None:
    with serve_tables(tmp_path, LAW) as served:
        (code,) = served.make(["Ann", "Ben"])
        ann, _ = sit_all(served, code, "Ann", "Ben")
        served.start()
        before = ann.view(code)
        assert served.owner("delete", tables=[code]).json["done"] == []
        assert served.owner("put-away", tables=[code]).json["done"] == [code]
        assert ann.get(f"/{code}/api/view").code == "web/no-table"
        assert served.owner("start").json["done"] == []
        assert served.owner("put-away", tables=[code]).json["done"] == []
        assert served.owner("bring-back", tables=[code]).json["done"] == [code]
        assert ann.view(code) == before
        served.owner("put-away", tables=[code])
        assert served.owner("delete", tables=[code]).json["done"] == [code]
        assert served.owner().json["tables"] == []
        assert [*tmp_path.rglob(f"{code}*")] == []


def test_a_server_killed_while_it_puts_a_table_away_has_it_whole_again(tmp_path: Path) -> None:
    with serve_tables(tmp_path, LAW) as served:
        (code,) = served.make(["Ann", "Ben"])
        served.start()
    (tmp_path / f"{code}.yaml.seats").rename(tmp_path / "away" / f"{code}.yaml.seats")
    with serve_tables(tmp_path) as served:
        (table,) = served.owner().json["tables"]
        assert table["away"] is True
        assert served.visitor().get(f"/{code}/api/table").code == "web/no-table"
        assert served.owner("bring-back", tables=[code]).json["done"] == [code]
        assert served.visitor().table(code)["phase"] == "play"


# What is noted


def test_the_log_tells_what_happened_and_no_secret(tmp_path: Path) -> None:
    with serve_tables(tmp_path, LAW) as served:
        (code,) = served.make(["Ann", "Ben"])
        sit_all(served, code, "Ann", "Ben")
        served.start()
        served.run(served.room.see_to_all())
        lines = served.owner(path="/api/room/log").json["lines"]
        text = "\n".join(lines)
        assert f"{code} made" in text
        assert f"{code} Ann sits down" in text
        assert f"{code} a round is on" in text
        assert "red" not in text


def test_one_network_has_at_most_so_many_requests_under_way(tmp_path: Path) -> None:
    with serve_tables(tmp_path, limits=Limits(open_of_one=0, breath=0)) as served:
        answer = served.visitor().get("/api/room/door")
        assert answer.code == "web/too-often"
