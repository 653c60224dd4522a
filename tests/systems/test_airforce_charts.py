"""The tables that the owner of the game fills in: shipped blank, found, read, and what is missing in them."""

from __future__ import annotations

from pathlib import Path

import pytest
from airforce_logs import variant

from sheetscore.findings import Finding
from sheetscore.forms.template import shipped
from sheetscore.problems import MistakesFound
from sheetscore.systems.airforce.cards import Gun
from sheetscore.systems.airforce.editions import edition
from sheetscore.systems.airforce.gunnery.bearings import GunneryMethod
from sheetscore.systems.airforce.gunnery.tables import GunneryChart, GunneryTables, table_findings, unfilled_cells
from sheetscore.systems.airforce.model import starter_event
from sheetscore.systems.airforce.rules import check_event

MAIN, PROCEDURAL = edition("main").gunnery, edition("procedural").gunnery

FULL = "{ 2 = 0, 3 = 0, 4 = 0, 5 = 1, 6 = 1, 7 = 2, 8 = 3, 9 = 4, 10 = 6, 11 = 8, 12 = 10 }"


def written(folder: Path, name: str, text: str) -> Path:
    place = folder / "gunnery" / f"{name}.toml"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, encoding="utf-8")
    return folder


def chart(name: str = "8x30M", **columns: str) -> str:
    """Write a chart; columns that are not named are full."""
    rolls = {column: columns.get(f"c{column.replace('-', '')}", FULL) for column in ("1-2", "3", "4", "5-6", "7-8")}
    parts = "".join(f'[[column]]\nrange = "{column}"\nrolls = {cells}\n' for column, cells in rolls.items())
    return f'id = "{name}"\nweapon = "made up for the tests"\n{parts}'


def needed(tables: GunneryTables, gunnery: GunneryMethod = MAIN) -> list[Finding]:
    """Check the tables for a fight of fighters and bombers with eight .30s."""
    gun = Gun.model_validate({"id": "wings", "kind": "FF", "weapon": "8x30M"})
    return table_findings(tables, [variant(guns=(gun,)), variant(guns=(gun,), engines=2)], gunnery)


def told(found: list[Finding]) -> list[tuple[str, str, str]]:
    return [(one.code, str(one.severity), one.message) for one in found]


# ----------------------------------------------------------------------------------------------------------------------
# as they are shipped
# ----------------------------------------------------------------------------------------------------------------------


def test_twenty_charts_come_along_and_are_blank() -> None:
    tables = GunneryTables()
    assert len(tables.weapons) == 20
    assert {"2x30M", "2x50M", "8x30M"} <= set(tables.weapons)
    charts = [tables.chart(weapon) for weapon in tables.weapons]
    assert all(one is not None and one.is_blank and len(one.column) == 5 for one in charts)


def test_without_deflection_one_is_added_and_the_other_modifiers_are_blank() -> None:
    drms = GunneryTables().drms
    for engines in ("1E", "ME"):
        modifiers = drms.against(engines)
        assert (modifiers.of("none"), modifiers.of("medium"), modifiers.of("high")) == (1, None, None)


def test_the_locations_are_blank() -> None:
    table = GunneryTables().locations
    kinds = [(one.engines, one.hits) for one in table.location]
    assert kinds == [(engines, hits) for engines in ("1E", "ME") for hits in (1, 2, 3, 4)]
    assert not any(table.rows(*kind) for kind in kinds)


def test_every_cell_stands_there_to_be_filled_in() -> None:
    for path in (shipped("templates") / "airforce" / "gunnery").glob("*x*.toml"):
        text = path.read_text(encoding="utf-8")
        assert text.count('= ""') == 5 * 11
        assert f'id = "{path.stem}"' in text


@pytest.mark.parametrize("gunnery", [MAIN, PROCEDURAL])
def test_blank_tables_are_no_mistake(gunnery: GunneryMethod) -> None:
    assert not needed(GunneryTables(), gunnery)


# ----------------------------------------------------------------------------------------------------------------------
# filled in
# ----------------------------------------------------------------------------------------------------------------------


def test_an_owner_fills_in_copies_of_their_own(tmp_path: Path) -> None:
    tables = GunneryTables(own=written(tmp_path / "airforce", "8x30M", chart()).parent)
    filled = tables.chart("8x30M")
    assert filled is not None
    assert filled.rows("5-6")[12] == 10
    blank = tables.chart("2x30M")
    assert blank is not None
    assert blank.is_blank


def test_a_folder_that_was_named_comes_before_all_others(tmp_path: Path) -> None:
    own = written(tmp_path / "own" / "airforce", "8x30M", chart(c3="{ 2 = 1 }")).parent
    named = written(tmp_path / "named", "8x30M", chart(c3="{ 2 = 3 }"))
    for tables, hits in ((GunneryTables(own), 1), (GunneryTables(own, named), 3)):
        filled = tables.chart("8x30M")
        assert filled is not None
        assert filled.rows("3") == {2: hits}


