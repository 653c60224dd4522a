"""A round of boards checked and scored, with the score of each game; and the standings of the event, ties broken.

Source: the settings of :mod:`sheetscore.systems.diplomacy.model`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec import field

from sheetscore.event.folder import sheets_stem
from sheetscore.event.identity import folded
from sheetscore.expressions import ExpressionError
from sheetscore.expressions.figure import exact
from sheetscore.findings import Codes, Finding, Severity, finding
from sheetscore.forms.form import FieldKey, Value
from sheetscore.pairing.draw import Draw
from sheetscore.problems import MistakesFound
from sheetscore.scoring.boards.board import ALL_CENTRES, FINAL, POWERS, Board, Outcome
from sheetscore.scoring.boards.contradictions import NO_OUTCOME
from sheetscore.scoring.boards.scores import ELIMINATED, FactPlace, Remark, ScorableBoard, lacking, remarks, scorable
from sheetscore.scoring.boards.system import BoardSystem
from sheetscore.scoring.tie_breaks import SCORE
from sheetscore.systems import played
from sheetscore.systems.context import EventProgress, RoundContext, Seated, strangers
from sheetscore.systems.diplomacy.boards import (
    SAT_OUT,
    Fate,
    PowerGame,
    SheetBoard,
    board_of_page,
    boards_of_sheets,
    chart_lines,
    count_box,
    fate_of,
    game_box,
    games_of,
    power_box,
    sat_out_row,
    scoring_of,
)
from sheetscore.systems.diplomacy.event_scores import (
    HEAD_TO_HEAD,
    LOT,
    STEPS,
    Contender,
    rank_players,
    score_event,
    team_scores,
)
from sheetscore.systems.diplomacy.model import DiplomacyEvent
from sheetscore.systems.outcomes import Agreement, Exact, ResultRow, RoundScore, Standings

Boxes = tuple[FieldKey, ...]


def check_entries(round_: RoundContext[DiplomacyEvent]) -> list[Finding]:
    """Find counts that cannot follow each other, outcomes that do not fit, powers without a player, absent players.

    Returns
    -------
    Findings without cells; ``fields`` names the boxes that each is about, beginning with the one to look at first.
    """
    event, forms = round_.event, round_.forms
    boards = boards_of_sheets(forms, round_.entries)
    scoring = scoring_of(event)
    seated = _seated(round_.draw, boards)
    return [
        *_seats(event, round_.draw, boards, seated),
        *(one for board in boards for one in _board(board, scoring, chart_lines(forms))),
    ]


def _seated(drawn: Draw, boards: Sequence[SheetBoard]) -> dict[FieldKey, Seated]:
    """Return who plays, by the boxes of the players."""
    places = {(table, power): player for table, power, player in drawn.places()}
    return {
        box: Seated(box, f"table {board.table}, {power}", player, places.get((board.table, power)))
        for board in boards
        for power, player in board.players.items()
        for box in [power_box(board.table, power, "player")]
    }


def _seats(
    event: DiplomacyEvent, drawn: Draw, boards: Sequence[SheetBoard], seated: Mapping[FieldKey, Seated]
) -> Iterator[Finding]:
    """Find powers without a player and absent players, and note those who were not drawn."""
    playing = event.entrants(drawn.round)
    for board in boards:
        for power in POWERS:
            box = power_box(board.table, power, "player")
            if box in seated:
                yield from strangers(seated[box], event.names, playing, "plays")
            else:
                message = f"table {board.table}, {power}: nobody plays this power, and a board has seven players. "
                yield finding("name-missing", f"{message}Choose who does", fields=(box,))


def may_play(round_: RoundContext[DiplomacyEvent], places: Sequence[FieldKey]) -> bool:
    """Allow a player on several boards, one power each, if players may double."""
    return round_.event.settings.remainder == "double" and len({place.table for place in places}) == len(places)


def _board(board: SheetBoard, scoring: BoardSystem, lines: Sequence[str]) -> Iterator[Finding]:
    """Check one board on its own.

    Parameters
    ----------
    lines
        All lines of the chart, filled in or not.
    """
    chart = tuple(count_box(board.table, line, power) for line in lines for power in POWERS)
    if board.is_blank:
        message = (
            f"table {board.table}: nothing is entered for this board. Enter the centres of its last year, or of every "
            "year, and how the game ended"
        )
        yield finding("blank-page", message, fields=(game_box(board.table, "outcome"),), rests_on=chart)
        return
    yield from (_finding_of(board, one) for one in remarks(board))
    if board.is_over:
        yield from _without_scores(board, scoring, chart)
    elif board.outcome is None:
        message = f"table {board.table}: {NO_OUTCOME.message(board.board, ())}"
        yield finding("result-missing", message, fields=(game_box(board.table, "outcome"),))
    else:
        message = f"table {board.table}: the centres at the end are missing. Enter them on the line “the end”"
        yield finding("result-missing", message, fields=(count_box(board.table, FINAL, POWERS[0]),), rests_on=chart)
    yield from _rulings(board)


def _without_scores(board: SheetBoard, scoring: BoardSystem, chart: Boxes) -> Iterator[Finding]:
    """Find why a board has no scores, apart from contradictions; each finding rests on the whole chart."""
    known = scorable(board)
    if known is not None:
        entered = (*chart, game_box(board.table, "final_year"))
        yield from (_finding_of(board, one, entered) for one in lacking(known, scoring))


def _finding_of(board: SheetBoard, remark: Remark, rests_on: Boxes = ()) -> Finding:
    """Return a remark about a game as a finding about the boxes of its sheet."""
    where = f"table {board.table}, {remark.when}" if remark.when else f"table {board.table}"
    return finding(
        remark.code,
        f"{where}: {remark.message}",
        fields=tuple(_box(board.table, place) for place in remark.about),
        rests_on=(*(_box(board.table, place) for place in remark.rests_on), *rests_on),
    )


def _box(table: int, place: FactPlace) -> FieldKey:
    if place.line is None:
        return game_box(table, place.what)
    if place.line == ELIMINATED:
        return power_box(table, place.what, "eliminated")
    return count_box(table, place.line, place.what)


def _rulings(board: SheetBoard) -> Iterator[Finding]:
    """Note the director's rulings, and find those that are incomplete."""
    for power, ruling in board.rulings.items():
        where = f"table {board.table}, {power}"
        if ruling.score is None:
            message = f"{where}: the director's ruling has a reason but no score; enter it"
            yield finding("ruling-reason", message, fields=(power_box(board.table, power, "ruling"),))
        elif ruling.reason is None:
            message = f"{where}: the director's ruling needs a reason; enter it"
            yield finding("ruling-reason", message, fields=(power_box(board.table, power, "reason"),))
        else:
            message = f"{where}: ruled {float(ruling.score):g} in place of the computed score: {ruling.reason}"
            yield finding("ruled", message, fields=(power_box(board.table, power, "ruling"),))


