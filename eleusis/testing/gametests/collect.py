"""The collectors and the tests: a file of games or rules, a round, a game's totals, an example."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from eleusis.driving.replayed import Finding, GameReplay
from eleusis.ground.errors import EleusisError, Place
from eleusis.ground.yaml.parsing import Mapping, Scalar, YamlNode, loading
from eleusis.ground.yaml.parsing import Sequence as YamlSequence
from eleusis.record.gamefile.contents import GameFile
from eleusis.record.gamefile.reading import load_game
from eleusis.record.replaying.replay import replay_game
from eleusis.secret.library import rules_from_node
from eleusis.testing.gametests.conditions import Setting
from eleusis.testing.gametests.failure import FailureText, GameFailed, changes, findings_of
from eleusis.testing.gametests.names import distinct, names_of_tests, round_names, tidy, totals_name
from eleusis.testing.gametests.pages import round_page, totals_page

UNREADABLE = "can be read"
"""The name of the one test of a file that can't be."""


class _Test(pytest.Item):
    """A test that tells its failure as text; `line` is where it stands in the file."""

    line: int | None = None

    @property
    def obj(self) -> type[_Test]:
        """What syrupy asks for a module's and a function's name."""
        return type(self)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Where the test stands: the file and its line, from 0."""
        return self.path, None if self.line is None else self.line - 1, self.name

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The failure as text, without a traceback."""
        error = excinfo.value
        if isinstance(error, EleusisError):
            error = GameFailed(findings_of(error))
        if isinstance(error, GameFailed):
            return FailureText(error, self.config.invocation_params.dir, self.path)
        return super().repr_failure(excinfo, "short")  # a mistake of eleusis itself


class Unreadable(_Test):
    """The one test of a file that can't be read, which fails and says why."""

    findings: Sequence[Finding]

    def runtest(self) -> None:
        """Fails with what makes it unreadable."""
        raise GameFailed(self.findings)


class _Tests(pytest.File):
    """A file of tests."""

    setting: Setting

    def unreadable(self, findings: Sequence[Finding]) -> Unreadable:
        """The test instead of all others."""
        test = Unreadable.from_parent(self, name=UNREADABLE)
        test.findings = findings
        test.line = findings[0].place.line
        return test


class GameTests(_Tests):
    """A game file: a test for each round, and one for the totals where there is more than one round to say."""

    game: GameFile
    _replay: GameReplay | EleusisError | None = None

    def collect(self) -> Iterable[pytest.Item]:
        """The tests of the file."""
        try:
            self.game = load_game(self.path, self.setting.rules)
        except EleusisError as error:
            _remember(self.path, None)
            yield self.unreadable(findings_of(error))
            return
        _remember(self.path, names_of_tests(self.game))
        for number, name in enumerate(round_names(self.game), start=1):
            test = RoundTest.from_parent(self, name=name)
            test.number, test.line = number, self.game.rounds[number - 1].place.line
            yield test
        totals = totals_name(self.game)
        if totals is not None:
            yield TotalsTest.from_parent(self, name=totals)

    def replay(self) -> GameReplay:
        """The game replayed, once for all its tests. Raises what is wrong with its setting or a deal."""
        if self._replay is None:
            setting = self.setting
            try:
                self._replay = replay_game(self.game, setting.variant, setting.overrides, setting.rules)
            except EleusisError as error:
                self._replay = error
        if isinstance(self._replay, EleusisError):
            raise self._replay
        return self._replay

    def teardown(self) -> None:
        """Lets go of the replay."""
        self._replay = None


def _remember(path: Path, names: set[str] | None) -> None:
    """Lets the snapshots know the tests of a file."""
    try:
        from eleusis.testing.gametests.snapshots import NAMES
    except ImportError:
        return
    NAMES[path] = names


class _GameTest(_Test):
    """A test of a game: a page that is compared, and findings.

    The page comes first: also a failing test keeps its snapshot.
    """

    parent: GameTests

    def settle(self, page: str, findings: Sequence[Finding]) -> None:
        """Holds the page against its snapshot. Raises GameFailed for a change, or for findings."""
        try:
            from eleusis.testing.gametests.snapshots import compare_with_snapshot
        except ImportError:  # no syrupy
            difference = None
        else:
            difference = compare_with_snapshot(self, page)
        diff: list[str] = []
        if difference is not None:
            before, now = difference
            other = self.parent.setting.other
            if before is None:
                without = f", without {other}," if other else ""
                text = f"there is no snapshot of this transcript yet: pytest --snapshot-update{without} writes it"
                findings = [*findings, Finding("expectation", Place(str(self.path), self.line), text)]
            else:
                diff = changes(before, now, self.config.option.verbose > 1)
                diff += [] if other else ["", "if this is what you want: pytest --snapshot-update"]
        if findings or diff:
            raise GameFailed(findings, diff)


class RoundTest(_GameTest):
    """One round of a game."""

    number: int

    def runtest(self) -> None:
        """Replays the game, and looks at this round of it."""
        replay = self.parent.replay()
        page = round_page(self.parent.game, replay, self.number)
        self.settle(page, replay.rounds[self.number - 1].findings)


class TotalsTest(_GameTest):
    """The totals of a game."""

    def runtest(self) -> None:
        """Replays the game, and looks at its totals. Raises GameFailed too where a round stops before its end."""
        replay = self.parent.replay()
        stopped = [(record.number, record.stopped_by) for record in replay.rounds if record.stopped_by is not None]
        if stopped:
            text = "there are no totals: round {} stops at a move that is not allowed"
            raise GameFailed([Finding(stop.code, stop.place, text.format(number)) for number, stop in stopped])
        of_rounds = [finding for record in replay.rounds for finding in record.findings]
        of_game = [finding for finding in replay.findings if finding not in of_rounds]
        self.settle(totals_page(self.parent.game, replay), of_game)


class RuleTests(_Tests):
    """A file of rules: a test for each example; for a rule that has none, one that it can be read."""

    findings: Sequence[Finding] = ()

    def collect(self) -> Iterable[pytest.Item]:
        """The tests of the file."""
        try:
            with loading(self.path) as node:
                rules_from_node(node)
        except EleusisError as error:
            self.findings = findings_of(error)
        if any(finding.code != "rule/example" for finding in self.findings):
            yield self.unreadable(self.findings)
            return
        examples = list(_examples(node))
        names = distinct(name for name, _ in examples)
        for name, (_, place) in zip(names, examples, strict=True):
            test = ExampleTest.from_parent(self, name=name)
            test.place, test.line = place, place.line
            yield test


class ExampleTest(_Test):
    """One example of a rule."""

    parent: RuleTests
    place: Place

    def runtest(self) -> None:
        """Fails where something was found at this place."""
        own = [finding for finding in self.parent.findings if finding.place == self.place]
        if own:
            raise GameFailed(own)


def _examples(node: YamlNode) -> Iterable[tuple[str, Place]]:
    """The examples of a file that can be read: a name, not yet distinct, and a place for each."""
    rules = node.get("rules") if isinstance(node, Mapping) else None
    for name, place, body in rules.items() if isinstance(rules, Mapping) else ():
        examples = body.get("examples") if isinstance(body, Mapping) else None
        if not isinstance(examples, YamlSequence) or not len(examples):
            yield name, place
            continue
        for example in examples:
            line = example.get("line") if isinstance(example, Mapping) else None
            text = tidy(line.text) if isinstance(line, Scalar) else ""
            yield f"{name} · after {text}" if text else f"{name} · at the start", example.place
