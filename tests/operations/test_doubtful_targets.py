"""What stands in a target box and is no target, D that no attack gives, modifiers that hurt: scored, and told."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from amps_event import amps_event
from event_folder import cell_of, started

from sheetscore.findings import Finding
from sheetscore.operations.entries import fill
from sheetscore.operations.ingest import Ingested, ingest
from sheetscore.operations.opening.drawn_rounds import draw_of
from sheetscore.operations.opening.open_event import open_event
from sheetscore.systems.tasks.model import Target, TaskScenario, TaskSide, check_scenario


@pytest.fixture(scope="module")
def blank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return started(tmp_path_factory.mktemp("amps") / "event", amps_event())


@pytest.fixture
def folder(blank: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(blank, tmp_path / "event"))


def scored(folder: Path, page: dict[str, object], seat: str = "strike.1") -> Ingested:
    """Fill one page of table 1, let everybody else stay at home, and ingest the round."""
    seats = [(table, where) for table, where, _ in draw_of(open_event(folder), 1).draw.places()]
    lines = [f"{table},{where},seat.flew,{int((table, where) == (1, seat))}" for table, where in seats]
    lines += [f"1,{seat},{field},{value}" for field, value in page.items()]
    source = folder.parent / "lines.csv"
    source.write_text("\n".join(["table,seat,field,value", *lines]), encoding="utf-8")
    fill(folder / "round1.xlsx", source)
    return ingest(folder / "round1.xlsx")


def told(done: Ingested, code: str) -> list[Finding]:
    return [one for one in done.findings if one.code == code]


@pytest.mark.parametrize("name", ["TRUE", "1", "primary", "SAM", "cap.1", "Ｐｏｎｔｏｏｎ", "x", "?"])
def test_what_is_no_word_for_a_target_is_scored_as_one_of_opportunity_and_told(folder: Path, name: str) -> None:
    done = scored(folder, {"strike.hits.1.target": name, "strike.hits.1.d": 2})
    (found,) = told(done, "near-miss")
    assert str(found.severity) == "warning"
    assert name in found.message
    assert (found.sheet, found.cell) == cell_of(folder, 1, "strike.1", "strike.hits.1.target")
    assert [row["sp"] for row in done.rows] == [2]


@pytest.mark.parametrize("name", ["Pontoon", "Bunker 7", "東京"])
def test_a_clear_name_that_is_written_in_is_nobodys_doubt(folder: Path, name: str) -> None:
    assert not told(scored(folder, {"strike.hits.1.target": name, "strike.hits.1.d": 2}), "near-miss")


@pytest.mark.parametrize(("d", "warned"), [(3, 0), (4, 1)])
def test_more_than_three_d_on_a_line_are_a_warning(folder: Path, d: int, warned: int) -> None:
    """Three D on the primary are 18, however many are written."""
    done = scored(folder, {"strike.hits.1.target": "Bridge", "strike.hits.1.d": d})
    assert [str(one.severity) for one in told(done, "too-many")] == ["warning"] * warned
    assert [row["sp"] for row in done.rows] == [18]


@pytest.mark.parametrize(("modifier", "worth", "noted"), [(-3, 9, 0), (0, 6, 0), (3, 6, 1)])
def test_a_modifier_that_hurts_counts_nothing_and_a_note_says_so(
    folder: Path, modifier: int, worth: int, noted: int
) -> None:
    done = scored(folder, {"strike.bombing.1.odds": "4:1", "strike.bombing.1.modifier": modifier})
    assert [str(one.severity) for one in told(done, "modifier-adverse")] == ["note"] * noted
    assert [row["sp"] for row in done.rows] == [worth]


def two_flights(first: tuple[int, ...], second: tuple[int, ...]) -> TaskScenario:
    def flight(name: str, *targets: Target) -> TaskSide:
        return TaskSide(id=name, title=name, force="blue", tasks=("strike",), seats=2, targets=targets)

    return TaskScenario(
        id="two",
        title="Two flights",
        sides=(
            flight("a", Target(name="Bridge", class_="primary", seats=first)),
            flight("b", Target(name="Dam", class_="primary"), Target(name="bridge", class_="secondary", seats=second)),
        ),
    )


@pytest.mark.parametrize(("first", "second", "warned"), [((), (), 1), ((1, 2), (), 1), ((1, 2), (1, 2), 0)])
def test_a_target_that_is_primary_for_some_and_secondary_for_others_is_asked_about(
    first: tuple[int, ...], second: tuple[int, ...], warned: int
) -> None:
    event = amps_event().model_copy(update={"scenarios": (two_flights(first, second),)})
    found = [one for one in check_scenario(event, event.scenarios[0]) if one.code == "target-classes"]
    assert [str(one.severity) for one in found] == ["warning"] * warned


@pytest.mark.parametrize("box", ["target,Bridge", "modifier,-3"])
def test_a_bombing_roll_without_odds_scores_nothing_and_is_told(folder: Path, box: str) -> None:
    field, _, value = box.partition(",")
    done = scored(folder, {f"strike.bombing.1.{field}": value})
    (found,) = told(done, "half-entered")
    assert (str(found.severity), "without its odds" in found.message) == ("warning", True)
    assert (found.sheet, found.cell) == cell_of(folder, 1, "strike.1", "strike.bombing.1.odds")
