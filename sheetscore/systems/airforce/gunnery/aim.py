"""A shot with the data by which it is judged, and its mistakes: how it is fired, and hits that the dice do not give."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property

from msgspec import Struct

from sheetscore.systems.airforce.cards import Card, Gun
from sheetscore.systems.airforce.editions import Attitude, FlightSettings
from sheetscore.systems.airforce.flight.flight_log import Shot
from sheetscore.systems.airforce.flight.state import FACINGS, AircraftState, distance
from sheetscore.systems.airforce.gunnery.bearings import (
    COLUMNS,
    Column,
    Deflection,
    Engines,
    GunneryMethod,
    bears,
    clock,
    column_of,
    fixed_deflection,
    flexible_deflection,
    hour,
)
from sheetscore.systems.airforce.gunnery.damage import CHOSEN, hits_scored, shared_out, what_is_hit
from sheetscore.systems.airforce.gunnery.tables import (
    FIXED,
    FLEXIBLE,
    POSSIBLE_HITS,
    TOGETHER,
    TWO_SINGLES,
    GunneryTables,
    engines_class,
    gun_called,
    is_single,
)


class TurnEnd(Struct, frozen=True):
    """An aircraft at the end of a turn."""

    state: AircraftState
    attitude: Attitude = Attitude.LEVEL
    """Its change of altitude in the turn."""


class Combatant(Struct, frozen=True):
    """An aircraft of a fight."""

    seat: str
    card: Card
    turns: Mapping[int, TurnEnd]
    """Its positions at the ends of the turns that it flew, by turn."""
    shots: tuple[Shot, ...] = ()
    """The shots that its pilot wrote down."""


class GunneryRules(Struct, frozen=True):
    """The rules for shots."""

    gunnery: GunneryMethod
    """The numbers of the edition."""
    settings: FlightSettings
    tables: GunneryTables
    """The charts of hits, modifiers and locations, which the owner of the game fills in."""


class Aim(Struct, frozen=True, dict=True):
    """A shot of an aircraft at another one, both at the end of the same turn."""

    shot: Shot
    card: Card
    gun: Gun | None
    """None if the card has no gun of that name."""
    firing: TurnEnd
    target: TurnEnd
    target_card: Card
    rules: GunneryRules
    repeated: bool = False
    """Whether the same fixed gun has fired before in this turn, or a flexible gun of the aircraft at this target."""
    own_side: bool = False
    """Whether both aircraft are of the same side."""

    @property
    def is_fixed(self) -> bool:
        """Whether a fixed forward gun fires."""
        return self.gun is not None and self.gun.kind == FIXED

    @property
    def is_flexible(self) -> bool:
        """Whether a flexible gun fires."""
        return self.gun is not None and self.gun.kind == FLEXIBLE

    @cached_property
    def distance(self) -> int:
        """The distance of the target in hexes."""
        return distance(self.firing.state.at, self.target.state.at)

    @cached_property
    def higher(self) -> int:
        """The feet by which the target is higher; negative if it is lower."""
        return self.target.state.altitude - self.firing.state.altitude

    @cached_property
    def range(self) -> int:
        """The distance with the addition for separation, in hexes."""
        return int(self.rules.gunnery.true_range(Fraction(self.distance), Fraction(self.higher)))

    @property
    def reach(self) -> int:
        """The longest range of the gun."""
        gunnery = self.rules.gunnery
        return gunnery.short_reach if self.gun is not None and self.gun.short else gunnery.reach

    @property
    def column(self) -> Column | None:
        """The column of the charts; None if the range has none."""
        return column_of(self.range) if self.rules.gunnery.reaches(self.distance, self.range) else None

    @cached_property
    def clock(self) -> int | None:
        """The hour of a shot; None without a gun, and for a flexible gun if both aircraft are in one hex.

        For a fixed gun it is the hour of the target from which the shot comes; for a flexible gun the hour at which the
        target lies from the aircraft that fires.
        """
        here, there = self.firing.state, self.target.state
        if self.is_fixed:
            return clock(here.facing, there.facing)
        return hour(here.at, here.facing, there.at) if self.is_flexible and self.distance else None

    @property
    def deflection(self) -> Deflection | None:
        """The deflection of the shot, which modifies the roll; None if it cannot be determined."""
        if self.clock is None:
            return None
        if self.is_fixed:
            return fixed_deflection(self.clock)
        return flexible_deflection(self.clock, self.firing.state.facing, self.target.state.facing)

    @property
    def engines(self) -> Engines:
        """The class of the target's engines, which selects tables."""
        return engines_class(self.target_card.engines)

    @property
    def drm(self) -> int | None:
        """The modifier of the roll; None without a deflection, or if the cell of the table is blank."""
        return None if self.deflection is None else self.rules.tables.drms.against(self.engines).of(self.deflection)

    @cached_property
    def singles(self) -> int:
        """The sum of the factors of all single .30s that can fire at the target's hour."""
        guns = (gun for gun in self.card.guns if is_single(gun) and self.clock in gun.arcs)
        return sum(gun.factor or 0 for gun in guns)

    @property
    def weapon(self) -> str:
        """The id of the chart for the roll."""
        if self.gun is None:
            return ""
        return TWO_SINGLES if is_single(self.gun) and self.singles >= TOGETHER else self.gun.weapon


