"""The points that matched games leave to the director, as scoring takes them.

Source: "All Players are Created Equal".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sheetscore.systems.match.levels import Scale

WinAndDraw = Literal["win", "draw"]
HandicapLevel = Literal["margin", "own"]


@dataclass(frozen=True)
class Decisions:
    """What holds in an event.

    Parameters
    ----------
    win_and_draw
        What a win and a draw in games without levels make of the match.
    level_scale
        Whether a net result has the level whose points it reaches, or the one whose points are nearest.
    handicap_level
        Whether the level of a match with a handicap is that of half the distance between both players' results, or
        that of the winner's own result.
    series_handicap
        Whether the handicaps of its matches count in a series.
    """

    win_and_draw: WinAndDraw = "win"
    level_scale: Scale = "threshold"
    handicap_level: HandicapLevel = "margin"
    series_handicap: bool = True
