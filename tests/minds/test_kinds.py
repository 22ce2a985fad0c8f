"""Kinds of player from installed packages, and programs by name (design.md, "Players from outside")."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from eleusis.doors.cli import main
from eleusis.ground.errors import EleusisError, NotationError
from eleusis.minds.players.kinds import find_kind, offered_kinds, read_programs
from eleusis.minds.players.program.command import MOVE_TIME, Program
from eleusis.minds.players.registry import Seat, make_player, read_seats
from eleusis.variant import load_variant

CAREFUL = """
from eleusis import Kind, Option, Pass, Play

KIND = Kind("house_bots", "plays its first card", {"nerve": Option(0, 1, 0.5, "how bold it is")})
NUMBER = 7


class Careful:
    def __init__(self, options):
        self.options = options

    def move(self, view):
        return view.options[-1] if view.due is not Play else Play(view.seat, view.playable[:1])


def make(*, seat, variant, chance, rule, library, options, **later):
    assert rule is None
    return Careful(options)
"""


def install(folder: Path, points: str, *, name: str = "house-bots", code: str = CAREFUL) -> None:
    """A distribution that offers players, as if it had been installed into a folder."""
    info = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text(f"[eleusis.players]\n{points}\n", "utf-8")
    (folder / "house_bots.py").write_text(code, "utf-8")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "house_bots", raising=False)
    return tmp_path


def test_a_package_adds_a_kind(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    install(site, "careful = house_bots:KIND")
    assert [offer.origin for offer in offered_kinds()["careful"]] == ["house-bots 1.0"]
    assert read_seats("Ann:careful(nerve=0.7)") == (Seat("Ann", "careful", {"nerve": 0.7}),)
    code = main(["deal", "--players", "Ann:careful,Bob,Cleo,Dan", "--rounds", "1"])
    assert code == 0
    assert "seats: {Ann: careful" in capsys.readouterr().out


def test_a_kind_of_a_package_is_handed_its_defaults(site: Path) -> None:
    install(site, "careful = house_bots:KIND")
    import random

    player = make_player("careful", "Ann", load_variant("abbott"), random.Random(1))
    assert vars(player)["options"] == {"nerve": 0.5}


@pytest.mark.parametrize(
    ("points", "code", "names"),
    [
        ("careful = house_bots:NUMBER", "notation/kind", ["house-bots 1.0", "house_bots:NUMBER"]),
        ("careful = house_bots:NOTHING", "notation/kind", ["house-bots 1.0", "AttributeError"]),
        ("careful = no_such_module:KIND", "notation/kind", ["house-bots 1.0", "ModuleNotFoundError"]),
        ("careful = house_bots", "notation/kind", ["house-bots 1.0"]),
    ],
)
def test_a_kind_that_can_not_be_had(site: Path, points: str, code: str, names: list[str]) -> None:
    install(site, points)
    with pytest.raises(NotationError) as caught:
        read_seats(f"Ann:{points.split()[0]}")
    assert caught.value.code == code
    assert all(name in caught.value.message for name in names)


def test_two_packages_with_one_name_are_both_named(site: Path) -> None:
    install(site, "careful = house_bots:KIND")
    install(site, "careful = house_bots:KIND", name="other-bots")
    with pytest.raises(NotationError, match=r"twice: house-bots 1\.0 and other-bots 1\.0"):
        find_kind("careful")


def test_a_program_is_a_kind_by_its_name() -> None:
    programs = read_programs(["Mine=python3 'my bot.py' -v"])
    assert programs == {"mine": Program("mine", ("python3", "my bot.py", "-v"), MOVE_TIME)}
    seats = read_seats("Ann:mine,Bob:random", programs=programs)
    assert seats == (Seat("Ann", "mine", {}, programs["mine"]), Seat("Bob", "random"))
    assert seats[0].how == "mine"


@pytest.mark.parametrize(
    ("texts", "says"),
    [
        (["python3 mybot.py"], "NAME=COMMAND"),
        (["=python3"], "NAME=COMMAND"),
        (["a b=python3"], "NAME=COMMAND"),
        (["mine="], "has no command"),
        (["mine=''"], "has no command"),
        (["mine=python3 'x"], "no closing quotation"),
        (["random=python3"], "a kind of player has the name 'random'"),
        (["Person=python3"], "a kind of player has the name 'person'"),
        (["mine=a", "MINE=b"], "another --bot has the name 'mine'"),
    ],
)
def test_a_program_that_can_not_be_named_so(texts: list[str], says: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_programs(texts)
    assert caught.value.code == "notation/bot"
    assert says in caught.value.message


@pytest.mark.parametrize(
    ("players", "code", "says"),
    [
        ("Ann:mien", "notation/player", "did you mean 'mine'"),
        ("Ann:mine(x=1)", "notation/option", "in its command"),
    ],
)
def test_a_seat_that_no_program_takes(players: str, code: str, says: str) -> None:
    with pytest.raises(EleusisError) as caught:
        read_seats(players, programs=read_programs(["mine=python3 mybot.py"]))
    assert caught.value.code == code
    assert says in caught.value.message
