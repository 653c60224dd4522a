"""What Diplomacy shows in the workbook of results: games, boards with every step, charts, best countries, systems."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.expressions.figure import Figure, Plain, Shown, as_figure
from sheetscore.expressions.figure_calls import filled, highest, same, when
from sheetscore.forms.form import Entries, FieldKey
from sheetscore.pairing.draw import short_names
from sheetscore.scoring.boards.board import POWERS, Outcome
from sheetscore.systems.columns import ENTRIES, VALUE, column, names_in, printed_first, unless_alike
from sheetscore.systems.context import RoundContext
from sheetscore.systems.diplomacy.boards import (
    SAT_OUT,
    PowerGame,
    board_of_page,
    fate_of,
    games_of,
    sat_out,
    scoring_of,
)
from sheetscore.systems.diplomacy.game_values import awards_outdated_line, best_games, country_column, country_places
from sheetscore.systems.diplomacy.model import DiplomacyEvent
from sheetscore.systems.diplomacy.round_tables.board_book import GAMES, ShownBoards, final_year
from sheetscore.systems.diplomacy.round_tables.chart_tables import BoardChart, filled_chart, game_pictures
from sheetscore.systems.diplomacy.round_tables.comparison_tables import SystemComparison, systems_in_force
from sheetscore.systems.diplomacy.round_tables.step_tables import power_lines
from sheetscore.systems.outcomes import ResultRow, RoundScore
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import (
    ByRule,
    Column,
    LineFigures,
    Places,
    Table,
    Wanted,
    cell_at,
    figure_column,
    same_in,
    text_column,
)

LineT = TypeVar("LineT")
MARK = "✎"

RULED = "ruled"
"""The column of the marks at ruled scores, beside the column of the scores."""

_MEANING = f"A score with a mark {MARK} is the director's, in place of the computed one."

RESULTS, OUT, AWARDS, RIVALS, COUNTRIES = "results", "sat out", "awards", "rivals", "countries"
"""Names of tables."""


_STEPS = TextLine(
    "Scores come about from left to right: what was entered, what follows from it, the score as computed, the "
    "director's ruling in its place. Steps are named as in the files of the scoring systems."
)

_BEST = TextLine("The best game with each power: by score, then by centres; equal ones share. Standbys win no award.")
_CHARTS = TextLine("A line that was left blank is left out. The year 1900 is the position at the start.")


def ruled_column(ruling: Callable[[LineFigures[LineT]], Shown]) -> Column[LineT]:
    """Make the column of the marks: beside a score that somebody ruled."""

    def mark(own: LineFigures[LineT]) -> Shown:
        return when(filled(as_figure(ruling(own))), MARK, None)

    return figure_column(RULED, "", 24, ByRule(mark))


def ruled_line(table: str = "") -> TextLine:
    """Make the line that says what the mark means.

    Parameters
    ----------
    table
        The table whose marks come and go by formula: without any left the line is blank, too.
    """
    if not table:
        return TextLine(_MEANING)
    return TextLine(
        _MEANING,
        formula=lambda places: (
            f'IF(SUMPRODUCT(--({places[table].column(RULED).reference}="{MARK}"))>0,"{_MEANING}","")'
        ),
    )


def results_sheets(round_: RoundContext[DiplomacyEvent]) -> tuple[TableSheet, ...]:
    """Return the games of a round, how their scores come about, charts, best countries, and all systems compared."""
    event, forms, score = round_.event, round_.forms, round_.score
    book = _book(event, score, round_.entries)
    comparison = SystemComparison(book, *systems_in_force(book.system, event.own_templates))
    games, file = games_of({forms.round: score.rows}), book.system.file
    out = [row for _, row in sat_out({forms.round: score.rows})]
    eligible = {player.id for player in event.players if not player.standby}
    best = [game for held in best_games(games, eligible).values() for game in held]
    changed = [awards_outdated_line(RIVALS, [_game_key(game) for game in best])] if best else []
    results = results_table(games, book, out)
    scored_by = TextLine(f"Scored by {file.title}: {file.description}")
    return (
        TableSheet(
            "Results",
            f"Results of round {forms.round}",
            lines=(scored_by, _ABOUT_COLUMNS, *([ruled_line(RESULTS)] if _ruled_powers(book) else [])),
            tables=(results, *([_out_table(out, results)] if out else [])),
        ),
        TableSheet(
            "Boards",
            "How the scores come about",
            lines=(scored_by, _STEPS),
            tables=(book.powers, book.games),
            landscape=True,
            for_director=True,
        ),
        TableSheet(
            "Charts",
            "Centres by year",
            lines=(_CHARTS,),
            tables=(book.charts_table(),),
            for_director=True,
            publish=True,
        ),
        *(_board_sheet(book, chart) for chart in book.charts),
        TableSheet(
            "Powers",
            "Best countries",
            lines=(_BEST, *changed),
            tables=(_awards_table(best, book), _countries_table(results)),
            for_director=True,
        ),
        comparison.sheet(),
        # the hidden sheet of steps also has the table that the warning about outdated awards looks at
        comparison.steps_sheet(_rivals_table([game for game in games if game.player in eligible], eligible, book)),
    )


def _book(event: DiplomacyEvent, score: RoundScore, entries: Entries) -> ShownBoards:
    """Put the boards of a round together from what was scored; those without scores are left out."""
    called = short_names(names_in(score.rows, "player"))
    names = {
        (row["table"], row["power"]): called(str(row["player"])) for row in score.rows if row["outcome"] != SAT_OUT
    }
    scored = {table for table, _ in names}
    boards = [board_of_page(table, page) for (table, _), page in score.pages.items() if table in scored]

    def entry_of(key: FieldKey, value: Plain) -> Figure | None:
        return cell_at(ENTRIES, key, VALUE, value) if key in entries else None

    return ShownBoards(
        scoring_of(event),
        [filled_chart(board) for board in boards],
        lambda table, power: names.get((table, power), ""),
        entry_of,
        history=True,
    )


def _game_key(game: PowerGame) -> tuple[int, str]:
    """Return the key of a game's line, its board and its power, as the table ``book.powers`` has it."""
    return game.table, game.power


