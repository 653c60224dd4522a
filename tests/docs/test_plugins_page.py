"""The page of rare hooks: its code is put together, type-checked and run, and it names every hook, switch and style."""

from __future__ import annotations

import importlib
import json
import re
import sys
from collections import defaultdict
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from generated import ROOT
from msgspec.structs import fields
from typed_plug_ins import assert_imports_the_front_door, assert_typed

from sheetscore.event.model import Header, Player
from sheetscore.forms.form import FieldKey
from sheetscore.forms.template import Library
from sheetscore.pairing.draw import Draw, TableDraw
from sheetscore.sheets.styles import OPENING, STYLES
from sheetscore.systems.context import PlayedRound, ReplayAsked, RoundContext
from sheetscore.systems.outcomes import ResultRow, RoundScore
from sheetscore.systems.rare_hooks import HouseHabits, RareHooks
from sheetscore.tables.cell_styles import SHRUNK

CELL_STYLES = {
    name
    for name in STYLES
    if name.startswith("cell") and not name.endswith((OPENING, SHRUNK)) and not name[-1].isdigit()
}
"""Those that are declared, but for the sizes of one; writing sheets adds smaller ones to the table."""

PAGE = (ROOT / "docs" / "plugins.md").read_text(encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    parts = defaultdict(list)
    for name, text in re.findall(r"^```[a-z]+\n# (\S+)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE):
        parts[name].append(text)
    for name, texts in parts.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("\n\n".join(texts), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "shooting", raising=False)
    return tmp_path


@pytest.fixture
def shooting(folder: Path) -> ModuleType:
    importlib.invalidate_caches()
    return importlib.import_module("shooting")


def round_of(shooting: Any, folder: Path) -> RoundContext[Any]:
    """Give a round in which Ann has shot 10, 7 and 10 rings."""
    header = Header(name="Evening", system="shooting", rounds=2)
    players = (Player(id="A", name="Ann"), Player(id="B", name="Bob", first_round=2))
    drawn = Draw(1, (TableDraw(1, "", {"1": "A", "2": "B"}),), (), ())
    library = Library("shooting", ("shooting",), None, folder)
    event = shooting.ShootingEvent(header=header, players=players)
    round_ = RoundContext(event, 1, draw=drawn, library=library)
    typed = {FieldKey(1, "1", f"shots.{at}"): rings for at, rings in enumerate((10, 7, 10), start=1)}
    return RoundContext(event, 1, draw=drawn, library=library, forms=shooting.forms(round_), entries=typed)


def test_the_code_of_the_page_imports_the_front_door_alone_and_is_typed(folder: Path) -> None:
    for module in ("shooting.py", "test_shooting.py"):
        assert_imports_the_front_door(folder / module)
        assert_typed(folder / module, ROOT / "pyproject.toml")


def test_the_event_of_the_page_answers(shooting: Any, folder: Path) -> None:
    event = round_of(shooting, folder).event
    assert (event.stages, event.subject(3), event.places(1)) == ((1, 2, 3), "The final", 8)
    assert event.prospects(1) == ("Not there yet: Bob.",)
    assert [one.value for one in event.premises_of(1)] == ["3"]


def test_the_template_of_the_page_makes_steps_and_lies_on_its_side(shooting: Any, folder: Path) -> None:
    round_ = round_of(shooting, folder)
    assert set(round_.forms.filled) <= set(round_.forms.fields)
    assert {page.form.orientation for page in round_.forms.pages.values()} == {"landscape"}
    lines = round_.pages[1, "1"].rows["shots"]
    assert [line.steps["made"] for line in lines] == [10, 7, 10]
    assert shooting.bulls(round_, 1, "1") == 2


def test_the_rare_hooks_of_the_page_do_what_it_says(shooting: Any, folder: Path) -> None:
    round_ = round_of(shooting, folder)
    assert shooting.counts_so_far(round_) == {1}
    assert {key.seat for key in shooting.as_if_over(round_)} == {"2"}
    assert shooting.may_play(round_, [FieldKey(1, "1", "x"), FieldKey(2, "1", "x")])
    replayed = shooting.replay(ReplayAsked(entries=round_.entries))
    assert json.dumps(replayed.as_json()) == '{"rings": [10, 7, 10]}'
    assert (replayed.account()[0].rows[1], replayed.drawing().count("circle")) == (("2", "7"), 3)
    rows: list[ResultRow] = [{"player": "A", "name": "Ann", "points": 20}]
    taken = shooting.history(round_.event, [PlayedRound("k", "Last", None, 1, rows, {}, "r1")], "event.xlsx")
    assert [player.rating for player in taken.event.players] == [20, None]
    was, now = (RoundScore(1, ({"name": "Ann", "points": points},), (), ()) for points in (1, 2))
    assert shooting.follows(round_.event, was, now) == ["the points of Ann are others now"]
    renamed = {1: [{"player": "A", "name": "Ann"}, {"player": "Z", "name": "Zoe"}]}
    (told,) = shooting.called_otherwise(round_.event, renamed)
    assert told.message == "Zoe has results under an id that the event has no more"
    again = shooting.RARE.simulated.set_up(round_.event, [Player(id="C", name="Cy")], 5)
    assert (again.header.rounds, [*again.names]) == (5, ["C"])
    shot = shooting.RARE.simulated.play(round_, lambda _: {"A": 1700.0, "B": 300.0})
    assert [shot[FieldKey(1, seat, "shots.1")] for seat in ("1", "2")] == [7, 0]
    assert [table.number for table in shooting.draw(round_).tables] == []
    assert shooting.draw(round_).byes == ("A",)


def test_the_page_names_every_hook_switch_and_style() -> None:
    named = set(re.findall(r"`([^`]+)`", re.sub(r"^```.*?^```$", "", PAGE, flags=re.DOTALL | re.MULTILINE)))
    assert {one.name for one in fields(RareHooks)} <= named
    assert {one.name for one in fields(HouseHabits)} <= named
    assert {name for name in named if name.startswith("cell")} == CELL_STYLES
