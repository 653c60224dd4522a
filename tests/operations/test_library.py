"""The library as scripts use it: paths as text, the words of the command for a wrong one, one frame of all rounds."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from shared_demos import Demos

import sheetscore as ss


def test_results_of_all_rounds_are_one_frame(demos: Demos) -> None:
    played = demos.played("origins-1991")
    done = ss.results(str(played.folder))
    frame = done.frame()
    assert list(frame["round"].unique()) == [1, 2, 3]
    assert len(frame) == sum(len(record.rows) for record in done.rounds.values())
    totals = frame.groupby("player")["score"].sum()
    for row in played.ranked.rows:
        assert totals[str(row["id"])] == pytest.approx(float(row["score"] or 0))
    assert ss.results(ss.Event.load(played.folder)).rows == done.rows


def test_results_are_called_and_hold_the_modules_of_the_room_alike(demos: Demos) -> None:
    """Python lets a package's name mean its folder as soon as anything in it is imported: here it means both."""
    folder = str(demos.played("origins-1991").folder)
    program = (
        "import sys\n"
        "import sheetscore as ss\n"
        "assert not any(name.startswith(('sheetscore.operations', 'sheetscore.event')) for name in sys.modules)\n"
        "from sheetscore import results\n"
        f"first = results({folder!r}).rows\n"
        "import sheetscore.results.record\n"
        "from sheetscore.results.record import frame\n"
        f"assert ss.results({folder!r}).rows == first\n"
        "assert sheetscore.results is results is sys.modules['sheetscore.results']\n"
        "assert sheetscore.results.record.frame is frame\n"
        "assert 'results' in dir(ss) and 'results' in ss.__all__\n"
        "print(len(first))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert int(done.stdout) == len(ss.results(folder).rows)


def test_rows_that_know_their_round_keep_it(demos: Demos) -> None:
    frame = ss.results(demos.played("duplicate").folder).frame()
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
    with pytest.raises(ss.WrongUsage, match="a packet has no part wall; there are all, players, schedule, scenarios"):
        ss.packet(other, "wall")
    assert ss.score_board("sum-of-squares", [5, 5, 5, 5, 5, 5, 4], folder=other)
