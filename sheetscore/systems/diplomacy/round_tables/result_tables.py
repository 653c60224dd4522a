"""What Diplomacy shows in the workbook of results: games, boards with every step, charts, best countries, systems."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sheetscore.forms.form import FieldKey, RoundForms
from sheetscore.scoring.board import POWERS
from sheetscore.scoring.formulas import TOLERANCE
from sheetscore.systems.diplomacy.best_countries import CountryRecord, best_games, country_records
from sheetscore.systems.diplomacy.boards import board_of_page
from sheetscore.systems.diplomacy.forms import scoring_of
from sheetscore.systems.diplomacy.games import SAT_OUT, Game, games_of, sat_out
from sheetscore.systems.diplomacy.model import DiplomacyEvent
from sheetscore.systems.diplomacy.round_tables.board_book import BOARDS, GAMES, BoardBook
from sheetscore.systems.diplomacy.round_tables.chart_tables import BoardChart, filled_chart, game_picture
from sheetscore.systems.diplomacy.round_tables.comparison_tables import Comparison, systems_in_force
from sheetscore.systems.diplomacy.round_tables.step_tables import PowerLine, power_lines
from sheetscore.systems.protocol import ResultRow, RoundScore
from sheetscore.systems.result_columns import column
from sheetscore.systems.result_sheets import ENTRIES, VALUE
from sheetscore.workbooks.table_sheets import Line, TableSheet
from sheetscore.workbooks.tables import AnyTable, Here, Table, figure_column, text_column

RESULTS, OUT, AWARDS, COUNTRIES = "results", "sat out", "awards", "countries"
"""Names of tables."""

Formula = Callable[[Here[Game]], str]

_STEPS = Line(
    "Scores come about from left to right: what was entered, what follows from it, the score as computed, the "
    "director's ruling in its place. Steps are named as in the files of the scoring systems."
)
_BEST = Line("The best game with each power: by score, then by centres; equal ones share. Standbys win no award.")
_CHARTS = Line("A line that was left blank is left out. The year 1900 is the position at the start.")


def results_sheets(event: DiplomacyEvent, forms: RoundForms, score: RoundScore) -> tuple[TableSheet, ...]:
    """Give the games of a round, how their scores come about, charts, best countries, and all systems compared."""
    book = _book(event, score)
    comparison = Comparison(book, *systems_in_force(book.system, event.own_templates))
    games, file = games_of({forms.round: score.rows}), book.system.file
    out = [row for _, row in sat_out({forms.round: score.rows})]
    scored_by = Line(f"Scored by {file.title}: {file.description}")
    return (
        TableSheet(
            "Results",
            f"Results of round {forms.round}",
            lines=(scored_by,),
            tables=(results_table(games, book), *([_out_table(out)] if out else [])),
        ),
        TableSheet(
            "Boards",
            "How the scores come about",
            lines=(scored_by, _STEPS),
            tables=(book.powers_table(), book.games_table()),
            landscape=True,
        ),
        TableSheet(
            "Charts",
            "Centres by year",
            lines=(_CHARTS,),
            tables=(book.charts_table(),),
        ),
        *(_board_sheet(book, chart) for chart in book.charts),
        TableSheet("Powers", "Best countries", lines=(_BEST,), tables=tuple(_country_tables(event, games))),
        comparison.sheet(),
        comparison.steps_sheet(),
    )


def _book(event: DiplomacyEvent, score: RoundScore) -> BoardBook:
    """Put the boards of a round together from what was scored; those without scores are left out."""
    names = {(row["table"], row["power"]): str(row["name"]) for row in score.rows if row["outcome"] != SAT_OUT}
    scored = {table for table, _ in names}
    boards = [board_of_page(table, page) for (table, _), page in score.pages.items() if table in scored]

    def boxed(here: Here[Any], key: FieldKey) -> str | None:
        return here.other(ENTRIES, key, VALUE) if key in here.places[ENTRIES].rows else None

    return BoardBook(
        scoring_of(event),
        [filled_chart(board) for board in boards],
        lambda table, power: names.get((table, power), ""),
        boxed,
        history=True,
    )


def results_table(games: Sequence[Game], book: BoardBook) -> Table[Game]:
    """Make the table of results: everybody's game, board by board."""
    places = {line.key: book.place(line) for line in power_lines(book.boards)}

    def of_board(key: str) -> Formula:
        return lambda here: here.other(BOARDS, (here.line.table, here.line.power), key)

    def outcome(here: Here[Game]) -> str:
        return here.other(GAMES, here.line.table, "outcome")

    def fate(here: Here[Game]) -> str:
        winner, alive, member = (of_board(key)(here) for key in ("winner", "alive", "member"))
        won = here.other(GAMES, here.line.table, "won")
        alone = f'IF({won}<>0,"lost",IF({member}<>0,"draw","survived"))'
        return f'IF({winner}<>0,"solo",IF({alive}=0,"eliminated",{alone}))'

    firsts = {game.table: game.power for game in reversed(games)}
    return Table(
        RESULTS,
        (
            figure_column("table", "Board", 56, lambda game: game.table),
            text_column("power", "Power", 84, lambda game: game.power),
            text_column("name", "Player", 190, lambda game: game.name),
            text_column("player", "Id", 56, lambda game: game.player),
            figure_column("centres", "Centres", 66, lambda game: game.centres, of_board("centres")),
            figure_column("place", "Place", 56, lambda game: places[game.table, game.power], of_board("place")),
            text_column("outcome", "Outcome", 92, lambda game: game.outcome, outcome),
            text_column("fate", "Its end", 88, lambda game: game.fate, fate),
            figure_column("score", "Score", 84, lambda game: game.score, of_board("score"), "cell score"),
        ),
        games,
        key=lambda game: (game.table, game.power),
        opens=lambda game: firsts[game.table] == game.power,
        empty="No board was scored.",
    )


