"""Seats of the table in the browser: taken, taken over, given up, and kept through every end of the server."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from eleusis.doors.web.evenings import lobby
from eleusis.doors.web.refused import WebError
from eleusis.doors.web.seats.seat_names import CODE_LIMITS, Tries, TryLimits, check_seat_name, seat_called
from eleusis.doors.web.seats.seating import Seating
from eleusis.driving.dealing import check_players
from eleusis.ground.data import Json
from eleusis.ground.errors import EleusisError, ScriptError
from eleusis.minds.players.registry import Seat
from tests.helpers.web_tables import evening_of


class Clock:
    """Seconds that pass when the test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def seating(tmp_path: Path, clock: Clock) -> Seating:
    return Seating.create(tmp_path / "evening.yaml.seats", clock)


def code_of(error: pytest.ExceptionInfo[EleusisError]) -> str:
    return error.value.code


def test_a_seat_is_held_by_its_token(seating: Seating) -> None:
    ann, bob = seating.sit("Ann"), seating.sit("Bob")
    assert (ann.seat, bob.seat) == ("Ann", "Bob")
    assert seating.seats_of([ann.token]) == ("Ann",)
    assert seating.seats_of([bob.token, "forged", ann.token]) == ("Ann", "Bob")
    assert seating.seats_of(["", "forged", ann.token[:-1], ann.token + "x", "\ud800"]) == ()
    assert seating.pin_of("Ann") == ann.pin
    assert len(ann.pin) == 6
    assert ann.pin.isdigit()
    assert ann.token not in repr(ann)


def test_no_token_stands_in_the_file(seating: Seating) -> None:
    ann = seating.sit("Ann")
    text = seating.path.read_text(encoding="utf-8")
    assert ann.token not in text
    assert stat.S_IMODE(seating.path.stat().st_mode) == 0o600
    assert [path.name for path in seating.path.parent.iterdir()] == [seating.path.name]


def test_a_taken_seat_needs_its_pin(seating: Seating) -> None:
    ann = seating.sit("Ann")
    before = seating.holder("Ann")
    with pytest.raises(WebError) as error:
        seating.sit("ann")
    assert code_of(error) == "seat/taken"
    over = seating.sit(" ANN ", pin=ann.pin)
    assert over.seat == "Ann"
    assert over.pin != ann.pin
    assert seating.seats_of([ann.token]) == ()
    assert seating.seats_of([over.token]) == ("Ann",)
    assert seating.holder("Ann") != before
    with pytest.raises(WebError) as error:
        seating.sit("Ann", pin=ann.pin)
    assert code_of(error) == "seat/wrong-pin"


def test_after_five_wrong_pins_a_network_pauses(seating: Seating, clock: Clock) -> None:
    ann, bob = seating.sit("Ann"), seating.sit("Bob")
    for wrong in ("", "12345", "x" * 1000, "-00001", "１２３４５６"):
        with pytest.raises(WebError) as error:
            seating.sit("Ann", pin=wrong, network="wifi")
        assert code_of(error) == "seat/wrong-pin"
    clock.now += 59
    with pytest.raises(WebError) as locked:
        seating.sit("Ann", pin=ann.pin, network="wifi")
    assert (code_of(locked), locked.value.wait) == ("seat/locked", 1)
    assert seating.sit("Bob", pin=bob.pin, network="wifi").seat == "Bob"
    assert seating.seats_of([ann.token]) == ("Ann",)  # whoever sits there is not disturbed
    over = seating.sit("Ann", pin=ann.pin, network="elsewhere")
    clock.now += 2
    assert seating.sit("Ann", pin=over.pin, network="wifi").seat == "Ann"


def pauses_of(seating: Seating, clock: Clock, number: int) -> list[float]:
    """The pauses after so many wrong PINs for Ann, each tried as soon as it may be."""
    pauses: list[float] = []
    while len(pauses) < number:
        with pytest.raises(WebError) as error:
            seating.sit("Ann", pin="no", network="wifi")
        if code_of(error) == "seat/locked":
            pauses.append(error.value.wait)
            clock.now += error.value.wait
    return pauses


