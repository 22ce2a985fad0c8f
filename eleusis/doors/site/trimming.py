"""The standard library of the tab: what of Pyodide's is left out, and why.

It is trimmed by what is left out, so that what nobody thought of is there. The build ends with a trial start.
"""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase

LEFT_OUT: Mapping[str, str] = {
    "unittest/* doctest.py": "tests are run elsewhere",
    "pdb.py bdb.py cmd.py code.py trace.py tracemalloc.py faulthandler.py": "nobody debugs in the tab",
    "profile.py cProfile.py pstats.py timeit.py": "nor measures",
    "pydoc.py pydoc_data/* _pyrepl/* rlcompleter.py this.py antigravity.py __hello__.py __phello__/*": (
        "there is no prompt"
    ),
    "argparse.py optparse.py getopt.py getpass.py fileinput.py": "nor a command line",
    "curses/* tkinter/* idlelib/* turtle*.py tty.py pty.py webbrowser.py": "nor a screen but the page",
    "ensurepip/* venv/* lib2to3/* distutils/* zipapp.py compileall.py py_compile.py modulefinder.py pyclbr.py": (
        "nothing is installed or built there"
    ),
    "pickletools.py symtable.py tabnanny.py _ast_unparse.py": "nobody looks into programs",
    "_sysconfigdata_*.py sysconfig/__main__.py": "nor asks how this Python was built",
    "multiprocessing/* concurrent/futures/process.py concurrent/interpreters/*": "a tab has one process",
    "asyncio/windows_*.py asyncio/proactor_events.py asyncio/__main__.py asyncio/tools.py": "and runs no Windows",
    "zoneinfo/* ctypes/* _aix_support.py _android_support.py _apple_support.py _ios_support.py nturl2path.py": (
        "and no library of another system"
    ),
    "http/* wsgiref/* xmlrpc/* socketserver.py": "it serves nobody",
    "ftplib.py imaplib.py poplib.py smtplib.py mailbox.py netrc.py urllib/re*.py urllib/ro*.py email/mime/*": (
        "it writes no letters, and asks no other host"
    ),
    "pyodide/console.py pyodide/_nodesock_transport.py pyodide/http/pyxhr.py": "that is for other pages than ours",
    "sqlite3/* dbm/* shelve.py": "games are kept as files",
    "wave.py colorsys.py sched.py filecmp.py statistics.py plistlib.py configparser.py": "nothing of this is used",
    "xml/dom/* xml/sax/* xml/etree/*": "pages are made of text",
    "_pyio.py _py_abc.py": "the same is there in C",
    "importlib/_bootstrap*.py zipimport.py": "and this is frozen into the program",
    "logging/config.py logging/handlers.py": "nothing is logged to anywhere",
    "site-packages/*": "it is empty",
}
"""Patterns of paths in the library, separated by spaces, and why they go."""

CODECS = "aliases ascii cp437 idna latin_1 punycode raw_unicode_escape unicode_escape utf_*"
"""The encodings that stay: of texts, of names in archives. Files of any other are refused, as everywhere."""


def is_left_out(path: str) -> bool:
    """Whether a file of the standard library, by its path in it, is left out."""
    if path.startswith("encodings/"):
        stem = path.removeprefix("encodings/").removesuffix(".py")
        return stem != "__init__" and not any(fnmatchcase(stem, codec) for codec in CODECS.split())
    return any(fnmatchcase(path, pattern) for patterns in LEFT_OUT for pattern in patterns.split())
