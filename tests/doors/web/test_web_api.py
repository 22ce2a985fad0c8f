"""The API of the table in the browser, as design.md has it: each request, its answer, and what is refused."""

from __future__ import annotations

import contextlib
import random
import socket
import sys
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis.doors.cli import main
from eleusis.doors.web.evenings import lobby, playing
from eleusis.doors.web.evenings.evening import Evening, seats_path
from eleusis.doors.web.evenings.showing import show_view
from eleusis.doors.web.evenings.story_lines import Stories
from eleusis.doors.web.seats.seating import Seating
from eleusis.doors.web.web_messages import ChooseRule
from eleusis.ground.cards import card as read_card
from eleusis.ground.errors import EleusisError
from eleusis.minds.players.kinds import KINDS, STRENGTHS
from eleusis.record.gamefile.reading import load_game
from eleusis.record.replaying.replay import replay_game
from eleusis.secret.rule import Rule
from tests.helpers.web_tables import Browser, another, drive, evening_of, judged_by_hand, served

RULE: dict[str, Any] = {"rules": ["red"]}


def play_out(people: list[Browser], moves: int = 500) -> dict[str, Any]:
    """Let people say yes to the first option that there is until the round is over; how the table stands then."""
    for _ in range(moves):
        for person in people:
            view = person.view()
            if view["options"]:
                move = "pass" if "pass" in view["options"] else view["options"][0]
                assert person.move(move, view["n"]).status_code == 200
        if (table := people[0].table())["phase"] != "play":
            return table
    raise AssertionError("the round has no end")


@pytest.mark.long
def test_a_round_is_played_to_its_end_and_its_file_replays(tmp_path: Path) -> None:
    evening = evening_of(tmp_path, "Ann,Bob,Cleo:random", dealer="Cleo", **RULE)
    with served(evening) as ann:
        bob = another(ann)
        assert [player["kind"] for player in ann.table()["players"]] == ["person", "person", "random"]
        assert ann.view() == {"n": 0, "view": None, "options": []}
        assert set(ann.sit("Ann")) == {"seat", "pin"}
        bob.sit("bob")
        assert bob.table()["you"] == ["Bob"]
        assert ann.host("start").json() == {"n": 1}
        table = play_out([ann, bob])
        assert table["phase"] == "between"
        whole = ann.get("/api/rounds/1").json()
        assert whole["rule"] == "red"
        assert whole["scores"] == table["totals"]
        assert ann.get("/api/file").status_code == 403  # the seed in it would tell the rounds to come
        assert ann.host("stop").status_code == 200
        assert ann.get("/api/file").text == evening.path.read_text()
    replay = replay_game(load_game(evening.path))
    assert (replay.findings, replay.totals) == ([], table["totals"])
    assert oct(evening.path.stat().st_mode)[-3:] == "600"


def test_nothing_of_rule_seed_or_hands_is_told_while_a_round_is_on(tmp_path: Path) -> None:
    evening = evening_of(
        tmp_path, "Ann,Bob,Cleo:random", dealer="Cleo", seed=98_765_432_123, rules=["rank > last.rank"]
    )
    with served(evening) as ann:
        ann.sit("Ann")
        ann.host("start")
        assert evening.table is not None
        bobs = [card.text for card in evening.table.now.hands["Bob"]]
        for path in ("/api/table", "/api/view", "/api/view?seat=", "/api/host", "/api/rules", "/api/editions"):
            text = ann.get(path, Authorization=f"Bearer {ann.key}").text
            assert "rank > last.rank" not in text
            assert "98765432123" not in text
        assert ann.view()["view"]["hands"]["Bob"] == ["??"] * len(bobs)
        for path, status in (
            ("/api/rounds/1", 403), ("/api/rounds/1/transcript?seat=Ann", 403), ("/api/rounds/1/review", 403),
            ("/review/1", 403), ("/api/rounds/2", 403), ("/api/file", 403), ("/api/view?seat=Bob", 403),
            ("/api/events?seat=Bob", 403), ("/api/pin?seat=Bob", 403),
        ):  # fmt: skip
            assert ann.get(path).status_code == status, path
        assert ann.code_of(ann.get("/api/rounds/1")) == (403, "web/told-later")


