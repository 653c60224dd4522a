"""Match points, factoring and ranks, against the guidelines' own figures."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from sheetscore.rounding import decimals, rounded
from sheetscore.scoring.ranking import expected_sum, match_points, ranks, section_factor


def earned(scores: list[int]) -> list[Fraction]:
    points = match_points(scores)
    return [points[score] for score in scores]


scores = st.lists(st.integers(0, 40), max_size=40)


def test_a_pilot_beats_the_lower_and_halves_with_the_equal() -> None:
    assert earned([10, 7, 7, 3]) == [3, Fraction(3, 2), Fraction(3, 2), 0]


def test_a_section_of_16_runs_from_0_to_15() -> None:
    assert earned(list(range(16))) == list(range(16))


def test_section_sums_of_the_four_table_example() -> None:
    assert [expected_sum(Fraction(size)) for size in (16, 8, 12)] == [120, 28, 66]


def test_a_section_of_one_beats_nobody() -> None:
    assert earned([12]) == [0]
    assert section_factor(Fraction(1), Fraction(16)) is None


@given(scores)
def test_match_points_add_up(values: list[int]) -> None:
    assert sum(earned(values)) == expected_sum(Fraction(len(values)))


@given(scores, st.randoms())
def test_the_order_of_pilots_does_not_matter(values: list[int], random: object) -> None:
    shuffled = list(values)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert match_points(values) == match_points(shuffled)


@given(scores.filter(len), st.data())
def test_a_higher_score_never_earns_fewer_match_points(values: list[int], data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(values) - 1))
    raised = list(values)
    raised[index] += data.draw(st.integers(1, 10))
    assert earned(raised)[index] >= earned(values)[index]


def test_factors_of_the_four_table_example() -> None:
    factors = [section_factor(Fraction(size), Fraction(16)) for size in (16, 8, 12)]
    assert [decimals(factor) for factor in factors if factor is not None] == ["1.00", "2.14", "1.36"]


def test_six_match_points_by_the_exact_factor_of_the_suppression_section() -> None:
    factor = section_factor(Fraction(8), Fraction(16))
    assert factor == Fraction(15, 7)
    assert decimals(6 * factor) == "12.86"


def test_six_match_points_by_the_rounded_factor_of_the_interceptors() -> None:
    rounded_factor = section_factor(Fraction(12), Fraction(16), "2dp")
    exact_factor = section_factor(Fraction(12), Fraction(16))
    assert rounded_factor is not None
    assert exact_factor is not None
    assert decimals(6 * rounded_factor) == "8.16"
    assert decimals(6 * exact_factor) == "8.18"


def test_halves_round_away_from_zero() -> None:
    assert rounded(Fraction(5, 2)) == 3
    assert rounded(Fraction(-5, 2)) == -3
    assert rounded(Fraction(1, 8), 2) == Fraction(13, 100)
    assert decimals(Fraction(-1, 8)) == "-0.13"


def test_ranks_within_half_a_point_are_shared_with_the_leader_of_the_group() -> None:
    half = Fraction(1, 2)
    assert ranks([10, Fraction(19, 2), 9, 8], half) == [1, 1, 3, 4]
    assert ranks([10, Fraction(19, 2), 9, 8], half, "chain") == [1, 1, 1, 4]


def test_a_margin_of_zero_ties_equal_scores_only() -> None:
    assert ranks([5, 5, Fraction(49, 10), 7], Fraction(0)) == [2, 2, 4, 1]


@given(st.lists(st.fractions(0, 50, max_denominator=14), max_size=20), st.sampled_from(["leader", "chain"]))
def test_a_rank_counts_those_of_better_rank(values: list[Fraction], group: str) -> None:
    found = ranks(values, Fraction(1, 2), group)  # type: ignore[arg-type]
    for rank in found:
        assert rank == 1 + sum(other < rank for other in found)
