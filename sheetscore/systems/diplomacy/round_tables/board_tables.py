"""The director's page of a round: the scores of the boards so far, which follow what is typed into their sheets."""

from __future__ import annotations

from collections.abc import Mapping

from sheetscore.expressions.figure import Figure, Plain, Shown, standing
from sheetscore.expressions.figure_calls import is_number, joined, total, when
from sheetscore.forms.form import Entries, FieldKey
from sheetscore.forms.round_forms import RoundForms
from sheetscore.pairing.draw import display_name
from sheetscore.scoring.boards.board import ALL_CENTRES, FINAL, POWERS
from sheetscore.systems.diplomacy.boards import boards_of_sheets, scoring_of
from sheetscore.systems.diplomacy.model import DiplomacyEvent
from sheetscore.systems.diplomacy.round_tables.board_book import BOARDS, GAMES, ShownBoards
from sheetscore.systems.diplomacy.round_tables.chart_tables import blank_chart
from sheetscore.systems.diplomacy.round_tables.step_tables import UNKNOWN, PlayedSteps, PowerLine, power_lines, seven
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import ByRule, Here, LineFigures, LookedUp, Table, figure_column, same_in, text_column
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
        What is on the sheets when they are written.
    cells
        The reference to the cell of every box of the sheets.
    """

    def names(table: int, power: str) -> str:
        player = players.get((table, power), "")
        return display_name(player, event.names)

    def boxed(key: FieldKey, value: Plain) -> Figure | None:
        return standing(LookedUp(lambda _: cells[key]), value)

    boards = boards_of_sheets(forms, entries)
    players = {(board.table, power): player for board in boards for power, player in board.players.items()}
    form = forms.tables[0].pages[0].form if forms.tables else None
    years = [int(row.key) for row in form.block("chart").rows if row.key != FINAL] if form else []
    system = scoring_of(event)
    book = ShownBoards(system, [blank_chart(board, years) for board in boards], names, boxed, live=True)
    games = _games_table(book)
    scores = TableSheet(
        "Scores",
        f"Scores by {system.file.title}",
        lines=(TextLine(_FOR_DIRECTORS), TextLine(system.file.description)),
        tables=(games, _powers_table(book, games)),
        for_director=True,
    )
    steps = TableSheet(
        "Steps",
        "",
        tables=(book.charts_table(), book.lines, book.games, book.powers),
        hidden=True,
    )
    return scores, steps


def _games_table(book: ShownBoards) -> Table[PlayedSteps]:
    """Make the table that says what each board still lacks before it can be scored."""

    def outcome(own: LineFigures[PlayedSteps]) -> Shown:
        return joined(own.other(book.games, own.line.played.table, "outcome"), "")

    def owned(own: LineFigures[PlayedSteps]) -> Shown:
        return total(*(own.other(book.powers, (own.line.played.table, power), "centres") for power in POWERS))

    def last_year(own: LineFigures[PlayedSteps]) -> Shown:
        year = own.other(book.games, own.line.played.table, "final_year")
        return when(is_number(year), year, None)

    return Table(
        LIVE_GAMES,
        (
            figure_column("board", "Board", 64, lambda steps: steps.played.table, style="cell strong"),
            text_column("outcome", "Outcome", 104, ByRule(outcome)),
            text_column("missing", "Still missing", 330, lambda steps: _missing(book, steps), _missing_formula),
            figure_column("owned", "Owned", 78, ByRule(owned)),
            figure_column("unowned", "Unowned", 78, ByRule(lambda own: ALL_CENTRES - own.cell("owned"))),
            figure_column("year", "Last year", 84, ByRule(last_year)),
        ),
        book.boards,
        key=lambda steps: steps.played.table,
        title="Boards",
        empty="There is no board in this round.",
    )


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
    """Write the formula that gives the same text as :func:`_missing`."""
    number = here.line.played.table
    problem = here.other(GAMES, number, "problem")
    years = {_LAST_YEAR: here.other(GAMES, number, "final_year")}
    years |= {power: here.other(BOARDS, (number, power), "eliminated") for power in POWERS}
    lacking = "&".join(f'IF({cell}="{UNKNOWN}",", {what}","")' for what, cell in years.items())
    scored = f"COUNT({seven(here, BOARDS, number, 'score')})>0"
    # MID leaves out the comma and the blank before the first of them
    return f'IF({problem}<>"",{problem},IF({scored},"","{_MISSING_YEARS}"&MID({lacking},3,200)))'


def _powers_table(book: ShownBoards, games: Table[PlayedSteps]) -> Table[PowerLine]:
    """Make the table of the powers: who plays, centres, place and score so far."""

    def player(own: LineFigures[PowerLine]) -> Shown:
        return joined(own.other(book.powers, own.line.key, "player"), "")

    def filled(key: str) -> ByRule[PowerLine]:
        """Return the rule of a column that is shown once there are centres on the board."""
        cell = same_in(book.powers, key)
        return ByRule(lambda own: when(own.other(games, own.line.table, "owned") > 0, cell.shown(own), None))

    return Table(
        LIVE_POWERS,
        (
            figure_column("board", "Board", 64, lambda line: line.table),
            text_column("power", "Power", 104, lambda line: line.power),
            text_column("player", "Player", 330, ByRule(player)),
            figure_column("centres", "Centres", 78, filled("centres")),
            figure_column("place", "Place", 78, filled("place"), style="cell rank"),
            figure_column("score", "Score", 84, same_in(book.powers, "score"), style="cell score"),
        ),
        power_lines(book.boards),
        key=lambda line: line.key,
        title="Powers",
        starts_group=lambda line: line.at == 0,
        empty="There is no board in this round.",
    )
