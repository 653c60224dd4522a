"""A LibreOffice that stays open while a test process runs: to start one takes longer than most of what it does.

It has a profile of its own, so that parallel runs and a LibreOffice that the developer has open do not meet. It
recalculates whatever it loads.
"""

from __future__ import annotations

import atexit
import functools
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from sheetscore.workbooks.office import libreoffice, surroundings

BRIDGE = Path(__file__).with_name("libreoffice_bridge.py")
PYTHON = "/usr/bin/python3"
"""The Python that has LibreOffice's bridge (python3-uno)."""

SECONDS = 240
"""How long a job may take, with the start of LibreOffice before it."""

SECONDS_TO_END = 10
SECONDS_TO_LOOK = 0.5

_PROFILE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop>
</item>
<item oor:path="/org.openoffice.Office.Calc/Input">
<prop oor:name="ReplaceCellsWarning" oor:op="fuse"><value>false</value></prop>
</item>
</oor:items>
"""
"""Recalculation mode 0: always. Otherwise LibreOffice shows the cached values of XlsxWriter's formulas.

Nobody is there to say yes when something is pasted over what is not blank.
"""

KEEPS_MEMORY = {
    "MALLOC_TOP_PAD_": "67108864",
    "MALLOC_TRIM_THRESHOLD_": "2000000000",
    "MALLOC_MMAP_THRESHOLD_": "2000000000",
}
"""What one workbook needed is there for the next: to give it back and ask for it again takes a seventh of the time."""

READY = "ready"
"""What the bridge says first, when LibreOffice is there and has loaded it."""

Step = Sequence[str | int]
"""What a :class:`libreoffice_bridge.Person` does, and the details: ``("rename", "Table 1", "Ann")``."""


class DiesAsItStartsError(Exception):
    """No test that needs LibreOffice can pass."""


def save_as(source: Path, target: Path) -> Path:
    """Open a workbook and save it as it is, as .xlsx, .ods or .pdf."""
    return _done({"source": str(source), "target": str(target)}, target)


def edit(source: Path, target: Path, *steps: Step) -> Path:
    """Open a workbook, lift its protection, make changes, save it under another name as .xlsx or .ods."""
    return _done({"source": str(source), "target": str(target), "steps": steps}, target)


def end() -> None:
    """End the LibreOffice that is open; the next job starts another."""
    if _open.cache_info().currsize:
        _open().end()
        _open.cache_clear()


def _done(job: dict[str, object], target: Path) -> Path:
    """Have a job done; what goes wrong after many others is tried again in a LibreOffice that has just started."""
    wrong = _open().answer(job)
    if wrong or not target.exists():
        end()
        for file in (Path(str(job["source"])), target):
            file.with_name(f".~lock.{file.name}#").unlink(missing_ok=True)  # or one that died keeps the file to itself
        wrong = _open().answer(job)
    assert not wrong, f"LibreOffice made no {target.name}: {wrong}"
    assert target.exists(), f"LibreOffice made no {target.name}"
    return target


class _Office:
    """LibreOffice, and the program that passes jobs on to it."""

    def __init__(self) -> None:
        self.profile = Path(tempfile.mkdtemp(prefix="sheetscore-soffice-"))
        (self.profile / "user").mkdir()
        (self.profile / "user" / "registrymodifications.xcu").write_text(_PROFILE, encoding="utf-8")
        pipe = self.profile.name
        program = libreoffice()
        assert program, "LibreOffice is not installed"
        office = [
            *(program, f"-env:UserInstallation={self.profile.as_uri()}", "--headless", "--norestore"),
            f"--accept=pipe,name={pipe};urp;",
        ]
        environment = surroundings(self.profile) | KEEPS_MEMORY  # it leaves files when it is killed
        quiet = subprocess.DEVNULL
        self.program = subprocess.Popen(
            office, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True, env=environment
        )
        self.bridge = subprocess.Popen(
            [PYTHON, str(BRIDGE), pipe], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )
        self.died_as_it_started = not self._is_ready()

    def answer(self, job: dict[str, object]) -> str:
        """Give what went wrong, or nothing."""
        assert self.bridge.stdin
        try:
            self.bridge.stdin.write(json.dumps(job) + "\n")
            self.bridge.stdin.flush()
        except BrokenPipeError:
            return "it is gone"
        return self._heard()

    def _is_ready(self) -> bool:
        """Wait until LibreOffice is there, or is gone."""
        assert self.bridge.stdout
        while self.program.poll() is None and self.bridge.poll() is None:
            if select.select([self.bridge.stdout], [], [], SECONDS_TO_LOOK)[0]:
                return self._heard() == READY
        return False

    def _heard(self) -> str:
        """Give the next line of the bridge."""
        assert self.bridge.stdout
        if not select.select([self.bridge.stdout], [], [], SECONDS)[0]:
            return f"no answer in {SECONDS} seconds"
        return (self.bridge.stdout.readline() or "it went away").strip()

    def end(self) -> None:
        """End both programs: soffice is a script whose child does the work, and goes when nobody has jobs any more."""
        assert self.bridge.stdin
        assert self.bridge.stdout
        with suppress(BrokenPipeError):
            self.bridge.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self.program.wait(SECONDS_TO_END)
        with suppress(ProcessLookupError):
            os.killpg(self.program.pid, signal.SIGKILL)
        self.program.wait()
        self.bridge.kill()
        self.bridge.wait()
        self.bridge.stdout.close()
        shutil.rmtree(self.profile, ignore_errors=True)


@functools.cache
def _open() -> _Office:
    """Start LibreOffice.

    Raises
    ------
    DiesAsItStartsError
        It did so twice.
    """
    atexit.register(end)
    for _ in range(2):
        office = _Office()
        if not office.died_as_it_started:
            return office
        office.end()
    raise DiesAsItStartsError("LibreOffice dies as it starts")
