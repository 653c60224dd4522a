"""Workbooks of accelerated Swiss whose structure somebody changed, and awkward names in LibreOffice."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from aso_commands import box, by_player, drawn_in, errors, pairs_of, table_of, type_lines, won
from aso_event import aso_event
from kept_events import started
from libreoffice import pdf_page_sizes, to_pdf
from looking import open_whole
from openpyxl.utils import column_index_from_string, get_column_letter
from shared_demos import Demos

from sheetscore.operations.draw import draw
from sheetscore.operations.ingest import Ingested, ingest
from sheetscore.operations.standings import standings
from sheetscore.systems.aso.model import AsoEvent, AsoHeader

LETTER, A4 = (612, 792), (595, 842)
"""Points."""

# workbooks whose structure was changed


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Nine players with a result at every table."""
    folder = started(tmp_path_factory.mktemp("filled") / "cup", aso_event(9))
    type_lines(folder, *won("1", "2", "draw", "1"), "3,1,vp,4")
    return folder


EXPECTED = {"P01": ("win",), "P06": ("win",), "P03": ("draw",), "P04": ("win",), "P09": ("bye",)}


def changed(filled: Path, tmp_path: Path, change: Callable[[openpyxl.Workbook], None]) -> Ingested:
    folder = Path(shutil.copytree(filled, tmp_path / "cup"))
    book = open_whole(folder / "round1.xlsx")
    change(book)
    book.save(folder / "round1.xlsx")
    return ingest(folder / "round1.xlsx")


def rename(book: openpyxl.Workbook) -> None:
    """Rename the list, and its name with it, as a spreadsheet does."""
    book["Results"].title = "Ergebnisse"
    for name in book.defined_names.values():
        name.attr_text = name.attr_text.replace("Results!", "Ergebnisse!").replace("'Results'!", "Ergebnisse!")


def insert_column(book: openpyxl.Workbook) -> None:
    """Insert a column before the scenarios; the names widen, as a spreadsheet widens them."""
    book["Results"].insert_cols(5)
    for name in book.defined_names.values():
        sheet, _, area = name.attr_text.rpartition("!")
        if "Results" in sheet and ":" in area:  # a single cell is the mark of a sheet for the director
            first, last = area.split(":")
            column, row = last.strip("$").split("$")
            wider = get_column_letter(column_index_from_string(column) + 1)
            name.attr_text = f"{sheet}!{first}:${wider}${row}"


def delete_papers(book: openpyxl.Workbook) -> None:
    for title in ("Slips", "Judges", "Cover"):
        book.remove(book[title])


def sort_lines(book: openpyxl.Workbook) -> None:
    """Exchange the lines of tables 1 and 3 with all that stands on them."""
    sheet = book["Results"]
    for one, other in zip(sheet[6], sheet[8], strict=True):
        one.value, other.value = other.value, one.value


@pytest.mark.parametrize("change", [rename, insert_column, delete_papers, sort_lines])
def test_what_a_spreadsheet_may_change_does_no_harm(
    filled: Path, tmp_path: Path, change: Callable[[openpyxl.Workbook], None]
) -> None:
    done = changed(filled, tmp_path, change)
    assert done.status == "ok", done.findings
    results = by_player(done.rows, "result")
    assert {id_: results[id_] for id_ in EXPECTED} == EXPECTED
    assert by_player(done.rows, "vp")["P03"] == (4,)


def test_a_deleted_line_is_named_and_nothing_is_scored(filled: Path, tmp_path: Path) -> None:
    done = changed(filled, tmp_path, lambda book: book["Results"].delete_rows(7))
    assert done.status == "errors"
    (found,) = [one for one in done.findings if one.is_error]
    assert found.code == "structure"
    assert "line 2 of “Results” is missing" in found.message
    assert not [one for one in done.findings if "nobody played here" in one.message]
    so_far = ingest(tmp_path / "cup" / "round1.xlsx", provisional=True)
    (left,) = [one for one in so_far.findings if one.code == "left-out"]
    assert left.message.startswith("table 2 is left out until this is mended: line 2 of “Results” is miss")
    assert {row["table"] for row in so_far.rows if row["result"]} == {1, 3, 4, None}


