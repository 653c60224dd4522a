"""What the packet says of drawing with cards gives a draw that is legal when it is typed in."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path

from registered import system_of
from typing_in import type_in

from sheetscore.event.load import load_event
from sheetscore.event.model import Event
from sheetscore.operations.check import check
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import fill
from sheetscore.operations.ingest import ingest
from sheetscore.operations.sheets import make_sheets
from sheetscore.operations.standings import standings
from sheetscore.pairing.draw import display_name
from sheetscore.systems.diplomacy.model import DiplomacyEvent
from sheetscore.workbooks.reader import read_workbook

Met = Mapping[str, set[str]]


def set_up(example: str, folder: Path) -> Event:
    """Make an event folder of an example with its first round played."""
    home = system_of(example).example(example)
    folder.mkdir()
    (folder / "event.toml").write_text((home / "event.toml").read_text(encoding="utf-8"), encoding="utf-8")
    draw(folder, 1)
    make_sheets(folder, 1)
    fill(folder / "round1.xlsx", home / "round1.csv")
    ingest(folder / "round1.xlsx")
    draw(folder, 2)
    return load_event(folder)


def sat(folder: Path, number: int) -> list[tuple[int, str, str]]:
    """Read the list of a draw: table, seat, and the cell that says who sits there."""
    cells = read_workbook(folder / f"round{number}-draw.xlsx", only="Draw").sheets["Draw"].cells
    rows = sorted(row for row, column in cells if column == 0 and isinstance(cells[row, 0].value, int | float))
    return [(int(str(cells[row, 0].value).removesuffix(".0")), str(cells[row, 1].value), f"D{row + 1}") for row in rows]


def names_on(folder: Path, number: int) -> dict[int, list[str]]:
    """Give the ids of those who sit at each table of a draw."""
    cells = read_workbook(folder / f"round{number}-draw.xlsx", only="Draw").sheets["Draw"].cells
    found: dict[int, list[str]] = {}
    for table, _, cell in sat(folder, number):
        shown = str(cells[int(cell[1:]) - 1, 3].value)
        found.setdefault(table, []).append(shown.rpartition("(")[2].removesuffix(")"))
    return found


def typed_in(folder: Path, event: Event, seated: Sequence[str]) -> list[str]:
    """Type who sits on the lines of round 2, and give the codes of what is found in it short of notes."""
    places = sat(folder, 2)
    names = event.names
    shown = [display_name(player, names) for player in seated]
    values = {("Draw", cell): name for (_, _, cell), name in zip(places, shown, strict=True)}
    type_in(folder / "round2-draw.xlsx", values)
    found = check(folder / "round2-draw.xlsx").findings
    return [one.code for one in found if str(one.severity) != "note"]


def met_at(tables: Mapping[int, Sequence[str]]) -> dict[str, set[str]]:
    return {player: set(those) - {player} for those in tables.values() for player in those}


def neighbours(cards: list[str], met: Met) -> list[tuple[str, str]]:
    """Pair each card from the top with the next one that it has not met; exchange upwards if the last two have met."""
    left, pairs = [*cards], []
    while left:
        first = left.pop(0)
        other = next((one for one in left if one not in met[first]), left[0])
        left.remove(other)
        pairs.append((first, other))
    for at in range(len(pairs) - 2, -1, -1):
        (one, other), (first, second) = pairs[-1], pairs[at]
        if other not in met[one]:
            break
        if first not in met[one] and second not in met[other]:
            pairs[at], pairs[-1] = (first, one), (second, other)
    return pairs


def test_a_swiss_round_drawn_with_cards_is_legal_and_nobody_meets_again(tmp_path: Path) -> None:
    """24 players, five rounds: the pool of round 2 are the best eight undefeated."""
    folder = tmp_path / "cup"
    event = set_up("aso", folder)
    met = met_at(names_on(folder, 1))
    ranked = standings(folder).rows
    rating = {player.id: player.rating or 0 for player in event.players}
    points = {str(row["id"]): int(str(row["score"])) for row in ranked}
    cards = sorted(points, key=lambda one: (-points[one], -rating[one]))
    undefeated = [one for one in cards if points[one] == max(points.values())]
    pool = sorted(undefeated[:8], key=lambda one: -rating[one])
    half = len(pool) // 2
    pairs = [*zip(pool[:half], pool[half:], strict=True)]
    pairs += neighbours([one for one in cards if one not in pool], met)
    assert not [pair for pair in pairs if pair[1] in met[pair[0]]]
    assert typed_in(folder, event, [player for pair in pairs for player in pair]) == []


def test_boards_drawn_with_cards_are_legal(tmp_path: Path) -> None:
    folder = tmp_path / "con"
    event = set_up("diplomacy", folder)
    players = [player for those in names_on(folder, 1).values() for player in those]
    had = dict(zip(players, [seat for _, seat, _ in sat(folder, 1)], strict=True))
    assert isinstance(event, DiplomacyEvent)
    teams = [[one.id for one in event.players if one.team == team.id] for team in event.teams]
    apart = [set(pair) for pair in (*event.apart(2), *(pair for team in teams for pair in combinations(team, 2)))]
    lots = random.Random(3)
    lots.shuffle(players)
    boards = [players[first : first + 7] for first in range(0, len(players), 7)]
    while together := [board for board in boards if any(pair <= set(board) for pair in apart)]:
        one, other = together[0], lots.choice(boards)  # exchange cards between boards
        at, to = lots.randrange(7), lots.randrange(7)
        one[at], other[to] = other[to], one[at]
    powers = [seat for _, seat, _ in sat(folder, 2)][:7]
    seated: list[str] = []
    for board in boards:
        for _ in range(50):  # exchange two where somebody would have a power again
            again = [at for at, (player, power) in enumerate(zip(board, powers, strict=True)) if had[player] == power]
            if not again:
                break
            first, second = again[0], lots.randrange(7)
            board[first], board[second] = board[second], board[first]
        seated += board
    assert set(typed_in(folder, event, seated)) <= {"draw-repeat"}
