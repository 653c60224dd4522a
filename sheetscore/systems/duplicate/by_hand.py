"""The sheets for a pencil: team cards, the wall chart, the results of a side at a table, standings of both sides."""

from __future__ import annotations

from collections import Counter

from sheetscore.scoring.tie_steps import TIE_BREAKS
from sheetscore.systems.compared_by_hand import EXAMPLE, Compared, comparison_sheets
from sheetscore.systems.duplicate.model import SIDES, DuplicateEvent, DuplicateSettings, meetings
from sheetscore.systems.outcomes import HandColumn, PencilWork
from sheetscore.wording import capitalized

MATCH_POINTS = (
    "Match points, by table and side: 1 for every lower result of another team on that side, a half for every equal "
    "one."
)


def factoring_in_words(settings: DuplicateSettings) -> str:
    """Say which factor match points have."""
    if settings.factoring == "none":
        return "Groups of unequal size are not made comparable."
    rounding = ", rounded to two decimals" if settings.factor_rounding == "2dp" else ""
    return (
        "Groups of unequal size, the results of a side at a table, are made comparable by a factor: one less than the "
        f"size of the largest of all, divided by one less than the own size{rounding}."
    )


def sitting_out_in_words(settings: DuplicateSettings) -> str:
    """Say what a team gets that sits out."""
    if settings.sit_out == "zero":
        return "nothing"
    times = ", times its factor" if settings.factoring != "none" else ""
    most = "half of the most match points that those of its side who played at that table could win"
    return f"{most}{times}; nothing where only one did"


_LINES = "A line for each team that played on that side of the table, in any order: the numbers only count them."


def pencil_work(event: DuplicateEvent) -> PencilWork:
    """Return the sheets for a pencil, to compare the results of a side at a table."""
    settings, rounds, tables = event.settings, event.header.rounds, event.tables
    met = [*meetings(event)]
    groups = Counter(one.table for one in met if one.red and one.blue)
    sizes = [size for size in groups.values() if size > 1] or [len(EXAMPLE)]  # nobody is compared in a group of one
    alone = any(bool(one.red) != bool(one.blue) for one in met)
    sits_out = f"Who sits out there is not in the group, and gets {sitting_out_in_words(settings)}."
    compared = Compared(
        "Results of a side",
        "Team",
        "Table ____    Red or Blue ________",
        (MATCH_POINTS, factoring_in_words(settings), *[sits_out] * alone, _LINES),
        size=min(sizes),
        largest=max(sizes),
        of_people=False,
    )
    apart = settings.winners == "per_side"
    sides = {name: [team.id for team in event.side(side)] for side, name in SIDES.items()} if apart else {}
    # what is added up: the last column of the sheet of a side
    earned = "match points" if settings.factoring == "none" else "score"
    return PencilWork(
        card=(
            HandColumn("Table", 60),
            HandColumn("Met", 240),
            HandColumn("Scenario points", 80),
            HandColumn(capitalized(earned), 90),
            HandColumn("So far", 90),
        ),
        card_head={"Side and number": {team.id: f"{SIDES[team.side]} {team.number}" for team in event.teams}},
        of_teams=True,
        wall=(HandColumn(earned, 66),),
        wall_said="What a team earned at a table goes to the round in which it played there, by the sheet Movement.",
        breaks=tuple(TIE_BREAKS[id_].heading for id_ in settings.tie_breaks),
        rankings=sides,
        numbers={team.id: team.number if apart else f"{SIDES[team.side]} {team.number}" for team in event.teams},
        sheets=comparison_sheets(settings, compared, rounds, tables * len(SIDES)) if event.names else (),
        steps={
            "play": "Lay a traveller on each table before round 1, with table and scenario. It stays there.",
            "score": "After the last round turn the travellers over, and score each side of each table on a copy of "
            "its own, by “How it goes”.",
        },
        scored_once=True,
    )