def _board_sheet(book: BoardBook, chart: BoardChart) -> TableSheet:
    """Make a page for one board, to be posted: the players, and a picture of the game."""

    def of_board(key: str) -> Callable[[Here[PowerLine]], str]:
        return lambda here: here.other(BOARDS, here.line.key, key)

    owned = chart.board.board.owned
    table = Table(
        f"board {chart.board.table}",
        (
            text_column("power", "Power", 110, lambda line: line.power),
            text_column("player", "Player", 330, lambda line: book.names(*line.key)),
            figure_column("centres", "Centres", 90, lambda line: owned(line.power), of_board("centres")),
            figure_column("place", "Place", 90, book.place, of_board("place"), "cell rank"),
            figure_column("score", "Score", 110, book.score, of_board("score"), "cell score"),
        ),
        [line for line in power_lines(book.boards) if line.table == chart.board.table],
    )
    title = f"Board {chart.board.table}"
    return TableSheet(title, title, tables=(table,), charts=(game_picture(chart),))


def _out_table(rows: Sequence[ResultRow]) -> Table[ResultRow]:
    """Make the table of those who sat out, below the results and in the same columns."""
    return Table(
        OUT,
        (
            figure_column("table", "", 56, lambda _: None),
            text_column("power", "", 84, lambda _: "sat out"),
            text_column("name", "Player", 190, column("name")),
            text_column("player", "Id", 56, column("player")),
            *(figure_column(f"blank {at}", "", width, lambda _: None) for at, width in enumerate((66, 56, 92, 88))),
            figure_column("score", "Score", 84, column("score"), None, "cell score"),
        ),
        rows,
        title="Sat out",
    )


def _country_tables(event: DiplomacyEvent, games: Sequence[Game]) -> Iterator[AnyTable]:
    """Make the tables of the best game with each power, and of how the powers fared."""
    eligible = {player.id for player in event.players if not player.standby}
    best = [game for held in best_games(games, eligible).values() for game in held]
    rivals = {power: [game for game in games if game.power == power and game.player in eligible] for power in POWERS}
    firsts = {power: next((game for game in best if game.power == power), None) for power in POWERS}

    def of_board(key: str) -> Formula:
        return lambda here: here.other(BOARDS, (here.line.table, here.line.power), key)

    def highest(here: Here[Game]) -> str:
        scores = (here.other(BOARDS, (game.table, game.power), "score") for game in rivals[here.line.power])
        return f"MAX({','.join(scores)})"

    def agrees(here: Here[Game]) -> str:
        return f'IF(ABS({here.cell("score")}-{here.cell("highest")})<={TOLERANCE},"✓","✗")'

    yield Table(
        AWARDS,
        (
            text_column("power", "Power", 100, lambda game: game.power),
            text_column("name", "Best game by", 200, lambda game: game.name),
            figure_column("table", "Board", 74, lambda game: game.table),
            figure_column("centres", "Centres", 74, lambda game: game.centres, of_board("centres")),
            figure_column("score", "Score", 84, lambda game: game.score, of_board("score"), "cell score"),
            figure_column("highest", "Highest score", 84, lambda game: game.score, highest, "cell two"),
            figure_column("agrees", "agrees", 66, lambda _: "✓", agrees),
        ),
        best,
        opens=lambda game: game is firsts[game.power],
        title="Best countries",
        empty="No board was scored.",
    )
    yield _countries_table(games)


def _countries_table(games: Sequence[Game]) -> Table[CountryRecord]:
    """Make the table of how each power fared."""

    def over(function: str, key: str) -> Callable[[Here[CountryRecord]], str | None]:
        def formula(here: Here[CountryRecord]) -> str | None:
            power = here.line.power
            cells = [here.other(BOARDS, (game.table, power), key) for game in games if game.power == power]
            return f"{function}({','.join(cells)})" if cells else None

        return formula

    def often(fate: str) -> Callable[[Here[CountryRecord]], str]:
        def formula(here: Here[CountryRecord]) -> str:
            of_power = f"{here.range('power', RESULTS)}={here.cell('power')}"
            return f'SUMPRODUCT(({of_power})*({here.range("fate", RESULTS)}="{fate}"))'

        return formula

    return Table(
        COUNTRIES,
        (
            text_column("power", "Power", 100, lambda record: record.power),
            figure_column(
                "mean", "Mean score", 200, lambda record: record.mean_score, over("AVERAGE", "score"), "cell two"
            ),
            figure_column("games", "Boards", 74, lambda record: record.games, over("COUNT", "score")),
            figure_column(
                "centres",
                "Mean centres",
                74,
                lambda record: record.mean_centres,
                over("AVERAGE", "centres"),
                "cell two",
            ),
            figure_column("solos", "Solos", 84, lambda record: record.solos, often("solo")),
            figure_column("draws", "Draws", 84, lambda record: record.draws, often("draw")),
            figure_column("eliminated", "Out", 66, lambda record: record.eliminated, often("eliminated")),
        ),
        country_records(games),
        title="All boards",
        note="standbys' games count here",
    )
