"""The report: one page that opens from a disk, with charts, tables, the command and the seed; nothing is loaded."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from eleusis.ground.errors import LabError, Place, ScriptError
from eleusis.ground.files import read_bytes, write_whole
from eleusis.ground.statistics import Outcome, format_estimate
from eleusis.lab.columns import RoundColumns
from eleusis.lab.plan import Plan
from eleusis.lab.reporting.charts import Chart, charts, check_matplotlib
from eleusis.lab.reporting.moved import most_moved
from eleusis.lab.reporting.naming import arm_names, changes_of, legend, measure_title, name_comparison
from eleusis.lab.reporting.tables import (
    CLEAR,
    MARKS,
    UNCLEAR,
    amount_played,
    by_group,
    count_differing,
    gap_name,
    name_maker,
)
from eleusis.lab.reporting.verdict import find_verdict
from eleusis.lab.store import check_writable
from eleusis.words.page.templating import check_jinja, render


def check_report(report: str | Path, out: str | Path | None = None) -> None:
    """Raises LabError where a page with charts can't be written there, before anything is played.

    `lab/cannot-write`: there is no such folder, or it is the file of results, `out`; `lab/file-exists`: a file that
    is no page would be lost; `lab/no-charts`: matplotlib is missing.
    """
    path = Path(report)
    if out is not None and _lead_to_one_file(path, Path(out)):
        raise LabError("lab/cannot-write", "--report and --out are the same file", Place(str(path)))
    check_writable(path)
    check_matplotlib()
    check_jinja()
    check_page(path)


def check_page(path: Path) -> None:
    """Raises LabError where a page can't be written.

    `lab/cannot-write`: there is no such folder; `lab/file-exists`: a file that is no page would be lost.
    """
    place = Place(str(path))
    check_writable(path)
    if not path.is_file():
        return
    try:
        start = read_bytes(path, 256)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise LabError("lab/cannot-write", f"this can't be read: {why}", place) from None
    start = start.removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    if start and not start.startswith((b"<!doctype html", b"<html")):
        message = "this file already exists and isn't a page: choose another name for --report"
        raise LabError("lab/file-exists", message, place)


def _lead_to_one_file(path: Path, other: Path) -> bool:
    """Whether two paths lead to the same file, which needn't be there yet."""
    try:
        return path.resolve() == other.resolve() or path.samefile(other)
    except (OSError, RuntimeError):  # a file isn't there, or links go round in a circle
        return False


def write_report(
    path: Path, plan: Plan, arms: Sequence[RoundColumns], outcomes: Sequence[Outcome], command: str
) -> None:
    """Write the page; it is there in whole or not at all. Raises LabError (`lab/cannot-write`)."""
    write_page_whole(path, report(plan, charts(plan, arms, outcomes), outcomes, command))


def write_page_whole(path: Path, page: str) -> None:
    """Write a page; it is there in whole or not at all. Raises LabError (`lab/cannot-write`)."""
    try:
        write_whole(path, page)
    except ScriptError as error:
        raise LabError("lab/cannot-write", error.message, error.place) from None


def report(plan: Plan, pictures: Sequence[Chart], outcomes: Sequence[Outcome], command: str) -> str:
    """The page as text."""
    several = " under each variant, the same deals" if len(plan.arms) > 1 else ""
    return render(
        "report.html",
        title=name_comparison(plan),
        verdict=find_verdict(plan, outcomes),
        legend=legend(plan),
        charts=pictures,
        moved=most_moved(outcomes),
        groups=list(by_group(outcomes)),
        called=arm_names(plan),
        pair=len(plan.arms) == 2,
        gap_name=gap_name(plan),
        differing=count_differing(outcomes),
        clear=CLEAR,
        unclear=UNCLEAR,
        played=amount_played(plan) + several,
        seats=", ".join(f"{seat.name} {seat.how}" for seat in plan.seats),
        rules=plan.rules[0].text if len(plan.rules) == 1 else f"{len(plan.rules)}, one drawn for each deal",
        seed=plan.seed,
        changes=changes_of(plan),
        made_by=name_maker(),
        command=command,
        marks=MARKS,
        kinds=_KINDS,
        format_estimate=format_estimate,
        measure_title=measure_title,
    )


_KINDS = {"more": "more", "less": "less", "unclear": "unclear", "identical": "few", "too few": "few"}
"""The classes that give verdicts their colours."""
