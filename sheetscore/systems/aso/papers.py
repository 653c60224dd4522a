"""Paper for the tables: result slips, chits for secret bids, cards with balance levels, the judges' form.

A slip for every table, two to a page, and a chit for each player, are cut apart; to bid, both players tick a side and a
level on their chits, and open these at once. A card for each scenario on offer says what its balance levels change. The
judges' form is printed as often as it is needed.

Source: ASO 2008 Tournament Rules, Balance and Deciding games.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import accumulate
from math import ceil

from msgspec import Struct

from sheetscore.event.folder import stage_title
from sheetscore.event.model import Event
from sheetscore.forms.form import FieldKey
from sheetscore.sheets.headings import LIST_OF_TABLES, table_sheet
from sheetscore.sheets.pages import ROOM, SCALE
from sheetscore.sheets.round_papers import (
    CUT,
    LINE,
    QR_UNITS,
    SQUARE,
    UNIT,
    UNITS,
    RoundPapers,
    Slip,
    stretched,
    write_slips,
    write_squares,
)
from sheetscore.sheets.styles import SMALLEST, UNRULED, CellRoom, fitting_alike, height_for, sized
from sheetscore.systems.aso.model import MOST_LEVEL, AsoEvent, AsoScenario, AsoSide
from sheetscore.systems.aso.rules import COUNTED, JUDGES, LOSES_UP_TO, USUAL_CHOICE, WINS_FROM
from sheetscore.systems.two_at_a_table import SEATS
from sheetscore.workbooks.book import Sheet
from sheetscore.workbooks.office import keep_for_director
from sheetscore.workbooks.paper import breaks_no_word, set_up_pages

_HEADING, _NAMES, _CAPTION, _TICKED, _SIGNED = 28, 26, 15, 18, 18
"""Heights in pixels of the rows of a slip in which nobody writes more than a tick: squares are at least 4 mm high, and
8.5 mm where the page has room. On a blank slip the row of the names has the height ``LINE``, since they are written by
hand.
"""

_CHOICE = 3
"""Width in units of a box beside a scenario on offer. Player 1 has two boxes left of the scenario's name, player 2 two
right of it.
"""

_OFFER = UNITS - 4 * _CHOICE
"""Width in units of a scenario on offer, between those boxes."""

_OFFERED = "offered strong"
"""The style of a scenario on offer; its sides, below the title, have light letters."""

_CLEAR = 3
"""Pixels, above and below together, that the words of a scenario keep free, so as not to touch their frame."""

_CROWDED = 7.5
"""Letters in points of scenarios and sides that would be cut off otherwise, on slips full of rules and on chits."""

_NAME = 7
"""Width in units of a player's name beside the counts."""

_NUMBERS = {
    "victory points: not used": 4,
    "CVP inflicted in CC": 4,
    "CVP lost in CC": 3,
    "snake eyes (1-1)": 3,
    "boxcars (6-6)": 3,
}
"""The captions of the counts of both players, in the order of `COUNTED`, with their units."""

_ABBREVIATED = "CVP casualty points, CC close combat"
"""What the captions of the counts abbreviate."""

_BID, _LEVEL, _PLAYS, _DIE = 4, 2, 4, 4
"""Widths in units of the boxes for the side that is bid, its level, and the side that is played; and of the die between
the bids of both players."""

_WAIVED, _RULE = 3, 6
"""Widths in units of the words before the optional rules, and of each rule."""

_ROOMY_RULE, _TIGHT_RULE, _ROOMY_ROWS = 26, 18, 2
"""Heights in pixels of a row of optional rules, and the most rows that are roomy. More rows are tight ones, or a page
would have room for one slip instead of two.
"""


_BESIDE_CODE = UNITS - QR_UNITS
"""Width in units that is left at the foot of a slip beside its QR code."""


_NO_BREAK = "\N{NO-BREAK SPACE}"