def test_pauses_grow_and_the_right_pin_is_taken_after_each(seating: Seating, clock: Clock) -> None:
    pin = seating.sit("Ann").pin
    for number in range(1, 7):
        pauses = pauses_of(seating, clock, number)
        assert pauses == sorted(set(pauses))
        assert max(pauses) <= 1800
        pin = seating.sit("Ann", pin=pin, network="wifi").pin


def test_one_network_tries_few_pins_in_an_hour(seating: Seating, clock: Clock) -> None:
    start = clock.now
    seating.sit("Ann")
    wrong = 0
    while clock.now < start + 24 * 3600:
        with pytest.raises(WebError) as error:
            seating.sit("Ann", pin="no", network="wifi")
        clock.now += error.value.wait
        wrong += code_of(error) == "seat/wrong-pin"
    assert wrong <= 24 * 12


def test_many_networks_try_few_pins_in_an_hour(seating: Seating, clock: Clock) -> None:
    """A new network for each try, and some that try again: the seat bounds them, and its own page is let in."""
    ann = seating.sit("Ann")
    wrong = 0
    for second in range(3600):
        clock.now += 1
        for network in (f"new {second}", f"old {second % 50}"):
            with pytest.raises(WebError) as error:
                seating.sit("Ann", pin="no", network=network)
            wrong += code_of(error) == "seat/wrong-pin"
    assert 200 < wrong <= 320
    with pytest.raises(WebError) as late:
        seating.sit("Ann", pin=ann.pin, network="hotel")
    assert 0 < late.value.wait <= 60
    again = seating.sit("Ann", pin=ann.pin, tokens=[ann.token], network="new 1")
    clock.now += late.value.wait
    assert seating.sit("Ann", pin=again.pin, network="hotel").seat == "Ann"


def test_a_few_networks_never_shut_out_another(seating: Seating, clock: Clock) -> None:
    """However long a whole classroom tries, whoever was never wrong gets in at once."""
    pin = seating.sit("Ann").pin
    for hour in range(12):
        for number in range(60 * 20):
            clock.now += 3
            with pytest.raises(WebError):
                seating.sit("Ann", pin="no", network=str(number % 20))
        pin = seating.sit("Ann", pin=pin, network=f"fresh {hour}").pin


def test_the_right_pin_forgets_wrong_ones(seating: Seating) -> None:
    pin = seating.sit("Ann").pin
    for _ in range(3):
        for _ in range(4):
            with pytest.raises(WebError):
                seating.sit("Ann", pin="no")
        pin = seating.sit("Ann", pin=pin).pin


def test_tries_are_counted_by_network_and_by_secret(clock: Clock) -> None:
    tries = Tries(TryLimits(most=2, pause=10, memory=30, most_of_all=100, pause_of_all=1), clock=clock)
    tries.miss("a", "x")
    assert not tries.wait("a", "x")
    tries.miss("a", "x")
    assert (tries.wait("a", "x"), tries.wait("b", "x"), tries.wait("a", "y")) == (10, 0, 0)
    clock.now += 10
    tries.miss("a", "x")
    assert tries.wait("a", "x") == 20
    clock.now += 30
    for _ in range(2):  # all is forgotten
        assert not tries.wait("a", "x")
        tries.miss("a", "x")


def test_a_wrong_code_from_everywhere_pauses_the_table_shortly(clock: Clock) -> None:
    tries = Tries(CODE_LIMITS, clock=clock)
    allowed = 0
    for second in range(3600):
        clock.now += 1
        for network in (f"new {second}", f"old {second % 50}"):
            if not tries.wait(network):
                tries.miss(network)
                allowed += 1
    assert allowed <= 2000
    pause = tries.wait("pupil")
    assert 0 <= pause <= 4
    clock.now += pause
    assert not tries.wait("pupil")