_FACTS = ("winner", "alive", "member")
"""The facts from which a power's fate follows, besides whether the game was won."""


def results_table(games: Sequence[PowerGame], book: ShownBoards, out: Sequence[ResultRow] = ()) -> Table[PowerGame]:
    """Make the table of results: everybody's game, board by board.

    Parameters
    ----------
    out
        The rows of those who sat out; their table stands below, in the same columns.
    """

    def outcome(own: LineFigures[PowerGame]) -> Shown:
        return in_words(own.other(book.games, own.line.table, "outcome"))

    def fate(own: LineFigures[PowerGame]) -> Shown:
        winner, alive, member = (own.other(book.powers, _game_key(own.line), key) for key in _FACTS)
        return fate_of(winner, alive, member, own.other(book.games, own.line.table, "won"))

    def ruling(own: LineFigures[PowerGame]) -> Shown:
        return own.other(book.powers, _game_key(own.line), "ruling")

    firsts = {game.table: game.power for game in reversed(games)}
    names = {game.player: game.name for game in games} | {str(row["player"]): str(row["name"]) for row in out}
    columns = (
        figure_column("table", "Board", 56, lambda game: game.table),
        text_column("power", "Power", 84, lambda game: game.power),
        text_column("name", "Player", 190, lambda game: game.name, player=lambda game: game.player),
        text_column("player", "Id", 56, lambda game: game.player),
        figure_column("centres", "Centres", 66, same_in(book.powers, "centres")),
        figure_column("place", "Place", 56, same_in(book.powers, "place")),
        text_column("outcome", "Outcome", 92, ByRule(outcome)),
        text_column("fate", "Fate", 88, ByRule(fate)),
        figure_column("score", "Score", 84, same_in(book.powers, "score"), style="cell score"),
        *([ruled_column(ruling)] if _ruled_powers(book) else []),
    )
    return Table(
        RESULTS,
        printed_first(columns, unless_alike("player", names)),
        games,
        key=_game_key,
        starts_group=lambda game: firsts[game.table] == game.power,
        empty="No board was scored.",
    )


def _board_sheet(book: ShownBoards, chart: BoardChart) -> TableSheet:
    """Make a page for one board, to be posted: the players, and pictures of the game."""
    lines = [line for line in power_lines(book.boards) if line.table == chart.board.table]
    ruled = _ruled_powers(book) & {line.key for line in lines}
    table = Table(
        f"board {chart.board.table}",
        (
            text_column("power", "Power", 110, lambda line: line.power),
            text_column(
                "player",
                "Player",
                330,
                lambda line: book.names(*line.key),
                player=lambda line: line.steps.played.players.get(line.power),
            ),
            figure_column("centres", "Centres", 90, same_in(book.powers, "centres")),
            figure_column("place", "Place", 90, same_in(book.powers, "place"), style="cell rank"),
            figure_column("score", "Score", 110, same_in(book.powers, "score"), style="cell score"),
            *([ruled_column(same_in(book.powers, "ruling").shown)] if ruled else []),
        ),
        lines,
        key=lambda line: line.key,
    )
    title = f"Board {chart.board.table}"
    remarks = (_ended(book, chart.board.table), *([ruled_line(table.name)] if ruled else ()))
    return TableSheet(title, title, lines=remarks, tables=(table,), charts=(*game_pictures(chart),))


_DRAW_ALL = "draw of all survivors"
"""The words on posted sheets for a draw that is shared by all powers which still own a centre."""

OUTCOMES_IN_WORDS = {Outcome.DRAW_ALL.value: "draw of all", Outcome.TIME.value: "time up"}
"""The words in tables for outcomes that score sheets have by a code or a bare word."""


def in_words(outcome: Figure) -> Figure:
    """Return an outcome as tables have it."""
    for code, words in OUTCOMES_IN_WORDS.items():
        outcome = when(same(outcome, code), words, outcome)
    return outcome


