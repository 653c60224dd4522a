"""The formulas of every scoring system give what Python gives, in LibreOffice, on boards of every kind."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
import xlsxwriter
from board_cases import EXAMPLE, chance_board
from libreoffice import recalculate
from openpyxl import load_workbook
from xlsxwriter.worksheet import Worksheet

from sheetscore.scoring.board import POWERS, Board, Outcome
from sheetscore.scoring.board_formulas import BoardCells, BoardFormulas, board_formulas, board_names
from sheetscore.scoring.board_library import board_system, board_system_paths
from sheetscore.scoring.board_scores import KnownBoard
from sheetscore.scoring.board_system import BoardSystem
from sheetscore.workbooks.names import column_letters

SEED = 1901
EACH = 6
"""Boards made up for each outcome."""

HEIGHT = len(POWERS) + 1
"""Rows of a board: the game, then its powers."""

ENTERED = ("centres", "eliminated", "named", "history")
SCORE = "score"


@dataclass(frozen=True)
class Sheet:
    """A worksheet for one system: what is entered in the first columns, then the steps, then the scores."""

    system: BoardSystem

    @property
    def columns(self) -> tuple[str, ...]:
        of_powers, _ = board_names(self.system)
        return (*ENTERED, *of_powers, SCORE)

    def letter(self, name: str) -> str:
        return column_letters(self.columns.index(name))

    def cells(self, top: int) -> BoardCells:
        """Lay a board out from this row, counted from 1: the row of the game has the outcome, year and steps."""
        _, of_board = board_names(self.system)
        places = {
            name: f"${column_letters(place)}${top}" for place, name in enumerate(("outcome", "final_year", *of_board))
        }
        rows = range(top + 1, top + HEIGHT)
        return BoardCells({name: self.letter(name) for name in self.columns}, rows, places)

    def write(self, worksheet: Worksheet, top: int, board: Board) -> None:
        worksheet.write_string(top - 1, 0, board.outcome)
        if board.final_year is not None:
            worksheet.write_number(top - 1, 1, board.final_year)
        history = board.history()
        for row, power in enumerate(POWERS, start=top):
            # powers without centres, without a year and without a part in the draw are left blank
            year, named = board.eliminated.get(power), int(power in board.members)
            for column, value in enumerate((board.owned(power), year, named, history[power])):
                if value:
                    worksheet.write_number(row, column, value)
        self._write_formulas(worksheet, top, board_formulas(self.system, self.cells(top)))

    def _write_formulas(self, worksheet: Worksheet, top: int, formulas: BoardFormulas) -> None:
        for column, formula in enumerate(formulas.once.values(), start=2):
            worksheet.write_formula(top - 1, column, f"={formula}", None, "")
        for name, seven in (*formulas.powers.items(), (SCORE, formulas.scores)):
            for row, formula in enumerate(seven, start=top):
                worksheet.write_formula(row, self.columns.index(name), f"={formula}", None, "")


def final_boards() -> list[Board]:
    chance = random.Random(SEED)
    made_up = [chance_board(chance, outcome) for outcome in Outcome for _ in range(EACH)]
    return [EXAMPLE, *made_up]


BOARDS = final_boards()
SHEETS = {name: Sheet(board_system(name)) for name in board_system_paths()}


def tops() -> Iterator[tuple[int, Board]]:
    return ((1 + HEIGHT * number, board) for number, board in enumerate(BOARDS))


@pytest.fixture(scope="module")
def computed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[list[object]]]:
    """Give what LibreOffice makes of the scores, by system and board."""
    folder = tmp_path_factory.mktemp("boards")
    book = xlsxwriter.Workbook(str(folder / "boards.xlsx"))
    for name, sheet in SHEETS.items():
        worksheet = book.add_worksheet(name[:31])
        for top, board in tops():
            sheet.write(worksheet, top, board)
    book.close()
    (out,) = recalculate([folder / "boards.xlsx"], folder / "out")
    read = load_workbook(out, data_only=True, read_only=True)
    found: dict[str, list[list[object]]] = {}
    for name, sheet in SHEETS.items():
        column = 1 + sheet.columns.index(SCORE)
        shown: list[object] = [
            row[0] for row in read[name[:31]].iter_rows(min_col=column, max_col=column, values_only=True)
        ]
        found[name] = [shown[top : top + len(POWERS)] for top, _ in tops()]
    read.close()
    return found


def test_the_boards_are_of_every_kind() -> None:
    assert len(BOARDS) >= 30
    assert {board.outcome for board in BOARDS} == {*Outcome}
    assert any(sum(board.centres.values()) < 34 for board in BOARDS)
    assert any(len(board.members) > 1 and set(board.members) < set(board.survivors) for board in BOARDS)
    assert any(board.eliminated for board in BOARDS)
    tied = [board for board in BOARDS if len(set(board.centres.values())) < len(board.centres)]
    assert len(tied) > 10


@pytest.mark.parametrize("name", SHEETS)
def test_libreoffice_scores_as_python_does(name: str, computed: dict[str, list[list[object]]]) -> None:
    different = []
    for board, shown in zip(BOARDS, computed[name], strict=True):
        expected = KnownBoard(board).scores(SHEETS[name].system)
        for power, cell in zip(POWERS, shown, strict=True):
            if not isinstance(cell, int | float) or not math.isclose(cell, expected[power], rel_tol=1e-9, abs_tol=1e-9):
                different.append(f"{power} Python {expected[power]!r}, LibreOffice {cell!r} on {board}")
    assert not different, "\n".join(different[:5])


def test_a_formula_can_be_followed() -> None:
    sheet = SHEETS["sum-of-squares"]
    assert board_names(sheet.system) == (("alive", "winner"), ("won", "squares"))
    formulas = board_formulas(sheet.system, sheet.cells(1))
    assert formulas.once["squares"] == "SUMPRODUCT($A$2:$A$8*$A$2:$A$8)"
    assert formulas.once["won"] == 'IF(OR($A$1="solo",$A$1="concession"),1,0)'
    assert formulas.powers["alive"][2] == "IF(N($A4)>0,1,0)"
    assert formulas.scores[0] == "IF($C$1<>0,IF($F2<>0,100,0),IF($E2<>0,100*N($A2)*N($A2)/$D$1,0))"


def test_years_are_counted_from_where_the_system_says() -> None:
    survived = board_formulas(SHEETS["bangkok"].system, SHEETS["bangkok"].cells(1))
    played = board_formulas(SHEETS["whipping"].system, SHEETS["whipping"].cells(1))
    assert survived.powers["years"][0].endswith("-1901")
    assert played.powers["years"][0].endswith("-1900")