def score_round(round_: RoundContext[DiplomacyEvent]) -> RoundScore:
    """Score the boards that are over; a board that contradicts itself is left out.

    Returns
    -------
    A row for each game in the order of tables and powers, then a row for everybody who sat out.
    """
    event, forms = round_.event, round_.forms
    scoring = scoring_of(event)
    games: list[PowerGame] = []
    checks: list[Agreement] = []
    for (table, _), page in round_.pages.items():
        board = board_of_page(table, page)
        scored = list(_games(event, forms.round, board, scoring)) if board.is_over else []
        games += scored
        checks += _checks(board, scoring, scored)
    rows = [*(game.row() for game in games), *_sat_out(event, round_.draw.byes, games)]
    boards = boards_of_sheets(forms, round_.entries)
    return RoundScore(
        forms.round, tuple(rows), tuple(checks), (), round_.pages, kept={"boards": tuple(_of_boards(boards))}
    )


def _of_boards(boards: Iterable[SheetBoard]) -> Iterator[ResultRow]:
    """Yield a line for each year of each board, then one for its end, for archives."""
    for board in boards:
        members = " ".join(board.members)
        counts = [*sorted(board.chart.items()), *([(board.typed_final_year, board.final)] if board.final else [])]
        for year, owned in counts:
            yield {
                "table": board.table,
                "year": year,
                "outcome": board.outcome,
                "members": members,
                **{power: owned.get(power, 0) for power in POWERS},
            }


def compared_boards(scored: played.ScoredRound) -> list[played.Game]:
    """Return each board as a game of seven sides, ranked by their scores."""
    on_boards = [row for row in scored.rows if row["outcome"] != SAT_OUT]
    return [
        played.Game(
            table, 1, played.ranked_sides(rows, "score", played="power"), decided_by=str(rows[0]["outcome"] or "")
        )
        for table, rows in played.grouped(on_boards, lambda row: int(row["table"] or 0)).items()
    ]


