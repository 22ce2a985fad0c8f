"""The addresses under which other devices may find this computer, and the QR code that spares typing one."""

from __future__ import annotations

import contextlib
import io
import ipaddress
import re
import socket
from urllib.parse import urlsplit

import ifaddr
import segno

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_WIDE_WORLD = {4: "192.0.2.1", 6: "2001:db8::1"}
"""Somewhere in the wide world: which of our addresses would be the sender? To ask sends nothing."""
_VIRTUAL = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "lxc", "lxd", "podman", "cni")
"""How interfaces begin that lead to machines within this one."""
_LOOPBACK = {4: "127.0.0.1", 6: "::1"}
_EVERYWHERE = {"": 4, "0.0.0.0": 4, "::": 6}
"""Hosts that stand for all addresses of a version of IP."""
_DEFAULT_PORTS = {"http": 80, "https": 443}
_HOST = re.compile(r"(?P<name>[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::(?P<port>[0-9]{1,5}))?", re.ASCII)


def lan_addresses(host: str = "0.0.0.0") -> list[str]:
    """The addresses at which a server that listens on `host` can be reached, as they stand in a URL.

    The likeliest for a phone in the same room is the first: private ones; the computer's own (127.0.0.1) is the
    last. `0.0.0.0` stands for all of IPv4, `::` for all of IPv6.
    """
    version = _EVERYWHERE.get(host)
    if version is None:
        return [in_url(host)]
    sender = _sender(version)
    far: dict[str, tuple[int, bool]] = {}
    for adapter in ifaddr.get_adapters():
        for entry in adapter.ips:
            address = ipaddress.ip_address(entry.ip if isinstance(entry.ip, str) else entry.ip[0])
            if _is_usable(address, version):
                is_virtual = adapter.nice_name.startswith(_VIRTUAL)
                far[in_url(str(address))] = _farness(address, is_virtual), str(address) != sender
    return [*sorted(far, key=far.__getitem__), in_url(_LOOPBACK[version])]


def _sender(version: int) -> str | None:
    """The address from which this computer would send into the wide world."""
    family = socket.AF_INET if version == 4 else socket.AF_INET6
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as sock:
        sock.connect((_WIDE_WORLD[version], 9))
        return str(sock.getsockname()[0])
    return None


def in_url(host: str) -> str:
    """A host as it stands in a URL: an IPv6 address in brackets."""
    return f"[{host}]" if ":" in host else host


def _is_usable(address: Address, version: int) -> bool:
    """Whether another device could ask for it; a link-local IPv6 address would need that device's own zone."""
    if address.version != version or address.is_loopback or address.is_unspecified or address.is_multicast:
        return False
    return version == 4 or not address.is_link_local


def _address(text: str) -> Address | None:
    """The address that a text is; one of IPv4 that came in by IPv6 (`::ffff:10.0.0.1`) is itself again."""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


def _farness(address: Address, is_virtual: bool) -> int:
    """How unlikely a phone in the room gets through: least to a private address of a real network."""
    if is_virtual:
        return 3
    return 2 if address.is_link_local else 0 if address.is_private else 1


def is_here(address: str) -> bool:
    """Whether an address is this computer's own, on which a proxy may stand; what is no address is."""
    parsed = _address(address)
    return parsed is None or parsed.is_loopback


def network_of(address: str) -> str:
    """By what an address is counted: one of IPv6 by its network, of which a single computer has all addresses.

    One of IPv4 is counted by itself, however it came in; what is no address too.
    """
    parsed = _address(address)
    if isinstance(parsed, ipaddress.IPv6Address) and not parsed.is_loopback:
        return str(ipaddress.IPv6Network((parsed, 64), strict=False).network_address)
    return address if parsed is None else str(parsed)


class Hosts:
    """What a browser may call this server: `Host` and `Origin` of a request are held against it.

    A page from elsewhere whose name its owner points at this computer is refused by that: it names a stranger.
    """

    def __init__(self, host: str, port: int, url: str | None = None) -> None:
        """For a server that listens on `host` and `port`, and is `url` to the world where a proxy stands before it.

        Raises ValueError for a `url` that is none.
        """
        self.port = port
        self._listens_on = host.lower()
        self._origins: set[str] = set()
        self._url_hosts: set[str] = set()
        if url is not None:
            parts = urlsplit(url)
            if parts.scheme not in _DEFAULT_PORTS or not parts.hostname:
                raise ValueError(f"{url} isn't the URL of a server")
            usual = _DEFAULT_PORTS[parts.scheme]
            name = in_url(parts.hostname)
            ports = ["", f":{usual}"] if (parts.port or usual) == usual else [f":{parts.port}"]
            self._url_hosts = {name + port for port in ports}
            self._origins = {f"{parts.scheme}://{each}" for each in self._url_hosts}

    def allow(self, host: str, local: str | None) -> bool:
        """Whether a `Host` is one of this server; `local` is the address at which the request came in."""
        host = host.lower()
        if host in self._url_hosts:
            return True
        match = _HOST.fullmatch(host)
        if match is None or int(match["port"] or 80) != self.port:
            return False
        name = match["name"].strip("[]").rstrip(".")
        return name == "localhost" or self._is_here(name, local)

    def _is_here(self, name: str, local: str | None) -> bool:
        """Whether a name is that on which the server listens, or an address of this computer."""
        if name == self._listens_on and name not in _EVERYWHERE:
            return True
        address = _address(name)
        return address is not None and (address.is_loopback or address == _address(local or ""))

    def allow_origin(self, origin: str, local: str | None) -> bool:
        """Whether an `Origin` is a page of this server; `null` is none."""
        scheme, mark, host = origin.lower().partition("://")
        return origin.lower() in self._origins or (bool(mark) and scheme == "http" and self.allow(host, local))


def qr_svg(url: str) -> str:
    """The QR code of a URL as SVG: black on white, in every colour scheme, since scanners want it so."""
    picture = io.BytesIO()
    segno.make_qr(url, error="m").save(
        picture,
        kind="svg",
        border=4,
        dark="#000",
        light="#fff",
        xmldecl=False,
        svgclass=None,
        lineclass=None,
        omitsize=True,
    )
    return picture.getvalue().decode()


def qr_text(url: str, *, ascii_only: bool = False) -> str:
    """The QR code of a URL for a terminal: two rows of modules to a line, or with `ascii_only` one of `##`.

    It is drawn for light letters on a dark ground; scanners read the opposite just as well.
    """
    code = segno.make_qr(url, error="l")
    if ascii_only:
        return "\n".join("".join("  " if dark else "##" for dark in row) for row in code.matrix_iter(border=2))
    drawing = io.StringIO()
    code.terminal(drawing, border=2, compact=True)
    return drawing.getvalue().rstrip("\n")