SELF, TARGET, BOX = "shot-self", "shot-target", "shot-box"


class Complaint(Struct, frozen=True):
    """A mistake of a shot."""

    code: str
    box: str
    """The box of the shot to look at."""
    message: str
    """The message, which follows the name of the shot."""
    expected: object
    """The value by the rules."""
    actual: object
    """The value on the log."""


def complaints(aim: Aim) -> Iterator[Complaint]:
    """Find all mistakes of a shot at an aircraft of the fight, except in its hits."""
    for check in _CHECKS:
        yield from check(aim)


def _range(aim: Aim) -> Iterator[Complaint]:
    if aim.distance == 0:
        yield Complaint("shot-range", "target", "both are in one hex, where nobody can fire", 1, 0)
    elif aim.range > aim.reach:
        away = f"{aim.distance} away and {abs(aim.higher)} ft apart"
        message = f"the range is {aim.range} ({away}), and the gun reaches {aim.reach}"
        yield Complaint("shot-range", "target", message, aim.reach, aim.range)


def _cone(aim: Aim) -> Iterator[Complaint]:
    settings = aim.rules.settings
    if not aim.is_fixed or not aim.distance:
        return
    here, there = aim.firing.state, aim.target.state
    if not bears(here, there, aim.rules.gunnery, cone=settings.cone, zone=settings.zone):
        message = f"fixed guns at {tuple(here.at)}, facing {here.facing}, do not bear on {tuple(there.at)}"
        yield Complaint("shot-cone", "target", message, None, list(there.at))


def _attitude(aim: Aim) -> Iterator[Complaint]:
    if not aim.is_fixed:
        return
    if aim.firing.attitude.climbs and aim.higher < 0:
        message = f"fixed guns of a climbing aircraft fire at no lower one, and it is {-aim.higher} ft lower"
        yield Complaint("shot-attitude", "target", message, 0, aim.higher)
    if aim.firing.attitude.dives and aim.higher > 0:
        message = f"fixed guns of a diving aircraft fire at no higher one, and it is {aim.higher} ft higher"
        yield Complaint("shot-attitude", "target", message, 0, aim.higher)


def _separation(aim: Aim) -> Iterator[Complaint]:
    most = aim.rules.gunnery.level_feet * aim.distance
    if aim.is_fixed and aim.firing.attitude is Attitude.LEVEL and abs(aim.higher) > most:
        message = f"in level flight fixed guns fire {most} ft up or down at this distance, and it is {abs(aim.higher)}"
        yield Complaint("shot-separation", "target", message, most, abs(aim.higher))


def _arc(aim: Aim) -> Iterator[Complaint]:
    if aim.gun is None or not aim.is_flexible or not aim.distance:
        return
    if aim.clock not in aim.gun.arcs:
        hours = ", ".join(map(str, aim.gun.arcs))
        message = f"it lies at {aim.clock} o'clock, and {aim.gun.id} fires at {hours}"
        yield Complaint("shot-arc", "gun", message, list(aim.gun.arcs), aim.clock)


def _flex(aim: Aim) -> Iterator[Complaint]:
    if aim.gun is None:
        return
    if aim.repeated and aim.is_flexible:
        message = "one shot of flexible guns a turn is fired at one target, and this is another"
        yield Complaint("shot-flex", "gun", message, 1, 2)
    if aim.gun.weapon == TWO_SINGLES and is_single(aim.gun) and aim.clock in aim.gun.arcs and aim.singles < TOGETHER:
        message = f"single .30s fire together from a factor of {TOGETHER} on, and {aim.gun.id} fires alone"
        yield Complaint("shot-flex", "gun", message, TOGETHER, aim.singles)


def _twice(aim: Aim) -> Iterator[Complaint]:
    if aim.gun is not None and aim.is_fixed and aim.repeated:
        message = f"{aim.gun.id} is fixed and fires once a turn, and this is another shot of it in turn {aim.shot.turn}"
        yield Complaint("shot-twice", "gun", message, 1, 2)


def _own_side(aim: Aim) -> Iterator[Complaint]:
    if aim.own_side:
        message = f"{aim.shot.target} is of its own side"
        yield Complaint("shot-own-side", "target", message, None, aim.shot.target)


def unaimed_complaints(shot: Shot, card: Card, rules: GunneryRules) -> Iterator[Complaint]:
    """Find further mistakes of a shot that has no target: its gun, and hits that the gun never scores.

    Raises
    ------
    MistakesFound
        The gun's chart has mistakes.
    """
    gun = gun_called(card, shot.gun)
    if gun is None:
        yield _no_gun(shot, card)
    weapons = () if gun is None else (gun.weapon, TWO_SINGLES) if is_single(gun) else (gun.weapon,)
    yield from _impossible_hits(shot, weapons, COLUMNS, rules)


