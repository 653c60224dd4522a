"""The standings of an event of Diplomacy: scores of rounds or games added up in the event's way, ties broken.

Source: the settings of :mod:`sheetscore.systems.diplomacy.model`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec import field

from sheetscore.event.folder import sheets_stem
from sheetscore.event.identity import folded
from sheetscore.expressions import ExpressionError
from sheetscore.findings import Codes, Finding, Severity, finding
from sheetscore.problems import MistakesFound
from sheetscore.scoring.boards.board import POWERS, Board
from sheetscore.scoring.boards.scores import ScorableBoard
from sheetscore.scoring.boards.system import BoardSystem
from sheetscore.systems.at_hand import EventSoFar
from sheetscore.systems.diplomacy.boards import SAT_OUT, Game, games_of, scoring_of
from sheetscore.systems.diplomacy.event_scores import HEAD_TO_HEAD, Contender, rank_players, score_event
from sheetscore.systems.diplomacy.model import DiplomacyEvent
from sheetscore.systems.outcomes import Exact, ResultRow, Standings

CODES: Codes = {
    "scored-otherwise": (Severity.WARNING, "a round was scored by other rules than those in force"),
}

Place = tuple[int, int, str]
"""A game by round, table and power."""


def rank_event(so_far: EventSoFar[DiplomacyEvent]) -> Standings:
    """Rank everybody who has a row in a scored round and is not a standby, also if the roster has them no longer.

    Returns
    -------
    Rows ``rank id name team score rounds games solos best_game second_best_game centres head_to_head``, best
    first. ``team`` is its id; ``rounds`` are those with a game; ``best_game`` and ``second_best_game`` are None
    without so many games, ``head_to_head`` where it is no tie-break of the event.
    """
    event, rounds = so_far.event, so_far.rounds
    scored = score_event(event, rounds, so_far.open)
    ranking = rank_players(scored, event.settings.tie_breaks)
    teams = _teams(event)
    margins = ranking.figures(HEAD_TO_HEAD)
    rows = [
        _row(ranking.ranks[id_], contender, teams.get(folded(id_)), margins.get(id_))
        for id_, contender in scored.contenders.items()
    ]
    rows.sort(key=lambda row: (row["rank"], row["name"], row["id"]))
    return Standings(max(rounds, default=0), tuple(rows), tuple(_scored_otherwise(event, rounds)), tuple(so_far.open))


def _scored_otherwise(event: DiplomacyEvent, rounds: Mapping[int, Sequence[ResultRow]]) -> Iterator[Finding]:
    """Warn of rounds whose scores are not those of the scoring system in force: it was changed since."""
    system = scoring_of(event)
    for number in sorted(rounds):
        again = _again(rounds[number], number, system)
        if again is None or any(now["computed"] != was["computed"] for now, was in _games(again, rounds, number)):
            message = (
                f"round {number} was scored otherwise than by “{system.file.title}” as it is now: the scoring was "
                f"changed since. Ingest {sheets_stem(number)}.xlsx again, or change the scoring back"
            )
            yield finding("scored-otherwise", message)


def _again(rows: Sequence[ResultRow], number: int, system: BoardSystem) -> Mapping[int, Sequence[ResultRow]] | None:
    """Score a round again; None where its boards can no longer be scored, itself where they never can."""
    try:
        kept = EventBoards({number: rows})
    except MistakesFound:
        return None
    return kept.rescored(system) if kept.complete else {number: rows}


def _games(
    again: Mapping[int, Sequence[ResultRow]], rounds: Mapping[int, Sequence[ResultRow]], number: int
) -> Iterator[tuple[ResultRow, ResultRow]]:
    """Return every game of a round as it would be scored now, and as it was."""
    both = zip(again[number], rounds[number], strict=True)
    return ((now, was) for now, was in both if was["outcome"] != SAT_OUT)


def _teams(event: DiplomacyEvent) -> dict[str, str]:
    """Return the ids of the players' teams as the list of teams spells them, by the folded ids of the players."""
    known = {folded(team.id): team.id for team in event.teams}
    named = {folded(player.id): known.get(folded(player.team)) for player in event.players if player.team}
    return {player: team for player, team in named.items() if team}


def _row(rank: int, contender: Contender, team: str | None, margin: Exact) -> ResultRow:
    record = contender.record
    return {
        "rank": rank,
        "id": record.id,
        "name": record.name,
        "team": team,
        "score": contender.score,
        "rounds": record.rounds,
        "games": len(record.games),
        "solos": record.solos,
        "best_game": record.nth_best_game(1),
        "second_best_game": record.nth_best_game(2),
        "centres": record.centres,
        "head_to_head": margin,
    }


class ResultsBoard(Board, frozen=True):
    """A final board whose earlier years are known by nothing but the rank that they give every power."""

    ranks: Mapping[str, int | None] = field(default_factory=dict)

    def history(self) -> dict[str, int | None]:
        """Return these ranks."""
        return {power: self.ranks[power] for power in POWERS}


class EventBoards:
    """All boards of an event."""

    def __init__(self, rounds: Mapping[int, Sequence[ResultRow]]) -> None:
        self._rounds = rounds
        tables: dict[tuple[int, int], list[Game]] = {}
        for game in games_of(rounds):
            tables.setdefault((game.round, game.table), []).append(game)
        self.complete = all(len(games) == len(POWERS) for games in tables.values())
        """Whether a player's row says of each power what it had; of others nothing is kept."""
        self._boards = {at: ScorableBoard(_board(games)) for at, games in tables.items()} if self.complete else {}

    def rescored(self, system: BoardSystem) -> dict[int, list[ResultRow]] | None:
        """Return the rows as they would be under another system, without rulings and without what sitting out scores.

        Returns
        -------
        None where the system needs a year of some board that nobody gave, or has no score for it.
        """
        scores: dict[Place, int | Fraction] = {}
        try:
            for (number, table), board in self._boards.items():
                for power, score in board.scores(system).items():
                    scores[number, table, power] = score
        except (MistakesFound, ExpressionError):
            return None
        return {number: [_with(row, number, scores) for row in rows] for number, rows in self._rounds.items()}


def _with(row: ResultRow, number: int, scores: Mapping[Place, int | Fraction]) -> ResultRow:
    if row["outcome"] == SAT_OUT:
        return {**row, "score": None}
    score = scores[number, int(row["table"] or 0), str(row["power"])]
    return {**row, "score": score, "computed": score}


def _board(games: Sequence[Game]) -> ResultsBoard:
    first = games[0]
    return ResultsBoard(
        {game.power: game.centres for game in games},
        first.outcome,
        tuple(game.power for game in games if game.named),
        {game.power: game.eliminated for game in games if game.eliminated is not None},
        first.final_year,
        ranks={game.power: game.history for game in games},
    )
