"""Spreadsheet-native score sheets, scoring and standings for wargame tournaments.

Everything that a command does is one call here::

    import sheetscore as ss

    event = ss.Event.load("origins91")
    done = ss.ingest("origins91/round1.xlsx")
    ss.standings(event).frame()

Names are imported when they are first used, so that ``import sheetscore`` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from sheetscore.version import VERSION

if TYPE_CHECKING:
    from pathlib import Path

    from sheetscore.event.model import Event as Event
    from sheetscore.findings import Finding as Finding
    from sheetscore.operations.change_draw import change_draw as change_draw
    from sheetscore.operations.change_draw import keep_draw as keep_draw
    from sheetscore.operations.check import check as check
    from sheetscore.operations.draw import draw as draw
    from sheetscore.operations.entries import entries as entries
    from sheetscore.operations.entries import fill as fill
    from sheetscore.operations.entries import merge_copies as merge_copies
    from sheetscore.operations.export import event_log as event_log
    from sheetscore.operations.export import export as export
    from sheetscore.operations.ingest import ingest as ingest
    from sheetscore.operations.new import new as new
    from sheetscore.operations.packet import packet as packet
    from sheetscore.operations.plan import plan as plan
    from sheetscore.operations.printing import print_pages as print_pages
    from sheetscore.operations.publish import publish as publish
    from sheetscore.operations.score_board import score_board as score_board
    from sheetscore.operations.score_board import score_boards as score_boards
    from sheetscore.operations.sheets import make_sheets as make_sheets
    from sheetscore.operations.standings import ScoredRounds
    from sheetscore.operations.standings import results as results
    from sheetscore.operations.standings import standings as standings
    from sheetscore.problems import MistakesFound as MistakesFound
    from sheetscore.problems import Problem as Problem
    from sheetscore.problems import UnreadableFile as UnreadableFile
    from sheetscore.problems import WrongUsage as WrongUsage
    from sheetscore.results.record_lines import read_results as read_results

__version__ = VERSION

_HOMES = {
    "Event": "sheetscore.event.load",
    "Finding": "sheetscore.findings",
    "MistakesFound": "sheetscore.problems",
    "Problem": "sheetscore.problems",
    "UnreadableFile": "sheetscore.problems",
    "WrongUsage": "sheetscore.problems",
    "change_draw": "sheetscore.operations.change_draw",
    "check": "sheetscore.operations.check",
    "draw": "sheetscore.operations.draw",
    "entries": "sheetscore.operations.entries",
    "event_log": "sheetscore.operations.export",
    "export": "sheetscore.operations.export",
    "fill": "sheetscore.operations.entries",
    "ingest": "sheetscore.operations.ingest",
    "keep_draw": "sheetscore.operations.change_draw",
    "make_sheets": "sheetscore.operations.sheets",
    "merge_copies": "sheetscore.operations.entries",
    "new": "sheetscore.operations.new",
    "packet": "sheetscore.operations.packet",
    "plan": "sheetscore.operations.plan",
    "print_pages": "sheetscore.operations.printing",
    "publish": "sheetscore.operations.publish",
    "read_results": "sheetscore.results.record_lines",
    "score_board": "sheetscore.operations.score_board",
    "score_boards": "sheetscore.operations.score_board",
    "standings": "sheetscore.operations.standings",
}

__all__ = sorted((*_HOMES, "results"))  # noqa: PLE0605 -- the names of the table


class _Results(ModuleType):
    """The package ``sheetscore.results``, made callable.

    The name means two things: the function ``ss.results("origins91")``, and the package that writes and reads results
    workbooks. As soon as a module of the package is imported, Python binds the package to the name in place of a
    function. So the package itself answers the call. The code is here, because a layer must not import later layers.
    """

    def __call__(self, event: Event | str | Path) -> ScoredRounds:
        """Read the results of all scored rounds, as :func:`sheetscore.operations.standings.results` does."""
        from sheetscore.operations.standings import results  # noqa: PLC0415 -- import sheetscore costs nothing

        return results(event)


import_module("sheetscore.results").__class__ = _Results


def __dir__() -> list[str]:
    """List the public names."""
    return __all__


def __getattr__(name: str) -> object:
    """Import a public name from the module that defines it."""
    if name not in _HOMES:
        raise AttributeError(f"module 'sheetscore' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
