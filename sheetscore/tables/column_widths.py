"""The widths of columns of texts on paper: no word is torn, and letters are as large as people read them.

A column of texts is as wide as its longest word needs. If a sheet is then so wide that its letters would be too small
on paper, its texts are wrapped: the columns share the width so that lines of the table are as low as they can be.
Columns whose texts often take more than two lines are wider where the paper has room for it.
Columns of figures have their planned widths, or more if their figures need more and the sheet has room. They are as
narrow as their figures and headings allow if texts would otherwise take many lines, or have words torn.

A worksheet that then takes several sheets of paper, or has a word torn, is tried upright and in landscape, with letters
of each size: no word is torn if possible, then sheets of paper are as few as possible, then letters are the largest.
Where a word would still be torn, columns that another sheet has on paper, too, stand right of the paper.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain, zip_longest
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.tables.heights import BESIDE, HEADING_POINTS, LINE_POINTS, POINTS, ROW_HEIGHT, title_width
from sheetscore.tables.needed_widths import (
    FEW_LINES,
    LONGEST_WORD,
    Texts,
    figure_widths,
    head_widths,
    nearly_wrapped,
    one_line_width,
    roomy_widths,
    texts_of,
    word_widths,
)
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
from sheetscore.tables.table import AnyTable
from sheetscore.workbooks.paper import ROUNDING, Paper, text_pixels

_TORN = (*range(270, 110, -20), 0)
"""The most pixels that a word may claim for its column if words have to be torn: these are tried in turn, until the
letters of the sheet are legible.
"""

_SIZES = (10, 9.5, 9, 8.5, 8, LEGIBLE)
"""The sizes of letters on paper, in points, of which the largest is taken that saves a sheet of paper."""

_SIZES_ON_WALL = _SIZES[:4]
"""The same for a sheet with letters that are read from afar, which shrink in proportion: they may not shrink as far."""


def worksheets_of(plan: TableSheet, paper: Paper) -> Iterator[TableSheet]:
    """Yield the worksheets that a planned one becomes: with columns that fit their texts, and split by `split_sheet`.

    Parameters
    ----------
    paper
        The paper in portrait.
    """
    yield from split_sheet(with_legible_columns(plan, paper), paper)


def with_room_for_titles(plan: TableSheet, paper: Paper) -> TableSheet:
    """Return a worksheet on which texts above narrow tables run over the free width of the paper, if they need it.

    Parameters
    ----------
    plan
        A worksheet of :func:`worksheets_of`.
    paper
        The paper in portrait.
    """
    if plan.charts or plan.cuts or plan.posted:
        return plan
    heading = ceil(text_pixels(plan.heading, HEADING_POINTS, bold=True))
    lines = (ceil(text_pixels(line.text, LINE_POINTS)) for line in plan.lines)
    wanted = max(BESIDE + max([heading, *lines]), *map(title_width, plan.tables), 0)
    wide = min(wanted, width_at(oriented_paper(plan, paper), printed_as(plan, paper)[0]))
    return replace(plan, room_for_titles=wide, own_columns=True) if wide > plan.width else plan


def with_legible_columns(plan: TableSheet, paper: Paper) -> TableSheet:
    """Return a planned worksheet with wider columns for long words, and narrower ones if letters would be too small.

    Parameters
    ----------
    paper
        The paper in portrait. A worksheet that is only legible in landscape stays wide.
    """
    if plan.hidden or not plan.tables:
        return plan
    looked_up = plan.for_director and not plan.own_columns
    chosen = _with_whole_words(plan, paper) if looked_up else _legible_layout(plan, paper)
    if plan.own_columns:
        return _in_line(_without_nearly_wrapped(chosen, paper))
    return _as_wide_as_columns(_without_nearly_wrapped(_as_wide_as_columns(chosen), paper))


def _with_whole_words(plan: TableSheet, paper: Paper) -> TableSheet:
    """Return a worksheet for the director with columns wide enough for their words, if its letters stay legible.

    Else columns of figures give way, and only if that is not enough, the longest words are torn. A worksheet that is
    not planned in landscape is upright if that tears no more words and takes no more paper.
    """
    texts = {table.name: texts_of(table, LONGEST_WORD) for table in plan.tables}
    figures = {table.name: head_widths(table) | figure_widths(table, headed=True) for table in plan.tables}
    wider = _resized(plan, {name: _least_of(own) | figures[name] for name, own in texts.items()}, max)
    if _keeps_its_scale(plan):
        return wider if wider.width <= _most_pixels(plan, paper) else plan

    orientations = (paper, paper.turned)[plan.landscape :]
    if wider.width <= legible_width(wider, orientations[0]):
        return _with_lower_lines(wider, paper, texts)  # most fit, and to try both ways takes a fifth of an ingest

    def way(oriented: Paper) -> TableSheet | None:
        laid, most = replace(wider, landscape=oriented.landscape), legible_width(wider, oriented)
        if laid.width <= most:
            return _with_lower_lines(laid, paper, texts)
        torn = ({table.name: texts_of(table, for_words) for table in plan.tables} for for_words in _TORN)
        ways = (_with_low_lines(laid, most, one, figures) for one in chain([texts], torn))
        return next(filter(None, ways), None)

    untorn = _untorn_widths(plan)
    return min(filter(None, map(way, orientations)), key=lambda one: _cost(one, paper, untorn)[:2], default=plan)


def _with_shared_width(plan: TableSheet) -> TableSheet:
    """Return a worksheet of the same width whose texts use what other columns can spare, if that makes rows lower."""
    on_one_line = all(high <= ROW_HEIGHT for heights in plan.line_heights.values() for high in heights)
    if on_one_line or plan.charts or plan.own_columns or _keeps_its_scale(plan):
        return plan
    return _if_lower(plan, plan.width, {table.name: texts_of(table, LONGEST_WORD) for table in plan.tables})


def _with_lower_lines(plan: TableSheet, paper: Paper, texts: Mapping[str, Mapping[str, Texts]]) -> TableSheet:
    """Return a worksheet whose columns of texts share the paper's width at its scale, if its rows get lower by that."""
    at_its_scale = width_at(oriented_paper(plan, paper), printed_as(plan, paper)[0])
    return _if_lower(plan, max(plan.width, at_its_scale), texts)


