"""The exact scores of the powers of a board, and what is impossible or doubtful in a game as it is written down.

The sheets of a round and a single board that is scored on its own are both checked here, by the same rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple, cast

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.expressions import Cell, ExpressionError, Unknown, Value
from sheetscore.findings import Finding, finding
from sheetscore.problems import MistakesFound
from sheetscore.scoring.boards.board import ALL_CENTRES, POWERS, SOLO, START, Board, GameLine, Outcome, WrittenGame
from sheetscore.scoring.boards.contradictions import mistakes
from sheetscore.scoring.boards.steps import BoardSteps
from sheetscore.scoring.boards.system import BoardSystem
from sheetscore.wording import join_words

ELIMINATED = "eliminated"
"""Stands for the years of elimination in place of a line of the chart: see :class:`FactPlace`."""


class ScorableBoard:
    """A board without contradictions, to be scored under several systems: facts are worked out once for all.

    Raises
    ------
    MistakesFound
        All contradictions of the board.
    """

    def __init__(self, board: Board) -> None:
        wrong = mistakes(board)
        if wrong:
            raise MistakesFound([_mistake(one.about, one.message) for one in wrong])
        self.board = board
        self._steps = BoardSteps(board)

    def once(self, name: str) -> Value:
        """Return an entry or a fact of the whole board, such as ``survivors``.

        Raises
        ------
        MistakesFound
            A year that it depends on is not known.
        """
        return self.column(name)[0]

    def column(self, name: str) -> list[Value]:
        """Return an entry or a fact of each power, such as ``place``.

        Raises
        ------
        MistakesFound
            A year that it depends on is not known.
        """
        return _known(self._steps.fact(name))

    def scores(self, system: BoardSystem) -> dict[str, int | Fraction]:
        """Score the board; see :func:`score_board`."""
        scores = cast("list[int | Fraction]", _known(self._steps.scores(system)))
        return dict(zip(POWERS, scores, strict=True))


def score_board(system: BoardSystem, board: Board) -> dict[str, int | Fraction]:
    """Score a final board.

    Parameters
    ----------
    system
        From :func:`sheetscore.scoring.boards.system.board_system`.

    Returns
    -------
    dict[str, int | Fraction]
        The exact score of each power, in alphabetical order.

    Raises
    ------
    MistakesFound
        The board contradicts itself, or lacks a year that the system counts.
    ExpressionError
        The system divides by zero on this board.
    """
    return ScorableBoard(board).scores(system)


def _known(cells: Sequence[Cell]) -> list[Value]:
    """Return values that are all known.

    Raises
    ------
    MistakesFound
        With every year that is missing.
    ExpressionError
        One of them has no value, whatever the years.
    """
    lacks = [cell for cell in cells if isinstance(cell, Unknown)]
    for lack in lacks:
        if lack.error:
            raise lack.error
    if lacks:
        raise _missing_years_found(dict.fromkeys(year for lack in lacks for year in lack.missing))
    return cast("list[Value]", cells)


def _mistake(about: str, message: str) -> Finding:
    """Make a finding whose only field names what it is about; see :class:`.contradictions.Contradiction`."""
    return finding("impossible", message, fields=((0, "", about),))


def _missing_years_found(years: Iterable[str]) -> MistakesFound:
    """Return the error that names the years that are missing: those of powers, or the last one of the game."""
    what = {year: f"The year in which {year} was eliminated" for year in POWERS} | {
        "final_year": "The last year of the game"
    }
    return MistakesFound(
        [
            _mistake(year, f"{what[year]} is needed for these scores: they count years, or rank by them. Give it.")
            for year in years
        ]
    )


class FactPlace(NamedTuple):
    """A place on a game's sheet where something is written down."""

    what: str
    """A power, or ``outcome``, ``members``, ``final_year``."""
    line: int | str | None = None
    """For a power the line of the chart, or :data:`ELIMINATED`; None for what is about the whole game."""


Places = tuple[FactPlace, ...]


class Remark(Struct, frozen=True):
    """A message about a game."""

    code: str
    """The code of its finding, which decides the severity."""
    message: str
    """The actual values and what to do."""
    about: Places
    """The places to look at, the most important first; none for the position at the start."""
    when: str = ""
    """The line that it is about, in words; empty for the whole game."""
    rests_on: Places = ()
    """Further places that it follows from."""


