"""The sheet of a match, and that of a series: its three matches below each other, on one upright page.

A match has a line with what is played, and by whom, and a line for each game, with squares to tick. In a series a band
above these has all that follows by itself, grey as on every page; a match alone has room for more lines, and titles.
Boxes that only a program needs, or that the scenarios on offer do not need, are to the right of the printed columns,
where they are seen on a screen alone.

Source: "All Players are Created Equal".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, repeat

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.forms.block import Block
from sheetscore.forms.form import CellKey, PageForm
from sheetscore.sheets.headings import GRIDS, Measures
from sheetscore.sheets.layout import (
    PAGE_COLUMNS,
    TITLE_UNITS,
    PageLayout,
    lay_out_blocks,
    narrowed,
    place_single_line,
    steps_of,
)
from sheetscore.sheets.pages import (
    ROOM,
    ROOMY,
    SCALE,
    TIGHT,
    PagePiece,
    heading,
    heading_again,
    low_heading,
    signatures,
)
from sheetscore.sheets.styles import READ, height_for, sized
from sheetscore.systems.match.lists import list_scenarios
from sheetscore.systems.match.matches import MATCHES
from sheetscore.systems.match.model import MatchScenario
from sheetscore.systems.match.score import HANDICAPS, PLAYERS, SERIES
from sheetscore.systems.match.ticks import HARD_BLANK, Square, squares, ticks_key, unticked
from sheetscore.systems.two_at_a_table import SEATS

BESIDE = 12
"""How many columns are to the right of the paper, the first of them as a margin."""

WIDTHS = (*GRIDS["portrait"].widths, *[GRIDS["portrait"].unit_pixels] * BESIDE)

ACROSS = PAGE_COLUMNS - 1
"""How many columns a line may take besides the column of its number."""

CAPTIONS = 1
"""Pixels of a row of captions that only programs read."""

MARGIN = 2
"""Pixels above each match."""


class SeriesBox(Struct, frozen=True):
    """A box on a line."""

    name: str
    caption: str
    """The text above it."""
    least: int = 1
    """The least number of columns that it takes."""
    most: int = 1
    """The most columns that it takes."""
    ticks: int = 0
    """The least number of columns for squares to tick beside it, one for each choice; 0 if it has no squares."""


PLAYED = SeriesBox("played", "scenario", 2, 4)
COIN = SeriesBox("coin", "first side in game 1", ticks=2)
ROLLS = tuple(SeriesBox(f"rolls_{seat}", f"roll by player{HARD_BLANK}{seat}") for seat in SEATS)
CHOICE = SeriesBox("choice", "higher roll chose", ticks=2)
ORDERS = (
    SeriesBox("order_first", "orders, first side", 2, 6),
    SeriesBox("order_second", "orders, second side", 2, 6),
    SeriesBox("order_high", "higher roll chose the orders of the", ticks=2),
)

HANDICAP = "handicap"
BAND = {HANDICAP: ("handicap", 3, 2), "match_points": ("match points", 6, 2), "ends": ("how it ended", 9, 3)}
"""The values that the band of a match shows, by their names: each with its caption, the column of the caption, and how
many columns the value takes. The handicap is also on the line of its block, right of the printed columns.
"""

WINNER, LEVEL = SeriesBox("winner", "winner", ticks=2), SeriesBox("level", "level", ticks=2)
_HANDICAP_ALONE = SeriesBox(HANDICAP, "handicap", 2, 3)
_TICKED = "tick or write who won, and the level where there is one; in game 2 the sides are exchanged"
TIE_BREAKERS: Mapping[str, Mapping[str, str]] = {
    "points": {"points": "points of"},
    "territory": {"turn": "turn won,", "losses": "losses of"},
}
"""The boxes that games of a grading need besides the winner: the names without the seats of the two players, each with
the beginning of its caption.
"""

GAMES = ("Game 1", "Game 2, sides exchanged")
_GAME_UNITS = 2
"""How many columns the name of a game takes on its line, where its boxes leave room for it."""


def lay_out_series(form: PageForm, scenarios: Sequence[MatchScenario]) -> PageLayout:
    """Lay out the sheet of a series: on one sheet of paper, or with its matches on a second."""
    listed = partial(list_scenarios, scenarios=scenarios, banded=len(scenarios) > 1)
    signed = partial(signatures, who=form.signed)
    head: list[PagePiece] = [low_heading, partial(lay_out_blocks, blocks=[form.block(PLAYERS)]), listed, _rules]
    matches: list[PagePiece] = [
        partial(_instruct, text=_when_asked(scenarios)),
        *(
            partial(_put_match, number=number, blocks=blocks, scenarios=scenarios)
            for number, blocks in enumerate(matches_of(form.blocks), start=1)
        ),
    ]
    foot: list[PagePiece] = [_put_series, signed]
    page = _laid_out(form, [*head, *matches, *foot])
    if page.height > ROOM["portrait"]:
        page = _laid_out(form, [*head, partial(_instruct, text=ELSEWHERE), *foot, _next_sheet, *matches])
    # rules look at blocks that come before theirs in the form, on whichever sheet of paper these are
    page.places = {block.id: page.places[block.id] for block in form.blocks}
    return page


def lay_out_match(form: PageForm, scenarios: Sequence[MatchScenario]) -> PageLayout:
    """Lay out the sheet of a match alone: its lines are roomy unless that takes more than one sheet of paper."""
    listed, signed = partial(list_scenarios, scenarios=scenarios), partial(signatures, who=form.signed)
    (blocks,) = matches_of(form.blocks)
    parts: list[PagePiece] = [
        partial(lay_out_blocks, blocks=[form.block(PLAYERS)]),
        listed,
        partial(_put_match_alone, blocks=blocks, scenarios=scenarios),
        signed,
    ]
    page = _laid_out(form, [heading, *parts], ROOMY)
    if page.height > ROOM["portrait"]:
        page = _laid_out(form, [low_heading, *parts])
    page.places = {block.id: page.places[block.id] for block in form.blocks}
    return page


def _put_match_alone(page: PageLayout, blocks: Sequence[Block], scenarios: Sequence[MatchScenario]) -> None:
    by_name = {block.name: block for block in blocks}
    offered = squares(scenarios)
    setup = by_name.pop("setup")
    _put_title(page, setup.title, setup.rule)
    _put_line(page, [setup], [*_setup_boxes(scenarios, orders="orders" in by_name), _HANDICAP_ALONE], offered)
    if "orders" in by_name:
        _put_line(page, [by_name.pop("orders")], ORDERS, offered)
    _put_title(page, "The two games", _TICKED)
    _instruct(page, _when_asked(scenarios))
    _put_games(page, by_name, scenarios)
    lay_out_blocks(page, [*by_name.values()])


def _setup_boxes(scenarios: Sequence[MatchScenario], *, orders: bool) -> list[SeriesBox]:
    """Return the boxes that tell what is played; rolls, and what the higher one chose, only where there is a choice.

    Parameters
    ----------
    orders
        Whether sides have orders of battle to choose from.
    """
    several = len(scenarios) > 1
    played, choice = [PLAYED] * several, [CHOICE] * (several and orders)
    rolls = ROLLS if several or orders else ()
    return [*played, *rolls, *choice, COIN]  # in the order of the template: by their order captions are found


def _when_asked(scenarios: Sequence[MatchScenario]) -> str:
    """Say which boxes of a game are left blank when; nothing if all are always needed."""
    graded = [one.kind.graded for one in scenarios]
    told = ["Level: only in a scenario that is won at levels."] if any(graded) and not all(graded) else []
    asked = [what for grading, what in _ASKED.items() if any(one.grading == grading for one in scenarios)]
    if asked:
        told.append(f"{' or '.join(asked).capitalize()}: only if each of you wins a game, as “How it is won” says.")
    return " ".join(told)


_ASKED = {
    "points": "points of both",
    "territory": "the turn in which a game was won and the losses that its winner had",
}
"""What is asked only if each player wins a game, by the grading of the scenario."""


def _instruct(page: PageLayout, text: str) -> None:
    """Put instructions on a row of their own; nothing if there are none."""
    if text:
        row = page.add_row(height_for("instruction", text, page.pixels(0, PAGE_COLUMNS)))
        page.put(row, 0, PAGE_COLUMNS, "instruction", text=text)


ELSEWHERE = "The three matches are on sheet 2. Below is what they come to, and where you both sign."
"""What the first of two sheets of paper says above the result of the series."""


def _put_title(page: PageLayout, title: str, rule: str) -> None:
    """Put a band with the title of the lines below, and beside it the rule about them."""
    page.add_gap(page.measures.gap)
    width = page.pixels(TITLE_UNITS, PAGE_COLUMNS)
    row = page.add_row(max(page.measures.title, height_for("band rule", rule, width)))
    page.put(row, 0, TITLE_UNITS, "band", text=title)
    page.put(row, TITLE_UNITS, PAGE_COLUMNS - TITLE_UNITS, "band rule", text=rule)


def _laid_out(form: PageForm, parts: Sequence[PagePiece], measures: Measures = TIGHT) -> PageLayout:
    page = PageLayout(form, measures, SCALE, widths=WIDTHS, printed=PAGE_COLUMNS, off_paper_column=PAGE_COLUMNS + 1)
    for part in parts:
        part(page)
    return page


def _put_series(page: PageLayout) -> None:
    """Put the result of the series, and below it, beside the QR code, the handicap without a band of its own."""
    handicaps = page.form.block(HANDICAPS)
    beside_code = narrowed(replace(handicaps, title=""), page.grid.qr_column - 1)
    lay_out_blocks(page, [page.form.block(SERIES), beside_code])
    page.places[HANDICAPS] = replace(page.places[HANDICAPS], block=handicaps)


def _next_sheet(page: PageLayout) -> None:
    """Begin the sheet of paper with the matches, and say once more who plays."""
    page.breaks.append(page.next_row)
    page.qr_at_left = True  # both codes stand in its heading, since its matches take the room at its foot
    heading_again(page)
    row = page.add_row(page.measures.line)
    half = ACROSS // len(SEATS)
    for number, seat in enumerate(SEATS):
        page.put(row, 1 + number * half, 1, _WHO, text=f"Player{HARD_BLANK}{seat}")
        page.put(row, 2 + number * half, half - 1, "shown wrap", key=who_key(seat))


_WHO = sized("label", 8)
"""The style of the words before a repeated name: so small that they stand on one line."""


def who_key(seat: str) -> CellKey:
    """Return the key of the cell that repeats a player's name on a second sheet of paper."""
    return "player", seat


