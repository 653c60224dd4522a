"""At which scale the pages of a round are printed, on paper that lies as they do, and which cannot be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from sheetscore.event.model import Event
from sheetscore.findings import Finding, finding
from sheetscore.forms.round_forms import RoundForms
from sheetscore.forms.template import Orientation
from sheetscore.sheets.grid import GRIDS
from sheetscore.sheets.layout import PageLayout
from sheetscore.workbooks.paper import PAPERS, ROUNDING, SMALLEST_SCALE, Paper, print_scale


class PrintSetUp(Struct, frozen=True):
    """How pages of one orientation are printed.

    Parameters
    ----------
    paper
        As it lies.
    scale
        In percent.
    widening
        By how much columns may be wider than they were laid out.
    """

    paper: Paper
    scale: int
    widening: float

    @property
    def room(self) -> float:
        """Pixels from top to bottom of a sheet of paper."""
        return self.paper.usable[1] * 100 / self.scale


def paper_of(event: Event, orientation: Orientation) -> Paper:
    """Return the paper of an event as pages of an orientation need it."""
    paper = PAPERS[event.header.paper]
    return paper if orientation == "portrait" else paper.turned


def print_set_ups(event: Event, layouts: Iterable[PageLayout]) -> dict[Orientation, PrintSetUp]:
    """Return how the pages of a round are printed; lists are printed by their width.

    One scale for all pages that lie alike: boxes are equally large on all of them.
    """
    found: dict[Orientation, PrintSetUp] = {}
    pages = [layout for layout in layouts if layout.list_row is None]
    for orientation in dict.fromkeys(layout.form.orientation for layout in pages):
        alike = [layout for layout in pages if layout.form.orientation == orientation]
        paper, width = paper_of(event, orientation), sum(GRIDS[orientation].widths)
        # It may not exceed the one that pages were parted for, or their sheets would no longer fit on the paper.
        scale = min(print_scale(paper, width, [one.height for one in alike]), *(one.scale for one in alike))
        # Where the height decides the scale, wider columns use what it leaves free at the sides.
        widening = max(1, ROUNDING * paper.usable[0] * 100 / scale / width)
        found[orientation] = PrintSetUp(paper, scale, widening)
    return found


def unprintable(event: Event, forms: RoundForms, laid_out: Mapping[int, PageLayout]) -> list[Finding]:
    """Find pages that are higher than the paper, and tables whose pages do not lie alike.

    Parameters
    ----------
    laid_out
        The layout of each form by its identity.
    """
    return [*_too_high(event, laid_out.values()), *_turned(forms)]


def _too_high(event: Event, laid_out: Iterable[PageLayout]) -> Iterator[Finding]:
    for layout in laid_out:
        scale = print_scale(paper_of(event, layout.form.orientation), sum(layout.grid.widths), [layout.height])
        if layout.list_row is None and scale < SMALLEST_SCALE:
            message = (
                f"the page “{layout.form.heading}” is higher than the paper: it would be printed at {scale} percent, "
                "too small for a pencil. Seat fewer at a table, or give its forms fewer rows in templates of your own"
            )
            yield finding("template", message)


def _turned(forms: RoundForms) -> Iterator[Finding]:
    """Find tables whose pages do not lie alike; those of one make are told once."""
    mixed: dict[Sequence[str], int] = {}
    for table in forms.tables:
        lying = {page.form.heading: page.form.orientation for page in table.pages}
        if len(set(lying.values())) > 1:
            mixed.setdefault(tuple(f"“{heading}” is {way}" for heading, way in lying.items()), table.number)
    for said, number in mixed.items():
        message = (
            f"the pages of table {number} stand on one sheet of the workbook, which is printed one way, and "
            f"{', '.join(said)}. Give their templates the same orientation"
        )
        yield finding("template", message)
