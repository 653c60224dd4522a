"""Long titles and names shortened for the headings of a page, without losing what its reader needs.

Parts that stand side by side with a dot between them are put on two lines if they are too long for one, so that no line
begins or ends with a dot. What is still too long is cut off where it matters least.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, groupby, product

from sheetscore.event.identity import alike
from sheetscore.forms.form import Page
from sheetscore.forms.round_forms import TableForms
from sheetscore.pairing.draw import side_of
from sheetscore.sheets.styles import SMALLEST, STYLES, CellRoom, Fitted, fitted, height_for, sized, wraps_within_lines
from sheetscore.wording import HARD_BLANK
from sheetscore.workbooks.book import FONT_SIZE
from sheetscore.workbooks.paper import id_behind, number_behind, shortened

EVENT, HINT, HEADING, OPPOSITE = "event", "hint", "heading", "opposite"
"""The slots for event, place, day and time; for scenario and instructions; for the owner of the page; for the
opponents."""

EVENT_SEPARATOR, HEADING_SEPARATOR, HINT_SEPARATOR = "   ·   ", "  ·  ", "  "
"""The separators in the slots `EVENT`, `HEADING` and `HINT`."""

_CAPITALS = 44
"""The most characters of an event's name in capitals: a longer one has no room for them on some of the sheets."""

_NEVER_CUT = 18
"""Names and titles of at most so many characters are not cut off."""

_WHEN = re.compile(r"\d{1,2} [^\d\s]+ \d{4}|(?:from )?\d{1,2}:\d\d(?:, .+)?")
"""A day, or the hours of a round, in the slot `EVENT`: neither is ever cut off or left out."""

_BETWEEN_WORDS = re.compile(r"(?<=[^\s·]) (?=[^\s·])")
"""A blank without a dot beside it: a line may end there."""

UNLIMITED = CellRoom(math.inf, math.inf)

OPPOSITE_STYLE, _OPPOSITE_POINTS = "instruction", 8
"""The style of the slot for the opponents, and the points of its letters."""

_LONGEST, _SHORTEST, _STEP = 300, 60, 6
"""If not all opponents have room: the pixels that a title or a name may take at first, at last, and by how much they
shrink at each try."""


def in_slot(slot: str, words: str, style: str, room: CellRoom) -> Fitted:
    """Fit the text of a slot into its room: long titles and names are shortened, instructions never."""
    line = _LINES.get(slot)
    return fitted(style, line(words, style, room) if line else words, room)


@cache
def event_line(line: str, style: str, room: CellRoom) -> str:
    """Return the text for the slot of the event, a short name in capitals if there is room, on two lines if need be.

    Day and time stay whole, and so does the name if it has room on two lines above theirs. If not all has room, first
    the place of the event is left out, and then its name is cut off.
    """
    name, *others = line.split(EVENT_SEPARATOR)
    whole = (
        (len(name) <= _CAPITALS and _on_one_or_two_lines((name.upper(), *others), EVENT_SEPARATOR, style, room))
        or _on_one_or_two_lines((name, *others), EVENT_SEPARATOR, style, room)
        or _if_it_fits(event_on_lines(line), style, room)
        or _if_it_fits(line.replace(EVENT_SEPARATOR, "\n"), style, room)
    )
    if whole:
        return whole
    while not (text := _with_whole_name(name, others, style, room)):
        if others and not _WHEN.fullmatch(others[0]):
            others = others[1:]
        elif len(name) > _NEVER_CUT:
            name = _one_character_less(name)
        else:
            return EVENT_SEPARATOR.join((name, *others))
    return text


def _with_whole_name(name: str, others: Sequence[str], style: str, room: CellRoom) -> str:
    """Return the name of an event, on two lines if need be, with the other parts; empty if there is no room."""
    words = name.split()
    halves = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    broken = [f"{begin}\n{EVENT_SEPARATOR.join((end, *others))}" for begin, end in halves]
    whole = _on_one_or_two_lines((name, *others), EVENT_SEPARATOR, style, room)
    return whole or _in_largest_letters(broken, style, room)


def event_on_lines(line: str) -> str:
    """Return the text for the slot of the event with the name, which may take two lines, above all others."""
    name, between, others = line.partition(EVENT_SEPARATOR)
    return f"{name}\n{others}" if between else name


def _if_it_fits(text: str, style: str, room: CellRoom) -> str:
    """Return a text if it fits with no line wrapped except perhaps the first, else an empty text."""
    fit, (_, _, others) = fitted(style, text, room), text.partition("\n")
    return "" if fit.cut or wraps_within_lines(fit.style, others, room) else text


@cache
def _heading_line(words: str, style: str, room: CellRoom) -> str:
    if HEADING_SEPARATOR not in words:
        return words
    return (
        _on_one_or_two_lines(words.split(HEADING_SEPARATOR), HEADING_SEPARATOR, style, room)
        or _in_largest_letters(_broken_evenly(words), style, room)
        or heading_on_lines(words, style, room.pixels)
    )


