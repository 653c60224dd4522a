"""The director's page of a round: the scores of the boards so far, which follow what is typed into their sheets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sheetscore.forms.form import Entries, FieldKey
from sheetscore.forms.round_forms import RoundForms
from sheetscore.pairing.draw import display_name
from sheetscore.scoring.boards.board import ALL_CENTRES, FINAL, POWERS
from sheetscore.systems.diplomacy.boards import played_boards, scoring_of
from sheetscore.systems.diplomacy.model import DiplomacyEvent
from sheetscore.systems.diplomacy.round_tables.board_book import BOARDS, GAMES, ShownBoards
from sheetscore.systems.diplomacy.round_tables.chart_tables import blank_chart
from sheetscore.systems.diplomacy.round_tables.step_tables import UNKNOWN, PlayedSteps, PowerLine, power_lines, seven
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import Here, Table, figure_column, text_column
from sheetscore.workbooks.book import CellValue

LIVE_GAMES, LIVE_POWERS = "live games", "live powers"
"""Names of tables."""

_MISSING_YEARS = "Years are missing: "
_LAST_YEAR = "the last"

_FOR_DIRECTORS = (
    "For the director, not for the players: scores follow as soon as a board has its centres and its outcome."
)


def live_sheets(
    event: DiplomacyEvent, forms: RoundForms, entries: Entries, cells: Mapping[FieldKey, str]
) -> tuple[TableSheet, ...]:
    """Return the director's page for the score sheets of a round, and the hidden sheet with its steps.

    Parameters
    ----------
    entries
        What stands on the sheets when they are written.
    cells
        Refers to every box of the sheets.
    """

    def names(table: int, power: str) -> str:
        player = players.get((table, power), "")
        return display_name(player, event.names)

    def boxed(_here: Here[Any], key: FieldKey) -> str:
        return cells[key]

    boards = played_boards(forms, entries)
    players = {(board.table, power): player for board in boards for power, player in board.players.items()}
    form = forms.tables[0].pages[0].form if forms.tables else None
    years = [int(row.key) for row in form.block("chart").rows if row.key != FINAL] if form else []
    system = scoring_of(event)
    book = ShownBoards(system, [blank_chart(board, years) for board in boards], names, boxed, live=True)
    scores = TableSheet(
        "Scores",
        f"Scores by {system.file.title}",
        lines=(TextLine(_FOR_DIRECTORS), TextLine(system.file.description)),
        tables=(_games_table(book), _powers_table(book)),
        for_director=True,
    )
    steps = TableSheet(
        "Steps",
        "",
        tables=(book.charts_table(), book.lines_table(), book.games_table(), book.powers_table()),
        hidden=True,
    )
    return scores, steps


def _games_table(book: ShownBoards) -> Table[PlayedSteps]:
    """Make the table that says how far each board is."""

    def owned(here: Here[PlayedSteps]) -> str:
        return f"SUM({seven(here, BOARDS, here.line.played.table, 'centres')})"

    def last_year(here: Here[PlayedSteps]) -> str:
        year = here.other(GAMES, here.line.played.table, "final_year")
        return f'IF(ISNUMBER({year}),{year},"")'

    return Table(
        LIVE_GAMES,
        (
            figure_column("board", "Board", 64, lambda steps: steps.played.table, style="cell strong"),
            text_column("outcome", "Outcome", 104, lambda steps: steps.played.outcome, _outcome),
            text_column("missing", "Still missing", 330, lambda steps: _missing(book, steps), _missing_formula),
            figure_column("owned", "Owned", 78, _owned, owned),
            figure_column(
                "unowned",
                "Unowned",
                78,
                lambda steps: ALL_CENTRES - _owned(steps),
                lambda here: f"{ALL_CENTRES}-{here.cell('owned')}",
            ),
            figure_column("year", "Last year", 84, lambda steps: steps.played.final_year, last_year),
        ),
        book.boards,
        key=lambda steps: steps.played.table,
        title="Boards",
        empty="There is no board in this round.",
    )


def _outcome(here: Here[PlayedSteps]) -> str:
    return f'{here.other(GAMES, here.line.played.table, "outcome")}&""'


def _owned(steps: PlayedSteps) -> int:
    return sum(steps.played.centres.values())


def _missing(book: ShownBoards, steps: PlayedSteps) -> CellValue:
    """Say what a board lacks before it can be scored."""
    problem = book.problem(steps)
    if problem:
        return problem
    if book.scores(steps) is not None:
        return None
    last = [_LAST_YEAR] if steps.once(book.system, "final_year") == UNKNOWN else []
    out = steps.column(book.system, "eliminated")
    return _MISSING_YEARS + ", ".join(
        last + [power for power, year in zip(POWERS, out, strict=True) if year == UNKNOWN]
    )


def _missing_formula(here: Here[PlayedSteps]) -> str:
    """Write :func:`_missing`."""
    number = here.line.played.table
    problem = here.other(GAMES, number, "problem")
    years = {_LAST_YEAR: here.other(GAMES, number, "final_year")}
    years |= {power: here.other(BOARDS, (number, power), "eliminated") for power in POWERS}
    lacking = "&".join(f'IF({cell}="{UNKNOWN}",", {what}","")' for what, cell in years.items())
    scored = f"COUNT({seven(here, BOARDS, number, 'score')})>0"
    return f'IF({problem}<>"",{problem},IF({scored},"","{_MISSING_YEARS}"&MID({lacking},3,200)))'


def _powers_table(book: ShownBoards) -> Table[PowerLine]:
    """Make the table of the powers: who plays, centres, place and score so far."""

    def shown(value: CellValue, line: PowerLine) -> CellValue:
        return value if _owned(line.steps) else None

    def filled(key: str) -> Callable[[Here[PowerLine]], str]:
        """Show a column once there are centres on the board."""

        def formula(here: Here[PowerLine]) -> str:
            owned = here.other(LIVE_GAMES, here.line.table, "owned")
            return f'IF({owned}>0,{here.other(BOARDS, here.line.key, key)},"")'

        return formula

    return Table(
        LIVE_POWERS,
        (
            figure_column("board", "Board", 64, lambda line: line.table),
            text_column("power", "Power", 104, lambda line: line.power),
            text_column(
                "player",
                "Player",
                330,
                lambda line: book.names(*line.key),
                lambda here: f'{here.other(BOARDS, here.line.key, "player")}&""',
            ),
            figure_column(
                "centres",
                "Centres",
                78,
                lambda line: shown(line.steps.played.board.owned(line.power), line),
                filled("centres"),
            ),
            figure_column(
                "place",
                "Place",
                78,
                lambda line: shown(book.place(line), line),
                filled("place"),
                "cell rank",
            ),
            figure_column(
                "score",
                "Score",
                84,
                book.score,
                lambda here: here.other(BOARDS, here.line.key, "score"),
                "cell score",
            ),
        ),
        power_lines(book.boards),
        key=lambda line: line.key,
        title="Powers",
        starts_group=lambda line: line.at == 0,
        empty="There is no board in this round.",
    )