def _if_lower(plan: TableSheet, most: int, texts: Mapping[str, Mapping[str, Texts]]) -> TableSheet:
    """Return a worksheet with columns of texts that share ``most`` pixels in all, if that makes rows lower."""
    low = _with_low_lines(plan, most, texts, {})
    return low if low and sum(low.row_heights) < sum(plan.row_heights) else plan


def _most_pixels(plan: TableSheet, paper: Paper) -> int:
    """Return the greatest width of a worksheet in pixels at which its letters are legible, in its orientation."""
    return legible_width(plan, oriented_paper(plan, paper))


def _as_wide_as_columns(plan: TableSheet) -> TableSheet:
    """Return a worksheet whose tables have the real widths of columns: in each place the greatest of all tables."""
    widths = plan.widths
    shared = {
        table.name: {column.key: width for column, width in zip(table.columns[: table.printed], widths, strict=False)}
        for table in plan.tables
    }
    return _resized(plan, shared, max)


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


def _legible_layout(plan: TableSheet, paper: Paper) -> TableSheet:
    """Return the best way to lay out a worksheet; spare columns leave the paper only if that saves words from tearing.

    They stay on it if words are torn in either case.
    """
    best = _with_shared_width(_best_layout(plan, paper))
    has_spare = any(column.spare for table in plan.tables for column in table.columns)
    if has_spare and _torn_columns(best, _untorn_widths(best)):
        other = _best_layout(replace(plan, tables=tuple(map(_with_spare_beside, plan.tables))), paper)
        return best if _torn_columns(other, _untorn_widths(other)) else other
    return best


def _best_layout(plan: TableSheet, paper: Paper) -> TableSheet:
    """Return the best way to lay out a worksheet whose columns on paper are given."""
    usual = _usual_layout(plan, paper, {table.name: figure_widths(table) for table in plan.tables})
    if plan.charts or _keeps_its_scale(plan):
        return usual
    untorn = _untorn_widths(plan)
    torn, papers, smallness = _cost(usual, paper, untorn)
    # where tables have columns of their own, the width of one makes the letters of all smaller
    if (torn, papers) == (0, 1) and (not plan.own_columns or smallness == -100):
        return usual

    def cost(way: TableSheet) -> tuple[int, int, bool, int]:
        torn, papers, smallness = _cost(way, paper, untorn)
        turned = oriented_paper(way, paper) != oriented_paper(usual, paper)
        return torn, papers, plan.own_columns and turned, smallness

    return min([usual, *_layouts_to_try(plan, paper)], key=cost)


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
    untorn = _untorn_widths(plan)
    chosen = with_legible_columns(plan, paper)
    torn, papers, smallness = _cost(chosen, paper, untorn)
    return OnPaper(sum(1 for _ in split_sheet(chosen, paper)), papers, -smallness, torn)