def heading_on_lines(words: str, style: str, pixels: float) -> str:
    """Return the text for the slot of the owner in the smallest letters, on the fewest lines; none ends with a dot."""
    small, room = sized(style, SMALLEST), CellRoom(pixels, math.inf)
    parts = words.split(HEADING_SEPARATOR)
    ways = []
    for between in product((HEADING_SEPARATOR, "\n"), repeat=len(parts) - 1):
        lines = "".join(chain.from_iterable(zip(("", *between), parts, strict=True))).split("\n")
        broken = (next(_broken_evenly(line), line) if wraps_within_lines(small, line, room) else line for line in lines)
        ways.append("\n".join(broken))
    return min(ways, key=lambda way: (height_for(small, way, pixels), wraps_within_lines(small, way, room)))


def _broken_evenly(line: str) -> Iterator[str]:
    """Yield a line on two, broken between words, first about in the middle."""
    ends = sorted(_BETWEEN_WORDS.finditer(line), key=lambda blank: abs(2 * blank.start() - len(line)))
    yield from (f"{line[: blank.start()]}\n{line[blank.end() :]}" for blank in ends)


@cache
def _hint_line(text: str, style: str, room: CellRoom) -> str:
    played, next_, instructions = text.partition(HINT_SEPARATOR)
    while next_ and fitted(style, text, room).cut and len(played) > _NEVER_CUT:
        played = _one_character_less(played)
        text = f"{played}{next_}{instructions}"
    return text


_LINES: Mapping[str, Callable[[str, str, CellRoom], str]] = {
    EVENT: event_line,
    HEADING: _heading_line,
    HINT: _hint_line,
}


def _one_character_less(text: str) -> str:
    return f"{text.removesuffix('…')[:-1].rstrip()}…"


def _on_one_or_two_lines(parts: Sequence[str], between: str, style: str, room: CellRoom) -> str:
    """Return the parts on one line or two, in the largest letters that break none of them; empty if none do."""
    lines = [(parts[:at], parts[at:]) for at in range(1, len(parts))]
    return _in_largest_letters(
        [between.join(parts), *("\n".join(map(between.join, both)) for both in lines)], style, room
    )


def _in_largest_letters(ways: Iterable[str], style: str, room: CellRoom) -> str:
    """Return, of several ways to break a text into lines, the one that fits in the largest letters; "" if none fits."""
    fits = [(fitted(style, way, room), way) for way in ways]
    whole = [(fit, way) for fit, way in fits if not (fit.cut or wraps_within_lines(fit.style, way, room))]
    return max(whole, key=lambda one: float(STYLES[one[0].style].get("font_size", FONT_SIZE)), default=(None, ""))[1]


def opposite_line(
    table: TableForms,
    page: Page,
    sitting: Mapping[str, str],
    names: Mapping[str, str],
    room: CellRoom = UNLIMITED,
) -> str:
    """Return the opponents in words, the title of a side before the first of its seats; empty seats are left out.

    Only namesakes get their ids. If that text has no room, the title of the side is left out if it is the only one. If
    there is still no room, all get their ids, and the longest titles and names are cut off, shorter at each try: nobody
    is left out, and ids and the numbers of seats stay.

    Parameters
    ----------
    sitting
        Who sits there, with the ids, by seat.
    names
        The names of everybody in the event, by id.
    """
    taken = [seat for seat in page.form.opposite if seat in sitting]
    if not taken:
        return ""
    shared = {names[id_] for id_ in alike(names)}
    plain = {seat: sitting[seat].removesuffix(id_behind(sitting[seat])) for seat in taken}
    called = [sitting[seat] if name in shared else name for seat, name in plain.items()]
    labels = _labels(table, taken)
    text = _joined_seats(labels, called)
    if not _is_whole(text, room) and len({*map(side_of, taken)}) == 1:
        labels = [number_behind(f" {label}").strip() for label in labels]
        text = _joined_seats(labels, called)
    most = _LONGEST
    while most >= _SHORTEST and not _is_whole(text, room):
        text = _joined_seats([_short(label, most) for label in labels], [_short(sitting[seat], most) for seat in taken])
        most -= _STEP
    return text


def _is_whole(text: str, room: CellRoom) -> bool:
    """Return whether the opponents have room in letters that are not made smaller."""
    fit = fitted(OPPOSITE_STYLE, text, room)
    return not fit.cut and float(STYLES[fit.style]["font_size"]) >= _OPPOSITE_POINTS


def _short(text: str, most: float) -> str:
    """Return a title or a name in at most ``most`` pixels; the number of a seat and the id of a player stay."""
    return shortened(text, most, _OPPOSITE_POINTS, stays=lambda text: id_behind(text) or number_behind(text))


def _joined_seats(labels: Iterable[str], who: Iterable[str]) -> str:
    seats = (f"{label}:{HARD_BLANK}{name}" if label else name for label, name in zip(labels, who, strict=True))
    return f"Opposite: {',  '.join(seats)}."


def _labels(table: TableForms, seats: Sequence[str]) -> list[str]:
    """Return a label for each seat: its title for the first of a side, and else its number."""
    titles = {one.seat: one.called for one in table.seats}
    labels: list[str] = []
    for _, side in groupby(seats, side_of):
        first, *others = side
        labels += [titles.get(first, first), *(seat.partition(".")[2] for seat in others)]
    return labels
