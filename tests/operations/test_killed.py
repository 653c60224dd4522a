"""A command that is killed leaves what was there or what is new, and the next one puts everything right."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PROGRAM = Path(__file__).with_name("killed_commands.py")
PLACES = (str(PROGRAM.parents[1]), str(PROGRAM.parents[2]))
"""The tests, and the sheetscore beside them, whichever is installed."""

STEPS = {
    "ingest": 20,
    "ingest with a mistake": 8,
    "ingest of the marked copy": 30,
    "sheets": 12,
    "fill": 12,
    "standings": 10,
    "first ingest": 12,
    "ingest of a marked copy with a sheet of one's own": 30,
    "ingest with a table left out": 20,
    "ingest that scores all rounds anew": 30,
    "ingest of an .ods": 15,
    "ingest of the marked copy of an .ods": 20,
    "merge": 12,
    "draw 2": 10,
    "draw 2 again": 12,
    "sheets --more": 20,
}
"""The least number of steps in its folder that each command is known to take."""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[subprocess.Popen[str]]:
    """What kills commands, started once: it has each killed by a process of its own."""
    with subprocess.Popen(
        [sys.executable, str(PROGRAM), str(tmp_path_factory.mktemp("warm"))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(PLACES), "PYTHONDONTWRITEBYTECODE": "1"},
    ) as running:
        yield running
        assert running.stdin
        running.stdin.close()


@pytest.mark.parametrize("command", STEPS)
def test_killed_in_any_state_of_its_folder_nothing_is_lost_and_it_can_be_run_again(
    command: str, program: subprocess.Popen[str], tmp_path: Path
) -> None:
    lines = answered(program, [command, str(tmp_path)])
    killed = [line for line in lines if line.startswith("killed")]
    assert len(lines) - len(killed) >= STEPS[command]
    assert any("unfinished" in line for line in killed)
    assert any("new " in line for line in killed)


def answered(program: subprocess.Popen[str], question: list[str]) -> list[str]:
    """Give what the program says of a command that it has killed, and did not find broken."""
    assert program.stdin
    assert program.stdout
    print(json.dumps(question), file=program.stdin, flush=True)
    lines: list[str] = []
    for line in program.stdout:
        lines.append(line.rstrip())
        if line.startswith("ended "):
            break
    assert lines[-1:] == ["ended 0"], "\n".join(lines)
    return lines[:-1]
