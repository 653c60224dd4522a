"""One run at a time in a folder."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
from filelock import FileLock

from sheetscore.problems import WrongUsage
from sheetscore.workbooks.saving import folder_lock

HOLD = """
import sys, time, pathlib
from sheetscore.workbooks.saving import folder_lock
with folder_lock(pathlib.Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


def test_a_second_run_waits_a_moment_and_is_told(tmp_path: Path) -> None:
    with folder_lock(tmp_path):
        began = time.monotonic()
        with pytest.raises(WrongUsage, match=f"another sheetscore is at work in {tmp_path}"):
            folder_lock(tmp_path, patience=0.1).__enter__()
        assert 0.1 <= time.monotonic() - began < 1


def test_runs_follow_each_other_also_after_a_failure(tmp_path: Path) -> None:
    with pytest.raises(KeyError), folder_lock(tmp_path):
        raise KeyError
    with folder_lock(tmp_path, patience=0):
        pass


def test_folders_do_not_disturb_each_other(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    with folder_lock(tmp_path), folder_lock(other, patience=0):
        pass


def test_a_killed_run_leaves_no_lock_behind(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        assert run.stdout.readline() == "held\n"
        with pytest.raises(WrongUsage):
            folder_lock(tmp_path, patience=0).__enter__()
        run.kill()
    with folder_lock(tmp_path, patience=0):
        pass


def test_whoever_holds_the_lock_has_the_folder_swept(tmp_path: Path) -> None:
    unfinished = tmp_path / ".round1.unfinished-0123abcd.xlsx"
    unfinished.write_bytes(b"half")
    with folder_lock(tmp_path):
        assert not unfinished.exists()


def test_a_folder_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with pytest.raises(WrongUsage, match="there is no folder"):
        folder_lock(tmp_path / "nowhere").__enter__()
    assert not (tmp_path / "nowhere").exists()


def test_a_folder_that_cannot_be_written_to_is_said_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: FileLock) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(FileLock, "acquire", refuse)
    with pytest.raises(WrongUsage, match="see that you may write"):
        folder_lock(tmp_path).__enter__()
