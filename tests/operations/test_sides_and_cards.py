"""Fights whose sides or aircraft change once they are drawn: what leads out, and under whose card a log stands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from amps_event import amps_event
from event_folder import filled_folder
from kept_events import kept
from typing_in import type_in

from sheetscore.event.load import load_event
from sheetscore.findings import Finding
from sheetscore.forms.template import shipped
from sheetscore.operations.check import check
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import entries, fill
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import new, write_event
from sheetscore.operations.opening.drawn_rounds import draw_of
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.problems import MistakesFound
from sheetscore.workbooks.cell_refs import address
from sheetscore.workbooks.reader import read_workbook

FIGHT = shipped("examples") / "airforce-violations"


def change(folder: Path, **changes: Any) -> None:
    event = load_event(folder).model_copy(update=changes)
    for name in ("event.xlsx", "event.toml"):
        (folder / name).unlink(missing_ok=True)
    write_event(event, folder)


def first_side(folder: Path, **changes: Any) -> tuple[Any, ...]:
    """Give the fights of an event with another first side of the first."""
    first, *others = load_event(folder).scenarios  # type: ignore[attr-defined]
    side, *more = first.sides
    return first.model_copy(update={"sides": (side.model_copy(update=changes), *more)}), *others


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A fight whose first side has aircraft of two cards, drawn, with sheets on which two logs have begun."""
    return kept(tmp_path / "fight", __name__, _begin)


def _begin(folder: Path) -> None:
    new(folder, source=FIGHT / "event.toml")
    one, two = load_event(folder).scenarios[0].sides[0].aircraft  # type: ignore[attr-defined]
    aircraft = one, two.model_copy(update={"card": "ex-mwl"})
    change(folder, scenarios=first_side(folder, aircraft=aircraft), seats_named=())
    draw(folder, 1)
    make_sheets(folder, 1)
    source = folder.with_suffix(".csv")
    source.write_text("table,seat,field,value\n1,blue.1,turn.1.plot,3\n1,blue.2,turn.1.plot,2\n", encoding="utf-8")
    fill(folder / "round1.xlsx", source)


def errors(findings: tuple[Finding, ...], code: str) -> list[str]:
    return [one.message for one in findings if one.is_error and one.code == code]


RENAMED = (
    "the draw has the seats blue.1 and blue.2, and the event has azure.1 and azure.2: the side was drawn with the id "
    "blue. Give it that id back, and a new title if you like; or, if nothing of it is played, draw again (sheetscore "
    "draw 1 --again)"
)


@pytest.mark.parametrize("scored", [False, True])
def test_a_side_with_another_id_gets_its_id_back(folder: Path, *, scored: bool) -> None:
    if scored:
        change(folder, scenarios=first_side(folder))
        ingest(folder / "round1.xlsx", provisional=True)
    change(folder, scenarios=first_side(folder, id="azure"))
    assert errors(check(folder).findings, "draw-structure") == [RENAMED]
    assert "draw-player" not in {one.code for one in check(folder).findings}
    with pytest.raises(MistakesFound) as stopped:
        make_sheets(folder, 1)
    assert errors(tuple(stopped.value.findings), "draw-structure") == [RENAMED]
    change(folder, scenarios=first_side(folder, id="blue", title="Azure"))
    assert not errors(check(folder).findings, "draw-structure")


def test_titles_of_sides_that_are_exchanged_are_told_by_check_as_by_sheets(folder: Path) -> None:
    first, *others = load_event(folder).scenarios  # type: ignore[attr-defined]
    one, two = first.sides
    sides = one.model_copy(update={"title": two.title}), two.model_copy(update={"title": one.title})
    change(folder, scenarios=(first.model_copy(update={"sides": sides}), *others))
    told, made = (
        [found.message for found in findings if found.code == "titles-exchanged"]
        for findings in (check(folder).findings, make_sheets(folder, 1).findings)
    )
    assert told == made != []


def test_what_was_typed_for_a_side_that_is_no_more_is_named_and_not_what_is_printed(folder: Path) -> None:
    change(folder, scenarios=first_side(folder, id="azure"))
    (told,) = [one.message for one in draw(folder, 1, again=True).news if one.code == "sheets-older"]
    assert told.startswith("round1.xlsx has something on pages that are no more, and was made by an earlier draw.")
    with pytest.raises(MistakesFound) as stopped:
        make_sheets(folder, 1)
    lost = " ".join(one.message for one in stopped.value.findings)
    assert ("“3”" in lost, "“2”" in lost) == (True, True)
    assert [printed for printed in ("speed", "altitude", "bank") if f"“{printed}”" in lost] == []


def test_a_line_whose_seat_the_event_has_no_more_is_named_with_it(folder: Path) -> None:
    aircraft = load_event(folder).scenarios[0].sides[0].aircraft  # type: ignore[attr-defined]
    change(folder, scenarios=first_side(folder, aircraft=aircraft[:1]))
    (message,) = errors(check(folder).findings, "draw-structure")
    assert message.endswith(
        "is drawn at table 1, blue.2, a seat that the event does not have any more: give it that back, or clear the "
        "line; or, if nothing of it is played, draw again (sheetscore draw 1 --again)"
    )


def test_a_seat_that_the_event_has_since_the_draw_is_not_said_to_be_lost(folder: Path) -> None:
    aircraft = load_event(folder).scenarios[0].sides[0].aircraft  # type: ignore[attr-defined]
    change(folder, scenarios=first_side(folder, aircraft=(*aircraft, aircraft[0])))
    assert errors(check(folder).findings, "draw-structure") == [
        "table 1 has no line for seat blue.3: put the line back; or, if the seat was added to the event after the "
        "draw, take it out of the event, or draw again (sheetscore draw 1 --again)"
    ]