def test_a_move_carries_the_state_it_was_made_in(tmp_path: Path) -> None:
    with served(evening_of(tmp_path, "Ann,Bob,Cleo:random", dealer="Cleo", **RULE)) as ann:
        ann.sit("Ann")
        ann.host("start")
        view = ann.view()
        move = next(option for option in view["options"] if option.startswith("play"))
        moved = ann.move(move, view["n"])
        assert moved.status_code == 200
        n = moved.json()["n"]
        again = ann.move(move, view["n"])  # the second of a double click
        assert (again.status_code, again.json()["n"]) == (409, n)
        assert again.json()["error"]["code"] == "web/moved"
        assert ann.view()["n"] == n


def test_what_the_rules_forbid_is_said_and_changes_nothing(tmp_path: Path) -> None:
    with served(evening_of(tmp_path, "Ann,Bob,Cleo:random", dealer="Cleo", **RULE)) as ann:
        bob = another(ann)
        ann.sit("Ann")
        bob.sit("Bob")
        ann.host("start")
        n = ann.view()["n"]
        assert bob.code_of(bob.move("no-play")) == (422, "move/out-of-turn")
        assert ann.code_of(ann.move("play ZZ")) == (422, "notation/card")
        assert ann.code_of(ann.move("undo")) == (422, "move/may-not-undo")
        assert ann.code_of(ann.move("no-play", seat="Bob")) == (403, "web/not-yours")
        assert ann.code_of(another(ann).move("no-play")) == (401, "web/no-token")
        assert ann.view()["n"] == n


def test_a_person_who_deals_gives_the_rule_and_judges(tmp_path: Path) -> None:
    with served(evening_of(tmp_path, "Ann,Bob,Cleo", dealer="Cleo")) as cleo:
        ann = another(cleo)
        cleo.sit("Cleo")
        ann.sit("Ann")
        cleo.host("start")
        assert (cleo.table()["phase"], cleo.table()["dealer"]) == ("rule", "Cleo")
        assert ann.code_of(ann.post("/api/rule", {"rule": "red"})) == (403, "web/not-dealing")
        refused = cleo.post("/api/rule", {"rule": "rad"}).json()["error"]
        assert (refused["line"], refused["column"]) == (1, 1)
        assert "red" in refused["text"]
        assert cleo.code_of(cleo.post("/api/rule", {"rule": "red", "hint": 1})) == (400, "web/type")
        assert cleo.code_of(cleo.post("/api/rule", {})) == (400, "web/key")
        assert cleo.post("/api/rule", {"rule": None}).json() == {"n": 1}
        assert ann.move(ann.view()["options"][0]).status_code == 200
        assert cleo.view()["options"] == ["judge right", "judge wrong"]
        assert cleo.move("judge wrong").status_code == 200
        assert ann.view()["story"][-1]["text"].startswith("Ann plays")


@pytest.mark.parametrize("given", ["none at all", "ABC", None])
def test_a_class_needs_its_code(tmp_path: Path, given: str | None) -> None:
    with served(evening_of(tmp_path, code="Fox 7")) as pupil:
        assert pupil.code_of(pupil.post("/api/seats", {"name": "Mia", "code": given})) == (403, "web/code")
        assert pupil.sit("Mia", code=" fox 7 ")["seat"] == "Mia"


