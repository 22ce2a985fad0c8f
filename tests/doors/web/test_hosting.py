"""A room on the internet: the files of docs/hosting as they stand, and a server behind a real proxy."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import httpx2 as httpx
import pytest

from eleusis.doors.cli import main
from eleusis.doors.web import serving
from eleusis.doors.web.evenings.after import MAX_GAMES_IN_ROOM
from eleusis.doors.web.evenings.evening_plan import MAX_BOTS_IN_ROOM, MAX_SEATS
from eleusis.doors.web.evenings.playing import MAX_HINTS
from eleusis.doors.web.rooms import metrics
from eleusis.doors.web.rooms.room import MOST_TABLES
from eleusis.doors.web.rooms.room_app import DOOR_LIMITS
from eleusis.doors.web.rooms.room_messages import MOST_TABLES_AT_ONCE
from eleusis.doors.web.seats.seat_names import PIN_LIMITS
from eleusis.driving.dealing import MAX_NAME
from tests.helpers.pages import DOCS, marked, words_in
from tests.helpers.patience import patient
from tests.helpers.web_clients import Player, Server, free_port, insist

FILES = DOCS / "hosting"
SERVICE, CONTAINER, NGINX, CADDY = (
    FILES / name for name in ("eleusis.service", "Containerfile", "nginx.conf", "Caddyfile")
)
QUOTA = 3
"""Tables that anybody may make."""
PATIENCE = patient(60)
COPIES = 4


def test_the_page_of_hosting_shows_these_very_files() -> None:
    page = (DOCS / "hosting.md").read_text(encoding="utf-8")
    shown = re.findall(r"^```\{literalinclude\} hosting/(.*)$", page, re.M)
    assert sorted(shown) == sorted(path.name for path in FILES.iterdir())


@pytest.mark.parametrize("path", [SERVICE, DOCS / "hosting.md"], ids=lambda path: path.name)
def test_serve_has_the_options_that_hosting_needs(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--help"]) == 0
    said = set(re.findall(r"--[\w-]+", capsys.readouterr().out))
    commands = re.findall(r"(?:eleusis serve|eleusis:latest)((?:.*\\\n)*.*)", path.read_text(encoding="utf-8"))
    assert commands
    for command in commands:
        assert set(re.findall(r"--[a-z-]+", command)) <= said, command


def test_the_limits_and_the_metrics_are_those_of_the_code() -> None:
    page = (DOCS / "hosting.md").read_text(encoding="utf-8")
    numbers = {
        row[0].partition(",")[0]: [int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*", row[1])]
        for row in marked(page, "limits")[1:]
    }
    limits = serving._ROOM_LIMITS
    assert numbers == {
        "Tables in a room": [MOST_TABLES, MOST_TABLES_AT_ONCE],
        "Connections": [serving._MOST_IN_ROOM, 503],
        "Requests of one network": [limits.open_of_one, limits.address_burst, limits.address_rate],
        "Requests of a player": [limits.burst, limits.rate],
        "A request": [limits.body // 1024, limits.path, limits.query, serving._HEAD // 1024, limits.patience],
        "Wrong codes": [DOOR_LIMITS.most, DOOR_LIMITS.most_of_all],
        "Wrong PINs for a seat": [PIN_LIMITS.most, PIN_LIMITS.most_of_all],
        "A table": [MAX_SEATS, MAX_BOTS_IN_ROOM, MAX_GAMES_IN_ROOM, MAX_HINTS, MAX_NAME, 1000],
        "Logs": [],
    }
    names = re.findall(r'"(eleusis_\w+)"', Path(metrics.__file__).read_text(encoding="utf-8"))
    assert sorted(words_in(page, "metrics")) == sorted(names)


# A server behind a proxy


class RoomServer(Server):
    """The server of a room, in a process of its own, on one port however often it is started again."""

    page = "room"

    def start(self, *, resume: bool = False, wait: bool = True) -> None:
        """Start it; its room is always there again."""
        command = [sys.executable, "-m", "eleusis", "serve", "--tables", str(self.path), "--port", str(self.port)]
        self.process = subprocess.Popen(
            [*command, "--host", "127.0.0.1", "--format", "json", *self._options],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
        )  # fmt: skip
        if wait:
            self.wait()


class Proxied:
    """A room as the world sees it."""

    def __init__(self, folder: Path, url: str, server: RoomServer) -> None:
        self.folder = folder
        self.url = url
        self.server = server

    def visitor(self, address: str = "127.0.0.1", **headers: str) -> httpx.Client:
        """Somebody at an address of their own."""
        transport = httpx.HTTPTransport(verify=False, local_address=address)
        return httpx.Client(base_url=self.url, transport=transport, timeout=patient(20), headers=headers)


def nginx_command(folder: Path, ports: tuple[int, int], certificate: Path) -> list[str]:
    """nginx with the configuration of the docs, at other ports and with another certificate."""
    text = NGINX.read_text()
    text = re.sub(r" *listen \[::\].*\n", "", text)
    text = re.sub(r"(?<=listen )80\b", f"127.0.0.1:{free_port()}", text)
    text = re.sub(r"(?<=listen )443\b", f"127.0.0.1:{ports[0]}", text)
    text = re.sub(r"(ssl_certificate +).*(?=;)", rf"\g<1>{certificate}", text)
    text = re.sub(r"(ssl_certificate_key ).*(?=;)", rf"\g<1>{certificate.with_suffix('.key')}", text)
    (folder / "site.conf").write_text(with_port(text, ports[1]))
    kinds = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log stderr; worker_processes 1;\n"
        f"events {{ worker_connections 500; }}\nhttp {{ access_log off; {kinds} include {folder}/site.conf; }}\n"
    )
    return [find("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf")]


def caddy_command(folder: Path, ports: tuple[int, int], certificate: Path) -> list[str]:
    """Caddy in the same way."""
    text = with_port(CADDY.read_text(), ports[1])
    text = text.replace("{\n", "{\n\tadmin off\n\tauto_https disable_redirects\n", 1)
    files = f"{certificate} {certificate.with_suffix('.key')}"
    own = f"https://127.0.0.1:{ports[0]} {{\n\tbind 127.0.0.1\n\ttls {files}\n"
    (folder / "Caddyfile").write_text(text.replace("cards.example.org {\n", own))
    return [find("caddy"), "run", "--config", str(folder / "Caddyfile")]


def with_port(text: str, port: int) -> str:
    """A configuration with the port of this server."""
    assert "127.0.0.1:8311" in text
    return text.replace("127.0.0.1:8311", f"127.0.0.1:{port}")


COMMANDS: dict[str, Callable[[Path, tuple[int, int], Path], list[str]]] = {
    "nginx": nginx_command,
    "caddy": caddy_command,
}


def find(program: str) -> str:
    """Where a program is; where it can't be had, the test is skipped."""
    path = shutil.which(program, path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if path is None:
        pytest.skip(f"there is no {program} here: install Debian's package")
    return path


@contextmanager
def proxied(proxy: str, folder: Path) -> Iterator[Proxied]:
    """The server of a room behind a proxy, with a certificate of our own."""
    certificate = folder / "own.pem"
    subprocess.run(
        [find("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=127.0.0.1", "-days", "2",
         "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", certificate.with_suffix(".key"), "-out", certificate],
        check=True, capture_output=True,
    )  # fmt: skip
    port = free_port()
    url = f"https://127.0.0.1:{port}"
    options = [
        "--url", url, "--proxy", "127.0.0.1", "--anybody", str(QUOTA), "--pace", "0",
        "--players", "Law:random", "--dealer", "Law", "--rule", "rank >= 12", "--set", "game.rounds=1000",
    ]  # fmt: skip
    tables = folder / "tables"
    server = RoomServer(tables, *options)
    command = COMMANDS[proxy](folder, (port, server.port), certificate)
    with ExitStack() as ending:
        home = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
        said = ending.enter_context((folder / "said").open("wb"))
        process = subprocess.Popen(command, stderr=said, env=home)
        ending.callback(end, process)
        server.start()
        ending.callback(server.__exit__)
        room = Proxied(tables, url, server)
        with room.visitor() as visitor:
            insist(lambda: visitor.get("/api/room/door"))
        yield room


def end(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGTERM)
    process.wait(20)


@pytest.mark.soak
@pytest.mark.parametrize("proxy", COMMANDS)
def test_a_room_behind_a_proxy_is_as_one_without(proxy: str, tmp_path: Path) -> None:
    with proxied(proxy, tmp_path) as room:
        made = make_tables(room)
        see_who_asks(room)
        see_owners_pages(room, made)
        play_through_a_fall(room, dict([*made.items()][:2]))


def make_tables(room: Proxied) -> dict[str, str]:
    """Tables that somebody makes at the door until no more are made: their codes, with their hosts' keys.

    A quota counts the address from which somebody comes to the proxy, whatever they say of it.
    """
    made: dict[str, str] = {}
    with room.visitor("127.0.0.2", **{"X-Forwarded-For": "192.0.2.7"}) as visitor:
        for _ in range(2 * QUOTA):
            answer = visitor.post("/api/room/tables", json={})
            assert answer.status_code in (201, 429), answer.text
            if answer.status_code == 201:
                made[answer.json()["code"]] = answer.json()["key"]
        assert visitor.get("/api/room/door").json()["may_make"] is False
    assert len(made) == QUOTA
    with room.visitor("127.0.0.3") as another:
        assert another.get("/api/room/door").json()["may_make"] is True
        for code in made:
            assert another.get(f"/{code}/api/table").status_code == 200
            assert another.get(f"/{code.lower()}", follow_redirects=True).url.path == f"/{code}/"
    return made


def see_who_asks(room: Proxied) -> None:
    """Whoever tries codes waits, and nobody else."""
    with room.visitor("127.0.0.4") as guesser, room.visitor("127.0.0.5") as another:
        for visitor, code in ((guesser, "web/too-often"), (another, "web/no-table")):
            answers = [visitor.get("/BBBB/api/table") for _ in range(25 if visitor is guesser else 1)]
            assert answers[-1].json()["error"]["code"] == code


def see_owners_pages(room: Proxied, made: dict[str, str]) -> None:
    """The owner finds the room and its wall, and goes to each table from there."""
    with room.visitor(Authorization=f"Bearer {room.server.key}") as owner:
        page = owner.get("/room")
        assert page.status_code == owner.get("/wall").status_code == 200
        files = re.findall(r'(?:href|src)="(static/[^"]+)"', page.text)
        assert files
        assert {owner.get(f"/{file}").status_code for file in files} == {200}
        assert {table["code"] for table in owner.get("/api/room").json()["tables"]} == made.keys()
        for code in made:
            assert owner.get(f"/{code}/host").status_code == 200
        done = owner.post("/api/room", json={"do": "set", "forbidden": ["Nobody"]})
        assert done.status_code == 200, done.text


def play_through_a_fall(room: Proxied, keys: dict[str, str]) -> None:
    """At two tables every move is heard by all, also after the server has fallen, and is there again."""
    with ExitStack() as ending:
        tables = [Table(room, code, key) for code, key in keys.items()]
        for table in tables:
            ending.callback(table.close)
            table.start()
        play_on(tables)
        room.server.kill()
        room.server.start()
        play_on(tables)
        assert all(player.heard.reconnects for table in tables for player in table.players)
        see_copies(room, tables)
        for table in tables:
            table.stop()


def see_copies(room: Proxied, tables: Sequence[Table]) -> None:
    """A copy of the folder that is made while all play has each move that was confirmed before, and opens."""
    for number in range(COPIES):
        play_on(tables)
        confirmed = {table.code: max(player.confirmed[-1].after for player in table.players) for table in tables}
        copy = room.folder.with_name(f"copy-{number}")
        shutil.copytree(room.folder, copy, ignore=shutil.ignore_patterns("*.lock", ".*.part"))
        with RoomServer(copy) as server:
            for code, n in confirmed.items():
                table = insist(partial(httpx.get, f"{server.base}/{code}/api/table")).json()
                assert table["n"] >= n
                assert table["broken"] is None


class Table:
    """A table behind the proxy at which two people play at random."""

    def __init__(self, room: Proxied, code: str, key: str) -> None:
        self.code = code
        self._host = room.visitor(Authorization=f"Bearer {key}")
        self.players = [Player(f"{room.url}/{code}", name, Random(name), undoes=0) for name in ("Ann", "Ben")]

    def start(self) -> None:
        """Seat them, and let them play."""
        for player in self.players:
            answer = player.sit()
            assert answer.status_code == 201, answer.text
            assert "secure" in answer.headers["set-cookie"].lower()
        self._do("start")
        for player in self.players:
            player.start()

    def go_on(self) -> None:
        """Begin another round if one is over."""
        if self._table()["phase"] == "between":
            self._do("next")
        for player in self.players:
            assert not player.mistake, player.mistake

    def stop(self) -> None:
        """Stop playing; each still has the seat."""
        for player in self.players:
            player.stop()
            assert not player.mistake, player.mistake
            pin = insist(partial(player.client.get, "/api/pin")).json()
            assert pin == {"seat": player.name, "pin": player.pin}

    def close(self) -> None:
        """End the clients; their streams end with the next event, or with the server."""
        for player in self.players:
            player.stop()
        self._do("stop")
        for player in self.players:
            player.close()
        self._host.close()

    @property
    def heard(self) -> int:
        """How many events both have heard."""
        return min(len(player.heard.events) for player in self.players)

    def _do(self, do: str) -> None:
        answer = insist(lambda: self._host.post(f"/{self.code}/api/host", json={"do": do}))
        assert answer.status_code in (200, 409), answer.text

    def _table(self) -> Any:
        return insist(lambda: self._host.get(f"/{self.code}/api/table")).json()


def play_on(tables: Sequence[Table]) -> None:
    """Wait until each has made two more moves, and all at the table have heard of them by a stream alone."""
    for table in tables:
        wanted = [len(player.confirmed) + 2 for player in table.players]
        patience = time.monotonic() + PATIENCE
        while any(len(player.confirmed) < number for player, number in zip(table.players, wanted, strict=True)):
            assert time.monotonic() < patience, f"nothing goes on at {table.code}"
            table.go_on()
            time.sleep(0.02)
        last = max(player.confirmed[-1].after for player in table.players)
        while table.heard < last:
            assert time.monotonic() < patience, f"what happens at {table.code} isn't heard"
            time.sleep(0.02)
