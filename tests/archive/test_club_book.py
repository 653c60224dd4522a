"""An archive as a workbook to look at, and its results as CSV and Parquet."""

from __future__ import annotations

import csv
import datetime as dt
from fractions import Fraction
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from handmade import MadeRound, Side, archive_of, made, run
from libreoffice import to_pdf
from looking import Sheet, formulas_in, values_in
from printed_pages import words
from shared_demos import Demos

from sheetscore.archive.answers import people
from sheetscore.archive.club_book import club_book
from sheetscore.archive.club_figures import ClubFigures, club_figures
from sheetscore.archive.exporting import export
from sheetscore.archive.questions import Questions
from sheetscore.archive.storage import Archive
from sheetscore.workbooks.guard.limits import LARGEST
from sheetscore.workbooks.reader import read_workbook

NOW = dt.datetime(2026, 5, 1, 12, 30, tzinfo=dt.UTC)
SHEETS = ["Players", "Results", "Ratings", "Head to head", "Best played", "Events", "About"]

SPRING, AUTUMN = dt.date(2024, 3, 2), dt.date(2024, 10, 5)
AWKWARD = ("*", "?", ">1", "=1+1", "Zoë", "ann", "Ann")
"""Names that are patterns, conditions and formulas to a spreadsheet, and two that it takes for one."""


def two_events(folder: Path, names: tuple[str, ...] = ("Ann", "Bob", "Cy", "Dee")) -> Questions:
    """Two rounds in spring and one in autumn, in which the first and the second of the names meet every time."""
    one, two, three, *more = names

    def round_(record: str, event: str, day: dt.date, *scores: float, number: int = 1, winner: str = "") -> MadeRound:
        sides = (
            Side("P1", one, scores[0], 1, 1 if scores[0] >= scores[1] else 2, "red"),
            Side("P2", two, scores[1], 1, 1 if scores[1] >= scores[0] else 2, "blue"),
            Side("P3", three, scores[2]),
            *(Side(f"P{4 + at}", name) for at, name in enumerate(more)),
        )
        return MadeRound(record, event, sides, number, day, winner=winner)

    return made(
        folder,
        round_("a", "Spring", SPRING, 3, 1, 0.5),
        round_("b", "Spring", SPRING, 2, 2, 1, number=2),
        round_("c", "Autumn", AUTUMN, 0, 4, 2, winner="P2"),
    )


def written(asked: Questions, path: Path) -> dict[str, Sheet]:
    club_book(asked, NOW).write(path)
    return values_in(path)


def below(sheet: Sheet, heading: str) -> list[tuple[object, ...]]:
    """Give the rows below the one that has a heading, down to a blank one."""
    rows = list(sheet)
    top = next(at for at, row in enumerate(rows) if heading in row) + 1
    ends = (at for at in range(top, len(rows)) if all(cell in {None, ""} for cell in rows[at]))
    return rows[top : next(ends, len(rows))]


def shown(day: dt.date) -> dt.datetime:
    """Give a day as cells have it."""
    return dt.datetime(day.year, day.month, day.day)


def test_the_figures_of_players_are_formulas_over_the_results(tmp_path: Path) -> None:
    book = written(two_events(tmp_path / "club"), tmp_path / "club.xlsx")
    assert [*book] == SHEETS
    first, last = shown(SPRING), shown(AUTUMN)
    assert below(book["Players"], "Player") == [
        (1, "Ann", 2, 3, 0, first, last),
        (2, "Bob", 2, 3, 1, first, last),
        (3, "Cy", 2, 3, 0, first, last),
    ]  # Dee is on the roster and has no results
    formulas = below(formulas_in(tmp_path / "club.xlsx")["Players"], "Player")
    assert all(
        str(cell).removeprefix("=").startswith(("SUMIF(", "SUMPRODUCT(", "MOD("))
        for row in formulas
        for cell in row[2:]
    )


def test_the_latest_event_is_the_first_of_the_results(tmp_path: Path) -> None:
    book = written(two_events(tmp_path / "club"), tmp_path / "club.xlsx")
    lines = [(row[1], row[3], row[5], row[8], *row[9:12]) for row in below(book["Results"], "Player")]
    assert lines[:5] == [
        ("Autumn", 1, "Ann", 0, 1, 1, 0),
        ("Autumn", 1, "Bob", 4, 1, 1, 1),
        ("Autumn", 1, "Cy", 2, 1, 1, 0),
        ("Spring", 1, "Ann", 3, 1, 1, 0),
        ("Spring", 2, "Ann", 2, 0, 1, 0),
    ]
    assert len(lines) == 9


