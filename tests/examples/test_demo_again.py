"""A demo runs again over itself with the same outcome: by rounds, which follow from each other, and in one go."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from event_folder import contents
from msgspec.structs import replace
from shared_demos import Demos

from sheetscore.cli.main import main
from sheetscore.operations.opening.drawn_rounds import draw_of
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.standings import standings
from sheetscore.pairing.draw import Draw


def drawn(folder: Path) -> list[Draw]:
    """Give all draws but for their reports: one that is made again tells that there are results already."""
    opened = open_event(folder)
    return [replace(draw_of(opened, stage).draw, report=()) for stage in opened.event.stages]


@pytest.mark.parametrize(
    ("system", "example", "said"),
    [("team", "team-of-four", {"3 of 3 checks agree": 3}), ("duplicate", "duplicate", {"agree": 1})],
)
def test_the_demo_runs_again_in_its_folder(
    demos: Demos, system: str, example: str, said: dict[str, int], tmp_path: Path
) -> None:
    played = demos.played(example)
    folder = played.copied(tmp_path / "event")
    done = CliRunner().invoke(main, ["demo", str(folder), "--system", system])
    assert done.exit_code == 0
    assert {words: done.stdout.count(words) for words in said} == said
    after = {name: digest for name, digest in contents(folder).items() if "~" not in name}
    before = {name: digest for name, digest in played.as_it_was.items() if "~" not in name}
    assert after.keys() == before.keys()
    assert drawn(folder) == drawn(played.folder)
    results = [name for name in before if name.endswith("-results.xlsx")]
    assert results
    assert [after[name] for name in results] == [before[name] for name in results]
    assert standings(folder).rows == played.ranked.rows
