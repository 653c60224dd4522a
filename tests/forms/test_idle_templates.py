"""Files that look like templates and are in no use are named by check and templates, with what to do."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from dice_system import install
from registered import SYSTEMS

from sheetscore.cli.main import main
from sheetscore.findings import Severity
from sheetscore.forms.template import shipped
from sheetscore.operations.check import check
from sheetscore.operations.new import new
from sheetscore.systems.system import system_called

TEMPLATES = shipped("templates")


@pytest.fixture(autouse=True)
def _dice(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def idle(folder: Path) -> list[str]:
    found = [one for one in check(folder).findings if one.code == "template-idle"]
    assert {one.severity for one in found} <= {Severity.WARNING}
    return [one.message for one in found]


def put(folder: Path, source: str, *places: str) -> None:
    for place in places:
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(TEMPLATES / source, folder / place)


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_comes_along_may_be_copied_as_a_whole(system: str, tmp_path: Path) -> None:
    new(tmp_path / "event", system=system)
    for folder in filter(Path.is_dir, reversed([*system_called(system).library().folders()])):
        shutil.copytree(folder, tmp_path / "event" / "templates" / system, dirs_exist_ok=True)
    assert idle(tmp_path / "event") == []


@pytest.mark.parametrize(
    ("system", "source", "place", "told"),
    [
        ("amps", "amps/strike.toml", "strike.toml", "it belongs into templates/amps/"),
        ("amps", "amps/strike.toml", "template/strike.toml", "it belongs into templates/amps/"),
        ("amps", "amps/strike.toml", "templates/team/strike.toml", "it belongs into templates/amps/"),
        (
            "amps",
            "amps/strike.toml",
            "templates/amps/strkie.toml",
            'nothing of amps is called so. Did you mean "strike"?',
        ),
        ("amps", "amps/strike.toml", "templates/amps/strike.toml.txt", "it would have to be called strike.toml"),
        ("amps", "amps/strike.toml", "templates/amps/xyz.toml", "nothing of amps is called so. There are: air-combat"),
        ("team", "team/scoring/avp.toml", "templates/team/avp.toml", "it belongs into templates/team/scoring/"),
        (
            "airforce",
            "airforce/aircraft/ex-light.toml",
            "templates/airforce/ex-light.toml",
            "templates/airforce/aircraft/",
        ),
        ("diplomacy", "diplomacy/board.toml", "templates/diplomacy/scoring2/board.toml", "into templates/diplomacy/"),
    ],
)
def test_what_lies_elsewhere_or_is_called_otherwise_is_named(
    system: str, source: str, place: str, told: str, tmp_path: Path
) -> None:
    new(tmp_path / "event", system=system)
    put(tmp_path / "event", source, place)
    (message,) = idle(tmp_path / "event")
    assert message.startswith(f"{place} is in no use: ")
    assert told in message
    done = CliRunner().invoke(main, ["-C", str(tmp_path / "event"), "templates"])
    assert (done.exit_code, done.stderr.count("is in no use")) == (0, 1)
    assert str(tmp_path / "event" / place) not in done.stdout


@pytest.mark.parametrize(
    ("system", "source", "place"),
    [
        ("amps", "amps/strike.toml", "templates/amps/strike.toml"),
        ("amps", "amps/strike.toml", "templates/strike.toml"),
        ("team", "amps/strike.toml", "templates/amps/strike.toml"),
        ("airforce", "airforce/aircraft/ex-light.toml", "templates/airforce/aircraft/zero.toml"),
        ("amps", "amps/strike.toml", "kept/strike.toml"),
        ("amps", "amps/strike.toml", "notes.toml"),
    ],
)
def test_what_counts_or_is_no_template_is_not_named(system: str, source: str, place: str, tmp_path: Path) -> None:
    new(tmp_path / "event", system=system)
    put(tmp_path / "event", source, place)
    assert idle(tmp_path / "event") == []


def test_of_two_alike_the_one_behind_is_named(tmp_path: Path) -> None:
    new(tmp_path / "event", system="amps")
    put(tmp_path / "event", "amps/strike.toml", "templates/amps/strike.toml", "templates/strike.toml")
    assert idle(tmp_path / "event") == [
        "templates/strike.toml is in no use: templates/amps/strike.toml comes first. Move one of the two away"
    ]
