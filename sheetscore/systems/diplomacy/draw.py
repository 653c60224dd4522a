"""The draw of a round of Diplomacy: made, checked once it is edited, and posted board by board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from sheetscore.event.identity import folded
from sheetscore.findings import Finding, Severity, finding
from sheetscore.pairing.boards.record import Seeded
from sheetscore.pairing.boards.report import board_remarks
from sheetscore.pairing.boards.seeding import seed_boards
from sheetscore.pairing.draw import Draw, TableDraw, draw_mistakes, named
from sheetscore.problems import MistakesFound, WrongUsage
from sheetscore.sentences import listed
from sheetscore.sheets.draw_workbook import DrawBook
from sheetscore.systems.at_hand import RoundAtHand
from sheetscore.systems.diplomacy.games import record_of
from sheetscore.systems.diplomacy.model import DiplomacyEvent, DiplomacyPlayer
from sheetscore.systems.diplomacy.rules import check_event
from sheetscore.tables.sheet import text_height
from sheetscore.workbooks.book import Sheet
from sheetscore.workbooks.paper import print_scale, set_up_pages

_ACROSS = 2

_BLOCK = (92, 258)
"""Pixels of a board's columns: power, player."""

_BETWEEN = 24

_LAST = _ACROSS * (len(_BLOCK) + 1) - 2
"""The last column that is printed."""

_HEAD, _ROW, _GAP = 32, 28, 14
"""Pixels of a board's rows, and of what is left free below it."""

_HEADINGS = (34, 20, 20)
"""Pixels of the rows above the boards, which every page repeats."""

_FIRST = len(_HEADINGS)


def draw_round(round_: RoundAtHand[DiplomacyEvent]) -> Draw:
    """Put the players of a round on boards, and give them powers.

    Raises
    ------
    WrongUsage
        The event has no such round.
    MistakesFound
        The event breaks a rule, or fewer than seven players are there.
    """
    event, number = round_.event, round_.stage
    if number not in event.stages:
        raise WrongUsage(f"The event plans no round {number}; it has {event.header.rounds}.")
    wrong = [one for one in check_event(event) if one.is_error]
    if wrong:
        raise MistakesFound(wrong)
    here, settings = [player for player in event.players if player.plays_in(number)], event.settings
    by_wish = settings.powers == "preferences"
    record = record_of([one for one in round_.earlier if one.number < number])
    drawn = seed_boards(
        _seeded(event, [player for player in here if not player.standby]),
        number,
        record,
        seed=event.header.seed,
        apart=event.apart(number),
        keep_team_mates_apart=settings.team_mates_apart,
        rounds_to_come=event.header.rounds - number,
        remainder=settings.remainder,
        standbys=_seeded(event, [player for player in here if player.standby]),
        preferences={player.id: player.preferences for player in here if by_wish and player.preferences},
    )
    shown = _short(event)
    return Draw(
        number,
        tuple(TableDraw(board, "", powers) for board, powers in enumerate(drawn.boards, start=1)),
        drawn.sit_outs,
        drawn.report,
        {board: board_remarks(powers, record, shown) for board, powers in enumerate(drawn.boards, start=1)},
    )


def _seeded(event: DiplomacyEvent, players: Sequence[DiplomacyPlayer]) -> list[Seeded]:
    teams = _teams(event)
    return [Seeded(player.id, player.name, teams.get(player.id, "")) for player in players]


def _teams(event: DiplomacyEvent) -> dict[str, str]:
    """Name the teams of those who play in one, with the ids that tell two of one name apart."""
    titles = {folded(team.id): named(team.id, {team.id: team.name}) for team in event.teams}
    teams = {player.id: titles.get(folded(player.team), "") for player in event.players if player.team}
    return {player: team for player, team in teams.items() if team}


def _short(event: DiplomacyEvent) -> Callable[[str], str]:
    """Return what names players on a posting: without the id, unless two share the name."""
    times = Counter(map(folded, event.names.values()))

    def shown(player: str) -> str:
        name = event.names.get(player, "")
        return name if times[folded(name)] == 1 else named(player, event.names)

    return shown


