"""A round of fights scored: every log replayed and audited, a row for each turn of each aircraft; the standings.

The ranking is this program's own; the rules of the game have none.

Source: Updated Air Force / Dauntless (30 degree turns).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.identity import folded
from sheetscore.findings import Finding, Severity, finding
from sheetscore.forms.form import Entries, FieldKey, Value
from sheetscore.scoring.tie_breaks import SCORE, DecidedChain, Figures, Places, Step, decide
from sheetscore.scoring.tie_steps import TIE_BREAKS, Outing, TieRecord
from sheetscore.systems.airforce.event_cards import card_library
from sheetscore.systems.airforce.flight.flight_log import Claims, FlightFinding
from sheetscore.systems.airforce.flight.flights import CameTo, Flight
from sheetscore.systems.airforce.flight.state import AircraftState
from sheetscore.systems.airforce.gunnery.shots import CheckedShot
from sheetscore.systems.airforce.gunnery.tables import GunneryTables
from sheetscore.systems.airforce.log_page import CARD, PILOT
from sheetscore.systems.airforce.model import AirforceEvent
from sheetscore.systems.airforce.replay import Replay, replay, replay_asked, rulebook
from sheetscore.systems.airforce.toml_parts import TENTHS
from sheetscore.systems.context import EventProgress, ReplayAsked, RoundContext
from sheetscore.systems.outcomes import ResultRow, RoundResult, RoundScore, Standings
from sheetscore.wording import join_words

Place = tuple[int, str]
"""A table and a seat of it."""

BEGINS = frozenset({"start", "before", "aircraft"})
"""The blocks of a log with the start of a flight."""

TARGET = "target"
"""The box of a shot with its target."""

HOME, LOST = frozenset({"home", "aborted"}), frozenset({"down", "crashed"})
"""The fates of aircraft that were brought home, and of those that were lost."""


class TurnResult(RoundResult, frozen=True, kw_only=True):
    """The result of a turn of an aircraft."""

    aircraft: str
    """The seat, such as ``axis.2``."""
    turn: int
    """The turn, from 1; 0 for the start of an aircraft that flew no turn."""
    speed: int | Fraction | None = None
    """The speed at the end of the turn by the rules, in points; None if the turn cannot be flown."""
    altitude: int | None = None
    """The altitude at the end by the rules, in feet; None if the turn cannot be flown."""
    facing: int | None = None
    """The facing at the end by the rules, 0 to 11; None if the turn cannot be flown."""
    bank: str | None = None
    """The bank at the end by the rules; None if the turn cannot be flown."""
    hits: int = 0
    """Hits scored."""
    table: int
    player: str
    """The id of the pilot."""
    name: str
    """The name of the pilot."""
    card: str = ""
    """The id of the aircraft's card; blank if its log names none."""
    fate: CameTo = "flying"
    """The fate of the aircraft if this is its last turn; ``flying`` in all turns before."""
    taken: int = 0
    """Hits taken."""
    shot_at: int = 0
    """Shots of others at the aircraft."""
    findings: int = 0
    """The number of broken rules in the turn, shots included."""
    claimed_speed: int | Fraction | None = None
    """The speed that the pilot claims; None if nothing is claimed, as in the next three fields."""
    claimed_altitude: int | None = None
    claimed_facing: int | None = None
    claimed_bank: str | None = None

    @property
    def place(self) -> Place:
        """Table and seat of the aircraft."""
        return self.table, self.aircraft

    @property
    def is_home(self) -> bool:
        """Whether the aircraft was brought home in this turn."""
        return self.fate in HOME

    @property
    def is_lost(self) -> bool:
        """Whether the aircraft was lost in this turn."""
        return self.fate in LOST


Rounds = Mapping[int, Sequence[TurnResult]]
"""The results of scored rounds by their numbers."""


def replay_round(round_: RoundContext[AirforceEvent]) -> Replay:
    """Fly all logs of a round that have a pilot.

    Raises
    ------
    MistakesFound
        A card of the event, or its edition, cannot be used.
    """
    event, entries = round_.event, round_.entries
    flown = flown_places(entries)
    boxes = {key: value for key, value in entries.items() if (key.table, key.seat) in flown}
    cards, tables = card_library(event.cards, event.own_templates), GunneryTables(event.own_templates)
    return replay(boxes, cards, rulebook(event.settings, event.own_templates), tables)


