"""How an event of Air Power Match Points goes on, in words."""

from __future__ import annotations

from collections.abc import Iterator

from sheetscore.pairing.origins import kept_apart
from sheetscore.systems.amps.model import AmpsEvent
from sheetscore.systems.at_hand import RoundAtHand
from sheetscore.systems.outcomes import Conduct


def conduct_of(round_: RoundAtHand[AmpsEvent]) -> Conduct:
    """Say how rounds are drawn and scored, and what becomes of who comes and goes."""
    apart = round_.event.settings.keep_apart
    kept = (f"{kept_apart(apart)} at one table as rarely as can be without more of any of this.",) if apart else ()
    return Conduct(
        draw=(
            "All who fly the same side of a round's scenario, at whatever table, are one section, and are compared "
            "with one another alone.",
            "Sides are given so that the sums of the sections that everybody has flown in come out as equal as they "
            "can over all rounds whose scenario is named; then so that nobody has a scenario or a side twice.",
            "Tables are given so that few meet the same opponents again, then the same team mates.",
            *kept,
            "What is equal is decided by lots that follow from the seed: the same event and seed give the same draw.",
        ),
        scoring=tuple(_scoring(round_.event)),
        attendance=(
            "Who comes late is drawn from the first round on in which he or she is there, who leaves until the last. "
            "Rounds that are missed score nothing, and the standings show how many were flown.",
            "With too few pilots seats stay empty: spread over the tables, the larger sides first. With too many those "
            "sit out who have done so least often.",
            "A section counts who flew: 0 under flew takes a seat that nobody flew out of it. Somebody else who "
            "takes a seat is chosen on its page, and scores.",
        ),
    )


def _scoring(event: AmpsEvent) -> Iterator[str]:
    yield (
        "A pilot's scenario points (SP) are what the lines of the page add up to, never below 0. Team points (TP) of a "
        "side go to each of its pilots. SP and TP are the round score."
    )
    yield "Match points: 1 for everybody of the section with a lower round score, a half for everybody with the same."
    if event.settings.factoring == "none":
        yield "The score of a round is its match points: sections of unequal size are not made comparable."
    else:
        yield (
            "The score of a round is match points times the factor of the section: one less than the size of the "
            "round's largest section, divided by one less than its own size."
        )
    yield f"The standings add up the scores of all rounds. {event.settings.who_shares}"