class Offer(Struct, frozen=True):
    """A scenario on offer, and the names of its sides."""

    title: str
    sides: str

    def __str__(self) -> str:
        """Write it for the slip."""
        return f"{self.title}\n{self.sides}" if self.sides else self.title


_UNKNOWN = [Offer("", "")]
"""What is on offer in a round that names no scenario: a line to write it in."""


def choice_of(papers: RoundPapers) -> tuple[AsoScenario, ...]:
    """Return the scenarios that the round of some papers offers."""
    return papers.event.choice(papers.forms.round) if isinstance(papers.event, AsoEvent) else ()


def rules_in_force(event: Event) -> tuple[str, ...]:
    """Return the optional rules that two players may waive."""
    return event.settings.optional_rules if isinstance(event, AsoEvent) else ()


def write_result_slips(papers: RoundPapers) -> None:
    """Write a slip for every table of the round's list."""
    offers = [Offer(one.title, " v ".join(side.title for side in one.sides)) for one in choice_of(papers)]
    offers = offers or _UNKNOWN
    rules = rules_in_force(papers.event)
    slips = [partial(_write_slip, table=table, offers=offers, rules=rules) for table in papers.tables]
    if not papers.blank:
        keep_for_director(papers.book, [table_sheet(LIST_OF_TABLES)])  # players have the slips
    write_slips(papers, "Slips", _heights(offers, rules, blank=papers.blank), slips, alike=True)


