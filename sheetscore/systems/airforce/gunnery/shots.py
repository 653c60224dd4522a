"""All shots of a fight, judged at the ends of the turns at which they were fired."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.identity import folded, suggestion
from sheetscore.expressions.figure import Figure, Operand, exact
from sheetscore.expressions.figure_calls import amount, filled, when
from sheetscore.findings import CODES, Finding, Severity
from sheetscore.pairing.draw import side_of
from sheetscore.systems.airforce.editions import Attitude
from sheetscore.systems.airforce.flight.flight_log import FlightFinding, PlottedTurn, Shot
from sheetscore.systems.airforce.flight.flights import Flight
from sheetscore.systems.airforce.flight.turns import Turn
from sheetscore.systems.airforce.gunnery.aim import (
    BOX,
    SELF,
    TARGET,
    Aim,
    Combatant,
    Complaint,
    GunneryRules,
    TurnEnd,
    complaints,
    unaimed_complaints,
    wrong_hits,
)
from sheetscore.systems.airforce.gunnery.bearings import Column, Deflection
from sheetscore.systems.airforce.gunnery.damage import Hole
from sheetscore.systems.airforce.gunnery.tables import FLEXIBLE, HOLE, POSSIBLE_HITS, gun_called
from sheetscore.wording import pluralize


class CheckedShot(Struct, frozen=True):
    """A shot with its figures by the rules; None if they cannot be determined."""

    table: int
    aircraft: str
    """The seat of the aircraft that fires, whose log has the shot."""
    shot: Shot
    weapon: str = ""
    """The id of the chart for the roll; empty if nothing fires."""
    distance: int | None = None
    """The distance of the target in hexes; None without a target."""
    range: int | None = None
    """The distance with the addition for separation, in hexes."""
    column: Column | None = None
    """The column of the charts; None beyond their ranges, or if both are in the same hex."""
    clock: int | None = None
    """The hour of the shot, as :attr:`Aim.clock` has it."""
    deflection: Deflection | None = None
    drm: int | None = None
    """The modifier of the roll; None if the owner of the tables has not filled it in."""
    codes: tuple[str, ...] = ()
    """The codes of its findings, each once."""

    @property
    def counted(self) -> int:
        """The hits that count: those of a ruling, else those stated by the pilot; 0 for a shot without a target."""
        return int(exact(hits_that_count(self.shot.ruling, self.distance, self.shot.hits)))

    def as_json(self) -> dict[str, object]:
        """Return the shot with the keys that scripts rely on."""
        return {
            "table": self.table,
            "aircraft": self.aircraft,
            "shot": self.shot.number,
            "turn": self.shot.turn,
            "target": self.shot.target,
            "distance": self.distance,
            "range": self.range,
            "column": self.column,
            "clock": self.clock,
            "deflection": self.deflection,
            "drm": self.drm,
            "codes": list(self.codes),
        }


def hits_that_count(ruling: Figure | int | None, distance: Figure | int | None, hits: Figure | int | None) -> Operand:
    """Return the hits of a ruling, else those stated by the pilot; 0 for a shot without a target."""
    return when(filled(ruling), amount(ruling), when(filled(distance), amount(hits), 0))


def combatants(flights: Iterable[Flight]) -> Iterator[Combatant]:
    """Yield the aircraft of a fight with their positions at the ends of turns, as stated on their logs.

    Aircraft without a card cannot be flown, and are left out.
    """
    for flight in flights:
        if flight.card is not None:
            lines = zip(flight.log.lines, flight.turns, flight.stated, strict=False)
            turns = {line.turn: TurnEnd(state, _attitude(line, turn)) for line, turn, state in lines}
            yield Combatant(flight.log.seat, flight.card, turns, flight.log.shots)


def _attitude(line: PlottedTurn, turn: Turn | None) -> Attitude:
    """Return the change of altitude of a turn; for a turn that cannot be flown, by its boxes for climb and dive."""
    if turn is not None:
        return turn.attitude
    climbed = (line.climb or 0) - (line.dive or 0)
    return Attitude.CLIMB if climbed > 0 else Attitude.DIVE if climbed < 0 else Attitude.LEVEL


def check_shots(
    table: int, combatants: Iterable[Combatant], rules: GunneryRules, grounded: Collection[str] = ()
) -> tuple[list[CheckedShot], list[Finding]]:
    """Judge all shots of a fight, in the order of the aircraft and of their shots.

    Parameters
    ----------
    table
        The number of the table, for the findings.
    combatants
        All aircraft of the fight.
    grounded
        Folded seats of aircraft without a card. Shots at these cannot be judged; the missing card is reported.
    """
    fight = {folded(one.seat): one for one in combatants}
    checked: list[CheckedShot] = []
    findings: list[Finding] = []
    for firing in fight.values():
        fired: set[_Fired] = set()
        for shot in firing.shots:
            aim = _aim(firing, shot, fight, rules, fired)
            if aim is None:
                at_nobody = _at_nobody(firing, shot, fight, grounded)
                wrong = list(_ruling_without_shot(shot) or [*at_nobody, *unaimed_complaints(shot, firing.card, rules)])
                one = CheckedShot(table, firing.seat, shot, codes=_codes(wrong))
            else:
                wrong = [*complaints(aim), *_hits(aim)]
                one = _measured(table, firing.seat, aim, wrong)
            checked.append(one)
            findings += findings_on(one, wrong)
    return checked, findings


_Fired = tuple[int, str, str]
"""A shot that an aircraft may fire once: the turn, the kind of gun, and the id of a fixed gun or, for flexible guns,
the seat of the target."""


def _aim(
    firing: Combatant, shot: Shot, fight: Mapping[str, Combatant], rules: GunneryRules, fired: set[_Fired]
) -> Aim | None:
    """Return a shot with both its aircraft; None if one does not fly at the end of the turn, or if it fires at itself.

    Parameters
    ----------
    fired
        The shots of the aircraft so far; this one is added.
    """
    called, turn = folded(shot.target), shot.turn or 0
    target = fight.get(called)
    here, there = firing.turns.get(turn), target.turns.get(turn) if target else None
    if target is None or target is firing or here is None or there is None:
        return None
    gun = gun_called(firing.card, shot.gun)
    repeated = False
    if gun is not None:
        once = (turn, gun.kind, called if gun.kind == FLEXIBLE else folded(gun.id))
        repeated = once in fired
        fired.add(once)
    own_side = side_of(folded(firing.seat)) == side_of(called) != ""
    return Aim(shot, firing.card, gun, here, there, target.card, rules, repeated, own_side)


def _at_nobody(
    firing: Combatant, shot: Shot, fight: Mapping[str, Combatant], grounded: Collection[str]
) -> Iterator[Complaint]:
    """Say why a shot has no target: its turn, the seat that it names, or both."""
    if shot.turn not in firing.turns:
        message = "it is not said at the end of which turn" if shot.turn is None else f"it flew no turn {shot.turn}"
        yield Complaint(BOX, "turn", message, list(firing.turns), shot.turn)
    called = folded(shot.target)
    target = fight.get(called)
    if called in grounded:
        return  # its card is missing, as is reported
    if target is firing:
        yield Complaint(SELF, "target", "the aircraft fires at itself", None, shot.target)
    elif target is None or (shot.turn in firing.turns and shot.turn not in target.turns):
        others = [one for one in fight.values() if one is not firing]
        flying = [one.seat for one in others if shot.turn in one.turns or shot.turn not in firing.turns]
        when = f"at the end of turn {shot.turn} " if shot.turn in firing.turns else ""
        message = f'{when}nobody flies as "{shot.target}".{suggestion(shot.target, flying)}'
        yield Complaint(TARGET, "target", message, flying, shot.target)


def _ruling_without_shot(shot: Shot) -> tuple[Complaint, ...]:
    """Find a ruling on a line without a shot; its hits count nevertheless."""
    if not shot.ruling or shot != Shot(shot.number, ruling=shot.ruling, reason=shot.reason):
        return ()
    message = (
        f"no shot stands here, and the {pluralize(shot.ruling, 'hit')} of its ruling count; enter it, or clear them"
    )
    return (Complaint(BOX, RULING, message, None, shot.ruling),)


def _hits(aim: Aim) -> Iterator[Complaint]:
    try:
        yield from wrong_hits(aim)
    except Hole as hole:
        yield Complaint(HOLE, "hits", hole.message, None, None)


def _measured(table: int, seat: str, aim: Aim, wrong: Iterable[Complaint]) -> CheckedShot:
    return CheckedShot(
        table,
        seat,
        aim.shot,
        aim.weapon,
        aim.distance,
        aim.range,
        aim.column,
        aim.clock,
        aim.deflection,
        aim.drm,
        _codes(wrong),
    )


def _codes(wrong: Iterable[Complaint]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.code for one in wrong))


RULED, INCOMPLETE = "ruled", "ruling-reason"
"""The codes of findings on rulings, the same in all systems."""

RULING = "ruling"
"""The box of the ruling. A ruling settles other mistakes of its shot, but not mistakes in this box."""


def findings_on(one: CheckedShot, wrong: Iterable[Complaint]) -> Iterator[FlightFinding]:
    """Yield the mistakes of a shot, as notes if there is a ruling, and the ruling."""
    shot, counting = one.shot, _counting(one)
    for complaint in wrong:
        found = _finding(one, complaint)
        if complaint.box == RULING or (shot.ruling is None and found.is_error):
            yield found
        elif shot.ruling is not None:
            yield replace(found, severity=Severity.NOTE, message=f"settled by a ruling: {found.message}")
        else:
            its = " Its" if found.message.endswith(("?", ".")) else "; its"
            yield replace(found, message=f"{found.message}{its} {counting}" if counting else found.message)
            counting = ""  # once per shot
    ruling = _ruling(shot)
    if ruling is not None:
        yield _finding(one, ruling)


def _counting(one: CheckedShot) -> str:
    """Return the end of a message that says whether the stated hits count; "" for a miss."""
    hits = one.shot.hits or 0
    counts = ("counts", "count") if one.counted else ("does not count", "do not count")
    return f"{pluralize(hits, 'hit')} {counts[hits != 1]} unless ruled otherwise" if hits else ""


def _ruling(shot: Shot) -> Complaint | None:
    """Report a ruling of the director, or that its hits or its reason are missing."""
    if shot.ruling is None:
        message = "the director's ruling has a reason but no hits; enter those that count"
        return Complaint(INCOMPLETE, RULING, message, None, None) if shot.reason else None
    if not shot.reason:
        return Complaint(INCOMPLETE, "reason", "the director's ruling needs a reason; enter it", None, None)
    stated = shot.hits or 0
    instead = "as stated" if shot.ruling == stated else f"in place of {stated}"
    never = "" if shot.ruling in POSSIBLE_HITS else ", which no shot scores"
    message = f"ruled {pluralize(shot.ruling, 'hit')} {instead}{never}: {shot.reason}"
    return Complaint(RULED, RULING, message, shot.ruling, shot.hits)


def _finding(one: CheckedShot, complaint: Complaint) -> FlightFinding:
    shot, seat = one.shot, one.aircraft
    severity, meaning = CODES[complaint.code]
    kind = f"the {complaint.box} of a shot is not what it is" if complaint.code == BOX else meaning
    return FlightFinding(
        complaint.code,
        f"{seat}, shot {shot.number}: {complaint.message}",
        severity=severity,
        fields=((one.table, seat, f"shot.{shot.number}.{complaint.box}"),),
        table=one.table,
        aircraft=seat,
        turn=shot.turn,
        expected=complaint.expected,
        actual=complaint.actual,
        kind=kind,
    )
