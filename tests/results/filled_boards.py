"""Boards of Diplomacy as they are written on their sheets: games made up by chance, of every kind of ending."""

from __future__ import annotations

import random
from collections.abc import Sequence

from round_contexts import drawn_round

from sheetscore.event.model import Header
from sheetscore.forms.form import FieldKey, Value
from sheetscore.forms.round_forms import RoundForms
from sheetscore.forms.template import Library
from sheetscore.pairing.draw import Draw, TableDraw
from sheetscore.scoring.boards.board import ALL_CENTRES, FINAL, POWERS, SOLO, Outcome
from sheetscore.systems.diplomacy import DIPLOMACY
from sheetscore.systems.diplomacy.boards import count_box, game_box, power_box
from sheetscore.systems.diplomacy.model import DiplomacyEvent, DiplomacyPlayer, DiplomacySettings

SEED = 1959

LAYOUTS = ("chart", "gaps", "end", "end and years", "chart and end", "end after chart", "end and some years")
"""How much of a game is written down."""

Typed = dict[FieldKey, Value]


def an_event(boards: int, extra: int = 0, **settings: object) -> DiplomacyEvent:
    """Give an event in which P001 to P007 play at the first board, and so on."""
    roster = tuple(DiplomacyPlayer(id=f"P{n:03}", name=f"Player {n}") for n in range(1, 7 * boards + extra + 1))
    return DiplomacyEvent(
        header=Header(name="Test event", system="diplomacy", rounds=1),
        players=roster,
        settings=DiplomacySettings.model_validate(settings),
    )


def a_draw(boards: int, byes: tuple[str, ...] = ()) -> Draw:
    tables = (
        TableDraw(number, "", {power: f"P{7 * (number - 1) + n:03}" for n, power in enumerate(POWERS, start=1)})
        for number in range(1, boards + 1)
    )
    return Draw(1, tuple(tables), byes, ())


def forms_of(event: DiplomacyEvent, drawn: Draw) -> RoundForms:
    return DIPLOMACY.forms(drawn_round(event, drawn, templates=Library("diplomacy", ("diplomacy",))))


# games by chance


def a_game(chance: random.Random, outcome: Outcome) -> dict[int, dict[str, int]]:
    """Play some years: neutral centres are taken, then those of others; a solo goes on until somebody has 18."""
    counts = dict.fromkeys(POWERS, 3) | {"Russia": 4}
    strong = chance.sample(POWERS, chance.randint(2, 6))
    years: dict[int, dict[str, int]] = {}
    for year in range(1901, 1901 + chance.randint(3, 10)):
        for _ in range(chance.randint(1, 6)):
            _change_hands(chance, counts, strong)
        years[year] = dict(counts)
    end = years[max(years)]
    winner = max(POWERS, key=lambda power: end[power])
    while outcome is Outcome.SOLO and end[winner] < SOLO:
        _change_hands(chance, end, [winner])
    return years


def _change_hands(chance: random.Random, counts: dict[str, int], strong: Sequence[str]) -> None:
    takers = [power for power in strong if 0 < counts[power] < SOLO]
    if not takers:
        return
    taker = chance.choice(takers)
    losers = [power for power in POWERS if counts[power] and power != taker]
    neutral = sum(counts.values()) < ALL_CENTRES and chance.random() < 0.6
    if not neutral and losers and counts[taker] < SOLO - (len(takers) > 1):
        counts[min(losers, key=lambda power: (power in strong, counts[power], chance.random()))] -= 1
    elif not neutral:
        return
    counts[taker] += 1


def typed_game(chance: random.Random, table: int, outcome: Outcome, layout: str) -> Typed:
    """Write a game that was made up on its sheet, as much of it as the layout says."""
    years = a_game(chance, outcome)
    last = max(years)
    end = years[last]
    if outcome is not Outcome.SOLO and max(end.values()) >= SOLO:
        outcome = Outcome.SOLO
    kept = {year: counts for year, counts in years.items() if _is_kept(chance, layout, last - year)}
    typed: Typed = {game_box(table, "outcome"): str(outcome)}
    lines: dict[int | str, dict[str, int]] = dict(kept.items())
    if "end" in layout:
        lines[FINAL] = end
    for line, counts in lines.items():
        some = {power: count for power, count in counts.items() if count or chance.random() < 0.5}
        typed |= {count_box(table, line, power): count for power, count in some.items()}
    alive = [power for power in POWERS if end[power]]
    if members := _members(chance, outcome, alive):
        typed[game_box(table, "members")] = " ".join(power for power in POWERS if power in members)
    if layout in {"end and years", "chart and end", "end after chart", "end and some years"}:
        typed[game_box(table, "final_year")] = last
    if layout in {"end and years", "chart and end", "end and some years"}:
        for power in POWERS:
            gone = next((year for year in years if not years[year][power]), None)
            if gone and not end[power] and (layout != "end and some years" or chance.random() < 0.5):
                typed[power_box(table, power, "eliminated")] = gone
    return typed


def _is_kept(chance: random.Random, layout: str, before: int) -> bool:
    """Tell whether a year is written on the chart that comes so many years before the last."""
    if layout == "gaps":
        return chance.random() < 0.6 or before == 0
    return before >= {"chart": 0, "end after chart": 1, "chart and end": 2}.get(layout, 99)


def _members(chance: random.Random, outcome: Outcome, alive: Sequence[str]) -> Sequence[str]:
    if outcome is Outcome.CONCESSION:
        return [chance.choice(alive)]
    if outcome is Outcome.DRAW and len(alive) > 1:
        return chance.sample(alive, chance.choice([0, *range(2, len(alive) + 1)]))
    return ()


def many_games(boards: int, seed: int = SEED) -> Typed:
    """Fill in boards of every outcome and every layout."""
    chance = random.Random(seed)
    typed: Typed = {}
    for table in range(1, boards + 1):
        outcome, layout = [*Outcome][table % len(Outcome)], LAYOUTS[table // len(Outcome) % len(LAYOUTS)]
        typed |= typed_game(chance, table, outcome, layout)
    return typed
