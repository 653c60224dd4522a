"""The widths of columns of texts on paper: no word is torn, and letters are as large as people read them.

A column of texts is as wide as its longest word needs. If a sheet is then so wide that its letters would be too small
on paper, its texts are wrapped: the columns share the width so that lines of the table are as low as they can be.
Columns whose texts often take more than two lines are wider where the paper has room for it.
Columns of figures keep their widths, unless texts would take many lines or have words torn: then they are as narrow as
their figures and headings allow. Where the sheet has room they are as wide as their figures.

A worksheet that takes several sheets of paper so, or has a word torn, is tried upright and across, with letters of each
size: no word is torn if that is possible, then sheets of paper are as few as possible, then letters are the largest.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import zip_longest
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.tables.cell_styles import CELL_STYLES
from sheetscore.tables.heights import BESIDE, POINTS, head_points
from sheetscore.tables.on_paper import (
    LEGIBLE,
    is_for_wall,
    least_scale,
    legible_width,
    oriented_paper,
    pages_of,
    printed_as,
    split_sheet,
    width_at,
)
from sheetscore.tables.sheet import TableSheet
from sheetscore.tables.shown_values import shown
from sheetscore.tables.table import TURNED, AnyColumn, AnyTable
from sheetscore.workbooks.paper import ROUNDING, Paper, lines_needed, text_pixels, unbreakable, words_of

_LONGEST_WORD, _TORN = 290, (*range(270, 110, -20), 0)
"""The most pixels that a word, such as a web address, may claim for its column; and the lower limits that are tried
in turn if words have to be torn, until the letters of the sheet are legible.
"""

_SIZES = (10, 9.5, 9, 8.5, 8, LEGIBLE)
"""The sizes of letters on paper, in points, of which the largest is taken that saves a sheet of paper."""

_SIZES_ON_WALL = _SIZES[:4]
"""The same where others are read from afar: these are larger, and shrink as much."""

_FEW_LINES = 3
"""The lines that every text may take; others may take as many as in the column as it is planned."""

_ROOMY_LINES, _OFTEN = 2, 1 / 3
"""The lines that texts take on a sheet with room to spare, if more than this share of them would take more."""

_MEASURED = 8
"""The number of texts of a column, the longest, that are measured."""

_NARROWEST, _NARROWEST_OF_GRID = 40, 26
"""The pixels that a column of figures has at least: room for figures that somebody changes later; and in a grid, whose
columns are many.
"""


def worksheets_of(plan: TableSheet, paper: Paper) -> Iterator[TableSheet]:
    """Yield the worksheets that a planned one becomes: its columns fit their texts, each is repeated on its paper.

    Parameters
    ----------
    paper
        The paper in portrait.
    """
    yield from split_sheet(with_legible_columns(plan, paper), paper)


def with_legible_columns(plan: TableSheet, paper: Paper) -> TableSheet:
    """Return a planned worksheet with wider columns for long words, and narrower ones if its letters were too small.

    Parameters
    ----------
    paper
        The paper in portrait. A worksheet that is only legible in landscape stays wide.
    """
    if not plan.kept_legible or not plan.tables:
        return plan
    chosen = _without_nearly_wrapped(_chosen(plan, paper), paper)
    return _in_line(chosen) if plan.own_columns else chosen


def _in_line(plan: TableSheet) -> TableSheet:
    """Return a worksheet on which tables with the same headings have columns of the same widths, if it has room."""
    alike: dict[tuple[str, ...], list[AnyTable]] = {}
    for table in plan.tables:
        alike.setdefault(tuple(column.heading for column in table.columns), []).append(table)
    widths = {
        table.name: {
            column.key: max(other.columns[at].width for other in tables) for at, column in enumerate(table.columns)
        }
        for tables in alike.values()
        for table in tables
    }
    wider = _resized(plan, widths, max)
    return wider if wider.width <= plan.width else plan


def _chosen(plan: TableSheet, paper: Paper) -> TableSheet:
    """Return the best way to lay out a worksheet."""
    figures = {table.name: _figure_widths(table) for table in plan.tables}
    usual = _usual(plan, paper, figures)
    laid_out_otherwise = plan.charts or plan.cuts or pages_of(plan) or any(one.size == "pencil" for one in plan.tables)
    if laid_out_otherwise:
        return usual
    untorn = {table.name: _word_widths(table) | figures[table.name] for table in plan.tables}
    torn, papers, smallness = _cost(usual, paper, untorn)
    # where tables have columns of their own, the width of one makes the letters of all smaller
    if (torn, papers) == (0, 1) and (not plan.own_columns or smallness == -100):
        return usual

    def cost(way: TableSheet) -> tuple[int, int, bool, int]:
        torn, papers, smallness = _cost(way, paper, untorn)
        turned = oriented_paper(way, paper) != oriented_paper(usual, paper)
        return torn, papers, plan.own_columns and turned, smallness

    return min([usual, *_tried(plan, paper)], key=cost)


class OnPaper(Struct, frozen=True):
    """What becomes of a worksheet on paper."""

    worksheets: int
    """The number of worksheets that it is split into."""
    papers: int
    """The number of sheets of paper."""
    scale: int
    """The smallest scale in percent."""
    torn: int
    """The number of columns in which words are torn."""


def laid_out(plan: TableSheet, paper: Paper) -> OnPaper:
    """Say what becomes of a planned worksheet on paper.

    Parameters
    ----------
    paper
        The paper in portrait.
    """
    untorn = {table.name: _word_widths(table) | _figure_widths(table) for table in plan.tables}
    chosen = with_legible_columns(plan, paper)
    torn, papers, smallness = _cost(chosen, paper, untorn)
    return OnPaper(sum(1 for _ in split_sheet(chosen, paper)), papers, -smallness, torn)


def _without_nearly_wrapped(plan: TableSheet, paper: Paper) -> TableSheet:
    """Return a worksheet with columns wider by a few pixels if texts then take one line instead of two.

    Some programs measure texts narrower than we do: they would leave such a text on one line in a row for two.
    """
    widths = {table.name: dict(_nearly_wrapped(table)) for table in plan.tables}
    wider = _resized(plan, widths, max)
    return wider if wider.width <= oriented_paper(plan, paper).usable[0] * ROUNDING else plan  # no letter is smaller


def _nearly_wrapped(table: AnyTable) -> Iterator[tuple[str, int]]:
    """Yield columns with the width in pixels for the longest text that has no room on one line by a few pixels."""
    for column in table.columns:
        if _wraps(table, column):
            style = CELL_STYLES[column.style_of(table.lines[0])]
            texts = {str(table.value(line, column) or "") for line in table.lines}
            wanted = (ceil(text_pixels(text, style.points or POINTS, bold=style.bold)) + BESIDE for text in texts)
            yield column.key, max((one for one in wanted if one <= column.width + BESIDE), default=0)


def _usual(plan: TableSheet, paper: Paper, figures: Mapping[str, Mapping[str, int]]) -> TableSheet:
    """Return a worksheet with as little changed as makes its letters legible, upright unless it is to be across.

    Parameters
    ----------
    figures
        The widths in pixels that its columns of figures need, by table and column.
    """
    wider = _resized(plan, figures, max)
    if wider.width <= (paper.turned if plan.landscape else paper).usable[0] * ROUNDING:
        plan = wider  # no letter is smaller for it
    # in portrait first, unless the sheet is to be in landscape
    widths = [legible_width(plan, oriented) for oriented in (paper, paper.turned)[plan.landscape :]]
    if plan.own_columns and least_scale(plan) > 100 * LEGIBLE / POINTS:  # rows to write in: as high as they were alone
        widths.insert(0, width_at(paper, least_scale(plan)))
    # ways to be tried: the most pixels of the sheet, and of a word
    whole = [(most, _LONGEST_WORD) for most in widths]
    torn = [(most, for_words) for for_words in _TORN for most in widths]
    ways = (*[(one, False) for one in whole], *[(one, True) for one in (*whole, *torn)])
    return next(filter(None, (_fitted(plan, *way, narrow=narrow) for way, narrow in ways)), plan)


def _tried(plan: TableSheet, paper: Paper) -> Iterator[TableSheet]:
    """Yield a worksheet upright and across, with letters of each size and lines as low as they can be then, each once.

    Where its columns need less than the paper has, several sizes come to the same.
    """
    texts = {table.name: _texts_of(table, _LONGEST_WORD) for table in plan.tables}
    figures = {table.name: _figure_widths(table, headed=True) for table in plan.tables}
    sizes, tried = _SIZES_ON_WALL if is_for_wall(plan) else _SIZES, list[TableSheet]()
    for oriented in (paper, paper.turned):
        laid = replace(plan, landscape=oriented.landscape)
        for points in sizes:
            fitted = _with_low_lines(laid, legible_width(laid, oriented, points), texts, figures)
            if fitted and oriented_paper(fitted, paper) == oriented and fitted not in tried:
                tried.append(fitted)
                yield fitted


def _cost(plan: TableSheet, paper: Paper, untorn: Mapping[str, Mapping[str, int]]) -> tuple[int, int, int]:
    """Return how bad a worksheet is on paper: torn columns, sheets of paper, and how small its letters are.

    Parameters
    ----------
    untorn
        The least widths in which nothing is torn, by table and column: the same for each way to lay out a worksheet.
    """
    parts = [printed_as(part, paper) for part in split_sheet(plan, paper)]
    torn = sum(
        column.width < untorn[table.name].get(column.key, 0) for table in plan.tables for column in table.columns
    )
    return torn, sum(1 + len(breaks) for _, breaks in parts), -min(scale for scale, _ in parts)


def _word_widths(table: AnyTable) -> dict[str, int]:
    """Return the widths in pixels below which a word is torn, by column."""
    return {key: one.least for key, one in _texts_of(table, _LONGEST_WORD).items()}


class _Texts(Struct, frozen=True):
    """The texts of a column, and what they need."""

    longest: tuple[str, ...]
    """The :data:`_MEASURED` longest, the longest first."""
    points: float
    bold: bool
    least: int
    """The width in pixels that the column needs for their words and those of its heading."""
    lines: int
    """The most lines that one takes in the column as it is planned, at least :data:`_FEW_LINES`."""

    @lru_cache(4096)  # each is asked for again with letters of each size  # noqa: B019 -- it is a value
    def width(self, lines: int) -> int:
        """Return the least width in pixels in which no text takes more than so many lines, or than :attr:`lines`."""
        low, high, allowed = self.least, max(self.least, self._widest + BESIDE), min(lines, self.lines)
        while low < high:
            middle = (low + high) // 2
            if self.lines_in(middle) <= allowed:
                high = middle
            else:
                low = middle + 1
        return low

    def lines_in(self, width: int) -> int:
        """Return the most lines that a text takes in a column."""
        pixels = max(width - BESIDE, 1)
        return max(lines_needed(one, pixels, self.points, bold=self.bold) for one in self.longest)

    @property
    def _widest(self) -> int:
        lines = (line for text in self.longest for line in text.split("\n"))
        return max(ceil(text_pixels(line, self.points, bold=self.bold)) for line in lines)


def _texts_of(table: AnyTable, for_words: int) -> dict[str, _Texts]:
    """Return the texts of each column of texts that are wrapped, by its key.

    Parameters
    ----------
    for_words
        The pixels that a word may claim at most; longer ones are torn.
    """
    found = {}
    for column in table.columns:
        if _wraps(table, column):
            style = CELL_STYLES[column.style_of(table.lines[0])]
            points, texts = style.points or POINTS, {str(table.value(line, column) or "") for line in table.lines}
            words = max(
                _word_pixels(column.heading, head_points(table), bold=True),
                *(_word_pixels(text, points, bold=style.bold) for text in texts),
            )
            longest = sorted(texts, key=lambda text: (-text_pixels(text, points, bold=style.bold), text))[:_MEASURED]
            one = _Texts(tuple(longest), points, style.bold, min(words + BESIDE, for_words), _FEW_LINES)
            found[column.key] = replace(one, lines=max(_FEW_LINES, one.lines_in(max(one.least, column.width))))
    return found


def _figure_widths(table: AnyTable, *, headed: bool = False) -> dict[str, int]:
    """Return the width in pixels that each printed column of figures needs, by its key.

    Parameters
    ----------
    headed
        Whether its heading needs room for its words, too, and the column some room for other figures.
    """
    found = {}
    for column in table.columns:
        if column.helper or column.head == TURNED or not table.lines or _wraps(table, column):
            continue
        style = CELL_STYLES.get(column.style_of(table.lines[0]))
        if style is None or style.align != "middle" or style.wraps or column.width == 0:
            continue
        # columns get no narrower than their headed widths, so that texts among the figures count for these
        measured = (int, float, Fraction, *([str] if headed else []))
        values = {value for line in table.lines if isinstance(value := table.value(line, column), measured)}
        texts = {shown(value, style) for value in values}
        points = style.points or POINTS
        widest = max((ceil(text_pixels(text, points, bold=style.bold)) for text in texts), default=0) + BESIDE
        words = _word_pixels(column.heading, head_points(table), bold=True) + BESIDE // 2
        narrowest = _NARROWEST_OF_GRID if table.only_whole else _NARROWEST
        if headed:
            found[column.key] = max(widest, words, narrowest)
        else:  # widths are planned for headings of the usual size
            found[column.key] = max(widest, words) if head_points(table) > POINTS else widest
    return found


def _wraps(table: AnyTable, column: AnyColumn) -> bool:
    """Return whether a column is one of texts that are wrapped."""
    if column.helper or column.head == TURNED or not table.lines:
        return False
    style = CELL_STYLES.get(column.style_of(table.lines[0]))
    return style is not None and style.wraps


def _word_pixels(text: str, points: float, *, bold: bool) -> int:
    """Return the width of the longest word of a text, in pixels."""
    parts = (part for word in words_of(text) for part in unbreakable(word))
    return max((ceil(text_pixels(part, points, bold=bold)) for part in parts), default=0)


def _fitted(plan: TableSheet, most: int, for_words: int, *, narrow: bool) -> TableSheet | None:
    """Return a worksheet whose tables take so many pixels at most; None if their texts have no room then.

    Parameters
    ----------
    most
        The pixels that its columns may take.
    for_words
        The pixels that a word may claim at most.
    narrow
        Whether texts may have room only because columns of figures are narrower than planned.
    """
    if plan.own_columns and len(plan.tables) > 1:
        return _one_by_one(plan, lambda alone: _fitted(alone, most, for_words, narrow=narrow))
    texts = {table.name: _texts_of(table, for_words) for table in plan.tables}
    least = {name: {key: one.least for key, one in own.items()} for name, own in texts.items()}
    plan = _resized(plan, least, max)
    if plan.width <= most:
        roomy = _resized(plan, {table.name: _roomy(table, texts[table.name]) for table in plan.tables}, max)
        return roomy if roomy.width <= most else plan

    headed = {table.name: _figure_widths(table, headed=True) for table in plan.tables if table.size != "pencil"}
    if not narrow and sum(_needed(plan, texts, _most_lines(texts), {})) > most:
        return None
    return _with_low_lines(plan, most, texts, headed, as_planned=True)


def _one_by_one(plan: TableSheet, way: Callable[[TableSheet], TableSheet | None]) -> TableSheet | None:
    """Lay out tables that have columns of their own, each as if it were alone; None if one of them has no room."""
    found = [way(replace(plan, tables=(table,))) for table in plan.tables]
    tables = [table for one in found if one for table in one.tables]
    return replace(plan, tables=tuple(tables)) if len(tables) == len(plan.tables) else None


def _most_lines(texts: Mapping[str, Mapping[str, _Texts]]) -> int:
    """Return the most lines that a text may take."""
    return max((one.lines for own in texts.values() for one in own.values()), default=_FEW_LINES)


def _needed(
    plan: TableSheet,
    texts: Mapping[str, Mapping[str, _Texts]],
    lines: int,
    figures: Mapping[str, Mapping[str, int]],
) -> Sequence[int]:
    """Return the least width of each column in pixels if no text takes more than so many lines.

    Columns of figures that are not among ``figures`` keep their widths.
    """
    wrapped = {name: {key: one.width(lines) for key, one in own.items()} for name, own in texts.items()}
    return _least_widths(plan, {name: {**own, **figures.get(name, {})} for name, own in wrapped.items()})


def _with_low_lines(
    plan: TableSheet,
    most: int,
    texts: Mapping[str, Mapping[str, _Texts]],
    figures: Mapping[str, Mapping[str, int]],
    *,
    as_planned: bool = False,
) -> TableSheet | None:
    """Return a worksheet with lines as low as its width allows; None if texts have no room in it.

    Parameters
    ----------
    most
        The pixels that its columns may take.
    figures
        The least widths of columns of figures in pixels, by table and column.
    as_planned
        Whether these keep their widths as long as texts have room on fewer lines than :data:`_FEW_LINES`, and are
        narrowed from then on only if that saves a line.
    """
    if plan.own_columns and len(plan.tables) > 1:
        return _one_by_one(plan, lambda alone: _with_low_lines(alone, most, texts, figures, as_planned=as_planned))
    unnarrowed: Mapping[str, Mapping[str, int]] = {}
    for lines in range(1, _most_lines(texts) + 1):
        ways = [unnarrowed] if as_planned else []
        if lines >= _FEW_LINES or not as_planned:
            ways.append(figures)
        for narrowed in ways:
            if sum(least_widths := _needed(plan, texts, lines, narrowed)) <= most:
                own = {name: {*texts[name], *narrowed.get(name, {})} for name in texts}
                return _shared(plan, own, least_widths, most)
    return None


def _roomy(table: AnyTable, texts: Mapping[str, _Texts]) -> dict[str, int]:
    """Return the widths in pixels, for texts of two lines, of columns whose texts often take more, by their keys."""
    found = {}
    for column in table.columns:
        if column.key in texts:
            one, pixels = texts[column.key], max(column.width - BESIDE, 1)
            shown_texts = [str(table.value(line, column) or "") for line in table.lines]
            high = [lines_needed(text, pixels, one.points, bold=one.bold) > _ROOMY_LINES for text in shown_texts]
            if sum(high) > _OFTEN * len(high):
                found[column.key] = one.width(_ROOMY_LINES)
    return found


def _shared(plan: TableSheet, texts: Mapping[str, Collection[str]], needed: Sequence[int], most: int) -> TableSheet:
    """Return a worksheet whose columns share the width that is left, by what more was planned for each.

    Parameters
    ----------
    texts
        The keys of the columns of each table whose widths are free.
    """
    more = [max(0, width - one) for width, one in zip(plan.widths, needed, strict=False)]
    left = min(most - sum(needed), sum(more))
    widths = [one + left * wish // max(1, sum(more)) for one, wish in zip(needed, more, strict=True)]
    sizes = {
        table.name: {
            column.key: widths[at] for at, column in enumerate(table.columns) if column.key in texts[table.name]
        }
        for table in plan.tables
    }
    return _resized(plan, sizes, lambda _, width: width)


def _least_widths(plan: TableSheet, least: Mapping[str, Mapping[str, int]]) -> Sequence[int]:
    """Return the least width of each printed column of a worksheet, in pixels."""
    tables = (
        [least[table.name].get(column.key, column.width) for column in table.columns if not column.helper]
        for table in plan.tables
    )
    return [max(widths) for widths in zip_longest(*tables, fillvalue=0)]


def _resized(
    plan: TableSheet, widths: Mapping[str, Mapping[str, int]], choose: Callable[[int, int], int]
) -> TableSheet:
    """Return a worksheet with the widths that ``choose`` returns for a column's own width and that in ``widths``."""
    tables = tuple(
        table.resized(
            {
                column.key: choose(column.width, widths[table.name][column.key])
                for column in table.columns
                if column.key in widths[table.name]
            }
        )
        for table in plan.tables
    )
    unchanged = all(one is other for one, other in zip(tables, plan.tables, strict=True))
    return plan if unchanged else replace(plan, tables=tables)
