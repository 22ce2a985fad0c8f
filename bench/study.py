"""Writes the figures of the studies again: `python -m bench study [PAGE...]`; --check says what has changed.

In a page, the output of each `console` block that begins with `$ eleusis simulate` is what the command prints; the
charts that a page shows from docs/charts/ are drawn from the sweep in its first such block.
"""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from eleusis.lab import TABLE
from eleusis.lab.reporting.charts import charts
from eleusis.lab.simulation import simulate

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
STYLE = ROOT / "eleusis" / "words" / "page" / "templates" / "chart.css"
PAGES = ("laboratory.md",)
_BLOCK = re.compile(r"```console\n\$ (eleusis simulate [^\n]*)\n(.*?)```\n", re.DOTALL)
_CHART = re.compile(r"\]\(charts/([a-z-]+)--([a-z-]+)\.svg\)")


def rewritten(page: str) -> str:
    """A page with the output of its commands as it is now: up to what moved most, or the verdict alone."""

    def again(block: re.Match[str]) -> str:
        command = [sys.executable, "-m", *shlex.split(block[1])]
        print(f"$ {block[1]}", file=sys.stderr)
        out = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout
        kept = out.splitlines()
        old = block[2]
        end = kept.index("length") if "what moved most" in old else kept.index("") + 1
        kept = [*kept[: max(i for i, line in enumerate(kept[:end]) if not line)], "…"]
        return f"```console\n$ {block[1]}\n" + "".join(f"{line}\n" for line in kept) + "```\n"

    return _BLOCK.sub(again, page)


def draw(page: str) -> dict[Path, str]:
    """The charts that a page shows, from the first sweep in it."""
    wanted = _CHART.findall(page)
    sweep = next((block[1] for block in _BLOCK.finditer(page) if "--sweep" in block[1]), None)
    if not wanted or sweep is None:
        return {}
    given = argparse.ArgumentParser()
    for option in ("--sweep", "--variant", "--rounds", "--seed", "--rule", "--players"):
        given.add_argument(option)
    read = given.parse_args(shlex.split(sweep)[2:])
    results = simulate(
        read.variant or "abbott",
        sweep=read.sweep,
        rounds=int(read.rounds),
        players=read.players or TABLE,
        rules=read.rule or "all",
        seed=int(read.seed or 1),
        jobs=2,
    )
    drawn = {
        _slug(chart.title): on_paper(chart.svg) for chart in charts(results.plan, results.rounds, results.outcomes)
    }
    return {DOCS / "charts" / f"{study}--{name}.svg": drawn[name] for study, name in wanted}


def on_paper(svg: str) -> str:
    """A chart by itself, on a ground of its own: white, or dark for those who want it so."""
    style = " ".join(STYLE.read_text(encoding="utf-8").split())
    ground = '<rect width="100%" height="100%" style="fill: #ffffff"/>'
    return re.sub(r"(<svg[^>]*>)", rf"\1<style>{style}</style>{ground}", svg, count=1)


def _slug(title: str) -> str:
    return re.sub(r"[^a-z]+", "-", title.lower()).strip("-")


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench study", description=__doc__)
    parser.add_argument("pages", nargs="*", default=PAGES)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if something would change")
    given = parser.parse_args(arguments)
    changed = []
    for name in given.pages:
        page = (DOCS / name).read_text(encoding="utf-8")
        texts = {DOCS / name: rewritten(page), **draw(page)}
        for path, text in texts.items():
            if path.exists() and path.read_text(encoding="utf-8") == text:
                continue
            changed.append(str(path.relative_to(ROOT)))
            if not given.check:
                path.parent.mkdir(exist_ok=True)
                path.write_text(text, encoding="utf-8")
    print("\n".join(changed) or "nothing has changed")
    sys.exit(1 if given.check and changed else 0)
