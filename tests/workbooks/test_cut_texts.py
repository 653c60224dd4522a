"""How long texts are cut off: by Python, and by the formulas that follow what is typed."""

from __future__ import annotations

from pathlib import Path

import pytest
import xlsxwriter

from sheetscore.workbooks.paper import Cut

NAMES = Cut(20, 22, ids=True)
TITLES = Cut(20, 20)
SEATS = Cut(20, 14, numbers=True)

SHOWN = {
    (NAMES, "Hal Hill (P08)"): "Hal Hill (P08)",
    (NAMES, "bye (scores as a win)"): "bye (scores as a win)",
    (NAMES, "Maximilian Alexan (P02)"): "Maximilian Alexan (P02)",
    (NAMES, "Maximilian-Alexander von Hohenlohe (P02)"): "Maximilian-Alexander v… (P02)",
    (NAMES, "欧阳司马 (the elder) of a very long line (P7)"): "欧阳司马 (the elder) of a … (P7)",
    (NAMES, ""): "",
    (TITLES, "Canal at dawn"): "Canal at dawn",
    (TITLES, "The tannery by the long river (north)"): "The tannery by the l…",
    (SEATS, "Strike flight 2"): "Strike flight 2",
    (SEATS, "Ground-attack regiment 12"): "Ground-attack …\N{NO-BREAK SPACE}12",
    (SEATS, "Ground-attack regiment\N{NO-BREAK SPACE}12"): "Ground-attack …\N{NO-BREAK SPACE}12",
    (SEATS, "Ground-attack regiment"): "Ground-attack …",
    (SEATS, "Reconnaissance-regiment"): "Reconnaissance…",
    (SEATS, "Jagdgeschwader 74 of the Luftwaffe 3"): "Jagdgeschwader…\N{NO-BREAK SPACE}3",
    (SEATS, "Reconnaissance of the year 1944"): "Reconnaissance…",
    (SEATS, "Reconnaissance of squadron 1/2"): "Reconnaissance…",
    (SEATS, "Reconnaissance of squadron 007"): "Reconnaissance…",
    (SEATS, "Reconnaissance at minus -3"): "Reconnaissance…",
}


@pytest.mark.parametrize(("cut", "text"), SHOWN)
def test_what_is_too_long_ends_in_dots_and_ids_and_numbers_stay(cut: Cut, text: str) -> None:
    assert cut.shown(text) == SHOWN[cut, text]


def cut_by_formulas(folder: Path) -> None:
    with xlsxwriter.Workbook(folder / "cut.xlsx") as book:
        sheet = book.add_worksheet()
        for row, ((cut, text), shown) in enumerate(SHOWN.items()):
            sheet.write_string(row, 0, text)
            typed = f'$A${row + 1}&""'
            sheet.write_formula(row, 1, f"={cut.formula(typed)}", None, shown)
