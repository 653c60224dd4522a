"""The examples of accelerated Swiss: their files fit together, and the demo plays them to standings known by hand."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

import pytest
from msgspec import Struct
from shared_demos import Demos

from sheetscore.event.load import examine_event
from sheetscore.findings import Severity
from sheetscore.forms.template import shipped
from sheetscore.operations.opening.drawn_rounds import draw_of
from sheetscore.operations.opening.history import records
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.standings import Ranked
from sheetscore.pairing.draw import Draw
from sheetscore.results.record import RoundRecord
from sheetscore.systems.aso.model import AsoEvent

EXAMPLES = ("aso", "cromwell-2010")
ROUNDS = (1, 2, 3, 4, 5)


class Played(Struct, frozen=True):
    """An example after its demo."""

    event: AsoEvent
    draws: Mapping[int, Draw]
    records: Mapping[int, RoundRecord]
    ranked: Ranked

    def row(self, id_: str) -> Mapping[str, object]:
        """Give a player's line of the standings."""
        return next(row for row in self.ranked.rows if row["id"] == id_)


def after_demo(demos: Demos, name: str) -> Played:
    shown = demos.played(name)
    opened = open_event(shown.folder)
    assert isinstance(opened.event, AsoEvent)
    return Played(opened.event, {n: draw_of(opened, n).draw for n in ROUNDS}, records(opened), shown.ranked)


@pytest.fixture(scope="module")
def copenhagen(demos: Demos) -> Played:
    return after_demo(demos, "aso")


@pytest.fixture(scope="module")
def cromwell(demos: Demos) -> Played:
    return after_demo(demos, "cromwell-2010")


