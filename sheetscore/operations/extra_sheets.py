"""More paper for pages that have run out of lines: the page that is meant, the lines that it gets or gives back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.folder import stage_name
from sheetscore.event.identity import folded
from sheetscore.event.model import Event
from sheetscore.forms.form import Page
from sheetscore.forms.round_forms import MOST_TIMES, Further, RoundForms, continuable_blocks, with_further_lines
from sheetscore.pairing.draw import Draw, display_name
from sheetscore.problems import WrongUsage
from sheetscore.reading.fields import ReadEntries
from sheetscore.sheets.draw_workbook import DrawLine
from sheetscore.sheets.layout import PageLayout
from sheetscore.sheets.round_workbook import layouts
from sheetscore.wording import join_words, number_list

Asked = Sequence[tuple[int, str]]
"""Pages, each by the number of its table and by its name as a person types it: a seat, a player or a title."""


class FurtherPaper(Struct, frozen=True):
    """The additional paper of a page."""

    table: int
    seat: str
    """Empty for the table's own page."""
    called: str
    """The name of the page for people."""
    blocks: tuple[tuple[str, range], ...]
    """The title and the new line numbers of each continued block."""
    sheets: range
    """The numbers of the new sheets of paper among all of the page, from 1."""
    of: int
    """The number of sheets of paper of the page, new ones included."""

    @property
    def sentence(self) -> str:
        """The additional lines and paper in words."""
        lines = join_words([f"“{title}” with lines {lines[0]} to {lines[-1]}" for title, lines in self.blocks])
        paper = f"{number_list('page', list(self.sheets))} of {self.of}"
        return f"table {self.table}, {self.called}: {lines}, on {paper} of its paper"

    def as_json(self) -> dict[str, object]:
        """Return the additional lines and paper for scripts."""
        blocks = [{"title": title, "first": lines[0], "last": lines[-1]} for title, lines in self.blocks]
        return {"table": self.table, "seat": self.seat, "blocks": blocks, "pages": list(self.sheets)}


def by_seats(event: Event, draw: Draw, forms: RoundForms, asked: Asked, old: ReadEntries) -> Asked:
    """Name the pages of substitutes by their seats: whoever was only typed on the present sheets is not in the draw.

    Parameters
    ----------
    old
        The present sheets.
    """
    drawn = {(table, player) for table, _, player in draw.places()}
    seats = {
        (key.table, folded(name)): key.seat
        for key, who in old.entries.items()
        if key.seat and (page := forms.pages.get((key.table, key.seat))) and key.field == page.form.kind.player
        if isinstance(who, str) and (key.table, who) not in drawn
        for name in (who, event.names.get(who, who), display_name(who, event.names))
    }
    return [(table, seats.get((table, folded(called)), called)) for table, called in asked]


def with_more(event: Event, draw: Draw, forms: RoundForms, asked: Asked) -> Draw:
    """Return a draw in which the requested pages have as many lines again.

    Parameters
    ----------
    forms
        The sheets of the draw without further lines.
    asked
        The pages; a page that is named twice gets more lines twice.

    Raises
    ------
    WrongUsage
        There is no such table or page, its lines are not numbered, or it has all the paper that it can have.
    """
    further = dict(draw.further)
    for table, called in asked:
        page = _meant(event, draw, forms, table, called)
        further[table, page.seat] = further.get((table, page.seat), 0) + 1
        if further[table, page.seat] > MOST_TIMES:
            raise WrongUsage(
                f"the lines of {_called(event, draw, table, page)} at table {table} go on {MOST_TIMES} times already. "
                "Give its form more lines, in a template of your own",
                "too-many",
            )
    return replace(draw, further=further)


def with_less(event: Event, draw: Draw, forms: RoundForms, asked: Asked) -> tuple[Draw, tuple[FurtherPaper, ...]]:
    """Return a draw without the last additional lines of pages, and these lines.

    Parameters
    ----------
    forms
        The sheets of the draw without further lines.
    asked
        The pages; a page that is named twice loses its last additional lines twice.

    Raises
    ------
    WrongUsage
        There is no such table or page, or the page has no additional lines.
    """
    back: list[FurtherPaper] = []
    for table, called in asked:
        page = _meant(event, draw, forms, table, called, may_end=True)
        times = draw.further.get((table, page.seat), 0)
        if not times:
            raise WrongUsage(
                f"{_called(event, draw, table, page)} at table {table} has no lines that it got by --more; there is "
                "nothing to take back",
                "nothing-further",
            )
        back += paper_of(event, draw, forms, [(table, called)])
        left = {**draw.further, (table, page.seat): times - 1}
        draw = replace(draw, further={place: count for place, count in left.items() if count})
    return draw, tuple(back)


def as_on_sheets(event: Event, draw: Draw, forms: RoundForms, more: Asked, less: Asked, old: ReadEntries) -> Draw:
    """Return a draw in which the requested pages have as many lines as on the present sheets.

    A killed command may have left a draw with additional lines, and sheets without them: a repeated request must not
    add them twice. A page stays unchanged if it, or the former page of its player, has as many on the sheets.

    Parameters
    ----------
    forms
        The sheets of the draw without further lines.
    old
        The present sheets.
    """
    players = {form.kind.player for form in forms.page_forms()}
    begun = old.begun.first if old.begun else {}
    sat = {(key.table, key.seat): player for key, player in begun.items() if key.seat and key.field in players}
    moved = further_again(old.further, sat, draw)
    further = dict(draw.further)
    asked = [(one, may_end) for pages, may_end in ((more, False), (less, True)) for one in pages]
    for (table, called), may_end in asked:
        page = table, _meant(event, draw, forms, table, called, may_end=may_end).seat
        if further.get(page, 0) not in {old.further.get(page, 0), moved.get(page, 0)}:
            further[page] = moved.get(page, 0)
    return replace(draw, further={page: times for page, times in further.items() if times})


