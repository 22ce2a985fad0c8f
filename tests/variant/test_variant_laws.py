"""Laws of variants: what is shown reads back equal; the policies' numbers at their edges."""

from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from eleusis.ground.errors import EleusisError, ManyErrors
from eleusis.variant import Variant, differences, knobs, load_variant, to_yaml, variant_names
from eleusis.variant.knobs import knobs_of
from eleusis.variant.merge import setting_place
from eleusis.variant.shelves import shipped_folder

OVERRIDES = st.lists(
    st.sampled_from(
        [
            "play.max_cards=null",
            "players={min: 2, max: 40}",
            "prophet.kind=none",
            "expulsion={kind: sudden_death, layout: 0, since_marker: 1, on_overthrow: true}",
            "cutoff={kind: cards_played, layout: 3, since_marker: 2}",
            "guess={kind: after_right, bonus: 1, judged: from_here}",
            "scoring.base={from: 30}",
            "scoring.base=high_count",
            "stock.empty=end_round",
            "layout.mark_every=7",
            "hints=none",
            "game.rounds=equal_deals",
            "title='null'",
            'title="a: b # c \' \\" é ♠ - [x]"',
            "source={author: 'true', note: '" + "long words, " * 30 + "'}",
            "about={minutes: 5}",
        ]
    ),
    max_size=6,
)


@settings(max_examples=60, deadline=None)
@given(name=st.sampled_from(variant_names()), overrides=OVERRIDES)
def test_shown_reads_back_equal(tmp_path_factory: pytest.TempPathFactory, name: str, overrides: list[str]) -> None:
    variant = load_variant(name, overrides)
    file = tmp_path_factory.mktemp("shown") / "v.yaml"
    file.write_text(to_yaml(variant), encoding="utf-8")
    again = load_variant(str(file))
    assert again == variant
    assert hash(again) == hash(variant)
    assert differences(again, variant) == []


@st.composite
def any_settings(draw: st.DrawFn) -> list[str]:
    """Settings of any section or knob to any value, most of them bad."""
    few = []
    for _ in range(draw(st.integers(1, 4))):
        section = draw(st.sampled_from(sorted(knobs_of(Variant))))
        knob = draw(st.sampled_from(["kind", "min", "max", "ideal_players", "hand", "draw", "right", "layout"]))
        word = draw(st.sampled_from([*KINDS, "0", "1", "9", "null", "[1]", "x", "{}", "high_count"]))
        form = draw(st.sampled_from(["{s}={w}", "{s}.{k}={w}", "{s}={{{k}: {w}}}", "{s}={{kind: {w}, {k}: 3}}"]))
        few.append(form.format(s=section, k=knob, w=word))
    return few


KINDS = ["none", "per_play", "sudden_death", "cards_played", "prophet", "after_right", "count_starter", "allowed"]


@pytest.mark.long
@settings(max_examples=150, deadline=None)
@given(name=st.sampled_from(variant_names()), overrides=any_settings())
@example(name="abbott", overrides=["players={min: 9}"])
@example(name="abbott", overrides=["players.min=9", "hints=none"])
@example(name="abbott", overrides=["about={ideal_players: 20}"])
@example(name="abbott", overrides=["hints.kind=none", "hints={kind: none}"])
def test_what_a_setting_spoils_is_never_blamed_on_the_shipped_file(name: str, overrides: list[str]) -> None:
    try:
        load_variant(name, overrides)
        return
    except EleusisError as error:
        errors = error.errors
    for wrong in errors:
        assert wrong.place in [setting_place(setting) for setting in overrides], str(wrong)


def test_what_is_wrong_with_a_file_stays_its_own(tmp_path: Path) -> None:
    path = tmp_path / "v.yaml"
    path.write_text("eleusis: 1\nname: v\nextends: abbott\nplayers: {min: 9}\nhints: nonsense\n")
    with pytest.raises(ManyErrors) as caught:
        load_variant(str(path), ["deal.hand=0"])
    assert [str(error).partition(": ")[0] for error in caught.value.errors] == [
        "--set deal.hand=0",
        f"{path}:4:10",  # 9 is more than the 8 that are inherited
        f"{path}:5:8",
    ]
    with pytest.raises(EleusisError, match=r"^--set players\.max=7: players\.min \(9\) is more"):
        load_variant(str(path), ["hints=none", "players.max=7"])


@given(st.text(min_size=1, max_size=60))
def test_any_title_reads_back(title: str) -> None:
    import attrs

    from eleusis.ground.yaml.parsing import Mapping, read
    from eleusis.variant import variant_from_node

    clean = " ".join(title.split())
    if not clean or not clean.isprintable():
        return
    variant = attrs.evolve(load_variant("abbott"), title=clean)
    node = read(to_yaml(variant))
    assert isinstance(node, Mapping)
    assert variant_from_node(node) == variant


@given(a=st.sampled_from(variant_names()), b=st.sampled_from(variant_names()))
def test_differences_are_where_knobs_differ(a: str, b: str) -> None:
    paths = {d.path for d in differences(load_variant(a), load_variant(b))}
    knobs_a, knobs_b = knobs(load_variant(a)), knobs(load_variant(b))
    assert paths == {k for k in {*knobs_a, *knobs_b} if knobs_a.get(k, ...) != knobs_b.get(k, ...)}


def test_every_shipped_line_says_where_it_is_from() -> None:
    for path in shipped_folder().glob("*.yaml"):
        text = path.read_text(encoding="utf-8")
        body = text[text.index("\n# Each value is from") + 1 :].splitlines()
        headings = ("no_play:", "prophet:", "expulsion:", "cutoff:", "guess:", "scoring:")
        assert [line for line in body if "#" not in line and line not in headings] == [], path.name


@pytest.mark.parametrize("name", variant_names())
def test_what_is_printed_of_a_variant_and_its_sections_shows_their_values(name: str) -> None:
    """Else a snapshot of one could not fail."""
    plain, changed = load_variant(name), load_variant(name, ["deal.hand=11", "stock.refill_at=7"])
    for show in (str, repr):
        assert show(plain) != show(changed)
        assert "11" in show(changed.deal)
        assert show(changed.deal) in show(changed)
        assert show(plain.play) == show(changed.play) in show(changed)