def matches_of(blocks: Sequence[Block]) -> list[list[Block]]:
    """Split the blocks of a page by matches."""
    found: dict[str, list[Block]] = {}
    for block in blocks:
        if block.name not in {PLAYERS, SERIES, HANDICAPS}:
            _, _, number = block.id.partition("match.")
            found.setdefault(number.partition(".")[0], []).append(block)
    return [*found.values()]


def _rules(page: PageLayout) -> None:
    """Say once how matches are set up and scored."""
    said = dict.fromkeys(block.rule for block in page.form.blocks if _template_name(block) in {"setup", "result"})
    _instruct(page, ".  ".join(f"{rule[:1].upper()}{rule[1:]}" for rule in said))


def _template_name(block: Block) -> str:
    """Return the name that a block of a match has in the template."""
    return block.name.rpartition("_")[0]


def _put_match(page: PageLayout, number: int, blocks: Sequence[Block], scenarios: Sequence[MatchScenario]) -> None:
    by_name = {_template_name(block): block for block in blocks}
    page.add_gap(MARGIN)
    if "result" in by_name:
        _put_band(page, by_name.pop("result"), by_name["setup"], f"Match {number} of {MATCHES}")
    setup = _setup_boxes(scenarios, orders="orders" in by_name)
    together, offered = [by_name.pop("setup")], squares(scenarios)
    if "orders" in by_name and _width([*setup, *ORDERS]) <= ACROSS:
        together.append(by_name.pop("orders"))
        setup = [*setup, *ORDERS]
    _put_line(page, together, setup, offered)
    if "orders" in by_name:
        _put_line(page, [by_name.pop("orders")], ORDERS, offered)
    _put_games(page, by_name, scenarios)
    lay_out_blocks(page, [*by_name.values()])


