"""Scoring one final board of Diplomacy, without an event, under one scoring system or several."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from sheetscore.event.folder import EventFolder
from sheetscore.event.identity import suggestion
from sheetscore.findings import Finding, Severity, finding
from sheetscore.problems import MistakesFound
from sheetscore.scoring.boards.board import (
    AT_END,
    POWERS,
    SOLO,
    START,
    Board,
    Outcome,
    WrittenGame,
    by_power,
    power_called,
)
from sheetscore.scoring.boards.contradictions import misshapen
from sheetscore.scoring.boards.scores import Remark, ScorableBoard, lacking, remarks, scorable
from sheetscore.scoring.boards.system import BoardSystem, BoardSystemFile, board_system, board_systems, usable_systems

_WORD = re.compile(r"(?P<power>[^\W\d_](?:-?[^\W\d_])*)(?:=(?P<number>-?\d{1,9}))?\Z")
_ONE_COMMA = re.compile(r"\d+,\d+\Z")
_COUNT = re.compile(r"\d{1,9}\Z")


ALL = "all"
"""Stands for all scoring systems."""


class ScoredPower(Struct, frozen=True):
    """A power with its centres, its place (the winner first, then by centres; equals share one) and its exact score."""

    power: str
    centres: int
    place: int
    score: int | Fraction | None
    """None if the system gives no score for the board."""


class ScoredBoard(Struct, frozen=True):
    """A board scored under a system, the powers in alphabetical order."""

    scoring: str
    title: str
    outcome: str
    rows: tuple[ScoredPower, ...]
    findings: tuple[Finding, ...] = ()
    """Notes about the board, and the reasons why the system has no scores for it."""

    @property
    def scores(self) -> tuple[int | Fraction, ...]:
        """The scores of the seven powers; empty if the system has none for the board."""
        return tuple(row.score for row in self.rows if row.score is not None)

    def as_json(self) -> dict[str, object]:
        """Return the scores for scripts, each as the nearest double."""
        rows = [
            {
                "power": row.power,
                "centres": row.centres,
                "place": row.place,
                "score": None if row.score is None else float(row.score),
            }
            for row in self.rows
        ]
        return {
            "scoring": self.scoring,
            "title": self.title,
            "outcome": self.outcome,
            "rows": rows,
            "findings": [one.as_json() for one in self.findings],
        }


def scoring_systems(folder: Path = Path()) -> list[BoardSystemFile]:
    """List the scoring systems that an event in this folder can use.

    Raises
    ------
    MistakesFound
        With every mistake in the files of the scoring systems.
    """
    return board_systems(EventFolder(folder).templates)


def score_board(
    scoring: str,
    centres: Mapping[str, int] | Sequence[int],
    *,
    outcome: str | None = None,
    members: Collection[str] = (),
    eliminated: Mapping[str, int] | None = None,
    final_year: int | None = None,
    chart: Mapping[int, Mapping[str, int]] | None = None,
    folder: str | Path = Path(),
) -> ScoredBoard:
    """Score a final board.

    Parameters
    ----------
    scoring
        The id of a scoring system, such as ``"sum-of-squares"``, or another name of it.
    centres
        Centres by power, or the seven counts in alphabetical order of the powers. Powers not named have none.
    outcome
        ``solo``, ``draw`` (agreed, by the members), ``draw-all`` (all survivors), ``time`` or ``concession``.
        Default: ``solo`` if a power has 18 centres or more, ``draw`` if ``members`` are given, else ``draw-all``.
    members
        The powers that share the draw, or the power conceded to.
    eliminated
        Years of elimination, for systems that count years.
    final_year
        The last year played, for systems that count years. Default: the last year of ``chart``.
    chart
        Centres by year and power, for systems that look back to break ties.
    folder
        The event folder; systems in its ``templates/scoring`` or ``templates/diplomacy/scoring`` count too.

    Raises
    ------
    MistakesFound
        The board cannot be as it is, or lacks a year, or there is no such system.

    Examples
    --------
    >>> score_board("sum-of-squares", [17, 17, 0, 0, 0, 0, 0]).scores  # 289 of 578 squares each
    (50, 50, 0, 0, 0, 0, 0)
    """
    examined = _ExaminedBoard(_board(centres, outcome, members, eliminated, final_year, chart))
    (scored,) = examined.scored([scoring], EventFolder(Path(folder)).templates)
    return scored


def score_boards(
    scorings: Sequence[str],
    centres: Mapping[str, int] | Sequence[int],
    *,
    outcome: str | None = None,
    members: Collection[str] = (),
    eliminated: Mapping[str, int] | None = None,
    final_year: int | None = None,
    chart: Mapping[int, Mapping[str, int]] | None = None,
    folder: str | Path = Path(),
) -> tuple[ScoredBoard, ...]:
    """Score a final board under several systems, in their order; see :func:`score_board`.

    Parameters
    ----------
    scorings
        Ids of scoring systems. ``"all"`` stands for all systems, by id; those for which the board lacks a year have a
        note in place of scores.

    Raises
    ------
    MistakesFound
        The board cannot be as it is, or lacks a year for a system that was named, or there is no such system.

    Examples
    --------
    >>> [board.scoring for board in score_boards(["sum-of-squares", "draw-size"], [17, 17, 0, 0, 0, 0, 0])]
    ['sum-of-squares', 'draw-size']
    """
    examined = _ExaminedBoard(_board(centres, outcome, members, eliminated, final_year, chart))
    own = EventFolder(Path(folder)).templates
    return examined.scored_by_all(own) if ALL in scorings else examined.scored(scorings, own)


class _ExaminedBoard:
    """A board, and the findings that a round with this board would have.

    Parameters
    ----------
    board
        The board as the caller gave it.
    """

    def __init__(self, board: Board) -> None:
        self.outcome = str(board.outcome)
        self.findings = [finding("impossible", one.message) for one in misshapen(board)]
        game = None if self.findings else _written(board)
        self.findings += map(_reported, remarks(game)) if game else []
        self.scorable = scorable(game) if game else None

    def scored(self, scorings: Sequence[str], own: Path | None) -> tuple[ScoredBoard, ...]:
        """Return the scores of the board under named systems; each of these must be able to score it."""
        systems: dict[str, BoardSystem] = {}
        findings = list(self.findings)
        for scoring in scorings:
            try:
                system = board_system(scoring, own)
                systems[system.file.id] = system
            except MistakesFound as mistakes:
                findings += mistakes.findings
        lacks: dict[Finding, list[str]] = {}
        for id_, system in systems.items():
            for lack in self._lacks(system):
                lacks.setdefault(lack, []).append(id_)
        for lack, ids in lacks.items():
            prefix = f"{', '.join(ids)}: " if len(systems) > 1 else ""
            findings.append(replace(lack, message=f"{prefix}{lack.message}"))
        return self._scored(list(systems.values()), list(dict.fromkeys(findings)))

    def scored_by_all(self, own: Path | None) -> tuple[ScoredBoard, ...]:
        """Score the board under all usable systems; findings say which cannot be used, or lack something."""
        systems, unusable = usable_systems(own)
        return self._scored(systems, [*self.findings, *(replace(one, severity=Severity.WARNING) for one in unusable)])

    def _scored(self, systems: Sequence[BoardSystem], findings: Sequence[Finding]) -> tuple[ScoredBoard, ...]:
        if self.scorable is None or any(one.is_error for one in findings):
            raise MistakesFound(findings)
        return tuple(self._one(self.scorable, system, findings) for system in systems)

    def _one(self, game: ScorableBoard, system: BoardSystem, findings: Sequence[Finding]) -> ScoredBoard:
        lacks = [replace(one, severity=Severity.NOTE) for one in self._lacks(system)]
        scores = {} if lacks else game.scores(system)
        rows = tuple(
            ScoredPower(power, game.board.owned(power), int(place), scores.get(power))
            for power, place in zip(POWERS, game.column("place"), strict=True)
        )
        return ScoredBoard(system.file.id, system.file.title, self.outcome, rows, (*findings, *lacks))

    def _lacks(self, system: BoardSystem) -> list[Finding]:
        return [_reported(one) for one in lacking(self.scorable, system)] if self.scorable else []


def _board(
    centres: Mapping[str, int] | Sequence[int],
    outcome: str | None,
    members: Collection[str],
    eliminated: Mapping[str, int] | None,
    final_year: int | None,
    chart: Mapping[int, Mapping[str, int]] | None,
) -> Board:
    owned = by_power(centres if isinstance(centres, Mapping) else _in_order(centres))
    shared = tuple(map(power_called, members))
    charted = {year: by_power(counts) for year, counts in (chart or {}).items()}
    ended = outcome or _usual_outcome(owned, shared)
    return Board(owned, ended, shared, by_power(eliminated or {}), final_year, charted)


def _written(board: Board) -> WrittenGame:
    """Return a board as the sheet of a round would have it."""
    none = dict.fromkeys(POWERS, 0)
    return WrittenGame(
        chart={year: {**none, **counts} for year, counts in board.chart.items()},
        final={**none, **board.centres},
        gone=board.eliminated,
        typed_final_year=board.final_year,
        outcome=str(board.outcome),
        members=tuple(board.members),
    )


def _reported(remark: Remark) -> Finding:
    """Make a finding of a remark, with its year in front; “at the end” is left out, as most remarks are of the end."""
    when = "" if remark.when == AT_END else remark.when
    text = ": ".join(part for part in (when, remark.message) if part)
    return finding(remark.code, f"{text[0].upper()}{text[1:]}{'' if text.endswith('.') else '.'}")


def _in_order(counts: Sequence[int]) -> Mapping[str, int]:
    if len(counts) != len(POWERS):
        message = f"There are {len(counts)} counts. Give one for each of the {len(POWERS)} powers: {', '.join(POWERS)}."
        raise MistakesFound([_mistake(message)])
    return dict(zip(POWERS, counts, strict=True))


def _usual_outcome(centres: Mapping[str, int], members: Collection[str]) -> Outcome:
    if any(type(count) is int and count >= SOLO for count in centres.values()):
        return Outcome.SOLO
    return Outcome.DRAW if members else Outcome.DRAW_ALL


class BoardWords(Struct):
    """A board as words on a command line: ``England=12``, ``Austria=1903``, ``England`` or seven counts.

    A number up to 1900 is the centres of a power, a higher one the year of its elimination; a power
    alone is a member of the draw. Powers may be shortened, and commas separate words as blanks do.
    """

    words: Iterable[str]
    """The words as typed."""
    years: Iterable[str] = ()
    """Words in which every number is the year of an elimination."""
    centres: dict[str, int] = field(default_factory=dict)
    eliminated: dict[str, int] = field(default_factory=dict)
    members: list[str] = field(default_factory=list)
    _findings: list[Finding] = field(default_factory=list)

    def __post_init__(self) -> None:
        typed = [word for text in self.words for word in text.split()]
        for word in typed:
            if _ONE_COMMA.match(word):
                self._blame(f'"{word}" can be two counts or one number. Part counts by blanks.')
        words = [word for text in typed for word in text.replace(",", " ").split()]
        counts = [int(word) for word in words if _COUNT.match(word)]
        if counts:
            self.centres = dict(_in_order(counts))
        for word in words:
            if not _COUNT.match(word):
                self._take(word)
        for word in [word for text in self.years for word in text.replace(",", " ").split()]:
            self._take(word, is_year=True)
        if self._findings:
            raise MistakesFound(self._findings)

    def _take(self, word: str, *, is_year: bool = False) -> None:
        match = _WORD.match(word)
        if match is None:
            self._blame(f'"{word}" is not understood. Write a power and its centres, such as England=12.')
            return
        named = power_called(match["power"]).lower()
        meant = [power for power in POWERS if power.lower().startswith(named)]
        if len(meant) != 1:
            self._blame(f'"{match["power"]}" is no power.{suggestion(match["power"].capitalize(), POWERS)}')
        elif match["number"] is None:
            self.members.append(meant[0])
        else:
            self._count(meant[0], int(match["number"]), is_year=is_year)

    def _count(self, power: str, number: int, *, is_year: bool) -> None:
        if is_year and number <= START:
            self._blame(f"{power} cannot have been eliminated in {number}. Give a year such as {START + 3}.")
            return
        counts = self.eliminated if number > START else self.centres
        if power in counts:
            self._blame(f"{power} is given {counts[power]} and {number}. Give one of them.")
        counts[power] = number

    def _blame(self, message: str) -> None:
        self._findings.append(_mistake(message))


def _mistake(message: str) -> Finding:
    return finding("impossible", message)