def test_a_seat_that_is_given_up_is_free(seating: Seating) -> None:
    ann, bob = seating.sit("Ann"), seating.sit("Bob")
    of_bob = seating.holder("Bob")
    seating.remove("Ann")
    assert seating.held == ("Bob",)
    assert seating.seats_of([ann.token, bob.token]) == ("Bob",)
    assert (seating.holder("Ann"), seating.holder("Bob")) == ("", of_bob)
    for ask in (seating.pin_of, seating.remove):
        with pytest.raises(WebError) as error:
            ask("Ann")
        assert code_of(error) == "seat/not-held"
    again = seating.sit("Ann")
    assert seating.holder("Ann")
    assert again.token != ann.token


def test_only_some_seats_are_kept(seating: Seating) -> None:
    ann, bob = seating.sit("Ann"), seating.sit("Bob")
    seating.keep_only(["Ann", "Cleo"])
    assert seating.held == ("Ann",)
    assert seating.seats_of([bob.token, ann.token]) == ("Ann",)


def test_a_name_means_the_seat_at_the_table_that_is_alike(seating: Seating) -> None:
    assert seating.sit("ann", seats=["Dan", "Ann"]).seat == "Ann"
    assert seating.sit("Ｄan", seats=["Dan", "Ann"]).seat == "Dan"
    assert seating.sit("Eve", seats=["Dan", "Ann"]).seat == "Eve"
    assert seat_called("STRASSE", ["Bob", "Straße"]) == "Straße"
    assert seat_called("Cleo", ["Bob"]) is None


def test_there_are_fifty_seats(seating: Seating, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("eleusis.doors.web.seats.seating.MAX_PLAYERS", 3)
    for name in "abc":
        seating.sit(name)
    with pytest.raises(WebError) as error:
        seating.sit("d")
    assert code_of(error) == "seat/full"
    assert seating.sit("a", pin=seating.pin_of("a")).seat == "a"


def test_all_of_it_is_there_after_a_restart(seating: Seating) -> None:
    ann = seating.sit("Ann")
    seating.keep_settings({"variant": "express", "players": [{"seat": "Ann"}]})
    again = Seating.load(seating.path)
    assert again.seats_of([ann.token]) == ("Ann",)
    assert again.pin_of("Ann") == ann.pin
    assert again.settings == {"variant": "express", "players": [{"seat": "Ann"}]}
    assert again.is_key(seating.key)
    assert not again.is_key("")
    assert not again.is_key(seating.key + "\ud800")
    again.settings["variant"] = "abbott"
    assert again.settings["variant"] == "express"


def test_whatever_is_kept_can_be_read_again(seating: Seating) -> None:
    """Also what YAML doesn't allow, and a name as a game file has it."""
    odd = "a\u2028b\x85c\x7f\ufeff\x00 \U0001f600é"
    settings: dict[str, Json] = {"odd": odd, "numbers": [0.5, -3, 10**17, None, True], "none": [], "nothing": {}}
    seating.keep_settings(settings)
    zoe = seating.sit("Zoë", seats=["Zoe\u0308"])
    again = Seating.load(seating.path)
    assert (again.settings, again.held) == (settings, ("Zoe\u0308",))
    assert again.seats_of([zoe.token]) == ("Zoe\u0308",)


def test_a_file_of_seats_may_stand_on_one_line(seating: Seating) -> None:
    ann = seating.sit("Ann")
    data = json.loads(seating.path.read_text(encoding="utf-8"))
    seating.path.write_text(json.dumps(data, separators=(",", ":")), encoding="utf-8")
    assert Seating.load(seating.path).seats_of([ann.token]) == ("Ann",)


def test_a_new_evening_has_a_new_key(seating: Seating) -> None:
    ann, key = seating.sit("Ann"), seating.key
    again = Seating.create(seating.path)
    assert again.key != key
    assert again.seats_of([ann.token]) == ()


@pytest.mark.skipif(os.name != "posix", reason="permissions as Unix has them")
def test_a_file_that_others_may_read_is_closed_to_them(seating: Seating) -> None:
    seating.path.chmod(0o644)
    Seating.load(seating.path)
    assert stat.S_IMODE(seating.path.stat().st_mode) == 0o600


def test_what_can_not_be_written_has_not_happened(seating: Seating, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = seating.sit("Ann")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    for change in (lambda: seating.sit("Bob"), lambda: seating.remove("Ann"), lambda: seating.keep_settings({})):
        with pytest.raises(ScriptError) as error:
            change()
        assert code_of(error) == "script/cannot-write"
    assert seating.held == ("Ann",)
    monkeypatch.undo()
    assert Seating.load(seating.path).seats_of([ann.token]) == ("Ann",)


WHOLE: dict[str, object] = {"seats_of_eleusis": 1, "key": "k" * 32, "seats": {}, "settings": {}}
GOOD: dict[str, object] = {"pin": "123456", "token": "0" * 64}


DAMAGES: tuple[dict[str, object], ...] = (
    {"key": 5},
    {"key": "short"},
    {"settings": []},
    {"seats": []},
    {"seats": {"Ann": None}},
    {"seats": {"Ann": {"pin": "123456"}}},
    {"seats": {"Ann": GOOD | {"pin": "12345"}}},
    {"seats": {"Ann": GOOD | {"pin": 123456}}},
    {"seats": {"Ann": GOOD | {"token": "xyz"}}},
    {"seats": {"": GOOD}},
    {"seats": {"An\u202en": GOOD}},
    {"seats": {"Ann": GOOD, "ann": GOOD}},
)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "seat/broken"),
        ("{", "seat/broken"),
        ("[]", "seat/broken"),
        ("null", "seat/broken"),
        ("[" * 100_000, "seat/broken"),
        ("eleusis: 1\nvariant: express\n", "seat/broken"),
        ('{"eleusis": 1}', "seat/broken"),
        ('{"seats_of_eleusis": 2}', "seat/version"),
        ('{"seats_of_eleusis": "1"}', "seat/version"),
        ('{"seats_of_eleusis": 1}', "seat/broken"),
        *((json.dumps(WHOLE | change), "seat/broken") for change in DAMAGES),
    ],
)
def test_a_broken_file_of_seats(tmp_path: Path, text: str, code: str) -> None:
    path = tmp_path / "x.seats"
    path.write_text(text, encoding="utf-8")
    for read in (Seating.load, Seating.create):
        with pytest.raises(EleusisError) as error:
            read(path)
        assert {part.code for part in error.value.errors} == {code}
        assert error.value.exit_code == 2
        for part in error.value.errors:
            assert isinstance(part, WebError)
            assert str(part).startswith(f"{path}: ")
            assert all(secret not in str(part) for secret in ("12345", "xyz"))
    assert path.read_text(encoding="utf-8") == text


