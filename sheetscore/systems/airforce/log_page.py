"""The page of a flight log, printed in landscape.

Its last sheet of paper has the shots; every sheet has the aircraft's card at the foot, and one has the meaning of each
word of plots. What formulas compute is to the right of the printed columns, to be seen on a screen.

Source: Updated Air Force / Dauntless (30 degree turns).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from math import ceil

from msgspec.structs import replace

from sheetscore.findings import Finding, finding
from sheetscore.forms.block import Block
from sheetscore.forms.form import CheckedPage, Page, PageEntries, PageForm, PageKind
from sheetscore.pairing.draw import display_name
from sheetscore.sheets.headings import GRIDS, Cell, Measures
from sheetscore.sheets.layout import PageLayout, lay_out_group, place_block
from sheetscore.sheets.pages import (
    NOTE_MARGINS,
    NOTE_POINTS,
    ROOM,
    SCALE,
    heading_again,
    low_heading,
    signatures,
)
from sheetscore.sheets.styles import height_for
from sheetscore.systems.airforce.cards import LOSS_CLASSES, AltitudeBand, Card, Gun
from sheetscore.systems.airforce.editions import Edition
from sheetscore.systems.airforce.flight.flight_log import MOST_TURNS
from sheetscore.systems.airforce.flight.state import STEPS
from sheetscore.systems.airforce.model import TURNS_A_PAGE
from sheetscore.systems.airforce.plot_legend import SMALL_LINE, put_legend
from sheetscore.systems.airforce.toml_parts import TENTHS
from sheetscore.systems.context import Seated, strangers
from sheetscore.wording import HARD_BLANK, pluralize
from sheetscore.workbooks.paper import lines_needed

PILOT, CARD, FATE = "seat.pilot", "aircraft.card", "end.fate"

SIGNED = ("pilot", "checked by", "director")

LOG = Measures(23, 26, 17, 14, 34, 1, 16, 14, "headline small")
"""The heights of the rows of a log: a line to write on is 8.5 mm high, the headline has two lines of 8 points, and so
has the line of the event."""

LOW = replace(LOG, top=14)
"""The same heights with a single line for the event, used where that saves a sheet of paper."""

HEAD = ("seat", "aircraft")
"""The blocks that are side by side above the turns."""

BEFORE_TURNS, START = "before", "start"
LINE_BEFORE = {
    BEFORE_TURNS: ("speed", "climb", "dive", "special", "power"),
    START: ("run_in", "loaded", "speed", "altitude", "bank", "facing", "q", "r", "odd"),
}
"""The two blocks on line 0, with their boxes in order: what the turn before was, and where turn 1 begins."""

_STEPS_SAID = [f"{facing}: {q}, {r}".replace("-", "−").replace(" ", HARD_BLANK) for facing, (q, r) in STEPS.items()]

HEXES_SAID = (
    "q, r: columns to the east, hexes to the south.",
    f"A step adds, to facing {f';  to{HARD_BLANK}'.join(_STEPS_SAID)}",
)
"""How hexes are counted: a step to facing 4 leaves r as it is, and yet goes half a hex to the south."""

SAID_BEFORE = {BEFORE_TURNS: ("last turn, if any", "instruction"), START: ("turn 1\nstarts", "caption right")}
SAID_UNITS = 2
"""The words before each of these blocks with their style, and how many units they take."""

PRINTED, BESIDE = GRIDS["landscape"].columns, 12
"""The numbers of printed columns, and of those to their right, the first of them as a margin."""

WIDTHS = (*GRIDS["landscape"].widths, *[GRIDS["landscape"].unit_pixels] * BESIDE)
"""The widths of all columns in pixels."""

BANDS = {
    "plot": ("Turns", 3, "words: “How a plot is written”;  climb, dive: feet;  power, brakes: factors"),
    "maneuvers": ("Claimed for its end", 6, "man.: maneuvers;  facing: 0 north;  ruling: the director's"),
    "move": ("Follows by itself", 0, ""),
}
"""The bands above the turns, by the column with which each begins: its title, the units that this takes if there is a
text at its right, and that text, which is about the boxes below.
"""

NARROW, NARROW_UNITS = "input narrow", 2
"""The style of boxes for a word, and the most units of such a box."""

RULINGS = {"ruling", "reason"}
RULED = {"input number": "input ruled", "input text": "input text ruled"}
"""The director's boxes, and the style of each by the style that it would have as any other box."""