def _untorn_widths(plan: TableSheet) -> Mapping[str, Mapping[str, int]]:
    """Return the least widths in pixels in which nothing is torn, by table and column."""
    return {table.name: word_widths(table) | figure_widths(table) for table in plan.tables}


def _torn_columns(plan: TableSheet, untorn: Mapping[str, Mapping[str, int]]) -> int:
    """Return how many columns are torn."""
    return sum(one.width < untorn[table.name].get(one.key, 0) for table in plan.tables for one in table.columns)


def _with_spare_beside(table: AnyTable) -> AnyTable:
    """Return a table whose spare columns are right of the paper, so wide that their texts make no line higher."""
    columns = (
        replace(one, helper=True, width=one_line_width(table, one)) if one.spare else one for one in table.columns
    )
    return table.with_columns(sorted(columns, key=lambda one: one.helper))


def _keeps_its_scale(plan: TableSheet) -> bool:
    """Return whether a worksheet's scale is not chosen here: it is cut apart, written on, or has a page per group."""
    return bool(plan.cuts or pages_of(plan)) or any(one.size == "pencil" for one in plan.tables)


def _without_nearly_wrapped(plan: TableSheet, paper: Paper) -> TableSheet:
    """Return a worksheet with columns wider by a few pixels if texts then take one line instead of two.

    Some programs measure texts narrower than we do: they would leave such a text on one line in a row for two. Where
    letters get smaller by that, they stay legible, and lines get lower by more than letters get smaller.
    """
    widths = {table.name: dict(nearly_wrapped(table)) for table in plan.tables}
    wider = _resized(plan, widths, max)
    if wider.width <= oriented_paper(plan, paper).usable[0] * ROUNDING:
        return wider if wider is plan else _without_nearly_wrapped(wider, paper)  # no letter is smaller
    if wider is plan or _keeps_its_scale(plan):
        return plan
    if (shared := _narrower(wider, wider.width - plan.width)).width <= plan.width:
        return shared

    def widened(most: int) -> TableSheet:
        """Widen the columns that lack ``most`` pixels or fewer."""
        return _resized(plan, widths, lambda width, wanted: wanted if width < wanted <= width + most else width)

    lacking = (widths[table.name].get(one.key, 0) - one.width for table in plan.tables for one in table.columns)
    ways = (widened(most) for most in sorted({*lacking}) if most > 0)
    legible = (way for way in ways if way.width <= _most_pixels(plan, paper))
    lowest = min([plan, *legible], key=lambda way: _height_for_letters(way, paper))
    return plan if lowest is plan else _without_nearly_wrapped(lowest, paper)


def _narrower(plan: TableSheet, pixels: int) -> TableSheet:
    """Return a worksheet narrower by so many pixels, or as many as its texts leave free with one line each."""
    widths: dict[str, dict[str, int]] = {}
    for table in plan.tables:
        left, least = pixels, {key: one.width(1) for key, one in texts_of(table, LONGEST_WORD).items()}
        spare = {one.key: max(0, one.width - least[one.key]) for one in table.columns if one.key in least}
        widths[table.name] = {}
        for key in sorted(spare, key=lambda key: -spare[key]):
            given = min(left, spare[key])
            widths[table.name][key] = table.column(key).width - given
            left -= given
    return _resized(plan, widths, min)


def _height_for_letters(plan: TableSheet, paper: Paper) -> tuple[int, float]:
    """Return how many sheets of paper a worksheet takes, and how high its rows are for the size of its letters."""
    parts = [(part, *printed_as(part, paper)) for part in split_sheet(plan, paper)]
    return sum(1 + len(breaks) for *_, breaks in parts), sum(sum(part.row_heights) / scale for part, scale, _ in parts)


