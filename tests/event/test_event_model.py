"""The models of an event: who plays when, what ids and names may be, that every field explains itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from club_system import ClubEvent, install, small_event
from pydantic import ValidationError

from sheetscore.event.cells import list_tables
from sheetscore.event.model import Event, Player
from sheetscore.event.scenarios import Side, TabledRound
from sheetscore.event.tables import inner_tables, table_of
from sheetscore.event.toml import write_toml
from sheetscore.systems.amps.model import AmpsEvent


def test_players_take_part_from_their_first_to_their_last_round_unless_absent() -> None:
    event = small_event()
    assert [player.name for player in event.playing(1)] == ["Ann", "Bob", "Dee"]
    assert [player.name for player in event.playing(2)] == ["Ann", "Cid"]


def test_ids_are_looked_up_whatever_their_capitals() -> None:
    event = small_event(rounds=(TabledRound(number=1, scenario="FORD", tables=1),))
    assert event.player("p01").name == "Ann"
    assert event.scenario_of(1).title == "The ford"
    with pytest.raises(KeyError):
        event.player("P09")
    with pytest.raises(KeyError):
        event.scenario_of(2)


def test_key_follows_name_system_and_seed_only() -> None:
    event = small_event()
    assert len(event.key) == 8
    assert int(event.key, 16) >= 0
    header = event.header
    assert small_event(players=(), header=header.model_copy(update={"place": "Hall"})).key == event.key
    for change in ({"name": "Autumn meeting"}, {"system": "amps"}, {"seed": 8}):
        assert small_event(header=header.model_copy(update=change)).key != event.key


@pytest.mark.parametrize("name", ["O'Neil", '=HYPERLINK("x")', "*?>", "🛩️", "a" * 200, "NA", "\U0001fae8"])
def test_any_text_on_one_line_is_a_name(name: str) -> None:
    assert Player(id="P1", name=name).name == name


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "a\x00b", "a\u2028b", "\ud83d", "a\ufffe", "a" * 201])
def test_blank_long_and_unprintable_names_are_refused(name: str) -> None:
    with pytest.raises(ValidationError):
        Player(id="P1", name=name)


@pytest.mark.parametrize("id_", ["0012", "P.1", "a_b-c", "x" * 20])
def test_player_ids_stay_as_they_are(id_: str) -> None:
    assert Player(id=id_, name="Ann").id == id_


@pytest.mark.parametrize("id_", ["", "a b", "x" * 21, "é", "a/b"])
def test_other_player_ids_are_refused(id_: str) -> None:
    with pytest.raises(ValidationError):
        Player(id=id_, name="Ann")


@pytest.mark.parametrize("id_", ["1a", "a.b", "_a", "x" * 21])
def test_ids_of_sides_begin_with_a_letter(id_: str) -> None:
    with pytest.raises(ValidationError):
        Side(id=id_, title="Side", force="blue", seats=1)


@pytest.mark.parametrize("seats", [0, 21, True, 1.0, "2"])
def test_seats_are_whole_numbers_from_1_to_20(seats: object) -> None:
    with pytest.raises(ValidationError):
        Side.model_validate({"id": "a", "title": "A", "force": "blue", "seats": seats})


def test_forces_are_the_same_whatever_their_capitals() -> None:
    assert (
        Side(id="a", title="A", force=" Blue ", seats=1).force == Side(id="b", title="B", force="blue", seats=1).force
    )


def test_absent_rounds_are_kept_in_order_and_once() -> None:
    assert Player(id="P1", name="Ann", absent=(3, 1, 3)).absent == (1, 3)


def test_events_are_equal_by_what_is_set_up_wherever_they_come_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch)
    event = small_event()
    (tmp_path / "event.toml").write_text(write_toml(event), encoding="utf-8")
    loaded = Event.load(tmp_path)
    assert (loaded, hash(loaded), loaded.folder) == (event, hash(event), tmp_path)
    assert small_event(clubs=()) != event != Event(header=event.header)


def test_parts_cannot_be_changed() -> None:
    with pytest.raises(ValidationError):
        small_event().header.name = "Other"  # type: ignore[misc]


@pytest.mark.parametrize("model", [Event, AmpsEvent])
def test_every_field_explains_itself_within_what_a_prompt_holds(model: type[Event]) -> None:
    root = table_of(model)
    for table in inner_tables(root):
        assert table.title
        assert table.description
        for column in table.columns:
            assert 0 < len(column.title) <= 32
            assert 0 < len(column.description) <= 255
            assert column.description.endswith(".")


def test_amps_has_the_sheets_of_its_lists() -> None:
    titles = [table.title for table in list_tables(table_of(AmpsEvent))]
    assert titles == ["Players", "Scenarios", "Sides", "Targets", "Team points", "Rounds", "Schedule"]


def test_a_list_inside_parts_without_ids_cannot_be_laid_out() -> None:
    class Hollow(TabledRound):
        sides: tuple[Side, ...] = ()

    class Wrong(ClubEvent):
        rounds: tuple[Hollow, ...] = ()

    with pytest.raises(TypeError, match="Hollow"):
        table_of(Wrong)
