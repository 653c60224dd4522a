"""Lines of boxes on the sheet of a match: captions above, and squares to tick left of the boxes that have choices.

The sheet has narrow columns, so that each square and each word is as wide as it needs. The words of a choice stand on
one line if the line of boxes has room for that, else on two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate, chain, cycle, groupby
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.forms.block import Block
from sheetscore.sheets.headings import GRIDS, Ticked
from sheetscore.sheets.layout import CAPTION_MARGINS, CAPTION_POINTS, PageLayout, place_single_line, steps_of
from sheetscore.sheets.styles import SMALLEST, CellRoom, fitting_alike, height_for, sized
from sheetscore.systems.match.ticks import EMPTY, Square, ticks_key
from sheetscore.workbooks.paper import breaks_no_word, lines_needed, text_pixels, words_of

SPLIT = 6
"""How many columns of the sheet are as wide as a unit of other pages."""

COLUMN = GRIDS["portrait"].unit_pixels // SPLIT
"""The least width of a column in pixels; on larger paper columns are wider."""

ACROSS = replace(GRIDS["portrait"], split=SPLIT).columns - 1
"""How many columns a line may take besides the column of its number."""

_SQUARE, _TYPED, _WIDER_TYPED = 3, 4, 6
"""How many columns a square to tick takes, and the least and the most that the box to write in takes."""

_LINES, _MARGINS = 2, 6
"""How many lines the words beside a square may take, and the pixels that are left free beside them."""

CAPTION_ROW = 1
"""Pixels of a row of captions that only programs read."""

TYPED = "typed:"
"""The caption of a box to the right of squares: on paper one ticks, and the box is for whoever types. Without one it
would look as if it were for something else. The narrowest box has room for it on one line, since the sheet of a series
has none for a second.
"""


class LineBox(Struct, frozen=True):
    """A box on a line, with the squares beside it."""

    name: str
    caption: str
    """The text above it."""
    least: int = _TYPED
    """The least number of columns that it takes."""
    most: int = _WIDER_TYPED
    """How many columns it takes if there is room; more only to fill up its line."""
    squares: tuple[Square, ...] = ()
    """The squares to tick beside it, one for each choice."""

    @property
    def parts(self) -> list[tuple[int, int]]:
        """The least and the most columns of the box, and of each square and its words."""
        words = (_columns_for_words(one.name) for one in self.squares)
        return [(self.least, self.most), *chain.from_iterable(((_SQUARE, _SQUARE), wide) for wide in words)]

    @property
    def room_to_write(self) -> int:
        """How many columns the longest word beside its squares takes, which may be written into the box instead."""
        words = max((_columns_for_a_word(one.name) for one in self.squares), default=0)
        return min(words, self.most)


@cache
def _columns_for_a_word(words: str) -> int:
    """Return how many columns the longest of some words takes."""
    return ceil((max(text_pixels(word, SMALLEST) for word in words_of(words)) + _MARGINS) / COLUMN)


@cache
def _columns_for_words(words: str) -> tuple[int, int]:
    """Return how many columns words take on two lines, and on one."""

    def fits(columns: int, lines: int) -> bool:
        room = columns * COLUMN - _MARGINS
        return breaks_no_word(words, room, SMALLEST) and lines_needed(words, room, SMALLEST) <= lines

    least, most = (next(one for one in range(1, ACROSS * _LINES) if fits(one, lines)) for lines in (_LINES, 1))
    return least, most


def least_width(boxes: Iterable[LineBox]) -> int:
    """Return how many columns boxes take at least, with their squares and words."""
    return sum(least for box in boxes for least, _ in box.parts)


def whole_width(boxes: Iterable[LineBox]) -> int:
    """Return how many columns boxes take if the words beside squares are on one line, and their boxes at their most."""
    # part 0 is the box, which takes its most columns only beside squares; then come squares (odd) and words (even)
    return sum(
        most if at % 2 == 0 and (at or len(box.parts) > 1) else least
        for box in boxes
        for at, (least, most) in enumerate(box.parts)
    )


class _Place(Struct, frozen=True):
    """A box with its place on a line."""

    box: LineBox
    parts: tuple[tuple[int, int], ...]
    """The first column and the width of the box, then of the parts left of it: each square and its words."""

    @property
    def captions(self) -> list[tuple[str, int, int]]:
        """The texts above the line, with their columns and widths; above a box beside squares `TYPED`."""
        (column, columns), *beside = self.parts
        if not beside:
            return [(self.box.caption, column, columns)]
        first, (last, wide) = beside[0][0], beside[-1]
        own = [(TYPED, column, columns)] if columns else []
        return [(self.box.caption, first, last + wide - first), *own]


def _placed(wanted: Sequence[LineBox], column: int) -> Iterator[_Place]:
    """Yield the places of the boxes of a line, which together fill it from a column on."""
    widths = [[least for least, _ in box.parts] for box in wanted]
    # a part is given by the index of its box and its own: 0 is the box itself, then come squares and words in turn
    free = 1 + ACROSS - column - sum(map(sum, widths))
    words = [[(at, part) for part in range(2, len(one), 2)] for at, one in enumerate(widths)]
    others = [(at, part) for at, one in enumerate(widths) for part in (0, *range(1, len(one), 2))]

    def most_of(one: tuple[int, int]) -> int:
        box, part = one
        return wanted[box].parts[part][1]

    # first of all every box gets room for what may be written into it
    for one, columns in zip(wanted, widths, strict=True):
        more = max(0, min(one.room_to_write - columns[0], free))
        columns[0] += more
        free -= more
    # the words of a box are all on one line, or may all take two: else one of them might look like the favourite
    for together in words:
        lacking = [most_of(one) - widths[one[0]][one[1]] for one in together]
        if sum(lacking) > free:
            continue
        for (at, part), more in zip(together, lacking, strict=True):
            widths[at][part] += more
            free -= more
    # boxes and squares of the same greatest width share what is left evenly
    for most, alike in groupby(sorted(others, key=most_of), most_of):
        boxes = [*alike]
        for left, (at, part) in zip(range(len(boxes), 0, -1), boxes, strict=True):
            more = min(ceil(free / left), most - widths[at][part])
            widths[at][part] += more
            free -= more
    # columns that are still free go to words in turn, or to boxes if there are no words
    rest = [*chain.from_iterable(words)] or [(at, 0) for at in range(len(wanted))]
    for (at, part), _ in zip(cycle(rest), range(free), strict=False):
        widths[at][part] += 1
    for one, (typed, *ticked) in zip(wanted, widths, strict=True):
        *firsts, last = accumulate(ticked, initial=column)
        yield _Place(one, ((last, typed), *zip(firsts, ticked, strict=True)))
        column = last + typed


def put_line(
    page: PageLayout,
    blocks: Sequence[Block],
    wanted: Sequence[LineBox],
    *,
    captioned: bool = True,
    called: str = "",
    columns: int = 0,
) -> None:
    """Put the boxes of one or several blocks on a line, with their captions above.

    Parameters
    ----------
    wanted
        The boxes that are printed, in order; other boxes of the blocks go to the right of the printed columns.
    captioned
        Whether captions stand above the line.
    called, columns
        The words before the boxes, and how many columns they take.
    """
    block_of = {name: block for block in blocks for name in _boxes(block)}
    placed = list(_placed([one for one in wanted if one.name in block_of], 1 + columns))
    above = _put_captions(page, placed) if captioned else -1
    rows = [page.add_row(CAPTION_ROW) for _ in blocks]
    line = page.add_line()
    _put_called(page, line, called, columns)
    at: dict[str, tuple[int, int]] = {}
    for one in placed:
        column, own = one.parts[0]
        at[one.box.name] = (column, column + own - 1)
        _put_squares(page, line, block_of[one.box.name], one.box, one.parts[1:])
    steps = page.steps_column
    for block, captions in zip(blocks, rows, strict=True):
        own_places = {name: at[name] for name in _boxes(block) if name in at}
        own_places |= _beside(page, block, own_places, above)
        place_single_line(page, block, captions, line, own_places, steps)
        steps += len(steps_of(block))
    ticked = {one.box for one in page.ticked}
    page.cells = [
        replace(cell, style="input narrow") if cell.row == line and cell.box in ticked else cell for cell in page.cells
    ]


def put_squares_line(
    page: PageLayout, block: Block, wanted: Sequence[LineBox], *, captioned: bool, called: str, columns: int
) -> None:
    """Put the squares of boxes on a line of their own, above that of the boxes; see :func:`put_line`."""
    squares = [replace(one, least=0, most=0) for one in wanted]
    placed = list(_placed(squares, 1 + columns))
    if captioned:
        _put_captions(page, placed)
    line = page.add_row(page.measures.line)
    _put_called(page, line, called, columns)
    for one in placed:
        _put_squares(page, line, block, one.box, one.parts[1:])


def _put_captions(page: PageLayout, placed: Sequence[_Place]) -> int:
    row = page.add_row(page.measures.caption)
    for text, first, columns in chain.from_iterable(one.captions for one in placed):
        pixels = page.pixels(first, columns)
        caption = _apart_from_others(text, pixels)
        page.put(row, first, columns, "caption", text=caption)
        page.make_room(row, height_for("caption", caption, pixels))
    return row


def _apart_from_others(caption: str, pixels: int) -> str:
    """Return a caption on two lines if it fills its cell so far that it would run into the next caption."""
    width = text_pixels(caption, CAPTION_POINTS)
    if not pixels - 2 * CAPTION_MARGINS < width <= pixels:
        return caption
    blanks = [at for at, character in enumerate(caption) if character == " "]
    middle = min(blanks, key=lambda at: abs(at - len(caption) // 2), default=None)
    return caption if middle is None else f"{caption[:middle]}\n{caption[middle + 1 :]}"


def _put_called(page: PageLayout, line: int, called: str, columns: int) -> None:
    if called:
        page.put(line, 1, columns, "label", text=called)


def _put_squares(page: PageLayout, line: int, block: Block, box: LineBox, parts: Sequence[tuple[int, int]]) -> None:
    """Put the squares of a box on a line, each with its words to the right."""
    if not parts:
        return
    places = list(zip(box.squares, parts[::2], parts[1::2], strict=True))
    rooms = [CellRoom(page.pixels(*words), page.heights[line]) for _, _, words in places]
    look = fitting_alike(_WORDS, [(one.name, room) for (one, *_), room in zip(places, rooms, strict=True)])
    for number, (one, square, words) in enumerate(places, start=1):
        page.put(line, *square, "square beside", text=EMPTY, key=ticks_key(block.id, box.name, number))
        page.put(line, *words, look, text=one.name)
        page.make_room(line, height_for(sized(_WORDS, SMALLEST), one.name, page.pixels(*words)))
    (first, _), (last, wide) = parts[0], parts[-1]
    page.ticked.append(Ticked(line, first, last + wide - 1, _field_of(block, box.name)))


_WORDS = sized("choice", 9)
"""The style of the words beside a square."""


def _field_of(block: Block, name: str) -> str:
    return next(id_ for _, box, id_ in block.boxes() if box.name == name)


def _boxes(block: Block) -> list[str]:
    return [*(box.name for box in block.fields), *(show.id for show in block.shows)]


def _beside(
    page: PageLayout, block: Block, placed: Mapping[str, tuple[int, int]], above: int = -1
) -> dict[str, tuple[int, int]]:
    """Return columns beside the paper for boxes that are not on the line; put captions on row ``above`` (-1: none)."""
    found: dict[str, tuple[int, int]] = {}
    taken = (cell.last_column + 1 for cell in page.cells if cell.row == above)
    column = max(page.off_paper_column, *taken) if above >= 0 else page.off_paper_column
    labels = {box.name: box.label for box in block.fields}
    # shown values come first: on older sheets the handicap stood between the boxes on the paper and those beside it
    for name in (*(show.id for show in block.shows), *labels):
        if name not in placed:
            found[name] = (column, column)
            if above >= 0:
                page.put(above, column, 1, "caption", text=labels.get(name, name))
            column += 1
    return found
