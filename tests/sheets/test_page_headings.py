"""What pages say of those who sit at the table, and the links between them and the cover."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from amps_event import amps_event, drawn
from looking import open_whole
from msgspec.structs import replace
from registered import system_of

from sheetscore.event.load import load_event
from sheetscore.packets.blank_pages import blank_sheets, write_blank_sheet
from sheetscore.sheets.heading_lines import HEADING, HINT, event_line, in_slot, opposite_line
from sheetscore.sheets.headings import Papers, hint_of
from sheetscore.sheets.round_workbook import layouts, write_round
from sheetscore.sheets.styles import CellRoom, fitted, styles_of, wraps_within_lines
from sheetscore.systems.context import RoundContext
from sheetscore.systems.tasks.forms import drawn_pilots
from sheetscore.wording import HARD_BLANK
from sheetscore.workbooks.book import Book
from sheetscore.workbooks.reader import read_workbook

EVENT = amps_event(players=8)
DRAW, FORMS = drawn(EVENT)


@pytest.fixture(scope="module")
def sheets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sheets") / "round1.xlsx"
    write_round(path, EVENT, FORMS, drawn_pilots(DRAW))
    return path


def texts(path: Path, sheet: str = "Table 1") -> list[str]:
    cells = read_workbook(path).sheets[sheet].cells.values()
    return [str(cell.value).replace(HARD_BLANK, " ") for cell in cells if cell.value is not None]


def both(path: Path) -> list[str]:
    """Give the texts of all pages of the table."""
    return texts(path) + texts(path, "Table 1 spare")


def test_a_page_names_those_who_sit_opposite_with_their_seats(sheets: Path) -> None:
    seats = DRAW.tables[0].seats
    enemies = {seat: player for seat, player in seats.items() if seat.startswith("cap.") and player}
    said = [text for text in both(sheets) if text.startswith("Opposite: ")]
    flown = ",  ".join(f"{seat[-1]}: {EVENT.names[player]}" for seat, player in enemies.items())
    assert said.count(f"Opposite: Interceptors {flown}.") == 4 + 2  # the pages of strike and of suppression
    assert len(said) == 4 + 2 + 3
    assert not any("Interceptors" in text for text in said if "Strike flight" in text)


def test_two_of_one_name_who_sit_opposite_are_told_apart_by_their_ids(tmp_path: Path) -> None:
    two = [player for seat, player in DRAW.tables[0].seats.items() if seat.startswith("cap.") and player][:2]
    event = amps_event(players=8, names=dict.fromkeys(filter(None, two), "Ann Lee"))
    forms = drawn(event)[1]
    write_round(tmp_path / "round1.xlsx", event, forms, drawn_pilots(DRAW))
    said = next(text for text in texts(tmp_path / "round1.xlsx") if text.startswith("Opposite: Interceptors"))
    assert all(f"Ann Lee ({player})" in said for player in two)


def test_who_has_the_name_of_somebody_else_in_the_event_is_told_apart_by_the_id(tmp_path: Path) -> None:
    """As on the postings, where the two may sit on different sides, or at different tables."""
    seats = DRAW.tables[0].seats
    one, other = (
        next(player for seat, player in seats.items() if seat.startswith(side) and player)
        for side in ("cap.", "strike.")
    )
    event = amps_event(players=8, names=dict.fromkeys((one, other), "Ann Lee"))
    write_round(tmp_path / "round1.xlsx", event, drawn(event)[1], drawn_pilots(DRAW))
    said = [text for text in texts(tmp_path / "round1.xlsx") if text.startswith("Opposite: Interceptors")]
    assert said
    assert all(text.count(f"Ann Lee ({one})") == 1 and text.count("(") == 1 for text in said)


def test_nobody_who_sits_opposite_is_left_out_where_names_are_long(tmp_path: Path) -> None:
    long = "Wolfgang-Maximilian von und zu Hohenstaufen-Schwarzenburg"
    players = tuple(one.model_copy(update={"name": f"{long} {one.id}"}) for one in EVENT.players)
    path = tmp_path / "round1.xlsx"
    write_round(path, EVENT.model_copy(update={"players": players}), FORMS, drawn_pilots(DRAW))
    seats = {seat: player for seat, player in DRAW.tables[0].seats.items() if player}
    said = [text for text in both(path) if text.startswith("Opposite: ")]
    assert len(said) == 4 + 2 + 3
    sides = [[seat for seat in seats if seat.startswith("cap.") == is_cap] for is_cap in (True, False)]
    for text in said:
        assert [seat for seat in seats if f"{seat[-1]}: Wolfgang" in text and seats[seat] in text] in sides


LONG_SIDE = "Interceptors of the Northwestern Expeditionary Wing"


def opposite_in(room: CellRoom, names: dict[str, str]) -> str:
    scenario, *others = EVENT.scenarios
    sides = [side.model_copy(update={"title": LONG_SIDE}) if side.id == "cap" else side for side in scenario.sides]
    longer = scenario.model_copy(update={"sides": tuple(sides)})
    forms = drawn(EVENT.model_copy(update={"scenarios": (longer, *others)}))[1]
    (page,) = (page for page in forms.tables[0].seats if page.seat == "strike.1")
    return opposite_line(forms.tables[0], page, names, {}, room).replace(HARD_BLANK, " ")


def test_of_those_who_sit_opposite_the_title_of_their_side_gives_way_and_then_all_are_shortened_alike() -> None:
    names = {
        "cap.1": "Jean-Christophe Featherstonehaugh (P07)",
        "cap.2": "Wilhelmina Vandenbroucke (P04)",
        "cap.3": "Æthelwulf Østergaard (P05)",
    }
    whole = "1: Jean-Christophe Featherstonehaugh,  2: Wilhelmina Vandenbroucke,  3: Æthelwulf Østergaard."
    assert opposite_in(CellRoom(660, 28), names) == f"Opposite: {LONG_SIDE} {whole}"
    assert opposite_in(CellRoom(660, 14), names) == f"Opposite: {whole}"
    room = CellRoom(450, 14)
    said = opposite_in(room, names)
    first, others = said.split(",  ", 1)
    assert re.fullmatch(r"Opposite: 1: Jean-Christoph\w*… \(P07\)", first)
    assert re.fullmatch(r"2: Wilhelmina Van\w*…? \(P04\),  3: Æthelwulf Øster\w*…? \(P05\)\.", others)
    assert fitted("instruction", said, room).cut is None


def test_no_line_of_a_heading_begins_or_ends_with_a_dot() -> None:
    side, scenario = "Defenders of the Northwestern Expedition", "Last light over the fjord of the Northwest"
    for pixels in range(300, 700, 10):
        for slot, style, height, words in (
            (HEADING, "heading", 36, f"{side}  ·  {scenario}"),
            (HEADING, "heading", 36, f"{side}  ·  red"),
            ("event", "faint", 26, "Origins 1991 Championship   ·   Großer Saal, Mehrzweckhalle   ·   5 July 1991"),
        ):
            room = CellRoom(pixels, height)
            shown = in_slot(slot, words, style, room)
            assert shown.cut is None, (pixels, words)
            assert not wraps_within_lines(shown.style, shown.shown, room), (pixels, shown)
            assert not [line for line in shown.shown.split("\n") if line.strip("· ") != line], shown


def test_the_page_of_an_empty_seat_is_called_spare(sheets: Path) -> None:
    (empty,) = (seat for seat, player in DRAW.tables[0].seats.items() if player is None)
    said = [text for text in both(sheets) if re.fullmatch(r"(spare )?seat \d", text)]
    assert sorted(said) == sorted(f"{'spare ' * (seat == empty)}seat {seat[-1]}" for seat in DRAW.tables[0].seats)


def test_targets_are_named_by_the_words_of_their_blocks(sheets: Path) -> None:
    """Two pilots suppress; each has a further sheet on demand, which repeats the targets of its blocks."""
    said = texts(sheets)
    for note in (
        "Radars: Fan Song.   Infantry SAM: Grail team.",
        "Anti-aircraft guns: ZSU 1, ZSU 2.",
        "SAM sites: Hawk, Grail truck (white).",
    ):
        assert said.count(note) == 4, note


def test_links_lead_from_the_cover_to_the_page_of_every_seat_and_back(sheets: Path) -> None:
    book = open_whole(sheets)
    cover = book["Cover"]
    called = {page.seat: page.called for page in FORMS.tables[0].seats}
    led = {
        str(cell.value): str(cell.hyperlink.location) for line in cover.iter_rows() for cell in line if cell.hyperlink
    }
    assert {*called.values()} <= led.keys()
    for seat, name in called.items():
        title, row = re.fullmatch(r"'(Table 1(?: spare)?)'!A(\d+)", led[name]).groups()  # type: ignore[union-attr]
        assert (title == "Table 1") == (DRAW.tables[0].seats[seat] is not None)
        lines = book[title].iter_rows(int(row), int(row) + 3)
        here = [str(cell.value) for line in lines for cell in line if cell.value]
        side, _, number = name.rpartition(" ")
        assert any(text.startswith(f"{side}  ·  ") for text in here), (seat, here)
        assert {f"seat {number}", f"spare seat {number}"} & {*here}, (seat, here)
    for title, pages, counted in (("Table 1", 9, "page"), ("Table 1 spare", 1, "spare page")):
        back = [cell for line in book[title].iter_rows() for cell in line if cell.hyperlink]
        assert [str(cell.value) for cell in back if cell.value != "printed on demand"] == [
            f"{counted} {at} of {pages}" for at in range(1, pages + 1)
        ]
        assert {cell.hyperlink and cell.hyperlink.location for cell in back} == {"'Cover'!A1"}


def test_pages_of_team_play_name_the_team(tmp_path: Path) -> None:
    system = system_of("team-of-four")
    event = load_event(system.example("team-of-four") / "event.toml")
    round_ = RoundContext(event, 1, library=system.library())
    draw = system.draw(round_)
    forms = system.forms(RoundContext(event, 1, library=system.library(), draw=draw))
    write_round(tmp_path / "round1.xlsx", event, forms, forms.filled)
    for table in forms.tables:
        headings = [text for text in texts(tmp_path / "round1.xlsx", f"Table {table.number}") if "  ·  " in text]
        for page in table.seats:
            (team,) = (group.title for group in forms.groups if (table.number, page.seat) in group.seats)
            assert f"{page.form.heading}  ·  {team}" in headings


def test_where_an_event_and_its_place_are_long_the_place_is_left_out_first_and_the_day_and_the_hours_stay() -> None:
    name, place = "Strasbourg Congress of the Wargamers 外交大会", "Besançon, Salle Proudhon"
    whole = "   ·   ".join((name, place, "4 July 2026", "09:30, 240 minutes"))
    assert event_line(whole, "faint", CellRoom(900, 14)) == whole.replace(name, name.upper())
    assert event_line(whole, "faint", CellRoom(540, 14)) == whole, "capitals need more"
    for pixels in (500, 440):
        shown = event_line(whole, "faint", CellRoom(pixels, 14)).split("   ·   ")
        assert shown == [name, "4 July 2026", "09:30, 240 minutes"]
    cut, *when = event_line(whole, "faint", CellRoom(340, 14)).split("   ·   ")
    assert cut.endswith("…")
    assert name.startswith(cut[:-1])
    assert when == ["4 July 2026", "09:30, 240 minutes"]


def test_a_long_name_of_an_event_is_whole_on_two_lines_before_anything_is_cut_off() -> None:
    name = "Süddeutsche Wanderpokalmeisterschaft der Brettspielfreunde 2026"
    for pixels, height in ((297, 26), (324, 23), (405, 14)):
        shown = event_line("   ·   ".join((name, "Harbour Hall", "30 May 2026")), "faint", CellRoom(pixels, height))
        first, _, rest = shown.partition("\n")
        assert " ".join((first, *rest.split("   ·   "))).startswith(name), (pixels, shown)
        assert "30 May 2026" in shown
        assert "…" not in shown
        assert not [line for line in shown.split("\n") if line.strip("· ") != line], shown


@pytest.mark.parametrize("place", ["Hall B", "Hall 3"])
@pytest.mark.parametrize("when", ["4 July 2026", "from 09:30", "09:30, 240 minutes"])
def test_a_short_place_gives_way_to_the_name_and_day_and_hours_do_not(place: str, when: str) -> None:
    found = event_line("   ·   ".join(("X" * 60, place, when)), "faint", CellRoom(150, 30))
    assert place not in found
    assert found.endswith(when)


PLAYED = "The second crossing of the upper Monongahela in the spring of 1813: Harrier Club v Night Owls."
TOLD = "Write in the boxes; what is grey adds up from these. One line for each attack."


def test_where_the_title_of_what_is_played_is_long_the_instructions_stay_whole() -> None:
    said = f"{PLAYED}  {TOLD}"
    assert in_slot(HINT, said, "instruction", CellRoom(446, 42)).shown == said
    lengths = [len(PLAYED)]
    for pixels in (380, 350, 320):
        found = in_slot(HINT, said, "instruction", CellRoom(pixels, 28))
        title, told = found.shown.split("  ")
        assert (title[-1], told, found.cut) == ("…", TOLD, None)
        assert PLAYED.startswith(title.removesuffix("…"))
        lengths.append(len(title))
    assert lengths == sorted(set(lengths), reverse=True)


def test_a_long_title_takes_another_line_where_there_is_room(tmp_path: Path) -> None:
    title = PLAYED.partition(":")[0]
    scenario = EVENT.scenarios[0].model_copy(update={"title": title})
    event = EVENT.model_copy(update={"scenarios": (scenario, *EVENT.scenarios[1:])})
    draw, forms = drawn(event)
    write_round(tmp_path / "round1.xlsx", event, forms, drawn_pilots(draw))
    said = [text for text in texts(tmp_path / "round1.xlsx") if text.startswith(title[:20])]
    whole = [text for text in said if text.startswith(f"{title}.  ")]
    assert len(whole) >= 6, said  # a page of suppression alone is full


def test_headings_of_blank_pages_are_cut_off_where_there_is_no_room(tmp_path: Path) -> None:
    long = "The second crossing of the upper Monongahela in the spring of 1813 " * 6
    sides = [side.model_copy(update={"title": long}) for side in EVENT.scenarios[0].sides]
    event = EVENT.model_copy(update={"scenarios": (EVENT.scenarios[0].model_copy(update={"sides": tuple(sides)}),)})
    (blank,) = blank_sheets(event, [replace(drawn(event)[1], papers=())])
    book = Book(tmp_path / "blank.xlsx", "blank")
    write_blank_sheet(book, event, blank, styles_of(book))
    book.close()
    said = texts(tmp_path / "blank.xlsx", blank.title)
    assert any(text.startswith(long[:40]) and text.endswith("…") for text in said), "on a page that is full"
    assert not [text for text in said if text.startswith(long) and "  ·  " in text], "the heading of a side, whole"


@pytest.mark.parametrize("example", ["origins-1991", "team-of-four", "airforce", "diplomacy"])
def test_no_page_speaks_of_a_computer_since_all_are_filled_in_on_paper_as_well(example: str) -> None:
    system = system_of(example)
    event = load_event(system.example(example) / "event.toml")
    round_ = RoundContext(event, 1, library=system.library())
    forms = system.forms(RoundContext(event, 1, library=system.library(), draw=system.draw(round_)))
    laid_out = layouts(forms)
    said = {hint_of(forms, table, page.form, Papers(1)) for table in forms.tables for page in table.pages}
    said |= {str(cell.text) for one in laid_out.values() for cell in one.cells if cell.column < one.printed}
    assert len(said) > 20
    assert not [text for text in said if re.search(r"\b(itself|themselves|screen|computer|cells?)\b", text)]


def test_who_sits_opposite_is_not_written_smaller_but_shorter() -> None:
    names = {"cap.1": "Jean-Christophe Featherstonehaugh (P07)", "cap.2": "Wilhelmina Vandenbroucke (P04)"}
    for pixels in range(400, 760, 20):
        room = CellRoom(pixels, 14)
        shown = fitted("instruction", opposite_in(room, names), room)
        assert shown.cut is None
        assert shown.style in {"instruction", "instruction at 8"}, pixels


def test_where_place_and_day_have_no_room_on_a_line_the_day_stands_below_without_a_dot() -> None:
    place = "Veranstaltungszentrum am Hohenzollernplatz"
    found = event_line("   ·   ".join(("Congress of Baltimore", place, "7 July 1991")), "faint", CellRoom(230, 46))
    assert found == f"Congress of Baltimore\n{place}\n7 July 1991"