def test_a_seat_is_taken_over_by_its_pin_and_its_old_page_holds_nothing(tmp_path: Path) -> None:
    with served(evening_of(tmp_path, "Ann,Bob")) as old:
        pin = old.sit("Ann")["pin"]
        new = another(old)
        assert new.code_of(new.post("/api/seats", {"name": "Ann"})) == (409, "seat/taken")
        assert new.code_of(new.post("/api/seats", {"name": "Ann", "pin": "x"})) == (403, "seat/wrong-pin")
        fresh = new.sit("Ann", pin=pin)["pin"]
        assert fresh != pin
        assert new.get("/api/pin?seat=Ann").json() == {"seat": "Ann", "pin": fresh}
        assert old.code_of(old.get("/api/pin?seat=Ann")) == (401, "web/no-token")
        assert old.table()["you"] == []


def test_nobody_sits_down_beside_a_name_that_looks_like_theirs(tmp_path: Path) -> None:
    evening = evening_of(tmp_path)
    with served(evening) as ann:
        ann.sit("Ann")
        other = another(ann)
        assert other.code_of(other.post("/api/seats", {"name": "Аnn"})) == (422, "seat/scripts")
        assert other.code_of(other.post("/api/seats", {"name": "ΑΝΝ"})) == (409, "seat/alike")
        assert ann.code_of(ann.host("set", players=["Ann", "ΑΝΝ:random"])) == (409, "seat/alike")
        assert other.sit("Анна")["seat"] == "Анна"
        assert evening.players == ("Ann", "Анна")


def test_the_command_line_seats_no_lookalikes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], snapshot: SnapshotAssertion
) -> None:
    file = str(tmp_path / "evening.yaml")
    for names in ("Ann,ΑΝΝ", "Ann,Bоb"):
        assert main(["serve", "--players", names, "--file", file, "--host", "127.0.0.1", "--port", "0"]) == 2
    assert capsys.readouterr().err == snapshot
    assert not Path(file).exists()


def test_new_names_and_bots_seats(tmp_path: Path) -> None:
    evening = evening_of(tmp_path)
    with served(evening) as host:
        assert host.host("set", players=["Ann", {"seat": "Bob", "kind": "random"}]).status_code == 200
        assert host.host("set", players={"Ann": "person", "Bob": "random"}).status_code == 200
        assert another(host).sit("Zoe")["seat"] == "Zoe"
        late = another(host)
        assert late.code_of(late.post("/api/seats", {"name": "Bob"})) == (409, "web/bots-seat")
        assert late.sit("Bob", take_over=True)["seat"] == "Bob"
        assert [player["kind"] for player in host.table()["players"]] == ["person"] * 3
        host.host("set", free=False)
        stranger = another(host)
        assert stranger.code_of(stranger.post("/api/seats", {"name": "Anne"})) == (404, "web/no-seat")


def test_the_host_alone_sets_the_table(tmp_path: Path) -> None:
    with served(evening_of(tmp_path, "Ann,Bob,Cleo:random")) as host:
        ann = another(host)
        ann.sit("Ann")
        assert ann.code_of(ann.post("/api/host", {"do": "start"})) == (401, "web/host-key")
        assert ann.code_of(ann.get("/api/host")) == (401, "web/host-key")
        assert host.code_of(host.host("strat")) == (400, "web/type")
        assert host.code_of(host.host("bot", seat="Ann")) == (400, "web/key")
        assert host.code_of(host.host("set", varaint="solo")) == (422, "notation/option")
        assert host.code_of(host.host("set", variant="solow")) == (422, "variant/unknown")
        assert host.code_of(host.host("set", variant="./solo.yaml")) == (422, "notation/option")  # no path
        assert host.code_of(host.host("next")) == (409, "web/round-on")
        assert host.code_of(host.host("hint", text="x")) == (409, "web/no-round")
        assert host.host("set", dealer="Cleo", **RULE).status_code == 200
        assert host.host("start").json() == {"n": 1}
        assert host.code_of(host.host("start")) == (409, "web/game-on")
        assert host.code_of(host.host("set", variant="solo")) == (409, "web/game-on")
        assert host.code_of(host.host("again")) == (409, "web/round-on")
        assert host.host("pause").status_code == 200
        assert ann.code_of(ann.move(ann.view()["options"][0])) == (409, "web/paused")
        assert host.host("go-on").status_code == 200
        assert ann.move(ann.view()["options"][0]).status_code == 200