def test_charts_may_be_added(tmp_path: Path) -> None:
    tables = GunneryTables(home=written(tmp_path, "1x75C", chart("1x75C")))
    assert "1x75C" in tables.weapons
    assert tables.chart("1x75C") is not None
    assert tables.chart("1x88C") is None


def test_cards_beside_the_folder_of_charts_are_no_charts(tmp_path: Path) -> None:
    card = shipped("templates") / "airforce" / "aircraft" / "ex-mwl.toml"
    (tmp_path / card.name).write_bytes(card.read_bytes())
    tables = GunneryTables(home=written(tmp_path, "1x75C", chart("1x75C")))
    assert len(tables.weapons) == 21
    assert not needed(tables)


def test_a_full_chart_misses_nothing(tmp_path: Path) -> None:
    tables = GunneryTables(home=written(tmp_path, "8x30M", chart()))
    assert not [*unfilled_cells(tables, ["8x30M"], [], MAIN)]
    assert not needed(tables)


def test_the_cells_of_a_chart_that_was_begun_are_named(tmp_path: Path) -> None:
    holes = chart(c12="{ 2 = 0, 3 = 0, 12 = 1 }", c3=FULL.replace("9 = 4", '9 = ""'), c4="{}")
    tables = GunneryTables(home=written(tmp_path, "8x30M", holes))
    rows = "rows 4, 5, 6, 7, 8, 9, 10 and 11"
    said = f"chart 8x30M: not filled in are column 1-2, {rows}; column 3, row 9; column 4, all rows"
    expected = [("chart-hole", "warning", said)]
    assert told([*unfilled_cells(tables, ["8x30M", "8x30M"], [], MAIN)]) == expected
    assert told(needed(tables)) == expected


def test_by_the_procedures_a_chart_has_the_rows_of_one_die(tmp_path: Path) -> None:
    six = "{ 1 = 0, 2 = 0, 3 = 1, 4 = 2, 5 = 3, 6 = 4 }"
    white = chart(c12=six, c3=six, c4=six, c56=six, c78=six)
    tables = GunneryTables(home=written(tmp_path, "8x30M", white))
    assert not [*unfilled_cells(tables, ["8x30M"], [], PROCEDURAL)]
    (found,) = unfilled_cells(tables, ["8x30M"], [], MAIN)
    assert "column 3, rows 7, 8, 9, 10, 11 and 12" in found.message


def test_a_fight_is_told_which_tables_are_blank() -> None:
    found = told([*unfilled_cells(GunneryTables(), ["8x30M"], ["ME"], MAIN)])
    assert {severity for _, severity, _ in found} == {"note"}
    assert [message.split(":")[0] for _, _, message in found] == [
        "chart 8x30M",
        "modifiers against ME",
        "locations on ME",
    ]


def test_single_guns_need_the_chart_of_two_and_none_of_their_own(tmp_path: Path) -> None:
    single = {"kind": "F", "weapon": "1x30M", "factor": 1}
    guns = tuple(Gun.model_validate({"id": f"g{hour}", **single, "arcs": [hour]}) for hour in (3, 9))
    begun = written(tmp_path, "2x30M", chart("2x30M", c4="{ 2 = 0 }"))
    (found,) = table_findings(GunneryTables(home=begun), [variant(guns=guns)], MAIN)
    assert found.message.startswith("chart 2x30M: not filled in are column 4, rows 3,")


def test_only_the_charts_of_the_guns_that_are_there_are_needed(tmp_path: Path) -> None:
    begun = written(tmp_path, "6x50M", chart("6x50M", c4="{ 2 = 0 }"))
    assert not needed(GunneryTables(home=begun))


def test_modifiers_and_locations_that_were_begun_are_told(tmp_path: Path) -> None:
    written(tmp_path, "drms", '[1E]\nmedium = -1\nhigh = ""\n[ME]\nmedium = 0\nhigh = -1\n')
    cells = ", ".join(f'{die} = "W"' for die in range(9))
    written(tmp_path, "locations", f'[[location]]\nengines = "1E"\nhits = 1\nrolls = {{ {cells} }}\n')
    assert told(needed(GunneryTables(home=tmp_path))) == [
        ("chart-hole", "warning", "modifiers against 1E: not filled in are high"),
        (
            "chart-hole",
            "warning",
            "locations on 1E: not filled in are 1 hit, row 9; 2 hits, all rows; 3 hits, all rows; 4 hits, all rows",
        ),
    ]


# ----------------------------------------------------------------------------------------------------------------------
# mistakes
# ----------------------------------------------------------------------------------------------------------------------