def test_who_stands_how_against_whom_what_was_played_best_and_the_events(tmp_path: Path) -> None:
    book = written(two_events(tmp_path / "club"), tmp_path / "club.xlsx")
    assert below(book["Head to head"], "Player") == [("Ann", "·", "1–1–1"), ("Bob", "1–1–1", "·")]
    best = [row[1:6] for row in below(book["Best played"], "Played")]
    assert best == [
        ("blue", 3, 2, 2 / 3, pytest.approx(7 / 3, abs=1e-3)),
        ("red", 3, 2, 2 / 3, pytest.approx(5 / 3, abs=1e-3)),
    ]
    events = [row[:10] for row in below(book["Events"], "Place")]
    assert [(row[0], row[1], row[5], row[7], row[8]) for row in events] == [
        (1, "Spring", 2, 3, None),
        (2, "Autumn", 1, 3, "Bob"),
    ]
    rated = [row[1:3] for row in below(book["Ratings"], "Sigma")]
    assert [name for _, name in rated] == ["Bob", "Ann"]
    assert [rank for rank, _ in rated] == [1, 2]


def awkward_names(folder: Path) -> None:
    one = MadeRound("a", "Spring", [Side(f"P{at}", name, at) for at, name in enumerate(AWKWARD)], 1, SPRING)
    two = MadeRound("b", "Autumn", [Side("P1", "Ann", 5), Side("P2", "*", 6)], 1, AUTUMN, winner="P1")
    club_book(made(folder / "club", one, two), NOW).write(folder / "club.xlsx")


def test_names_like_patterns_and_such_that_differ_by_capitals_alone_are_counted_apart(demos: Demos) -> None:
    book = values_in(demos.made(awkward_names).folder / "club.xlsx")
    counted = {row[1]: row[2:5] for row in below(book["Players"], "Player")}
    assert counted == {name: (2, 2, int(name == "Ann")) if name in {"Ann", "*"} else (1, 1, 0) for name in AWKWARD}


def no_day(folder: Path) -> None:
    one = MadeRound("a", "Once", [Side("P1", "Ann", 1), Side("P2", "Bob", 2)])
    two = MadeRound("b", "Spring", [Side("P1", "Ann", 1)], 1, SPRING)
    club_book(made(folder / "club", one, two), NOW).write(folder / "club.xlsx")


def test_a_player_without_any_day_has_neither_first_nor_last(demos: Demos) -> None:
    book = values_in(demos.made(no_day).folder / "club.xlsx")
    days = {row[1]: row[5:7] for row in below(book["Players"], "Player")}
    assert days == {
        "Ann": (shown(SPRING), shown(SPRING)),
        "Bob": (dt.time(), dt.time()),
    }  # 0, which is shown as nothing


def too_many_results(folder: Path) -> ClubFigures:
    asked = two_events(folder / "club")
    figures = club_figures(asked, most_lines=7, most_players=2)
    club_book(asked, NOW, figures).write(folder / "club.xlsx")
    return figures


def test_of_too_many_results_the_newest_rounds_are_there_and_the_rest_is_told(demos: Demos) -> None:
    made_club = demos.made(too_many_results)
    figures, path = made_club.ranked, made_club.folder / "club.xlsx"
    assert [(one.event_name, one.round) for one in figures.lines if one.name == "Bob"] == [("Autumn", 1), ("Spring", 2)]
    assert figures.left_out == (
        "A workbook has no room for everything: it has 2 of 3 rounds, the newest, with 6 of 9 lines of results. "
        "Figures count what is in it.",
        "A workbook has no room for everything: it has 2 of 3 players, those who played most. "
        "Figures count what is in it.",
    )
    told = {title: [row[0] for row in sheet] for title, sheet in values_in(path).items()}
    assert all(figures.left_out[0] in told[title] for title in ("Players", "Results", "About"))
    spring, autumn = below(formulas_in(path)["Events"], "Place")
    assert (spring[7], autumn[7]) == (3, 3)  # no formula can count who has no line


def of_all_kinds(folder: Path, demos: Demos) -> None:
    folders = [demos.played(one).folder for one in ("aso", "match", "diplomacy", "duplicate", "airforce")]
    folders += [demos.renamed(one).folder for one in ("first-throws", "origins-1991")]
    written(archive_of(folder / "club", *folders), folder / "club.xlsx")


@pytest.fixture(scope="module")
def played(demos: Demos, _game_outside_the_package: None) -> Questions:
    """An archive of events of all kinds, among them one whose players and scenarios have awkward names."""
    return Questions(Archive(str(demos.made(of_all_kinds, demos).folder / "club")))


