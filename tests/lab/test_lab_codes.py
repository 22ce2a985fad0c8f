"""The errors of the laboratory that depend on the machine: a library that is not there, a process that dies."""

import sys
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path

import pytest

from eleusis.ground.errors import LabError
from eleusis.lab.dask_cluster import Cluster
from eleusis.lab.reporting.report import check_report
from eleusis.lab.run import Processes
from eleusis.lab.tally import row
from eleusis.reviewing.review_page import make_page
from tests.lab.test_lab_run import plan_of


def test_a_report_without_the_library_that_draws(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(LabError) as refused:
        check_report(tmp_path / "page.html")
    assert refused.value.code == "lab/no-charts"


def test_a_cluster_without_its_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(LabError) as refused:
        Cluster("tcp://127.0.0.1:1")
    assert refused.value.code == "lab/no-cluster"


def test_a_process_that_dies(monkeypatch: pytest.MonkeyPatch) -> None:
    def die(*_: object) -> None:
        raise BrokenProcessPool

    monkeypatch.setattr(ProcessPoolExecutor, "submit", die)
    with pytest.raises(LabError) as died:
        list(Processes(2)(partial(row, plan_of("abbott")), iter([(0, 1, 1)])))
    assert died.value.code == "lab/worker-died"


def test_a_page_without_the_library_of_templates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with pytest.raises(LabError) as refused:
        make_page("none", [])
    assert refused.value.code == "lab/no-pages"
