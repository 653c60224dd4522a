"""What the last correction did to the standings: kept in their workbook until the next one, and shown on a sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec import Struct

from sheetscore.event.folder import stage_name
from sheetscore.results.hidden_data import DataLine, HiddenData, exact, word, written
from sheetscore.rounding import decimals
from sheetscore.systems.outcomes import Exact, ResultRow, Standings
from sheetscore.tables.sheet import TableSheet
from sheetscore.tables.table import Here, Table, figure_column, text_column

CORRECTION = "correction"
"""The kind of the line that tells which round was corrected."""

CHANGE = "change"
"""The kind of the lines that tell whose score or rank it changed."""


class Change(Struct, frozen=True):
    """Somebody whose score or rank is another since a correction: both as they were, then as they are, exactly.

    What is None was not there: somebody came into the standings, or is in them no more.
    """

    id: str
    name: str
    score: tuple[Exact, Exact]
    rank: tuple[Exact, Exact]


class Correction(Struct, frozen=True):
    """A correction of a round, and whom it moved, in the order of the standings.

    Parameters
    ----------
    round
        The stage that was ingested again; rounds that follow from it count with it.
    whole
        Whether the standings show whole scores.
    """

    round: int
    changes: tuple[Change, ...]
    whole: bool

    @property
    def sentences(self) -> Iterator[str]:
        """Say of everybody what changed: ``P11 Ann 7.43 → 8.57, rank 14 → 12``."""
        for one in self.changes:
            parts = []
            if one.score[0] != one.score[1]:
                parts.append(" → ".join(map(self._shown, one.score)))
            if one.rank[0] != one.rank[1]:
                parts.append("rank " + " → ".join("–" if rank is None else str(rank) for rank in one.rank))
            yield f"{one.id} {one.name} {', '.join(parts)}"

    def _shown(self, score: Exact) -> str:
        if score is None:
            return "–"
        return decimals(score) if isinstance(score, int | Fraction) and not self.whole else str(score)


def correction_of(stage: int, before: Standings, now: Standings) -> Correction:
    """Compare standings before and after a correction of a stage, exactly."""
    then, here = ({str(row["id"]): row for row in one.rows if "id" in row} for one in (before, now))
    ids = [*here, *(player for player in then if player not in here)]
    pairs = [(player, then.get(player, {}), here.get(player, {})) for player in ids]
    changes = (
        Change(
            player,
            str((new or old)["name"]),
            (old.get("score"), new.get("score")),
            (old.get("rank"), new.get("rank")),
        )
        for player, old, new in pairs
    )
    moved = tuple(one for one in changes if one.score[0] != one.score[1] or one.rank[0] != one.rank[1])
    return Correction(stage, moved, _are_whole((*before.rows, *now.rows)))


def _are_whole(rows: Sequence[ResultRow]) -> bool:
    scores = (row.get("score") for row in rows)
    return all(Fraction(score).denominator == 1 for score in scores if isinstance(score, int | Fraction))


def correction_lines(correction: Correction) -> Iterator[DataLine]:
    """Return a correction as the workbook of the standings keeps it."""
    yield CORRECTION, str(correction.round), written(correction.whole)
    for one in correction.changes:
        yield CHANGE, written(one.id), written(one.name), *map(written, (*one.score, *one.rank))


def read_correction(data: HiddenData) -> Correction | None:
    """Read the last correction back; None where there was none.

    Raises
    ------
    ValueError
        The lines were changed.
    """
    lines = data.lines.get(CORRECTION, ())
    if not lines:
        return None
    number, whole = lines[0]
    return Correction(int(number), tuple(map(_read_change, data.lines.get(CHANGE, ()))), whole == written(value=True))


def _read_change(line: DataLine) -> Change:
    id_, name, *figures = line
    was, is_, rank_was, rank_is = map(exact, figures)
    return Change(word(id_), word(name), (was, is_), (rank_was, rank_is))


def changes_sheet(correction: Correction) -> TableSheet:
    """Plan the sheet with what the last correction changed."""
    style = "cell middle" if correction.whole else "cell two"
    return TableSheet(
        "Changes",
        f"What the last correction changed: {stage_name(correction.round)}",
        tables=(
            Table(
                "changes",
                (
                    text_column("name", "Name", 230, lambda one: one.name),
                    text_column("id", "Id", 70, lambda one: one.id),
                    figure_column("score_then", "Score before", 84, lambda one: one.score[0], None, style),
                    figure_column("score", "Score", 84, lambda one: one.score[1], None, style),
                    figure_column("more", "Change", 84, _more, _difference, style),
                    figure_column("rank_then", "Rank before", 70, lambda one: one.rank[0]),
                    figure_column("rank", "Rank", 70, lambda one: one.rank[1]),
                ),
                correction.changes,
                key=lambda one: one.id,
                empty="Nobody's score or rank changed.",
            ),
        ),
    )


def _more(one: Change) -> int | Fraction | None:
    was, is_ = one.score
    return is_ - was if isinstance(is_, int | Fraction) and isinstance(was, int | Fraction) else None


def _difference(here: Here[Change]) -> str | None:
    return None if _more(here.line) is None else f"{here.cell('score')}-{here.cell('score_then')}"
