"""Boards as their sheets have them, to be scored, and the games of players on them, as results have them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Literal

from msgspec import Struct

from sheetscore.expressions.figure import Amount, Figure
from sheetscore.expressions.figure_calls import when
from sheetscore.forms.form import Entries, FieldKey, PageScore
from sheetscore.forms.round_forms import RoundForms
from sheetscore.pairing.boards.record import BoardGame, BoardRecord
from sheetscore.scoring.boards.board import FINAL, POWERS, Counts, WrittenGame
from sheetscore.scoring.boards.system import BoardSystem, board_system, board_system_path
from sheetscore.systems.diplomacy.model import DiplomacyEvent
from sheetscore.systems.outcomes import EarlierRound, Exact, ResultRow
from sheetscore.tables.sheet import Look


def power_box(table: int, power: str, what: str) -> FieldKey:
    """Return a box on the line of a power: ``player``, ``eliminated``, ``ruling`` or ``reason``."""
    return FieldKey(table, "", f"powers.{power}.{what}")


def count_box(table: int, line: int | str, power: str) -> FieldKey:
    """Return the box of a power's centres in a year, or on the line :data:`FINAL`."""
    return FieldKey(table, "", f"chart.{line}.{power.lower()}")


def game_box(table: int, what: str) -> FieldKey:
    """Return a box about the whole game: ``outcome``, ``final_year`` or ``members``."""
    return FieldKey(table, "", f"game.{what}")


def scoring_of(event: DiplomacyEvent) -> BoardSystem:
    """Read the scoring system of an event, its own ones included.

    Raises
    ------
    MistakesFound
        There is no such system, or its file has mistakes.
    """
    return board_system(event.settings.scoring, event.own_templates)


def scoring_files(event: DiplomacyEvent) -> tuple[Path, ...]:
    """Return the file of the scoring system of an event."""
    return (board_system_path(event.settings.scoring, event.own_templates),)


class ScoreRuling(Struct, frozen=True):
    """A score that the director gives in place of the computed one, and the reason; either is None if missing."""

    score: int | Fraction | None
    reason: str | None


class SheetBoard(WrittenGame, frozen=True):
    """A board as its sheet has it; a blank box on a line of the chart that has begun counts as 0."""

    table: int
    """The number of the board."""
    players: Mapping[str, str]
    """The ids of the players by power, without powers that nobody plays."""
    rulings: Mapping[str, ScoreRuling]
    """The director's rulings by power."""

    @property
    def is_blank(self) -> bool:
        """Whether nothing is known of the game."""
        return not self.chart and self.final is None and self.outcome is None


def boards_of_sheets(forms: RoundForms, entries: Entries) -> tuple[SheetBoard, ...]:
    """Return all boards of a round as their sheets have them, also blank ones."""
    lines = chart_lines(forms)
    return tuple(_board(table.number, lines, entries) for table in forms.tables)


def chart_lines(forms: RoundForms) -> list[str]:
    """Return the lines of the charts: years, and :data:`FINAL`."""
    return [row.key for row in forms.tables[0].pages[0].form.block("chart").rows] if forms.tables else []


def board_of_page(table: int, page: PageScore) -> SheetBoard:
    """Return a board from the rows of its page."""
    entries = {
        FieldKey(table, "", ".".join(part for part in (block_id, row.row.key, name) if part)): value
        for block_id, rows in page.rows.items()
        for row in rows
        for name, value in row.values.items()
        if value is not None
    }
    return _board(table, [row.row.key for row in page.rows["chart"]], entries)


def _board(table: int, lines: list[str], entries: Entries) -> SheetBoard:
    def typed(what: str) -> dict[str, int]:
        values = {power: entries.get(power_box(table, power, what)) for power in POWERS}
        return {power: int(value) for power, value in values.items() if value is not None}

    counts = {line: _counts(table, line, entries) for line in lines}
    players = {power: entries.get(power_box(table, power, "player")) for power in POWERS}
    outcome, year, members = (entries.get(game_box(table, what)) for what in ("outcome", "final_year", "members"))
    return SheetBoard(
        chart={int(line): found for line, found in counts.items() if line != FINAL and found is not None},
        final=counts.get(FINAL),
        gone=typed("eliminated"),
        typed_final_year=None if year is None else int(year),
        outcome=None if outcome is None else str(outcome),
        members=tuple(str(members or "").split()),
        table=table,
        players={power: str(player) for power, player in players.items() if player is not None},
        rulings={power: ruling for power in POWERS if (ruling := _ruling(table, power, entries))},
    )


def _counts(table: int, line: str, entries: Entries) -> Counts | None:
    """Return a line of the chart; None if it is blank."""
    found = {power: entries.get(count_box(table, line, power)) for power in POWERS}
    if all(value is None for value in found.values()):
        return None
    return {power: int(value or 0) for power, value in found.items()}


def _ruling(table: int, power: str, entries: Entries) -> ScoreRuling | None:
    score, reason = (entries.get(power_box(table, power, what)) for what in ("ruling", "reason"))
    if score is None and reason is None:
        return None
    if isinstance(score, str):
        raise TypeError(f"a ruling must be a number, not {score!r}")
    return ScoreRuling(score, None if reason is None else str(reason))


