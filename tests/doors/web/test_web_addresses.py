"""The addresses of this computer, and the QR code that leads to them."""

from __future__ import annotations

import ipaddress
import socket
from xml.etree import ElementTree

import ifaddr
import pytest
import segno

from eleusis.doors.web.addresses import in_url, is_here, lan_addresses, network_of, qr_svg, qr_text

URL = "http://192.168.178.23:8317/"


def test_this_computers_own_address_comes_last() -> None:
    ours = lan_addresses()
    assert ours[-1] == "127.0.0.1"
    assert len({*ours}) == len(ours)
    assert all(ipaddress.ip_address(address).version == 4 for address in ours)
    assert lan_addresses("::")[-1] == "[::1]"


def test_a_named_host_is_the_only_address() -> None:
    assert lan_addresses("192.168.1.5") == ["192.168.1.5"]
    assert lan_addresses("fd00::2") == ["[fd00::2]"]
    assert lan_addresses("laptop.local") == ["laptop.local"]


def test_every_address_can_be_listened_on() -> None:
    for address in lan_addresses():
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as sock:
            sock.bind((address, 0))  # one that isn't ours raises


def adapter(name: str, *addresses: str | tuple[str, int, int]) -> ifaddr.Adapter:
    """An interface with these addresses."""
    return ifaddr.Adapter(name, name, [ifaddr.IP(address, 24, name) for address in addresses])


def test_the_likeliest_address_for_a_phone_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    adapters = [
        adapter("lo", "127.0.0.1"),
        adapter("docker0", "172.17.0.1"),
        adapter("wwan0", "93.184.216.34"),
        adapter("eth0", "169.254.7.7", "224.0.0.1", "0.0.0.0"),
        adapter("wlan0", ("fd00::7", 0, 0), "192.168.178.23"),
    ]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: adapters)
    assert lan_addresses() == ["192.168.178.23", "93.184.216.34", "169.254.7.7", "172.17.0.1", "127.0.0.1"]


def test_addresses_of_ipv6_that_a_phone_can_type(monkeypatch: pytest.MonkeyPatch) -> None:
    wireless = adapter("wlan0", ("fe80::1", 0, 2), ("2001:db8::5", 0, 0), ("fd00::7", 0, 0), "192.168.1.2")
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: [wireless, adapter("lo", ("::1", 0, 0))])
    assert {*lan_addresses("::")} == {"[fd00::7]", "[2001:db8::5]", "[::1]"}
    assert in_url("fd00::7") == "[fd00::7]"


def test_no_network_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ifaddr, "get_adapters", list)
    assert lan_addresses() == ["127.0.0.1"]


def test_the_code_for_a_page_is_a_picture() -> None:
    svg = ElementTree.fromstring(qr_svg(URL))
    assert svg.tag.endswith("svg")
    assert svg.get("viewBox")
    assert not [child for child in svg.iter() if child.tag.endswith(("script", "style")) or child.get("style")]


@pytest.mark.parametrize("ascii_only", [False, True])
def test_the_code_for_a_terminal_is_the_same_code(ascii_only: bool) -> None:
    lines = qr_text(URL, ascii_only=ascii_only).splitlines()
    assert len({len(line) for line in lines}) == 1
    light = {"█": (True, True), "▀": (True, False), "▄": (False, True), " ": (False, False)}
    rows: list[list[bool]] = []
    for line in lines:
        if ascii_only:
            assert line.isascii()
            rows.append([line[place : place + 2] == "##" for place in range(0, len(line), 2)])
        else:
            rows += [[light[letter][half] for letter in line] for half in (0, 1)]
    code = [[not module for module in row] for row in segno.make_qr(URL, error="l").matrix_iter(border=2)]
    assert rows[: len(code)] == code


@pytest.mark.parametrize(
    ("address", "here"), [("127.0.0.1", True), ("::1", True), ("", True), ("192.168.1.7", False)]
)
def test_which_address_is_this_computer(address: str, here: bool) -> None:
    assert is_here(address) == here


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.168.1.7", "192.168.1.7"),
        ("::ffff:192.168.1.7", "192.168.1.7"),
        ("2001:db8:0:7:1:2:3:4", "2001:db8:0:7::"),
        ("fe80::1%eth0", "fe80::"),
        ("::ffff:127.0.0.1", "127.0.0.1"),
        ("::1", "::1"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_the_network_by_which_an_address_is_counted(address: str, network: str) -> None:
    assert network_of(address) == network
    assert is_here(network) == is_here(address)