def mistakes(folder: Path, name: str = "8x30M") -> list[str]:
    tables = GunneryTables(home=folder)
    with pytest.raises(MistakesFound) as raised:
        _ = {"drms": lambda: tables.drms, "locations": lambda: tables.locations}.get(
            name,
            lambda: tables.chart(name),
        )()
    found = [one.message for one in raised.value.findings]
    assert found == [one.message for one in needed(tables)]
    return found


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ("{ 2 = 5 }", "and never 5"),
        ("{ 2 = -1 }", "and never -1"),
        ("{ 13 = 1 }", "less than or equal to 12"),
        ("{ 0 = 1 }", "greater than or equal to 1"),
        ('{ 2 = "many" }', "valid integer"),
        ("{ 2 = 1.5 }", "integer"),
        ("{ two = 1 }", "valid integer"),
    ],
)
def test_a_cell_that_no_chart_has_is_told(tmp_path: Path, cells: str, said: str) -> None:
    (message,) = mistakes(written(tmp_path, "8x30M", chart(c3=cells)))
    assert "column 2, rolls" in message
    assert said in message
    assert "8x30M.toml" in message


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    said = mistakes(written(tmp_path, "8x30M", chart(c3="{ 2 = 5 }", c4="{ 3 = 7 }")))
    assert len(said) == 2


def test_unknown_keys_are_told_with_the_nearest(tmp_path: Path) -> None:
    (message,) = mistakes(written(tmp_path, "8x30M", chart().replace("weapon", "wepon = 1\nweapon", 1)))
    assert 'Did you mean "weapon"?' in message
    text = chart().replace('range = "3"', 'rnage = "3"\nrange = "3"')
    (message,) = mistakes(written(tmp_path, "8x30M", text))
    assert 'Did you mean "range"?' in message


def test_unknown_keys_of_modifiers_and_locations_are_told(tmp_path: Path) -> None:
    (message,) = mistakes(written(tmp_path, "drms", "[1E]\nmedum = 1\n"), "drms")
    assert 'Did you mean "medium"?' in message
    (message,) = mistakes(written(tmp_path / "a", "drms", "[1F]\nmedium = 1\n"), "drms")
    assert message.startswith("1F: is nothing that a table of modifiers has here. There are: format, 1E, ME.")
    text = '[[location]]\nengines = "1E"\nhits = 1\nroll = {}\n'
    (message,) = mistakes(written(tmp_path / "b", "locations", text), "locations")
    assert 'Did you mean "rolls"?' in message


def test_without_deflection_nothing_else_is_added(tmp_path: Path) -> None:
    (message,) = mistakes(written(tmp_path, "drms", "[ME]\nnone = 2\n"), "drms")
    assert "ME, none" in message


@pytest.mark.parametrize("cell", ["*E", "E**", "3", "E-"])
def test_letters_that_are_none_are_told(tmp_path: Path, cell: str) -> None:
    text = f'[[location]]\nengines = "ME"\nhits = 4\nrolls = {{ 5 = "{cell}" }}\n'
    (message,) = mistakes(written(tmp_path, "locations", text), "locations")
    assert "location 1, rolls, 5" in message


def test_letters_are_read_whatever_their_case(tmp_path: Path) -> None:
    written(tmp_path, "locations", '[[location]]\nengines = "ME"\nhits = 4\nrolls = { 5 = " wfEe* ", 6 = "" }\n')
    assert GunneryTables(home=tmp_path).locations.rows("ME", 4) == {5: "WFEE*"}


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("8x30M", chart().replace('range = "4"', 'range = "3"'), "two columns are for the same range"),
        ("8x30M", chart("8x50M"), 'its id is "8x30M", not "8x50M"'),
        ("8x30M", "id = 8x30M", "this is not TOML"),
        ("8x30M", chart().replace('range = "4"', 'range = "9"'), "column 3, range"),
        ("8x30M", f"format = 9\n{chart()}", "format 9"),
        ("locations", '[[location]]\nengines="1E"\nhits=1\n' * 2, "two tables are for the same"),
        ("locations", '[[location]]\nengines="2E"\nhits=1\n', "location 1, engines"),
        ("locations", '[[location]]\nengines="1E"\nhits=5\n', "location 1, hits"),
    ],
)
def test_what_cannot_be_used_is_told(tmp_path: Path, name: str, text: str, said: str) -> None:
    (message,) = mistakes(written(tmp_path, name, text), name)
    assert said in message


def test_a_chart_may_leave_columns_away() -> None:
    assert GunneryChart.model_validate({"id": "a", "weapon": "b"}).rows("3") == {}


def test_the_check_of_an_event_names_the_cells_that_its_aircraft_need(tmp_path: Path) -> None:
    event = starter_event("any").loaded_from(tmp_path)
    assert not [one for one in check_event(event) if one.code == "chart-hole"]
    written(tmp_path / "templates" / "airforce", "4x50M", chart("4x50M", c78="{}"))
    assert [one.message for one in check_event(event) if one.code == "chart-hole"] == [
        "chart 4x50M: not filled in are column 7-8, all rows"
    ]