def test_a_file_of_seats_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(WebError) as error:
        Seating.load(tmp_path / "none.seats")
    assert code_of(error) == "seat/missing"
    (tmp_path / "folder.seats").mkdir()
    (tmp_path / "bytes.seats").write_bytes(b"\xff" * 100)
    with pytest.raises(WebError) as error:
        Seating.load(tmp_path / "folder.seats")
    assert code_of(error) == "seat/unreadable"
    with pytest.raises(WebError) as error:
        Seating.load(tmp_path / "bytes.seats")
    assert code_of(error) == "seat/broken"


@pytest.mark.parametrize(
    "name",
    [
        *("", " ", "\t", "a\nb", "a\x00b", "a\x1b[31mb", "An\u202en", "An\u200bn", "\u3164", "\u2800", "An\u00adn"),
        *("\ufeffAnn", "a\u2028b", "a\xa0b", "\ud800", "x" * 61, "e\u0301\u0302\u0303\u0304\u0305", "\u0301"),
        *(None, 5, True, ["Ann"], {"name": "Ann"}, b"Ann", "\U000e0041", "\ufe0f"),
        *("\u034f", "\u115f", " " * 1_000_000),
    ],
)
def test_what_is_no_name(name: object) -> None:
    with pytest.raises(WebError) as error:
        check_seat_name(name)
    assert code_of(error) == "seat/name"
    assert len(str(error.value)) < 300


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Ann", "Ann"),
        ("  Ann   Lee ", "Ann Lee"),
        ("<b>Ann</b>", "<b>Ann</b>"),
        ("Zoe\u0308", "Zoë"),
        ("❤\ufe0f", "❤"),
        ("x" * 60, "x" * 60),
        ("สมชาย", "สมชาย"),
        ("李雷", "李雷"),
        ("Team 7: Ann & Bob", "Team 7: Ann & Bob"),
    ],
)
def test_what_is_a_name(name: str, kept: str) -> None:
    assert check_seat_name(name) == kept
    assert check_seat_name(kept) == kept
    assert check_players([kept, "Dan"])