def replay_event(asked: ReplayAsked[AirforceEvent]) -> Replay:
    """Replay what was asked for, with the event's own cards."""
    return replay_asked(asked, [card.as_card() for card in asked.event.cards] if asked.event else ())


def flown_places(entries: Entries) -> set[Place]:
    """Return the places of aircraft with a pilot."""
    return {(key.table, key.seat) for key in entries if key.field == PILOT}


def check_entries(round_: RoundContext[AirforceEvent]) -> list[Finding]:
    """Find breaches of the rules of flight and gunnery, and logs with another start than in the event."""
    found = replay_round(round_).findings
    return [*_begun_otherwise(round_), *(_resting_on_log(round_, one) for one in found)]


def _resting_on_log(round_: RoundContext[AirforceEvent], one: Finding) -> Finding:
    """Return a finding; a warning gets the boxes that it rests on: those up to its turn on its log and the target's."""
    if not isinstance(one, FlightFinding) or one.severity is not Severity.WARNING:
        return one
    line = one.fields[0][2].rpartition(".")[0]  # such as shot.3; empty for a box without a line
    target = round_.entries.get(FieldKey(one.table, one.aircraft, f"{line}.{TARGET}")) if line else None
    logs = {(one.table, one.aircraft), (one.table, str(target))}
    boxes = (key for key in round_.forms.fields if (key.table, key.seat) in logs)
    return replace(one, rests_on=tuple(key for key in boxes if _is_before(key, one.turn) or _is_on(key, one, line)))


def _is_before(key: FieldKey, turn: int | None) -> bool:
    """Return whether a box is about the start of a log, or a turn up to ``turn``; any turn if ``turn`` is None."""
    block, _, rest = key.field.partition(".")
    return block in BEGINS or (block == "turn" and (turn is None or int(rest.partition(".")[0]) <= turn))


def _is_on(key: FieldKey, one: FlightFinding, line: str) -> bool:
    """Return whether a box is on the line of a finding, such as ``shot.3``."""
    return bool(line) and key.seat == one.aircraft and key.field.startswith(f"{line}.")


def _begun_otherwise(round_: RoundContext[AirforceEvent]) -> Iterator[Finding]:
    filled, flown = round_.forms.filled, flown_places(round_.entries)
    for place in sorted(flown):
        changed = [
            key
            for key in round_.forms.fields
            if (key.table, key.seat) == place and key.field.partition(".")[0] in BEGINS
            if round_.entries.get(key, 0) != filled.get(key, 0)  # a blank means 0
        ]
        if changed:
            yield _changed(place, changed, round_.entries, filled)


def _changed(place: Place, changed: list[FieldKey], entries: Entries, filled: Mapping[FieldKey, Value]) -> Finding:
    table, seat = place
    text = join_words([f"{key.field} {_text(entries.get(key))} and not {_text(filled.get(key))}" for key in changed])
    wrong_card = any(key.field == CARD for key in changed)
    to_do = (
        "The figures of the page are those of the card that it was made for: put that back, or change the event and "
        "make the sheets again."
        if wrong_card
        else "The log counts as it stands."
    )
    message = f"table {table}, {seat}: the log begins otherwise than the event says: {text}. {to_do}"
    severity = Severity.ERROR if wrong_card else Severity.WARNING
    return finding(
        "log-begins", message, severity=severity, fields=tuple((key.table, key.seat, key.field) for key in changed)
    )


def _text(value: Value | None) -> str:
    return "blank" if value is None else f"{float(value):g}" if isinstance(value, Fraction) else str(value)


