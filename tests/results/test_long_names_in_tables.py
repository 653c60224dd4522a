"""Long names and places in posted results and standings: on as many lines as they take, never below 7 points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from libreoffice import to_pdf
from printed_pages import SMALLEST_LABEL, Word, words
from registered import renamed, system_of, write_renamed_values

from sheetscore.event.load import load_event
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import fill
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.operations.standings import standings
from sheetscore.systems.columns import RoundScores, cumulative_sheet
from sheetscore.systems.outcomes import ResultRow
from sheetscore.tables.line_ends import legend_points, line_ends, sign_before
from sheetscore.tables.sheet import TableSheet
from sheetscore.tables.table import Table, figure_column
from sheetscore.workbooks.paper import text_pixels

PERSON = "Maximiliane-Charlotte Freifrau von und zu Wittgenstein-Berle"
assert len(PERSON) == 60


ADDRESSES = (
    "https://www.wessexchampionship.example.org/2026/programme/saturday-morning",
    "https://www.wessexchampionship.example.org/2026/maps/upper-monongahela",
)


def posted(example: str, names: Mapping[str, str], place: str, folder: Path) -> Iterator[list[Word]]:
    """Play the first round of an example by other names at a place, and yield the pages that are posted of it."""
    home = system_of(example).example(example)
    event = renamed(load_event(home / "event.toml"), names)
    write_event(event.model_copy(update={"header": event.header.model_copy(update={"place": place})}), folder / "event")
    stage = event.stages[0]
    draw(folder / "event", stage)
    sheets = make_sheets(folder / "event", stage).path
    write_renamed_values(home / f"{sheets.stem}.csv", folder / "values.csv", names)
    fill(sheets, folder / "values.csv")
    assert ingest(sheets).status == "ok"
    standings(folder / "event")
    made = [folder / "event" / "round1-results.xlsx", folder / "event" / "standings.xlsx"]
    for pdf in to_pdf(made, folder / "pdf"):
        yield from (page for page in words(pdf) if [word.text for word in page[:3]] != ["for", "the", "director"])


@pytest.mark.parametrize("example", ["diplomacy", "match", "aso"])
def test_a_long_name_is_wrapped_and_never_shrunk_below_7_points(example: str, tmp_path: Path) -> None:
    event = load_event(system_of(example).example(example) / "event.toml")
    names = {event.names[min(event.names)]: PERSON}
    pages = posted(example, names, event.header.place, tmp_path)
    printed = [word for page in pages for word in page if word.text in PERSON.split()]
    assert {word.text for word in printed} >= set(PERSON.split())
    small = [word for word in printed if word.bottom - word.top < SMALLEST_LABEL - 0.1]
    assert not small


@pytest.mark.parametrize("example", ["diplomacy", "aso"])
def test_two_web_addresses_for_a_place_are_wrapped_and_never_shrunk_below_7_points(
    example: str, tmp_path: Path
) -> None:
    whole = 0
    for number, page in enumerate(posted(example, {}, " ".join(ADDRESSES), tmp_path), start=1):
        assert min(word.bottom - word.top for word in page) >= SMALLEST_LABEL, number
        whole += {*ADDRESSES} <= {word.text for word in page}
    assert whole >= 4


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_the_legend_of_the_leaders_has_room_for_a_long_name_on_a_line_after_few_rounds_too(rounds: int) -> None:
    """Otherwise LibreOffice writes all names of the legend over one another."""
    name, beside = "Maximiliana Hohenlohe-Langenburg-Schillingsfürst-Waldenburg", 80
    assert cumulative_of([{"id": "P01", "name": name, "score": 3}], rounds).width >= text_pixels(name, 10) + beside


def cumulative_of(rows: list[ResultRow], rounds: int) -> TableSheet:
    """Plan the sheet of running totals of players with the same score in every round."""
    scored = {
        number: Table("", (figure_column("score", "", 9, lambda row: row["score"]),), rows, key=lambda row: row["id"])
        for number in range(1, rounds + 1)
    }
    scores = RoundScores("Player", "score", scored, whole=True)
    columns = (*scores.rank_columns(), *scores.score_columns("Score"))
    return cumulative_sheet(Table("standings", columns, rows, key=lambda row: row["id"]))


def test_the_chart_of_the_leaders_begins_with_round_2_and_says_if_equal_ones_are_left_out() -> None:
    ranks = [1, 2, 3, 4, 4, 4, 4, 8]
    rows: list[ResultRow] = [
        {"id": f"P{at}", "name": f"Player {at}", "score": 9 - rank, "rank": rank} for at, rank in enumerate(ranks)
    ]
    assert cumulative_of(rows, 1).charts == ()
    (chart,) = cumulative_of(rows, 2).charts
    assert chart.title == "The way of the first 5 (equal to the last: 2 more)"
    assert [chart.title for chart in cumulative_of(rows[:5], 2).charts] == ["The way of the leaders"]


@pytest.mark.parametrize("size", [(772, 755), (700, 667), (970, 400)])
@pytest.mark.parametrize(
    "name", ["Li: 9", "× Ngozi Chukwuemeka-Okonkwo: 9.5", "■ Sebastián Echeverría-Goikoetxea: 10.45"]
)
def test_beside_the_plot_is_room_for_as_much_of_a_name_as_libreoffice_leaves_on_a_line(
    name: str, size: tuple[int, int]
) -> None:
    """It wraps names at a third of the height of the chart."""
    ends = line_ends([name, "● Ann: 1"], [[0, 2], [0, 1]], ["start", "after round 1"], size)
    assert ends
    width, height = size
    free = width * (1 - ends.plot["x"] - ends.plot["width"])
    assert free >= min(text_pixels(name, ends.points), height / 3)


@pytest.mark.parametrize(("height", "beside"), [(755, True), (400, False)])
def test_names_that_would_stand_far_from_their_lines_are_in_a_legend(height: int, beside: bool) -> None:
    """Five names of two lines each are 160 pixels high; of 300 pixels these lines end within 70."""
    names = ["Sebastián Echeverría-Goikoetxea", "Rupert Featherstonehaugh-Cholmondeley", "Jean-Christophe Beaumont"]
    names += ["Ngozi Chukwuemeka-Okonkwo", "Bartholomew O'Shaughnessy"]
    ends = dict(zip(names, (31, 28, 27, 29, 30), strict=True))
    called = [f"● {name}: {value}" for name, value in ends.items()]
    lines = [[0, 20, value] for value in ends.values()]
    assert (line_ends(called, lines, ["start", "1", "2"], (772, height)) is not None) == beside


@pytest.mark.parametrize(("word", "points"), [("Ann Bell: 6", 10), ("Donaudampfschifffahrtskapitänsmütz: 6", 9)])
def test_a_legend_beside_the_plot_has_letters_in_which_no_word_is_torn(word: str, points: int) -> None:
    """Of 700 pixels a name has 203; the word takes 222 in letters of 10 points, and a tenth less in those of 9."""
    assert legend_points(["Bartholomäus Oberreichsbahnrat Schmöckwitz: 3", word], 700) == points


def test_the_sign_before_a_name_keeps_clear_of_the_last_point_of_its_line() -> None:
    """LibreOffice begins a name 2 pixels right of the middle of that point, whose marker is 7 points wide."""
    before, _, _ = sign_before("circle").partition("●")
    assert before.isspace()
    assert 2 + text_pixels(before, 10) >= 7 / 2 * 96 / 72
