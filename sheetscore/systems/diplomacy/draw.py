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
from sheetscore.pairing.origins import origins_of
from sheetscore.problems import MistakesFound, WrongUsage
from sheetscore.sentences import listed
from sheetscore.sheets.draw_workbook import DrawBook
from sheetscore.sheets.postings import post_tables
from sheetscore.systems.at_hand import RoundAtHand
from sheetscore.systems.diplomacy.games import record_of
from sheetscore.systems.diplomacy.model import DiplomacyEvent, DiplomacyPlayer
from sheetscore.systems.diplomacy.rules import check_event


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
        origins=origins_of(here, settings.keep_apart),
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
    """Post who plays which power on each board, and who sits out."""
    post_tables(made, "Boards", "boards", "Board")
