"""The sheet of a match, and that of a series: its three matches below each other, on one upright page.

A match has a line for what is played and who begins with the first side, and a line for each game, with squares to
tick. In a series a band above these lines has all that is computed, grey as on every page; a match alone has room for
more lines, and titles.
Boxes that only a program needs, or that the scenarios on offer do not need, are to the right of the printed columns,
where they are seen on a screen alone.

Source: "All Players are Created Equal".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import accumulate, pairwise

from msgspec.structs import replace

from sheetscore.forms.block import Block
from sheetscore.forms.form import CellKey, PageForm
from sheetscore.sheets.headings import GRIDS, Measures
from sheetscore.sheets.layout import TITLE_UNITS, PageLayout, lay_out_blocks, narrowed, place_single_line
from sheetscore.sheets.pages import (
    ROOM,
    ROOMY,
    SCALE,
    TIGHT,
    PagePiece,
    heading,
    low_heading,
    low_heading_again,
    signatures,
)
from sheetscore.sheets.styles import SUM_TO_WRITE, height_for, sized
from sheetscore.systems.match.box_lines import (
    ACROSS,
    CAPTION_ROW,
    SPLIT,
    TYPED,
    LineBox,
    least_width,
    put_line,
    put_squares_line,
    whole_width,
)
from sheetscore.systems.match.lists import list_scenarios, orders_offered
from sheetscore.systems.match.matches import MATCHES
from sheetscore.systems.match.model import MatchScenario
from sheetscore.systems.match.score import HANDICAPS, PLAYERS, SERIES
from sheetscore.systems.match.ticks import squares
from sheetscore.systems.two_at_a_table import SEATS
from sheetscore.wording import HARD_BLANK, number_list

BESIDE = 12
"""How many columns are to the right of the paper, the first of them as a margin."""

_UPRIGHT = GRIDS["portrait"]

WIDTHS = (*replace(_UPRIGHT, split=SPLIT).widths, *[_UPRIGHT.unit_pixels] * BESIDE)

MARGIN = 1
"""Pixels above each match, so few that a line with the orders has room."""

PLAYED = LineBox("played", "scenario", 12, 24)
ROLLS = tuple(LineBox(f"rolls_{seat}", f"roll by player{HARD_BLANK}{seat}", 5, 6) for seat in SEATS)
ORDERS = (
    LineBox("order_first", "orders, first side", 10, ACROSS),
    LineBox("order_second", "orders, second side", 10, ACROSS),
)
HANDICAP = "handicap"
BAND = {
    HANDICAP: ("handicap", 13, 19, 31),
    "match_points": (f"match points, players{HARD_BLANK}1{HARD_BLANK}:{HARD_BLANK}2", 31, 42, 49),
    "ends": ("how it ended", 49, 55, 73),
}
"""The values that the band of a match shows, by their names: each with its caption, the columns where the caption and
the value begin, and the one after the value. The handicap is also on the line of its block, beside the printed columns.
"""

BY_HAND = frozenset({HANDICAP, "match_points", "raw", "next"})
"""The computed values that are white, since whoever scores with a pencil writes them."""

_HANDICAP_ALONE = LineBox(HANDICAP, "handicap", 10, 18)
_TICKED = "tick who won, and the level where there is one; in game 2 the sides are exchanged"
TIE_BREAKERS: Mapping[str, Mapping[str, str]] = {
    "points": {"points": "points of"},
    "territory": {"turn": "turn won,", "losses": "losses of"},
}
"""The boxes that games of a grading need besides the winner: their names without the seat (``points`` for ``points_1``
and ``points_2``), each with the beginning of its caption.
"""

GAME_TITLES = ("Game 1", "Game 2, sides exchanged")

_CALLED, _WIDER_CALLED = 12, 18
"""The least and the most columns that the name of a game takes on its line; with less room it stands above the line."""


_WAYS = ((3,), (2, 1), (1, 2), (0, 3), (1, 1, 1), (0, 2, 1), (0, 1, 1, 1))
"""How many matches are on each sheet of paper, in every way to lay out a series; the best first."""


def lay_out_series(form: PageForm, scenarios: Sequence[MatchScenario]) -> PageLayout:
    """Lay out the sheet of a series on as few sheets of paper as possible, with as many matches as fit on the first.

    The orders on offer are left out where they alone would take another sheet.
    """
    tried: list[PageLayout] = []
    listed = orders_offered(scenarios), ""
    for page in (_series(form, scenarios, matches, orders) for matches in _WAYS for orders in listed):
        tried.append(page)
        if page.height <= ROOM["portrait"]:
            break
    # the page that fits, or else the one that exceeds the paper least
    return _as_in_form(min(tried, key=lambda page: max(page.height, ROOM["portrait"])))


def _series(form: PageForm, scenarios: Sequence[MatchScenario], on_sheets: Sequence[int], orders: str) -> PageLayout:
    """Lay out the sheets of paper of a series; ``on_sheets`` is the number of matches on each of them."""
    matches = [
        partial(_put_match, number=number, blocks=blocks, scenarios=scenarios)
        for number, blocks in enumerate(matches_of(form.blocks), start=1)
    ]
    head: list[PagePiece] = [
        low_heading,
        partial(lay_out_blocks, blocks=[form.block(PLAYERS)]),
        partial(list_scenarios, scenarios=scenarios, banded=len(scenarios) > 1),
        partial(_rules, orders=orders),
        partial(_instruct, text=_when_asked(scenarios)),
    ]
    foot: list[PagePiece] = [_put_series, partial(signatures, who=form.signed)]
    ends = [*accumulate(on_sheets)]
    parts: list[PagePiece] = [*head, *matches[: ends[0]]]
    for sheet, (first, end) in enumerate(pairwise(ends), start=2):
        parts += [partial(_next_sheet, sheet=sheet, sheets=len(ends), done=first), *matches[first:end]]
    return _laid_out(form, [*parts, *foot])


def _as_in_form(page: PageLayout) -> PageLayout:
    """Sort the places of a page's blocks as its form has them, make white what a pencil writes, and return the page.

    The order matters because rules look at blocks that come before theirs in the form, on whichever sheet of paper.
    """
    page.places = {block.id: page.places[block.id] for block in page.form.blocks}
    page.cells = [
        replace(cell, style=SUM_TO_WRITE) if cell.style.startswith("sum") and cell.key[-1] in BY_HAND else cell
        for cell in page.cells
    ]
    return page


def lay_out_match(form: PageForm, scenarios: Sequence[MatchScenario]) -> PageLayout:
    """Lay out the sheet of a match alone: its lines are roomy unless that takes more than one sheet of paper."""
    listed, signed = partial(list_scenarios, scenarios=scenarios), partial(signatures, who=form.signed)
    orders = partial(_instruct, text=orders_offered(scenarios))
    (blocks,) = matches_of(form.blocks)
    parts: list[PagePiece] = [
        partial(lay_out_blocks, blocks=[form.block(PLAYERS)]),
        listed,
        orders,
        partial(_put_match_alone, blocks=blocks, scenarios=scenarios),
        signed,
    ]
    page = _laid_out(form, [heading, *parts], ROOMY)
    if page.height > ROOM["portrait"]:
        page = _laid_out(form, [low_heading, *parts])
    return _as_in_form(page)


def _put_match_alone(page: PageLayout, blocks: Sequence[Block], scenarios: Sequence[MatchScenario]) -> None:
    by_name = {block.name: block for block in blocks}
    setup = by_name.pop("setup")
    _put_title(page, setup.title, setup.rule)
    _put_setup(page, setup, by_name.pop("orders", None), scenarios, [_HANDICAP_ALONE])
    _put_title(page, "The two games", _TICKED)
    _instruct(page, _when_asked(scenarios))
    _put_games(page, by_name, scenarios)
    *others, last = by_name.values()
    lay_out_blocks(page, others)
    _put_beside_code(page, last, last.title)


def _put_setup(
    page: PageLayout,
    setup: Block,
    orders: Block | None,
    scenarios: Sequence[MatchScenario],
    more: Sequence[LineBox] = (),
) -> None:
    """Put the boxes that tell what is played, on a line together with those for orders of battle if there is room."""
    boxes, ordered = [*_setup_boxes(scenarios, orders=orders is not None), *more], _order_boxes(scenarios)
    if orders is None:
        put_line(page, [setup], boxes)
    elif least_width([*boxes, *ordered]) <= ACROSS:
        put_line(page, [setup, orders], [*boxes, *ordered])
    else:
        put_line(page, [setup], boxes)
        put_line(page, [orders], ordered)


def _setup_boxes(scenarios: Sequence[MatchScenario], *, orders: bool) -> list[LineBox]:
    """Return the boxes that tell what is played; those of rolls and of their choice only if there is a choice.

    Parameters
    ----------
    orders
        Whether sides have orders of battle to choose from.
    """
    several, offered = len(scenarios) > 1, squares(scenarios)
    coin = LineBox("coin", "first side in game 1", squares=offered["coin"])
    choice = LineBox("choice", "higher roll chose", squares=offered["choice"])
    played, choices = [PLAYED] * several, [choice] * (several and orders)
    rolls = ROLLS if several or orders else ()
    return [*played, *rolls, *choices, coin]  # in the order of the template, by which captions are found


def _order_boxes(scenarios: Sequence[MatchScenario]) -> list[LineBox]:
    high = LineBox("order_high", "higher roll chose the orders of the", squares=squares(scenarios)["order_high"])
    return [*ORDERS, high]


def _when_asked(scenarios: Sequence[MatchScenario]) -> str:
    """Say which boxes of a game are needed only sometimes, and when; empty if there are none."""
    graded = [one.kind.graded for one in scenarios]
    told = ["Level: only in a scenario won at levels."] if any(graded) and not all(graded) else []
    asked = [what for grading, what in _ASKED.items() if any(one.grading == grading for one in scenarios)]
    if asked:
        told.append(f"{' or '.join(asked).capitalize()}: only if each wins a game, as “How it is won” says.")
    return " ".join(told)


_ASKED = {
    "points": "points of both",
    "territory": "turn and losses of who won it",
}
"""What is asked only if each player wins a game, by the grading of the scenario."""


def _instruct(page: PageLayout, text: str) -> None:
    """Put instructions on a row of their own; nothing if there are none."""
    if text:
        _put_words(page, text, page.grid.columns)


def _put_words(page: PageLayout, text: str, columns: int) -> int:
    """Put instructions on a row of their own, across so many columns; return the row."""
    row = page.add_row(height_for("instruction", text, page.pixels(0, columns)))
    page.put(row, 0, columns, "instruction", text=text)
    return row


def _put_title(page: PageLayout, title: str, rule: str) -> None:
    """Put a band with the title of the lines below, and beside it the rule about them."""
    page.add_gap(page.measures.gap)
    first, end = page.grid.across(TITLE_UNITS), page.grid.columns
    row = page.add_row(max(page.measures.title, height_for("band rule", rule, page.pixels(first, end - first))))
    page.put(row, 0, first, "band", text=title)
    page.put(row, first, end - first, "band rule", text=rule)


def _laid_out(form: PageForm, parts: Sequence[PagePiece], measures: Measures = TIGHT) -> PageLayout:
    printed = 1 + ACROSS
    page = PageLayout(form, measures, SCALE, split=SPLIT, widths=WIDTHS, printed=printed, off_paper_column=printed + 1)
    for part in parts:
        part(page)
    return page


def _put_series(page: PageLayout) -> None:
    """Put the result of the series, and below it the handicap without a band of its own."""
    lay_out_blocks(page, [page.form.block(SERIES)])
    _put_beside_code(page, page.form.block(HANDICAPS), title="")


def _put_beside_code(page: PageLayout, block: Block, title: str) -> None:
    """Put a block, narrower so that the QR code at the foot of the page has room beside it."""
    lay_out_blocks(page, [narrowed(replace(block, title=title), (page.grid.qr_column - 1) // SPLIT)])
    page.places[block.id] = replace(page.places[block.id], block=block)  # as the form has it, with its title and width


def _next_sheet(page: PageLayout, sheet: int, sheets: int, done: int) -> None:
    """Begin a further sheet of paper, and say there once more who plays.

    Parameters
    ----------
    sheet, sheets
        Its number, and how many the page has.
    done
        How many matches are before it.
    """
    others = f"Match {MATCHES} is" if done == MATCHES - 1 else f"The {'other ' * bool(done)}matches are"
    where = number_list("sheet", range(sheet, sheets + 1))
    text = f"{others} on {where}, with what they come to, and where you both sign."
    page.leave_qr_room_at_foot(_put_words(page, text, page.grid.qr_column))
    page.breaks.append(page.next_row)
    page.foot = sheets
    low_heading_again(page, _put_players)


def _put_players(page: PageLayout) -> None:
    """Say once more who plays."""
    row, columns = page.add_row(page.measures.line), (page.grid.qr_column - 1) // len(SEATS)
    for number, seat in enumerate(SEATS):
        first = 1 + number * columns
        page.put(row, first, SPLIT, _WHO, text=f"Player{HARD_BLANK}{seat}")
        page.put(row, first + SPLIT, columns - SPLIT, "label", key=who_key(seat))


_WHO = sized("label", 8)
"""The style of the words before a repeated name: so small that they stand on one line."""


def who_key(seat: str) -> CellKey:
    """Return the key of the cell that repeats a player's name on a second sheet of paper."""
    return "player", seat