def _ended(book: ShownBoards, table: int) -> TextLine:
    """Say how the game on a board ended, which powers won it or share the draw, and which year was the last."""
    steps = next(one for one in book.boards if one.played.table == table)
    members = ", ".join(steps.played.members)
    outcome = (steps.played.outcome or "").replace(Outcome.DRAW_ALL, _DRAW_ALL)
    parts = (outcome, f": {members}" if members else "", f", last year {final_year(steps)}")

    def formula(places: Places) -> str:
        outcome, names, year = (places[GAMES].cell(table, key).reference for key in ("outcome", "names", "final_year"))
        # the cell of the names has a text such as "+austria+france"
        named = f'IF(LEN({names})<2,"",": "&PROPER(SUBSTITUTE(MID({names},2,200),"+",", ")))'
        text = f'SUBSTITUTE({outcome},"{Outcome.DRAW_ALL}","{_DRAW_ALL}")'
        return f'"Outcome: "&{text}&{named}&", last year "&{year}'

    return TextLine(f"Outcome: {''.join(parts)}", "posted ending", formula)


_ABOUT_COLUMNS = TextLine(
    f"Place: on its board.   Outcome: how the game on the board ended; draw of all: a {_DRAW_ALL}.   "
    "Fate: what became of the power; all that are left when time is up share the draw."
)


def _ruled_powers(book: ShownBoards) -> set[tuple[int, str]]:
    """Return the boards and powers for which the director ruled a score."""
    return {line.key for line in power_lines(book.boards) if book.ruling(line.steps, line.power) is not None}


def _out_table(rows: Sequence[ResultRow], results: Table[PowerGame]) -> Table[ResultRow]:
    """Make the table of those who sat out, below the results and in the same columns."""
    filled: Mapping[str, Column[ResultRow]] = {
        "power": text_column("power", "", 84, lambda _: "sat out"),
        "name": text_column("name", "Player", 190, column("name"), player=column("player")),
        "player": text_column("player", "Id", 56, column("player")),
        "score": figure_column("score", "Score", 84, column("score"), None, "cell score"),
    }
    return Table(
        OUT,
        tuple(
            replace(filled.get(one.key) or figure_column(one.key, "", one.width, lambda _: None), helper=one.helper)
            for one in results.columns
        ),
        rows,
        title="Sat out",
    )


def _awards_table(best: Sequence[PowerGame], book: ShownBoards) -> Table[PowerGame]:
    firsts = {game.power: game for game in reversed(best)}
    return Table(
        AWARDS,
        (
            text_column("power", "Power", 100, lambda game: game.power),
            text_column("name", "Best game by", 200, lambda game: book.names(*_game_key(game))),
            figure_column("table", "Board", 74, lambda game: game.table),
            figure_column("centres", "Centres", 74, same_in(book.powers, "centres")),
            figure_column("score", "Score", 84, same_in(book.powers, "score"), style="cell score"),
        ),
        best,
        key=_game_key,
        starts_group=lambda game: game is firsts[game.power],
        title="Best countries",
        empty="No board was scored.",
    )


def _rivals_table(games: Sequence[PowerGame], eligible: Collection[str], book: ShownBoards) -> Table[PowerGame]:
    """Make the table of the games that can win an award, with their places by formula."""
    places = country_places(games, eligible)
    return Table(
        RIVALS,
        (
            text_column("power", "power", 74, lambda game: game.power),
            figure_column("table", "board", 50, lambda game: game.table),
            figure_column("score", "score", 74, same_in(book.powers, "score"), style="cell step"),
            figure_column("centres", "centres", 74, same_in(book.powers, "centres"), style="cell step"),
            country_column("among its power", 74, places, "cell step"),
        ),
        games,
        key=_game_key,
        size="fine",
    )


class PowerSummary(Struct, frozen=True):
    """Rules for a table with a line for each power, over all games that another table lists, standbys' games too."""

    games: Table[PowerGame]

    def count(self, **where: Wanted) -> ByRule[str]:
        """Count the power's games: all of them, or those whose cells have the values of ``where``."""
        return ByRule(lambda own: own.count_of(self.games, power=own.line, **where))

    def mean(self, key: str) -> ByRule[str]:
        """Return the mean of a column over the power's games; blank without any."""

        def rule(own: LineFigures[str]) -> Shown:
            number = own.cell("games")
            return when(number == 0, None, own.sum_of(self.games, key, power=own.line) / highest(number, 1))

        return ByRule(rule)


def _countries_table(results: Table[PowerGame]) -> Table[str]:
    summary = PowerSummary(results)
    return Table(
        COUNTRIES,
        (
            text_column("power", "Power", 100, lambda power: power),
            figure_column("mean", "Mean score", 200, summary.mean("score"), style="cell two"),
            figure_column("games", "Boards", 74, summary.count()),
            figure_column("centres", "Mean centres", 74, summary.mean("centres"), style="cell two"),
            figure_column("solos", "Solos", 84, summary.count(fate="solo")),
            figure_column("draws", "Draws", 84, summary.count(fate="draw")),
            figure_column("eliminated", "Out", 66, summary.count(fate="eliminated")),
        ),
        POWERS,
        title="All boards",
        note="standbys' games count here",
    )
