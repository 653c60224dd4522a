"""The system that the documents build in ten steps: its blocks are put together, installed, and an event is played.

They are type-checked, and know of sheetscore what is promised to plug-ins alone.
"""

from __future__ import annotations

import json
import re
import shlex
from collections import defaultdict
from pathlib import Path

import openpyxl
import pytest
from click.testing import CliRunner
from generated import ROOT
from installed_package import install_package
from libreoffice import recalculate
from typed_plug_ins import assert_imports_the_front_door, assert_typed

from sheetscore.cli.main import main

PAGE = (ROOT / "docs" / "a-system-in-ten-steps.md").read_text(encoding="utf-8")


def files() -> dict[str, str]:
    """Give the files that the blocks are parts of, as their first lines say."""
    parts = defaultdict(list)
    for name, text in re.findall(r"^```[a-z]+\n# (\S+)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE):
        parts[name].append(text)
    return {name: "\n\n".join(texts) for name, texts in parts.items()}


def commands() -> list[list[str]]:
    """Give the commands of the last step, without the program's name."""
    (block,) = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    return [shlex.split(line)[1:] for line in block.splitlines()]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The package, written and installed."""
    install_package(tmp_path, files(), monkeypatch)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str) -> str:
    done = CliRunner().invoke(main, list(words))
    assert done.exit_code == 0, done.output
    return done.output


def test_the_page_has_ten_steps() -> None:
    assert re.findall(r"^## (\d+)\. ", PAGE, re.MULTILINE) == [str(number) for number in range(1, 11)]
    assert set(files()) == {
        "pyproject.toml",
        "cribbage/__init__.py",
        "cribbage/templates/cribbage/game.toml",
        "round1.csv",
    }


def test_the_system_imports_what_is_promised_alone_and_is_typed(package: Path) -> None:
    assert_imports_the_front_door(package / "cribbage" / "__init__.py")
    assert_typed(package / "cribbage", package / "pyproject.toml")


def test_the_system_goes_from_new_to_standings(package: Path) -> None:
    for words in commands():
        shown = run(*words)
        assert "Skunk line = 91" in shown or words[0] != "systems"
    drawn = json.loads(run("-C", "club", "draw", "2", "--json"))
    ranked = json.loads(run("-C", "club", "standings", "--json"))["rows"]
    assert [(row["rank"], row["score"], row["spread"]) for row in ranked] == [
        (1, 3, 33),  # 121 to 88, a skunk
        (2, 2, 11),
        (3, 0, -11),
        (4, 0, -33),
    ]
    assert set(drawn["tables"][0]["seats"].values()) == {ranked[0]["id"], ranked[1]["id"]}
    results = package / "club" / "round1-results.xlsx"
    (again,) = recalculate([results], package / "again")
    for path in (results, again):
        sheet = openpyxl.load_workbook(path, data_only=True)["Results"]
        points = [row[3] for row in sheet.iter_rows(values_only=True) if row[1] in {1, 2}]
        assert points == [3, 2, 0, 0]


def test_a_game_that_nobody_has_won_is_found(package: Path) -> None:
    for words in commands()[1:6]:
        run(*words)
    (package / "club" / "wrong.csv").write_text("table,seat,field,value\n1,1,pegged,120\n2,2,pegged,-\n")
    run("-C", "club", "fill", "round1.xlsx", "club/wrong.csv")
    done = CliRunner().invoke(main, ["-C", "club", "ingest", "round1.xlsx", "--json"])
    assert done.exit_code == 1
    assert {(one["code"], one["sheet"]) for one in json.loads(done.stdout)["findings"]} == {
        ("impossible", "Table 1"),
        ("result-missing", "Table 2"),
    }
