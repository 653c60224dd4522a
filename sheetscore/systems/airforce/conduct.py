"""How an event of fights goes on, in words."""

from __future__ import annotations

from collections.abc import Iterator

from sheetscore.systems.airforce.model import AirforceEvent
from sheetscore.systems.at_hand import RoundAtHand
from sheetscore.systems.outcomes import Conduct


def conduct_of(round_: RoundAtHand[AirforceEvent]) -> Conduct:
    """Say how rounds are drawn and scored, and what becomes of who comes and goes."""
    return Conduct(
        draw=(
            "Whom the event names for an aircraft flies it. The others are drawn so that as few as can be fly such an "
            "aircraft again; what is equal is decided by lots that follow from the seed.",
        ),
        scoring=tuple(_scoring(round_.event)),
        attendance=(
            "Who comes late is drawn from the first round on in which he or she is there, who leaves until the last.",
            "With too many pilots those sit out who have flown most often. Somebody else who takes an aircraft is "
            "chosen on its log.",
        ),
    )


def _scoring(event: AirforceEvent) -> Iterator[str]:
    yield (
        "Every log is flown again by the rules, turn by turn, each turn from what the one before states. What breaks a "
        "rule, and shots that could not be fired, are named and counted; they take nothing off. The hits of a shot "
        "count as they are stated, unless the director rules on it on its log."
    )
    if event.settings.ranking:
        yield "The standings go by hits scored less hits taken, then by aircraft lost, then by name."
    else:
        yield "The standings list the pilots by name; nobody is ranked."
