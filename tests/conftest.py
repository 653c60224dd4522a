"""Set-up of all tests; its place puts ``tests/`` on the import path (``from libreoffice import ...``)."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("sheetscore", deadline=None)  # the first example pays for imports
settings.load_profile("sheetscore")