def matches_of(blocks: Sequence[Block]) -> list[list[Block]]:
    """Return the blocks of each match on a page, the matches in order."""
    found: dict[str, list[Block]] = {}
    for block in blocks:
        if block.name not in {PLAYERS, SERIES, HANDICAPS}:
            _, _, number = block.id.partition("match.")
            found.setdefault(number.partition(".")[0], []).append(block)
    return [*found.values()]


def _rules(page: PageLayout, orders: str) -> None:
    """Say once how matches are set up and scored, and which orders the sides have."""
    said = dict.fromkeys(block.rule for block in page.form.blocks if _template_name(block) in {"setup", "result"})
    rules = [f"{rule[:1].upper()}{rule[1:]}" for rule in said]
    _instruct(page, ".  ".join([*rules, orders] if orders else rules))


def _template_name(block: Block) -> str:
    """Return the name that a block of a series' match has in the template, without the match's number."""
    return block.name.rpartition("_")[0]


def _put_match(page: PageLayout, number: int, blocks: Sequence[Block], scenarios: Sequence[MatchScenario]) -> None:
    by_name = {_template_name(block): block for block in blocks}
    page.add_gap(MARGIN)
    if "result" in by_name:
        _put_band(page, by_name.pop("result"), by_name["setup"], f"Match {number} of {MATCHES}")
    first = len(page.lines)
    _put_setup(page, by_name.pop("setup"), by_name.pop("orders", None), scenarios)
    _put_games(page, by_name, scenarios)
    page.higher += page.lines[first:]
    lay_out_blocks(page, [*by_name.values()])