def test_a_deleted_list_is_named_and_not_as_a_table(filled: Path, tmp_path: Path) -> None:
    done = changed(filled, tmp_path, lambda book: book.remove(book["Results"]))
    (found,) = [one for one in done.findings if one.is_error]
    assert (found.code, found.sheet) == ("structure", "Results")


def test_a_value_below_the_list_is_named_with_its_cell(filled: Path, tmp_path: Path) -> None:
    done = changed(filled, tmp_path, lambda book: book["Results"].__setitem__("D12", 7))
    assert errors(done.findings) == [("stray-value", "Results", "D12")]
    so_far = ingest(tmp_path / "cup" / "round1.xlsx", provisional=True)  # nobody knows of which line it is
    assert errors(so_far.findings) == [("stray-value", "Results", "D12")]
    assert so_far.results_path is None


# LibreOffice: an event in which everything is named awkwardly

LONG = "N" * 200
AWKWARD = ("=1+1", "a*b?", "aXb", "~x", "+x", LONG, '"', "@x", "*", "?", "~*", "o'Neil", "-1", "<b>&")
"""Names like formulas and like patterns, of which some would match others."""


def awkward_event() -> AsoEvent:
    """Give 14 players, so that there are seven tables, and scenarios, sides and balances with such names."""
    event = aso_event(14, optional_rules=("=1+1", "{} a*b?", "W" * 60))
    scenarios = []
    for plain, (title, *sides) in zip(
        event.scenarios[:3], [("=1+1", "a*b?", "~x"), ("a*b?", "=2+2", "S" * 200), ("W" * 200, "*", "?")], strict=True
    ):
        titled = [side.model_copy(update={"title": name}) for side, name in zip(plain.sides, sides, strict=True)]
        texts = ("=SUM(1)", "B" * 200, "~*", "a*b?", "?", "+1")
        balances = [one.model_copy(update={"text": text}) for one, text in zip(plain.balances, texts, strict=True)]
        scenarios.append(plain.model_copy(update={"title": title, "sides": tuple(titled), "balances": tuple(balances)}))
    players = [one.model_copy(update={"name": name}) for one, name in zip(event.players, AWKWARD, strict=True)]
    header = AsoHeader(name="=Awkward*", system="aso", rounds=5, seed=7, paper="letter")
    return event.model_copy(
        update={"header": header, "players": tuple(players), "scenarios": (*scenarios, *event.scenarios[3:])}
    )


AWKWARD_LINES = (
    *won("1", "2", "draw", "1", "2", "1", "2"),
    "1,,scenario.strike.1,s1", "1,,scenario.strike.2,s3", "1,,bid.1.side,s2.russian", "1,,bid.1.level,2",
    "1,,bid.2.side,s2.russian", "1,,bid.2.level,1", "1,1,snake_eyes,3",
    f"2,,scenario.played,{'W' * 200}", "2,,bid.1.side,s3.german", "2,,bid.1.level,3", "2,,bid.2.side,s3.russian",
    "2,,bid.2.level,0",
    *(f"3,,judge.{n}.{seat},{value}" for n, both in ((1, (60, 40)), (2, (60, 40)), (3, (55, 45)))
      for seat, value in enumerate(both, start=1)),
    "3,,decided_by,judges", "3,,judge.1.name,'=9", "3,,judge.2.name,~q",
    "1,,waived.1,1", "1,,waived.3,1", "2,,waived.2,0",
)  # fmt: skip


def awkward_cup(folder: Path) -> None:
    started(folder, awkward_event())
    type_lines(folder, *AWKWARD_LINES)
    ingest(folder / "round1.xlsx")
    standings(folder)
    draw(folder, 2)


