"""The kernel as a shared library: built by a C compiler where there is one, kept in the user's cache folder.

Nothing here decides a number: without a compiler everything is played by the engine, with the same results.
"""

from __future__ import annotations

import ctypes
import os
import shlex
import shutil
import signal
import stat
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path

from eleusis.ground.cache_folder import cache_folder, make_folder
from eleusis.ground.errors import LabError, quote, visible
from eleusis.ground.files import read_bytes

NATIVE = Path(__file__).with_name("native")
"""The folder of the sources: every `*.c` is compiled, `*.h` are what they include."""
PATIENCE = 120.0
"""Seconds after which a compiler that has not come to an end is ended."""

_GUARD = """\
#include <float.h>
#if FLT_EVAL_METHOD != 0
#error "doubles are reckoned with other than 64 bits here: the rounds would not be those of the engine"
#endif
"""
# Nothing for the processor of this machine alone: the cache may lie on a home that several share. No fused
# multiplication and addition: it rounds once where Python rounds twice.
_FLAGS = ("-std=c11", "-O2", "-shared", "-fPIC", "-ffp-contract=off")
_SUFFIX = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")
_LIBRARIES = () if sys.platform == "win32" else ("-lm",)
_KEPT = 8
"""Libraries that lie in the folder at once; the oldest ones go."""
_STALE = 3600
"""Seconds after which a folder in which nobody can be building any more is cleared away."""
_CURE = "forbid others to write there (chmod go-w), or name another folder in ELEUSIS_CACHE"
_LARGEST = 1 << 26
_WIDTH = 200


def load_kernel(
    prelude: str,
    build: bool = True,
    announce: Callable[[str], None] | None = None,
    warn: Callable[[str], None] | None = None,
) -> ctypes.CDLL | None:
    """The compiled kernel; None where it isn't built yet and is not to be built.

    `prelude` is C that stands before every source: the names and orders that have their home in Python. `announce`
    is told that it is built, which takes a second or many, and an empty text when that is over; `warn` is told why
    it can't be kept, where others could exchange it. Raises LabError (`lab/no-kernel`), whose text says why there
    can't be one.
    """
    sources = sorted(NATIVE.glob("*.c"))
    if not sources:
        raise _refuse("its sources are missing")
    compiler, look = find_compiler()
    texts = [(path.name, path.read_bytes()) for path in sorted(NATIVE.glob("*.[ch]"))]
    head = _GUARD + prelude
    word = _digest(repr((texts, head, compiler, look, _FLAGS, _platform())).encode())
    folder, why = _own_folder()
    kept = None if folder is None else _load_kept(folder, word)
    if kept is not None or not build:
        return kept
    if why and warn is not None:
        warn(f"note: the compiled kernel is built for this run alone: {why}; {_CURE}")
    tell = announce or (lambda text: None)
    try:
        tell("compiling the kernel, once …")
        return _build(compiler, sources, head, folder, word)
    finally:
        tell("")


def find_compiler() -> tuple[tuple[str, ...], str]:
    """The words that call a C compiler, and what tells it from another version of itself.

    It is the one that the environment's `CC` names, else `cc`, `gcc` or `clang`, else that of `ziglang`.
    Raises LabError (`lab/no-kernel`).
    """
    named = os.environ.get("CC", "").strip()
    if named:
        try:
            program, *words = shlex.split(named)
        except ValueError:
            raise _refuse(f"CC={quote(named)} can't be read as a command") from None
        path = shutil.which(program)
        if path is None:
            raise _refuse(f"CC names {quote(program)}, and there is no such program")
        return _describe(path, *words)
    for name in ("cc", "gcc", "clang"):
        path = shutil.which(name)
        if path is not None and not _is_placeholder(path):
            return _describe(path)
    zig = find_spec("ziglang")
    for folder in () if zig is None else zig.submodule_search_locations or ():
        path = shutil.which("zig", path=folder)
        if path is not None:
            return _describe(path, "cc", "-mcpu=baseline")  # it would build for this very processor
    raise _refuse("there is no C compiler (cc, gcc, clang); pip install 'eleusis[fast]' brings one")


def _refuse(why: str) -> LabError:
    return LabError("lab/no-kernel", f"no compiled kernel: {why}")


def _describe(path: str, *words: str) -> tuple[tuple[str, ...], str]:
    """A compiler with its size and time: asking it for its version would take longer than loading what it built."""
    whole = Path(path).absolute()
    status = whole.stat()
    return (str(whole), *words), f"{whole.resolve()} {status.st_size} {status.st_mtime_ns}"


def _is_placeholder(path: str) -> bool:
    """Whether this is what macOS has for a compiler where none is installed: it opens a window that offers one."""
    if sys.platform != "darwin" or Path(path).parent != Path("/usr/bin"):
        return False
    tools = ("/Library/Developer/CommandLineTools/usr/bin/clang", "/Applications/Xcode.app")
    return not any(Path(tool).exists() for tool in tools)


def _platform() -> tuple[object, ...]:
    return sys.platform, os.uname().machine if hasattr(os, "uname") else "", struct.calcsize("P"), sys.byteorder


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=16).hexdigest()


def _own_folder() -> tuple[Path | None, str]:
    """The folder for libraries, if it is ours alone: what lies there is run. Else None, and why others reach it."""
    try:
        folder = cache_folder().absolute() / "kernel"
        make_folder(folder)
        folder = folder.resolve(strict=True)  # what is looked at is what is used, whichever links lead there
        why = _find_others(folder)
    except (OSError, RuntimeError):
        return None, ""
    return (None if why else folder), why


