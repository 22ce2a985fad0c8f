"""The agents of `python -m bench learn`: those that learn nothing, and one that learns for a moment."""

from __future__ import annotations

from statistics import fmean

import pytest

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")
pytest.importorskip("numpy")

from bench.learn import averages, learnt, others, score, train


def test_who_reasons_scores_more_than_who_tries_and_more_than_who_does_anything() -> None:
    by_chance, each_once, fitting = (fmean(score(choose, 60)) for choose in others().values())
    assert by_chance < each_once < fitting


def test_scores_are_averaged_over_spans_of_steps() -> None:
    assert averages([(1, 2.0), (20_000, 4.0), (20_001, 9.0), (40_001, 0.0)], 40_000) == [3.0, 9.0]


def test_maskable_ppo_learns_for_a_moment() -> None:
    pytest.importorskip("sb3_contrib", reason="sb3-contrib isn't installed: it comes with the extra rl")
    agent, scores = train(seed=1, steps=2048)
    assert scores
    assert len(score(learnt(agent), 3)) == 3
