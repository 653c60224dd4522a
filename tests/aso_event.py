"""Small events of accelerated Swiss that tests build on: players by rating, three scenarios a round, played rounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from round_contexts import drawn_round, filled_round

from sheetscore.findings import Finding
from sheetscore.forms.evaluation import evaluate_in_row
from sheetscore.forms.form import FieldKey, RowScore, Value
from sheetscore.forms.round_forms import RoundForms
from sheetscore.forms.template import Library
from sheetscore.pairing.draw import Draw, TableDraw
from sheetscore.systems.aso import ASO
from sheetscore.systems.aso.forms import drawn_players
from sheetscore.systems.aso.model import (
    AsoEvent,
    AsoHeader,
    AsoPlayer,
    AsoScenario,
    AsoSettings,
    AsoSide,
    Balance,
    ScenarioChoice,
)
from sheetscore.systems.context import RoundContext
from sheetscore.systems.outcomes import EarlierRound, ResultRow, RoundScore

LIBRARY = Library("aso", ("aso",))

Rounds = Mapping[int, Sequence[ResultRow]]

SIDES = (AsoSide(id="german", title="German"), AsoSide(id="russian", title="Russian"))


def scenario(number: int, **changes: Any) -> AsoScenario:
    """Give the scenario s1, s2 ... of a number, with balances of the levels 1 to 3."""
    balances = tuple(
        Balance(side=side.id, level=level, text=f"{side.title} {number}/{level}")
        for side in SIDES
        for level in range(1, 4)
    )
    parts: dict[str, Any] = {"id": f"s{number}", "title": f"Scenario {number}", "sides": SIDES, "balances": balances}
    return AsoScenario(**{**parts, **changes})


def aso_event(players: int = 8, rounds: int = 5, **changes: Any) -> AsoEvent:
    """Give an event of the players P01, P02 ..., the first with the highest rating; settings go by their names.

    Every round offers three scenarios of its own: s1, s2 and s3, then s4, s5 and s6, and so on.
    """
    settings = {key: changes.pop(key) for key in list(changes) if key in AsoSettings.model_fields}
    parts: dict[str, Any] = {
        "header": AsoHeader(name="Test event", system="aso", rounds=rounds, seed=7),
        "settings": AsoSettings(**settings),
        "players": tuple(
            AsoPlayer(id=f"P{number:02}", name=f"Player {number}", rating=2000 - 10 * number)
            for number in range(1, players + 1)
        ),
        "scenarios": tuple(map(scenario, range(1, 3 * rounds + 1))),
        "rounds": tuple(
            ScenarioChoice(number=number, scenario=tuple(f"s{3 * number - after}" for after in (2, 1, 0)))
            for number in range(1, rounds + 1)
        ),
    }
    return AsoEvent(**{**parts, **changes})


def draw_of(*pairs: str, number: int = 1, byes: Sequence[str] = (), absent: Sequence[str] = ()) -> Draw:
    """Give a draw by hand: ``"P01 P02"`` is the first table, ``"P03"`` a player alone."""
    tables = []
    for table, pair in enumerate(pairs, start=1):
        one, other, *_ = [*pair.split(), None, None]
        tables.append(TableDraw(table, "", {"1": one, "2": other}))
    return Draw(number, tuple(tables), tuple(byes), (), absent=tuple(absent))


def forms_of(event: AsoEvent, draw: Draw) -> RoundForms:
    """Give the list of results of a draw."""
    return ASO.forms(drawn_round(event, draw, templates=LIBRARY))


def box(table: int, what: str) -> FieldKey:
    """Name a box of the list."""
    return FieldKey(0, "", f"lines.{table}.{what}")


def line(table: int, /, **values: Value) -> dict[FieldKey, Value]:
    """Give the boxes of a table."""
    return {box(table, name): value for name, value in values.items()}


def entries(draw: Draw, *winners: str, **boxes: Mapping[str, Value]) -> dict[FieldKey, Value]:
    """Give a list with the winners of the tables in order ("" for none); ``t2={"vp_1": 3}`` adds boxes of table 2."""
    found = drawn_players(draw)
    for table, winner in zip(draw.tables, winners, strict=False):
        found |= line(table.number, winner=winner) if winner else {}
    for table_name, values in boxes.items():
        found |= {box(int(table_name[1:]), name): value for name, value in values.items()}
    return found


def scored(event: AsoEvent, draw: Draw, *winners: str, **boxes: Mapping[str, Value]) -> RoundScore:
    """Score a draw with these winners."""
    return ASO.score(filled_round(event, forms_of(event, draw), entries(draw, *winners, **boxes), draw))


ONE_TABLE = draw_of("P01 P02")


@cache
def _usual() -> tuple[AsoEvent, RoundForms]:
    event = aso_event(2)
    return event, forms_of(event, ONE_TABLE)


def only_line(values: Mapping[str, Value], event: AsoEvent | None = None) -> tuple[RowScore, set[tuple[str, str]]]:
    """Work a single table out: its line, and the code and field of every complaint of the template."""
    event, forms = (event, forms_of(event, ONE_TABLE)) if event else _usual()
    (block,) = forms.tables[0].pages[0].form.blocks
    score = ASO.score(filled_round(event, forms, {**drawn_players(ONE_TABLE), **line(1, **values)}, ONE_TABLE))
    (row,) = score.pages[0, ""].rows["lines"]
    return row, {(check.code, check.field) for check in block.checks if evaluate_in_row(block, row, check.when)}


def earlier(rounds: Rounds) -> list[EarlierRound]:
    """Give scored rounds as draws take them."""
    return [EarlierRound(number, "", rows) for number, rows in rounds.items()]


def play(event: AsoEvent, last: int, winner: Callable[[int, str, str], str]) -> tuple[Rounds, list[Draw]]:
    """Draw and score rounds one after the other.

    ``winner`` says who wins a round of two players: an id, or draw.
    """
    rounds: dict[int, Sequence[ResultRow]] = {}
    draws = []
    for number in range(1, last + 1):
        draw = ASO.draw(RoundContext(event, number, earlier(rounds)))
        draws.append(draw)
        ended = []
        for table in draw.tables:
            one, other = (str(table.seats[seat]) for seat in ("1", "2"))
            ended.append({one: "1", other: "2", "draw": "draw"}[winner(number, one, other)])
        rounds[number] = scored(event, draw, *ended).rows
    return rounds, draws


def complaints(found: Sequence[Finding]) -> list[tuple[str, str, list[str]]]:
    """Give severity, code and boxes of findings; a box by its field."""
    return [(str(one.severity), one.code, [field for _, _, field in one.fields]) for one in found]