def as_if_over(round_: RoundContext[DiplomacyEvent]) -> dict[FieldKey, Value]:
    """Return outcomes for games in progress, as if they ended now: a win with enough centres, else time."""
    return {
        game_box(board.table, "outcome"): Outcome.SOLO.value if board.board.winners else Outcome.TIME.value
        for board in boards_of_sheets(round_.forms, round_.entries)
        if board.outcome is None and board.centres
    }


def scored_so_far(round_: RoundContext[DiplomacyEvent]) -> set[int]:
    """Return the boards that would have scores if they ended now, since all that the scoring needs is entered."""
    event, forms = round_.event, round_.forms
    boards = boards_of_sheets(forms, {**round_.entries, **as_if_over(round_)})
    scoring = scoring_of(event)
    return {board.table for board in boards if board.is_over and [*_games(event, forms.round, board, scoring)]}


def _games(event: DiplomacyEvent, number: int, board: SheetBoard, scoring: BoardSystem) -> Iterator[PowerGame]:
    try:
        known = ScorableBoard(board.board)
        scores = known.scores(scoring)
    except (MistakesFound, ExpressionError):
        return
    fates, history = _fates(known), board.board.history()
    for power in POWERS:
        player, ruling = board.players.get(power), board.rulings.get(power)
        if player is None:
            continue
        yield PowerGame(
            player=player,
            name=event.names.get(player, player),
            round=number,
            table=board.table,
            power=power,
            centres=board.board.owned(power),
            outcome=str(board.outcome),
            fate=fates[power],
            computed=scores[power],
            score=scores[power] if ruling is None or ruling.score is None else ruling.score,
            eliminated=None if board.board.owned(power) else board.board.gone(power),
            final_year=board.final_year,
            named=int(power in board.members),
            history=history[power],
        )


def _fates(known: ScorableBoard) -> dict[str, Fate]:
    """Return the fate of each power."""
    columns = [known.column(name) for name in ("winner", "alive", "member")]
    won = exact(known.once("won"))
    fates = {}
    for power, *facts in zip(POWERS, *columns, strict=True):
        winner, alive, member = map(exact, facts)
        fates[power] = fate_of(winner, alive, member, won)
    return fates  # type: ignore[return-value]  # each is a Fate


def _checks(board: SheetBoard, scoring: BoardSystem, games: Sequence[PowerGame]) -> Iterator[Agreement]:
    """Compare the scores of a board on which all centres are owned with the system's fixed total."""
    total = scoring.file.total
    if total is not None and len(games) == len(POWERS) and sum(game.centres for game in games) == ALL_CENTRES:
        actual = sum((game.computed for game in games), Fraction(0))
        yield Agreement(f"scores of table {board.table}", total, actual)


def _sat_out(event: DiplomacyEvent, byes: Sequence[str], games: Sequence[PowerGame]) -> Iterator[ResultRow]:
    """Yield the rows of players with a bye in the draw, except those who played after all."""
    players, worth = {game.player for game in games}, event.settings.sit_out_score
    for player in byes:
        if player not in players:
            yield sat_out_row(player, event.names.get(player, player), None if worth is None else Fraction(worth))


CODES: Codes = {
    "scored-otherwise": (Severity.WARNING, "a round was scored by other rules than those in force"),
}

RoundTablePower = tuple[int, int, str]
"""A game by round, table and power."""


_IN_ROWS = frozenset(STEPS) - {LOT} | {SCORE.id}
"""The tie-breaks whose figures every row of the standings has anyway."""


def rank_event(so_far: EventProgress[DiplomacyEvent]) -> Standings:
    """Rank all players but standbys who have a row in a scored round, also those who are no longer on the roster.

    Returns
    -------
    Rows, best first: ``rank id name team score rounds games solos best_game second_best_game centres head_to_head``,
    and ``lot`` if it is a tie-break. ``team`` is the team's id; ``rounds`` counts rounds with a game. ``best_game`` and
    ``second_best_game`` are None with fewer games; ``head_to_head`` is None if it is no tie-break of the event.
    """
    event, rounds = so_far.event, so_far.rounds
    scored = score_event(event, rounds, so_far.open)
    ranking = rank_players(scored, event.settings.tie_breaks, event.header.seed)
    teams = _teams(event)
    margins = ranking.figures(HEAD_TO_HEAD)
    rows: list[ResultRow] = [
        {
            **_row(ranking.ranks[id_], contender, teams.get(folded(id_)), margins.get(id_)),
            **ranking.beside(_IN_ROWS, id_),
        }
        for id_, contender in scored.contenders.items()
    ]
    rows.sort(key=lambda row: (row["rank"], row["name"], row["id"]))
    found = tuple(_scored_otherwise(so_far))
    ranked: list[ResultRow] = [
        {"rank": team.rank, "id": team.id, "name": team.name, "score": team.score} for team in team_scores(event, rows)
    ]
    return Standings(max(rounds, default=0), tuple(rows), found, tuple(so_far.open), teams=tuple(ranked))


