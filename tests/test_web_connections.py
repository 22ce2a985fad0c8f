"""Connections to the table in the browser: whoever is too slow, or has too many, loses them; all others stay."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from itertools import count
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from eleusis.doors.web import connections
from eleusis.doors.web.connections import TimedConnection

Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Connect = Callable[[], Awaitable[Ends]]
GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


async def answer(scope: Any, receive: Any, send: Any) -> None:
    """A short page; at /long one that is too long for any buffer; at /open a stream that says nothing more."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    body = b"x" * 30_000_000 if scope["path"] == "/long" else b"here"
    await send({"type": "http.response.body", "body": body, "more_body": scope["path"] == "/open"})
    if scope["path"] == "/open":
        await receive()
        while (await receive())["type"] != "http.disconnect":
            pass


@contextlib.asynccontextmanager
async def listening() -> AsyncIterator[tuple[Connect, ServerState]]:
    """A server of these connections for the time of the block, the way to connect, and what is open."""
    config = uvicorn.Config(answer, lifespan="off", log_level="critical", http=TimedConnection)
    state = ServerState()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: TimedConnection(config, state, {}), "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server:
        async with contextlib.AsyncExitStack() as stack:

            async def connect() -> Ends:
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                stack.callback(writer.close)
                return reader, writer

            yield connect, state
        while state.connections:
            await asyncio.sleep(0.001)
    await asyncio.sleep(0)


async def ends(reader: asyncio.StreamReader, within: float = 2) -> bool:
    """Whether the other end closes the connection soon, whatever it says before."""
    try:
        await asyncio.wait_for(reader.read(-1), within)
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return True


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.2)
    monkeypatch.setattr(connections, "TAKE_SECONDS", 0.2)


@pytest.mark.usefixtures("short")
def test_half_a_request_is_not_waited_for() -> None:
    async def run() -> None:
        async with listening() as (connect, _):
            silent, _ = await connect()
            slow, writer = await connect()

            async def trickle() -> None:
                with contextlib.suppress(ConnectionError):
                    for byte in GET[:-1]:
                        writer.write(bytes([byte]))
                        await asyncio.sleep(0.02)

            trickling = asyncio.create_task(trickle())
            assert await ends(silent)
            assert await ends(slow)
            await trickling

    asyncio.run(run())


@pytest.mark.usefixtures("short")
def test_a_stream_that_says_nothing_stays_open() -> None:
    async def run() -> None:
        async with listening() as (connect, _):
            reader, writer = await connect()
            writer.write(GET.replace(b"/", b"/open", 1))
            assert (await reader.readline()).startswith(b"HTTP/1.1 200")
            assert not await ends(reader, 0.5)

    asyncio.run(run())


@pytest.mark.usefixtures("short")
def test_an_answer_that_nobody_takes_is_not_kept() -> None:
    async def run() -> None:
        async with listening() as (connect, state):
            reader, writer = await connect()
            writer.write(GET.replace(b"/", b"/long", 1))
            assert (await reader.readline()).startswith(b"HTTP/1.1 200")
            while state.connections:
                await asyncio.sleep(0.01)
            taken = 0
            with contextlib.suppress(ConnectionError):
                while part := await reader.read(1 << 20):
                    taken += len(part)
            assert taken < 30_000_000

    asyncio.run(run())


@pytest.mark.parametrize("local", [False, True])
def test_no_address_has_all_connections(monkeypatch: pytest.MonkeyPatch, local: bool) -> None:
    monkeypatch.setattr(connections, "MOST_OF_ADDRESS", 3)
    monkeypatch.setattr(connections, "is_here", lambda _: local)

    async def run() -> None:
        async with listening() as (connect, _):
            held = [await connect() for _ in range(5)]
            for reader, _ in [] if local else held[3:]:
                assert await ends(reader)
            for reader, _ in held if local else held[:3]:
                assert not await ends(reader, 0.02)

    asyncio.run(run())


def test_all_addresses_of_a_network_have_the_connections_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = count(1)
    monkeypatch.setattr(connections, "MOST_OF_ADDRESS", 3)
    monkeypatch.setattr(
        "uvicorn.protocols.http.h11_impl.get_remote_addr", lambda _: (f"2001:db8::{next(numbers):x}", 1)
    )

    async def run() -> None:
        async with listening() as (connect, _):
            held = [await connect() for _ in range(5)]
            for reader, _ in held[3:]:
                assert await ends(reader)
            for reader, _ in held[:3]:
                assert not await ends(reader, 0.02)

    asyncio.run(run())


def test_there_is_an_end_to_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "most_connections", lambda: 2)

    async def run() -> None:
        async with listening() as (connect, state):
            held = [await connect() for _ in range(4)]
            for reader, _ in held[2:]:
                assert await ends(reader)
            for reader, _ in held[:2]:
                assert not await ends(reader, 0.02)
            held[0][1].close()
            while len(state.connections) > 1:
                await asyncio.sleep(0.001)
            for reader, _ in (held[1], await connect()):
                assert not await ends(reader, 0.02)

    asyncio.run(run())
