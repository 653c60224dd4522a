"""Why a board has no scores yet, in a few words beside it: rules that Python and the workbook both follow."""

from __future__ import annotations

from collections.abc import Mapping

from sheetscore.expressions import Expression, parse
from sheetscore.scoring.boards.board import ALL_CENTRES, SOLO, START
from sheetscore.scoring.boards.facts import Steps, facts
from sheetscore.scoring.boards.system import BoardSystem
from sheetscore.systems.diplomacy.round_tables.board_steps import BoardSteps
from sheetscore.systems.diplomacy.round_tables.step_tables import StepTables
from sheetscore.tables.table import Here

_WORDS: Mapping[str, str] = {
    "centres are missing": "sum(board.centres) == 0",
    f"there are more than {ALL_CENTRES} centres": f"sum(board.centres) > {ALL_CENTRES}",
    "how the game ended is missing": "outcome == ''",
    f"a solo has one power with {SOLO}": f"outcome == 'solo' and count(board.centres >= {SOLO}) != 1",
    f"{SOLO} centres are a solo": f"outcome != '' and outcome != 'solo' and "
    f"count(board.centres >= {SOLO} and (outcome != 'concession' or not board.named)) > 0",
    "somebody named has no centre": "count(board.named and board.centres == 0) > 0",
    "a solo has no members": "outcome == 'solo' and sum(board.named) > 0",
    "name the one power conceded to": "outcome == 'concession' and sum(board.named) != 1",
    "a draw has two members or more": "outcome == 'draw' and sum(board.named) == 1",
    "all survivors share it": "(outcome == 'draw-all' or outcome == 'time') and sum(board.named) > 0 and "
    "count(board.centres > 0 and not board.named) > 0",
    # a year that is unknown is a text in the cells, and spreadsheets put texts above all numbers
    "a power is out after the last year": "final_year > 0 and "
    f"count(board.eliminated > final_year and board.eliminated < {2 * START}) > 0",
}
"""What is said, and the rule for it; see :meth:`sheetscore.scoring.boards.board.Board.mistakes`."""


def _rules() -> list[Expression]:
    known = Steps(facts()).names()
    return [parse(f"'{words}. ' if {rule} else ''", known=known) for words, rule in _WORDS.items()]


_RULES = _rules()


def problems(steps: BoardSteps, system: BoardSystem) -> str:
    """Say what is missing or wrong on a board; empty where it can be scored, years apart."""
    return "".join(str(steps.said_of_all(system, rule)) for rule in _RULES).strip()


def problems_formula(here: Here[BoardSteps], tables: StepTables, system: BoardSystem) -> str:
    """Write :func:`problems` for a line of a table of games."""
    return f"TRIM({'&'.join(tables.said_of_all(here, system, rule) for rule in _RULES)})"