def hints_in(story: list[Any]) -> list[tuple[str, bool]]:
    """The hints of a story, each with whether the host gave it."""
    return [(line["text"], line["hint"]["by_host"]) for line in story if line["hint"]]


def test_a_hint_of_the_hosts_is_the_hosts_and_may_be_given_in_a_pause(tmp_path: Path) -> None:
    evening = evening_of(tmp_path, "Ann,Bob,Cleo", dealer="Cleo", **RULE, variant="express")
    with served(evening) as host:
        ann, cleo = another(host), another(host)
        ann.sit("Ann")
        cleo.sit("Cleo")
        host.host("start")
        assert cleo.move('hint "mine"').status_code == 200
        host.host("pause")
        assert host.host("hint", text="look at\nthe colours").status_code == 200
        assert cleo.code_of(cleo.move('hint "again"')) == (409, "web/paused")
        host.host("go-on")
        assert cleo.move('hint "mine again"').status_code == 200

        said = [
            ('Cleo hints "mine"', False),
            ('The host hints "look at the colours"', True),
            ('Cleo hints "mine again"', False),
        ]
        assert hints_in(ann.view()["story"]) == said
        host.host("stop")
        assert hints_in(ann.get("/api/rounds/1").json()["story"]) == said
    assert evening.table is not None
    evening.table.close()
    again, _ = lobby.resume_evening(evening.path, Seating.load(seats_path(evening.path)))
    assert again.marks.by_host[1] == [1]


def test_forty_seats_and_no_more(tmp_path: Path) -> None:
    evening = evening_of(tmp_path)
    with served(evening) as host:
        assert host.host("set", players=[f"Pupil {number}" for number in range(40)]).status_code == 200
        assert host.code_of(host.post("/api/seats", {"name": "Zoe"})) == (409, "web/table-full")
        assert host.sit("Pupil 39")["seat"] == "Pupil 39"


def test_a_file_that_fails_stops_the_game_until_the_host_lets_it_go_on(tmp_path: Path) -> None:
    evening = evening_of(tmp_path, "Ann,Bob,Cleo:random", dealer="Cleo", **RULE)
    with served(evening) as ann:
        ann.sit("Ann")
        ann.host("start")
        move = ann.view()["options"][0]
        with evening.path.open("a") as file:
            file.write("# another program\n")
        n = ann.view()["n"]
        assert ann.code_of(ann.move(move)) == (422, "script/file-changed")
        assert "changed" in ann.table()["broken"]
        assert ann.code_of(ann.move(move)) == (409, "web/broken")
        assert ann.view()["n"] == n


def test_without_the_libraries_and_without_a_port(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert main(["serve", "--host", "127.0.0.1", "--port", port]) == 2  # notation/address
        assert "--port 0 takes a free port" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "eleusis.doors.web.serving", raising=False)
    assert main(["serve"]) == 2  # lab/no-web
    assert capsys.readouterr().err == "eleusis serve needs its libraries: pip install 'eleusis[web]'\n"


def test_a_bot_stands_in_for_a_turn_and_for_good(tmp_path: Path) -> None:
    with served(evening_of(tmp_path, "Ann,Bob,Cleo:random", dealer="Cleo", **RULE)) as ann:
        ann.sit("Ann")
        ann.host("start")
        assert ann.code_of(ann.host("bot", seat="Bob", kind="random", once=True)) == (409, "web/not-now")
        before = ann.view()["n"]
        assert ann.host("bot", seat="Ann", kind="random", once=True).status_code == 200
        assert ann.view()["n"] > before
        assert ann.table()["you"] == ["Ann"]  # the seat is still hers
        assert ann.host("bot", seat="Bob", kind="random").status_code == 200
        assert ann.code_of(ann.host("bot", seat="Cleo", kind="person")) == (422, "notation/player")
        assert ann.code_of(ann.host("person", seat="Cleo")) == (409, "web/not-now")  # it deals this round
        play_out([ann])


