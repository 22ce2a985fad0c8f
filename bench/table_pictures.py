"""Pictures of the browser table: what is judged, frame by frame, a rule being found on a projector; a room.

Each scene is a game that has begun and is carried on by `eleusis serve`; then something is done on a phone's page.
Meanwhile time goes slower in Chromium, for movements and timers alike, so that each frame shows the moment it says.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import yaml
from attrs import frozen

from tests.browser.devices import LAPTOP, PHONE, PROJECTOR, Device
from tests.browser.looking import wait_for_rest
from tests.browser.serving import BEFORE_A_FALL, ServedRoom, ServedTable
from tests.helpers.chromium import ARGUMENTS, chromium_for_a_bench

if TYPE_CHECKING:
    from PIL.Image import Image
    from playwright.sync_api import Browser, Page

_NAME, _PORT = "eleusis.local", "8317"
"""The address that stands on the projector, and where Chromium is told to find it."""
_SERVED: Final = ("--port", _PORT, "--url", f"http://{_NAME}", "--seat", "Dora=good")
_JUDGED: Final = (0, 120, 240, 500, 760, 840, 920, 1000)
"""The times (ms) of the frames of a card that is judged."""
_ANSWERED: Final = (0, 250, 700, 850, 2200, 3700, 4400, 5500)
"""The same of a guess: what is said of it stays a while, and a rule that is found comes after it."""
_QUALITY: Final = 80
_GAP, _ROOM = 12, 34
"""Between frames, and below each for its time (pixels)."""

_EXPRESS: Final = """\
eleusis: 1
variant: express
players: [Ann, Bob, Dora]
seed: 3
rounds:
  - dealer: Dora
    rule: color != last.color
    starter: 8C
    hands: {Ann: 5H 9D KD JS 10S JH 3C 7S QD 2H 4S 6C, Bob: 6S JC AH 7D 9C 3H KS 8D 4C 5D QS 2C}
    moves: |
"""
_OPENING: Final = ("Ann play 5H", "Bob play 8D", "Ann play JS", "Ann pass", "Bob play AH")


_CLASS: Final = """\
eleusis: 1
variant: express
players: [Otters, Lynxes, Owls, Hares, Wolves, Dora]
seed: 3
rounds:
  - dealer: Dora
    rule: "if last.odd then black else red"
    starter: 7S
    hands:
      Otters: 4C 6S 5S 2H 9D QC
      Lynxes: 9H KD 2H 8S JC AD
      Owls: 2D 8H AC 10C 5H 7D
      Hares: JC 10S 4D 9S QH 3H
      Wolves: QH 3D 6H KC 5C 8D
    moves: |