def _usual_layout(plan: TableSheet, paper: Paper, figures: Mapping[str, Mapping[str, int]]) -> TableSheet:
    """Return a worksheet changed as little as makes its letters legible; upright if possible and not planned otherwise.

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
    if plan.own_columns and least_scale(plan) > 100 * LEGIBLE / POINTS:  # rows to write in keep their 8.5 mm
        widths.insert(0, width_at(paper, least_scale(plan)))
    # ways to be tried: the most pixels of the sheet, and of a word
    whole = [(most, LONGEST_WORD) for most in widths]
    torn = [(most, for_words) for for_words in _TORN for most in widths]
    ways = (*[(one, False) for one in whole], *[(one, True) for one in (*whole, *torn)])
    return next(filter(None, (_fitting_layout(plan, *way, narrow=narrow) for way, narrow in ways)), plan)


def _layouts_to_try(plan: TableSheet, paper: Paper) -> Iterator[TableSheet]:
    """Yield a worksheet upright and in landscape, with letters of each size and lines as low as they can be; each once.

    Where its columns need less than the paper has, several sizes come to the same.
    """
    texts = {table.name: texts_of(table, LONGEST_WORD) for table in plan.tables}
    figures = {table.name: figure_widths(table, headed=True) for table in plan.tables}
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
    return _torn_columns(plan, untorn), sum(1 + len(breaks) for _, breaks in parts), -min(scale for scale, _ in parts)


def _fitting_layout(plan: TableSheet, most: int, for_words: int, *, narrow: bool) -> TableSheet | None:
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
        return _one_by_one(plan, lambda alone: _fitting_layout(alone, most, for_words, narrow=narrow))
    texts = {table.name: texts_of(table, for_words) for table in plan.tables}
    plan = _resized(plan, {name: _least_of(own) for name, own in texts.items()}, max)
    if plan.width <= most:
        roomy = _resized(plan, {table.name: roomy_widths(table, texts[table.name]) for table in plan.tables}, max)
        return roomy if roomy.width <= most else plan

    headed = {table.name: figure_widths(table, headed=True) for table in plan.tables if table.size != "pencil"}
    if not narrow and sum(_needed_widths(plan, texts, _most_lines(texts), {})) > most:
        return None
    return _with_low_lines(plan, most, texts, headed, as_planned=True)


def _least_of(texts: Mapping[str, Texts]) -> dict[str, int]:
    """Return the widths in pixels below which a word is torn, by column."""
    return {key: one.least for key, one in texts.items()}


def _one_by_one(plan: TableSheet, way: Callable[[TableSheet], TableSheet | None]) -> TableSheet | None:
    """Lay out tables that have columns of their own, each as if it were alone; None if one of them has no room."""
    found = [way(replace(plan, tables=(table,))) for table in plan.tables]
    tables = [table for one in found if one for table in one.tables]
    return replace(plan, tables=tuple(tables)) if len(tables) == len(plan.tables) else None


def _most_lines(texts: Mapping[str, Mapping[str, Texts]]) -> int:
    """Return the most lines that a text may take."""
    return max((one.lines for own in texts.values() for one in own.values()), default=FEW_LINES)


def _needed_widths(
    plan: TableSheet,
    texts: Mapping[str, Mapping[str, Texts]],
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
    texts: Mapping[str, Mapping[str, Texts]],
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
        Whether columns of figures keep their planned widths as long as texts have room on fewer lines than
        :data:`FEW_LINES`, and are narrowed beyond that only if it saves a line.
    """
    if plan.own_columns and len(plan.tables) > 1:
        return _one_by_one(plan, lambda alone: _with_low_lines(alone, most, texts, figures, as_planned=as_planned))
    unnarrowed: Mapping[str, Mapping[str, int]] = {}
    for lines in range(1, _most_lines(texts) + 1):
        ways = [unnarrowed] if as_planned else []
        if lines >= FEW_LINES or not as_planned:
            ways.append(figures)
        for narrowed in ways:
            if sum(least_widths := _needed_widths(plan, texts, lines, narrowed)) <= most:
                own = {name: {*texts[name], *narrowed.get(name, {})} for name in texts}
                return _share_rest(plan, own, least_widths, most)
    return None


def _share_rest(plan: TableSheet, texts: Mapping[str, Collection[str]], needed: Sequence[int], most: int) -> TableSheet:
    """Return a worksheet whose columns have the needed widths, and share what is left by how much wider each was.

    Parameters
    ----------
    texts
        The keys of the columns of each table whose widths are free.
    """
    more = [max(0, width - one) for width, one in zip(plan.widths, needed, strict=False)]
    left = min(most - sum(needed), sum(more))
    widths = [one + left * wish // max(1, sum(more)) for one, wish in zip(needed, more, strict=True)]
    sizes = {
        table.name: {one.key: widths[at] for at, one in enumerate(table.columns) if one.key in texts[table.name]}
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
