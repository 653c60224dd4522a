"""A LibreOffice that stays open for many edits, each of them a few tenths of a second."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

BRIDGE = Path(__file__).with_name("libreoffice_bridge.py")
PYTHON = "/usr/bin/python3"
"""The Python that has LibreOffice's bridge (python3-uno)."""

_PROFILE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Input">
<prop oor:name="ReplaceCellsWarning" oor:op="fuse"><value>false</value></prop>
</item>
</oor:items>
"""
"""Nobody is there to say yes when something is pasted over what is not blank."""

Step = Sequence[str | int]
"""What a :class:`libreoffice_bridge.Person` does, and the details: ``("rename", "Table 1", "Ann")``."""


class AtLibreOffice:
    """Somebody at LibreOffice who does what he is told."""

    def __init__(self, jobs: IO[str], answers: IO[str]) -> None:
        self.jobs = jobs
        self.answers = answers

    def edit(self, source: Path, target: Path, *steps: Step) -> Path:
        """Open a workbook, make changes, save it under another name as .xlsx or .ods."""
        job = {"source": str(source), "target": str(target), "steps": steps}
        self.jobs.write(json.dumps(job) + "\n")
        self.jobs.flush()
        wrong = self.answers.readline()
        assert wrong == "\n", f"LibreOffice: {wrong}"
        return target


@contextmanager
def libreoffice() -> Iterator[AtLibreOffice]:
    """Start LibreOffice with a profile of its own, and end it."""
    with tempfile.TemporaryDirectory(prefix="sheetscore-soffice-") as profile:
        (Path(profile) / "user").mkdir()
        (Path(profile) / "user" / "registrymodifications.xcu").write_text(_PROFILE, encoding="utf-8")
        pipe = f"sheetscore-{os.getpid()}"
        office = [
            *("soffice", f"-env:UserInstallation={Path(profile).as_uri()}", "--headless", "--norestore"),
            f"--accept=pipe,name={pipe};urp;",
        ]
        with (
            subprocess.Popen(
                office, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
            ) as program,
            subprocess.Popen(
                [PYTHON, str(BRIDGE), pipe], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            ) as bridge,
        ):
            assert bridge.stdin
            assert bridge.stdout
            try:
                yield AtLibreOffice(bridge.stdin, bridge.stdout)
                bridge.stdin.close()
                program.wait(timeout=30)
            finally:
                bridge.kill()
                if program.poll() is None:
                    os.killpg(program.pid, signal.SIGKILL)