def _no_gun(shot: Shot, card: Card) -> Complaint:
    guns = [gun.id for gun in card.guns]
    wrong = f'the aircraft has no gun "{shot.gun}"' if shot.gun else "it is not said which gun fires"
    return Complaint(BOX, "gun", f"{wrong}; it has: {', '.join(guns)}", guns, shot.gun)


def _box(aim: Aim) -> Iterator[Complaint]:
    shot = aim.shot
    if aim.gun is None:
        yield _no_gun(shot, aim.card)
    if shot.range is not None and shot.range != aim.range:
        yield Complaint(BOX, "range", f"the range is {aim.range}, and not {shot.range}", aim.range, shot.range)
    written = FACINGS if shot.clock == 0 else shot.clock
    if None not in {written, aim.clock} and written != aim.clock:
        yield Complaint(BOX, "clock", f"the clock is {aim.clock}, and not {shot.clock}", aim.clock, shot.clock)
    if None not in {shot.drm, aim.drm} and shot.drm != aim.drm:
        message = f"the modifier for {aim.deflection} deflection is {aim.drm}, and not {shot.drm}"
        yield Complaint(BOX, "drm", message, aim.drm, shot.drm)


_CHECKS: tuple[Callable[[Aim], Iterator[Complaint]], ...] = (
    *(_own_side, _range, _cone, _attitude, _separation, _arc, _flex, _twice, _box),
)


HITS = "shot-hits"


def wrong_hits(aim: Aim) -> Iterator[Complaint]:
    """Find impossible hits, and hits and results that differ from those of the dice.

    If the dice, or the tables that they need, are blank, nothing is compared.

    Raises
    ------
    MistakesFound
        A table has mistakes, or a hole in a row that the dice need.
    """
    shot, gunnery = aim.shot, aim.rules.gunnery
    impossible = next(_impossible_hits(shot, (aim.weapon,), (aim.column,) if aim.column else COLUMNS, aim.rules), None)
    if impossible is not None:
        yield impossible
        return
    chart = aim.rules.tables.chart(aim.weapon)
    drm = shot.drm if aim.drm is None else aim.drm
    if shot.white is None or shot.red is None or drm is None:
        return
    if aim.column is None or chart is None or chart.is_blank:
        return
    scored = hits_scored(chart, aim.column, (shot.white, shot.red), drm, gunnery)
    if scored != (shot.hits or 0):
        message = f"red {shot.red}, white {shot.white} and {drm:+} give {scored} hits, and not {shot.hits or 0}"
        yield Complaint(HITS, "hits", message, scored, shot.hits)
        return
    yield from _wrong_result(aim, scored, shot.red)


def _impossible_hits(
    shot: Shot, weapons: Iterable[str], columns: Iterable[Column], rules: GunneryRules
) -> Iterator[Complaint]:
    """Find a number of hits that no chart has, or that is above the most of the shot's charts, if these are filled."""
    hits = shot.hits or 0
    if hits not in POSSIBLE_HITS:
        yield Complaint(HITS, "hits", f"{hits} hits; a shot scores 0 to 4, 6, 8 and so on to 16", None, hits)
        return
    charts = [rules.tables.chart(weapon) for weapon in weapons]
    rows = [chart.rows(column) if chart else {} for chart in charts for column in columns]
    if rows and all(row.keys() >= set(rules.gunnery.rolls) for row in rows):
        most = max(max(row.values()) for row in rows)
        if hits > most:
            yield Complaint(HITS, "hits", f"{hits} hits, and the gun scores {most} at most", most, hits)


def _wrong_result(aim: Aim, scored: int, red: int) -> Iterator[Complaint]:
    shot, table = aim.shot, aim.rules.tables.locations
    shares = shared_out(scored)
    if not any(table.rows(aim.engines, share) for share in shares):
        return
    if len(shot.location) < len(shares):
        message = f"{scored} hits need {len(shares)} location rolls, and there are {len(shot.location)}"
        yield Complaint(HITS, "location", message, len(shares), len(shot.location))
        return
    results = [_result(aim, scored, red, choice) for choice in _choices(aim, scored)]
    written = "".join(letter for letter in shot.result if letter.isalpha())
    if sorted(written) not in map(sorted, results):
        message = f"the dice give {' or '.join(results)}, and not {written or 'nothing'}"
        yield Complaint(HITS, "result", message, results[0], written)


def _result(aim: Aim, scored: int, red: int, choice: str | None) -> str:
    rules = aim.rules
    struck = what_is_hit(
        scored,
        rules.tables.locations,
        aim.engines,
        red,
        aim.shot.location,
        rules.gunnery,
        criticals=rules.settings.criticals,
        choice=choice,
    )
    return "".join(struck)


def _choices(aim: Aim, scored: int) -> list[str | None]:
    """Return the letters that the firing player may have chosen, since the log has no box for the choice."""
    if aim.rules.gunnery.dice == "both":
        return [None]
    plain = _result(aim, scored, 1, None)  # any red die will do, since it only repeats letters
    return [letter for letter in CHOSEN if letter in plain] or [None]