def test_the_same_in_other_systems(tmp_path: Path) -> None:
    folder = filled_folder(tmp_path / "cup", amps_event())
    ingest(folder / "round1.xlsx")
    side = load_event(folder).scenarios[0].sides[0].id  # type: ignore[attr-defined]
    change(folder, scenarios=first_side(folder, id="other"))
    (message,) = errors(check(folder).findings, "draw-structure")
    assert f"the side was drawn with the id {side}. Give it that id back" in message


def exchange(folder: Path, one: str, other: str) -> None:
    """Exchange the pilots of two seats in the draw."""
    cells = read_workbook(folder / "round1-draw.xlsx").sheets["Draw"].cells
    rows = {str(cell.value): row for (row, _), cell in cells.items()}
    column = next(column for (_, column), cell in cells.items() if cell.value == "Who")
    pilots = [cells[rows[seat], column].value for seat in (one, other)]
    places = [("Draw", address(rows[seat], column)) for seat in (other, one)]
    type_in(folder / "round1-draw.xlsx", dict(zip(places, pilots, strict=True)))


def test_a_log_that_goes_to_another_card_is_named(folder: Path) -> None:
    names = load_event(folder).names
    was = {row["seat"]: row["player"] for row in drawn(folder)}
    exchange(folder, "blue.1", "blue.2")
    told = sorted(one.message for one in make_sheets(folder, 1).findings if one.code == "page-otherwise")
    pilot = was["blue.1"]
    assert told[1].startswith(
        f"table 1, blue.2: what was typed came along with {names[pilot]} ({pilot}) from blue.1, and the page begins "
        "with something else: aircraft.card was gull and is ex-mwl; start.q was 0 and is 2; start.r was 8 and is 0; "
    )
    assert told[1].endswith(" more. Read it again, and correct what does not fit")
    assert len(told) == 2


def drawn(folder: Path) -> list[dict[str, str]]:
    return [{"seat": seat, "player": player} for _, seat, player in draw_of(open_event(folder), 1).draw.places()]


def test_pages_that_begin_alike_are_not_named(folder: Path) -> None:
    one, _ = load_event(folder).scenarios[0].sides[0].aircraft  # type: ignore[attr-defined]
    change(folder, scenarios=first_side(folder, aircraft=(one, one)))
    make_sheets(folder, 1)
    exchange(folder, "blue.1", "blue.2")
    assert "page-otherwise" not in {one.code for one in make_sheets(folder, 1).findings}


def test_a_log_that_stays_while_the_aircraft_of_its_seat_is_another_one_is_told_of(folder: Path) -> None:
    one, two = load_event(folder).scenarios[0].sides[0].aircraft  # type: ignore[attr-defined]
    change(folder, scenarios=first_side(folder, aircraft=(two, one)))
    told = [one.message for one in make_sheets(folder, 1).findings if one.code == "page-otherwise"]
    assert len(told) == 2
    assert all(
        "what was typed stays, and the page begins with something else: aircraft.card was" in one for one in told
    )


@pytest.mark.parametrize("typed", [False, True])
def test_an_aircraft_that_gets_another_card_has_it_on_new_sheets(folder: Path, *, typed: bool) -> None:
    """No aircraft has the former card any more, so that it is on no list."""
    one, two = load_event(folder).scenarios[0].sides[0].aircraft  # type: ignore[attr-defined]
    aircraft = (one.model_copy(update={"card": "ex-mwl"}), two)
    if not typed:
        (folder / "round1.xlsx").unlink()
        make_sheets(folder, 1, force=True)
    change(folder, scenarios=first_side(folder, aircraft=aircraft))
    made = make_sheets(folder, 1)
    assert "off-list" not in {found.code for found in made.findings}
    told = [found.message for found in made.findings if found.code == "page-otherwise"]
    assert ["aircraft.card was gull and is ex-mwl" in message for message in told] == [True] * typed
    assert "1,blue.1,aircraft.card,ex-mwl" in entries(folder / "round1.xlsx")
    assert ("1,blue.1,turn.1.plot,3" in entries(folder / "round1.xlsx")) is typed


def test_what_the_draw_had_put_there_is_not_asked_to_be_chosen_anew(folder: Path) -> None:
    one, two = load_event(folder).scenarios[0].sides[0].aircraft  # type: ignore[attr-defined]
    for card in ("ex-light", "ex-bomber"):  # whose logs have the same boxes
        change(folder, scenarios=first_side(folder, aircraft=(one.model_copy(update={"card": card}), two)))
        if card == "ex-light":
            make_sheets(folder, 1)
    (told,) = errors(ingest(folder / "round1.xlsx").findings, "not-listed")
    assert told == "“Example light fighter” is what the sheets began with, and is on no list now: make them again"


def test_sheets_whose_logs_begin_with_another_card_are_not_said_to_count(folder: Path) -> None:
    one, two = load_event(folder).scenarios[0].sides[0].aircraft  # type: ignore[attr-defined]

    def said(*aircraft: object) -> str:
        change(folder, scenarios=first_side(folder, aircraft=aircraft))
        found = [one.message for one in check(folder).findings if one.code == "shows-old"]
        (message,) = (one for one in found if one.startswith("the event was changed after round1.xlsx was made: "))
        return message

    refused, counts = "the sheets are refused (table 1, blue.1: the log begins", "What stands on the sheets counts"
    told = said(two, one)
    assert (refused in told, counts in told) == (True, False)
    assert counts in said(one.model_copy(update={"altitude": one.altitude + 100}), two)
