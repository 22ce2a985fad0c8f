"""A window of each browser in which pages are opened, asked and touched: Chromium, Firefox, an iPhone's WebKit."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from selenium.webdriver import WebKitGTK
    from websocket import WebSocket

WIDTH, HEIGHT = 450, 800
"""A phone, held upright: MiniBrowser can't be narrower."""
PATIENCE = 200
"""Within so many seconds a browser does what it is told, on a busy machine."""


class ChromiumWindow:
    """A window of Chromium, by Playwright."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def go(self, url: str) -> None:
        self._page.goto(url)

    def reload(self) -> None:
        self._page.reload()

    def ask(self, function: str, *arguments: object) -> Any:
        return self._page.evaluate(f"(all) => ({function})(...all)", list(arguments))

    def tap(self, x: int, y: int) -> None:
        self._page.mouse.click(x, y)

    def write(self, text: str) -> None:
        self._page.keyboard.type(text)


class WebKitWindow:
    """A window of WebKit, by Selenium."""

    def __init__(self, driver: WebKitGTK) -> None:
        self._driver = driver
        driver.set_window_size(WIDTH, HEIGHT)
        driver.set_script_timeout(PATIENCE)

    def go(self, url: str) -> None:
        self._driver.get(url)

    def reload(self) -> None:
        self._driver.refresh()

    def ask(self, function: str, *arguments: object) -> Any:
        return self._driver.execute_script(f"return ({function})(...arguments)", *arguments)

    def tap(self, x: int, y: int) -> None:
        from selenium.webdriver.common.actions.action_builder import ActionBuilder

        actions = ActionBuilder(self._driver, duration=0)
        actions.pointer_action.move_to_location(x, y).click()
        actions.perform()

    def write(self, text: str) -> None:
        self._driver.switch_to.active_element.send_keys(text)


class FirefoxWindow:
    """A window of Firefox, by WebDriver BiDi itself.

    Selenium would need geckodriver, which Debian hasn't; Playwright asks for more than Debian's Firefox knows.
    """

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._send("session.new", capabilities={})
        self._context = self._send("browsingContext.getTree")["contexts"][0]["context"]
        viewport = {"width": WIDTH, "height": HEIGHT}
        self._send("browsingContext.setViewport", context=self._context, viewport=viewport)

    def _send(self, method: str, **params: object) -> dict[str, Any]:
        self._socket.send(json.dumps({"id": 1, "method": method, "params": params}))
        answer = json.loads(self._socket.recv())
        assert answer["type"] == "success", answer
        return dict(answer["result"])

    def go(self, url: str) -> None:
        self._send("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def reload(self) -> None:
        self._send("browsingContext.reload", context=self._context, wait="complete")

    def ask(self, function: str, *arguments: object) -> Any:
        answer = self._send(
            "script.evaluate",
            expression=f"(async () => JSON.stringify(await ({function})(...{json.dumps(arguments)}) ?? null))()",
            awaitPromise=True,
            target={"context": self._context},
        )
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    def tap(self, x: int, y: int) -> None:
        move = {"type": "pointerMove", "x": x, "y": y}
        press, let_go = ({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))
        self._act("pointer", [move, press, let_go])

    def write(self, text: str) -> None:
        self._act("key", [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")])

    def _act(self, kind: str, actions: Sequence[Mapping[str, object]]) -> None:
        source = {"type": kind, "id": kind, "actions": actions}
        self._send("input.performActions", context=self._context, actions=[source])


Window = ChromiumWindow | WebKitWindow | FirefoxWindow
"""A page; what it keeps, it keeps for each address apart."""


def _find(program: str, package: str) -> str:
    """Where a program of Debian's is: without it a test is skipped, but not in CI."""
    path = shutil.which(program)
    if path is None:
        text = f"there is no {program} here: install Debian's {package}"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(text)
    return path


def open_chromium(browser: Browser) -> Window:
    """A window of a Chromium that runs."""
    return ChromiumWindow(browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}))


@contextmanager
def open_firefox() -> Iterator[Window]:
    """A window of a Firefox of its own."""
    from websocket import create_connection

    command = [_find("firefox-esr", "firefox-esr"), "--headless", "--remote-debugging-port", "0", "--profile"]
    with ExitStack() as stack:
        profile = stack.enter_context(TemporaryDirectory(ignore_cleanup_errors=True))
        browser = stack.enter_context(subprocess.Popen([*command, profile], stderr=subprocess.PIPE, text=True))
        stack.callback(browser.terminate)
        assert browser.stderr is not None
        said = next(line for line in browser.stderr if "BiDi listening on" in line)
        address = f"{said.split()[-1]}/session"
        socket = create_connection(address, timeout=PATIENCE, suppress_origin=True)
        stack.callback(socket.close)
        yield FirefoxWindow(socket)


@contextmanager
def open_webkit() -> Iterator[Window]:
    """A window of a MiniBrowser of its own, on a screen that nobody sees: it can't do without."""
    from selenium.webdriver import WebKitGTK, WebKitGTKService

    command = [_find("Xvfb", "xvfb"), "-displayfd", "1", "-screen", "0", "1280x1000x24"]
    driver = _find("WebKitWebDriver", "webkit2gtk-driver")
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as screen:
        assert screen.stdout is not None
        display = f":{screen.stdout.readline().strip()}"
        try:
            with WebKitGTK(service=WebKitGTKService(driver, env={**os.environ, "DISPLAY": display})) as browser:
                yield WebKitWindow(browser)
        finally:
            screen.terminate()