def lines(name: str, number: int) -> list[dict[str, str]]:
    with (shipped("examples") / name / f"round{number}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def games(name: str, number: int) -> dict[int, tuple[str, str, str]]:
    """Give the players of every table by name, and who won, as the CSV file has them."""
    found = {}
    for line in lines(name, number):
        if line["field"] == "winner":
            one, other = line["label"].split(" v ")
            found[int(line["table"])] = one, other, line["value"]
    return found


class ByHand(Struct):
    """What a player has, added up from the CSV files: 3 for a win or a bye, 1 for a draw."""

    points: int = 0
    setbacks: int = 0
    first_loss: int | None = None
    first_draw: int | None = None

    def add(self, number: int, result: str) -> None:
        self.points += {"win": 3, "draw": 1, "bye": 3}.get(result, 0)
        self.setbacks += result in {"draw", "loss", "missed"}
        if result in {"loss", "missed"}:
            self.first_loss = self.first_loss or number
        if result == "draw":
            self.first_draw = self.first_draw or number


def added_up(name: str, played: Played) -> tuple[dict[str, ByHand], list[set[str]]]:
    """Add everything up, by name; and say who was undefeated after each round."""
    found: dict[str, ByHand] = defaultdict(ByHand)
    undefeated = []
    for number in ROUNDS:
        results = {}
        for one, other, winner in games(name, number).values():
            results[one], results[other] = {
                "1": ("win", "loss"),
                "2": ("loss", "win"),
                "draw": ("draw", "draw"),
            }[winner]
        for player in played.event.players:
            otherwise = "bye" if player.plays_in(number) else "missed"
            found[player.name].add(number, results.get(player.name, otherwise))
        undefeated.append({player for player, has in found.items() if not has.setbacks})
    return found, undefeated


# both


@pytest.mark.parametrize("name", EXAMPLES)
def test_there_is_nothing_to_find_fault_with_but_missing_ratings_and_the_choice(name: str) -> None:
    event, findings = examine_event(shipped("examples") / name / "event.toml")
    assert isinstance(event, AsoEvent)
    assert {one.severity for one in findings} == {Severity.WARNING}
    about = [one.message.split(" ")[0] for one in findings]
    assert about == (["No"] if name == "aso" else ["No", *["Round"] * 2])  # two rounds offer two scenarios


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_table_that_is_drawn_has_a_winner_and_the_values_are_those_of_its_players(
    name: str, request: pytest.FixtureRequest
) -> None:
    played: Played = request.getfixturevalue("copenhagen" if name == "aso" else "cromwell")
    names = played.event.names
    for number in ROUNDS:
        seats = {table.number: " v ".join(names[player] for player in table.seated.values()) for table in
                 played.draws[number].tables}  # fmt: skip
        assert {(int(line["table"]), line["label"]) for line in lines(name, number)} == set(seats.items())
        assert set(games(name, number)) == set(seats)
        assert played.records[number].findings == ()


@pytest.mark.parametrize("name", EXAMPLES)
def test_points_and_first_setbacks_are_those_of_the_csv_files(name: str, request: pytest.FixtureRequest) -> None:
    played: Played = request.getfixturevalue("copenhagen" if name == "aso" else "cromwell")
    found, _ = added_up(name, played)
    assert {row["name"]: (row["score"], row["first_loss"], row["first_draw"]) for row in played.ranked.rows} == {
        player: (has.points, has.first_loss, has.first_draw) for player, has in found.items()
    }


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_readme_names_every_file_of_the_example(name: str) -> None:
    example = shipped("examples") / name
    readme = (example / "README.md").read_text(encoding="utf-8")
    others = {path.name for path in example.iterdir()} - {"README.md"}
    assert {file for file in others if f"`{file}`" in readme} == others


# Copenhagen Open


def test_the_last_undefeated_is_first_although_another_has_more_points(copenhagen: Played) -> None:
    found, undefeated = added_up("aso", copenhagen)
    assert [len(left) for left in undefeated] == [12, 5, 2, 1, 0]
    assert undefeated[3] == {"Frida Storm"}
    first, second = copenhagen.ranked.rows[:2]
    assert (first["name"], first["rank"], first["winner"], first["score"]) == ("Frida Storm", 1, 1, 12)
    assert (second["name"], second["rank"], second["winner"], second["score"]) == ("Carsten Lund", 2, 0, 13)
    assert max(has.points for has in found.values()) == 13


def test_the_others_are_ranked_by_points_and_tie_breaks(copenhagen: Played) -> None:
    others = copenhagen.ranked.rows[1:]
    keys = [
        (row["score"], row["first_loss"] or 6, row["first_draw"] or 6, Fraction(row["opponents_rating"] or 0))
        for row in others
    ]
    assert keys == sorted(keys, reverse=True)
    assert len(set(keys)) == len(keys)
    assert [row["rank"] for row in others] == list(range(2, 25))


def test_nobody_meets_twice_and_wishes_are_kept(copenhagen: Played) -> None:
    pairs = [
        (number, frozenset(table.seated.values()))
        for number, drawn in copenhagen.draws.items()
        for table in drawn.tables
    ]
    assert len({pair for _, pair in pairs}) == len(pairs) == 12 + 12 + 11 + 11 + 11
    assert frozenset(("P05", "P06")) not in {pair for _, pair in pairs}
    assert (3, frozenset(("P10", "P19"))) in pairs
    at_table_1 = [dict(drawn.tables[0].seats).values() for drawn in copenhagen.draws.values()]
    assert all("P17" in seated for seated in at_table_1)


def test_somebody_else_sits_out_in_each_round_with_an_odd_field(copenhagen: Played) -> None:
    byes = [drawn.byes for drawn in copenhagen.draws.values()]
    assert byes == [(), (), ("P22",), ("P24",), ("P19",)]
    assert all(row["player"] != "P14" for number in (3, 4, 5) for row in copenhagen.records[number].rows)
    rows = {row["player"]: row for row in copenhagen.records[3].rows}
    assert (rows["P22"]["result"], rows["P22"]["points"], rows["P22"]["opponent"]) == ("bye", 3, None)


def test_the_game_that_judges_decided(copenhagen: Played) -> None:
    rows = {row["player"]: row for row in copenhagen.records[3].rows}
    judged = [line["value"] for line in lines("aso", 3) if line["field"] in {f"judge.{n}.1" for n in (1, 2, 3)}]
    assert sum(map(int, judged)) == 115  # 38.33 on average: at most 40, lost
    assert (rows["P02"]["result"], rows["P02"]["decided_by"]) == ("loss", "judges")
    assert (rows["P06"]["result"], rows["P06"]["opponent"]) == ("win", "P02")


def test_prizes_are_the_sums_of_what_the_slips_say(copenhagen: Played) -> None:
    totals: dict[str, dict[str, int]] = {what: defaultdict(int) for what in ("cc", "snake_eyes", "boxcars")}
    for number in ROUNDS:
        for line in lines("aso", number):
            what = line["field"].split("_")[0] if line["field"].startswith("cc_") else line["field"]
            if what in totals:
                player = line["label"].split(" v ")[int(line["seat"]) - 1]
                totals[what][player] += int(line["value"]) * (-1 if line["field"] == "cc_lost" else 1)
    for what, key in (("cc", "cc_difference"), ("snake_eyes", "snake_eyes"), ("boxcars", "boxcars")):
        assert {row["name"]: row[key] for row in copenhagen.ranked.rows} == totals[what]
    assert max(totals["cc"], key=lambda name: totals["cc"][name]) == "Rolf Eriksen"


# Operation Cromwell


def test_every_pair_is_one_that_was_locked_and_none_is_missing(cromwell: Played) -> None:
    locked = {(wish.round, frozenset(wish.players)) for wish in cromwell.event.wishes if wish.kind == "lock"}
    drawn = {
        (number, frozenset(table.seated.values())) for number, draw in cromwell.draws.items() for table in draw.tables
    }
    assert drawn == locked
    assert len(drawn) == 6 + 6 + 6 + 5 + 4
    assert all(draw.byes == () for draw in cromwell.draws.values())


def test_player_7_wins_and_the_others_rank_as_worked_out_by_hand(cromwell: Played) -> None:
    # by round: won 3, drawn 1, lost or missed 0
    assert [(row["rank"], row["id"], row["score"]) for row in cromwell.ranked.rows] == [
        (1, "P07", 3 + 3 + 3 + 3 + 1),
        (2, "P03", 3 + 3 + 3 + 0 + 3),
        (3, "P09", 3 + 0 + 3 + 3 + 1),
        (4, "P02", 0 + 3 + 0 + 3 + 3),
        (5, "P11", 3 + 3 + 0 + 0 + 1),
        (6, "P05", 3 + 0 + 0 + 3 + 0),
        (7, "P06", 0 + 1 + 3 + 0 + 1),  # first loss in round 1, first draw in round 2
        (7, "P12", 0 + 1 + 3 + 1 + 0),  # the same
        (9, "P01", 3 + 0 + 0 + 0 + 0),  # first loss in round 2
        (10, "P08", 0 + 0 + 3 + 0 + 0),  # in round 1
        (10, "P10", 0 + 3 + 0 + 0 + 0),
        (12, "P13", 0 + 0 + 0 + 1 + 0),
        (13, "P04", 0),
    ]
    assert [row["id"] for row in cromwell.ranked.rows if row["winner"]] == ["P07"]
    _, undefeated = added_up("cromwell-2010", cromwell)
    assert undefeated == [
        {f"Player {number}" for number in (1, 3, 5, 7, 9, 11)},
        {"Player 3", "Player 7", "Player 11"},
        {"Player 3", "Player 7"},
        {"Player 7"},
        set(),
    ]
    assert {row["opponents_rating"] for row in cromwell.ranked.rows} == {1000}


def test_rounds_before_a_late_entrant_and_after_a_withdrawal_count_as_lost(cromwell: Played) -> None:
    late, left = cromwell.row("P13"), cromwell.row("P01")
    assert (late["rounds"], late["first_loss"], late["losses"]) == (3, 1, 2)
    assert (left["rounds"], left["first_loss"], left["losses"]) == (3, 2, 2)
