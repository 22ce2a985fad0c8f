"""A window of each browser, in which pages are opened, asked and touched: Chromium, Firefox, and WebKit as in an iPhone.

Chromium is driven by Playwright, WebKit by Selenium, Firefox by WebDriver BiDi: Debian has no geckodriver, which
Selenium would need for it.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, Protocol

from tests.chromium import ARGUMENTS, find_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from selenium.webdriver import WebKitGTK
    from websocket import WebSocket

WIDTH, HEIGHT = 412, 800
"""A phone, held upright; narrower than 400 px neither Firefox nor MiniBrowser makes its window."""
PATIENCE = 90
"""Within so many seconds a browser does what it is told, on a busy machine."""
MINI_BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser"


class Window(Protocol):
    """A page of a browser that has nothing of earlier tests."""

    def go(self, url: str) -> None:
        """Open an address."""

    def reload(self) -> None:
        """Open the same address anew."""

    def ask(self, function: str, *arguments: object) -> Any:
        """What a function of JavaScript gives for JSON, when its promise is kept."""

    def tap(self, x: float, y: float) -> None:
        """Press and let go where something is shown."""

    def write(self, text: str) -> None:
        """Type into what has the focus."""


class ChromiumWindow:
    """A window of Chromium."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def go(self, url: str) -> None:
        self._page.goto(url)

    def reload(self) -> None:
        self._page.reload()

    def ask(self, function: str, *arguments: object) -> Any:
        return self._page.evaluate(f"(all) => ({function})(...all)", list(arguments))

    def tap(self, x: float, y: float) -> None:
        self._page.mouse.click(x, y)

    def write(self, text: str) -> None:
        self._page.keyboard.type(text)


class WebKitWindow:
    """A window of WebKit."""

    def __init__(self, driver: WebKitGTK) -> None:
        self._driver = driver

    def go(self, url: str) -> None:
        self._driver.get(url)

    def reload(self) -> None:
        self._driver.refresh()

    def ask(self, function: str, *arguments: object) -> Any:
        script = f"""const done = arguments[arguments.length - 1];
        (async () => ({function})(...[...arguments].slice(0, -1)))()
          .then((value) => done([value ?? null]), (error) => done(String(error)));"""
        answer = self._driver.execute_async_script(script, *arguments)
        if isinstance(answer, str):
            raise AssertionError(answer)
        return answer[0]

    def tap(self, x: float, y: float) -> None:
        from selenium.webdriver.common.actions.action_builder import ActionBuilder

        actions = ActionBuilder(self._driver, duration=0)
        actions.pointer_action.move_to_location(int(x), int(y)).click()
        actions.perform()

    def write(self, text: str) -> None:
        self._driver.switch_to.active_element.send_keys(text)


class FirefoxWindow:
    """A window of Firefox, by WebDriver BiDi."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._sent = 0
        self._send("session.new", capabilities={"alwaysMatch": {"acceptInsecureCerts": True}})
        self._context = self._send("browsingContext.getTree")["contexts"][0]["context"]
        self._send(
            "browsingContext.setViewport", context=self._context, viewport={"width": WIDTH, "height": HEIGHT}
        )

    def _send(self, method: str, **params: object) -> dict[str, Any]:
        self._sent += 1
        self._socket.send(json.dumps({"id": self._sent, "method": method, "params": params}))
        answer: dict[str, Any] = {}
        while answer.get("id") != self._sent:
            answer = json.loads(self._socket.recv())
        assert answer["type"] == "success", answer
        return dict(answer["result"])

    def go(self, url: str) -> None:
        self._send("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def reload(self) -> None:
        self._send("browsingContext.reload", context=self._context, wait="complete")

    def ask(self, function: str, *arguments: object) -> Any:
        asked = f"async (all) => JSON.stringify(await ({function})(...JSON.parse(all)) ?? null)"
        answer = self._send(
            "script.callFunction",
            functionDeclaration=asked,
            arguments=[{"type": "string", "value": json.dumps(arguments)}],
            awaitPromise=True,
            target={"context": self._context},
        )
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    def tap(self, x: float, y: float) -> None:
        moves = [
            {"type": "pointerMove", "x": int(x), "y": int(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self._act({"type": "pointer", "id": "pointer", "actions": moves})

    def write(self, text: str) -> None:
        keys = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self._act({"type": "key", "id": "keys", "actions": keys})

    def _act(self, source: dict[str, object]) -> None:
        self._send("input.performActions", context=self._context, actions=[source])


def missing() -> list[str]:
    """Debian's packages that these browsers need and that aren't here."""
    needed = {
        "chromium-headless-shell": find_chromium(),
        "firefox-esr": shutil.which("firefox-esr"),
        "webkit2gtk-driver": shutil.which("WebKitWebDriver"),
        "xvfb": shutil.which("Xvfb"),
    }
    return [package for package, found in needed.items() if found is None]


@contextmanager
def _chromium() -> Iterator[Window]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        yield ChromiumWindow(browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}))
        browser.close()


@contextmanager
def _firefox() -> Iterator[Window]:
    from websocket import create_connection

    with ExitStack() as stack:
        profile = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        command = ["firefox-esr", "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"]
        browser = stack.enter_context(subprocess.Popen(command, stderr=subprocess.PIPE, text=True))
        stack.callback(browser.terminate)
        assert browser.stderr is not None
        said = (re.search(r"BiDi listening on (ws://\S+)", line) for line in browser.stderr)
        address = next(found[1] for found in said if found)
        socket = create_connection(f"{address}/session", timeout=PATIENCE, suppress_origin=True)
        stack.callback(socket.close)
        yield FirefoxWindow(socket)


@contextmanager
def _webkit() -> Iterator[Window]:
    from selenium.webdriver import WebKitGTK, WebKitGTKOptions, WebKitGTKService

    with ExitStack() as stack:
        stack.enter_context(_screen())
        options = WebKitGTKOptions()
        options.binary_location = MINI_BROWSER
        options.add_argument("--automation")
        driver = WebKitGTK(options=options, service=WebKitGTKService(shutil.which("WebKitWebDriver")))
        stack.callback(driver.quit)
        driver.set_window_size(WIDTH, HEIGHT)
        driver.set_script_timeout(PATIENCE)
        yield WebKitWindow(driver)


@contextmanager
def _screen() -> Iterator[None]:
    """A screen that nobody sees: MiniBrowser has no headless mode."""
    numbers, told = os.pipe()
    command = ["Xvfb", "-displayfd", str(told), "-screen", "0", "1280x1000x24"]
    with subprocess.Popen(command, pass_fds=[told], stderr=subprocess.DEVNULL) as screen:
        before = os.environ.get("DISPLAY")
        os.environ["DISPLAY"] = f":{os.read(numbers, 20).decode().strip()}"
        try:
            yield
        finally:
            screen.terminate()
            os.close(numbers)
            os.close(told)
            if before is None:
                del os.environ["DISPLAY"]
            else:
                os.environ["DISPLAY"] = before


BROWSERS = {"chromium": _chromium, "firefox": _firefox, "webkit": _webkit}
"""How a window of each is opened."""