LOOKS: Mapping[str, Look] = {
    "Austria": Look("#C8102E", "circle"),
    "England": Look("#1B2F7B", "square"),
    "France": Look("#4BA3DB", "triangle"),
    "Germany": Look("#000000", "x"),
    "Italy": Look("#2E8B3D", "diamond"),
    "Russia": Look("#8A8A8A", "star"),
    "Turkey": Look("#E3B505", "plus"),
}
"""Colour and symbol of each power on charts. Yellow is darker than on the game's board, to be legible on white paper.
"""


SAT_OUT = "sat-out"
"""The outcome of a round for a player who was present and did not play."""

Fate = Literal["solo", "draw", "survived", "lost", "eliminated"]
"""How a game ended for a power: won, in the draw, survived outside of it, survived another's solo, eliminated."""


def fate_of(winner: Amount, alive: Amount, member: Amount, won: Amount) -> str | Figure:
    """Return the fate of a power, from whether it won, has a centre, is in the draw, and whether anybody won."""
    alive_at_end = when(won != 0, "lost", when(member != 0, "draw", "survived"))
    return when(winner != 0, "solo", when(alive == 0, "eliminated", alive_at_end))


class PowerGame(Struct, frozen=True):
    """A power on a board that was played."""

    player: str
    """The id of its player."""
    name: str
    """The name of its player."""
    round: int
    """The number of the round, from 1."""
    table: int
    """The number of the board, from 1."""
    power: str
    centres: int
    """Centres at the end."""
    outcome: str
    """The outcome of the board: one of :class:`sheetscore.scoring.boards.board.Outcome`."""
    fate: Fate
    computed: int | Fraction
    """The score by the scoring system."""
    score: int | Fraction
    """The score that counts: the computed one, or the ruling of the director."""
    eliminated: int | None
    """The year of elimination; None if unknown, and for survivors."""
    final_year: int | None
    """The last year of the game; None if unknown."""
    named: int
    """1 if the power was named as a member of the draw, or as the one conceded to."""
    history: int | None
    """Its rank by the earlier centres of the powers, from 1; None if a missing year decides it. See
    :meth:`sheetscore.scoring.boards.board.Board.history`.
    """

    def row(self) -> ResultRow:
        """Return the game as a row of results."""
        return {key: getattr(self, key) for key in _KEYS}


_KEYS = tuple(part for part in PowerGame.__struct_fields__ if part != "round")
"""The keys of a row of results."""


def sat_out_row(player: str, name: str, score: int | Fraction | None) -> ResultRow:
    """Return the row of a player who sat out; ``score`` is None if the round does not count."""
    blank: dict[str, Exact] = dict.fromkeys(_KEYS)
    return blank | {"player": player, "name": name, "outcome": SAT_OUT, "score": score}


def games_of(rounds: Mapping[int, Sequence[ResultRow]]) -> list[PowerGame]:
    """Return the games of scored rounds, by round, table and power."""
    return [_game(number, row) for number in sorted(rounds) for row in rounds[number] if row["outcome"] != SAT_OUT]


def sat_out(rounds: Mapping[int, Sequence[ResultRow]]) -> Iterator[tuple[int, ResultRow]]:
    """Yield the round and the row of each player who sat out."""
    for number in sorted(rounds):
        for row in rounds[number]:
            if row["outcome"] == SAT_OUT:
                yield number, row


def _game(number: int, row: ResultRow) -> PowerGame:
    return PowerGame(round=number, **{key: value for key, value in row.items() if key in _KEYS})  # type: ignore[arg-type]


def by_player(games: Iterable[PowerGame]) -> dict[str, list[PowerGame]]:
    """Return the games by the ids of the players, in order."""
    found: dict[str, list[PowerGame]] = {}
    for game in games:
        found.setdefault(game.player, []).append(game)
    return found


def record_of(earlier: Sequence[EarlierRound]) -> BoardRecord:
    """Put earlier rounds together: boards as they were played, or as they were drawn if results are missing.

    Parameters
    ----------
    earlier
        Rounds with results, of all their boards or of some, or with nothing but the draw; in any order.
    """
    return BoardRecord(
        tuple(game for one in earlier for game in _games(one)),
        tuple((one.number, player) for one in earlier for player in _sat_out(one)),
    )


def _games(earlier: EarlierRound) -> Iterator[BoardGame]:
    places = [(game.table, game.power, game.player) for game in games_of({earlier.number: earlier.rows})]
    scored = {board for board, _, _ in places}
    if earlier.drawn is not None:
        places += [place for place in earlier.drawn.places() if place[0] not in scored]
    boards: dict[int, dict[str, str]] = {}
    for board, power, player in places:
        powers = boards.setdefault(board, {})
        if player not in powers.values():  # a draw may have been edited to anything
            powers[power] = player
    for board, powers in boards.items():
        yield BoardGame(earlier.number, board, powers)


def _sat_out(earlier: EarlierRound) -> Iterator[str]:
    """Yield players who sat out: those of the results, and those of the draw who are not in the results."""
    rows = {str(row["player"]) for row in earlier.rows}
    yield from (str(row["player"]) for _, row in sat_out({earlier.number: earlier.rows}))
    if earlier.drawn is not None:
        yield from (player for player in earlier.drawn.byes if player not in rows)
