"""From Inspect's logs to results of `eleusis benchmark`: models and bots held against each other."""

from __future__ import annotations

import json
from pathlib import Path

try:
    import inspect_ai  # noqa: F401  # asked for first, so that what is missing is told once
except ModuleNotFoundError as error:
    message = f"{error}: Inspect comes with an extra, pip install 'eleusis[inspect]'"
    raise ModuleNotFoundError(message, name=error.name) from None

from inspect_ai.log import EvalLog, read_eval_log

from eleusis.benchmark.entries import Entry
from eleusis.evals.scorers import STORE_KEY
from eleusis.ground.errors import LabError


def entries_of_log(log: EvalLog | str | Path) -> list[Entry]:
    """The entries of all rounds of a log, or of its file, in the order of its samples.

    Raises LabError (`lab/not-results`) where there are none.
    """
    read = read_eval_log(str(log)) if isinstance(log, str | Path) else log
    entries = [Entry.from_json(data) for sample in read.samples or () for data in sample.store.get(STORE_KEY, ())]
    if not entries:
        raise LabError("lab/not-results", "this log has no round of eleusis/solo or eleusis/table")
    return entries


def write_results(log: EvalLog | str | Path, path: str | Path) -> None:
    """Write the entries of a log as a file that `eleusis benchmark compare` reads.

    Raises LabError: `lab/not-results`, `lab/file-exists`.
    """
    text = "".join(f"{json.dumps(entry.to_json(), ensure_ascii=False)}\n" for entry in entries_of_log(log))
    try:
        with Path(path).open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise LabError("lab/file-exists", "this file already exists: choose another name") from None