def remarks(game: WrittenGame) -> Iterator[Remark]:
    """Yield all contradictions in a game, and what is doubtful.

    Names and numbers that are invalid in themselves are not reported here: see :func:`.contradictions.misshapen`.
    """
    wrong = [*_chart(game), *_end(game)]
    yield from wrong
    yield from _solo_missed(game)
    if game.is_over:
        yield from () if wrong else _unowned(game)
        yield from _contradictions(game, charted=not wrong)


def lacking(known: ScorableBoard, scoring: BoardSystem) -> Iterator[Remark]:
    """Find why a board has no scores under a system: missing years, or a system that has no value for it."""
    try:
        known.scores(scoring)
    except ExpressionError as error:
        message = (
            f"The scoring system “{scoring.file.id}” has no value for this board ({error.what}). Correct its file, or "
            "use another system."
        )
        yield Remark("template", message, (FactPlace("outcome"),))
    except MistakesFound as mistakes:
        for lack in mistakes.findings:
            ((_, _, about),) = lack.fields
            yield Remark("centres", lack.message, _places(about))


def scorable(game: WrittenGame) -> ScorableBoard | None:
    """Return the board of a game that is over, so that it can be scored.

    The outcome and members of a board that contradicts itself are replaced by what its centres say, so that missing
    years are reported together with the contradiction. None if it contradicts itself even so.
    """
    board = game.board
    if mistakes(board):
        board = replace(board, outcome=Outcome.SOLO if board.winners else Outcome.DRAW_ALL, members=())
    return None if mistakes(board) else ScorableBoard(board)


def _places(about: str, last: GameLine | None = None) -> Places:
    """Return the places of an entry (see :class:`.contradictions.Contradiction`); those of centres are on ``last``."""
    if about in POWERS:
        return (FactPlace(about, ELIMINATED),)
    return _counts(last) if last is not None and about == "centres" else (FactPlace(about),)


def _counts(line: GameLine, powers: Iterable[str] = POWERS) -> Places:
    """Return the places of the counts of a line; the position at the start has none."""
    return () if line.key == START else tuple(FactPlace(power, line.key) for power in powers)


def _about_line(line: GameLine, message: str, powers: Iterable[str], rests_on: Places = ()) -> Remark:
    return Remark("centres", message, _counts(line, powers), line.name, rests_on)


def _chart(game: WrittenGame) -> Iterator[Remark]:
    """Look at each line of the chart, and compare it with the one before."""
    for before, line in pairwise(game.lines()):
        if line.unowned < 0:
            yield _too_many(before, line)
        if line.year == before.year:
            yield from _same_year(before, line)
        else:
            yield from _one_after_another(before, line)


def _too_many(before: GameLine, line: GameLine) -> Remark:
    """Say that a line has more centres than there are, and name the counts that are higher than before."""
    more = before.fewer_than(line) or line.owners()
    message = (
        f"the powers have {ALL_CENTRES - line.unowned} centres together, and the board has {ALL_CENTRES}. "
        f"Correct a count: {line.compared(before, more)}"
    )
    return _about_line(line, message, more)


def _same_year(last: GameLine, end: GameLine) -> Iterator[Remark]:
    """Compare the line of the end with that of the last year, if no later year was written down."""
    differ = [power for power in POWERS if end.counts[power] != last.counts[power]]
    if differ:
        counts = ", ".join(f"{power} {end.counts[power]} and {last.counts[power]}" for power in differ)
        message = (
            f"the centres at the end are not those {last.name}: {counts}. Correct a line; or if the game went on, "
            "enter its last year"
        )
        yield Remark(
            "centres", message, _counts(end, differ), rests_on=(*_counts(last, differ), FactPlace("final_year"))
        )