@pytest.fixture(scope="module")
def printed(demos: Demos, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    """The lists on paper."""
    played = {"demo": demos.played("aso"), "awkward": demos.made(awkward_cup)}
    root = tmp_path_factory.mktemp("printed")
    return {name: to_pdf([one.workbooks["round1"]], root / name)[0] for name, one in played.items()}


def is_begun(shown: str, whole: str) -> bool:
    """Tell whether a cell shows a long text, or where it is too long its first letters, 20 at least."""
    return shown == whole or (len(shown) > 20 and shown.endswith("…") and whole.startswith(shown[:-1]))


def test_what_follows_on_the_list_is_shown_by_formula_with_awkward_names_too(demos: Demos) -> None:
    folder = demos.made(awkward_cup).folder
    lines = table_of(folder / "round1.xlsx", "Results")
    captions = {str(caption): column for column, caption in enumerate(lines[4])}

    def shown(table: int, caption: str) -> Any:
        return lines[int(box(folder, table, "winner")[1][1:]) - 1][captions[caption]]

    # table 1: s1 and s3 struck, s2 is left; both want the second side, and player 1 bids more
    assert shown(1, "Scenario that follows") == "a*b?"
    assert is_begun(shown(1, "1 plays"), "a*b?: " + "S" * 200)
    assert shown(1, "2 plays") == "a*b?: =2+2"
    assert not shown(1, "1 is given")
    assert is_begun(shown(1, "2 is given"), f"{'S' * 200} 2: ?")
    # table 2: different sides, and each is given the other's balance; level 0 changes nothing
    assert is_begun(shown(2, "1 plays"), "W" * 200 + ": *")
    assert is_begun(shown(2, "2 plays"), "W" * 200 + ": ?")
    assert (shown(2, "1 is given"), shown(2, "2 is given")) == ("? 0", "* 3: ~*")
    assert shown(3, "Judges find for") == "draw"  # 175 of 300 for player 1


def test_awkward_names_stay_what_they_are_in_results_postings_and_standings(demos: Demos, tmp_path: Path) -> None:
    folder = demos.made(awkward_cup).copied(tmp_path / "cup")
    rows = by_player(ingest(folder / "round1.xlsx").rows, "name", "scenario", "side", "result")
    pairs = pairs_of(drawn_in(folder, 1))
    assert pairs[0] == ("P01", "P08")
    assert (rows["P01"], rows["P08"]) == (("=1+1", "s2", "russian", "win"), ("@x", "s2", "german", "loss"))
    results = table_of(folder / "round1-results.xlsx", "Games")
    start = next(at for at, row in enumerate(results) if row[0] == "Table")
    assert results[start + 1][1:8] == ("=1+1", "S" * 200, "@x", "=2+2", "a*b?", "=1+1", "play")
    posted = table_of(folder / "round1-draw.xlsx", "By name")
    meets = {row[at]: row[at + 1 : at + 3] for row in posted[4:] for at in (0, 4)}
    assert meets["=1+1"] == (1, "@x")
    assert meets["*"] == (2, "a*b?")
    after = table_of(folder / "standings.xlsx", "Standings")
    start = next(at for at, row in enumerate(after) if row[0] == "Rank")
    assert {row[2] for row in after[start + 1 : start + 15]} == set(AWKWARD)


@pytest.mark.parametrize(
    ("name", "lists", "slips", "bids", "paper"), [("demo", 2, 6, 3, A4), ("awkward", 4, 4, 4, LETTER)]
)
def test_cover_list_and_papers_print_as_they_should(
    printed: Mapping[str, Path], name: str, lists: int, slips: int, bids: int, paper: tuple[int, int]
) -> None:
    sizes = [(round(width), round(height)) for width, height in pdf_page_sizes(printed[name])]
    across = (paper[1], paper[0])  # the list: results, then points and dice; names of 200 letters make lines higher
    balances, judges = 1, 1
    assert sizes == [paper, *[across] * lists, *[paper] * (slips + bids + balances + judges)]


def test_nothing_is_cut_off_at_the_right_of_the_slips(printed: Mapping[str, Path]) -> None:
    for (name, pdf), first in zip(printed.items(), (4, 6), strict=True):
        assert (name == "awkward") is (first == 6)
        command = ["pdftotext", "-bbox", "-f", str(first), "-l", str(first), str(pdf), "-"]
        text = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout
        lines = [line for line in text.splitlines() if "<word" in line]
        ends = {word: [float(line.split('xMax="')[1].split('"')[0]) for line in lines if f">{word}<" in line]
                for word in ("judges", "boxcars")}  # fmt: skip
        assert len(ends["judges"]) == 2  # a slip each
        assert max(ends["judges"]) < 595 - 30  # inside the margin of both papers
        assert len(ends["boxcars"]) == 2
