"""CSV that a spreadsheet program has opened and saved: understood in its encodings and separators, or told plainly."""

from __future__ import annotations

import csv
import io
import shutil
from pathlib import Path

import pytest
from amps_event import amps_event
from event_folder import GOOD_LINES, filled_folder

from sheetscore.operations.entries import entries, fill
from sheetscore.operations.export import export
from sheetscore.operations.new import new
from sheetscore.problems import MistakesFound, UnreadableFile

REASON = "Zoë’s count – “3” × 9"
NAMES = {"P01": "Zoë Müller", "P02": "José’s É", "P03": "=Ann", "P04": "'t Hooft", "P05": "-Bob"}

SAVED = {
    "CSV (comma)": ("cp1252", ",", "\r\n"),
    "CSV of a German Excel": ("cp1252", ";", "\r\n"),
    "CSV UTF-8": ("utf-8-sig", ",", "\r\n"),
    "CSV UTF-8 of a German Excel": ("utf-8-sig", ";", "\r\n"),
    "Unicode text": ("utf-16", "\t", "\r\n"),
    "Text (tabs)": ("cp1252", "\t", "\r\n"),
    "CSV (DOS), lines of an old Mac": ("utf-8", ";", "\r"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    lines = f"{GOOD_LINES}1,ds.2,ruling.sp,7\n1,ds.2,ruling.reason,{REASON}\n"
    return filled_folder(tmp_path_factory.mktemp("saved") / "event", amps_event(names=NAMES), lines)


def saved_again(text: str, path: Path, encoding: str, separator: str, end: str) -> Path:
    with path.open("w", encoding=encoding, newline="") as file:
        csv.writer(file, delimiter=separator, lineterminator=end).writerows(csv.reader(io.StringIO(text)))
    return path


@pytest.mark.parametrize(("encoding", "separator", "end"), SAVED.values(), ids=SAVED)
def test_entries_are_filled_in_again(folder: Path, tmp_path: Path, encoding: str, separator: str, end: str) -> None:
    text = entries(folder / "round1.xlsx")
    assert f"1,ds.2,ruling.reason,{REASON}," in text
    cleared = tmp_path / "cleared.csv"
    cleared.write_text("table,seat,field,value\n1,ds.2,ruling.sp,-\n1,ds.2,ruling.reason,-\n1,strike.1,claimed.sp,-\n")
    fill(folder / "round1.xlsx", cleared)
    assert entries(folder / "round1.xlsx") != text
    fill(folder / "round1.xlsx", saved_again(text, tmp_path / "round1.csv", encoding, separator, end))
    assert entries(folder / "round1.xlsx") == text


def test_only_the_apostrophe_that_entries_writes_is_taken_off_a_text(folder: Path, tmp_path: Path) -> None:
    lines = tmp_path / "reason.csv"
    for written, reason in (("'t Hooft", "'t Hooft"), ("''t Hooft", "'t Hooft"), ("'=late", "=late"), ("'-", "-")):
        lines.write_text(f"table,seat,field,value\n1,ds.2,ruling.reason,{written}\n", encoding="utf-8")
        fill(folder / "round1.xlsx", lines)
        mark = "'"  # each of these texts begins with a character that needs one
        assert f"1,ds.2,ruling.reason,{mark}{reason}," in entries(folder / "round1.xlsx")
    lines.write_text(f"table,seat,field,value\n1,ds.2,ruling.reason,{REASON}\n", encoding="utf-8")
    fill(folder / "round1.xlsx", lines)


@pytest.mark.parametrize(("encoding", "separator", "end"), SAVED.values(), ids=SAVED)
def test_players_are_taken_in_again(folder: Path, tmp_path: Path, encoding: str, separator: str, end: str) -> None:
    players = saved_again(export(folder, "csv"), tmp_path / "players.csv", encoding, separator, end)
    started = new(tmp_path / "again", source=folder / "event.xlsx", players=players)
    assert {one.id: one.name for one in started.event.players}.items() >= NAMES.items()
    assert export(tmp_path / "again", "csv") == export(folder, "csv")


def test_what_can_be_read_in_two_ways_is_told(folder: Path, tmp_path: Path) -> None:
    """A text in UTF-8 with one broken letter would be readable as Windows-1252, with two signs for each letter."""
    line = f"table,seat,field,value\n1,ds.2,ruling.reason,{REASON}".encode()
    for content in (line + b" \xe9\n", line.decode().encode("utf-16-le"), line + b"\x00\n"):
        (tmp_path / "typed.csv").write_bytes(content)
        with pytest.raises(UnreadableFile, match=r"typed\.csv cannot be read as CSV: save it as “CSV UTF-8”"):
            fill(folder / "round1.xlsx", tmp_path / "typed.csv")
        (tmp_path / "players.csv").write_bytes(content)
        with pytest.raises(UnreadableFile, match="no text in UTF-8 or Windows-1252"):
            new(tmp_path / "again", system="amps", players=tmp_path / "players.csv")


def test_a_name_that_the_code_page_lacks_is_told(tmp_path: Path) -> None:
    """Excel puts question marks for letters that Windows-1252 lacks."""
    there = filled_folder(tmp_path / "event", amps_event(names={"P01": "Łukasz Żak"}), GOOD_LINES)
    (tmp_path / "typed.csv").write_bytes(
        "table;seat;field;value\n1;strike.1;seat.pilot;Łukasz Żak\n".encode("cp1252", "replace")
    )
    with pytest.raises(MistakesFound, match="there is “\\?ukasz \\?ak”"):
        fill(there / "round1.xlsx", tmp_path / "typed.csv")


CUT = {
    "1,ds.2,ruling.reason,came late, was warned twice": "there is “came late”, and “was warned twice” behind it",
    "1,ds.2,ruling.reason,came late,Ruling: Reason,warned": "there is “came late”, and “warned” behind it",
    "1,ds.2,ruling.sp,7,5": "there is “7”, and “5” behind it",
}


@pytest.mark.parametrize("line", CUT)
def test_what_stands_behind_a_comma_without_quotes_is_not_cut_off(folder: Path, tmp_path: Path, line: str) -> None:
    """The first line has as many cells as the others, or fewer; a label follows its comma without a blank."""
    before = entries(folder / "round1.xlsx")
    for heading in ("table,seat,field,value", "table,seat,field,value,label"):
        (tmp_path / "typed.csv").write_text(f"{heading}\n{line}\n")
        with pytest.raises(MistakesFound) as stopped:
            fill(folder / "round1.xlsx", tmp_path / "typed.csv")
        (found, _) = stopped.value.findings
        assert (found.code, found.sheet, found.cell) == ("ambiguous", "typed.csv", "line 2")
        assert CUT[line].split(", and ")[0] in found.message
        assert "quotes" in found.message or "7.5" in found.message
    assert entries(folder / "round1.xlsx") == before


def test_the_rest_of_a_text_is_no_label_where_other_lines_have_those_of_their_boxes(
    folder: Path, tmp_path: Path
) -> None:
    written = [line for line in entries(folder / "round1.xlsx").splitlines() if ",claimed.sp," in line][:1]
    sheets = Path(shutil.copytree(folder, tmp_path / "event")) / "round1.xlsx"
    cut = "1,ds.2,ruling.reason,came late,was warned twice"
    typed = tmp_path / "typed.csv"
    typed.write_text("\n".join(["table,seat,field,value,label", written[0].replace(",,", ",7,"), cut]))
    with pytest.raises(MistakesFound) as stopped:
        fill(sheets, typed)
    (found, _) = stopped.value.findings
    assert (found.code, found.cell) == ("label-differs", "line 3")
    assert "there is “came late”, and “was warned twice” behind it, which is not the label of that box" in found.message
    typed.write_text(typed.read_text().replace("came late,was warned twice", '"came late,was warned twice",'))
    fill(sheets, typed)
    assert '1,ds.2,ruling.reason,"came late,was warned twice",' in entries(sheets)


def test_blanks_after_all_commas_do_no_harm(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "typed.csv").write_text("table, seat, field, value, label\n1, ds.2, ruling.reason, late, of the day,\n")
    sheets = Path(shutil.copytree(folder, tmp_path / "event")) / "round1.xlsx"
    fill(sheets, tmp_path / "typed.csv")
    assert "1,ds.2,ruling.reason,late," in entries(sheets)


def test_a_column_that_is_there_twice_is_told(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "typed.csv").write_text("table,seat,field,value,Value\n1,ds.2,ruling.reason,came late,came early\n")
    with pytest.raises(MistakesFound) as stopped:
        fill(folder / "round1.xlsx", tmp_path / "typed.csv")
    (found, _) = stopped.value.findings
    assert (found.code, found.cell) == ("unknown-field", "line 1")
    assert "typed.csv has the column value twice" in found.message
