"""The movement of a whole event on the wall: every meeting at two metres, and headings above each part of the grid."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise, product
from pathlib import Path

import pytest
from duplicate_event import drawn, duplicate_event
from libreoffice import compute, to_pdf
from looking import open_whole, values_in
from planned_workbooks import recalculated
from printed_pages import EM, words
from registered import SIXTY_LETTERS

from sheetscore.sheets.draw_workbook import write_draw
from sheetscore.systems.duplicate import DUPLICATE
from sheetscore.systems.duplicate.movement_sheet import BELOW, SCENARIOS, plan_posting
from sheetscore.workbooks.paper import PAPER_SIZES, ROUNDING, PaperName

ABOVE = (98, 30, 8, 24)
"""Pixels of rows above the grid."""


@pytest.mark.parametrize("paper", PAPER_SIZES)
@pytest.mark.parametrize(("tables", "rounds"), [(1, 1), (3, 3), (7, 7), (9, 5), (13, 13), (28, 14), (40, 39)])
def test_every_table_has_every_round_once_and_sheets_are_about_as_full(
    tables: int, rounds: int, paper: PaperName
) -> None:
    plan = plan_posting(PAPER_SIZES[paper], [str(number) for number in range(1, rounds + 1)], "40 v 40", tables, ABOVE)
    cells = Counter(cell for part in plan.parts for cell in product(part.tables, part.rounds))
    assert cells == Counter(product(range(tables), range(rounds)))
    assert sum(plan.widths) <= ROUNDING * plan.paper.usable[0]
    sheets = [[part for part in plan.parts if start < part.end <= end] for start, end in pairwise((0, *plan.ends))]
    assert [part for sheet in sheets for part in sheet] == list(plan.parts)
    for sheet in sheets:
        lines = sum(1 + len(part.rounds) for part in sheet)
        assert sum(ABOVE) + lines * plan.line + len(sheet) * (SCENARIOS + BELOW) <= plan.paper.usable[1]
        assert abs(len(sheet) - len(sheets[0])) <= 1
        assert min(len(part.rounds) for part in sheet) >= max(len(part.rounds) for part in plan.parts) - 1
    assert max(len(part.tables) for part in plan.parts) - min(len(part.tables) for part in plan.parts) <= 1


@pytest.mark.parametrize("paper", PAPER_SIZES)
@pytest.mark.parametrize("teams", [7, 14])
def test_each_sheet_of_paper_has_headings_and_meetings_of_14_points(
    teams: int, paper: PaperName, tmp_path: Path
) -> None:
    posted_draw = recalculated(f"posted: {teams} teams, {paper}")
    (pdf,) = to_pdf([posted_draw.path], tmp_path)
    pages = [page for page in words(pdf) if {"Movement", "Scenario"} <= {word.text for word in page}]
    assert pages
    posted: Counter[tuple[str, str]] = Counter()
    for page in pages:
        assert {"Table", "Round"} <= {word.text for word in page}
        large = [word for word in page if (word.bottom - word.top) / EM >= 13.9]
        by_line = sorted(large, key=lambda word: (round(word.middle / 4), word.left))
        posted.update(re.findall(r"(\d+) v (\d+)", " ".join(word.text for word in by_line)))
        played = [word for word in page if word.text == "Scenario"]
        assert min(word.bottom - word.top for word in played) >= 7 * EM
    assert posted == Counter(
        (table.seats[f"r{number}.red"][1:], table.seats[f"r{number}.blue"][1:])
        for table in posted_draw.book.draw.tables
        for number in range(1, teams)
    )
    assert posted_draw.formulas == 3 * teams * (teams - 1)


def test_the_numbers_of_the_movement_are_explained_beside_it_reds_first(tmp_path: Path) -> None:
    event = duplicate_event(3, 2, 2)
    names = {"R1": "Vermilion", "R2": "Cardinals", "R3": "Rubies", "B1": "Cobalt", "B2": "Azure Wing"}
    teams = [team.model_copy(update={"name": names[team.id]}) for team in event.teams]
    event = event.model_copy(update={"teams": tuple(reversed(teams))})
    write_draw(tmp_path / "draw.xlsx", event, drawn(event)[0], DUPLICATE.postings)
    _, _, _, captions, *lines = values_in(tmp_path / "draw.xlsx")["Teams"]
    assert captions == ("Number", "Team")
    assert lines == [
        ("Red 1", "Vermilion"),
        ("Red 2", "Cardinals"),
        ("Red 3", "Rubies"),
        ("Blue 1", "Cobalt"),
        ("Blue 2", "Azure Wing"),
    ]
    (pdf,) = to_pdf([tmp_path / "draw.xlsx"], tmp_path / "pdf")
    (page,) = (page for page in words(pdf) if {"Number", "Team", "Rubies"} <= {word.text for word in page})
    assert min((word.bottom - word.top) / EM for word in page if word.text in {"Red", "Blue", "Rubies"}) >= 13.9


@pytest.mark.parametrize("paper", PAPER_SIZES)
def test_itinerary_cards_are_printed_at_full_size_with_letters_of_7_5_points(paper: PaperName, tmp_path: Path) -> None:
    event = duplicate_event(7, 7, 7)
    teams = [
        one.model_copy(update={"name": f"Fliegergemeinschaft Überlingen-Bodensee {one.id}"}) for one in event.teams
    ]
    header = event.header.model_copy(update={"paper": paper})
    event = event.model_copy(update={"teams": tuple(teams), "header": header})
    write_draw(tmp_path / "draw.xlsx", event, drawn(event)[0], DUPLICATE.postings)
    sheet = open_whole(tmp_path / "draw.xlsx", values=True)["Cards"]
    assert (sheet.page_setup.scale or 100) == 100
    named = [cell for row in sheet.iter_rows() for cell in row[:12] if "Fliegergemein" in str(cell.value)]
    assert len(named) == 14 + 14 * 7
    assert min(float(cell.font.sz) for cell in named) >= 7.5


@pytest.mark.parametrize("paper", PAPER_SIZES)
def test_scenarios_and_teams_of_sixty_letters_are_whole_on_cards(paper: PaperName, tmp_path: Path) -> None:
    event = duplicate_event(3, 3, 3)
    scenarios = tuple(
        one.model_copy(update={"title": title}) for one, title in zip(event.scenarios, SIXTY_LETTERS, strict=True)
    )
    team = event.teams[0].model_copy(update={"name": "The Royal Wolverhampton & Staffordshire Regiment"})
    header = event.header.model_copy(update={"paper": paper})
    event = event.model_copy(update={"scenarios": scenarios, "teams": (team, *event.teams[1:]), "header": header})
    write_draw(tmp_path / "draw.xlsx", event, drawn(event)[0], DUPLICATE.postings)
    said = Counter(cell for row in values_in(tmp_path / "draw.xlsx")["Cards"] for cell in row[:12])
    assert [said[title] for title in SIXTY_LETTERS] == [6, 6, 6]  # each team plays each scenario once
    assert said[f"{team.name} (R1)"] == 1 + 3  # its card, and those of its opponents
    assert not [text for text in said if "…" in str(text)]


def test_the_movement_says_who_sits_out_until_the_list_seats_them_elsewhere(tmp_path: Path) -> None:
    """Seven Red teams and six Blue ones: Red 7 begins at table 7, where nobody is, and moves up to table 1."""
    event = duplicate_event(7, 6, 7)
    write_draw(tmp_path / "draw.xlsx", event, drawn(event)[0], DUPLICATE.postings[:1])
    grid = values_in(tmp_path / "draw.xlsx")["Movement"]
    (first,) = (row for row in grid if row[:2] == (1, "1 v 1"))
    (second,) = (row for row in grid if row[:2] == (2, "7 v 2"))
    assert (first[7], second[6]) == ("7 v —", "5 v —")
    assert any("Whoever meets nobody (—) sits out." in str(row[0]) for row in grid)
    book = open_whole(tmp_path / "draw.xlsx")
    lines = book["Draw"].iter_rows(min_row=5)
    (met,) = (line for line in lines if line[0].value == 7 and "Blue" in str(line[2].value) and not line[3].value)
    met[3].value = "Blue 1 (B1)"
    book.save(tmp_path / "typed.xlsx")
    (typed,) = compute([tmp_path / "typed.xlsx"], tmp_path / "computed")
    assert [row[7] for row in values_in(typed)["Movement"] if row[:2] == (1, "1 v 1")] == ["— v 1"]
