"""The cover on paper: each of its lists with its own headings on every sheet, and long names that are not cut."""

from __future__ import annotations

from pathlib import Path

import pytest
from libreoffice import to_pdf
from looking import open_whole
from printed_pages import SMALLEST_READ, ruled, words
from team_event import flown, forms_of, team_event
from test_chinese_names import assert_not_cut

from sheetscore.sheets.round_workbook import write_round
from sheetscore.systems.context import RoundContext
from sheetscore.systems.team import TEAM

LONG = "The Twenty-Fifth Squadron of the Royal Wessex Flying Association of"
assert len(LONG) > 60


def covers(folder: Path, teams: int) -> Path:
    """Write the sheets of so many teams, of which the first has a long name."""
    event = team_event(teams=teams, names={"T1": LONG[:60]})
    drawn = TEAM.draw(RoundContext(event, 1))
    points = {player: 3 for _, _, player in drawn.places()}
    write_round(folder / "round1.xlsx", event, forms_of(event, drawn), flown(drawn, points))
    return folder / "round1.xlsx"


def test_the_teams_stand_below_the_tables_where_all_fits_on_a_page(tmp_path: Path) -> None:
    book = open_whole(covers(tmp_path, 4))
    assert "Teams" not in book.sheetnames
    assert [cell.value for cell in book["Cover"]["B"] if cell.value == LONG[:60]]


@pytest.mark.parametrize("teams", [26, 60])
def test_otherwise_they_have_a_sheet_with_headings_on_each_of_its_pages(tmp_path: Path, teams: int) -> None:
    book = open_whole(covers(tmp_path, teams))
    assert book.sheetnames[:2] == ["Cover", "Teams"]
    for sheet, heading, lines in ((book["Cover"], "Table", teams + 1), (book["Teams"], "Tables", teams)):
        assert sheet.print_title_rows == "$1:$5"
        assert sheet["A5"].value == heading
        assert sheet.max_row == 5 + lines
        breaks = [one.id for one in sheet.row_breaks.brk]
        ends = [*breaks, sheet.max_row]
        assert min(end - start for start, end in zip([5, *breaks], ends, strict=True)) >= 3
        assert bool(breaks) == (teams == 60)
    assert "SUM('Table " in str(book["Teams"]["C6"].value)
    assert book["Teams"]["B6"].font.size >= 7.5


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_a_title_with_a_web_address_is_legible_and_stays_in_its_cell(paper: str, tmp_path: Path) -> None:
    address = "https://www.wessexchampionship.example.org/2026/programme/saturday/the-upper-monongahela.html"
    event = team_event(teams=2)
    scenarios = tuple(one.model_copy(update={"title": f"The crossing, {address}"}) for one in event.scenarios)
    header = event.header.model_copy(update={"paper": paper})
    event = event.model_copy(update={"header": header, "scenarios": scenarios})
    write_round(tmp_path / "round1.xlsx", event, forms_of(event, TEAM.draw(RoundContext(event, 1))), {})
    (pdf,) = to_pdf([tmp_path / "round1.xlsx"], tmp_path / "pdf")
    cover, *_ = words(pdf)
    assert min(word.bottom - word.top for word in cover) >= SMALLEST_READ
    assert len([word for word in cover if word.text.startswith("https://www.wessex")]) == 2  # at either table
    links = [word for word in cover if word.left < 90]  # underlined
    for word in (one for one in cover if one not in links):
        assert_not_cut([word], ruled(pdf, 1), paper)
