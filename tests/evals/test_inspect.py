"""The tasks for Inspect, run against its mock model: rounds played, scored, kept as entries of the benchmark."""

from __future__ import annotations

import gc
import json
import math
import re
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

if find_spec("inspect_ai") is None:
    pytest.skip("Inspect isn't installed: it comes with the extra inspect", allow_module_level=True)

from eleusis.benchmark.entries import Entry
from eleusis.benchmark.evaluating import evaluate
from eleusis.benchmark.figures import brier, calibration_error, mean_of, pair
from eleusis.ground.errors import EleusisError, LabError
from tests.helpers.pages import INSPECTS_OWN

pytestmark = [pytest.mark.filterwarnings(warning) for warning in INSPECTS_OWN]

Answer = Callable[[str], str]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Inspect writes its logs below the folder that it runs in."""
    monkeypatch.chdir(tmp_path)


def mock(answer: Answer, tokens: int = 120) -> Any:
    """A model that answers what it was asked last."""
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    def outputs(messages: list[Any], *_: object) -> Any:
        output = ModelOutput.from_content("mockllm/model", answer(messages[-1].text))
        output.usage = ModelUsage(input_tokens=tokens - 20, output_tokens=20, total_tokens=tokens)
        return output

    return get_model("mockllm/model", custom_outputs=outputs, memoize=False)


def first_card(text: str) -> str:
    """Play the first card, and say a rule with it; pass what else is asked."""
    hand = re.search(r"Hand: (\w+).*Your play", text)
    move = f"play {hand[1]}" if hand else "call right" if "Call it" in text else "pass"
    return f"MOVE: {move}\nRULE: color != last.color\nCONFIDENCE: 0.4"


def run(task: Any, model: Any, **options: Any) -> Any:
    """The log of a task."""
    from inspect_ai import eval

    [log] = eval(task, model=model, display="none", log_dir="logs", **options)
    gc.collect()  # what it leaves open is told here, and not in another test
    assert log.status == "success", log.error and log.error.traceback
    return log


def figures(log: Any) -> dict[str, list[float]]:
    return {score.name: [metric.value for metric in score.metrics.values()] for score in log.results.scores}


def entries(log: Any) -> list[Entry]:
    return [Entry.from_json(data) for sample in log.samples for data in sample.store["eleusis_entries"]]


@pytest.mark.long
def test_solo(snapshot: SnapshotAssertion) -> None:
    from eleusis.evals.export import write_results
    from eleusis.evals.tasks import solo

    log = run(solo(rounds=2, max_turns=3), mock(first_card))
    own = entries(log)
    assert [(entry.file, entry.round, entry.turns, entry.tokens) for entry in own] == [
        ("solo-library", 1, 3, 720),
        ("solo-library", 2, 3, 720),
    ]
    assert {entry.player for entry in own} == {"mockllm/model"}
    shown = figures(log)
    assert shown["score"] == [0, 0]
    assert shown["turns"] == [3, 0]
    assert shown["brier"][0] == pytest.approx(brier(own))
    assert shown["calibration_error"][0] == pytest.approx(calibration_error(own))
    assert math.isnan(shown.pop("double_down")[0]), "it never guessed"
    assert shown["caution"][0] == pytest.approx(mean_of("caution", own))
    assert all(math.isfinite(value) for values in shown.values() for value in values)
    # Nothing that was said to the model tells the rule that it had to find.
    for sample, entry in zip(log.samples, own, strict=True):
        assert sample.target == entry.rule
        said = "\n".join(message.text for message in sample.messages if message.role != "assistant")
        assert entry.rule not in said.replace(
            "if last.odd then black else red", "", 1
        )  # an example of the language
        assert len(sample.messages) == 1 + 2 * 6
    # A file that the benchmark reads.
    write_results(log, "model.jsonl")
    lines = Path("model.jsonl").read_text(encoding="utf-8").splitlines()
    assert [Entry.from_json(json.loads(line)) for line in lines] == own
    with pytest.raises(LabError) as caught:
        write_results(log, "model.jsonl")
    assert str(caught.value) == snapshot


@pytest.mark.long
def test_what_ends_a_round_early(snapshot: SnapshotAssertion) -> None:
    """A model that talks nonsense costs its rounds, a limit costs one; neither costs the run."""
    from eleusis.evals.tasks import solo

    log = run(solo(suite="generated", seed=7, rounds=1), mock(lambda text: "I'd rather not."))
    [entry] = entries(log)
    assert entry.error is not None
    assert entry.error == snapshot
    assert entry.tokens == 3 * 120
    assert not entry.solved
    assert not any(figures(log)["solved"])
    log = run(solo(suite="generated", seed=7, rounds=1), mock(first_card), token_limit=500)
    [entry] = entries(log)
    assert entry.error is not None
    assert "met a limit" in entry.error
    assert log.samples[0].limit.type == "token"
    assert figures(log)["turns"][0] == entry.turns > 0


@pytest.mark.long
def test_a_rule_that_is_found() -> None:
    from eleusis.evals.tasks import solo

    rule = solo(suite="generated", seed=7, rounds=1).dataset[0].target
    log = run(
        solo(suite="generated", seed=7, rounds=1),
        mock(lambda text: f"MOVE: guess\nRULE: {rule}\nCONFIDENCE: 1" if "Guess" in text else first_card(text)),
    )
    [solved] = [score.metrics for score in log.results.scores if score.name == "solved"]
    values = {name.removeprefix("eleusis/"): metric.value for name, metric in solved.items()}
    assert values == {"mean": 1, "stderr": 0, "found_by_5": 1}
    assert figures(log)["score"] == [30, 0]
    [entry] = entries(log)
    assert entry.confidences[-1] == (1.0, True)
    # The same round as the benchmark makes up from that seed, so the two can be held against each other.
    assert pair(evaluate("random", generate=1, seed=7).entries, [entry]).b == (entry,)


@pytest.mark.long
def test_what_it_costs_in_a_variant_of_ones_own() -> None:
    from eleusis.evals.tasks import solo, table

    Path("mine.yaml").write_text(
        "eleusis: 1\nname: mine\nextends: solo\nturn_limit: {turns: 4}\n", encoding="utf-8"
    )
    log = run(solo(suite="classic", variant="mine.yaml", rounds=2, price="1000/5000"), mock(first_card))
    own = entries(log)
    assert [(entry.file, entry.edition, entry.turns) for entry in own] == [("classic", "mine", 4)] * 2
    assert [(entry.tokens, entry.tokens_out) for entry in own] == [(8 * 120, 8 * 20)] * 2
    assert figures(log)["cost"] == [pytest.approx(0.8 + 0.8), 0]
    models = {"a": mock(first_card), "b": mock(first_card)}
    task = table(models="a,b", suite="generated", seed=3, rounds=1, max_turns=2, variant="express", price="10,20")
    for entry in entries(run(task, mock(first_card), model_roles=models)):
        assert entry.tokens
        assert entry.cost == pytest.approx(entry.tokens * {"a": 10, "b": 20}[entry.player] / 1e6)


@pytest.mark.long
def test_table() -> None:
    """Two models, one by a role; each in each seat, and both told of each other's plays."""
    from eleusis.evals.tasks import table

    guesser = mock(lambda text: 'MOVE: guess "none"' if "Guess" in text else first_card(text), 60)
    task = table(models="plain,bold", seed=3, rounds=1, edition="express", max_turns=4)
    log = run(task, mock(first_card), model_roles={"plain": mock(first_card), "bold": guesser})
    own = entries(log)
    assert [(entry.rotation, entry.seat, entry.player) for entry in own] == [
        (0, "Ann", "plain"),
        (0, "Bob", "bold"),
        (1, "Ann", "bold"),
        (1, "Bob", "plain"),
    ]
    shown = figures(log)
    assert set(shown) == {"score_table", "plain", "bold"}
    [ranking] = [score for score in log.results.scores if score.name == "score_table"]
    points = {name: shown[name][0] for name in ("plain", "bold")}
    places = {name: 1 + sum(other > own for other in points.values()) for name, own in points.items()}
    assert {name: metric.value for name, metric in ranking.metrics.items()} == places
    assert list(places.values()) == [1, 1], "equal means share a place"


@pytest.mark.parametrize(
    "arguments",
    [
        {"suite": "solo-libary"},
        {"suite": "solo-library", "seed": 3},
        {"suite": "generated", "edition": "abbott", "seed": 1},
        {"suite": "generated", "difficulty": 9},
        {"rounds": 0},
        {"models": "openai/gpt-4o"},
        {"price": "cheap"},
        {"models": "a,b", "seed": 1, "price": "1,2,3"},
    ],
    ids=str,
)
def test_what_cannot_be_evaluated(arguments: dict[str, Any], snapshot: SnapshotAssertion) -> None:
    from inspect_ai._util.error import PrerequisiteError

    from eleusis.evals.tasks import solo, table

    with pytest.raises(PrerequisiteError) as refused:
        (table if "models" in arguments else solo)(**arguments)
    assert isinstance(refused.value.__cause__, EleusisError)
    assert str(refused.value) == snapshot


def test_inspect_finds_the_tasks() -> None:
    """`inspect eval eleusis/solo` asks for the entry point by the name of the package."""
    import tomllib

    from tests.helpers.places import ROOT

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"]["inspect_ai"] == {"eleusis": "eleusis.evals.tasks"}