def score_round(round_: RoundContext[AirforceEvent]) -> RoundScore:
    """Score a round: a row for every turn of every aircraft with a pilot."""
    flown = replay_round(round_)
    names = round_.event.names
    tally = Gunnery.of(flown)
    broken = Counter(
        (one.table, one.aircraft, one.turn or 0)
        for one in flown.findings
        if isinstance(one, FlightFinding) and one.severity is not Severity.NOTE
    )
    results = [result for flight in flown.flights for result in _results(flight, names, tally, broken)]
    rows = tuple(result.row() for result in results)
    fought = records_of(round_.event, {round_.stage: results}).values()
    return RoundScore(
        round_.stage,
        rows,
        (),
        (),
        round_.pages,
        players=tuple({"player": one.id, **_record_row(one)} for one in fought if one.fights),
        kept={"flights": rows, "shots": tuple(map(_shot, flown.all_shots()))},
    )


def _shot(one: CheckedShot) -> ResultRow:
    """Return a shot for archives."""
    return {
        "table": one.table,
        "aircraft": one.aircraft,
        "shot": one.shot.number,
        "turn": one.shot.turn,
        "target": one.shot.target,
        "weapon": one.weapon,
        "range": one.range,
        "drm": one.drm,
        "hits": one.counted,
    }


class Gunnery(Struct, frozen=True):
    """Shots and hits by turn."""

    hits: Counter[tuple[int, str, int]]
    """The hits scored, by table, aircraft and turn."""
    taken: Counter[tuple[int, str, int]]
    """The hits taken, likewise."""
    shot_at: Counter[tuple[int, str, int]]
    """The shots that others fired at the aircraft, likewise."""

    @classmethod
    def of(cls, flown: Replay) -> Gunnery:
        """Count the shots of a round; a shot without a turn belongs to turn 1."""
        tally = cls(Counter(), Counter(), Counter())
        seats = {(flight.log.table, folded(flight.log.seat)): flight.log.seat for flight in flown.flights}
        for one in flown.all_shots():
            turn, target = one.shot.turn or 1, seats.get((one.table, folded(one.shot.target)))
            tally.hits[one.table, one.aircraft, turn] += one.counted
            if target is not None:
                tally.taken[one.table, target, turn] += one.counted
                tally.shot_at[one.table, target, turn] += target != one.aircraft
        return tally


def _results(
    flight: Flight, names: Mapping[str, str], tally: Gunnery, broken: Counter[tuple[int, str, int]]
) -> Iterator[TurnResult]:
    """Yield a result for each turn; one for turn 0, at the start, if no turn was flown.

    Shots with a later turn than the last one on the log count in the last turn.

    Parameters
    ----------
    broken
        How often a rule was broken, by table, aircraft and turn, shots included.
    """
    log = flight.log
    last = len(flight.turns)
    for number in range(1, last + 1) if last else (0,):
        end, claims = _end_of(flight, number), (log.lines[number - 1].claims if number else None) or Claims()
        # the first result takes what has no turn (0) as well, the last one what has a later turn, always below 100
        counted = range(number if number > 1 else 0, 100 if number == last else number + 1)
        keys = [(log.table, log.seat, one) for one in counted]
        yield TurnResult(
            aircraft=log.seat,
            turn=number,
            speed=None if end is None else _points(end.speed),
            altitude=None if end is None else end.altitude,
            facing=None if end is None else end.facing,
            bank=None if end is None else end.bank,
            hits=sum(tally.hits[key] for key in keys),
            table=log.table,
            player=log.pilot,
            name=names.get(log.pilot, log.pilot),
            card=flight.card.id if flight.card else log.card,
            fate=flight.fate if number == last else "flying",
            taken=sum(tally.taken[key] for key in keys),
            shot_at=sum(tally.shot_at[key] for key in keys),
            findings=sum(broken[key] for key in keys),
            claimed_speed=None if claims.speed is None else _points(claims.speed),
            claimed_altitude=claims.altitude,
            claimed_facing=claims.facing,
            claimed_bank=claims.bank,
        )


def _end_of(flight: Flight, number: int) -> AircraftState | None:
    """Return the state at the end of a turn, from 1, or at the start for 0; None if that is illegible or unflown."""
    if not number:
        return flight.log.start
    turn = flight.turns[number - 1]
    return turn.end if turn else None


def _points(tenths: int | Fraction) -> int | Fraction:
    points = Fraction(tenths) / TENTHS
    return points if points.denominator > 1 else int(points)