def test_the_players_are_counted_and_every_sheet_prints_one_page_wide(
    demos: Demos, played: Questions, tmp_path: Path
) -> None:
    path = demos.made(of_all_kinds, demos).folder / "club.xlsx"
    counted = [row[1:5] for row in below(values_in(path)["Players"], "Player")]
    assert counted == [row[:4] for row in people(played).rows]
    (pdf,) = to_pdf([path], tmp_path / "printed")
    pages = [" ".join(word.text for word in page) for page in words(pdf)]
    for first, last in (("Player no.", "Score"), ("Events won", "Last"), ("Sigma", "Games"), ("Place", "Winner")):
        assert all(last in page for page in pages if first in page), first
        assert any(first in page for page in pages), first


def test_the_workbook_passes_the_guard_and_two_of_the_same_data_differ_by_their_time_alone(
    played: Questions, tmp_path: Path
) -> None:
    path = tmp_path / "club.xlsx"
    assert export(played, path, NOW).changed
    assert not export(played, path, NOW + dt.timedelta(days=1)).changed
    assert [*read_workbook(path, limits=LARGEST).sheets] == SHEETS


def test_curves_stand_in_a_chart_for_each_system_with_several_rounds(played: Questions) -> None:
    ratings = next(sheet for sheet in club_book(played, NOW).sheets if sheet.title == "Ratings")
    titles = [chart.title.partition(":")[0] for chart in ratings.charts]
    assert titles == ["Accelerated Swiss", "Diplomacy", "Matched games"]
    assert all(len(table.columns) <= 11 for table in ratings.behind)


def test_csv_and_parquet_have_the_results_that_count(played: Questions, tmp_path: Path) -> None:
    export(played, tmp_path / "club.csv", NOW)
    export(played, tmp_path / "club.parquet", NOW)
    with (tmp_path / "club.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    table = pq.read_table(tmp_path / "club.parquet")
    columns = played.ask("DESCRIBE results").rows
    assert [*rows[0]] == table.column_names == [row[0] for row in columns]
    assert len(rows) == table.num_rows == played.ask("SELECT count(*) FROM results").rows[0][0]
    assert [row["person"].removeprefix("'") for row in rows] == table["person"].to_pylist()
    assert not any(row["person"].startswith(("=", "+", "-", "@")) for row in rows)
    fractions = [row for row in rows if row["score_exact"] and row["score"]]
    assert fractions
    assert all(float(Fraction(row["score_exact"])) == float(row["score"]) for row in fractions)


def test_the_command_writes_by_the_ending_and_replaces_nothing_unasked(tmp_path: Path) -> None:
    two_events(tmp_path / "club")
    target = tmp_path / "club.csv"
    assert "Wrote club.csv." in run("-C", tmp_path, "archive", "export", "-o", "club.csv", "--from", "club").stdout
    target.write_text("mine", encoding="utf-8")
    refused = run("-C", tmp_path, "archive", "export", "-o", "club.csv", "--from", "club", status=2)
    assert "club.csv is there already" in refused.output
    assert target.read_text(encoding="utf-8") == "mine"
    forced = run("-C", tmp_path, "archive", "export", "-o", "club.csv", "--from", "club", "--force")
    assert "What was there is kept/club~1.csv." in forced.stdout
    assert (tmp_path / "kept" / "club~1.csv").read_text(encoding="utf-8") == "mine"
    wrong = run("-C", tmp_path, "archive", "export", "-o", "club.pdf", "--from", "club", status=2)
    assert "let its name end in .xlsx, .csv, .parquet" in wrong.output


def test_a_file_of_an_event_is_not_written_to(demos: Demos, tmp_path: Path) -> None:
    folder = demos.played("match").copied(tmp_path / "event")
    run("-C", folder, "archive", "add", ".", "--to", "club")
    before = (folder / "standings.xlsx").read_bytes()
    done = run("-C", folder, "archive", "export", "-o", "standings.xlsx", "--from", "club", "--force", status=2)
    assert "standings.xlsx is a file of the event itself" in done.output
    assert (folder / "standings.xlsx").read_bytes() == before


def of_standings_alone(folder: Path, demos: Demos) -> None:
    written(archive_of(folder / "club", demos.played("match").folder / "standings.xlsx"), folder / "club.xlsx")


def test_an_archive_of_standings_alone_has_sheets_without_lines(demos: Demos) -> None:
    book = values_in(demos.made(of_standings_alone, demos).folder / "club.xlsx")
    assert [*book] == [title for title in SHEETS if title != "Ratings"]
    assert any("Nobody has results yet." in row for row in book["Players"])