def check_draw(round_: RoundAtHand[DiplomacyEvent]) -> list[Finding]:
    """Find strangers, players with two powers, empty powers, pairs that should be apart.

    Who meets again is told, and breaks no rule.

    Returns
    -------
    Findings without cells; ``fields`` names the seats that each is about.
    """
    event, drawn = round_.event, round_.draw
    doubles = event.settings.remainder == "double"
    return [
        *draw_mistakes(
            drawn,
            event.names,
            event.entrants(drawn.round),
            spare={player.id for player in event.players if player.standby},
            tables_each=2 if doubles else 1,
        ),
        *_not_full(drawn),
        *_not_apart(event, drawn),
        *(_doubles_and_sit_outs(event, drawn) if doubles else ()),
    ]


def _not_full(drawn: Draw) -> Iterator[Finding]:
    for table in drawn.tables:
        empty = [power for power in table.seats if power not in table.seated]
        boxes = {power: _box(table, power) for power in empty}
        if not table.seated:
            message = f"table {table.number}: nobody plays there. Fill the board, or draw the round again."
            yield finding("empty-seat", message, severity=Severity.ERROR, fields=tuple(boxes.values()))
            continue
        for power, box in boxes.items():
            message = (
                f"table {table.number}: nobody plays {power}, and a board needs all its {len(table.seats)} powers. "
                "Put somebody there (a standby, or somebody who sits out), or draw the round again."
            )
            yield finding("empty-seat", message, severity=Severity.ERROR, fields=(box,))
    if not drawn.tables:
        yield finding("draw-structure", f"there is no board in round {drawn.round}: draw again")


def _not_apart(event: DiplomacyEvent, drawn: Draw) -> Iterator[Finding]:
    teams = _teams(event) if event.settings.team_mates_apart else {}
    for table in drawn.tables:
        seats = {player: seat for seat, player in table.seated.items()}
        for pair in event.apart(drawn.round):
            if seats.keys() >= set(pair):
                message = f"{_both(event, pair)} are together, and the event forbids it. Change the draw."
                yield _against_wish(table, [seats[player] for player in pair], message)
        for team in sorted({teams[player] for player in seats if player in teams}):
            mates = [player for player in seats if teams.get(player) == team]
            if len(mates) > 1:
                of = "both" if len(mates) == 2 else "all"
                message = (
                    f"{_both(event, mates)}, {of} of {team}, are together. Change the draw, or leave it so if it "
                    "cannot be helped."
                )
                yield _against_wish(table, [seats[player] for player in mates], message)


def _against_wish(table: TableDraw, powers: Sequence[str], message: str) -> Finding:
    fields = tuple(_box(table, power) for power in powers)
    return finding("draw-wish", f"table {table.number}: {message}", fields=fields)


def _doubles_and_sit_outs(event: DiplomacyEvent, drawn: Draw) -> Iterator[Finding]:
    """Warn where somebody plays on two boards and somebody else on none."""
    times = Counter(player for table in drawn.tables for player in set(table.seated.values()))
    doubles = sorted(player for player in times if times[player] > 1)
    if doubles and drawn.byes:
        message = (
            f"{_both(event, doubles)} {'plays' if len(doubles) == 1 else 'play'} more than once, and "
            f"{_both(event, drawn.byes)} {'sits' if len(drawn.byes) == 1 else 'sit'} out. Give one of the games to "
            "those who have none."
        )
        boxes = tuple(
            _box(table, power) for table in drawn.tables for power, player in table.seated.items() if player in doubles
        )
        yield finding("draw-player", message, severity=Severity.WARNING, fields=boxes)


def _both(event: DiplomacyEvent, players: Sequence[str]) -> str:
    return listed([named(player, event.names) for player in players])


def _box(table: TableDraw, power: str) -> tuple[int, str, str]:
    return table.number, power, ""


