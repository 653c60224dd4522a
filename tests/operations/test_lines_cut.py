"""Lines of sheets that the event has no more, or has others for: what was typed keeps its line, or is named."""

from __future__ import annotations

from pathlib import Path

import pytest
from airforce_event import airforce_event
from diplomacy_event import diplomacy_event

from sheetscore.event.model import Event
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import entries, fill
from sheetscore.operations.new import write_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.problems import MistakesFound


def chart_to(last_year: int) -> Event:
    event = diplomacy_event(7)
    return event.model_copy(update={"settings": event.settings.model_copy(update={"last_year": last_year})})


def typed(folder: Path, event: Event, *lines: str) -> None:
    write_event(event, folder)
    draw(folder, 1)
    make_sheets(folder, 1)
    (folder / "typed.csv").write_text("\n".join(["table,seat,field,value", *lines]) + "\n")
    fill(folder / "round1.xlsx", folder / "typed.csv")


def values(folder: Path, *fields: str) -> dict[str, str]:
    lines = (line.split(",") for line in entries(folder / "round1.xlsx").splitlines()[1:])
    return {line[2]: line[3] for line in lines if line[2].startswith(fields) and line[3]}


def refused(folder: Path, event: Event) -> list[str]:
    """Make the sheets again for an event that asks for other lines now, and give what has no place."""
    write_event(event, folder)
    before = (folder / "round1.xlsx").read_bytes()
    with pytest.raises(MistakesFound) as stopped:
        make_sheets(folder, 1)
    assert (folder / "round1.xlsx").read_bytes() == before
    return [one.message for one in stopped.value.findings[1:]]


def test_a_chart_that_goes_on_for_longer_keeps_every_year_and_the_end(tmp_path: Path) -> None:
    typed(tmp_path, chart_to(1910), "1,England,centres.1909,10", "1,England,centres.final,11")
    write_event(chart_to(1912), tmp_path)
    make_sheets(tmp_path, 1)
    assert values(tmp_path, "centres.") == {"centres.1909": "10", "centres.final": "11"}


def test_a_chart_that_ends_sooner_names_the_years_that_are_no_more(tmp_path: Path) -> None:
    typed(tmp_path, chart_to(1910), "1,England,centres.1908,9", "1,England,centres.1909,10", "1,France,centres.1910,8")
    lost = refused(tmp_path, chart_to(1908))
    assert len(lost) == 2
    assert "1909" in lost[0]
    assert "= 10 has no place" in lost[0]
    assert "1910" in lost[1]
    make_sheets(tmp_path, 1, force=True)
    assert values(tmp_path, "centres.") == {"centres.1908": "9"}


def test_a_chart_that_ends_sooner_keeps_what_is_in_years_that_stay(tmp_path: Path) -> None:
    typed(tmp_path, chart_to(1915), "1,England,centres.1909,10", "1,England,centres.final,11")
    write_event(chart_to(1910), tmp_path)
    make_sheets(tmp_path, 1)
    assert values(tmp_path, "centres.") == {"centres.1909": "10", "centres.final": "11"}


@pytest.mark.parametrize(("turns", "fewer"), [(24, 12), (36, 24), (36, 12), (20, 15)])
def test_a_fight_that_is_cut_names_the_turns_that_are_no_more(tmp_path: Path, turns: int, fewer: int) -> None:
    typed(tmp_path, airforce_event(turns=turns), "1,red.1,turn.1.plot,5", f"1,red.1,turn.{turns - 1}.plot,2 TR 2")
    (lost,) = refused(tmp_path, airforce_event(turns=fewer))
    assert f"turn.{turns - 1}.plot = 2 TR 2 has no place" in lost
    make_sheets(tmp_path, 1, force=True)
    assert values(tmp_path, "turn.") == {"turn.1.plot": "5"}


def test_a_fight_that_is_cut_where_nothing_was_typed_is_cut_without_a_word(tmp_path: Path) -> None:
    typed(tmp_path, airforce_event(turns=24), "1,red.1,turn.2.plot,5")
    write_event(airforce_event(turns=14), tmp_path)
    assert not [one for one in make_sheets(tmp_path, 1).findings if one.code in {"not-placed", "stray-value"}]
    assert values(tmp_path, "turn.") == {"turn.2.plot": "5"}
