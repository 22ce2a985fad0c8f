"""The pytest plugin: game files and rule files as tests.

With eleusis installed, `pytest games/` makes a test of each round of each game file, and of each example of each
rule file. A file is one if it has, at the margin, `eleusis:` and `rounds:` (a game) or `rules:` (rules); any
other YAML is left alone. Each round is replayed; its illegal moves, misjudgements and failed expectations are
failures that point into the file, and its transcript is held against a snapshot: `pytest --snapshot-update`
writes and accepts them, in `__transcripts__/` beside the games. This needs syrupy (the extra `eleusis[pytest]`);
without it the rest is tested all the same.

    games/cleo.yaml::Cleo forecasts and falls          a game of one round, by its title
    games/evening.yaml::An evening · round 2           one of several
    games/evening.yaml::An evening · totals            the scores of the game, and what it expects of them
    rules/mine.yaml::alternate · after 7S 4H           an example of a rule

Options: `--eleusis-variant V` plays all games under another variant, `--eleusis-set SETTING=VALUE` changes one
setting (repeatable); no snapshot is written under these two. `--eleusis-rules FILE` gives rules that the games name
by id (repeatable).

Out of it: the ini option `eleusis_files` lists the patterns of files to look into (default `*.yaml *.yml`; empty:
none, a file named on the command line excepted), matched from the right as `games/*.yaml` is; pytest's own
`collect_ignore`, `norecursedirs` and `--ignore` work as ever, and `-p no:eleusis` switches all of it off.

This module is imported at the start of every test run of every project, so it imports nothing of weight.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from eleusis.testing.gametests.conditions import Setting

PATTERNS = pytest.StashKey[tuple[str, ...]]()
SETTING = pytest.StashKey["Setting"]()
UNCOMPARED = pytest.StashKey[bool]()
"""Whether rounds were tested whose transcripts nothing compares."""

_WITHOUT = "eleusis_without_snapshots"
_NOTE = "eleusis: transcripts were not compared, since syrupy is not installed (pip install 'eleusis[pytest]')"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options and the ini option."""
    group = parser.getgroup("eleusis", "games of Eleusis")
    group.addoption(
        "--eleusis-variant", metavar="VARIANT", help="play all games under this variant (a name or a path)"
    )
    group.addoption(
        "--eleusis-set",
        metavar="SETTING=VALUE",
        action="append",
        default=[],
        help="change one setting of the variant, such as expulsion.layout=50; may be repeated",
    )
    group.addoption(
        "--eleusis-rules",
        metavar="FILE",
        action="append",
        default=[],
        help="a file of rules that games may name; may be repeated",
    )
    parser.addini(
        "eleusis_files",
        "patterns of the files that may hold games or rules of Eleusis",
        type="args",
        default=["*.yaml", "*.yml"],
    )


def pytest_configure(config: pytest.Config) -> None:
    """Reads what the options name, so that a wrong one is told once; no snapshot is written under them."""
    config.stash[PATTERNS] = tuple(config.getini("eleusis_files"))
    if config.option.eleusis_variant or config.option.eleusis_rules:
        _setting(config)
    for update in ("--snapshot-update", "--snapshot-update-new-only"):
        if config.getoption(update, False) and (config.option.eleusis_variant or config.option.eleusis_set):
            other = _setting(config).other
            why = "the snapshots are of the games as their files have them"
            raise pytest.UsageError(f"{update} can't go with {other}: {why}")


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Says under what the games are played, where that is not what they say."""
    conditions = [f"variant {config.option.eleusis_variant}"] if config.option.eleusis_variant else []
    conditions += config.option.eleusis_set
    if not conditions:
        return []
    from eleusis.ground.errors import visible

    return [f"eleusis: {visible(', '.join(conditions))}"]


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """The tests of a game file or a rule file; nothing for any other file."""
    config = parent.config
    named = file_path.name.endswith((".yaml", ".yml")) and parent.session.isinitpath(file_path)
    if not named and not any(file_path.match(pattern) for pattern in config.stash[PATTERNS]):
        return None
    from eleusis.testing.gametests.recognising import kind_of

    kind = kind_of(file_path)
    if kind is None:
        return None
    from eleusis.testing.gametests.collect import GameTests, RuleTests

    file_of_tests = GameTests if kind == "game" else RuleTests
    tests = file_of_tests.from_parent(parent, path=file_path)
    tests.setting = _setting(config)
    return tests


def _setting(config: pytest.Config) -> Setting:
    """What the options say of all games, worked out once."""
    if SETTING not in config.stash:
        from eleusis.ground.errors import EleusisError
        from eleusis.testing.gametests.conditions import Setting

        option = config.option
        try:
            config.stash[SETTING] = Setting.of(
                option.eleusis_variant, option.eleusis_set, option.eleusis_rules, config.invocation_params.dir
            )
        except EleusisError as error:
            raise pytest.UsageError(str(error)) from None
    return config.stash[SETTING]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tells syrupy of all games, so that it can say which snapshots nobody uses."""
    _register(config, "_collected_items", {item.nodeid: item for item in _games(config, items)})


def pytest_collection_finish(session: pytest.Session) -> None:
    """Tells syrupy which games will run; where it is not there, that is noted."""
    config = session.config
    games = _games(config, session.items)
    if games and _syrupy(config) is None:
        config.stash[UNCOMPARED] = True
        getattr(config, "workeroutput", {})[_WITHOUT] = True
    elif games:
        from syrupy.session import ItemStatus

        _register(config, "_selected_items", {item.nodeid: ItemStatus.NOT_RUN for item in games})


def _register(config: pytest.Config, name: str, entries: dict[str, Any]) -> None:
    """Adds to a register of syrupy.

    Where it keeps it in another form (before 6), nothing is added: then unused snapshots are reported for whole
    folders only.
    """
    session = _syrupy(config)
    registers = [getattr(session, register, None) for register in ("_collected_items", "_selected_items")]
    if all(isinstance(register, dict) for register in registers):
        getattr(session, name).update(entries)


def _syrupy(config: pytest.Config) -> object:
    """The session of syrupy; None where it is not installed or switched off."""
    return getattr(config, "_syrupy", None)


def _games(config: pytest.Config, items: list[pytest.Item]) -> list[pytest.Item]:
    """The tests whose transcripts are compared; syrupy itself takes notice of functions only."""
    if SETTING not in config.stash:
        return []
    from eleusis.testing.gametests.collect import RoundTest, TotalsTest

    return [item for item in items if isinstance(item, (RoundTest, TotalsTest))]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    """A worker of xdist has ended: did it compare transcripts?"""
    if getattr(node, "workeroutput", {}).get(_WITHOUT):
        node.config.stash[UNCOMPARED] = True


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Says, once, if no transcripts were compared."""
    if config.stash.get(UNCOMPARED, False) and not hasattr(config, "workerinput"):
        terminalreporter.write_line(_NOTE, yellow=True)
