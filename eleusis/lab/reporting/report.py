"""The report: one page that opens from a disk, with charts, tables, the command and the seed; nothing is loaded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape as escape_html
from pathlib import Path

from eleusis.ground.errors import LabError, Place, ScriptError, visible
from eleusis.ground.files import read_bytes, write_whole
from eleusis.ground.statistics import Outcome, format_estimate
from eleusis.lab.columns import RoundColumns
from eleusis.lab.plan import Plan
from eleusis.lab.reporting.charts import CHART_STYLE, Chart, charts
from eleusis.lab.reporting.moved import most_moved
from eleusis.lab.reporting.naming import arm_names, legend, measure_title, name_comparison
from eleusis.lab.reporting.tables import CLEAR, MARKS, UNCLEAR, amount_played, by_group, count_differing, gap_name
from eleusis.lab.reporting.verdict import find_verdict
from eleusis.lab.store import check_writable


def escape(text: str) -> str:
    """A text as HTML, in which nothing is unseen: a mark that turns the direction would turn the page around it."""
    return escape_html(visible(text))


_CSS = """
:root{color-scheme:light dark}
*{box-sizing:border-box}
body{margin:0 auto;padding:12px;max-width:1080px;font:16px/1.45 system-ui,sans-serif;color:#111;background:#fff}
h1{font-size:1.5rem;line-height:1.2;margin:.4em 0;overflow-wrap:anywhere}
h2{font-size:1.15rem;margin:1.6em 0 .4em;border-bottom:2px solid #0072B2}
h3{font-size:1rem;margin:.2em 0}
code{display:block;white-space:pre-wrap;overflow-wrap:anywhere;background:#f2f2f2;padding:8px;font-size:.85rem}
dl{display:grid;grid-template-columns:fit-content(45%) 1fr;gap:2px 12px;margin:0}
dt{font-weight:600;overflow-wrap:anywhere}dd{margin:0;overflow-wrap:anywhere}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,324px),1fr));gap:16px}
figure{margin:0;break-inside:avoid;max-width:520px}
figure svg{display:block;width:100%;height:auto}
figure svg text{font-family:system-ui,sans-serif!important}
table{border-collapse:collapse;width:100%;font-size:.9rem;font-variant-numeric:tabular-nums}
th,td{padding:3px 6px;text-align:right;border-bottom:1px solid #ddd;white-space:nowrap}
th:first-child,td:first-child{text-align:left;white-space:normal;overflow-wrap:anywhere}
tr.group th{background:#f2f2f2;text-align:left}
tr{break-inside:avoid}
.mark{display:inline-block;width:1.2em;text-align:center}
td.more{color:#004c78;font-weight:600}td.less{color:#9a4300;font-weight:600}td.unclear,td.few{color:#555}
.verdict{border-left:4px solid #0072B2;padding:2px 0 2px 12px;margin:.6em 0 1em;font-size:1.08rem}
.verdict p{margin:.3em 0;overflow-wrap:anywhere}
kbd{font-family:ui-monospace,monospace;font-size:.85em;background:#f2f2f2;padding:0 4px;overflow-wrap:anywhere}
.note{font-size:.9rem;color:#333}
@media screen and (max-width:640px){
 table{font-size:.82rem}
 thead{display:none}
 tbody tr{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));border-bottom:1px solid #ddd;padding:4px 0}
 tbody td{border:0;padding:1px 2px;text-align:left}
 tbody td{order:2}
 tbody td:first-child{grid-column:1/-1;order:0;font-weight:600}
 tbody tr:not(.pair){grid-template-columns:repeat(auto-fill,minmax(9.2em,1fr))}
 tr.pair td:first-child{grid-column:1/3}
 tr.pair td:last-child{grid-column:3;order:1}
 tbody td[data-of]::before{content:attr(data-of) " ";color:#555;font-size:.8em;display:block;font-weight:400}
 .mark{width:1em}tr.group{display:block}tr.group th{display:block}
}
@media screen and (prefers-color-scheme:dark){
 body{color:#e8e8e8;background:#16181b}
 code,kbd,tr.group th{background:#26292e}
 th,td,tbody tr{border-color:#3a3f46!important}
 td.more{color:#7cc4f2}td.less{color:#f0a060}td.unclear,td.few,tbody td[data-of]::before{color:#a8adb4}
 .note{color:#c4c8ce}
}
@media print{@page{margin:14mm}body{max-width:none;padding:0;font-size:11pt}
 .charts{display:block;columns:2;column-gap:8mm}
 figure{max-width:none;margin:0 0 5mm}figure svg{max-height:105mm}
 table{font-size:8.5pt}td:first-child{min-width:9em}
 h2,h3,tr.group{break-after:avoid}}
"""


def check_report(report: str | Path, out: str | Path | None = None) -> None:
    """Raises LabError where a page with charts can't be written there, before anything is played.

    `lab/cannot-write`: there is no such folder, or it is the file of results, `out`; `lab/file-exists`: a file that
    is no page would be lost; `lab/no-charts`: matplotlib is missing.
    """
    from importlib.util import find_spec

    path = Path(report)
    if out is not None and _lead_to_one_file(path, Path(out)):
        raise LabError("lab/cannot-write", "--report and --out are the same file", Place(str(path)))
    check_writable(path)
    if find_spec("matplotlib") is None:
        raise LabError("lab/no-charts", "--report needs matplotlib: pip install 'eleusis[report]'")
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
    moved = most_moved(outcomes)
    first = f"<h2>What moved most</h2>{_table(plan, [('', moved)])}" if moved else ""
    body = (
        f"{_verdict(plan, outcomes)}{_legend(plan)}{figures_html(pictures)}{first}"
        f"<h2>All measures</h2>{_table(plan, list(by_group(outcomes)))}{_note(plan, outcomes)}"
        f"<h2>What was played</h2>{_facts(plan)}<code>{escape(command)}</code>"
    )
    return page_html(name_comparison(plan), body)


def _verdict(plan: Plan, outcomes: Sequence[Outcome]) -> str:
    """What comes out, in sentences: what a reader should see first."""
    sentences = "".join(f"<p>{escape(sentence)}</p>" for sentence in find_verdict(plan, outcomes))
    return f'<div class="verdict">{sentences}</div>'


def _legend(plan: Plan) -> str:
    """What each variant is called on the page, what it is in words, and its settings."""
    rows = []
    for name, words, exact in legend(plan):
        setting = f" <kbd>{escape(exact)}</kbd>" if exact else ""
        rows.append(f"<dt>{escape(name)}</dt><dd>{escape(words)}{setting}</dd>")
    return f"<dl>{''.join(rows)}</dl>"


def figures_html(pictures: Sequence[Chart]) -> str:
    """The charts, below a heading; nothing where there are none."""
    figures = "".join(
        f"<figure><h3>{escape(chart.title)}</h3>"
        f'<div role="img" aria-label="{escape(chart.description)}">{chart.svg}</div></figure>'
        for chart in pictures
    )
    return f'<h2>Charts</h2><div class="charts">{figures}</div>' if pictures else ""


def page_html(title: str, body: str) -> str:
    """A page that loads nothing, with its title as the heading above the body."""
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>{escape(title)}</title><style>{_CSS}{CHART_STYLE}</style></head><body>"
        f"<h1>{escape(title)}</h1>{body}</body></html>\n"
    )


def facts_html(facts: Mapping[str, str]) -> str:
    """What was played, with whom, by which rules: the head of a page."""
    return "<dl>" + "".join(f"<dt>{escape(k)}</dt><dd>{escape(v)}</dd>" for k, v in facts.items()) + "</dl>"


def _facts(plan: Plan) -> str:
    """What was played, with whom, by which rules: the head of the page."""
    rules = plan.rules[0].text if len(plan.rules) == 1 else f"{len(plan.rules)}, one drawn for each deal"
    facts = {
        "played": amount_played(plan) + (" under each variant, the same deals" if len(plan.arms) > 1 else ""),
        "seats": ", ".join(f"{seat.name} {seat.how}" for seat in plan.seats),
        "rules": rules,
        "seed": str(plan.seed),
    }
    return facts_html(facts)


def _table(plan: Plan, groups: Sequence[tuple[str, Sequence[Outcome]]]) -> str:
    """Groups of measures, a row for each; on a small screen a card for each."""
    called = arm_names(plan)
    pair = len(plan.arms) == 2
    between = gap_name(plan)
    heads = ["", *called, *([between, ""] if pair else [])]
    rows = []
    for group, members in groups:
        if group:
            rows.append(f'<tr class="group"><th colspan="{len(heads)}">{escape(group)}</th></tr>')
        for outcome in members:
            share, gap, last = outcome.measure.share, outcome.differences[-1], outcome.verdicts[-1]
            title = outcome.measure.text if group else measure_title(outcome.measure)
            cells = [f"<td>{escape(title)}{' %' if share else ''}</td>"]
            for name, own, verdict in zip(called, outcome.arms, outcome.verdicts, strict=True):
                kind = "" if pair else f' class="{_CLASS.get(verdict, "")}"'
                mark = "" if len(plan.arms) < 3 else _mark(verdict if own is not None else "")
                cells.append(f'<td data-of="{escape(name)}"{kind}>{format_estimate(own, share)}{mark}</td>')
            if pair:
                cells.append(f'<td data-of="{between}">{format_estimate(gap, share, signed=True)}</td>')
                cells.append(f'<td class="{_CLASS.get(last, "")}">{last}</td>')
            rows.append(f'<tr class="{"pair" if pair else ""}">{"".join(cells)}</tr>')
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


_CLASS = {"more": "more", "less": "less", "unclear": "unclear", "identical": "few", "too few": "few"}


def _mark(verdict: str) -> str:
    """The mark behind a number: colour alone would not tell more from less to everybody, nor on paper."""
    mark = MARKS.get(verdict, "").strip()
    label = f' role="img" aria-label="{verdict}"' if mark else ""
    return f'<span class="mark"{label}>{mark}</span>'


def _note(plan: Plan, outcomes: Sequence[Outcome]) -> str:
    """How to read it."""
    words = ["± is half of the 95 % interval."]
    if len(plan.arms) > 1:
        words.append("Differences are paired, deal by deal.")
        if len(plan.arms) == 2:
            words.append(f"More (blue), less (brown): {CLEAR}.")
            words.append(f"Unclear: {UNCLEAR}.")
        else:
            first = arm_names(plan)[0]
            words.append(f"Against {first}: ▲ more (blue), ▼ less (brown), = identical in every round,")
            words.append(f"? too few cases; no mark: {UNCLEAR}.")
        words.append(count_differing(outcomes))
    return f'<p class="note">{escape(" ".join(words))}</p>'
