"""The sheets of team play: those of the task sheets, which seats add up to a team, and the table of bands.

Source: Tournament Guidelines, 1991, Team Play.
"""

from __future__ import annotations

from dataclasses import replace

from sheetscore.findings import Finding
from sheetscore.forms.form import RoundForms, entries_by_page
from sheetscore.forms.library import Library
from sheetscore.problems import MistakesFound
from sheetscore.scoring.bands import read_bands
from sheetscore.systems.at_hand import RoundAtHand
from sheetscore.systems.tasks import forms
from sheetscore.systems.tasks.flights import awarded_together
from sheetscore.systems.team.model import TeamEvent
from sheetscore.systems.team.seating import check_flown, check_tables, seat_groups


def team_forms(round_: RoundAtHand[TeamEvent]) -> RoundForms:
    """Return the sheets of a round, and which seats add up to a team."""
    made = forms.round_forms(round_, team_points=round_.event.settings.avp_team_points)
    return replace(made, groups=seat_groups(round_.event, round_.draw))


def template_checks(library: Library) -> list[Finding]:
    """Find what is wrong in the templates and in the table of bands in force."""
    try:
        read_bands(library.scoring("avp"))
    except MistakesFound as mistakes:
        return [*forms.template_checks(library), *mistakes.findings]
    return forms.template_checks(library)


def check_entries(round_: RoundAtHand[TeamEvent]) -> list[Finding]:
    """Find seats that somebody of another team or section flew, and team points of one group awarded together."""
    event = round_.event
    by_page = entries_by_page(round_.entries)
    sitting = {
        at: player
        for at, page in round_.forms.pages.items()
        if (player := page.form.kind.sitting(by_page[at])) is not None
    }
    tables = [table.number for table in round_.forms.tables]
    return [
        *check_tables(event, round_.stage, tables),
        *check_flown(event, round_.forms.groups, sitting),
        *awarded_together(round_),
    ]
