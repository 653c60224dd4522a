"""The colours of the powers, as on the boards of the game, and a marker for each where there are no colours."""

from __future__ import annotations

from collections.abc import Mapping

from sheetscore.tables.sheet import Look

LOOKS: Mapping[str, Look] = {
    "Austria": Look("#C8102E", "circle"),
    "England": Look("#1B2F7B", "square"),
    "France": Look("#4BA3DB", "triangle"),
    "Germany": Look("#000000", "x"),
    "Italy": Look("#2E8B3D", "diamond"),
    "Russia": Look("#8A8A8A", "star"),
    "Turkey": Look("#E3B505", "plus"),
}
"""Yellow is darker than on the board, or it would be lost on white paper."""
