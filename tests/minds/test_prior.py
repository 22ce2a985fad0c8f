"""The prior that stands in a file, and the rules that are sought beyond the list."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from eleusis.ground.cards import PACK, Card, cards
from eleusis.ground.chance import stream
from eleusis.ground.errors import NotationError
from eleusis.secret.language.text import parse
from eleusis.secret.rule import Rule

pytest.importorskip("numpy")

import numpy as np

from eleusis.game import events as ev
from eleusis.minds.induction import BITS, shares
from eleusis.minds.induction import mind as minds
from eleusis.minds.induction.clues import Clue, NoneRight, Right, Wrong
from eleusis.minds.induction.family import Family
from eleusis.minds.induction.mind import Mind
from eleusis.minds.induction.posterior import Posterior
from eleusis.minds.induction.seeking import Evidence, seek
from eleusis.minds.induction.shares import SHAPES, expand, prior, read_prior
from tests.helpers import scientist_tables
from tests.helpers.scientist_tables import number, seen

small = scientist_tables.small

SHIPPED = Path(shares.__file__).with_name("prior.yaml")


def test_a_template_stands_for_all_its_texts() -> None:
    assert list(expand("rank [<|>] [2..4]")) == [f"rank {op} {n}" for op in "<>" for n in (2, 3, 4)]
    assert list(expand("last.[red|odd]")) == ["last.red", "last.odd"]
    assert list(expand("prime")) == ["prime"]


def test_the_shares_of_each_list_add_up() -> None:
    whole = prior()
    for shared in (whole.plays, whole.conditions, whole.shapes):
        assert sum(shared.values()) == pytest.approx(1)
        assert min(shared.values()) > 0
    assert set(whole.shapes) == set(SHAPES)
    assert 0 < whole.generated < 1


def test_a_condition_may_ask_about_the_line_the_card_or_both() -> None:
    asked = prior().conditions
    assert {parse("last.odd"), parse("face"), parse("suit == last.suit")} <= set(asked)
    assert parse("any") not in asked, "it asks nothing"
    assert parse("any") in prior().plays, "an arm may be free"


def test_every_number_of_the_file_has_its_reason() -> None:
    for line in SHIPPED.read_text(encoding="utf-8").splitlines():
        if "{share:" in line:
            assert 'why: "' in line, line


@pytest.mark.long
@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("eleusis: 1", "eleusis: 2", "a prior begins with eleusis: 1"),
        ("one: {share: 30", "one: {share: many", "the share of one must be a number above 0"),
        ("one: {share: 30", "one: {share: -1", "the share of one must be a number above 0"),
        ("  one:", "  once:", "shapes must have one, opposite, choice, both, either, library, and nothing else"),
        ('["[red|black]"]', '["[red|blakc]"]', "'blakc' isn't a part of a rule"),
        ('["[red|black]"]', "red", "of must be a list of templates"),
        ("questions:\n  line:", "questions:\n  lime:", "not 'lime'"),
        ("plays:\n", "plays: 3\nx:\n", "a prior must have eleusis"),
    ],
)
def test_what_is_wrong_in_a_prior_is_told_at_its_place(
    tmp_path: Path, before: str, after: str, message: str
) -> None:
    text = SHIPPED.read_text(encoding="utf-8")
    assert before in text
    path = tmp_path / "prior.yaml"
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(NotationError, match=message) as refused:
        read_prior(path)
    assert refused.value.code == "notation/prior"
    assert refused.value.place.line is not None


def test_a_rule_has_the_weight_of_all_the_ways_to_make_it(small: Family) -> None:
    """`if last.red then black else red` is a choice, one by opposites, and the same as `color != last.color`."""
    leaf_shares = small.leaf_shares
    colors = small.weights[number(small, Rule("color != last.color"))] / small.scale
    leaf = {tree: place for place, tree in enumerate(leaf_shares.leaves.trees)}
    alone = leaf_shares.weigh_ones(np.array([leaf[parse("color != last.color")]], np.int32))
    triple = [[leaf[parse(text)]] for text in ("last.red", "black", "red")]
    choice = leaf_shares.weigh_choices(*np.array(triple, np.int32))
    assert float(colors) >= float(alone[0] + choice[0])
    shapes = leaf_shares.prior.shapes
    play, condition = prior().plays, prior().conditions
    arms = shapes["choice"] * play[parse("red")] + shapes["opposite"] * 0.8
    by_hand = condition[parse("last.red")] * play[parse("black")] * arms
    drawn = 0.5
    for array, (place,) in zip(
        (leaf_shares.drawn_condition, leaf_shares.drawn_play, leaf_shares.drawn_play), triple, strict=True
    ):
        drawn *= float(array[place])
    assert float(choice[0]) == pytest.approx((1 - prior().generated) * by_hand + prior().generated * drawn)


# Beyond the list

LEAST = 2.0**-16


def verdicts(secret: Rule, count: int, seed: int) -> list[Clue]:
    """What so many plays by chance say about a rule, a no play among them."""
    chance = stream(seed, "seeking")
    line: tuple[Card, ...] = cards("7H")
    clues: list[Clue] = []
    for n in range(count):
        card = PACK[int(chance.random() * 52)]
        if n == 3:
            wrong = [each for each in PACK if not secret.accepts(line, [each])][:3]
            clues.append(NoneRight(line, tuple(wrong)))
        elif secret.accepts(line, [card]):
            clues.append(Right(line, (card,)))
            line = (*line, card)
        else:
            clues.append(Wrong(line, (card,)))
    return clues


@pytest.mark.parametrize("text", ["red or rank > last.rank", "if last.odd then high else low", "suit != last.suit"])
def test_what_is_sought_is_what_fits(text: str, small: Family) -> None:
    """All that is probable enough and fits is found, and what is found fits, asked one by one."""
    leaf_shares = small.leaf_shares
    everything = seek(Evidence(leaf_shares), LEAST)
    for seed in range(2):
        clues = verdicts(Rule(text), 9, seed)
        evidence = Evidence(leaf_shares)
        for clue in clues:
            evidence.take(clue)
        assert evidence.size >= 9
        sought = seek(evidence, LEAST)
        texts = set()
        for rules in (everything, sought):
            family = attrs.evolve(small, forest=rules, weights=leaf_shares.weigh(rules))
            left = Posterior(family)
            for clue in clues:
                left.take(clue)
            texts.add(frozenset(family.text(rule) for rule in left.rules.tolist()))
        assert len(texts) == 1
        (found_texts,) = texts
        assert found_texts
        chance = stream(seed, "asked")
        for each in [choice for choice in sorted(found_texts) if chance.random() < 0.05][:20]:
            rule = Rule(each)
            for clue in clues:
                assert isinstance(clue, Right | Wrong | NoneRight)
                says = [rule.accepts(clue.line, [card]) for card in clue.cards]
                assert all(says) if isinstance(clue, Right) else not any(says)


def test_where_the_list_ends_the_mind_goes_on(small: Family, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that the list lacks is found where the family may go on, and not where it may not."""
    monkeypatch.setattr(minds, "_ENOUGH", 3)  # so that there is something to go by when the seeking begins
    secret = Rule("if last.odd then suit != last.suit else rank in 4..10")
    assert not (small.marks == small.mark(secret)).any()
    reasoners = {}
    for bits in (small.bits, BITS):
        mind = Mind(attrs.evolve(small, bits=bits))
        line = cards("7H")
        happened: list[ev.AnyEvent] = [ev.RoundBegan(("A", "B"), "B", {"A": PACK}, line, (), 2, "A")]
        chance = stream(2, "beyond")
        for _ in range(40):
            card = PACK[int(chance.random() * 52)]
            if secret.accepts(line, [card]):
                happened.append(ev.Accepted("A", (card,)))
                line = (*line, card)
            else:
                happened.append(ev.Rejected("A", (card,)))
        mind.see(seen(*happened))
        reasoners[bits] = mind
    assert reasoners[small.bits].posterior.alive == 0
    beyond = reasoners[BITS]
    assert beyond.posterior.alive > 0
    place, chance_of_best = beyond.best
    best = Rule(beyond.few.text(place))
    assert best.mask(line) == secret.mask(line)
    assert chance_of_best > 0.2


def test_doubt_goes_where_the_family_foretells_well_and_comes_where_it_doesnt(small: Family) -> None:
    """A round by a rule of the family, and one by no rule at all: chance says what is right."""
    doubts = []
    for lawful in (True, False):
        mind = Mind(small)
        line = cards("7H")
        happened: list[ev.AnyEvent] = [ev.RoundBegan(("A", "B"), "B", {"A": PACK}, line, (), 2, "A")]
        chance = stream(4, "doubt")
        for _ in range(30):
            card = PACK[int(chance.random() * 52)]
            right = Rule("color != last.color").accepts(line, [card]) if lawful else chance.random() < 0.5
            happened.append(ev.Accepted("A", (card,)) if right else ev.Rejected("A", (card,)))
            line = (*line, card) if right else line
        mind.see(seen(*happened))
        doubts.append(mind.few.outside)
    assert doubts[0] < 0.05 < 0.25 <= doubts[1]
