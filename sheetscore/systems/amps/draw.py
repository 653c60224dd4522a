"""The draw of a round of AMPS, which aims at equal section totals, then at variety; and the procedure in words."""

from __future__ import annotations

from collections.abc import Iterator

from sheetscore.pairing.draw import Draw, Flown
from sheetscore.pairing.origins import kept_apart, origins_of
from sheetscore.pairing.planned import refuse_without_libraries
from sheetscore.pairing.planned.followed import follow_plan
from sheetscore.pairing.planned.seat_plan import Effort, SeatPlan
from sheetscore.pairing.sections.draw import draw_planned
from sheetscore.pairing.sections.plan import Plan, PlannedRound, PlannedSide
from sheetscore.scoring.tie_steps import said
from sheetscore.systems.amps.by_hand import MATCH_POINTS, factoring_in_words, pencil_work
from sheetscore.systems.amps.model import AmpsEvent
from sheetscore.systems.amps.score import seats_flown
from sheetscore.systems.context import RoundContext
from sheetscore.systems.outcomes import BY_LOT, CARD_FOR_LATE, Procedure


def draw_round(round_: RoundContext[AmpsEvent]) -> Draw:
    """Seat the pilots of a round, so that all can reach equal section totals by the end of the event.

    The aims are from the Tournament Guidelines, 1991: everybody's section total is the same when the event is over
    (Factoring), and nobody meets the same people or flies the same scenario twice (General Guidelines).

    The draw looks ahead to all later rounds whose scenario is named. From earlier rounds it takes who really flew. If
    all rounds were planned at once, it follows the plan.

    Raises
    ------
    WrongUsage
        The event has no such round, or the round is no longer as it was planned.
    MistakesFound
        Nobody plays in the round.
    """
    plan, history = plan_of(round_.event), _history(round_)
    if round_.planned:
        return follow_plan(plan, round_.planned, history)
    return draw_planned(plan, round_.stage, history)


def plan_rounds(round_: RoundContext[AmpsEvent], effort: Effort) -> SeatPlan:
    """Seat the pilots of a round and of all after it at once.

    Raises
    ------
    WrongUsage
        OR-tools is missing, or the event is too large.
    """
    refuse_without_libraries()
    from sheetscore.pairing.planned.sections import plan_sections  # noqa: PLC0415 -- OR-tools is an extra

    return plan_sections(plan_of(round_.event), round_.stage, _history(round_), effort)


def _history(round_: RoundContext[AmpsEvent]) -> list[Flown]:
    return [flight for before in round_.earlier for flight in seats_flown(before)]


def plan_of(event: AmpsEvent) -> Plan:
    """Return what the draw needs to know of an event: its pilots, and the rounds whose scenario is named."""
    unnamed = event.unnamed_rounds
    return Plan(
        seed=event.header.seed,
        names={player.id: player.name for player in event.players},
        rounds=tuple(
            _planned(event, number, tables)
            for number, tables in sorted((round_.number, round_.tables) for round_ in event.rounds)
            if number not in unnamed
        ),
        origins=origins_of(event.players, event.settings.keep_apart),
    )


def _planned(event: AmpsEvent, number: int, tables: int) -> PlannedRound:
    scenario = event.scenario_of(number)
    return PlannedRound(
        number=number,
        scenario=scenario.id,
        sides=tuple(PlannedSide(side.id, side.force, side.seats) for side in scenario.sides),
        tables=tables,
        pilots=frozenset(player.id for player in event.playing(number)),
    )


def describe_procedure(round_: RoundContext[AmpsEvent]) -> Procedure:
    """Return the procedure of the event: how rounds are drawn and scored, late entries and withdrawals."""
    event = round_.event
    apart = event.settings.keep_apart
    kept = (f"{kept_apart(apart)} at one table as rarely as can be without more of any of this.",) if apart else ()
    return Procedure(
        draw=(
            "All who fly the same side of a round's scenario, at whatever table, are one section, and are compared "
            "with one another alone.",
            "Sides are given so that the sizes of the sections that everybody has flown in add up to sums as equal as "
            "they can over all rounds whose scenario is named; then so that nobody has a scenario or a side twice.",
            "Tables are given so that few meet the same opponents again, then the same team mates.",
            *kept,
            BY_LOT,
        ),
        scoring=tuple(_scoring(event)),
        attendance=(
            "Who comes late is drawn from the first round on in which he or she is there, who leaves until the last. "
            "Rounds that are missed score nothing, and the standings show how many were flown.",
            "With too few pilots seats stay empty: spread over the tables, the larger sides first. With too many those "
            "sit out who have done so least often.",
            "A section counts who flew: a seat with 0 in “write 0 if nobody flew” is outside it. Somebody else who "
            "takes a seat is written on its page, and scores.",
        ),
        by_hand=(
            f"Cut the player cards apart. {CARD_FOR_LATE} In round 1 shuffle the cards of those who are there. Later "
            "sort them by the sum of the sizes of their sections, the smallest first.",
            f"A section has as many seats as its side has at all tables together{_section_sizes(event)}. Deal the "
            "sections in the order of their sizes, the largest first: the cards on top are its pilots. Who has flown "
            "that side or that scenario before is passed over while there are others.",
            "With fewer cards than seats leave seats empty, one at each table in turn, the larger sides first. With "
            "more the cards that are left sit out; nobody does twice before everybody has.",
            "Shuffle each section and deal it over the tables, a card to each in turn. Team mates are those of one's "
            "own side and of sides of the same force, opponents all others at the table.",
            "Exchange two cards of a section where opponents would meet as opponents again, as long as fewer do "
            "afterwards. Then do so for team mates, as long as that costs no opponents. Some may be left.",
            "Write on the posting who sits where, and on every card the side and the ids of whom the pilot meets.",
        ),
        pencil=pencil_work(event),
    )


def _section_sizes(event: AmpsEvent) -> str:
    """Say how many seats each section of each round has; nothing if no round has a scenario yet."""
    said = [
        f"round {stage}: {', '.join(f'{side.title} {side.seats * event.tables_needed(stage)}' for side in sides)}"
        for stage in event.stages
        if stage not in event.unnamed_rounds
        for sides in [event.scenario_of(stage).sides]
    ]
    return f": in {'; in '.join(said)}" if said else ""


def _scoring(event: AmpsEvent) -> Iterator[str]:
    yield (
        "A pilot's scenario points (SP) are what the lines of the page add up to, never below 0. Team points (TP) of a "
        "side go to each of its pilots. SP and TP are the round score."
    )
    yield MATCH_POINTS
    yield factoring_in_words(event.settings)
    yield f"The standings add up the scores of all rounds. {event.settings.who_shares}"
    yield from said(event.settings.tie_breaks)
