"""Set-up of all tests; its place puts ``tests/`` on the import path (``from libreoffice import ...``)."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings
from shared_demos import Demos

settings.register_profile("sheetscore", deadline=None)  # the first example pays for imports
settings.load_profile("sheetscore")


@pytest.fixture(scope="session")
def demos(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demos]:
    """The example events, each played once for all processes of pytest-xdist, which have a folder each in one."""
    own = tmp_path_factory.getbasetemp()
    demos = Demos((own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "demos")
    yield demos
    demos.assert_unchanged()
