"""A round of accelerated Swiss scored: points for games and byes, and what else the slips say.

Source: ASO 2008 Tournament Rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sheetscore.forms.form import RowScore, Value
from sheetscore.systems.aso.forms import LINES, LIST_TABLE, sides_of
from sheetscore.systems.aso.model import SEATS, AsoEvent, AsoScenario
from sheetscore.systems.at_hand import RoundAtHand
from sheetscore.systems.outcomes import Agreement, Exact, ResultRow, RoundScore

RESULTS_BY_WINNER: Mapping[str, tuple[str, str]] = {
    "1": ("win", "loss"),
    "2": ("loss", "win"),
    "draw": ("draw", "draw"),
}
"""What a game is to the players at seats 1 and 2, by its recorded winner."""

COUNTED = ("vp", "cc_inflicted", "cc_lost", "snake_eyes", "boxcars")
"""What is counted at a table for each of the two players."""


def points_of(event: AsoEvent, number: int) -> dict[str, int]:
    """Give the points of every result of a round (counted from 1)."""
    settings = event.worth(number)
    return {"win": settings.win, "draw": settings.draw, "loss": settings.loss, "bye": settings.bye_points}


def score_round(round_: RoundAtHand[AsoEvent]) -> RoundScore:
    """Score a round.

    A table without players is left out; one without a winner has rows without a result. Who sits out but played
    after all has no bye.
    """
    event, forms, page = round_.event, round_.forms, round_.pages[LIST_TABLE, ""]
    choice = event.choice(forms.round)
    points = points_of(event, forms.round)
    games = [row for line in page.rows[LINES] for row in _game(event, choice, points, line)]
    played = {row["player"] for row in games}
    byes = [_bye(event, points, group.id) for group in forms.groups if group.id not in played]
    rows = (*games, *byes)
    return RoundScore(forms.round, rows, (_check(points, forms.round, rows),), (), round_.pages)


def _game(
    event: AsoEvent, choice: Sequence[AsoScenario], points: Mapping[str, int], line: RowScore
) -> Iterator[ResultRow]:
    """Give the rows of the two players of a table, that of seat 1 first; without a result while there is none."""
    players = {seat: str(line.values[f"player_{seat}"]) for seat in SEATS if line.values[f"player_{seat}"]}
    winner = line.values["winner"]
    if len(players) < len(SEATS):
        return
    scenario = _numbered([one.id for one in choice], line.steps.get("scenario"))
    names = event.names
    results = RESULTS_BY_WINNER[str(winner)] if winner is not None else (None, None)
    for seat, result in zip(SEATS, results, strict=True):
        opponent = next(player for other, player in players.items() if other != seat)
        side = _numbered([one.id for _, one in sides_of(choice)], line.steps.get(f"takes_{seat}"))
        yield {
            "player": players[seat],
            "name": names.get(players[seat], players[seat]),
            "opponent": opponent,
            "opponent_name": names.get(opponent, opponent),
            "table": int(line.row.key),
            "scenario": scenario or (choice[0].id if len(choice) == 1 else None),
            "side": side,
            "result": result,
            "points": points[result] if result else 0,
            "decided_by": line.values["decided_by"] or ("play" if result else None),
            **{what: line.values.get(f"{what}_{seat}") for what in COUNTED},
        }


def _numbered(ids: Sequence[str], number: Value | None) -> str | None:
    """Give an entry by its number, from 1; None for 0."""
    return ids[int(number) - 1] if number else None


def _bye(event: AsoEvent, points: Mapping[str, int], player: str) -> ResultRow:
    """Give the row of somebody who sits out."""
    row: dict[str, Exact] = {"player": player, "name": event.names.get(player, player)}
    row |= dict.fromkeys(("opponent", "opponent_name", "table", "scenario", "side"))
    return row | {"result": "bye", "points": points["bye"], "decided_by": None} | dict.fromkeys(COUNTED)


def _check(points: Mapping[str, int], number: int, rows: Sequence[ResultRow]) -> Agreement:
    """Compare the points of all players with those that the games and byes of the round give out."""
    drawn = sum(row["result"] == "draw" for row in rows) // 2
    byes = sum(row["result"] == "bye" for row in rows)
    decided = sum(row["result"] == "win" for row in rows)
    expected = decided * (points["win"] + points["loss"]) + 2 * drawn * points["draw"] + byes * points["bye"]
    actual = sum(int(row["points"] or 0) for row in rows)
    return Agreement(f"points of round {number}", expected, actual)
