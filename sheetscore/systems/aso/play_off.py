"""The play-off: one more game of two who have won together, after the last round.

Source: ASO 2008 Tournament Rules, Determining rank in the tournament.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sheetscore.findings import Finding, Severity, finding
from sheetscore.pairing.draw import Draw, TableDraw, named
from sheetscore.pairing.swiss.record import by_rating
from sheetscore.problems import WrongUsage
from sheetscore.sentences import listed
from sheetscore.systems.aso.forms import tables_of
from sheetscore.systems.aso.model import SEATS, AsoEvent
from sheetscore.systems.aso.score import check_lines, read_lines
from sheetscore.systems.aso.standings import rank_before
from sheetscore.systems.at_hand import RoundAtHand
from sheetscore.systems.outcomes import EarlierRound, Standings

PLAYERS = 2
"""So many meet in a play-off."""


def draw_play_off(event: AsoEvent, number: int, earlier: Sequence[EarlierRound]) -> Draw:
    """Seat the two joint winners, and nobody else.

    Parameters
    ----------
    number
        That of the round after the last.

    Raises
    ------
    WrongUsage
        The last round is not scored to its end, or there are not exactly two who have won together.
    """
    ranked = rank_before(event, number, earlier)
    winners = _winners(ranked)
    if len(winners) != PLAYERS:
        raise WrongUsage(f"Round {number} is the play-off of two joint winners. {_why_none(event, number, ranked)}")
    one, other = by_rating(map(event.swiss_player, (p for p in event.players if p.id in winners)), event.header.seed)
    table = TableDraw(1, "", dict(zip(SEATS, (one, other), strict=True)))
    told = f"The play-off: {named(one, event.names)} meets {named(other, event.names)}, and nobody else plays."
    return Draw(number, (table,), (), (told,), {1: ("play-off", "")})


def _winners(ranked: Standings) -> list[str]:
    return [str(row["id"]) for row in ranked.rows if row["winner"]]


def _why_none(event: AsoEvent, number: int, ranked: Standings) -> str:
    winners = [named(player, event.names) for player in _winners(ranked)]
    if len(winners) == 1:
        return f"{winners[0]} has won alone, and nothing is left to decide."
    if winners:
        return f"{listed(winners)} have won together; a play-off is for two alone, and they stay joint winners."
    if ranked.after_round < number - 1 or ranked.open:
        return f"Nobody knows them before all results up to round {number - 1} are in."
    return "Nobody is undefeated: points and tie-breaks decide about the first place."


def check_draw(event: AsoEvent, drawn: Draw, earlier: Sequence[EarlierRound]) -> Iterator[Finding]:
    """Find who is in the draw of a play-off and has not won, where that is known."""
    ranked = rank_before(event, drawn.round, earlier)
    if ranked.after_round < drawn.round - 1 or ranked.open:
        return
    winners = _winners(ranked)
    if len(winners) != PLAYERS:
        yield finding("play-off", f"round {drawn.round} decides nothing. {_why_none(event, drawn.round, ranked)}")
        return
    both = listed([named(player, event.names) for player in winners])
    places = {player: (table, seat, "") for table, seat, player in drawn.places()}
    for player in [player for player in (*places, *drawn.byes) if player not in winners]:
        message = f"{named(player, event.names)} is none of the two who have won together: the play-off is for {both}."
        fields = (places[player],) if player in places else ()
        yield finding("play-off", message, severity=Severity.ERROR, fields=fields)


def check_entries(round_: RoundAtHand[AsoEvent]) -> list[Finding]:
    """Find what is wrong on the list of any round; and who plays a play-off for somebody else."""
    substitutes = _substitutes(round_) if round_.stage == round_.event.play_off else ()
    return [*check_lines(round_), *substitutes]


def _substitutes(round_: RoundAtHand[AsoEvent]) -> Iterator[Finding]:
    event, two = round_.event, {player for _, _, player in round_.draw.places()}
    for line in read_lines(tables_of(round_.forms), round_.entries):
        for seat, player in line.players.items():
            if player not in two:
                message = f"table {line.table}: {named(player, event.names)} cannot play a play-off for a joint winner."
                yield finding("play-off", message, severity=Severity.ERROR, fields=(line.seat_box(seat),))