def _width(boxes: Iterable[SeriesBox]) -> int:
    """Return how many columns boxes take at least."""
    return sum(box.least + box.ticks for box in boxes)


def _put_band(page: PageLayout, block: Block, setup: Block, title: str) -> None:
    """Put what formulas compute beside the title of a match: the handicap in its game system, and its result."""
    captions, row = page.add_row(CAPTIONS), page.add_line()
    page.put(row, 0, BAND[HANDICAP][1], "band", text=title)
    columns: dict[str, tuple[int, int]] = {}
    for show, (caption, column, width) in BAND.items():
        page.put(row, column, 1, "band rule", text=caption)
        columns[show] = (column + 1, column + min(width, PAGE_COLUMNS - column - 1))
    for at, box in enumerate(block.fields):
        page.put(row, page.off_paper_column + 2 * at, 1, "caption", text=box.label)
        columns[box.name] = (page.off_paper_column + 2 * at + 1,) * 2
    first, last = columns.pop(HANDICAP)
    page.put(row, first, last - first + 1, "sum small", key=(setup.id, "0", HANDICAP))
    place_single_line(page, block, captions, row, columns, page.steps_column)


def _put_games(page: PageLayout, by_name: dict[str, Block], scenarios: Sequence[MatchScenario]) -> None:
    """Put the lines of the two games, each with its name before its boxes, or above if these are many."""
    boxes, offered = _game_boxes(scenarios), squares(scenarios)
    left = min(_GAME_UNITS, ACROSS - _width(boxes))
    for number, (name, called) in enumerate(zip(("game_1", "game_2"), GAMES, strict=True), start=1):
        if name not in by_name:
            continue
        game, first = by_name.pop(name), number == 1
        if left > 0:
            _put_line(page, [game], boxes, offered, captioned=first, called=called, units=left)
        elif first:
            winner, *others = boxes
            named = replace(winner, caption=f"{called}: {winner.caption}")
            _put_line(page, [game], [named, *others], offered)
        else:
            row = page.add_row(page.measures.caption)
            page.put(row, 1, PAGE_COLUMNS - 1, "caption left", text=called)
            _put_line(page, [game], boxes, offered, captioned=False)


