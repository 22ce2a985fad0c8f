"""`extends`, inline variants and `--set`: how one map goes over another."""

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis.ground.errors import EleusisError, VariantError
from eleusis.ground.yaml.parsing import Mapping, read
from eleusis.variant import Variant, differences, knobs, load_variant, variant_from_node


def changed(variant: Variant, parent: str = "abbott") -> dict[str, tuple[object, object]]:
    return {d.path: (d.a, d.b) for d in differences(load_variant(parent), variant)}


def written(folder: Path, text: str, name: str = "mine.yaml") -> Variant:
    (folder / name).write_text("eleusis: 1\nname: mine\n" + text, encoding="utf-8")
    return load_variant(name, base=folder)


def test_maps_merge(tmp_path: Path) -> None:
    variant = written(tmp_path, "extends: abbott\nno_play: {right: {fewer: 3}}\nexpulsion: {layout: 30}\n")
    assert changed(variant) == {"no_play.right.fewer": (4, 3), "expulsion.layout": (40, 30)}


def test_another_kind_replaces(tmp_path: Path) -> None:
    with pytest.raises(EleusisError) as caught:
        written(tmp_path, "extends: abbott\nexpulsion: {kind: sudden_death, layout: 35}\n")
    assert "'expulsion.since_marker' is missing" in str(caught.value)
    variant = written(tmp_path, "extends: abbott\nprophet: {kind: none}\n")
    assert {d.b for d in differences(load_variant("abbott"), variant)} == {"none", "–"}


def test_the_same_kind_merges(tmp_path: Path) -> None:
    variant = written(tmp_path, "extends: abbott\nexpulsion: {kind: per_play, layout: 35}\n")
    assert changed(variant) == {"expulsion.layout": (40, 35)}


def test_a_kind_that_goes_without_saying_merges(tmp_path: Path) -> None:
    variant = written(tmp_path, "extends: abbott\nwrong_play: {draw_per_card: 3}\n")
    again = "extends: mine.yaml\nwrong_play: {kind: per_card}\n"
    assert written(tmp_path, again, "second.yaml").wrong_play == variant.wrong_play


def test_scalars_replace_maps_and_maps_scalars(tmp_path: Path) -> None:
    variant = written(tmp_path, "extends: abbott\nscoring: {base: {from: 12}}\n")
    assert knobs(variant)["scoring.base.from"] == 12
    back = written(tmp_path, "extends: mine.yaml\nscoring: {base: high_count}\n", "back.yaml")
    assert changed(back) == {}


def test_what_it_says_of_itself_is_not_inherited(tmp_path: Path) -> None:
    variant = written(tmp_path, "extends: abbott\n")
    assert (variant.name, variant.title, variant.source, variant.about) == ("mine", "mine", None, None)


def test_null_replaces(tmp_path: Path) -> None:
    assert written(tmp_path, "extends: abbott\nplay: {max_cards: null}\n").play.max_cards is None


def test_path_is_relative_to_the_file(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    written(tmp_path, "extends: abbott\ndeal: {hand: 9}\n", "base.yaml")
    variant = written(tmp_path, "extends: ../base.yaml\n", "deep/leaf.yaml")
    assert changed(variant) == {"deal.hand": (14, 9)}


def test_a_long_chain_is_an_error(tmp_path: Path) -> None:
    written(tmp_path, "extends: abbott\n", "v0.yaml")
    for i in range(1, 7):
        written(tmp_path, f"extends: v{i - 1}.yaml\n", f"v{i}.yaml")
    with pytest.raises(VariantError, match="deep") as caught:
        written(tmp_path, "extends: v6.yaml\n", "v7.yaml")
    assert caught.value.code == "variant/extends"


def test_inline(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    node = read("{extends: guyton, cutoff: {layout: 20}}", "game.yaml")
    assert isinstance(node, Mapping)
    variant = variant_from_node(node, base=tmp_path)
    assert (variant.name, changed(variant, "guyton")) == ("guyton, changed", {"cutoff.layout": (30, 20)})
    plain = read("{extends: guyton}", "game.yaml")
    assert isinstance(plain, Mapping)
    assert variant_from_node(plain, base=tmp_path).name == "guyton", "nothing is changed"
    bad = read("variant: {extends: guyton, cutof: {layout: 20}}", "game.yaml")
    assert isinstance(bad, Mapping)
    inner = bad.get("variant")
    assert isinstance(inner, Mapping)
    with pytest.raises(VariantError) as caught:
        variant_from_node(inner, base=tmp_path)
    assert str(caught.value) == snapshot


def test_null_and_map_overrides() -> None:
    cutoff = "cutoff={kind: cards_played, layout: 30, since_marker: 20}"
    variant = load_variant("abbott", ["play.max_cards=null", cutoff, "scoring.base.from=12"])
    assert variant.play.max_cards is None
    assert variant.cutoff.is_reached(30, None)
    assert variant.scoring.base.base({"A": 3, "B": 14}, None, None) == {"A": 9, "B": -2}


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_kind_and_its_knobs_in_any_order(order: tuple[int, int]) -> None:
    settings = ["expulsion.kind=sudden_death", "expulsion.on_overthrow=true"]
    variant = load_variant("abbott", [settings[i] for i in order])
    assert changed(variant) == {
        "expulsion.kind": ("per_play", "sudden_death"),
        "expulsion.on_overthrow": (False, True),
    }


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_what_was_set_must_be_valid(order: tuple[int, int], snapshot: SnapshotAssertion) -> None:
    settings = ["expulsion.kind=none", "expulsion.layout=50"]
    with pytest.raises(VariantError) as caught:
        load_variant("abbott", [settings[i] for i in order])
    assert str(caught.value) == snapshot


@pytest.mark.parametrize(
    "setting",
    [
        "expulsion.layot=50",
        "expulsoin.layout=50",
        "expulsion.layout=many",
        "expulsion.layout=",
        "expulsion.layout=-1",
        "expulsion=50",
        "expulsion.kind=nobody",
        "expulsion",
        "=3",
        "a..b=3",
        "eleusis=2",
        "extends=guyton",
        "cutoff={kind: [",
        "players.min=9",
        "deal.hand.size=3",
        "deal.hand=" + "[" * 200000,
    ],
    ids=lambda setting: setting[:40],
)
def test_bad_override(setting: str, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(EleusisError) as caught:
        load_variant("abbott", [setting])
    assert str(caught.value).replace(setting, "SETTING") == snapshot
    assert caught.value.exit_code == 2


def test_all_bad_overrides_at_once() -> None:
    with pytest.raises(EleusisError) as caught:
        load_variant("abbott", ["deal.hand=0", "deal.hnd=3", "players.min=99"])
    assert len(str(caught.value).split("\n")) == 3


def test_what_a_set_kind_lacks_is_blamed_on_the_setting(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(EleusisError) as caught:
        load_variant("abbott", ["cutoff.kind=cards_played"])
    assert str(caught.value) == snapshot
