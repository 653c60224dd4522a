"""The sheets for a pencil: cards, the wall chart, sections."""

from __future__ import annotations

from sheetscore.scoring.tie_steps import TIE_BREAKS
from sheetscore.systems.amps.model import AmpsEvent, AmpsSettings
from sheetscore.systems.compared_by_hand import Compared, comparison_sheets
from sheetscore.systems.outcomes import HandColumn, HandSheet, PencilWork

MATCH_POINTS = (
    "Match points: 1 for everybody of the section with a lower round score, a half for everybody with the same."
)


def factoring_in_words(settings: AmpsSettings) -> str:
    """Say which factor match points have."""
    if settings.factoring == "none":
        return "The score of a round is its match points: sections of unequal size are not made comparable."
    rounding = ", rounded to two decimals" if settings.factor_rounding == "2dp" else ""
    return (
        "The score of a round is match points times the factor of the section: one less than the size of the "
        f"round's largest section, divided by one less than its own size{rounding}."
    )


def pencil_work(event: AmpsEvent) -> PencilWork:
    """Return the sheets for a pencil."""
    return PencilWork(
        card=(
            HandColumn("Table", 54),
            HandColumn("Side flown", 120),
            HandColumn("Opponents (ids)", 150),
            HandColumn("Team mates (ids)", 110),
            HandColumn("Size of section", 66),
            HandColumn("Sizes so far", 60),
            HandColumn("Score", 66),
        ),
        wall=(HandColumn("side", 70), HandColumn("score", 60)),
        breaks=(
            *(TIE_BREAKS[id_].heading for id_ in event.settings.tie_breaks),
            "Rounds flown",
            "Sizes of sections",
        ),
        sheets=_sections(event),
    )


def _sections(event: AmpsEvent) -> tuple[HandSheet, ...]:
    """Make the blank sheet of a section, to be copied for every side of every round, and a worked example."""
    sizes = [
        side.seats * event.tables_needed(stage)
        for stage in event.stages
        if stage not in event.unnamed_rounds
        for side in event.scenario_of(stage).sides
    ]
    section = Compared(
        "Section",
        "Pilot",
        "Round ____    Side ______________________________",
        (MATCH_POINTS, factoring_in_words(event.settings)),
        group="section",
        team_points=True,
    )
    return comparison_sheets(event.settings, section, max(sizes), len(sizes)) if sizes else ()
