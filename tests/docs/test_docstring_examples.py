"""The examples in the docstrings of what scripts and plug-ins call give what they say."""

from __future__ import annotations

import doctest
import inspect
import shutil
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from shared_demos import Demos

import sheetscore
from sheetscore import plugin
from sheetscore.forms.template import shipped
from sheetscore.operations import standings
from sheetscore.operations.draw import draw
from sheetscore.operations.new import new

WITHOUT = {
    "bind": "takes a template and its surroundings: docs/a-system-in-ten-steps.md has it",
    "bind_sums": "the same",
    "box_cell": "takes a page that is being laid out: docs/a-system-in-ten-steps.md",
    "change_draw_by_points": "takes a draw and who comes: docs/plugins.md",
    "check_results": "starts LibreOffice",
    "decide": "takes a chain and figures: docs/plugins.md",
    "decisions_of": "takes the settings of a system",
    "heading": "draws on a page",
    "lay_out_blocks": "draws on a page",
    "merge_copies": "takes two copies of one workbook: docs/on-the-day.md",
    "opposed_sides": "takes the rows of a game: docs/plugins.md",
    "packet": "starts LibreOffice",
    "place_formula": "takes a cell of a table",
    "post_by_name": "draws on a worksheet",
    "post_by_table": "draws on a worksheet",
    "post_opponents": "draws on a worksheet",
    "post_pairs": "draws on a worksheet",
    "print_pages": "starts LibreOffice",
    "ranked_sides": "takes the rows of a game: docs/plugins.md",
    "reseated": "takes a draw and who comes",
    "signatures": "draws on a page",
    "step_column": "is a text column beside the paper",
    "tie_break_setting": "is a field of settings: docs/plugins.md",
    "who_sits": "takes a page",
}
"""Functions without an example, and why."""


def public() -> dict[str, Any]:
    """Give the functions that scripts and plug-ins may call, and the classes that have an example."""
    named = {name: getattr(home, name) for home in (sheetscore, plugin) for name in home.__all__}
    named["results"] = standings.results  # the package of that name answers the call
    ours = {name: one for name, one in named.items() if getattr(one, "__module__", "").startswith("sheetscore.")}
    return {
        name: one
        for name, one in ours.items()
        if inspect.isfunction(one) or (inspect.isclass(one) and ">>>" in (one.__doc__ or ""))
    }


PUBLIC = public()


@pytest.fixture(scope="module")
def folders(demos: Demos, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an event that was played, one that is drawn, and one that is not."""
    place = tmp_path_factory.mktemp("examples")
    demos.played("aso").copied(place / "copenhagen")
    for name in ("drawn", "drawn-later"):
        new(place / name, source=place / "copenhagen" / "event.xlsx")
    draw(place / "drawn", 1)
    new(place / "circuit", source=shipped("examples") / "duplicate" / "event.toml")
    (place / "corrections.csv").write_text("table,seat,field,value\n1,1,boxcars,4\n", encoding="utf-8")
    return place


@pytest.fixture
def at_work(folders: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Examples name their files from where they are, and each has its own."""
    shutil.copytree(folders, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("at_work")
@pytest.mark.parametrize("name", sorted(PUBLIC.keys() - WITHOUT.keys()))
def test_an_example_gives_what_it_says(name: str) -> None:
    one = PUBLIC[name]
    given = {**vars(sys.modules[one.__module__]), "Fraction": Fraction}
    (example,) = doctest.DocTestFinder(recurse=False).find(one, name, globs=given)
    assert example.examples, f"{name} has no example"
    said: list[str] = []
    failed, _ = doctest.DocTestRunner(verbose=False).run(example, out=said.append)
    assert not failed, "".join(said)


def test_reasons_are_for_functions_without_an_example() -> None:
    assert {name for name in WITHOUT if ">>>" in (PUBLIC[name].__doc__ or "")} == set()
