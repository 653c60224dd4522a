"""Workbooks that commands write: the functions of tests that have them written in a folder.

`test_every_formula.py` has LibreOffice compute them; a folder is made once for it and for the test of its figures.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec import Struct
from test_amps_primaries import own_primaries
from test_amps_table_page import damage_to_extra_aircraft
from test_club_book import awkward_names, no_day, too_many_results
from test_destroyed_targets import only_target
from test_duplicate_commands import WORKBOOKS, repeat_and_near_scores
from test_duplicate_people import one_leaves_and_one_comes
from test_extra_sheets import with_more_lines
from test_league import from_new_to_prizes, other_chain
from test_listed_texts import rule_about_a_player, rule_about_all_lines
from test_simulate_command import formats_compared
from test_team_commands import nobody_flew_against


class Written(Struct, frozen=True):
    """Workbooks in a folder."""

    make: Callable[[Path], object]
    stems: tuple[str, ...]
    at_least: int
    """How many formulas each must have."""


ROUND = ("round1", "round1-results")

WRITTEN: Mapping[str, Written] = {
    "amps: damage to extra aircraft": Written(damage_to_extra_aircraft, ROUND, 51),
    "amps: own primaries": Written(own_primaries, ROUND, 51),
    "amps: the only target": Written(only_target, ROUND, 1),
    "amps: more lines": Written(with_more_lines, ROUND[1:], 101),
    "team: nobody flew against": Written(nobody_flew_against, ROUND[1:], 6),
    "duplicate: a repeat and near scores": Written(repeat_and_near_scores, WORKBOOKS, 11),
    "duplicate: one leaves and one comes": Written(one_leaves_and_one_comes, WORKBOOKS, 11),
    "house rule: about a player": Written(rule_about_a_player, ROUND, 1),
    "house rule: about all lines": Written(rule_about_all_lines, ROUND, 1),
    "league: from new to prizes": Written(from_new_to_prizes, ("round1-results", "round3-results", "standings"), 14),
    "league: another chain": Written(other_chain, ("standings",), 50),
    "club: awkward names": Written(awkward_names, ("club",), 7 * 5),
    "club: no day": Written(no_day, ("club",), 1),
    "club: too many results": Written(too_many_results, ("club",), 1),
    "simulate: formats": Written(formats_compared, ("formats", "equal", "apart"), 11),
}