def _heights(offers: Sequence[Offer], rules: Sequence[str], *, blank: bool) -> list[int]:
    """Return the heights of a slip's rows: with three scenarios and nine rules they just fit on half of a page.

    Rows of scenarios with long names, and rows in which people tick, are higher if a page still has room for as many
    slips. If not, what little room is left goes to the scenarios.
    """
    rows = ceil(len(rules) / _rules_across())
    tight = _ROOMY_RULE if rows <= _ROOMY_ROWS else _TIGHT_RULE

    def of(ticked: int, rule: int, offered: int) -> list[int]:
        choice, bids, numbers = [ticked, *[offered] * len(offers)], [_CAPTION, LINE], [_CAPTION, *[LINE] * len(SEATS)]
        above = [_HEADING, LINE if blank else _NAMES, *choice, *bids, *numbers, LINE, ticked]
        return [*above, *[rule] * rows, LINE, _SIGNED, CUT]

    lowest = of(_TICKED, tight, LINE)
    share = ROOM["portrait"] // max(1, ROOM["portrait"] // sum(lowest))
    wanted = max([LINE, *(_height_to_read(_OFFERED, str(one), _OFFER * UNIT) + _CLEAR for one in offers)])
    higher = (of(LINE, LINE, wanted), of(LINE, tight, wanted), of(_TICKED, tight, wanted))
    crowded = of(_TICKED, tight, LINE + max(0, share - sum(lowest)) // max(1, len(offers)))
    return next((heights for heights in higher if sum(heights) <= share), crowded)


def _rules_across() -> int:
    return (_BESIDE_CODE - _WAIVED) // _RULE


def _write_slip(slip: Slip, table: int, offers: Sequence[Offer], rules: Sequence[str]) -> None:
    """Write the slip of a table."""
    players = [FieldKey(table, seat, "player") for seat in SEATS]
    slip.put(0, 7, "headline small", slip.papers.place(table))
    slip.put(7, 12, "heading", slip.papers.title)
    code = slip.papers.code(table, "S1")
    slip.put(19, 5, "code", code)
    slip.row += 1
    look = slip.alike("posted name", _names(slip, players), 12)
    for column, player in zip((0, 12), players, strict=True):
        slip.name(column, 12, look, player, _numbered(player))
    _write_choice(slip, table, offers)
    _write_bids(slip, table)
    _write_numbers(slip, players)
    _write_outcome(slip, players)
    _write_rules(slip, rules)
    slip.row += 2
    slip.put(0, 11, "signature", "7. signed: player 1")
    slip.put(12, _BESIDE_CODE - 13, "signature", "signed: player 2;  8. with bids to the director's desk")
    slip.row += 1
    slip.cut()
    slip.put_code(_BESIDE_CODE, code, range(len(slip.heights) - 4, len(slip.heights) - 1), "slip")


def _numbered(player: FieldKey) -> str:
    """Return the text before a player's name: the number by which the rest of the slip calls the player."""
    return f"{player.seat}{_NO_BREAK * 2}"


def _names(slip: Slip, players: Sequence[FieldKey]) -> list[str]:
    """Return the names of the players as the slip shows them."""
    return [f"{_numbered(player)}{slip.papers.typed(player)[1] or ''}" for player in players]


_STRUCK, _AGREED, _GIVEN = (
    "3. circle what is played; if by die, who won it",
    "3. agree on one, circle it; if by die, who won it",
    "3. this is played; leave the squares blank",
)
"""What a slip says above the scenarios: if players strike some, if they agree on one, if only one is on offer."""


def _write_choice(slip: Slip, table: int, offers: Sequence[Offer]) -> None:
    """Write the choice of the scenario: a line for each on offer, with boxes to strike it or put it first."""
    slip.row += 1
    strikes, firsts = (0, UNITS - 2 * _CHOICE), (_CHOICE, UNITS - _CHOICE)
    between = 2 * _CHOICE
    is_struck = len(offers) == USUAL_CHOICE or offers == _UNKNOWN
    for columns, text in ((strikes, "1. strike one"), (firsts, "2. first choice")):
        for column in columns:
            slip.put(column, _CHOICE, "caption", text if is_struck else "leave blank")
    dice = between + _OFFER - _DIE
    how = _STRUCK if is_struck else _AGREED if len(offers) > 1 else _GIVEN
    slip.put(between, _OFFER - _DIE, "caption left", how)
    for at, seat in enumerate(SEATS):
        wide = _DIE // len(SEATS)
        slip.tick(dice + at * wide, wide, "choice free", seat, FieldKey(table, "", "scenario.die"))
    slip.row += 1
    look = slip.alike(_OFFERED, map(str, offers), _OFFER, len(offers), clear=_CLEAR, crowded=_CROWDED)
    for row, offer in enumerate(map(str, offers), start=slip.row):
        slip.row = row
        for what, columns in (("strike", strikes), ("first", firsts)):
            for player, column in enumerate(columns, start=1):
                slip.put(column, _CHOICE, "by hand", box=FieldKey(table, "", f"scenario.{what}.{player}"))
        slip.put_titled(between, _OFFER, look, offer, FieldKey(table, "", "scenario.played"))


def _write_bids(slip: Slip, table: int) -> None:
    """Write the boxes for both bids after they are opened: a side, a level from 0 to 3, and which side is played."""
    left_of = {"1": 0, "2": UNITS - _BID - _LEVEL - _PLAYS}
    by_die = left_of["1"] + _BID + _LEVEL + _PLAYS
    slip.row += 1
    for seat, column in left_of.items():
        slip.put(column, _BID, "caption", f"4. bid of {seat}: side")
        slip.put(column + _BID, _LEVEL, "caption", "level 0 to 3")
        slip.put(column + _BID + _LEVEL, _PLAYS, "caption", f"5. player {seat} plays")
    slip.put(by_die, _DIE, "caption", "if equal: who won a die")
    slip.row += 1
    for seat, column in left_of.items():
        slip.put(column, _BID, "by hand", box=FieldKey(table, "", f"bid.{seat}.side"))
        slip.put(column + _BID, _LEVEL, "by hand", box=FieldKey(table, "", f"bid.{seat}.level"))
        slip.put(column + _BID + _LEVEL, _PLAYS, "by hand")
    wide = _DIE // len(SEATS)
    for at, seat in enumerate(SEATS):
        slip.tick(by_die + at * wide, wide, "choice", seat, FieldKey(table, "", "bid.die"))


def _write_numbers(slip: Slip, players: Sequence[FieldKey]) -> None:
    """Write the counts of both players."""
    columns = list(accumulate(_NUMBERS.values(), initial=_NAME))
    slip.row += 1
    slip.put(0, _NAME, "caption left", _ABBREVIATED)
    for column, (text, units) in zip(columns, _NUMBERS.items(), strict=False):
        slip.put(column, units, "caption", text)
    slip.row += 1
    look = slip.alike("label", _names(slip, players), _NAME, len(players))
    for row, player in enumerate(players, start=slip.row):
        slip.row = row
        slip.name(0, _NAME, look, player, _numbered(player))
        for column, units, box in zip(columns, _NUMBERS.values(), COUNTED, strict=False):
            slip.put(column, units, "by hand", box=player._replace(field=box))


_DECIDED_BY = {"play": 3, "agreement": 4, "dice": 3, "judges (3 minutes for each player)": 9}
"""The ways in which a game is decided, with the units of the square and its words."""

_WINNER, _DRAW = 9, 3
"""Units of a player who may have won, and of a draw, with the square."""


def _write_outcome(slip: Slip, players: Sequence[FieldKey]) -> None:
    """Write who won, and how that was decided."""
    winner, decided_by = (FieldKey(players[0].table, "", box) for box in ("winner", "decided_by"))
    slip.row += 1
    look = slip.alike("choice of the winner", _names(slip, players), _WINNER - 1)
    slip.put(0, UNITS - 2 * _WINNER - _DRAW, UNRULED, "6. winner")
    slip.tick(UNITS - _WINNER - _DRAW, _DRAW, "choice", "draw", winner)
    for column, player in zip((UNITS - 2 * _WINNER - _DRAW, UNITS - _WINNER), players, strict=True):
        slip.put(column, 1, "square of the winner", SQUARE)
        slip.name(column + 1, _WINNER - 1, look, player, _numbered(player))
        slip.show_in_scans(column, _WINNER, winner)
    slip.row += 1
    column = _BESIDE_CODE - sum(_DECIDED_BY.values())
    slip.put(0, column, UNRULED, "decided by:")
    for words, units in _DECIDED_BY.items():
        slip.tick(column, units, "choice free", words, decided_by)
        column += units


def _write_rules(slip: Slip, rules: Sequence[str]) -> None:
    """Write the optional rules in force, with a square for each to waive it."""
    across = _rules_across()
    for first in range(0, len(rules), across):
        slip.row += 1
        slip.put(0, _WAIVED, "instruction", "" if first else "both waive:")
        for at, rule in enumerate(rules[first : first + across]):
            slip.tick(_WAIVED + at * _RULE, _RULE, "choice free", rule)


_ACROSS, _DOWN = 2, (4, 3, 2)
"""Chits beside and below one another on a sheet of paper; fewer below if scenarios and sides have long titles."""

_CHIT_HEADING, _CHIT_NAME, _CHIT_HINT = 25, 26, 25
"""Heights in pixels of the rows of a chit on which nobody writes."""

_ABOVE_SIDES = 3
"""How many rows a chit has above those of the scenarios."""

_CHIT_WIDE = UNITS // _ACROSS - 1
"""Width of a chit in units; one more unit beside it is left free for the cut."""

_CHIT_BESIDE_CODE = _CHIT_WIDE - QR_UNITS
"""Width in units that is left at the head of a chit beside its QR code."""

_CHIT_CODE = 5
"""The first unit of the code of a chit, right of the table."""

_CHIT_LEVEL = 2
"""Width of a level in units, with its square."""

_SCENARIO, _LONG_SCENARIO = 3, 5
"""The widths in units from which that of a scenario's title on a chit is chosen: no word of a side is to be torn, and
the chit is to be low. The scenario's two sides, each with a square to tick, share the rest of the width.
"""

_MARGINS = 6
"""Pixels that a cell leaves free at its sides."""


def write_bid_chits(papers: RoundPapers) -> None:
    """Write a chit for each of the two players of every table."""
    choice = choice_of(papers)
    title_units = min(
        (_SCENARIO, _LONG_SCENARIO),
        key=lambda units: (_tears_words(choice, units), sum(_side_height(one, units) for one in choice)),
    )
    others = [_CHIT_HEADING, _CHIT_NAME, _CHIT_HINT, LINE, CUT]  # the rows above and below those of the scenarios
    wanted = [_side_height(scenario, title_units) for scenario in choice]
    # sides and titles that are long have more room on a chit, rather than being cut off
    down = next((down for down in _DOWN if sum(others) + sum(wanted) <= ROOM["portrait"] // down), _DOWN[-1])
    free = ROOM["portrait"] // down - sum(others)
    most = max(LINE, free // max(1, len(choice)))
    sides = wanted if sum(wanted) <= free else [min(height, most) for height in wanted]
    heights = [*others[:_ABOVE_SIDES], *(sides or [LINE]), *others[_ABOVE_SIDES:]]
    players = [FieldKey(table, seat, "player") for table in papers.tables for seat in SEATS]
    room = CellRoom((_CHIT_BESIDE_CODE - _CHIT_CODE) * UNIT, _CHIT_HEADING)
    coded = fitting_alike("code", ((_chit_code(papers, player), room) for player in players))
    chits = [partial(_write_chit, player=player, choice=choice, title_units=title_units, coded=coded)
             for player in players]  # fmt: skip
    write_slips(papers, "Bids", heights, chits, _ACROSS, alike=True)


def _side_height(scenario: AsoScenario, title_units: int) -> int:
    """Return the height in pixels that the row of a scenario needs on a chit so that nothing is cut off or too small.

    Parameters
    ----------
    title_units
        The width of the scenario's title in units.
    """
    words = (_side_units(title_units) - 1) * UNIT
    sides = (_height_to_read("choice", side.title, words) for side in scenario.sides)
    return max(LINE, _height_to_read("offered", scenario.title, title_units * UNIT), *sides)


def _tears_words(choice: Sequence[AsoScenario], title_units: int) -> bool:
    """Return whether a word of a side is wider than the room beside its square."""
    room = (_side_units(title_units) - 1) * UNIT - _MARGINS
    return not all(breaks_no_word(side.title, room, SMALLEST) for scenario in choice for side in scenario.sides)


def _height_to_read(style: str, text: str, pixels: float) -> int:
    """Return the height in pixels that a text needs in the smallest letters of what a player must read."""
    return height_for(sized(style, SMALLEST), text, pixels)


def _how_to_bid(choice: Sequence[AsoScenario]) -> str:
    row = " of the scenario played" if len(choice) > 1 else ""
    bid = f"Tick a side{row}, and a level" if choice else "Write a side, and tick a level"
    return f"{bid}. Fold; exchange both at once; hand in with the slip."


def _side_units(title_units: int) -> int:
    return (_CHIT_WIDE - title_units) // len(SEATS)


def _chit_code(papers: RoundPapers, player: FieldKey) -> str:
    return papers.code(player.table, f"B{player.seat}")


def _write_chit(chit: Slip, player: FieldKey, choice: Sequence[AsoScenario], title_units: int, coded: str) -> None:
    """Write the chit of a player, its code in the style ``coded``."""
    _write_cuts(chit)
    code = _chit_code(chit.papers, player)
    chit.put(0, 3, "seat", "Secret bid")
    chit.put(3, 2, "heading", chit.papers.place(player.table))
    chit.put(_CHIT_CODE, _CHIT_BESIDE_CODE - _CHIT_CODE, coded, code)
    # a chit that is lost is not missed in scans: the slip has the bid, too
    chit.put_code(_CHIT_BESIDE_CODE, code, range(3), f"bid of player {player.seat}", "spare slip")
    side, level = (FieldKey(player.table, "", f"bid.{player.seat}.{box}") for box in ("side", "level"))
    chit.row += 1
    chit.name(0, _CHIT_BESIDE_CODE, "posted name", player, nobody=f"player {player.seat}")
    chit.row += 1
    chit.put(0, _CHIT_BESIDE_CODE, "instruction", _how_to_bid(choice))
    wide = _side_units(title_units)
    heights = chit.heights[_ABOVE_SIDES:]
    rooms = [CellRoom((wide - 1) * UNIT, height) for _, height in zip(choice, heights, strict=False)]
    sides = [(one.title, room) for scenario, room in zip(choice, rooms, strict=True) for one in scenario.sides]
    look = fitting_alike("choice", sides, _CROWDED)
    titles = [(one.title, CellRoom(title_units * UNIT, height)) for one, height in zip(choice, heights, strict=False)]
    titled = fitting_alike("offered", titles, _CROWDED)
    for scenario in choice:
        chit.row += 1
        chit.put(0, title_units, titled, scenario.title)
        for at, one in enumerate(scenario.sides):
            chit.tick(title_units + at * wide, wide, look, one.title, side)
    if not choice:
        chit.row += 1
        chit.put(0, title_units, "offered", "side")
        chit.put(title_units, _CHIT_WIDE - title_units, "by hand", box=side)
    chit.row += 1
    levels = range(MOST_LEVEL + 1)
    beside = _CHIT_WIDE - _CHIT_LEVEL * len(levels)
    chit.put(0, beside, "offered", "level")
    for at in levels:
        chit.tick(beside + at * _CHIT_LEVEL, _CHIT_LEVEL, "choice", str(at))
    chit.show_in_scans(beside, _CHIT_LEVEL * len(levels), level)
    chit.row += 1
    chit.cut(_CHIT_WIDE)


def _write_cuts(chit: Slip) -> None:
    """Draw the line at which two chits are cut apart, in the middle between them."""
    if chit.left:  # the right one begins behind that line
        chit.left += 1
        return
    top = chit.row
    for row in range(top, top + len(chit.heights)):
        chit.row = row
        chit.put(_CHIT_WIDE, 1, "cut beside")
    chit.row = top


_TITLE, _SIDES = 34, 24
"""Heights in pixels of the rows of a balance card on which nobody writes."""

_SIDE_WIDE = UNITS // 2
"""Units of a side's half."""

_TEXT = "label"
"""The style of the words for what a level changes."""

_WHAT_IT_MEANS = (
    "Both bid the same side: the higher level plays it (equal levels: a die decides), and what stands here for that "
    "side and level is done; it helps the opponent. Different sides: both play the side that they bid, and what stands "
    "here for each of the two bids is done."
)


_TO_WRITE = " Director: write in what the blank levels change, and copy the card for each table."


def _what_it_means(scenario: AsoScenario) -> str:
    """Return what a card says of bids, and who completes it if it is not complete."""
    levels = [_text(scenario, side, level) for side in scenario.sides for level in range(MOST_LEVEL + 1)]
    return f"{_WHAT_IT_MEANS}{'' if all(levels) else _TO_WRITE}"


def write_balance_cards(papers: RoundPapers) -> None:
    """Write a card for each scenario on offer."""
    choice = choice_of(papers)
    levels = [_level_height(choice, level) for level in range(MOST_LEVEL + 1)]
    cards = [partial(_write_card, scenario=scenario) for scenario in choice]
    meaning = max((height_for("instruction", _what_it_means(one), UNITS * UNIT) for one in choice), default=LINE)
    write_slips(papers, "Balances", [_TITLE, meaning, _sides_height(choice), *levels, CUT], cards)


def _sides_height(choice: Sequence[AsoScenario]) -> int:
    """Return the height in pixels of the row of sides: of two lines if they do not fit on one in small letters."""
    wide = _SIDE_WIDE * UNIT
    titles = (_balance_of(side) for scenario in choice for side in scenario.sides)
    is_one_line = all(_height_to_read("band", title, wide) <= _SIDES for title in titles)
    return _SIDES if is_one_line else height_for("band words", "\n", wide)


def _balance_of(side: AsoSide) -> str:
    return f"Balance of {side.title}"


def _level_height(choice: Sequence[AsoScenario], level: int) -> int:
    """Return the height in pixels of a level's longest text on all cards: cut in a stack, they must be of one size."""
    texts = (_text(scenario, side, level) for scenario in choice for side in scenario.sides)
    return max([LINE, *(height_for(_TEXT, text, (_SIDE_WIDE - 1) * UNIT) for text in texts)])


def _text(scenario: AsoScenario, side: AsoSide, level: int) -> str:
    """Return what a level changes; an empty text leaves room to write. By the rules, level 0 changes nothing."""
    return scenario.balance_text(side, level) or ("" if level else "nothing changes")


def _write_card(card: Slip, scenario: AsoScenario) -> None:
    """Write the card of a scenario: its sides beside each other, a line for each level."""
    card.put(0, 15, "headline small", scenario.title)
    card.put(15, 9, "heading", card.papers.title)
    card.row += 1
    card.put(0, UNITS, "instruction", _what_it_means(scenario))
    card.row += 1
    for at, side in enumerate(scenario.sides):
        card.put(at * _SIDE_WIDE, _SIDE_WIDE, "band", _balance_of(side))
    for level in range(MOST_LEVEL + 1):
        card.row += 1
        for at, side in enumerate(scenario.sides):
            card.put(at * _SIDE_WIDE, 1, "cell middle", str(level))
            text = _text(scenario, side, level)
            card.put(at * _SIDE_WIDE + 1, _SIDE_WIDE - 1, _TEXT if text else "by hand", text)
    card.row += 1
    card.cut()


_FORM_WIDTHS = (150, 162, 110, 110, 168)

_FORM_LINE = 34
"""Pixels: 8.5 mm at the scale of our pages."""

_REFUSALS = 2
"""The lines for judges who were refused."""

_FORM_ROWS = (
    26,
    42,
    _FORM_LINE,
    18,
    *[_FORM_LINE] * (JUDGES + _REFUSALS + 1),
    26,
    16,
    *[_FORM_LINE] * JUDGES,
    18,
)
"""Pixels: heading, what to do, table and players, captions, judges, who was refused, average and outcome, who was
heard, signature, secret slips, cut."""

_ON_PAGE = 2
"""The forms on a sheet of paper."""

_WHAT_TO_DO = (
    "Both players accept the judges, or refuse one and say why; the director decides. Each player is heard alone for "
    "three minutes. In secret each judge gives percentages in steps of 5, together 100; they are averaged. "
    f"{WINS_FROM} or more wins, {LOSES_UP_TO} or less loses, in between it is a draw. "
    "What counts is what the director enters."
)

_OUTCOMES = "☐ 1   ☐ draw   ☐ 2"
"""The outcomes to tick on paper; on a screen a formula names the outcome in another cell."""


def write_judges_forms(papers: RoundPapers) -> None:
    """Write a page of judges' forms; print it as often as it is needed."""
    if papers.common_written:
        return
    sheet = papers.book.sheet("Judges")
    sheet.raw.hide_gridlines(2)
    sheet.widths(_FORM_WIDTHS)
    heights = stretched(_FORM_ROWS, papers.paper.usable[1] * 100 / SCALE / _ON_PAGE)
    for index in range(_ON_PAGE):
        for row, height in enumerate(heights, start=index * len(heights)):
            sheet.height(row, height)
        _write_form(papers, sheet, index * len(heights))
    sheet.protect()
    set_up_pages(sheet.raw, papers.paper, len(_FORM_WIDTHS) - 1, [_ON_PAGE * len(_FORM_ROWS)], SCALE)
    papers.say_copies(sheet, "copy this for every game that judges end")


def _write_form(papers: RoundPapers, sheet: Sheet, top: int) -> None:
    style = papers.style
    last = len(_FORM_WIDTHS) - 1
    sheet.text(top, 0, "Judges", style("headline small"))
    sheet.span(top, 1, top, last, style("heading"))
    asked = papers.event.header.name if papers.blank else papers.title  # the round has a box below
    sheet.text(top, 1, asked, style("heading"))
    sheet.span(top + 1, 0, top + 1, last, style("instruction"))
    sheet.text(top + 1, 0, _WHAT_TO_DO, style("instruction"))
    sheet.span(top + 2, 2, top + 2, 3, style("by hand"))
    any_round = "round:" if papers.blank else stage_title(papers.forms.round)
    for column, text in ((0, any_round), (1, "table:"), (2, "player 1:"), (4, "player 2:")):
        sheet.text(top + 2, column, text, style("by hand"))
    captions = ("", "judge (the first is head judge)", "player 1, %", "player 2, %", "accepted by")
    for column, text in enumerate(captions):
        sheet.text(top + 3, column, text, style("column small"))
    _write_judgements(papers, sheet, top + 4)
    heard = top + 4 + JUDGES + _REFUSALS + 1
    sheet.text(heard, 2, "3 minutes each:", style(UNRULED))
    for column, seat in enumerate(SEATS, start=3):
        write_squares(papers, sheet, heard, column, f"☐ player {seat}", UNRULED)
    sheet.span(heard + 1, 0, heard + 1, 1, style("signature"))
    sheet.text(heard + 1, 0, "signed: head judge; to the director, with the secret slips", style("signature"))
    played = "round:            " if papers.blank else f"{stage_title(papers.forms.round).lower()}, "
    for judge, row in enumerate(range(heard + 2, heard + 2 + JUDGES), start=1):
        sheet.text(row, 0, f"✂ secret, judge {judge}", style("label"))
        sheet.text(row, 1, f"{played}table:", style("by hand"))
        for player, (column, until) in {1: (2, 3), 2: (4, 4)}.items():
            if until > column:
                sheet.span(row, column, row, until, style("by hand"))
            sheet.text(row, column, f"player {player}:            %", style("by hand"))
    end = top + len(_FORM_ROWS) - 1
    sheet.span(end, 0, end, last, style("cut"))
    sheet.text(end, 0, "✂", style("cut"))


def _write_judgements(papers: RoundPapers, sheet: Sheet, first: int) -> None:
    """Write the lines of the judges, of those who were refused, and of the average with the outcome."""
    style = papers.style
    refused = first + JUDGES
    for row in range(first, refused):
        sheet.text(row, 0, f"judge {row - first + 1}", style("label"))
        sheet.text(row, 1, "", style("input text"))
        for column in (2, 3):
            sheet.text(row, column, "", style("input number"))
        write_squares(papers, sheet, row, 4, "☐ 1      ☐ 2", "by hand")
    percent = {
        "validate": "integer",
        "criteria": "between",
        "minimum": 0,
        "maximum": 100,
        "error_message": "A percentage in steps of 5 belongs here.",
    }
    sheet.validate(first, 2, refused - 1, 3, percent)
    average = refused + _REFUSALS
    for row in range(refused, average):
        write_squares(papers, sheet, row, 0, "refused by ☐ 1 ☐ 2", "label")
        sheet.text(row, 1, "whom:", style("by hand"))
        sheet.span(row, 2, row, 3, style("by hand"))
        sheet.text(row, 2, "because:", style("by hand"))
        write_squares(papers, sheet, row, 4, "☐ replaced   ☐ stays", "by hand")
    sheet.text(average, 0, "average, and who wins by it", style("label"))
    given = {letter: f"{letter}{first + 1}:{letter}{refused}" for letter in "CD"}
    for column, cells in enumerate(given.values(), start=2):
        sheet.formula(average, column, f'IF(COUNT({cells})<{JUDGES},"",SUM({cells})/{JUDGES})', "", style("cell two"))
    one = given["C"]
    won = f'IF(SUM({one})<={LOSES_UP_TO * JUDGES},"player 2",IF(SUM({one})<{WINS_FROM * JUDGES},"draw","player 1"))'
    sheet.formula(average, 1, f'IF(COUNT({one})<{JUDGES},"",{won})', "", style("label"))
    write_squares(papers, sheet, average, 4, _OUTCOMES, "by hand")
