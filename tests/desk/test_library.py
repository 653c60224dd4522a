"""The library as scripts use it: paths as text, the words of the command for a wrong one, one frame of all rounds."""

from __future__ import annotations

from pathlib import Path

import pytest
from shared_demos import Demos

import sheetscore as ss


def test_results_of_all_rounds_are_one_frame(demos: Demos) -> None:
    played = demos.played("origins-1991")
    done = ss.scored_rounds(str(played.folder))
    frame = done.frame()
    assert list(frame["round"].unique()) == [1, 2, 3]
    assert len(frame) == sum(len(record.rows) for record in done.rounds.values())
    totals = frame.groupby("player")["score"].sum()
    for row in played.ranked.rows:
        assert totals[str(row["id"])] == pytest.approx(float(row["score"] or 0))
    assert ss.scored_rounds(ss.Event.load(played.folder)).rows == done.rows


def test_rows_that_know_their_round_keep_it(demos: Demos) -> None:
    frame = ss.scored_rounds(demos.played("duplicate").folder).frame()
    assert frame["round"].min() == 1
    assert frame["round"].nunique() > 1


def test_paths_may_be_texts(tmp_path: Path) -> None:
    folder = str(tmp_path / "event")
    ss.new(folder, system="amps")
    event = ss.Event.load(folder)
    assert ss.check(folder).status != "errors"
    roster = tmp_path / "roster.csv"
    roster.write_text("id,name\n" + "".join(f"P{one},Pilot {one}\n" for one in range(1, 9)), encoding="utf-8")
    other = str(tmp_path / "other")
    ss.new(other, source=f"{folder}/event.xlsx", players=str(roster))
    assert event.header.system == "amps"
    assert ss.draw(other, 1).path.name == "round1-draw.xlsx"
    assert ss.change_draw(other, 1, [], ["P8"]).path.name == "round1-draw.xlsx"
    made = ss.make_sheets(other, 1)
    merged = ss.merge_copies(str(made.path), str(made.path), str(tmp_path / "other" / "both.xlsx"))
    assert merged.path.name == "both.xlsx"
    with pytest.raises(ss.WrongUsage, match="wall is nothing to print; there are postings, sheets, results, all"):
        ss.print_pages(str(made.path), what="wall")
    with pytest.raises(ss.WrongUsage, match="xml is no form to export in; there are csv, toml, json"):
        ss.export(other, "xml")
    assert ss.score_board("sum-of-squares", [5, 5, 5, 5, 5, 5, 4], folder=other)
