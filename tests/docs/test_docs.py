"""The documents say what is so: parts made from the program are fresh, and whatever they name is there."""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import click
import pytest
from generated import ROOT, SYSTEMS, pages, renewed

from sheetscore.cli.main import COMMANDS, main
from sheetscore.event.load import examine_event
from sheetscore.findings import CODES, Severity
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import entries
from sheetscore.operations.sheets import make_sheets
from sheetscore.results.hidden_data import VERSIONS
from sheetscore.scoring.boards.system import board_systems
from sheetscore.sheets.hidden_sheets import MAP_VERSION
from sheetscore.systems.system import system_called

PAGES = {page.relative_to(ROOT).as_posix(): page.read_text(encoding="utf-8") for page in pages()}
EVERY_PAGE = pytest.mark.parametrize("page", PAGES)
EVERY_SYSTEM = pytest.mark.parametrize("system", SYSTEMS)

FOLDERS = ("sheetscore/", "templates/", "tests/", "docs/", "examples/")
OF_AN_EVENT = {"templates/", "templates/scoring/", "templates/scoring/avp.toml"}
"""What may lie in an event's own folder, and does not lie in ours."""
SEATS = {"strike.1", "red.1", "blue.1"}
"""Seats that look like fields."""


def blocks(text: str, language: str = "") -> list[str]:
    """Give the fenced blocks in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def quoted(text: str) -> Iterator[str]:
    """Go through what stands in backticks outside of fenced blocks."""
    yield from re.findall(r"`([^`]+)`", re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE))


def anchors(text: str) -> set[str]:
    """Give what the headings of a page may be linked by."""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


def commands(text: str) -> Iterator[str]:
    """Go through the commands of sheetscore and make, wherever they are written."""
    lines = [line.strip() for line in text.splitlines() if line.startswith("    ")]
    inner = [line.strip() for block in blocks(text, "(?:sh)?") for line in block.splitlines()]
    told = [" ".join(one.split()) for one in quoted(text)]
    for line in (*lines, *inner, *told):
        for command in re.split(r"&&|\||>", line.partition("#")[0]):
            if command.strip().startswith(("sheetscore ", "make ")):
                yield command.strip()


@EVERY_PAGE
def test_what_follows_from_the_program_is_fresh(page: str) -> None:
    assert PAGES[page] == renewed(PAGES[page]), "python tests/docs/generated.py writes it anew"


@EVERY_PAGE
def test_links_lead_somewhere(page: str) -> None:
    links = re.findall(r"\]\(([^)\s]+)\)|src=\"([^\"]+)\"", PAGES[page])
    for link in (one or other for one, other in links):
        target, _, anchor = link.partition("#")
        if target.startswith("https:"):
            continue
        there = (ROOT / page).parent / target if target else ROOT / page
        assert there.exists(), link
        assert not anchor or anchor in anchors(there.read_text(encoding="utf-8")), link


@EVERY_PAGE
def test_files_and_modules_that_are_named_exist(page: str) -> None:
    for words in quoted(PAGES[page]):
        if words.startswith(FOLDERS) and words not in OF_AN_EVENT:
            assert list(ROOT.glob(words.rstrip("/"))), words
        if re.fullmatch(r"sheetscore(\.[a-z_]+)+", words):
            module, _, name = words.rpartition(".")
            assert hasattr(__import__(module, fromlist=[name]), name) or find_spec(words), words


@EVERY_PAGE
def test_what_is_said_to_be_in_a_module_is_there(page: str) -> None:
    for name, module in re.findall(r"`(\w+)`,? (?:used )?in `(sheetscore/[^`]+\.py)`", PAGES[page]):
        assert re.search(rf"\b{name}\b", (ROOT / module).read_text(encoding="utf-8")), (name, module)


@EVERY_PAGE
def test_commands_that_are_named_exist(page: str) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for line in commands(PAGES[page]):
        program, *words = line.split()
        if program == "make":
            assert words[0] in targets, line
            continue
        words = words[2:] if words[0] == "-C" else words
        if not words or words[0] in {"--version", "--help", "COMMAND"}:
            continue
        assert words[0] in COMMANDS, line
        command = main.get_command(click.Context(main), words[0])
        assert command is not None
        if isinstance(command, click.Group):
            command = command.get_command(click.Context(command), words[1])
            assert command is not None, line
        known = {option for parameter in command.params for option in parameter.opts} | {"--help"}
        assert {word for word in words if re.match(r"--?[a-zA-Z]", word)} <= known, line


def test_the_readme_is_short_and_leads_to_every_page() -> None:
    assert len(PAGES["README.md"].splitlines()) < 160
    for page in PAGES:
        assert page == "README.md" or f"]({page})" in PAGES["README.md"], page


def test_every_system_that_comes_along_has_a_page() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert set(SYSTEMS) == project["entry-points"]["sheetscore.systems"].keys()


def test_the_versions_of_hidden_data_are_told() -> None:
    row = r"^\| (score sheets|results|standings|plan) \|.*\| (\d) \|$"
    told = re.findall(row, PAGES["docs/design.md"], re.MULTILINE)
    assert {what: int(version) for what, version in told} == {"score sheets": MAP_VERSION, **VERSIONS}


def test_so_many_scoring_systems_come_along() -> None:
    many = len(board_systems(None))
    for page in ("README.md", "docs/systems/diplomacy.md"):
        assert f" {many} " in PAGES[page]


@EVERY_SYSTEM
def test_the_small_event_of_a_system_is_in_order(tmp_path: Path, system: str) -> None:
    (tmp_path / "event.toml").write_text(blocks(PAGES[f"docs/systems/{system}.md"], "toml")[0], encoding="utf-8")
    event, findings = examine_event(tmp_path)
    assert event is not None, findings
    assert event.header.system == system
    assert {one.severity for one in findings} <= {Severity.NOTE}


@EVERY_SYSTEM
def test_fields_for_scripts_are_those_of_the_sheets(tmp_path: Path, system: str) -> None:
    page = PAGES[f"docs/systems/{system}.md"]
    (tmp_path / "event.toml").write_text(blocks(page, "toml")[0], encoding="utf-8")
    stage = None if system == "duplicate" else 1
    draw(tmp_path, stage)
    lines = csv.DictReader(entries(make_sheets(tmp_path, stage).path).splitlines())
    fields = {re.sub(r"\b\d+\b", "1", line["field"]) for line in lines}
    told = page.partition("\n## For scripts\n")[2].partition("\n## ")[0]
    named = {one.split(",")[2] if re.match(r"\d,", one) else one for one in quoted(told)}
    plain = {one for one in named if re.fullmatch(r"[a-z_-]+(\.[a-z0-9_]+)+", one)}
    assert len(plain) > 2 or system == "team"
    assert {re.sub(r"\.(n|k|\d+)\b", ".1", one) for one in plain} - SEATS <= fields


@EVERY_SYSTEM
def test_a_system_has_a_page_with_every_part(system: str) -> None:
    page = PAGES[f"docs/systems/{system}.md"]
    for heading in ("A small event", "What is computed", "Ties", "Settings", "Findings", "For scripts", "Limits"):
        assert f"\n## {heading}\n" in page
    for part in ("event", "settings", *(["codes"] if system_called(system).codes else [])):
        assert f"<!-- {part} {system} -->" in page


@EVERY_SYSTEM
def test_codes_of_findings_that_a_page_names_are_codes(system: str) -> None:
    findings = PAGES[f"docs/systems/{system}.md"].partition("\n## Findings\n")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in findings.splitlines() if line.startswith("| `")]
    named = {code for row in rows for code in re.findall(r"`([a-z-]+)`", row)}
    assert named <= CODES.keys()
    assert system_called(system).codes.keys() <= named
