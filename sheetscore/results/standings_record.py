"""The standings as recorded in their workbook for other programs: rows, winners, open games."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import asdict

from sheetscore.pairing.draw import OpenGame
from sheetscore.results.hidden_data import (
    DataLine,
    HiddenData,
    changed_data_error,
    harmless,
    plain_tree,
    read_data,
    written_tree,
)
from sheetscore.results.record import SourceFile
from sheetscore.systems.outcomes import ResultRow, Standings
from sheetscore.workbooks.guard.limits import LARGEST, Limits

KIND = "standings"
"""What the workbook is called in its hidden data."""


class StandingsRecord(Struct, frozen=True):
    """The content of a workbook of standings."""

    event_key: str
    """The key of the event."""
    file: SourceFile
    sources: Mapping[str, str]
    """The results that the standings were made from: digests of the files by their names."""
    after_round: int | None = None
    """The last round in the standings; None before version 3, in which the fields below are empty, too."""
    rows: tuple[ResultRow, ...] = ()
    """A row for everybody, best first, exact."""
    declared: tuple[str, ...] = ()
    """The winners with reasons, a sentence each."""
    open: tuple[OpenGame, ...] = ()
    """The games of the draws that have no result yet."""
    teams: tuple[ResultRow, ...] = ()
    """A row for every team that is ranked beside its players."""


def standings_line(standings: Standings) -> DataLine:
    """Write standings as the line that :func:`read_standings` reads."""
    content = {
        "after_round": standings.after_round,
        "rows": standings.rows,
        "declared": standings.declared,
        "open": [asdict(one) for one in standings.open],
        **({"teams": standings.teams} if standings.teams else {}),
    }
    return KIND, harmless(written_tree(content))


def read_standings(path: str | Path, limits: Limits = LARGEST) -> StandingsRecord:
    """Read a workbook of standings.

    Parameters
    ----------
    path
        ``standings.xlsx``.
    limits
        The most values that the workbook may have: the limits of its event, if that is known.

    Raises
    ------
    UnreadableFile
        The file is damaged, or is no workbook of standings.
    """
    return standings_in(read_data(Path(path), KIND, limits))


def standings_in(data: HiddenData) -> StandingsRecord:
    """Return the content of a workbook of standings whose hidden data were read.

    Raises
    ------
    UnreadableFile
        Somebody has changed them.
    """
    path = data.workbook.path
    try:
        content = cast("dict[str, Any]", plain_tree(json.loads(data.lines.get(KIND, [("{}",)])[0][0])))
        return StandingsRecord(
            event_key=data.lines["event_key"][0][0],
            file=SourceFile(path.name, data.workbook.sha256),
            sources={name: sha256 for name, sha256 in data.lines.get("source", ())},  # noqa: C416 -- two cells each
            after_round=content.get("after_round"),
            rows=tuple(content.get("rows", ())),
            declared=tuple(content.get("declared", ())),
            open=tuple(OpenGame(**{**one, "players": tuple(one["players"])}) for one in content.get("open", ())),
            teams=tuple(content.get("teams", ())),
        )
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        raise changed_data_error(path, KIND) from error