def post_boards(made: DrawBook) -> None:
    """Post who plays on each board, and below it who of them met before or has a power again.

    The names follow the list; what stands below a board is about the draw as it was made.
    """
    sheet = made.sheet("Boards", "boards", [*_BLOCK, _BETWEEN] * _ACROSS)
    for row, height in enumerate(_HEADINGS):
        sheet.height(row, height)
    if any(made.draw.remarks.values()):
        sheet.text(_FIRST - 1, 0, "Below a board: who met before, in the draw as it was made.", made.style("small"))
    tables = made.draw.tables
    bands = [tables[first : first + _ACROSS] for first in range(0, len(tables), _ACROSS)]
    top, sizes = _FIRST, []
    for band in bands:
        heights = _heights(made, band)
        for row, height in enumerate(heights, start=top):
            sheet.height(row, height)
        for across, table in enumerate(band):
            _write_board(made, sheet, table, top, across)
        top += len(heights)
        sizes.append((top, sum(heights)))
    out = _write_sit_outs(made, sheet, top)
    if out:
        sizes.append((top + out, out * _ROW))
    sheet.protect()
    _print(made, sheet, sizes)


def _heights(made: DrawBook, band: Sequence[TableDraw]) -> list[int]:
    """Return the heights of the rows of boards side by side: heading, powers, what is said of them, space."""
    said = max(text_height(_said(made, table), sum(_BLOCK)) if _said(made, table) else 0 for table in band)
    powers = max(len(table.seats) for table in band)
    return [_HEAD, *[_ROW] * powers, max(said, 1), _GAP]


def _said(made: DrawBook, table: TableDraw) -> str:
    return "\n".join(made.draw.remarks.get(table.number, ()))


def _write_board(made: DrawBook, sheet: Sheet, table: TableDraw, top: int, across: int) -> None:
    style, left = made.style, across * (len(_BLOCK) + 1)
    sheet.span(top, left, top, left + 1, style("posted table"))
    sheet.text(top, left, f"Board {table.number}", style("posted table"))
    for row, (power, player) in enumerate(table.seats.items(), start=top + 1):
        cell, shown = made.cell(made.line_of[table.number, power]), made.shown(player) or "—"
        sheet.text(row, left, power, style("posted large"))
        fitted = made.fitting("posted large", shown, _BLOCK[1], _ROW)
        sheet.formula(row, left + 1, f'IF({cell}="","—",{cell})', shown, fitted)
    row = top + 1 + len(table.seats)
    if _said(made, table):
        sheet.span(row, left, row, left + 1, style("cell text"))
        sheet.text(row, left, _said(made, table), style("cell text"))


def _write_sit_outs(made: DrawBook, sheet: Sheet, top: int) -> int:
    """Write who sits out, if somebody was drawn to; give how many rows that takes."""
    if not made.draw.byes:
        return 0
    out = [number for number, line in enumerate(made.lines) if not line.table]
    for index, number in enumerate(out):
        row, left = top + index // _ACROSS, index % _ACROSS * (len(_BLOCK) + 1)
        cell, line = made.cell(number), made.lines[number]
        said = line.seat if line.player else ""
        sheet.height(row, _ROW)
        sheet.formula(row, left, f'IF({cell}="","","{line.seat}")', said, made.style("plain"))
        sheet.formula(row, left + 1, f'IF({cell}="","",{cell})', made.shown(line.player), made.style("heading left"))
    return -(-len(out) // _ACROSS)


def _print(made: DrawBook, sheet: Sheet, sizes: Sequence[tuple[int, int]]) -> None:
    """Break pages between bands.

    Parameters
    ----------
    sizes
        Of each band the row after it and its height in pixels.
    """
    if not sizes:
        return
    headings = sum(_HEADINGS)
    width = _ACROSS * (sum(_BLOCK) + _BETWEEN)  # the last space, not printed, is for LibreOffice's wider columns
    scale = print_scale(made.paper, width, [headings + height for _, height in sizes])
    on_page = made.paper.usable[1] * 100 / scale - headings
    ends: list[int] = []
    left = 0.0
    for end, height in sizes:
        if ends and height <= left:
            ends[-1] = end
        else:
            ends.append(end)
            left = on_page
        left -= height
    set_up_pages(sheet.raw, made.paper, _LAST, ends, scale, repeat=_FIRST - 1)