"""
_LESSON: Final = (
    *("Otters play 4C", "Lynxes play 9H", "Owls play 2D", "Hares play JC", "Wolves play QH", "Otters play 6S"),
    *("Lynxes play KD", "Owls play 8H", "Hares play 10S", "Wolves play 3D", "Otters play 5S", "Lynxes play 2H"),
)

_LESSON_IN_ROOM: Final = (
    *("--port", _PORT, "--url", f"http://{_NAME}", "--variant", "express", "--players", "Law:good"),
    *("--dealer", "Law", "--same", "--seed", "3", "--rule", "if last.odd then black else red"),
    *("--set", "scoring.dealer=none"),
)
_GROUPS: Final = (
    *("Ann Ben Cleo Dan", "Eve Finn Gus Hanna", "Ida Jon Kira Leo"),
    *("Mia Nils Ole Pia", "Quinn Rosa Sam Tia", "Uli Vera Wim Yara"),
)
_PLAYED: Final = {
    "+-++-+": "",
    "-+--+++-+": "if last.odd then spade else red",
    "++-+--+-": "",
    "+-+-+": "if last.odd then black else red",
    "--+-++": "",
    "+--++-+--++": "if last.odd then black else heart",
}
"""The cards that are played at each table of a room, + right and - wrong, and what is guessed then."""


@frozen
class Scene:
    """A game that has begun, and what one of the seats does then: `ready` all but the last tap, which is `done`."""

    game: str
    seat: str
    ready: Callable[[Device], None]
    done: Callable[[Device], None]
    times: Sequence[int]


def _choose(card: str) -> Callable[[Device], None]:
    return lambda phone: phone.page.locator(f"#hand [data-card='{card}']").click()


def _play(phone: Device) -> None:
    phone.press("Play")


def _pass(phone: Device) -> None:
    phone.press("Pass")


def _write(rule: str) -> Callable[[Device], None]:
    def write(phone: Device) -> None:
        phone.press("Guess")
        window = phone.page.get_by_role("dialog", name="Guess the rule")
        window.get_by_role("radio", name="As text").check()
        window.get_by_role("textbox").fill(rule)
        window.get_by_role("button", name="Guess", exact=True).and_(phone.page.locator(":enabled")).wait_for()

    return write


def _send(phone: Device) -> None:
    phone.page.get_by_role("dialog").get_by_role("button", name="Guess", exact=True).click()


def _begun(head: str, *moves: str) -> str:
    return head + "".join(f"      {move}\n" for move in moves)


def _people(game: str) -> Sequence[str]:
    """Who sits there; Dora is a bot."""
    return [name for name in yaml.safe_load(game)["players"] if name != "Dora"]


def _express(*moves: str) -> str:
    return _begun(_EXPRESS, *_OPENING, *moves)


SCENES: Final = {
    "right-card": Scene(_express("Bob pass"), "Ann", _choose("3C"), _play, _JUDGED),
    "wrong-card": Scene(_express("Bob pass"), "Ann", _choose("QD"), _play, _JUDGED),
    "right-guess": Scene(_express(), "Bob", _write("color != last.color"), _send, _ANSWERED),
    "wrong-guess": Scene(_express(), "Bob", _write("if last.black then heart else spade"), _send, _ANSWERED),
    "overthrow": Scene(
        BEFORE_A_FALL,
        "Cleo",
        lambda cleo: cleo.press("Call wrong"),
        lambda cleo: cleo.page.get_by_role("dialog").get_by_role("button", name="9 of hearts").click(),
        _JUDGED,
    ),
}
"""What is judged, by the name of its pictures."""
PLACES: Final = {"phone": (PHONE, 8, 240), "projector": (PROJECTOR, 4, 480)}
"""Where it is seen, with how many frames stand in a row, and how wide (pixels) each is."""
_SMALL: Final = (960, 540)
_LENGTH, _EACH = 10_000, 100
"""How long (ms) the animation is, and each of its frames."""
_STEPS: Final[tuple[tuple[int, tuple[str, tuple[Callable[[Device], None], ...]]], ...]] = (
    (400, ("Bob", (_choose("8D"), _play))),
    (1400, ("Ann", (_choose("JS"), _play))),
    (2300, ("Ann", (_pass,))),
    (2500, ("Bob", (_choose("AH"), _play))),
    (3400, ("Bob", (_pass,))),
    (3600, ("Ann", (_choose("3C"), _play))),
    (4600, ("Ann", (_write("color != last.color"), _send))),
)
"""When (ms) who does what until the rule is found."""
TAKEN: Final[tuple[str, ...]] = (
    *("table.webp", "lesson.webp", "found.webp", "found-still.webp", "room.webp", "wall.webp"),
    *(f"{name}-{place}.webp" for name in SCENES for place in PLACES),
)
"""The pictures, by name."""


def _seat_all(sit: Callable[..., Device], game: str) -> dict[str, Device]:
    """A phone for each person."""
    return {name: sit(name) for name in _people(game)}


@contextmanager
def _table(browser: Browser, game: str) -> Iterator[Callable[..., Device]]:
    """Carries a game on, and makes devices at its table: `sit("Ann")`."""
    with tempfile.TemporaryDirectory() as folder:
        served = ServedTable(Path(folder), *_SERVED, begun=game)
        devices: list[Device] = []

        def sit(name: str | None, kind: dict[str, Any] = PHONE) -> Device:
            devices.append(Device(browser, served, kind))
            devices[-1].go("/" if name else "/screen")
            if name:
                devices[-1].press(f"Sit here: {name}")
                devices[-1].page.get_by_role("link", name="To the table").click()
            devices[-1].until("playing" if name else "play")
            return devices[-1]

        yield sit
        for device in devices:
            device.context.close()
        served.stop()


class Slowly:
    """Pages in which time goes slower than here."""

    def __init__(self, *pages: Page, slower: int) -> None:
        self.pages = pages
        self.slower = slower
        for page in pages:
            page.clock.install()
            page.clock.pause_at(time.time() + 1)
            session = page.context.new_cdp_session(page)
            session.send("Animation.enable")
            session.send("Animation.setPlaybackRate", {"playbackRate": 1 / slower})
        self.began = time.monotonic()
        self.clock = 0

    def reach(self, moment: int) -> None:
        """Let it be so late (ms) in the pages since they were slowed down."""
        while self.clock < moment:
            now = min(moment, int((time.monotonic() - self.began) * 1000 / self.slower))
            for page in self.pages:
                page.clock.run_for(now - self.clock)
            self.clock = now
            self.pages[0].wait_for_timeout(10)


def strips(browser: Browser) -> Iterator[tuple[str, bytes]]:
    """The film strips: the phone of the seat that acts, and the projector."""
    for name, scene in SCENES.items():
        with _table(browser, scene.game) as sit:
            seats = _seat_all(sit, scene.game)
            phone, wall = seats[scene.seat], sit(None, PROJECTOR)
            scene.ready(phone)
            pages = {"phone": phone.page, "projector": wall.page}
            frames: dict[str, list[Image]] = {place: [] for place in pages}
            slowly = Slowly(*pages.values(), slower=12)
            for moment in scene.times:
                slowly.reach(moment)
                for place, page in pages.items():
                    frames[place].append(_picture(page))
                if moment == 0:
                    scene.done(phone)
        for place, (_, across, width) in PLACES.items():
            yield f"{name}-{place}.webp", _in_rows(frames[place], scene.times, across, width)


def table(browser: Browser) -> bytes:
    """A table at rest: the wall, and the phone of somebody whose turn it is."""
    from PIL import Image

    with _table(browser, _express("Bob pass")) as sit:
        seats = _seat_all(sit, _EXPRESS)
        phone, wall = seats["Ann"], sit(None, PROJECTOR)
        _choose("3C")(phone)
        for device in (phone, wall):
            wait_for_rest(device.page)
        behind, before = _rounded(_picture(wall.page), 1120, 12), _rounded(_picture(phone.page), 260, 24)
    sheet = Image.new("RGBA", (1240, 700))
    sheet.paste(behind, (0, 0), behind)
    sheet.paste(before, (1240 - before.width, 700 - before.height), before)
    return _webp(sheet)


def lesson(browser: Browser) -> bytes:
    """What a class sees on the wall."""
    with _table(browser, _begun(_CLASS, *_LESSON)) as sit:
        _seat_all(sit, _CLASS)
        wall = sit(None, PROJECTOR)
        wait_for_rest(wall.page)
        return _webp(_rounded(_picture(wall.page), 1120, 12))


_ASK = """async ([path, body, key]) => {
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${key}` };
  const answer = await fetch(path, body && { method: "POST", headers, body: JSON.stringify(body) });
  return answer.json();
}"""


def _ask(device: Device, path: str, body: dict[str, Any] | None = None, key: str = "") -> dict[str, Any]:
    """What the server answers to a page."""
    return dict(device.page.evaluate(_ASK, [path, body, key]))


def _play_some(guest: Device, right: Sequence[bool], guess: str) -> None:
    """Play at a table all of whose seats this guest has: right and wrong cards in this order, then a guess."""
    for place, is_right in enumerate(right, 1):
        seat = _ask(guest, "api/view?seat=")["view"]["to_act"]
        shown = _ask(guest, f"api/view?seat={seat}")
        odd = shown["view"]["layout"]["mainline"][-1][:-1] in ("A", "3", "5", "7", "9", "J", "K")
        cards = [move for move in shown["options"] if move.startswith("play ")]
        move = next((card for card in cards if ((card[-1] in "SC") == odd) == is_right), cards[0])
        for line in (move, f'guess "{guess}"' if guess and place == len(right) else "pass"):
            shown = _ask(guest, f"api/view?seat={seat}")
            _ask(guest, "api/moves", {"n": shown["n"], "move": line, "seat": seat})


def room(browser: Browser) -> Iterator[tuple[str, bytes]]:
    """A room of six tables at play: its owner's page, and its wall."""
    with tempfile.TemporaryDirectory() as folder:
        served = ServedRoom(Path(folder) / "room", *_LESSON_IN_ROOM)
        owner, wall = Device(browser, served, LAPTOP), Device(browser, served, PROJECTOR)
        owner.host()
        wall.page.goto(served.wall_url)
        key = served.host_url.partition("#")[2]
        groups = [names.split() for names in _GROUPS]
        codes = _ask(owner, "api/room", {"do": "make", "groups": groups}, key)["done"]
        guests = [Device(browser, served, PHONE) for _ in codes]
        for guest, code, names in zip(guests, codes, groups, strict=True):
            guest.go(f"/{code}/")
            for name in names:
                _ask(guest, "api/seats", {"name": name})
            guest.go(f"/{code}/table")
            guest.until("lobby")
        _ask(owner, "api/room", {"do": "start"}, key)
        for guest, (signs, guess) in zip(guests, _PLAYED.items(), strict=True):
            _play_some(guest, [sign == "+" for sign in signs], guess)
        for code, guess in zip(codes, _PLAYED.values(), strict=True):
            if guess:
                owner.page.locator(".glance").filter(has_text=code).get_by_text("the rule").wait_for()
        wall.page.locator(".tile.done").wait_for()
        wall.page.locator(".tile").filter(has_text=codes[-1]).locator(".column").nth(6).wait_for()
        for device, name in ((owner, "room.webp"), (wall, "wall.webp")):
            wait_for_rest(device.page)
            yield name, _webp(_rounded(_picture(device.page), 1120, 12))
        for device in (owner, wall, *guests):
            device.context.close()
        served.stop()


def _rounded(picture: Image, width: int, radius: int) -> Image:
    from PIL import Image, ImageDraw

    picture = picture.resize((width, width * picture.height // picture.width), Image.Resampling.LANCZOS)
    # Drawn larger, so that the corners are smooth.
    mask = Image.new("L", (picture.width * 4, picture.height * 4))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, mask.width - 1, mask.height - 1), radius * 4, 255)
    picture.putalpha(mask.resize(picture.size, Image.Resampling.LANCZOS))
    return picture


def _webp(picture: Image, **more: Any) -> bytes:
    out = BytesIO()
    picture.save(out, "WEBP", quality=_QUALITY, method=6, **more)
    return out.getvalue()


def take_animation(browser: Browser) -> Iterator[tuple[str, bytes]]:
    """A rule being found, on the wall: ten seconds, for ever; and how it ends, for those who want no movement."""
    with _table(browser, _begun(_EXPRESS, "Ann play 5H", "Ann pass")) as sit:
        phones = _seat_all(sit, _EXPRESS)
        wall = sit(None, PROJECTOR).page
        frames = []
        slowly = Slowly(wall, slower=5)
        moves = dict(_STEPS)
        for moment in range(0, _LENGTH, _EACH):
            slowly.reach(moment)
            frames.append(_picture(wall).resize(_SMALL))
            if (move := moves.get(moment)) is not None:
                seat, act = move
                for step in act:
                    step(phones[seat])
    first, *rest = frames
    yield "found.webp", _webp(first, save_all=True, append_images=rest, duration=_EACH, loop=0)
    yield "found-still.webp", _webp(frames[-1])


def _picture(page: Page) -> Image:
    from PIL import Image

    return Image.open(BytesIO(page.screenshot())).convert("RGB")


def _in_rows(frames: Sequence[Image], times: Sequence[int], across: int, width: int) -> bytes:
    """Frames side by side, each with its time below it."""
    from PIL import Image, ImageDraw, ImageFont

    height = width * frames[0].height // frames[0].width
    down = -(-len(frames) // across)
    sheet = Image.new("RGB", (across * (width + _GAP) - _GAP, down * (height + _ROOM)), "white")
    pen = ImageDraw.Draw(sheet)
    for place, (frame, moment) in enumerate(zip(frames, times, strict=True)):
        left, top = place % across * (width + _GAP), place // across * (height + _ROOM)
        sheet.paste(frame.resize((width, height), Image.Resampling.LANCZOS), (left, top))
        middle = (left + width // 2, top + height + _ROOM // 2)
        pen.text(middle, f"{moment / 1000:.2f} s", "#555", ImageFont.load_default(18), anchor="mm")
    return _webp(sheet)


def take() -> Iterator[tuple[str, bytes]]:
    """All pictures, by name."""
    from playwright.sync_api import sync_playwright

    arguments = [*ARGUMENTS, f"--host-resolver-rules=MAP {_NAME} 127.0.0.1:{_PORT}"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_for_a_bench(), args=arguments)
        yield "table.webp", table(browser)
        yield "lesson.webp", lesson(browser)
        yield from room(browser)
        yield from take_animation(browser)
        yield from strips(browser)
        browser.close()
