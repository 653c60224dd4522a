"""What every system has without saying so, and what it is asked about."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest
from amps_event import amps_event
from dice_system import DICE, starter
from msgspec.structs import replace

from sheetscore.findings import CODES, Severity, declare, finding
from sheetscore.pairing.draw import Draw, TableDraw
from sheetscore.systems.amps.model import AmpsEvent
from sheetscore.systems.context import EarlierRounds, EventProgress, NotYet, RoundContext
from sheetscore.systems.duplicate import DUPLICATE
from sheetscore.systems.outcomes import EarlierRound
from sheetscore.systems.rare_hooks import OWN_DRAW_CHECKS, HouseHabits
from sheetscore.systems.team import TEAM


def test_a_code_that_two_systems_declare_is_an_error() -> None:
    assert finding("dice-loaded", "two sixes").severity is Severity.WARNING
    with pytest.raises(ValueError, match="craps declares codes of findings that are not its own: dice-loaded"):
        replace(DICE, id="craps")
    with pytest.raises(ValueError, match="not its own: structure"):
        replace(DICE, codes={"structure": (Severity.NOTE, "of the house")})
    assert CODES["dice-loaded"] == (Severity.WARNING, "a throw is too good")


def test_a_system_may_declare_its_codes_again() -> None:
    declare("dice", DICE.codes)
    assert replace(DICE, title="More dice").codes == DICE.codes


def test_the_own_folder_of_templates_comes_before_those_that_are_borrowed() -> None:
    assert (DUPLICATE.template_folders, TEAM.template_folders) == (("duplicate", "amps"), ("team", "amps"))


def test_strangers_are_found_and_tables_without_results_are_open_without_saying_so() -> None:
    drawn = Draw(1, (TableDraw(1, "", {"1": "A", "2": "X"}), TableDraw(2, "", {"1": "B", "2": None})), (), ())
    round_ = RoundContext(starter("club"), 1, draw=drawn)
    assert [(one.code, one.fields[0][:2]) for one in DICE.find_in_draw(round_) if one.is_error] == [
        ("draw-player", (1, "2"))
    ]
    assert [game.table for game in DICE.open_games(round_)] == [None]  # the round as a whole
    assert [game.table for game in DICE.open_games(replace(round_, missing=[2]))] == [2]


def test_what_is_found_in_every_draw_can_be_switched_off_and_added_to() -> None:
    tables = (TableDraw(1, "", {"1": "A", "2": "X"}), TableDraw(2, "", {"1": "A", "2": None}))
    round_ = RoundContext(starter("club"), 1, draw=Draw(1, tables, (), ()))

    def found(habits: HouseHabits) -> set[str]:
        odd = finding("draw-wish", "table 1 wobbles")
        system = replace(DICE, habits=habits, check_draw=lambda _: [odd])
        return {one.code for one in system.find_in_draw(round_)}

    assert found(HouseHabits()) == {"draw-player", "draw-twice", "empty-seat", "draw-wish"}
    assert found(HouseHabits(strangers=False)) == {"draw-twice", "empty-seat", "draw-wish"}
    assert found(HouseHabits(twice_drawn=False, alone_drawn=None)) == {"draw-player", "draw-wish"}
    assert found(OWN_DRAW_CHECKS) == {"draw-wish"}


USES: Mapping[str, Callable[[RoundContext[AmpsEvent]], object]] = {
    "draw": lambda round_: round_.draw.tables,
    "library of templates": lambda round_: round_.library.then,
    "score sheets": lambda round_: round_.forms.tables,
    "entries": lambda round_: dict(round_.entries),
    "score": lambda round_: round_.score.rows,
}


@pytest.mark.parametrize(("part", "used"), USES.items())
def test_what_a_round_has_not_yet_cannot_be_used(part: str, used: Callable[[RoundContext[AmpsEvent]], object]) -> None:
    with pytest.raises(NotYet, match=f"there is no {part} yet"):
        used(RoundContext(amps_event(), 1))


@pytest.mark.parametrize("use", [bool, len, list, dict, lambda part: part["T1"], lambda part: "T1" in part])
def test_what_is_to_come_is_not_taken_for_something_empty(use: Callable[[object], object]) -> None:
    with pytest.raises(NotYet):
        use(RoundContext(amps_event(), 1).entries)


def test_nobody_is_ranked_before_the_standings() -> None:
    with pytest.raises(NotYet, match="there is no ranking yet"):
        _ = EventProgress(amps_event(), {}).standings.rows


def test_earlier_rounds_are_found_out_once_and_only_when_somebody_looks() -> None:
    asked = []

    def find() -> Sequence[EarlierRound]:
        asked.append(1)
        return [EarlierRound(1, "", ())]

    round_ = RoundContext(starter("club"), 2, EarlierRounds(find))
    assert replace(round_, rows=()).earlier is round_.earlier
    assert not asked
    assert [one.number for one in round_.earlier] == [1]
    assert (len(round_.earlier), round_.earlier[0].number, asked) == (1, 1, [1])
