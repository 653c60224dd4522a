"""How fights are drawn, scored and ranked, in sentences that a director can follow with a pencil."""

from __future__ import annotations

from collections.abc import Iterator

from sheetscore.scoring.tie_breaks import broken_by
from sheetscore.systems.airforce.model import AirforceEvent
from sheetscore.systems.airforce.score import HITS, chain_of
from sheetscore.systems.context import RoundContext
from sheetscore.systems.outcomes import BY_LOT, HandColumn, PencilWork, Procedure
from sheetscore.wording import capitalized


def describe_procedure(round_: RoundContext[AirforceEvent]) -> Procedure:
    """Return the procedure of the event: how rounds are drawn and scored, late entries and withdrawals."""
    return Procedure(
        draw=(
            "Whom the event names for an aircraft flies it. The others are drawn so that as few as possible fly again "
            "what they have flown before: the same aircraft, card or side.",
            BY_LOT,
            "An aircraft begins as the table of the aircraft of its fight says. Where that has no column for it, the "
            "run-in is 0, and no aircraft is loaded or odd.",
        ),
        scoring=tuple(_scoring(round_.event)),
        attendance=(
            "Who comes late is drawn for all rounds from the first one that he or she is there for; who leaves, for "
            "all rounds up to the last one.",
            "With too many pilots those sit out who have flown most often. Somebody else who takes an aircraft is "
            "written on its log.",
        ),
        by_hand=(
            "Seat those first whom the event names. Write a card for each other pilot with the aircraft flown so far, "
            "shuffle them, and deal one to each aircraft that is free; exchange two where somebody would fly one "
            "again.",
        ),
        pencil=PencilWork(
            card=(
                HandColumn("Table", 60),
                HandColumn("Aircraft", 240),
                HandColumn("Hits scored", 80),
                HandColumn("Hits taken", 80),
                HandColumn("Scored less taken", 90),
                HandColumn("Aircraft lost", 80),
            ),
            wall=(HandColumn("aircraft", 90), HandColumn("hits scored less taken", 66)),
            first=capitalized(HITS.words),
            breaks=tuple(capitalized(step.words) for step in chain_of(round_.event)[1:]),
            steps={
                "score": "Opponents check each other's logs by the rules of the game. Then count, for each pilot, the "
                "hits that the logs state: those of the pilot's own shots, and those of others at that pilot.",
            },
        ),
    )


def _scoring(event: AirforceEvent) -> Iterator[str]:
    yield (
        "Opponents check each other's logs by the rules of the game, turn by turn, each turn from what the one before "
        "states; so does a computer, where there is one. Hits count as they are stated even where a rule was broken or "
        "the shot could not be fired, unless the director rules on it."
    )
    yield (
        "The hits of a shot count as its log states them, for its pilot, and against the pilot of the target; those of "
        "a shot at nobody count not at all. Where the director rules on a shot, on its log, the ruling counts instead. "
        "For example: who scored 4 hits and took 1 has 3."
    )
    if event.settings.ranking:
        yield (
            f"The standings go by {broken_by(chain_of(event), ', then by ')}. Who is equal in all shares a rank; such "
            "are listed by name. Who has not flown is ranked, too, with 0."
        )
    else:
        yield "The standings list the pilots by name; nobody is ranked."
