"""The oracle itself: it must find a wrong figure, or every test that trusts it is worthless."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import open_libreoffice
import pytest
import xlsxwriter
from libreoffice import assert_recalculated_equals_cached, compute, pdf_page_sizes, pdf_pages, recalculate, to_pdf

CASES: dict[str, tuple[str, float | str | bool, bool]] = {
    "number": ("=17/2", 8.499999999999998, True),
    "nothing left": ("=0.1+0.2-0.3", 0, True),
    "text": ('="a"&"b"', "ab", True),
    "empty text": ('=""', "", True),
    "truth": ("=1=1", True, True),
    "wrong number": ("=17/2", 8.4999, False),
    "default of XlsxWriter": ("=1+1", 0, False),
    "wrong text": ('="a"&"b"', "AB", False),
    "number for text": ('="1"', 1, False),
    "number for truth": ("=1=1", 1, False),
    "error": ("=1/0", "#DIV/0!", False),
    "hidden error": ("=1/0", 0, False),
}


@pytest.fixture(scope="module", params=[recalculate, compute])
def files(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Path, Path]]:
    """Give the workbook of each case, and what LibreOffice made of it: a workbook, or values alone."""
    folder = tmp_path_factory.mktemp("cases")
    originals = []
    for case, (formula, cached, _) in CASES.items():
        originals.append(folder / f"{case}.xlsx")
        with xlsxwriter.Workbook(originals[-1]) as book:
            book.add_worksheet("T").write_formula(4, 3, formula, None, cached)
    recalculated = request.param(originals, folder / "recalculated")
    return dict(zip(CASES, zip(originals, recalculated, strict=True), strict=True))


@pytest.mark.parametrize("case", [case for case, (_, _, right) in CASES.items() if right])
def test_a_right_figure_agrees(files: dict[str, tuple[Path, Path]], case: str) -> None:
    assert assert_recalculated_equals_cached(*files[case]) == 1


@pytest.mark.parametrize("case", [case for case, (_, _, right) in CASES.items() if not right])
def test_a_wrong_figure_is_named_with_its_cell(files: dict[str, tuple[Path, Path]], case: str) -> None:
    with pytest.raises(AssertionError, match=r"1 of 1 formulas differ:\nT!D5: cached .*, recalculated "):
        assert_recalculated_equals_cached(*files[case])


def test_a_workbook_without_formulas_proves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "empty.xlsx"
    with xlsxwriter.Workbook(path) as book:
        book.add_worksheet().write_number(0, 0, 1)
    with pytest.raises(AssertionError, match="has 0 formulas to compare"):
        assert_recalculated_equals_cached(path, path)


def test_pages_are_counted_and_measured(tmp_path: Path) -> None:
    path = tmp_path / "pages.xlsx"
    with xlsxwriter.Workbook(path) as book:
        sheet = book.add_worksheet()
        sheet.set_paper(9)  # A4
        sheet.set_h_pagebreaks([10, 20])
        for row in (0, 15, 25):
            sheet.write_number(row, 0, row)
    (pdf,) = to_pdf([path], tmp_path / "pdf")
    assert pdf_pages(pdf) == 3
    assert {(round(width), round(height)) for width, height in pdf_page_sizes(pdf)} == {(595, 842)}


def test_files_that_would_overwrite_each_other_are_refused(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="same name"):
        recalculate([tmp_path / "a" / "x.xlsx", tmp_path / "b" / "x.xlsx"], tmp_path / "out")


def test_a_libreoffice_that_died_is_replaced(tmp_path: Path, files: dict[str, tuple[Path, Path]]) -> None:
    original, _ = files["number"]
    os.killpg(open_libreoffice._open().program.pid, signal.SIGKILL)
    again = open_libreoffice.save_as(original, tmp_path / "again.xlsx")
    assert assert_recalculated_equals_cached(original, again) == 1


def test_a_file_that_cannot_be_loaded_is_named(tmp_path: Path) -> None:
    (tmp_path / "torn.xlsx").write_bytes(b"PK")
    with pytest.raises(AssertionError, match=r"made no torn\.xlsx"):
        recalculate([tmp_path / "torn.xlsx"], tmp_path / "out")


# LibreOffice is started, and ended


@pytest.fixture(params=["active environment", "conda"])
def python_first(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have another Python than LibreOffice's first in the path, as in a developer's shell."""
    folder = Path(sys.executable).parent
    if request.param == "conda":
        folder = tmp_path / "conda" / "bin"
        folder.mkdir(parents=True)
        (folder / "python3").symlink_to(Path(sys.executable).resolve())
        monkeypatch.setenv("PYTHONHOME", sys.base_prefix)
    monkeypatch.setenv("VIRTUAL_ENV", str(folder.parent))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


@pytest.mark.usefixtures("python_first")
def test_libreoffice_starts_whichever_python_comes_first() -> None:
    started = open_libreoffice._Office()
    started.end()
    assert not started.died_as_it_started


def run_of(tests: str, folder: Path, path: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "--numprocesses", "1", "-p", "no:cacheprovider", tests]
    surroundings = {**os.environ, "TMPDIR": str(folder), "PATH": path}
    return subprocess.run(command, env=surroundings, capture_output=True, text=True, check=False, timeout=200)


def test_a_libreoffice_that_dies_as_it_starts_ends_the_run_with_that_word(tmp_path: Path) -> None:
    program = tmp_path / "soffice"
    program.write_text("#!/bin/sh\nexit 81\n", encoding="utf-8")
    program.chmod(0o755)
    done = run_of(__file__, tmp_path, f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    assert done.returncode
    assert "LibreOffice dies as it starts" in done.stdout + done.stderr


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="there is nowhere to look for processes")
def test_no_process_of_libreoffice_is_left_after_a_run(tmp_path: Path) -> None:
    done = run_of(f"{__file__}::test_a_file_that_cannot_be_loaded_is_named", tmp_path, os.environ["PATH"])
    assert not done.returncode, done.stdout
    assert not [*left_in(tmp_path)]


def left_in(folder: Path) -> Iterator[str]:
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended since
            words = (process / "cmdline").read_bytes().decode(errors="replace")
            if str(folder) in words:
                yield words
