"""Scoring one final board of Diplomacy, without an event."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from sheetscore.event.folder import EventFolder
from sheetscore.event.identity import suggestion
from sheetscore.findings import Finding, finding
from sheetscore.problems import MistakesFound
from sheetscore.scoring.board import POWERS, SOLO, START, Board, Outcome
from sheetscore.scoring.board_library import board_system, board_systems
from sheetscore.scoring.board_scores import KnownBoard

_WORD = re.compile(r"(?P<power>[^\W\d_][^\W\d_-]*)(?:=(?P<number>-?\d{1,9}))?\Z")
_ONE_COMMA = re.compile(r"\d+,\d+\Z")
_COUNT = re.compile(r"\d{1,9}\Z")


@dataclass(frozen=True)
class ScoredPower:
    """A power with what it owns, its place (shared by those with the same centres) and its exact score."""

    power: str
    centres: int
    place: int
    score: int | Fraction


@dataclass(frozen=True)
class ScoredBoard:
    """A board scored under a system, the powers in alphabetical order."""

    scoring: str
    title: str
    outcome: str
    rows: tuple[ScoredPower, ...]

    def as_json(self) -> dict[str, object]:
        """Give the scores for scripts, each as the nearest double."""
        rows = [
            {"power": row.power, "centres": row.centres, "place": row.place, "score": float(row.score)}
            for row in self.rows
        ]
        return {"scoring": self.scoring, "title": self.title, "outcome": self.outcome, "rows": rows}


def scoring_systems(folder: Path = Path()) -> list[dict[str, str]]:
    """List the scoring systems that an event in this folder can use: id, title and description of each.

    Raises
    ------
    MistakesFound
        With everything that is wrong in their files.
    """
    listed = board_systems(EventFolder(folder).templates)
    return [{"id": one.id, "title": one.title, "description": one.description} for one in listed]


def score_board(
    scoring: str,
    centres: Mapping[str, int] | Sequence[int],
    *,
    outcome: str | None = None,
    members: Collection[str] = (),
    eliminated: Mapping[str, int] | None = None,
    final_year: int | None = None,
    chart: Mapping[int, Mapping[str, int]] | None = None,
    folder: Path = Path(),
) -> ScoredBoard:
    """Score a final board.

    Parameters
    ----------
    scoring
        The id of a scoring system, such as ``"sum-of-squares"``.
    centres
        Centres by power, or the seven counts in alphabetical order of the powers. Powers not named have none.
    outcome
        ``solo``, ``draw`` (agreed, by the members), ``draw-all`` (all survivors), ``time`` or ``concession``.
        Without it a board with a power of 18 or more is a solo, one with members a draw, any other draw-all.
    members
        Who shares the draw, or the power conceded to.
    eliminated
        Years of elimination; systems that count years need them.
    final_year
        The last year played, likewise.
    chart
        Centres of earlier years by power, for systems that look back to break ties.
    folder
        The event folder; systems in its ``templates/scoring`` or ``templates/diplomacy/scoring`` count too.

    Raises
    ------
    MistakesFound
        The board contradicts itself or lacks a year, or there is no such system.
    """
    if not isinstance(centres, Mapping):
        centres = _in_order(centres)
    usual = outcome or _usual_outcome(centres, members)
    board = Board(centres, usual, members, eliminated or {}, final_year, chart or {})
    findings: list[Finding] = []
    try:
        known = KnownBoard(board)
    except MistakesFound as mistakes:
        findings += mistakes.findings
    try:
        system = board_system(scoring, EventFolder(folder).templates)
    except MistakesFound as mistakes:
        findings += mistakes.findings
    if findings:
        raise MistakesFound(findings)
    scores, places = known.scores(system), known.column("place")
    rows = (
        ScoredPower(power, board.owned(power), int(place), scores[power])
        for power, place in zip(POWERS, places, strict=True)
    )
    return ScoredBoard(scoring, system.file.title, str(board.outcome), tuple(rows))


def _in_order(counts: Sequence[int]) -> Mapping[str, int]:
    if len(counts) != len(POWERS):
        message = f"There are {len(counts)} counts. Give one for each of the {len(POWERS)} powers: {', '.join(POWERS)}."
        raise MistakesFound([_mistake(message)])
    return dict(zip(POWERS, counts, strict=True))


def _usual_outcome(centres: Mapping[str, int], members: Collection[str]) -> Outcome:
    if any(type(count) is int and count >= SOLO for count in centres.values()):
        return Outcome.SOLO
    return Outcome.DRAW if members else Outcome.DRAW_ALL


@dataclass
class BoardWords:
    """A board as words on a command line: ``England=12``, ``Austria=1903``, ``England`` or seven counts.

    A power with a number below 1900 has so many centres, with one above it was eliminated in that year; a power
    alone is a member of the draw. Powers may be shortened, and commas part words like blanks.

    Parameters
    ----------
    words
        As they were typed.
    """

    words: Iterable[str]
    centres: dict[str, int] = field(default_factory=dict, init=False)
    eliminated: dict[str, int] = field(default_factory=dict, init=False)
    members: list[str] = field(default_factory=list, init=False)
    _findings: list[Finding] = field(default_factory=list, init=False)

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
        if self._findings:
            raise MistakesFound(self._findings)

    def _take(self, word: str) -> None:
        match = _WORD.match(word)
        if match is None:
            self._blame(f'"{word}" is not understood. Write a power and its centres, such as England=12.')
            return
        meant = [power for power in POWERS if power.lower().startswith(match["power"].lower())]
        if len(meant) != 1:
            self._blame(f'"{match["power"]}" is no power.{suggestion(match["power"].capitalize(), POWERS)}')
        elif match["number"] is None:
            self.members.append(meant[0])
        else:
            self._count(meant[0], int(match["number"]))

    def _count(self, power: str, number: int) -> None:
        counts = self.eliminated if number > START else self.centres
        if power in counts:
            self._blame(f"{power} is given {counts[power]} and {number}. Give one of them.")
        counts[power] = number

    def _blame(self, message: str) -> None:
        self._findings.append(_mistake(message))


def _mistake(message: str) -> Finding:
    return finding("impossible", message)