class Record(Struct):
    """The record of a pilot."""

    id: str
    name: str
    fights: int = 0
    """Logs with the pilot's name on them."""
    home: int = 0
    lost: int = 0
    shot_at: int = 0
    """Shots of others at the pilot's aircraft."""
    hits: int = 0
    """Hits scored."""
    taken: int = 0
    """Hits taken."""
    findings: int = 0
    """The number of findings of the audit on the pilot's logs."""

    @property
    def score(self) -> int:
        """Hits scored less hits taken."""
        return self.hits - self.taken


def _record_row(one: Record) -> ResultRow:
    """Return the record of a pilot, under the keys of the standings."""
    return {
        "name": one.name,
        "score": one.score,
        "fights": one.fights,
        "home": one.home,
        "lost": one.lost,
        "shot_at": one.shot_at,
        "hits": one.hits,
        "taken": one.taken,
        "findings": one.findings,
    }


HITS = Step(SCORE.id, "hits scored less hits taken", exact=True)
AIRCRAFT_LOST = Step("aircraft_lost", "aircraft lost", lower=True, exact=True)


def rank_event(so_far: EventProgress[AirforceEvent]) -> Standings:
    """Rank the pilots by hits scored less hits taken, then by tie-breaks; list them by name if they are not ranked.

    Returns
    -------
    Rows, best first: ``rank id name score fights home lost shot_at hits taken findings``, then the tie-breaks in force
    other than aircraft lost.
    """
    records, ranked = records_of(so_far.event, TurnResult.read_rounds(so_far.rounds)), so_far.event.settings.ranking
    _, chain = decided_chain(so_far)
    order = sorted(records.values(), key=lambda one: (chain.ranks[one.id] if ranked else 0, one.name, one.id))
    rows: tuple[ResultRow, ...] = tuple(
        {
            "rank": chain.ranks[one.id] if ranked else None,
            "id": one.id,
            **_record_row(one),
            **chain.beside((HITS.id, AIRCRAFT_LOST.id), one.id),
        }
        for one in order
    )
    return Standings(max(so_far.rounds, default=0), rows, (), tuple(so_far.open))


def decided_chain(so_far: EventProgress[AirforceEvent]) -> tuple[TieRecord, DecidedChain]:
    """Return the record for tie-breaks, and the ranks that the ranking's criteria and then the tie-breaks decide."""
    event, rounds = so_far.event, TurnResult.read_rounds(so_far.rounds)
    records = records_of(event, rounds)
    outings: list[Outing] = []
    for number in sorted(rounds):
        flown = records_of(event, {number: rounds[number]})
        for id_ in records:
            one = flown.get(id_)
            fought = one is not None and one.fights > 0
            outings.append(Outing(id_, number, "game" if fought else "out", one.score if one else 0))
    ties = TieRecord({id_: one.score for id_, one in records.items()}, outings, event.header.seed)

    def figures(step: Step, places: Places) -> Figures:
        if step is AIRCRAFT_LOST:
            return {id_: one.lost for id_, one in records.items()}
        return ties.scores if step is HITS else ties.figures(step, places)

    return ties, decide(dict.fromkeys(records, 1), chain_of(event), figures)


def chain_of(event: AirforceEvent) -> tuple[Step, ...]:
    """Return the criteria of the ranking, in order."""
    ids = event.settings.tie_breaks
    return HITS, *(AIRCRAFT_LOST if id_ == AIRCRAFT_LOST.id else TIE_BREAKS[id_].step for id_ in ids)


def records_of(event: AirforceEvent, rounds: Rounds) -> dict[str, Record]:
    """Return the records of all pilots by id, in the order of the roster; those not on it come after."""
    records = {player.id: Record(player.id, player.name) for player in event.players}
    for number in sorted(rounds):
        fights: set[Place] = set()
        for result in rounds[number]:
            record = records.setdefault(result.player, Record(result.player, result.name))
            record.fights += result.place not in fights
            fights.add(result.place)
            record.home += result.is_home
            record.lost += result.is_lost
            record.shot_at += result.shot_at
            record.hits += result.hits
            record.taken += result.taken
            record.findings += result.findings
    return records
