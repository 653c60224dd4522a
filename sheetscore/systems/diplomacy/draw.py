"""The draw of a round of Diplomacy: made, checked once it is edited, changed for late comers, posted board by board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from sheetscore.event.identity import folded
from sheetscore.findings import Finding, Severity, finding
from sheetscore.pairing.boards.record import BoardRecord, Seeded
from sheetscore.pairing.boards.report import board_remarks
from sheetscore.pairing.boards.seeding import seed_boards
from sheetscore.pairing.draw import Draw, TableDraw, display_name, draw_mistakes, short_names, two
from sheetscore.pairing.origins import origins_of
from sheetscore.pairing.walk_ins import Coming, Room, reseated
from sheetscore.problems import MistakesFound
from sheetscore.scoring.boards.board import POWERS
from sheetscore.sheets.draw_workbook import DrawBook
from sheetscore.sheets.postings import post_by_name, post_tables
from sheetscore.systems.context import RoundContext
from sheetscore.systems.diplomacy.boards import record_of
from sheetscore.systems.diplomacy.model import DiplomacyEvent, DiplomacyPlayer
from sheetscore.systems.diplomacy.rules import check_event
from sheetscore.wording import join_words, pluralize


def draw_round(round_: RoundContext[DiplomacyEvent]) -> Draw:
    """Put the players of a round on boards, and give them powers.

    Raises
    ------
    MistakesFound
        The event breaks a rule, or fewer than seven players are there.
    """
    event, number = round_.event, round_.stage
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
        origins=origins_of(here, settings.keep_apart),
    )
    shown = short_names(event.names)
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
    """Return the name of each player's team, with the team's id, since two teams may share a name."""
    titles = {folded(team.id): display_name(team.id, {team.id: team.name}) for team in event.teams}
    teams = {player.id: titles.get(folded(player.team), "") for player in event.players if player.team}
    return {player: team for player, team in teams.items() if team}


def check_draw(round_: RoundContext[DiplomacyEvent]) -> list[Finding]:
    """Find strangers, players with too many powers, empty powers, pairs that should be apart.

    Repeated meetings break no rule, and are no findings.

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
                message = f"{_named(event, pair)} are together, and the event forbids it. Change the draw."
                yield _against_wish(table, [seats[player] for player in pair], message)
        for team in sorted({teams[player] for player in seats if player in teams}):
            mates = [player for player in seats if teams.get(player) == team]
            if len(mates) > 1:
                of = "both" if len(mates) == 2 else "all"
                message = (
                    f"{_named(event, mates)}, {of} of {team}, are together. Change the draw, or leave it so if it "
                    "cannot be helped."
                )
                yield _against_wish(table, [seats[player] for player in mates], message)


def _against_wish(table: TableDraw, powers: Sequence[str], message: str) -> Finding:
    fields = tuple(_box(table, power) for power in powers)
    return finding("draw-wish", f"table {table.number}: {message}", fields=fields)


def _doubles_and_sit_outs(event: DiplomacyEvent, drawn: Draw) -> Iterator[Finding]:
    """Warn if somebody plays on two boards and somebody else on none."""
    times = Counter(player for table in drawn.tables for player in set(table.seated.values()))
    doubles = sorted(player for player in times if times[player] > 1)
    if doubles and drawn.byes:
        message = (
            f"{_named(event, doubles)} {'plays' if len(doubles) == 1 else 'play'} more than once, and "
            f"{_named(event, drawn.byes)} {'sits' if len(drawn.byes) == 1 else 'sit'} out. Give one of the games to "
            "those who have none."
        )
        boxes = tuple(
            _box(table, power) for table in drawn.tables for power, player in table.seated.items() if player in doubles
        )
        yield finding("draw-player", message, severity=Severity.WARNING, fields=boxes)


def _named(event: DiplomacyEvent, players: Sequence[str]) -> str:
    return join_words([display_name(player, event.names) for player in players])


def _box(table: TableDraw, power: str) -> tuple[int, str, str]:
    return table.number, power, ""


def post_boards(made: DrawBook) -> None:
    """Post the player of each power by board, and players who sit out."""
    post_tables(made, "Boards", "boards", made.event.TABLE_CALLED)


def post_players(made: DrawBook) -> None:
    """Post the board of each player."""
    post_by_name(made, ("Player", made.event.TABLE_CALLED, "Power"))


_APART, _AGAIN, _UNWANTED = 10**6, 10**4, 10**2
"""The costs of sharing a board with somebody to be kept apart, of a power played before, and of each place that a power
is further down the player's list. To meet somebody again costs 1. So each outweighs all that come after it.
"""


def change_draw(round_: RoundContext[DiplomacyEvent], coming: Coming) -> Draw:
    """Give late comers free powers, then powers of players with two; then fill a board with those who sit out.

    Raises
    ------
    WrongUsage
        There are not enough players for another board.
    """
    event, number, drawn = round_.event, round_.stage, round_.draw
    record = record_of([one for one in round_.earlier if one.number < number])
    seated = {player for _, _, player in drawn.places()}
    here = [player for player in event.players if player.plays_in(number) and player.id not in seated]
    standbys = [player.id for player in here if player.standby]
    reserves = tuple(player for player in (*drawn.byes, *standbys) if player not in coming.dropped)
    room = Room(
        seats=POWERS,
        fewest=len(POWERS),
        against=SeatCosts(event, number, record).cost,
        reserves=reserves,
        gives_way=_second_powers,
        otherwise=_not_enough(event, len({*reserves} - {*coming.added})),
    )
    return reseated(drawn, room, coming, event.names)


def _not_enough(event: DiplomacyEvent, reserves: int) -> str:
    """Say why late comers cannot be seated; ``reserves`` is the number of players who are there without a seat."""
    return (
        f"no power is free, and a further board takes {len(POWERS)}; besides those who come there "
        f"{'is' if reserves == 1 else 'are'} {pluralize(reserves, 'player')} for it. Take somebody off with --drop, "
        f"name more (--add), or enter the player on a line “{event.unseated.bye}” of the draw"
    )


def _second_powers(boards: Sequence[TableDraw]) -> list[tuple[int, str]]:
    """Return the second seats of players who play two games because players were missing."""
    found, seen = [], set[str]()
    for board in boards:
        found += [(board.number, power) for power, player in board.seated.items() if player in seen]
        seen |= {*board.seated.values()}
    return found


class SeatCosts:
    """What it costs to give a player a power on a board: the less, the better the player fits there."""

    def __init__(self, event: DiplomacyEvent, number: int, record: BoardRecord) -> None:
        self.record = record
        self.apart = {two(*pair) for pair in event.apart(number)}
        by_wish = event.settings.powers == "preferences"
        self.preferences = {player.id: player.preferences for player in event.players if by_wish}
        self.teams = event.team_names if event.settings.team_mates_apart else {}

    def cost(self, board: TableDraw, power: str, player: str) -> int:
        """Return the cost of giving a power on a board to a player."""
        others = [other for seat, other in board.seated.items() if seat != power and other != player]
        team = self.teams.get(player)
        mates = {other for other in others if team and self.teams.get(other) == team}
        apart = sum(other in mates or two(player, other) in self.apart for other in others)
        again = len(self.record.played.get((player, power), ()))
        listed = self.preferences.get(player, ())
        unwanted = listed.index(power) if power in listed else len(listed)
        met = sum(len(self.record.meetings.get(two(player, other), ())) for other in others)
        return _APART * apart + _AGAIN * again + _UNWANTED * unwanted + met
