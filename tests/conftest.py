"""Set-up of all tests; its place puts ``tests/`` on the import path (``from libreoffice import ...``)."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import open_libreoffice
import pytest
from at_work import in_memory
from bound_once import bound_once
from converted_once import in_the_open_one
from dice_system import install
from hypothesis import settings
from laid_out_once import laid_out_once
from libreoffice import SAVED_BEFORE
from read_once import read_once
from shared_demos import Demos
from shared_sites import Sites

if TYPE_CHECKING:
    from playwright.sync_api import Browser

settings.register_profile("sheetscore", deadline=None)  # the first example pays for imports
settings.load_profile("sheetscore")

gc.set_threshold(1_000_000, 20, 100)  # workbooks are made of long-lived objects, gone through again and again otherwise

OF_EVENT_FOLDERS = {"archive", "cli", "operations", "examples", "fuzz", "site", "test_contract.py"}
"""The tests that run commands in folders; what is read of a file is not what they are about."""

OF_LIBREOFFICE = "test_ods.py"
"""The tests of how the program starts LibreOffice, and ends it."""

LARGE = "large"
"""The tests that are no part of a usual run."""

BENCHMARKS = "benchmarks"
"""What they measure is done as often as the program does it."""


def pytest_configure(config: pytest.Config) -> None:
    """Have the first process say where all of a run work, and make the folder of what LibreOffice made."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        work = ExitStack()
        work.enter_context(in_memory())
        os.environ[SAVED_BEFORE] = tempfile.mkdtemp(prefix="sheetscore-saved-")
        work.callback(lambda: shutil.rmtree(os.environ.pop(SAVED_BEFORE), ignore_errors=True))
        config.add_cleanup(work.close)


def pytest_collection(session: pytest.Session) -> None:
    """Have every second process of a whole run import the tests from the last to the first.

    Others find what it has compiled by then: so each of two compiles half of what nobody has compiled before.
    """
    number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    if number % 2 and session.config.args == session.config.getini("testpaths"):
        of_a_run = [path for path in Path(__file__).parent.rglob("test_*.py") if LARGE not in path.parts]
        for path in sorted(of_a_run, reverse=True):
            with suppress(Exception, pytest.skip.Exception):  # told when the module is collected
                _ = pytest.Module.from_parent(session, path=path).obj


def pytest_exception_interact(node: pytest.Item, call: pytest.CallInfo[object]) -> None:
    """End the run where LibreOffice does not start: each test would wait for it in vain."""
    if call.excinfo and call.excinfo.errisinstance(open_libreoffice.DiesAsItStartsError):
        node.session.shouldfail = str(call.excinfo.value)


def pytest_sessionfinish() -> None:
    """End LibreOffice while its process is waited for: what a worker does after its last word is cut short."""
    open_libreoffice.end()


def pytest_collection_finish() -> None:
    """Have the modules, and all that was put together for collecting, never gone through again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def demos(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demos]:
    """The example events, each played once for all processes of pytest-xdist, which have a folder each in one."""
    own = tmp_path_factory.getbasetemp()
    demos = Demos((own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "demos")
    yield demos
    demos.assert_unchanged()


@pytest.fixture(scope="session")
def sites(demos: Demos) -> Sites:
    """The sites of the examples, outside their folders."""
    return Sites(demos, demos.place.with_name("sites"))


@pytest.fixture(scope="module")
def _game_outside_the_package() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        install(patched)
        yield


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of a process."""
    from browser import chromium  # noqa: PLC0415 -- most runs look at no page

    with chromium() as started:
        yield started


@pytest.fixture(scope="module", autouse=True)
def _work_is_done_once(request: pytest.FixtureRequest) -> Iterator[None]:
    parts = set(request.path.parts)
    with (
        nullcontext() if BENCHMARKS in parts else bound_once(),
        nullcontext() if BENCHMARKS in parts else laid_out_once(),
        read_once() if OF_EVENT_FOLDERS & parts else nullcontext(),
        nullcontext() if {BENCHMARKS, OF_LIBREOFFICE} & parts else in_the_open_one(),
    ):
        yield
