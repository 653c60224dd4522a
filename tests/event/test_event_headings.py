"""Messages about an event call things as its file does: by titles in event.xlsx, by keys in event.toml."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from aso_event import aso_event
from diplomacy_event import diplomacy_event
from duplicate_event import duplicate_event, side_of_teams
from looking import open_whole

from sheetscore.event.load import examine_event
from sheetscore.event.model import Event
from sheetscore.event.sheets_out import write_event_workbook
from sheetscore.event.toml import write_toml
from sheetscore.findings import Finding


def in_workbook(event: Event, folder: Path) -> Path:
    path = folder / "event.xlsx"
    write_event_workbook(event, path)
    return path


def in_toml(event: Event, folder: Path) -> Path:
    path = folder / "event.toml"
    path.write_text(write_toml(event), encoding="utf-8")
    return path


def too_many_rounds() -> Event:
    """Give a duplicate event with as many rounds as an even number of tables has without a last one."""
    return duplicate_event(reds=4, blues=4, rounds=4, teams=(*side_of_teams("red", 4), *side_of_teams("blue", 4)))


def one_unrated() -> Event:
    event = aso_event(players=4)
    first, *others = event.players
    return event.model_copy(update={"players": (first.model_copy(update={"rating": None}), *others)})


@pytest.mark.parametrize(
    ("event", "title", "key"),
    [
        (too_many_rounds, "or set “Last round” to revenge", "or set last_round to revenge"),
        (one_unrated, "the setting “Unrated players”.", "the setting unrated."),
        (
            lambda: diplomacy_event(event_scoring="average", counted=2),
            "Set “Event scoring” to sum, or clear “Best rounds counted”.",
            "Set event_scoring to sum, or clear counted.",
        ),
        (
            lambda: diplomacy_event(standbys=1),
            "Set “Players left over” to standbys, or clear “Standby”.",
            "Set remainder to standbys, or clear standby.",
        ),
    ],
)
def test_a_setting_is_called_as_the_file_calls_it(
    event: Callable[[], Event], title: str, key: str, tmp_path: Path
) -> None:
    for write, expected, other in ((in_workbook, title, key), (in_toml, key, title)):
        _, findings = examine_event(write(event(), tmp_path))
        messages = [one.message for one in findings]
        assert [expected in one for one in messages].count(True) == 1, messages
        assert not any(other in one for one in messages)


# pairs of other than two


def with_pair(folder: Path, players: str) -> Finding:
    """Write a pairing of these players into event.xlsx and give what is found."""
    path = in_workbook(aso_event(players=4), folder)
    book = open_whole(path)
    sheet = book["Pairings"]
    heads = {str(cell.value).rstrip(" *"): cell for row in sheet.iter_rows() for cell in row if cell.value}
    for title, value in (("Kind", "forbid"), ("Players", players)):
        sheet.cell(heads[title].row + 1, heads[title].column, value)
    book.save(path)
    event, findings = examine_event(path)
    assert event is None
    (one,) = findings
    return one


@pytest.mark.parametrize(("players", "count"), [("P01", 1), ("P01, P02, P03", 3)])
def test_a_pairing_of_one_or_three_is_told_how_many_belong_there(tmp_path: Path, players: str, count: int) -> None:
    one = with_pair(tmp_path, players)
    assert one.sheet == "Pairings"
    assert f"{count} where 2 belong. Name 2." in one.message
    assert "letters, digits" not in one.message
