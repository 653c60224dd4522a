"""Set-up of all tests; its place puts ``tests/`` on the import path (``from libreoffice import ...``)."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator

import pytest
from hypothesis import settings
from libreoffice import SAVED_BEFORE
from shared_demos import Demos

settings.register_profile("sheetscore", deadline=None)  # the first example pays for imports
settings.load_profile("sheetscore")


def pytest_configure() -> None:
    """Make the folder in which all processes of a run keep what LibreOffice made; the first one does it."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        os.environ[SAVED_BEFORE] = tempfile.mkdtemp(prefix="sheetscore-saved-")


def pytest_unconfigure() -> None:
    """Take the folder away."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        shutil.rmtree(os.environ.pop(SAVED_BEFORE), ignore_errors=True)


@pytest.fixture(scope="session")
def demos(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demos]:
    """The example events, each played once for all processes of pytest-xdist, which have a folder each in one."""
    own = tmp_path_factory.getbasetemp()
    demos = Demos((own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "demos")
    yield demos
    demos.assert_unchanged()
