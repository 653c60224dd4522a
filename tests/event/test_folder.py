"""The folder of an event: names to files and back."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetscore.event.folder import EventFolder, in_its_format, stage_of
from sheetscore.problems import WrongUsage

ORIGINS = EventFolder(Path("origins91"))


def test_the_files_of_an_event_have_their_names() -> None:
    files = (
        ORIGINS.event_workbook,
        ORIGINS.event_toml,
        ORIGINS.draw(1),
        ORIGINS.sheets(1),
        ORIGINS.marked(1),
        ORIGINS.results(1),
        ORIGINS.standings,
        ORIGINS.journal,
        ORIGINS.templates,
    )
    assert [file.as_posix().removeprefix("origins91/") for file in files] == [
        "event.xlsx",
        "event.toml",
        "round1-draw.xlsx",
        "round1.xlsx",
        "round1-marked.xlsx",
        "round1-results.xlsx",
        "standings.xlsx",
        "journal.jsonl",
        "templates",
    ]


@given(st.integers(1, 9999))
def test_the_round_is_read_back_from_every_file_of_a_round(number: int) -> None:
    files = (ORIGINS.draw(number), ORIGINS.sheets(number), ORIGINS.marked(number), ORIGINS.results(number))
    assert [stage_of(file) for file in files] == [number] * 4


@pytest.mark.parametrize("name", ["Round3.XLSX", "round3.xlsm", "round3.ods"])
def test_other_spellings_of_a_round_are_understood(name: str) -> None:
    assert stage_of(Path(name)) == 3


@pytest.mark.parametrize(
    "name",
    [
        *("event.xlsx", "standings.xlsx", "round.xlsx", "round0.xlsx", "round03.xlsx", "round3~1.xlsx"),
        *("round3-marked~1.xlsx", "my round3.xlsx", "round3-copy.xlsx", "~$round3.xlsx"),
        *("round3.xlsx.tmp", "round3-results", ".round3.unfinished-0123abcd.xlsx"),
    ],
)
def test_any_other_name_belongs_to_no_round(name: str) -> None:
    assert stage_of(Path(name)) is None


def test_rounds_with_results_are_found_in_order_of_their_numbers(tmp_path: Path) -> None:
    folder = EventFolder(tmp_path)
    for number in (10, 2, 1):
        folder.results(number).touch()
    folder.sheets(3).touch()
    (tmp_path / "round4-results~1.xlsx").touch()
    assert folder.scored_stages() == (1, 2, 10)


def test_a_workbook_is_given_in_the_format_in_which_it_is_there(tmp_path: Path) -> None:
    folder = EventFolder(tmp_path)
    assert folder.sheets(3) == tmp_path / "round3.xlsx"
    for name in ("event.ods", "round3-draw.xlsm", "round3.ods", "round3-marked.ods", "round3-results.xlsm"):
        (tmp_path / name).touch()
    found = (folder.event_workbook, folder.draw(3), folder.sheets(3), folder.marked(3), folder.results(3))
    assert {path.name for path in found} == {path.name for path in tmp_path.iterdir()}
    assert folder.scored_stages() == (3,)
    assert in_its_format(tmp_path / "round3.xlsm") == tmp_path / "round3.ods"
    assert in_its_format(tmp_path / "round3.csv") == tmp_path / "round3.csv"


def test_a_workbook_that_is_there_in_all_formats_is_named_the_newest_first(tmp_path: Path) -> None:
    for age, name in enumerate(("round3.xlsm", "round3.xlsx", "round3.ods")):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (1_700_000_000 - age, 1_700_000_000 - age))
    with pytest.raises(WrongUsage) as caught:
        EventFolder(tmp_path).sheets(3)
    assert caught.value.code == "two-files"
    said = caught.value.message
    assert said.index("round3.xlsm (") < said.index("round3.xlsx (") < said.index("round3.ods (")
    assert "round3.xlsm is the newest" in said


def test_a_folder_that_does_not_exist_has_no_results(tmp_path: Path) -> None:
    assert EventFolder(tmp_path / "nowhere").scored_stages() == ()
