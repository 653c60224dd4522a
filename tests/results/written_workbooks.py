"""Workbooks that tests write: the functions that write them in a folder.

`test_every_formula.py` has LibreOffice compute them; a folder is made once for it and for the test of its figures.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct
from test_airforce_log_formulas import flown_by_chance
from test_airforce_page import long_log
from test_airforce_paper import fifteen_turns
from test_amps_primaries import own_primaries
from test_amps_table_page import damage_to_extra_aircraft
from test_aso_results_tables import of_three_tables
from test_aso_workbooks import awkward_cup as awkward_swiss
from test_charts_on_paper import ending_in_halves
from test_club_book import awkward_names, no_day, of_all_kinds, of_standings_alone, too_many_results
from test_column_rules import added_up
from test_columns_by_round import by_own_rules
from test_cut_texts import SHOWN as CUT
from test_cut_texts import cut_by_formulas
from test_destroyed_targets import only_target
from test_diplomacy_draw import boards_posted, remainders_posted
from test_diplomacy_endings import every_ending
from test_draw_workbook import awkward_names_drawn, side_with_a_number, two_of_one_name
from test_duplicate_commands import repeat_and_near_scores
from test_duplicate_people import one_leaves_and_one_comes
from test_extra_sheets import with_more_lines
from test_figure_ranges import RULES, of_ranges
from test_figure_rules import CASES, of_every_figure
from test_further_lines import hits_on_all_pages
from test_idle_formulas import out_of_a_list
from test_landscape_pages import filled_logs
from test_league import from_new_to_prizes, other_chain
from test_listed_texts import rule_about_a_player, rule_about_all_lines
from test_match_pages import series_of_awkward_names
from test_pages_on_paper import lines_continued, several_sheets
from test_plan_by_hand import planned
from test_round_workbook import filled_by_chance
from test_simulate_command import formats_compared
from test_spare_pages import walk_in_written_down
from test_team_commands import awkward_cup as awkward_teams
from test_team_commands import nobody_flew_against
from test_torn_blocks import crowded_duel


class Written(Struct, frozen=True):
    """Workbooks in a folder."""

    make: Callable[..., object]
    stems: str
    """Their names; none for all that are there."""
    at_least: int
    """How many formulas each must have."""
    of_demos: bool = False


ROUND = "round1 round1-results"
CUP = "round1-draw round1 round1-results round2-draw standings"

WRITTEN: Mapping[str, Written] = {
    "airforce: flown by chance": Written(flown_by_chance, "main procedural", 20 * 500),
    "airforce: a long log": Written(long_log, "round1", 36 * 50),
    "airforce: fifteen turns": Written(fifteen_turns, "round1-results", 500),
    "amps: damage to extra aircraft": Written(damage_to_extra_aircraft, ROUND, 51),
    "amps: own primaries": Written(own_primaries, ROUND, 51),
    "amps: the only target": Written(only_target, ROUND, 1),
    "amps: more lines": Written(with_more_lines, "round1-results", 101),
    "amps: filled by chance": Written(filled_by_chance, "sparse some most", 1001),
    "amps: seats with several sheets": Written(several_sheets, "", 501),
    "amps: lines continued": Written(lines_continued, "round1", 500),
    "amps: hits on all pages": Written(hits_on_all_pages, "round1", 501),
    "amps: a block of several sheets": Written(crowded_duel, "round1", 3 * 2 * 40 + 1),
    "amps: a walk-in": Written(walk_in_written_down, "round1", 101),
    "amps: awkward names drawn": Written(awkward_names_drawn, "draw", 4 * 9 + 36 * 3),
    "amps: a side with a number": Written(side_with_a_number, "draw", 4 * 9 + 36 * 3),
    "amps: planned": Written(planned, "plan", 12 * 2 + 1),
    "aso: a list of three tables": Written(of_three_tables, "results", 41),
    "aso: awkward names": Written(awkward_swiss, CUP, 11),
    # a name for every power, a heading and two cells for each of the lines of those who sit out, three for each by name
    "diplomacy: boards posted": Written(boards_posted, "round2-draw", 21 + 2 * 5 + 1 + 3 * 22),
    "diplomacy: every ending": Written(every_ending, "", 11),
    "diplomacy: remainders posted": Written(remainders_posted, "double standbys", 3 * 16 + 1),
    "logs: filled": Written(filled_logs, "letter a4", 3 * 12 + 2 * (2 + 2)),
    "match: a formula that leaves its list": Written(out_of_a_list, "above below", 1, of_demos=True),
    "match: two of one name": Written(two_of_one_name, "draw", 2 * 4),
    "match: a series of awkward names": Written(series_of_awkward_names, "round1", 101),
    "team: awkward names": Written(awkward_teams, CUP, 11),
    "team: nobody flew against": Written(nobody_flew_against, "round1-results", 6),
    "duplicate: a repeat and near scores": Written(repeat_and_near_scores, "", 11),
    "duplicate: one leaves and one comes": Written(one_leaves_and_one_comes, "", 11),
    "house rule: about a player": Written(rule_about_a_player, ROUND, 1),
    "house rule: about all lines": Written(rule_about_all_lines, ROUND, 1),
    "league: from new to prizes": Written(from_new_to_prizes, "round1-results round3-results standings", 14),
    "league: another chain": Written(other_chain, "standings", 50),
    "charts: ending in halves": Written(ending_in_halves, "scores shares", 2 * 5),
    "club: awkward names": Written(awkward_names, "club", 7 * 5),
    "club: no day": Written(no_day, "club", 1),
    "club: too many results": Written(too_many_results, "club", 1),
    "club: events of all kinds": Written(of_all_kinds, "club", 5 * 121, of_demos=True),
    "club: standings alone": Written(of_standings_alone, "club", 0, of_demos=True),
    "simulate: formats": Written(formats_compared, "formats equal apart", 11),
    "figures: of every rule": Written(of_every_figure, "figures", CASES + 1),
    "figures: of ranges": Written(of_ranges, "ranges", len(RULES)),
    "texts cut off": Written(cut_by_formulas, "cut", len(CUT)),
    "tables: added up": Written(added_up, "t", 5),
    "tie-breaks: by own rules": Written(by_own_rules, "ties", 8 * (25 + 25 * 7) // 2),
}