def _find_others(folder: Path, fresh: bool = False) -> str:
    """Who else may exchange a folder, or what lies in it, as a sentence; empty where nobody may.

    Whoever can write to a folder above could put another one in its place. A folder with the sticky bit forbids
    that only for what has been put there, not before: it counts for one that is `fresh`, made just now under a new
    name. Raises OSError.
    """
    if not hasattr(os, "getuid"):
        return ""
    for path in (folder, *_walk_up(folder)):
        status = path.stat()
        if status.st_uid != os.getuid() and (status.st_uid != 0 or path == folder):
            return f"{quote(path, 4096)} belongs to somebody else"
        if status.st_mode & 0o022 and not (fresh and status.st_mode & stat.S_ISVTX):
            return f"others can write to {quote(path, 4096)}"
    return ""


def _walk_up(folder: Path) -> Sequence[Path]:
    """The folders above one."""
    return folder.parents


def _load_kept(folder: Path, word: str) -> ctypes.CDLL | None:
    """The library of this word. Its name ends in its own digest, so that a damaged one is known and passed over."""
    for path in sorted(folder.glob(f"{word}-*{_SUFFIX}")):
        with suppress(OSError):
            if path.stem == f"{word}-{_digest(read_bytes(path, _LARGEST))}":
                return ctypes.CDLL(str(path))
    return None


def _build(
    compiler: Sequence[str], sources: Sequence[Path], head: str, folder: Path | None, word: str
) -> ctypes.CDLL:
    """Build the library in a folder of its own, and put it on the shelf in one step. Raises LabError."""
    try:
        with _open_workshop(folder) as name:
            workshop = Path(name).resolve(strict=True)
            if why := _find_others(workshop, fresh=True):
                raise _refuse(f"{why}, so what is built there might be exchanged")
            prelude, library = workshop / "prelude.h", workshop / f"kernel{_SUFFIX}"
            prelude.write_text(head, encoding="utf-8")
            command = [*compiler, *_FLAGS, "-include", str(prelude), "-o", str(library), *map(str, sources)]
            _compile([*command, *_LIBRARIES], workshop)
            if not library.is_file():
                raise _refuse(f"{quote(compiler[0])} built nothing")
            if folder is not None:
                library = _keep(library, folder, word)
            return ctypes.CDLL(str(library))
    except OSError as error:
        raise _refuse(f"it can't be built or loaded here: {visible(str(error))[:_WIDTH]}") from None


def _open_workshop(folder: Path | None) -> tempfile.TemporaryDirectory[str]:
    """A folder to build in: beside the shelf, or a private one where there is no shelf. Raises OSError."""
    if folder is not None:
        with suppress(OSError):
            return tempfile.TemporaryDirectory(prefix=".building-", dir=folder, ignore_cleanup_errors=True)
    return tempfile.TemporaryDirectory(prefix="eleusis-", ignore_cleanup_errors=True)


def _keep(library: Path, folder: Path, word: str) -> Path:
    """Put a library on the shelf, and say where it is then; where that can't be, it stays where it is."""
    target = folder / f"{word}-{_digest(library.read_bytes())}{_SUFFIX}"
    try:
        library.replace(target)
    except OSError:
        return library
    with suppress(OSError):
        _clear(folder)
    return target


def _clear(folder: Path) -> None:
    """Take away the oldest libraries, and what killed builds have left. Raises OSError."""
    libraries = sorted(folder.glob(f"*-*{_SUFFIX}"), key=lambda path: path.stat().st_mtime)
    for path in libraries[:-_KEPT]:
        path.unlink()
    for path in folder.glob(".building-*"):
        if time.time() - path.stat().st_mtime > _STALE:
            shutil.rmtree(path, ignore_errors=True)


def _compile(command: Sequence[str], workshop: Path) -> None:
    """Run a compiler to its end, or to that of our patience; it leaves nothing outside the workshop.

    Raises LabError with the first line of what it says, and OSError where it can't be run.
    """
    own = {"LC_ALL": "C", "TMPDIR": str(workshop), "ZIG_LOCAL_CACHE_DIR": str(workshop / "zig")}
    # Zig builds a library of its own first, which it keeps: some fifty megabytes would lie there for one build.
    own["ZIG_GLOBAL_CACHE_DIR"] = os.environ.get("ZIG_GLOBAL_CACHE_DIR") or own["ZIG_LOCAL_CACHE_DIR"]
    said = workshop / "said.txt"
    with said.open("wb") as output:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            cwd=workshop,
            env={**os.environ, **own},
            start_new_session=True,
        )
    try:
        code = process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        raise _refuse(f"{quote(command[0])} has not finished within {PATIENCE:.0f} s") from None
    finally:
        _end(process)
    if code:
        lines = [line for line in _lines(said) if "error" in line.lower()] or [*_lines(said), f"exit code {code}"]
        line = lines[0].replace(f"{workshop}{os.sep}", "")
        raise _refuse(f"{quote(command[0])} can't build it: {visible(line)[:_WIDTH]}")


def _lines(path: Path) -> Iterator[str]:
    """The lines of a text that say something."""
    text = read_bytes(path, 1 << 20).decode("utf-8", "replace")
    return (line.strip() for line in text.splitlines() if line.strip())


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a compiler that is still at work, with the programs that it has started."""
    if process.poll() is not None:
        return
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()