def _put_band(page: PageLayout, block: Block, setup: Block, title: str) -> None:
    """Put the band of a match: its title, and beside it what formulas compute: handicap, match points, result."""
    captions, row = page.add_row(CAPTION_ROW), page.add_line()
    page.put(row, 0, BAND[HANDICAP][1], "band", text=title)
    columns: dict[str, tuple[int, int]] = {}
    for show, (caption, called, first, end) in BAND.items():
        page.put(row, called, first - called, "band rule", text=caption)
        columns[show] = (first, end - 1)
    for at, box in enumerate(block.fields):
        page.put(row, page.off_paper_column + 2 * at, 1, "caption", text=box.label)
        columns[box.name] = (page.off_paper_column + 2 * at + 1,) * 2
    first, last = columns.pop(HANDICAP)
    page.put(row, first, last - first + 1, "sum small", key=(setup.id, "0", HANDICAP))
    place_single_line(page, block, captions, row, columns, page.steps_column)


def _put_games(page: PageLayout, by_name: dict[str, Block], scenarios: Sequence[MatchScenario]) -> None:
    """Put the lines of the two games.

    If the squares of a game do not fit on a line with its boxes, they have a line of their own above it. The name of a
    game stands before its boxes, or above them if they leave no room.
    """
    boxes = _game_boxes(scenarios)
    apart = least_width(boxes) > ACROSS
    ticked = [one for one in boxes if one.squares]
    beside = [replace(one, least=0, most=0) for one in ticked] if apart else boxes
    free = ACROSS - least_width(beside)
    columns = min(free, max(_CALLED, min(_WIDER_CALLED, ACROSS - whole_width(beside)))) if free >= _CALLED else 0
    for name, called in zip(("game_1", "game_2"), GAME_TITLES, strict=True):
        if name not in by_name:
            continue
        game, first = by_name.pop(name), called == GAME_TITLES[0]
        before = called if columns else ""
        if apart:
            if not columns:
                ticked[0] = replace(ticked[0], caption=f"{called}: winner")
            put_squares_line(page, game, ticked, captioned=first or not columns, called=before, columns=columns)
            put_line(page, [game], [_to_write(one) if one.squares else one for one in boxes])
            continue
        if not columns:
            row = page.add_row(page.measures.caption)
            page.put(row, 1, ACROSS, "caption left", text=called)
        put_line(page, [game], boxes, captioned=first, called=before, columns=columns)


def _to_write(box: LineBox) -> LineBox:
    """Return a box whose squares are on the line above."""
    return replace(box, squares=(), caption=f"{TYPED} {box.caption}", least=12, most=ACROSS)


def _game_boxes(scenarios: Sequence[MatchScenario]) -> list[LineBox]:
    """Return the boxes of a game that the scenarios on offer need; who has which side follows from the coin."""
    beginnings = {name: said for grading, names in TIE_BREAKERS.items() for name, said in names.items()
                  if any(one.grading == grading for one in scenarios)}  # fmt: skip
    ties = [
        LineBox(f"{name}_{seat}", f"{said} player{HARD_BLANK}{seat}", 5, 6)
        for name, said in beginnings.items()
        for seat in SEATS
    ]
    offered = squares(scenarios)
    winner = LineBox("winner", "winner", squares=offered["winner"])
    level = LineBox("level", "level", squares=offered["level"])
    return [winner, *[level] * any(one.kind.graded for one in scenarios), *ties]