def further_again(before: Further, sat: Mapping[tuple[int, str], str], now: Draw) -> Further:
    """Return the pages with additional lines in a draw that is made again: a seat's page follows its player.

    Parameters
    ----------
    before
        The pages with additional lines in the former draw.
    sat
        The players of the former draw, by table and seat.
    """
    sits = {player: (table, seat) for table, seat, player in now.places()}
    tables = {(table.number, "") for table in now.tables}
    again: dict[tuple[int, str], int] = {}
    for (table, seat), times in before.items():
        place = sits.get(sat.get((table, seat), "")) if seat else (table, "")
        if place and (place[0], "") in tables:
            again[place] = times
    return again


def paper_of(event: Event, draw: Draw, forms: RoundForms, asked: Asked) -> tuple[FurtherPaper, ...]:
    """Return the additional paper of the requested pages.

    Parameters
    ----------
    draw
        The draw with the additional paper.
    forms
        The sheets of the draw without further lines.
    """
    if not asked:
        return ()
    pages = dict.fromkeys((table, _meant(event, draw, forms, table, called).seat) for table, called in asked)
    made = with_further_lines(forms, draw.further)
    laid_out = layouts(made)
    return tuple(
        _newest_paper(event, draw, table, made.pages[table, seat], laid_out[id(made.pages[table, seat].form)])
        for table, seat in pages
    )


def _newest_paper(event: Event, draw: Draw, table: int, page: Page, layout: PageLayout) -> FurtherPaper:
    """Return the lines that a page got last, with their paper."""
    blocks = [layout.places[block.id].block for block in continuable_blocks(page.form) if block.times]
    newest = {layout.part_of(layout.places[block.id].rows[block.by_continuation[-1].start]) for block in blocks}
    is_first = all(block.times == 1 for block in blocks)
    # lines printed on demand are not on paper yet: the first additional paper begins with them
    newest.update(layout.on_demand if is_first else ())
    lines = tuple(
        (block.title or block.name, range(each[0] + 1, block.by_continuation[-1][-1] + 2))
        for block in blocks
        for each in [(is_first and block.on_demand) or block.by_continuation[-1]]
    )
    printed = layout.papers.printed
    sheets = range(1 + printed.index(min(newest)), len(printed) + 1)
    return FurtherPaper(table, page.seat, _called(event, draw, table, page), lines, sheets, len(printed))


def _meant(event: Event, draw: Draw, forms: RoundForms, table: int, called: str, *, may_end: bool = False) -> Page:
    """Find the page with a name: the name of its seat or player or, for the table's own page, of the page or a block.

    Parameters
    ----------
    may_end
        Whether to accept a page whose lines cannot continue.
    """
    if not may_end and not any(continuable_blocks(page.form) for made in forms.tables for page in made.pages):
        raise WrongUsage(
            f"no page of {stage_name(forms.round)} has numbered lines that could go on on another; print a copy of "
            "what is filled up",
            "no-lines",
        )
    tables = [made.number for made in forms.tables]
    if table not in tables:
        raise WrongUsage(f"there is no table {table}; there are {join_words(list(map(str, tables)))}", "unknown-table")
    pages = next(made.pages for made in forms.tables if made.number == table)
    meant = [page for page in pages if folded(called) in map(folded, _names(event, draw, table, page))]
    if len(meant) != 1:
        known = [page.seat or page.form.name for page in pages if continuable_blocks(page.form)]
        go_on = f". Lines can go on at {join_words(known) if known else 'none of its pages'}"
        raise WrongUsage(
            f"table {table} has no page “{called}”: name a seat, or who sits there{'' if may_end else go_on}",
            "unknown-page",
        )
    if not may_end and not continuable_blocks(meant[0].form):
        raise WrongUsage(
            f"the page {_called(event, draw, table, meant[0])} of table {table} has no numbered lines that could go on"
            f"{'; ' if meant[0].form.kind.longer else ''}{meant[0].form.kind.longer}",
            "no-lines",
        )
    return meant[0]


def _names(event: Event, draw: Draw, table: int, page: Page) -> Iterator[str]:
    """Yield the accepted names of a page."""
    if not page.seat:
        yield page.form.name
        yield from (block.title for block in continuable_blocks(page.form))
        return
    player = _player_of(draw, table, page)
    yield page.seat
    yield DrawLine(table, page.seat, event.seats(draw.round).get(page.seat, ""), player).title
    if player:
        yield from (player, event.names[player], display_name(player, event.names))


def _called(event: Event, draw: Draw, table: int, page: Page) -> str:
    player = _player_of(draw, table, page)
    who = f" ({event.names[player]})" if player else ""
    return f"{page.seat or page.form.name}{who}"


def _player_of(draw: Draw, table: int, page: Page) -> str | None:
    return next((made.seats.get(page.seat) for made in draw.tables if made.number == table), None)
