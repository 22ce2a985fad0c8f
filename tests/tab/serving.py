"""The site of the tab, served as any web server would: plain files below some path."""

from __future__ import annotations

import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Literal

from tests.helpers.patience import patient

Fault = Literal["portal", "cut", "redirect"]
"""What may go wrong: a hotspot answers with its own page, a connection breaks, a host leads elsewhere."""
BELOW = "/below/it"
"""The path that the site is served below: a site needs no host of its own."""

NGINX = {
    "": "application/octet-stream",
    ".css": "text/css",
    ".html": "text/html",
    ".js": "application/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}
"""The kinds of files that Debian's nginx knows as it comes; all else it calls bytes."""


class _Server(ThreadingHTTPServer):
    """Knows what it serves; a test may change that meanwhile."""

    def __init__(self, folders: dict[str, Path]) -> None:
        self.folders = folders
        self.sent: list[tuple[str, int]] = []
        self.faults: dict[str, Fault] = {}
        super().__init__(("127.0.0.1", 0), _Handler)

    def handle_error(self, *_: object) -> None:
        """Say nothing where a page has hung up."""


class _Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    extensions_map = NGINX
    server: _Server

    def do_GET(self) -> None:
        """Answer, or let go wrong what shall."""
        fault = next((each for part, each in self.server.faults.items() if part in self.path), None)
        if fault is None:
            super().do_GET()
        elif fault == "redirect":
            self._send(308, b"", Location=self.path.rpartition("/")[0] + "/")
        elif fault == "portal":
            self._send(200, b"<html><title>Log in to the hotel</title></html>")
        else:
            self._send(200, b"\0" * 1000, promised=900_000)
            self.close_connection = True

    def _send(self, status: int, body: bytes, promised: int | None = None, **headers: str) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": "text/html", **headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(promised or len(body)))
        self.end_headers()
        self.wfile.write(body)

    def translate_path(self, path: str) -> str:
        for below, folder in self.server.folders.items():
            if path == below or path.startswith(f"{below}/"):
                self.directory = str(folder)
                return super().translate_path(path.removeprefix(below) or "/")
        return "/nothing/is/here"

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        self.server.sent.append((self.path, int(code)))

    def log_message(self, *_: object) -> None:
        """Say nothing of what was asked for."""


class ServedSite:
    """A site that is served on this machine until it is stopped."""

    def __init__(self, folder: Path, **beside: Path) -> None:
        """`beside` are more folders to serve, by their names beside the site."""
        others = {f"{BELOW.rpartition('/')[0]}/{name}": each for name, each in beside.items()}
        self._server = _Server({BELOW: folder, **others})
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()
        self.root = f"http://127.0.0.1:{self._server.server_port}{BELOW.rpartition('/')[0]}"
        self.url = f"http://127.0.0.1:{self._server.server_port}{BELOW}"

    @property
    def folder(self) -> Path:
        """What is served now."""
        return self._server.folders[BELOW]

    @folder.setter
    def folder(self, folder: Path) -> None:
        self._server.folders[BELOW] = folder

    @property
    def faults(self) -> dict[str, Fault]:
        """What goes wrong now, by parts of paths; may be changed."""
        return self._server.faults

    @property
    def asked(self) -> list[tuple[str, int]]:
        """Every path that was asked for, and how that was answered."""
        return self._server.sent

    def stop(self) -> None:
        """Serve no more."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(timeout=patient(20))