def _one_after_another(before: GameLine, line: GameLine) -> Iterator[Remark]:
    """Find what cannot have happened between two lines."""
    if not line.owners():
        yield _about_line(line, "no power has a centre. Give the centres of the powers that survived", POWERS)
        return
    if line.unowned > before.unowned >= 0:
        fewer = line.fewer_than(before)
        which = "a count" if before.key == START else "a count of one of the two lines"
        message = (
            f"{line.unowned} centres have no owner, and {before.name} there were {before.unowned}: a centre once "
            f"owned never is without owner again. Correct {which}: {line.compared(before, fewer)}"
        )
        yield _about_line(line, message, fewer, rests_on=_counts(line))
    next_year = before.year is not None and line.year == before.year + 1
    for power in POWERS:
        had, has = before.counts[power], line.counts[power]
        if has > 0 == had:
            message = f"{power} has {has} here and had none {before.name}; who has lost all centres is out"
            yield _about_line(line, message, [power], rests_on=_counts(before, [power]))
        elif next_year and has > 2 * had:
            message = f"{power} has {has} here and had {had} {before.name}; nobody more than doubles in a year"
            yield _about_line(line, message, [power], rests_on=_counts(before, [power]))


def _end(game: WrittenGame) -> Iterator[Remark]:
    """Compare the last year and the years of elimination with the chart."""
    last, year = max(game.chart, default=None), game.typed_final_year
    if last is not None and year is not None and year < last:
        message = f"the last year is {year}, and the chart goes on to {last}. Correct one of them"
        yield Remark("centres", message, (FactPlace("final_year"),))
    for power, gone in game.gone.items():
        yield from _eliminated(game, power, gone)


def _eliminated(game: WrittenGame, power: str, year: int) -> Iterator[Remark]:
    """Check that a power with a year of elimination has no centres at the end, and that the chart allows the year."""
    about = (FactPlace(power, ELIMINATED),)
    if game.centres.get(power):
        message = (
            f"{power} is out in {year}, and has {game.centres[power]} centres in the last line. Correct one of them"
        )
        yield Remark("centres", message, about)
        return
    alive = max((one for one in game.chart if game.chart[one][power]), default=START)
    without = min((one for one in game.chart if not game.chart[one][power]), default=None)
    if year <= alive or (without is not None and year > without):
        text = f"has centres after {alive}" if year <= alive else f"has none after {without}"
        message = f"{power} is out in {year}, and on the chart it {text}. Correct one of them"
        shown = () if year <= alive or without is None else (FactPlace(power, without),)
        yield Remark("centres", message, about, rests_on=shown)


def _solo_missed(game: WrittenGame) -> Iterator[Remark]:
    """Find the first year of the chart in which the game was won, if it went on after that."""
    for line in game.lines():
        winners = [power for power in POWERS if line.counts[power] >= SOLO]
        if winners and isinstance(line.key, int) and line.year != game.final_year:
            who = ", ".join(f"{power} has {line.counts[power]} centres" for power in winners)
            message = (
                f"{who}, and {SOLO} win the game, which goes on here until {game.final_year}. If it was won, choose "
                f"solo and clear what comes after {line.year}; else correct the count"
            )
            yield Remark("solo-missed", message, _counts(line, winners), line.name)
            return


def _unowned(game: WrittenGame) -> Iterator[Remark]:
    """Note centres without an owner at the end: that can happen, but more likely a count was forgotten."""
    *_, before, end = game.lines()
    if end.unowned > 0:
        are = "centre has" if end.unowned == 1 else "centres have"
        year = f" of {game.final_year}" if game.final_year else ""
        message = f"{end.unowned} {are} no owner at the end{year}. See that no count is missing"
        fewer = end.fewer_than(before) or end.owners()
        yield Remark("unowned", message, _counts(end, fewer), rests_on=_counts(end))


def _contradictions(game: WrittenGame, *, charted: bool) -> Iterator[Remark]:
    """Find what contradicts itself in the final position, and who shares a draw that names nobody.

    Parameters
    ----------
    charted
        Whether the chart is in order. If not, contradictions about centres are skipped: its own remarks cover them.
    """
    end = game.lines()[-1]
    contradictions = mistakes(game.board)
    for one in contradictions:
        if one.about != "centres" or charted:
            year = (FactPlace("final_year"),) if one.about in POWERS else ()
            yield Remark(one.code, one.message, _places(one.about, end), rests_on=(*_counts(end), *year))
    if charted and not contradictions and game.outcome == Outcome.DRAW and not game.members:
        message = (
            f"nobody is named who shares the draw: it counts as one of all survivors ({join_words(end.owners())}). "
            "Name the members if fewer agreed to it"
        )
        yield Remark("draw-of-all", message, (FactPlace("members"),), rests_on=(FactPlace("outcome"), *_counts(end)))