def _game_boxes(scenarios: Sequence[MatchScenario]) -> list[SeriesBox]:
    """Return the boxes of a game that the scenarios on offer need; who has which side follows from the coin."""
    beginnings = {name: said for grading, names in TIE_BREAKERS.items() for name, said in names.items()
                  if any(one.grading == grading for one in scenarios)}  # fmt: skip
    ties = [
        SeriesBox(f"{name}_{seat}", f"{said} player{HARD_BLANK}{seat}")
        for name, said in beginnings.items()
        for seat in SEATS
    ]
    level = [LEVEL] if any(one.kind.graded for one in scenarios) else []
    return [WINNER, *level, *ties]


def _put_line(
    page: PageLayout,
    blocks: Sequence[Block],
    wanted: Sequence[SeriesBox],
    offered: Mapping[str, Sequence[Square]],
    *,
    captioned: bool = True,
    called: str = "",
    units: int = 0,
) -> None:
    """Put the boxes of one or several blocks on a line, with their captions above.

    Parameters
    ----------
    wanted
        The boxes that are printed, in order; other boxes of the blocks go to the right of the printed columns.
    offered
        The squares to tick beside boxes, by the names of the boxes.
    captioned
        Whether captions stand above the line.
    called, units
        The words before the boxes, and how many columns they take.
    """
    block_of = {name: block for block in blocks for name in _boxes(block)}
    taken = list(_shared([one for one in wanted if one.name in block_of], 1 + units))
    above = page.add_row(page.measures.caption) if captioned else -1
    rows = [page.add_row(CAPTIONS) for _ in blocks]
    line = page.add_line()
    if called:
        page.put(line, 1, units, "label", text=called)
    at: dict[str, tuple[int, int]] = {}
    for one, column, width, ticks in taken:
        at[one.name] = (column, column + width - 1)
        if captioned:
            page.put(above, column, width + ticks, "caption", text=one.caption)
            page.make_room(above, height_for("caption", one.caption, page.pixels(column, width + ticks)))
        if ticks:
            blank, key = unticked(offered[one.name]), ticks_key(block_of[one.name].id, one.name)
            page.put(line, column + width, ticks, "ticks", text=blank, key=key)
            page.make_room(line, height_for(sized("ticks", READ), blank, page.pixels(column + width, ticks)))
    beside_ticks = {column for _, column, _, ticks in taken if ticks}
    steps = page.steps_column
    for block, captions in zip(blocks, rows, strict=True):
        own = {name: at[name] for name in _boxes(block) if name in at}
        own |= _beside(page, block, own, above)
        place_single_line(page, block, captions, line, own, steps)
        steps += len(steps_of(block))
    page.cells = [
        replace(cell, style="input ticked") if cell.row == line and cell.box and cell.column in beside_ticks else cell
        for cell in page.cells
    ]


def _boxes(block: Block) -> list[str]:
    return [*(box.name for box in block.fields), *(show.id for show in block.shows)]


def _shared(wanted: Sequence[SeriesBox], column: int) -> Iterator[tuple[SeriesBox, int, int, int]]:
    """Yield the boxes of a line from a column on, each with its first column, its width, and the width of its ticks.

    Columns that are left over are shared out among the boxes that may grow.
    """
    widths = [[one.least, one.ticks] for one in wanted]
    left = PAGE_COLUMNS - column - sum(map(sum, widths))
    grow = [(number, part) for number, one in reversed([*enumerate(wanted)]) for part in (0, 1) if _grows(one, part)]
    for number, part in chain.from_iterable(repeat(grow, ACROSS)):
        if left and (part or widths[number][0] < wanted[number].most):
            widths[number][part] += 1
            left -= 1
    for one, (own, ticks) in zip(wanted, widths, strict=True):
        yield one, column, own, ticks
        column += own + ticks


def _grows(one: SeriesBox, part: int) -> bool:
    """Return whether a box (part 0), or the squares beside it (part 1), may take more columns than the least."""
    return bool(one.ticks) if part else one.most > one.least


def _beside(
    page: PageLayout, block: Block, placed: Mapping[str, tuple[int, int]], above: int = -1
) -> dict[str, tuple[int, int]]:
    """Give the boxes of a block that are not on the line columns beside the paper, with captions on the row above."""
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
