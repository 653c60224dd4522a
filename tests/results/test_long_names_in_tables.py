"""A name of 60 letters in results and standings that are posted: on as many lines as it takes, never below 7 points."""

from __future__ import annotations

from pathlib import Path

import pytest
from libreoffice import to_pdf
from printed_pages import SMALLEST_LABEL, words
from registered import renamed, system_of, write_renamed_values

from sheetscore.desk.draw import draw
from sheetscore.desk.entries import fill
from sheetscore.desk.ingest import ingest
from sheetscore.desk.new import write_event
from sheetscore.desk.sheets import make_sheets
from sheetscore.desk.standings import standings
from sheetscore.event.load import load_event

PERSON = "Maximiliane-Charlotte Freifrau von und zu Wittgenstein-Berle"
assert len(PERSON) == 60


@pytest.mark.parametrize("example", ["diplomacy", "match", "aso"])
def test_a_long_name_is_wrapped_and_never_shrunk_below_7_points(example: str, tmp_path: Path) -> None:
    home, folder = system_of(example).example(example), tmp_path / "event"
    event = load_event(home / "event.toml")
    names = {event.names[min(event.names)]: PERSON}
    write_event(renamed(event, names), folder)
    stage = event.stages[0]
    draw(folder, stage)
    sheets = make_sheets(folder, stage).path
    write_renamed_values(home / f"{sheets.stem}.csv", tmp_path / "values.csv", names)
    fill(sheets, tmp_path / "values.csv")
    assert ingest(sheets).status == "ok"
    standings(folder)
    for pdf in to_pdf([folder / "round1-results.xlsx", folder / "standings.xlsx"], tmp_path / "pdf"):
        posted = [page for page in words(pdf) if [word.text for word in page[:3]] != ["for", "the", "director"]]
        printed = [word for page in posted for word in page if word.text in PERSON.split()]
        assert {word.text for word in printed} >= set(PERSON.split())
        small = [word for word in printed if word.bottom - word.top < SMALLEST_LABEL - 0.1]
        assert not small, (pdf.name, small)
