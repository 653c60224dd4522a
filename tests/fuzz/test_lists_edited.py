"""Whatever is done to a list or a setting of the event alone: the next command names everybody whose figures it moves.

``make fuzz`` and ``make test-large`` run many cases of every system, other runs a few of two systems.
"""

from __future__ import annotations

import os
import re
import shutil
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from random import Random

import pytest
import tomlkit
from diplomacy_event import diplomacy_event
from lists_edited import edit_list, edit_setting
from match_event import match_event, scenario
from msgspec.structs import replace
from typed_rounds import ROUNDS, TypedRound, typed_round

from sheetscore.event.load import load_event
from sheetscore.operations.ingest import ingest
from sheetscore.operations.opening.open_event import examine
from sheetscore.operations.standings import standings
from sheetscore.problems import Problem
from sheetscore.results.record_lines import read_results
from sheetscore.results.standings_record import read_standings
from sheetscore.systems.match.model import Handicap
from sheetscore.systems.outcomes import ResultRow

CASES = int(os.environ.get("FUZZ_CASES", "300")) // 75
SEED = os.environ.get("FUZZ_SEED", "1991")
_TRIED = 10
"""How many edits are tried for each that commands go on from."""

FEW = ("match", "aso")
"""The systems of a run with few cases."""

NOT_FIGURES = {"id", "player", "team", "name", "opponent_name", "club", "country"}
"""The keys of a row that say whose it is; a team that changes is named, and its players' rows are as they were."""

Figures = Mapping[str, list[dict[str, object]]]


def _with_teams() -> TypedRound:
    return replace(ROUNDS["diplomacy"](), event=diplomacy_event(14, 2, teams=3))


def _with_handicaps() -> TypedRound:
    given = tuple(
        Handicap(player=f"P0{number}", against=f"P0{number - 3}", game_system="Hills", points=points)
        for number, points in ((4, "8/3"), (5, "4"), (6, "16"))
    )
    made = ROUNDS["match"]()
    return replace(made, event=match_event(6, given=given, scenarios=(scenario("hill", game_system="Hills"),)))


RICHER = {"diplomacy": _with_teams, "match": _with_handicaps}
"""Events with more lists than detours need, by system."""


def _by_owner(rows: Iterable[ResultRow]) -> Figures:
    found: dict[str, list[dict[str, object]]] = defaultdict(list)
    for row in rows:
        owner = next(str(row[key]) for key in ("player", "team", "id") if key in row)
        found[owner].append({key: value for key, value in row.items() if key not in NOT_FIGURES})
    return found


@cache
def _figures_in(results: bytes, table: bytes, folder: Path) -> tuple[Figures, Figures, Figures]:
    del results, table  # what the figures depend on
    ranked = read_standings(folder / "standings.xlsx")
    scored = read_results(next(folder.glob("*results.xlsx")))
    return _by_owner(scored.rows), _by_owner(ranked.rows), _by_owner(ranked.teams)


def figures(folder: Path) -> tuple[Figures, Figures, Figures]:
    """Give what everybody has in the results, in the standings, and among the teams."""
    return _figures_in(
        next(folder.glob("*results.xlsx")).read_bytes(), (folder / "standings.xlsx").read_bytes(), folder
    )


def moved(before: Figures, now: Figures) -> list[str]:
    """Give the ids of those who have other figures than before."""
    return [owner for owner, rows in before.items() if now.get(owner) != rows]


def said_by_ingesting(folder: Path) -> str:
    """Ingest the round, and give all that the command says."""
    (sheets,) = (path for path in folder.glob("*.xlsx") if path.stem in {"round1", "travellers"})
    try:
        done = ingest(sheets)
        if done.results_path is None:
            done = ingest(sheets, provisional=True)
    except Problem as problem:
        return problem.message
    changes = done.correction.sentences if done.correction else ()
    return "\n".join([*(one.message for one in done.findings), *changes])


def said_by_standings(folder: Path) -> str:
    """Have the standings made again, and give all that the command says."""
    try:
        return "\n".join(one.message for one in standings(folder).findings)
    except Problem as problem:
        return problem.message


@pytest.mark.parametrize("system", ROUNDS if len(FEW) * 2 < CASES else FEW)
def test_whoever_an_edit_of_the_event_moves_is_named(system: str, tmp_path: Path) -> None:
    original = tmp_path / "original"
    typed_round(system, "scored", original, RICHER[system]() if system in RICHER else None)
    before, wrong = figures(original), []
    names, compared = load_event(original).names, 0
    for number in range(_TRIED * CASES):
        random = Random(f"{SEED}/{system}/{number}")
        event = tomllib.loads((original / "event.toml").read_text("utf-8"))
        did = edit_setting(event, random, load_event(original)) if number % 4 == 3 else edit_list(event, random)
        if not did:
            continue
        folder = Path(shutil.copytree(original, tmp_path / str(number)))
        (folder / "event.toml").write_text(tomlkit.dumps(event), encoding="utf-8")
        if examine(folder)[0] is None:
            continue  # every command stops
        said = said_by_standings(folder) if number % 5 == 2 else said_by_ingesting(folder)
        compared += 1
        for then, now in zip(before, figures(folder), strict=True):
            silent = [
                id_
                for id_ in moved(then, now)
                if not re.search(rf"\b({re.escape(id_)}|{re.escape(str(names.get(id_, id_)))})\b", said)
            ]
            if silent and not re.search(r"\b\d+ more\b", said):
                wrong.append(f"{number} {did}\n  moved unnamed: {', '.join(silent)}\n  {said}")
        if compared == CASES:
            break
    assert compared == CASES, "most edits stop every command"
    assert not wrong, "\n".join(wrong)
