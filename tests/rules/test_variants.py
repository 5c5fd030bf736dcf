"""Rules as text: what is written is read back, every setting can be set, and every error says what to do."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import oracle
from support.strategies import any_rules
from support.to_oracle import oracle_rules

from fourcast.errors import RulesError
from fourcast.rules import SETTINGS, VARIANTS, Drift, Goal, PopRule, Rules, Shape, Variant, find_variant

weights = st.integers(0, 1000)
large_rules = st.builds(
    Rules.of,
    st.builds(Shape, st.integers(1, 256), st.integers(1, 256), st.integers(2, 256)),
    st.sampled_from(Goal),
    pop_rule=st.just(PopRule.LIMITED),
    pops_each=st.integers(0, 1000),
    drift=st.none() | st.builds(Drift, st.integers(1, 1000), weights, weights),
)


@given(any_rules() | large_rules)
def test_rules_are_read_back_from_their_text(rules: Rules) -> None:
    assert Rules.parse(str(rules)) == rules


@given(any_rules())
def test_a_text_sets_no_more_than_it_must(rules: Rules) -> None:
    name, *settings = str(rules).split(",")
    for left_out in range(len(settings)):
        shorter = ",".join([name, *settings[:left_out], *settings[left_out + 1 :]])
        assert read(shorter) != rules


def read(text: str) -> Rules | None:
    try:
        return Rules.parse(text)
    except RulesError:
        return None


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_a_variant_is_written_as_its_name(variant: Variant) -> None:
    assert str(variant.rules) == variant.name
    assert Rules.parse(variant.name) == find_variant(variant.name).rules == variant.rules


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("classic,goal=run-points", "run-points"),
        ("extended,pops=none", "run-points,width=8"),
        ("run-points,pops=0", "extended,width=7,pops=0"),
        ("run-points,pops=2", "extended,width=7,pops=2"),
        ("run-points,drift=3:1:1", "drift,goal=run-points"),
        ("run-points,gravity=off", "tictactoe,width=7,height=6,connect=4,goal=run-points"),
    ],
)
def test_run_points_is_the_name_of_the_game_without_pop_outs_alone(text: str, canonical: str) -> None:
    """Stored results have the texts of the others."""
    assert str(Rules.parse(text)) == canonical


def test_the_named_games_are_the_oracles() -> None:
    assert {variant.name: oracle_rules(variant.rules) for variant in VARIANTS} == oracle.VARIANTS


CLASSIC = Rules.of(Shape(7, 6, 4))


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("classic", CLASSIC),
        ("classic,width=8", Rules.of(Shape(8, 6, 4))),
        ("classic,width=15,height=15,connect=5,gravity=off", Rules.of(Shape(15, 15, 5), gravity=False)),
        ("classic,width=256,height=256,connect=256", Rules.of(Shape(256, 256, 256))),
        ("classic,goal=most-lines", Rules.of(Shape(7, 6, 4), Goal.MOST_LINES)),
        ("tictactoe,gravity=on", Rules.of(Shape(3, 3, 3))),
        ("classic,pops=none", CLASSIC),
        ("classic,pops=own", Rules.of(Shape(7, 6, 4), pop_rule=PopRule.OWN)),
        ("classic,pops=1000", Rules.of(Shape(7, 6, 4), pop_rule=PopRule.LIMITED, pops_each=1000)),
        ("extended,pops=none", Rules.of(Shape(8, 6, 4), Goal.RUN_POINTS)),
        ("extended,pops=own,goal=first-line", Rules.of(Shape(8, 6, 4), pop_rule=PopRule.OWN)),
        ("classic,drift=1:0:2", Rules.of(Shape(7, 6, 4), drift=Drift(1, 0, 2))),
        ("drift,drift=none", Rules.of(Shape(7, 6, 4), Goal.MOST_LINES)),
        (" classic , width = 08 ", Rules.of(Shape(8, 6, 4))),
        (
            "popout,goal=most-lines,pops=3",
            Rules.of(Shape(7, 6, 4), Goal.MOST_LINES, pop_rule=PopRule.LIMITED, pops_each=3),
        ),
    ],
)
def test_every_setting_can_be_set(text: str, rules: Rules) -> None:
    assert Rules.parse(text) == rules


def test_the_settings_above_are_all_there_are() -> None:
    assert set(SETTINGS) == {"width", "height", "connect", "goal", "gravity", "pops", "drift"}


@given(any_rules(), st.randoms(use_true_random=False))
def test_the_order_of_settings_does_not_matter(rules: Rules, random: Random) -> None:
    settings = [f"{key}={setting.write(rules)}" for key, setting in SETTINGS.items()]
    random.shuffle(settings)
    assert Rules.parse(",".join(["popout", *settings])) == rules


ERRORS = [  # messages without their quotes
    ("", "There are no rules named . Known: classic, most-lines, drift, extended, run-points, popout, tictactoe."),
    ("clasic", "There are no rules named clasic. Did you mean classic?"),
    ("classic,", " is not a setting. Write key=value, such as width=8."),
    ("width=8", "width=8 is a setting without a name before it. Begin with a name, as in classic,width=8."),
    ("classic,8", "8 is not a setting. Write key=value, such as width=8."),
    ("classic,widht=8", "There is no setting widht. Did you mean width?"),
    ("classic,=8", "There is no setting . Known: width, height, connect, goal, gravity, pops, drift."),
    ("classic,width=8,width=8", "width is set twice. Set it once."),
    ("classic,width=", "width needs a whole number of at most 9 digits, not ."),
    ("classic,width=7.0", "width needs a whole number of at most 9 digits, not 7.0."),
    ("classic,width=７", "width needs a whole number of at most 9 digits, not ７."),
    ("classic,width=" + "9" * 5000, "width needs a whole number of at most 9 digits"),
    ("classic,width=0", "width must be a whole number from 1 to 256, not 0."),
    ("classic,width=257", "width must be a whole number from 1 to 256, not 257."),
    ("classic,height=0", "height must be a whole number from 1 to 256, not 0."),
    ("classic,connect=1", "connect must be a whole number from 2 to 256, not 1."),
    ("classic,goal=most-line", "goal=most-line is unknown. Did you mean most-lines?"),
    ("classic,goal=", "goal= is unknown. Known: first-line, most-lines, run-points."),
    ("classic,gravity=yes", "gravity=yes is unknown. Write gravity=on or gravity=off."),
    ("classic,pops=all", "pops=all is unknown. Write pops=none, pops=own"),
    ("classic,pops=limited", "pops=limited is unknown."),
    ("classic,pops=1001", "pops must be from 0 to 1000, not 1001."),
    ("classic,pops=" + "9" * 5000, "pops needs a whole number of at most 9 digits"),
    ("classic,drift=3:1", "drift=3:1 is unknown. Write drift=none or weights for aimed, left and right, as in 3:1:1."),
    ("classic,drift=3:1:x", "drift needs a whole number of at most 9 digits, not x."),
    ("classic,drift=0:1:1", "drift needs weights from 0 to 1000, above 0 for the aimed column, such as 3:1:1."),
    ("classic,drift=3:1:1001", "drift needs weights from 0 to 1000"),
    ("tictactoe,pops=1", "Without gravity discs cannot be popped or drift: set pops=none,drift=none."),
    ("popout,gravity=off", "Without gravity discs cannot be popped"),
    (
        "popout,goal=most-lines",
        "With unlimited pop-outs only goal=first-line ends the game: set it, or limit the pops.",
    ),
]


@pytest.mark.parametrize(("text", "message"), ERRORS, ids=range(len(ERRORS)))
def test_an_error_says_what_is_wrong_and_what_to_do(text: str, message: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules.parse(text)
    assert message in str(caught.value).replace("'", "")
    assert len(str(caught.value)) < 250


def test_rules_made_by_hand_are_checked_as_well() -> None:
    shape = Shape(7, 6, 4)
    with pytest.raises(RulesError, match="needs the limited pop rule"):
        Rules.of(shape, pops_each=1)
    with pytest.raises(RulesError, match="from 0 to 1000"):
        Rules.of(shape, pop_rule=PopRule.LIMITED, pops_each=-1)
    with pytest.raises(RulesError, match="weights from 0"):
        Rules.of(shape, drift=Drift(3, -1, 1))
    with pytest.raises(RulesError, match="from 1 to 256"):
        Shape(-7, 6, 4)