SHOTS_SAID = (
    "turn: the shot is at its end.  range: hexes for the column of the table, and 1 for each 500 feet of separation.  "
    "clock: the hour from which it comes to the target, or in which the gun fires.  DRM: what is added to the dice.  "
    "D10s: the dice for the location, such as 5 3.  result: letters of what was hit, with criticals.  Heavy boxes: the "
    "director's."
)
"""What the captions of shots mean."""

ENGINE_GONE = (
    "One of several engines is destroyed: the aircraft must jettison its load (JETT), flies on as if loaded and without"
    " power (LAME), and tries to get home."
)
"""What follows from a result; source: the example of the hit location tables."""

_OF_SHOTS = 2
"""How many of the first lines of a card are printed with the shots: its data and its guns."""

SMALL = {"sum": "sum small", "sum alert": "sum alert small"}
"""The styles of computed boxes here, which are narrow; that of alerts has room for several broken rules."""


SmallPrint = Callable[[PageLayout], None]
"""Adds small print below the blocks of a page."""


def log_kind(rules: Edition) -> PageKind[PageLayout]:
    """Return the kind of the pages of aircraft in an edition."""
    return replace(FLIGHT_LOG, lay_out=partial(lay_out_log, rules=rules))


def lay_out_log(form: PageForm, _seats: Sequence[Page] = (), *, rules: Edition) -> PageLayout:
    """Lay out the page of an aircraft.

    The card, in small print, is below the turns on every sheet of paper; how to write plots, on the first sheet with
    room for it, else on one of its own. The log is signed where its shots are.
    """
    return min((_laid_out(form, rules, heights) for heights in (LOG, LOW)), key=lambda page: len(page.sheets))


def _laid_out(form: PageForm, rules: Edition, heights: Measures) -> PageLayout:
    turns = form.block("turn")
    page = PageLayout(form, heights, SCALE, widths=WIDTHS, printed=PRINTED, off_paper_column=PRINTED + 1)
    of_shots, bands = form.small_print[:_OF_SHOTS], form.small_print[_OF_SHOTS:]
    put_card = partial(_small_print, lines=(*of_shots[:1], *bands))
    put_words = partial(put_legend, rules=rules)
    waiting: list[SmallPrint] = [put_card, put_words]
    page.qr_at_left = True
    for lines in balanced(len(turns.rows)):
        if lines.start:
            _next_sheet(page)
            lay_out_group(page, [turns], lines)
        else:
            low_heading(page)
            _head(page)
            _line_before(page)
            _first_turns(page, turns, lines)
        _bands_above(page, turns, page.next_row - len(lines) - 2)  # above the lines are captions, above these the title
        put = _put_what_fits(page, dict.fromkeys([put_card, *waiting]), 0)
        waiting = [part for part in waiting if part not in put]
    page.qr_at_left = False
    _next_sheet(page)
    page.foot = len(page.sheets)
    lay_out_group(page, [form.block("shot")])
    _small_print(page, (".  ".join(of_shots), SHOTS_SAID, ENGINE_GONE))
    lay_out_group(page, [form.block("end")])
    put = _put_what_fits(page, waiting, page.measures.sign + page.measures.signed)
    signatures(page, SIGNED)
    page.qr_at_left = True
    for part in waiting:
        if part not in put:
            _next_sheet(page)
            part(page)
    page.cells = [replace(cell, style=_style_of_box(cell)) if cell.box else cell for cell in page.cells]
    # in the order of the form, wherever they are on paper: rules look at blocks that come before their own
    page.places = {block.id: page.places[block.id] for block in form.blocks}
    return page


def balanced(turns: int) -> Iterator[range]:
    """Yield the turns, counted from 0, of each sheet of paper: the fewest sheets, about equally full."""
    sheets = ceil(turns / TURNS_A_PAGE)
    ends = [ceil(turns * sheet / sheets) for sheet in range(sheets + 1)]
    yield from (range(first, end) for first, end in pairwise(ends))


def _put_what_fits(page: PageLayout, parts: Iterable[SmallPrint], below: int) -> list[SmallPrint]:
    """Put and return the parts for which the sheet of paper has room, if ``below`` pixels are to stay free below."""
    put = []
    for part in parts:
        alone = PageLayout(page.form, page.measures)
        part(alone)
        used = page.height_of(range(page.sheets[-1].start, page.next_row))
        if used + alone.height + below <= ROOM["landscape"]:
            part(page)
            put.append(part)
    return put