def test_undo_is_an_event_and_numbers_are_the_same_after_a_restart(tmp_path: Path) -> None:
    evening = evening_of(tmp_path, "Ann,Bob,Cleo", dealer="Cleo")
    with judged_by_hand(evening) as (cleo, ann):
        options = ann.view()["options"]
        ann.move(options[0])
        assert ann.view()["undo"]
        assert ann.move("undo").json() == {"n": 3, "seen": ann.view()}
        ann.move(options[1])
        cleo.move("judge right")
        cleo.move("undo")
        before = [(entry.n, entry.seen_by("Ann")) for entry in evening.chronicle.entries]
        assert [event["type"] for _, event in before] == [
            "round_began", "played", "undone", "played", "accepted", "guess_offered", "undone"
        ]  # fmt: skip
        assert (before[2][1]["to"], before[-1][1]["to"]) == (1, 4)
    path = evening.path
    again, _ = lobby.resume_evening(path, Seating.load(seats_path(path)))
    assert [(entry.n, entry.seen_by("Ann")) for entry in again.chronicle.entries] == before
    assert again.table is not None
    again.table.close()


@pytest.mark.parametrize(("options", "pace"), [(("--pace", "3"), 3.0), ((), 0.5)])
def test_a_pace_that_is_given_counts_for_a_game_gone_on_with(
    options: tuple[str, ...], pace: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And without one it keeps its own."""
    evening = evening_of(tmp_path, "Ann,Bob,Cleo:random", dealer="Cleo", pace=0.5)
    with served(evening) as ann:
        ann.sit("Ann")
        assert ann.host("start").status_code == 200
    paces: list[float] = []

    def serve(evening: Evening, *_: object, **__: object) -> int:
        paces.append(evening.plan.pace)
        assert evening.table is not None
        evening.table.close()
        return 0

    monkeypatch.setattr("eleusis.doors.web.serving.serve", serve)
    assert main(["serve", "--resume", str(evening.path), *options]) == 0
    assert paces == [pace]


def due(evening: Evening) -> str | None:
    """Whose move it is."""
    assert evening.table is not None
    return evening.table.now.round.to_act


def first_move(evening: Evening) -> str:
    """A move that may be made."""
    assert evening.table is not None
    return evening.table.now.round.options()[0].text


def lines_of(browser: Browser) -> list[str]:
    """What is told of the round so far."""
    return [line["text"] for line in browser.view()["story"]]


def test_with_a_clock_nobody_takes_the_next_ones_turn_back(tmp_path: Path) -> None:
    evening = evening_of(
        tmp_path, "Ann,Bob,Cleo:random", dealer="Cleo", clock=60, pace=60, rules=["rank > 0"], variant="express"
    )
    with served(evening) as ann:
        ann.sit("Ann")
        ann.host("start")
        seat = str(due(evening))
        playing.move(evening, seat, evening.chronicle.last, first_move(evening))
        playing.move(evening, seat, evening.chronicle.last, "pass")
        assert due(evening) != seat
        assert not playing.may_undo(evening, evening.the_table(), seat)
        with pytest.raises(EleusisError, match="clock"):
            playing.move(evening, seat, evening.chronicle.last, "undo")
        ann.host("undo")
        assert due(evening) == seat


def test_whoever_may_guess_has_twice_the_clock(tmp_path: Path) -> None:
    evening = evening_of(tmp_path, "Ann,Bob:random", dealer="Bob", clock=30, variant="express", rules=["rank > 0"])
    with served(evening) as ann:
        ann.sit("Ann")
        ann.host("start")
        assert ann.table()["clock_left"] == pytest.approx(30, abs=2)
        ann.move(first_move(evening))
        assert due(evening) == "Ann"
        assert ann.table()["clock_left"] == pytest.approx(60, abs=2)


def test_a_card_that_the_clock_plays_is_told_as_that(tmp_path: Path) -> None:
    evening = evening_of(tmp_path, "Ann,Bob,Cleo:random", dealer="Cleo", clock=60, pace=60, rules=["rank > 0"])
    with served(evening) as ann:
        ann.sit("Ann")
        ann.host("start")
        seat = ann.view()["view"]["to_act"]
        drive(playing.time_out(evening, evening.chronicle.last))
        (line,) = ann.view()["story"]
        card = ann.view()["view"]["layout"]["mainline"][-1]
        # A right to guess that went by with it isn't told as if the player had passed.
        assert line["text"] == f"{seat} runs out of time: {read_card(card).pretty} is played for them · right"
        assert line["by_clock"]
        assert evening.seating.settings["players"] == evening.settings()["players"]  # who stood in has gone
        playing.move(evening, str(due(evening)), evening.chronicle.last, first_move(evening))
        drive(playing.time_out(evening, evening.chronicle.last))  # of the right to guess
        assert lines_of(ann)[-1].endswith(" · right · runs out of time")
        texts = lines_of(ann)
    assert "time" not in evening.path.read_text().replace("\n", " ")  # in a game file it is a move as any other
    again, _ = lobby.resume_evening(evening.path, Seating.load(seats_path(evening.path)))
    assert again.table is not None
    assert [*again.marks.by_clock] == [*evening.marks.by_clock]
    with served(again) as ann:
        assert lines_of(ann) == texts
        ann.host("stop")
        assert [line["text"] for line in ann.get("/api/rounds/1").json()["story"]] == texts


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
def test_a_story_that_is_told_on_is_the_story_told_anew(tmp_path: Path, seed: int) -> None:
    """Whatever is taken back meanwhile, played by the clock, hinted or hidden, and whoever looks how often."""
    chance = random.Random(seed)
    evening = evening_of(tmp_path, "Ann,Bob,Cleo", dealer="Cleo", clock=60, variant="express")
    lobby.start(evening)
    playing.choose_rule(evening, "Cleo", ChooseRule(rule=None))
    for _ in range(60):
        deed = chance.choice(["move", "move", "move", "move", "undo", "clock", "late", "hint", "hide"])
        with contextlib.suppress(EleusisError):
            do_something(evening, deed, chance)
        for who in chance.sample(["Ann", "Bob", "Cleo", None], 2):
            seen, kept = show_view(evening, who), evening.stories
            evening.stories = Stories()
            assert seen == show_view(evening, who)
            evening.stories = kept
    assert evening.chronicle.last > 25
    assert evening.table is not None
    evening.table.close()


def do_something(evening: Evening, deed: str, chance: random.Random) -> None:
    """Move at random, or do what the word says."""
    match deed:
        case "move" if evening.table is not None:
            moves = [move for move in evening.table.now.round.options() if move.verb != "guess"]
            playing.move(evening, str(due(evening)), evening.chronicle.last, chance.choice(moves).text)
        case "undo":
            playing.undo(evening)
        case "clock":
            drive(playing.time_out(evening, evening.chronicle.last))
        case "late":  # that the clock has moved is noted once somebody has looked
            evening.marks.by_clock.add(evening.chronicle.last)
        case "hint":
            playing.give_hint(evening, "look")
        case _:
            playing.hide_hints(evening)


def test_the_host_takes_a_hint_from_all_pages(tmp_path: Path) -> None:
    evening = evening_of(tmp_path, "Ann,Bob,Cleo", dealer="Cleo", **RULE)
    with served(evening) as ann:
        ann.host("start")
        assert ann.code_of(ann.host("hide-hints")) == (409, "web/not-now")
        ann.sit("Cleo")
        ann.move('hint "the teacher is a pooh"')
        seat = str(due(evening))
        playing.move(evening, seat, evening.chronicle.last, first_move(evening))
        assert "pooh" in "".join(lines_of(ann))
        assert ann.host("hide-hints").status_code == 200
        assert ann.table()["hidden"] == 1
        assert ann.code_of(ann.host("hide-hints")) == (409, "web/not-now")
        assert ann.view()["story"][0]["what"].startswith(f"{seat} plays")
        ann.move('hint "one card"')
        entries = [evening.marks.tell_event(entry, "Ann") for entry in evening.chronicle.entries]
        assert [entry["hint"] for entry in entries if entry["type"] == "hint_given"] == ["…", "one card"]
        ann.host("stop")
        texts = ann.get("/api/rounds/1").text + ann.get("/api/rounds/1/transcript").text + ann.get("/api/view").text
        assert "pooh" not in texts
        assert texts.count("one card") >= 3
    assert "pooh" in evening.path.read_text()  # the record says what was said
    again, _ = lobby.resume_evening(evening.path, Seating.load(seats_path(evening.path)))
    with served(again) as ann:
        assert "pooh" not in ann.get("/api/rounds/1").text + ann.get("/api/view").text


def test_one_phone_keeps_score_for_a_real_table(tmp_path: Path) -> None:
    evening = evening_of(tmp_path, "Ann,Bob,Cleo", dealer="Cleo", by_hand=True)
    with served(evening) as keeper:
        for name in ("Ann", "Bob", "Cleo"):
            keeper.sit(name)
        assert keeper.table()["you"] == ["Ann", "Bob", "Cleo"]
        keeper.host("start")
        asked = keeper.post("/api/rule", {"rule": None, "seat": "Cleo"})
        assert keeper.code_of(asked) == (422, "notation/card")  # which card is the starter?
        assert keeper.post("/api/rule", {"rule": None, "seat": "Cleo", "starters": "7S"}).status_code == 200
        assert keeper.view("Ann")["view"]["hand"] == ["??"] * 12
        assert keeper.move("play 5H", seat="Ann").status_code == 200
        assert keeper.move("judge wrong", seat="Cleo").status_code == 200
        assert keeper.view("Bob")["view"]["layout"]["sidelines"] == [[["5H"]]]
        assert keeper.view("Ann")["story"][-1]["then"] == ["wrong", "draws 1"]
        assert keeper.move("play 10H", seat="Bob").status_code == 200
        assert keeper.move("judge right", seat="Cleo").status_code == 200
        assert keeper.move("pass", seat="Bob").status_code == 200
        assert keeper.view("Ann")["view"]["layout"]["mainline"] == ["7S", "10H"]


def test_open_hands_are_open_to_all_and_settled_before_the_deal(tmp_path: Path) -> None:
    with served(evening_of(tmp_path, "Ann,Bob,Cleo:random", dealer="Cleo", open_hands=True, **RULE)) as ann:
        ann.host("start")
        assert ann.table()["open_hands"]
        hands = ann.view("")["open_hands"]
        assert [len(hand) for hand in hands.values()] == [12, 12]
        assert "??" not in hands["Ann"] + hands["Bob"]
        assert ann.view("")["view"]["hands"] == hands
        assert ann.code_of(ann.host("set", open_hands=False)) == (409, "web/game-on")


def test_a_guess_names_no_rule_that_the_dealer_alone_may_know(tmp_path: Path) -> None:
    evening = evening_of(tmp_path, "Ann,Bob,Cleo:random", dealer="Cleo")
    evening.rules = {"zebra-stripes": Rule("color != last.color")}
    lobby.set_up(evening, {"rules": ["zebra-stripes"]})
    with served(evening) as ann:
        ann.sit("Ann")
        ann.host("start")
        assert ann.code_of(ann.move('guess "zebra-stripe"')) == (422, "move/may-not-guess")  # nothing is due
        play = next(card for card in ann.view()["options"] if card.startswith("play"))
        ann.move(play)
        while "pass" not in ann.view()["options"]:
            ann.host("bot", seat=ann.view()["view"]["to_act"], kind="random", once=True)
        refused = ann.move('guess "zebra-stripe"').json()["error"]["text"]
        assert "zebra-stripes" not in refused
        looked = ann.post("/api/rules/look", {"rule": "zebra-stripe"}).json()["error"]["text"]
        assert "zebra-stripes" not in looked


def test_a_guess_that_is_too_dear_to_judge_is_refused_and_may_be_said_more_simply(tmp_path: Path) -> None:
    with served(evening_of(tmp_path, "Ann,Bob,Cleo:random", dealer="Cleo", **RULE)) as ann:
        ann.sit("Ann")
        ann.host("start")
        ann.move(next(option for option in ann.view()["options"] if option[-1] in "HD"))
        before = ann.view()
        assert "pass" in before["options"]
        dear = ann.move('guess "red and last12.sum(rank * card.rank) != 1"')
        assert ann.code_of(dear) == (422, "move/guess-too-dear")
        assert ann.view() == before
        assert ann.move('guess "heart or diamond"').status_code == 200
        assert ann.view()["view"]["ended"] == "right guess"


def test_the_host_is_offered_bots_by_their_strength_and_programs(tmp_path: Path) -> None:
    with served(evening_of(tmp_path, "Ann,Bob,Cleo:random", dealer="Cleo", **RULE)) as ann:
        kinds = ann.get("/api/kinds").json()
        assert [kind["name"] for kind in kinds if kind["offered"] and kind["name"] in KINDS] == [*STRENGTHS]
        assert {kind["name"] for kind in kinds} >= set(KINDS)


def test_a_bot_that_knows_the_rule_does_not_come_in_while_a_round_is_on(tmp_path: Path) -> None:
    with served(evening_of(tmp_path, "Ann,Bob,Cleo:random", dealer="Cleo", **RULE)) as ann:
        ann.sit("Ann")
        ann.host("start")
        for once in (True, False):
            assert ann.code_of(ann.host("bot", seat="Ann", kind="knower", once=once)) == (409, "web/not-now")


def test_who_plays_does_not_sit_down_as_the_one_who_deals(tmp_path: Path) -> None:
    with served(evening_of(tmp_path, "Ann,Bob,Cleo", dealer="Cleo")) as cleo:
        bob, stranger = another(cleo), another(cleo)
        cleo.sit("Cleo")
        bob.sit("Bob")
        cleo.host("start")
        cleo.post("/api/rule", {"rule": "red"})
        cleo.host("remove", seat="Cleo")
        assert bob.code_of(bob.post("/api/seats", {"name": "Cleo"})) == (409, "web/enough-seats")
        stranger.sit("Cleo")
        assert stranger.view()["rule"] == "red"


def test_a_bot_draws_the_rule_for_a_dealer_who_is_away(tmp_path: Path) -> None:
    with served(evening_of(tmp_path, "Ann,Bob,Cleo", dealer="Cleo")) as ann:
        ann.sit("Ann")
        ann.host("start")
        assert ann.table()["phase"] == "rule"
        assert ann.host("bot", seat="Cleo", kind="random").status_code == 200
        assert (ann.table()["phase"], ann.table()["dealer"]) == ("play", "Cleo")


def test_a_browser_holds_eight_seats_and_no_more(tmp_path: Path) -> None:
    with served(evening_of(tmp_path)) as browser:
        for number in range(8):
            browser.sit(f"Pupil {number}")
        assert browser.code_of(browser.post("/api/seats", {"name": "Zoe"})) == (409, "web/enough-seats")