def _scored_otherwise(so_far: EventProgress[DiplomacyEvent]) -> Iterator[Finding]:
    """Warn of rounds not scored by the scoring system in force, except those already reported for other settings."""
    system, rounds = scoring_of(so_far.event), so_far.rounds
    for number in sorted(rounds.keys() - {*so_far.scored_under}):
        rescored = _rescored_round(rounds[number], number, system)
        if rescored is None or any(
            now["computed"] != was["computed"] for now, was in _now_and_before(rescored, rounds, number)
        ):
            message = (
                f"round {number} was scored otherwise than by “{system.file.title}” as it is now: the scoring was "
                f"changed since. Ingest {sheets_stem(number)}.xlsx again, or change the scoring back"
            )
            yield finding("scored-otherwise", message)


def _rescored_round(
    rows: Sequence[ResultRow], number: int, system: BoardSystem
) -> Mapping[int, Sequence[ResultRow]] | None:
    """Score a round again; None if its boards can no longer be scored; unchanged if a power had no player."""
    try:
        boards = EventBoards({number: rows})
    except MistakesFound:
        return None
    return boards.rescored(system) if boards.complete else {number: rows}


def _now_and_before(
    rescored: Mapping[int, Sequence[ResultRow]], rounds: Mapping[int, Sequence[ResultRow]], number: int
) -> Iterator[tuple[ResultRow, ResultRow]]:
    """Return each game of a round as it would be scored now, and as it was scored."""
    both = zip(rescored[number], rounds[number], strict=True)
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
        **{id_: record.figure(id_) for id_ in ("rounds", "games", "solos", "best_game", "second_best_game", "centres")},
        "head_to_head": margin,
    }


class ResultsBoard(Board, frozen=True):
    """A final board read from results, which have only the powers' ranks by earlier centres, not these centres."""

    ranks: Mapping[str, int | None] = field(default_factory=dict)
    """The rank of each power by its earlier centres; None if a missing year decides it."""

    def history(self) -> dict[str, int | None]:
        """Return the ranks of the powers by their earlier centres."""
        return {power: self.ranks[power] for power in POWERS}


class EventBoards:
    """All boards of an event."""

    def __init__(self, rounds: Mapping[int, Sequence[ResultRow]]) -> None:
        self._rounds = rounds
        tables: dict[tuple[int, int], list[PowerGame]] = {}
        for game in games_of(rounds):
            tables.setdefault((game.round, game.table), []).append(game)
        self.complete = all(len(games) == len(POWERS) for games in tables.values())
        """Whether every power had a player. A power without one has no row in results, so that its centres are missing.
        """
        self._boards = {at: ScorableBoard(_final_board(games)) for at, games in tables.items()} if self.complete else {}

    def rescored(self, system: BoardSystem) -> dict[int, list[ResultRow]] | None:
        """Return the rows as they would be under another system, without rulings and scores for sitting out.

        Returns
        -------
        None if the system needs a missing year of some board, or has no score for it.
        """
        scores: dict[RoundTablePower, int | Fraction] = {}
        try:
            for (number, table), board in self._boards.items():
                for power, score in board.scores(system).items():
                    scores[number, table, power] = score
        except (MistakesFound, ExpressionError):
            return None
        return {number: [_with(row, number, scores) for row in rows] for number, rows in self._rounds.items()}


def _with(row: ResultRow, number: int, scores: Mapping[RoundTablePower, int | Fraction]) -> ResultRow:
    """Return a row of a round with its score under another system."""
    if row["outcome"] == SAT_OUT:
        return {**row, "score": None}
    score = scores[number, int(row["table"] or 0), str(row["power"])]
    return {**row, "score": score, "computed": score}


def _final_board(games: Sequence[PowerGame]) -> ResultsBoard:
    first = games[0]
    return ResultsBoard(
        {game.power: game.centres for game in games},
        first.outcome,
        tuple(game.power for game in games if game.named),
        {game.power: game.eliminated for game in games if game.eliminated is not None},
        first.final_year,
        ranks={game.power: game.history for game in games},
    )