def _style_of_box(cell: Cell) -> str:
    """Return the style of a box: a heavy border for the director's boxes, small letters for narrow boxes of text."""
    if cell.box.rpartition(".")[2] in RULINGS:
        return RULED[cell.style]
    narrow = cell.style == "input text" and cell.last_column - cell.column < NARROW_UNITS
    return NARROW if narrow else cell.style


def _next_sheet(page: PageLayout) -> None:
    page.breaks.append(page.next_row)
    heading_again(page)


def _head(page: PageLayout) -> None:
    """Put player and card side by side, and say at their right how hexes are counted."""
    top = page.add_row(page.measures.caption)
    line = page.add_line()
    left, steps = 0, page.steps_column
    for block in map(page.form.block, HEAD):
        width = 1 + _width(block)
        place_block(page, replace(block, title=""), top, left, width, steps)
        left += width
        steps += len(block.lets)
    for row, text in zip((top, line), HEXES_SAID, strict=True):
        page.put(row, left + 1, PRINTED - left - 1, "instruction", text=text)


def _line_before(page: PageLayout) -> None:
    """Put line 0 with captions of its own: what the turn before was, and where turn 1 begins, up to the right edge."""
    page.add_gap(page.measures.gap)
    captions, line = page.add_row(page.measures.caption), page.add_line()
    page.put(line, 0, 1, "line number", text="0")
    blocks = [page.form.block(one) for one in LINE_BEFORE]
    steps, left = page.steps_column, PRINTED - sum(SAID_UNITS + _width(block) for block in blocks)
    for block in blocks:
        order, first = LINE_BEFORE[block.id], left + SAID_UNITS
        boxes = sorted(block.fields, key=lambda box: order.index(box.id) if box.id in order else len(order))
        said, style = SAID_BEFORE[block.id]
        page.put(line, left, SAID_UNITS, style, text=said)
        bare = replace(block, title="", fields=tuple(boxes))
        place = place_block(page, bare, captions, first - 1, 1 + _width(block), steps)
        page.places[block.id] = replace(place, block=block, column=first)  # its line has no number in front
        left, steps = first + _width(block), steps + len(block.lets)


def _width(block: Block) -> int:
    return sum(box.units for box in block.fields)


def _first_turns(page: PageLayout, block: Block, lines: range) -> None:
    """Put the turns of the first sheet of paper, with room for bands and captions above them."""
    top = page.add_row(page.measures.title)
    captions = page.add_row(page.measures.caption)
    for _ in lines:
        page.add_line()
    place_block(page, block, top, 0, page.grid.columns, lines=lines)
    # cells to the right of the paper must not make its rows higher
    page.heights[captions] = page.measures.caption


def _bands_above(page: PageLayout, block: Block, title: int) -> None:
    """Put a band for each kind of boxes above the turns, and show computed values in small figures.

    Parameters
    ----------
    title
        The row of the bands, in place of the block's title.
    """
    place = page.places[block.id]
    page.cells = [
        replace(cell, style=SMALL.get(cell.style, cell.style)) if cell.key[:1] == (block.id,) else cell
        for cell in page.cells
        if cell.row != title
    ]
    claimed, move = (place.columns[name] for name in list(BANDS)[1:])
    # where each band ends, by its first column; the last band may be to the right of the paper
    ends = {0: claimed, claimed: min(move, PRINTED), move: PRINTED if move < PRINTED else len(page.widths)}
    for (first, end), (text, units, rule) in zip(ends.items(), BANDS.values(), strict=True):
        own = units if rule else end - first
        page.put(title, first, own, "band", text=text)
        if rule:
            page.put(title, first + own, end - first - own, "band rule", text=rule)


def _small_print(page: PageLayout, lines: Sequence[str]) -> None:
    page.add_row(page.measures.gap)
    across = page.pixels(0, page.grid.columns)
    for line in lines:
        one = lines_needed(line, across - NOTE_MARGINS, NOTE_POINTS) == 1
        row = page.add_row(SMALL_LINE if one else height_for("instruction", line, across))
        page.put(row, 0, page.grid.columns, "instruction", text=line)