LOOKALIKES = {
    "Ann": ("ΑΝΝ",),
    "Aca": ("Аса", "АСА"),
    "Poccia": ("Росс\u0456а",),
    "Team 1": ("Team l", "Team I", "team I"),
    "Bob": ("B0b", "ВОВ"),
    "Burn": ("Bum",),
    "O'Brien": ("O’Brien", "Oʼbrien"),
    "口": ("ロ",),
}


@pytest.mark.parametrize(("seat", "name"), [(seat, name) for seat, names in LOOKALIKES.items() for name in names])
def test_a_name_that_looks_like_another_is_refused(tmp_path: Path, seat: str, name: str) -> None:
    evening = evening_of(tmp_path)
    assert lobby.sit_down(evening, seat) == seat
    players = {"players": [seat, "Dan", name]}
    for sit in (
        lambda: lobby.sit_down(evening, name),
        lambda: lobby.set_up(evening, players),
    ):
        with pytest.raises(WebError) as error:
            sit()
        assert code_of(error) == "seat/alike"
    assert evening.players == (seat,)
    lobby.set_up(evening, {"players": [name]})
    assert evening.players == (name,)


@pytest.mark.parametrize("name", ["Аnn", "Annа", "Боb", "αnn", "Anո", "Team Ольга", "ひρ", "김а", "ᎪᏁᏁa"])
def test_a_name_keeps_to_one_writing_system(tmp_path: Path, name: str) -> None:
    evening, players = evening_of(tmp_path), {"players": f"{name}:random,Dan"}
    for sit in (
        lambda: lobby.sit_down(evening, name),
        lambda: lobby.set_up(evening, players),
    ):
        with pytest.raises(WebError) as error:
            sit()
        assert code_of(error) == "seat/scripts"
    assert evening.players == ()


def test_names_of_all_writing_systems_sit_together(tmp_path: Path) -> None:
    names = (
        *("Ann", "Anne", "Anna", "Анна", "Ольга", "山田", "山田ひろし", "ひろし", "ヒロシ", "김민준", "José"),
        *("Jose", "O'Brien", "Łukasz", "Nguyễn Văn", "Ελένη", "أحمد", "אבי", "สมชาย", "अनिता"),
        *(
            "李雷",
            "Ken 山田",
            "Ai",
            "Al",
            "Team 1",
            "Team 2",
            "Team 7: Ann & Bob",
            "❤",
            "Zoë",
            "Jean-Luc",
            "Đặng",
            "ʻIolani",
        ),
    )
    evening = evening_of(tmp_path)
    assert tuple(lobby.sit_down(evening, name) for name in names) == evening.players == names
    lobby.set_up(evening, {"players": [{"seat": name, "kind": "random"} for name in names]})
    assert evening.players == names


def test_a_table_that_has_such_names_goes_on_with_them(tmp_path: Path) -> None:
    """They were taken before such names were refused."""
    evening = evening_of(tmp_path, variant="abbott")
    evening.seats = [Seat("Ann"), Seat("Аnn")]
    lobby.start(evening)
    assert evening.table is not None
    evening.table.close()
    again = lobby.resume_evening(evening.path, Seating.load(evening.seating.path))[0]
    assert (lobby.sit_down(again, "Аnn"), lobby.sit_down(again, "Ann")) == ("Аnn", "Ann")
    assert again.seating.sit("Аnn", seats=again.players).seat == "Аnn"
    assert Seating.load(again.seating.path).held == ("Аnn",)


def test_the_error_keeps_its_wait_at_another_place() -> None:
    error = WebError("seat/locked", "try later", wait=3.0)
    assert error.at(error.place).wait == 3.0
