"""What is cut apart fills its paper, and says where to cut: cards, slips, travellers, score sheets, by their PDFs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import pytest
from libreoffice import to_pdf
from posted_draws import PERSON
from printed_pages import Word, ruled, words
from registered import renamed, system_of
from test_full_size import PAPERS, drawn, example_event

from sheetscore.event.model import Event
from sheetscore.sheets.draw_workbook import write_draw
from sheetscore.sheets.round_workbook import write_round
from sheetscore.systems.context import RoundContext
from sheetscore.workbooks.paper import MARGIN, PAPER_SIZES, PaperName

FILLED = 0.9
"""The share of what a printer can print on that is filled, from its top to the lowest cut."""

KINDS = {"duplicate": 3, "duplicate-skip": 3, "aso": 4}
"""How many kinds of papers of different heights an example has that are cut apart, or one more."""


def cuts(page: list[Word]) -> list[float]:
    """Give the heights at which a page says that it is cut across, in points."""
    return sorted({word.top for word in page if word.text == "✂"})


def filled(lowest: float, paper: PaperName) -> float:
    """Give the share of a page that is filled down to a height."""
    margin = MARGIN * 72
    return (lowest - margin) / (PAPER_SIZES[paper].height * 72 - 2 * margin)


def assert_filled(pages: Sequence[list[float]], paper: PaperName) -> None:
    """See to it that of pages whose first cut is at the same height all are filled, but for the last of them."""
    alike: dict[int, list[list[float]]] = defaultdict(list)
    for one in pages:
        alike[round(one[0])].append(one)
    for first, same in alike.items():
        full = [filled(one[-1], paper) for one in same if len(one) == max(map(len, same))]
        assert min(full) >= FILLED, (first, full)
        assert len(same) - len(full) <= 1


def printed(event: Event, example: str, folder: Path) -> list[Path]:
    """Print draw and score sheets of the first stage of an example."""
    system, round_ = system_of(example), drawn(event, example)
    write_draw(folder / "draw.xlsx", event, round_.draw, system.postings)
    forms = system.forms(RoundContext(event, round_.draw.round, library=system.library(), draw=round_.draw))
    write_round(folder / "sheets.xlsx", event, forms, forms.filled)
    return to_pdf([folder / "draw.xlsx", folder / "sheets.xlsx"], folder / "pdf")


@PAPERS
@pytest.mark.parametrize("example", KINDS)
def test_what_is_cut_apart_fills_its_paper(example: str, paper: PaperName, tmp_path: Path) -> None:
    pdfs = printed(example_event(example, paper), example, tmp_path)
    pages = [found for pdf in pdfs for page in words(pdf) if (found := cuts(page))]
    assert len({round(one[0]) for one in pages}) >= KINDS[example] - 1
    assert_filled(pages, paper)


def test_a_card_with_room_for_a_third_line_has_the_whole_name_of_the_opponent(tmp_path: Path) -> None:
    """At 8 points, 136 pixels hold a third of this name; with two cards below each other rows have 56 pixels."""
    event = example_event("duplicate", "letter")
    name = "Fliegergemeinschaft Überlingen-Bodensee 7 e.V."
    pdfs = printed(renamed(event, {next(iter(event.names.values())): name}), "duplicate", tmp_path)
    cards = [page for page in words(pdfs[0]) if cuts(page)]
    assert not [word.text for page in cards for word in page if "…" in word.text]
    assert sum(word.text == "Fliegergemeinschaft" for page in cards for word in page) > 2


@PAPERS
def test_itinerary_cards_are_parted_on_all_sides_and_whole_with_long_names(paper: PaperName, tmp_path: Path) -> None:
    event = example_event("duplicate", paper)
    team = next(iter(event.names.values()))
    (pdf, _) = printed(renamed(event, {team: PERSON}), "duplicate", tmp_path)
    every = words(pdf)
    numbers = [number for number, page in enumerate(every, start=1) if cuts(page)]
    found = [cuts(every[number - 1]) for number in numbers]
    assert_filled(found, paper)
    for number, marks in zip(numbers, found, strict=True):
        heads = sorted({round(word.top) for word in every[number - 1] if word.text == "scenario"})
        assert len(heads) == len(marks)
        assert all(head < mark for head, mark in zip(heads, marks, strict=True))
        middle = PAPER_SIZES[paper].width * 72 / 2
        down = [bottom - top for top, bottom, x in ruled(pdf, number).down if abs(x - middle) < 6]
        assert sum(down) >= 0.8 * (marks[-1] - MARGIN * 72)