def card_lines(card: Card) -> tuple[str, ...]:
    """Write a card on lines of small print, without abbreviations: its data, its guns, and a line for each band."""
    what = (
        f"{card.name}, {'dive bomber' if card.dive_bomber else card.role}",
        pluralize(card.engines, "engine"),
        f"loses speed like {LOSS_CLASSES[card.loss]} ({card.loss})",
        *([f"brakes {card.brakes}"] if card.brakes else []),
        *([f"modes +{card.loaded_mode} while loaded"] if card.loaded_mode else []),
    )
    guns = "; ".join(map(_gun, card.guns)) or "none"
    weapons = " (C cannon, M machine guns)" if any(map(_OF_BARRELS.search, (gun.weapon for gun in card.guns))) else ""
    return (", ".join(what), f"Guns{weapons}: {guns}", *map(_band, card.bands))


_OF_BARRELS = re.compile(r"\d[CM]\b")
"""What a weapon has that is called by its barrels, such as ``1x20C-2x30M``."""


def _gun(gun: Gun) -> str:
    where = f"flexible at {' '.join(map(str, gun.arcs))} o'clock" if gun.arcs else "fixed forward"
    return f"{gun.id} {gun.weapon} {where}{', to range 3' if gun.short else ''}"


def _band(band: AltitudeBand) -> str:
    modes = band.mode
    listed = (("bank", modes.bank), ("turn", modes.turn), ("slip", modes.slip), ("half roll", modes.half_roll))
    text = ", ".join(f"{name} {' '.join(map(str, each))}" for name, each in (*listed, ("loop", modes.loop)))
    least, most = map(_speed, band.maneuver)
    return (
        f"to {band.top:,} ft: maneuver {least}-{most}, level {_speed(band.level)}, dive {_speed(band.dive)}, power "
        f"{band.power}, climb {band.climb}; {text}"
    )


def _speed(tenths: int) -> str:
    return f"{tenths / TENTHS:g}"


def is_filled(entries: PageEntries) -> bool:
    """Return whether a log has entries besides those of the draw."""
    return any(box.partition(".")[0] in {"turn", "shot", "end"} for box in entries)


def page_checked(page: CheckedPage) -> Iterator[Finding]:
    """Check a log as a whole: its player, and whether it is blank."""
    pilot, filled = page.entries.get(PILOT), is_filled(page.entries)
    if pilot is not None:
        seated = Seated(page.box(PILOT), page.where, str(pilot), page.drawn)
        yield from strangers(seated, page.names, page.playing, page.page.form.kind.did)
        if not filled and not page.unread:
            who = display_name(str(pilot), page.names)
            message = f"the log of {who} is blank. Enter what is on it; if nobody flew, clear the pilot"
            yield _say(page, "blank-page", message)
    elif PILOT in page.unread:
        return
    elif filled:
        yield _say(page, "unknown-player", "the log has turns or shots but no pilot; choose who flew")
    else:
        yield _say(page, "empty-seat", "nobody flies this aircraft")


def _say(page: CheckedPage, code: str, message: str) -> Finding:
    return finding(code, f"{page.where}: {message}", fields=(page.box(PILOT),))


FLIGHT_LOG: PageKind[PageLayout] = PageKind(
    formerly=(
        "A line for each turn: its plot and figures, and what you claim for its end.",
        "for all words see “How a plot is written”",
        "Claimed for the end of the turn",
        "how plots and special words are written stands below",
        "man.: maneuvers flown;  facing: 0 is north",
        "the turn before",
        "turn 1 begins at",
        "modes (maneuver, level, dive range): points straight on before a bank, turn, slip …;  run in: those before "
        "line 1;  odd: 1 if the next hex across is the left one",
        "modes (maneuver, level, dive range): points straight on before any maneuver;  run in: those before line 1;  "
        "odd: 1 if the next hex across is the left one",
        "capitals make no difference; modes: so many points straight on before a bank, turn, slip, half roll, loop",
        "the name of its card (below the turns)",
        "roll one step: L RB IR I IL LB L",
        "roll two of these steps",
        "Flight log: a line for each turn. When flown, sign it below the shots; it goes to the director.",
    ),
    longer=(
        f"a flight log has a line for each turn of its round: raise Turns of the round in the event (at most "
        f"{MOST_TURNS}), and make the sheets again. More shots take a template of your own with more lines for them"
    ),
    player=PILOT,
    did="flew",
    title="Logs",
    check=page_checked,
    hint="Flight log: a line a turn. You and an opponent sign it below the shots; it goes to the director.",
)
"""The page of an aircraft."""
