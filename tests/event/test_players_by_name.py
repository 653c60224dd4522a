"""Pairs name players by id or by name, in event.xlsx and event.toml; whoever cannot be told is named."""

from __future__ import annotations

from pathlib import Path

import pytest
from aso_event import aso_event
from looking import open_whole

from sheetscore.event.load import examine_event
from sheetscore.event.model import Event
from sheetscore.event.sheets_out import write_event_workbook
from sheetscore.event.toml import write_toml
from sheetscore.findings import Finding
from sheetscore.systems.aso.model import AsoEvent, AsoPlayer
from sheetscore.systems.wishes import Wish

PEOPLE = {
    "P01": "Ann Able",
    "P02": "Bob Brown",
    "P03": "Smith, John",
    "P04": "Bo Li",
    "P05": "Bo Li",
    "P06": 'Tom "Ace" Hill',
}
EVENT = aso_event(wishes=(Wish(kind="forbid", players=("P01", "P02")),)).model_copy(
    update={"players": tuple(AsoPlayer(id=id_, name=name) for id_, name in PEOPLE.items())}
)


def typed(folder: Path, players: str) -> tuple[Event | None, list[Finding]]:
    """Type something for the players of the pair in event.xlsx, and read that."""
    path = folder / "event.xlsx"
    write_event_workbook(EVENT, path)
    book = open_whole(path)
    (cell,) = (cell for row in book["Pairings"].iter_rows() for cell in row if cell.value == "P01, P02")
    cell.value = players
    book.save(path)
    event, findings = examine_event(path)
    return event, [one for one in findings if one.is_error]


@pytest.mark.parametrize(
    ("players", "ids"),
    [
        ("P01, P02", ("P01", "P02")),
        ("p02 p01", ("P02", "P01")),
        ("Ann Able, Bob Brown", ("P01", "P02")),
        ("ann able and BOB BROWN", ("P01", "P02")),
        ("Ann Able P02", ("P01", "P02")),
        ("Ann Able (P01) / Bob Brown (P02)", ("P01", "P02")),
        ("Smith, John; Ann Able", ("P03", "P01")),
        ("Tom “Ace” Hill, P05", ("P06", "P05")),
        ("Bo Li (P05) + Bob Brown", ("P05", "P02")),
    ],
)
def test_a_pair_is_named_by_ids_or_names(tmp_path: Path, players: str, ids: tuple[str, str]) -> None:
    event, wrong = typed(tmp_path, players)
    assert wrong == []
    assert isinstance(event, AsoEvent)
    assert event.wishes[0].players == ids


@pytest.mark.parametrize(
    ("players", "said"),
    [
        ("Bo Li, P01", '"Bo Li" is the name of P04 and P05'),
        ("Ann Able (P02), P03", "P02 is Bob Brown"),
        ("Ann Ablee, P02", 'No player has the name "Ann Ablee". Did you mean "Ann Able"?'),
        ("Walter Plinge (P02), P01", "P02 is Bob Brown"),
        ("P01, P99", 'No player has the id "P99"'),
    ],
)
def test_a_pair_that_cannot_be_told_is_one_mistake_at_its_cell(tmp_path: Path, players: str, said: str) -> None:
    _, wrong = typed(tmp_path, players)
    assert [(one.code, one.sheet, one.cell[0]) for one in wrong] == [("event-reference", "Pairings", "B")]
    assert said in wrong[0].message


def test_names_count_in_event_toml_too(tmp_path: Path) -> None:
    path = tmp_path / "event.toml"
    text = write_toml(EVENT)
    assert 'players = ["P01", "P02"]' in text
    path.write_text(text.replace('players = ["P01", "P02"]', 'players = ["Smith, John", "p02"]'), encoding="utf-8")
    event = Event.load(path)
    assert isinstance(event, AsoEvent)
    assert event.wishes[0].players == ("P03", "P02")
