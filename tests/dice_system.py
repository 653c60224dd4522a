"""A tiny game outside the package: two throw dice at every table, and the standings add up their pips."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sheetscore.event import registry
from sheetscore.event.model import Event, Header, Player
from sheetscore.findings import Finding, Severity, finding
from sheetscore.forms.binding import Surroundings, bind
from sheetscore.forms.block import Row
from sheetscore.forms.choices import Choices
from sheetscore.forms.form import FieldKey, Page, PageForm
from sheetscore.forms.round_forms import RoundForms, TableForms
from sheetscore.pairing.draw import Draw, TableDraw, display_name
from sheetscore.scoring.ranking import ranks
from sheetscore.sheets.draw_workbook import DrawBook
from sheetscore.systems.columns import column
from sheetscore.systems.context import EventProgress, RoundContext
from sheetscore.systems.outcomes import ResultRow, RoundScore, Standings, totals_of
from sheetscore.systems.played import Game, ScoredRound, grouped, ranked_sides
from sheetscore.systems.system import System
from sheetscore.tables.sheet import TableSheet
from sheetscore.tables.table import Table, figure_column, text_column

SEATS = {"1": "First", "2": "Second"}


class DiceEvent(Event):
    def seats(self, _stage: int, /) -> dict[str, str]:
        return dict(SEATS)


def starter(name: str) -> DiceEvent:
    header = Header(name=name, system="dice", rounds=1)
    return DiceEvent(header=header, players=(Player(id="A", name="Ann"), Player(id="B", name="Bob")))


def draw(round_: RoundContext[DiceEvent]) -> Draw:
    """The roster in pairs, turned by one for every round before."""
    there = list(round_.event.entrants(round_.stage))
    turn = len(round_.earlier) % len(there)
    turned = there[turn:] + there[:turn]
    tables = (TableDraw(at + 1, "", {"1": turned[2 * at], "2": turned[2 * at + 1]}) for at in range(len(turned) // 2))
    return Draw(round_.stage, tuple(tables), (), ())


def box(table: int, seat: str, what: str) -> FieldKey:
    return FieldKey(table, "", f"throws.{seat}.{what}")


def forms(round_: RoundContext[DiceEvent]) -> RoundForms:
    names = round_.event.names
    players = Choices("players", tuple(display_name(one, names) for one in names), tuple(names))
    rows = {"seats": [Row(seat, title) for seat, title in SEATS.items()]}
    blocks = bind(round_.library.template("throws"), "", Surroundings({"players": players}, rows))
    form = PageForm("Dice", "", blocks, name="throws", signed=("director",))
    return RoundForms(
        round_.stage,
        tuple(TableForms(table.number, "", "", (Page(1, "", form),)) for table in round_.draw.tables),
        filled={box(table, seat, "player"): player for table, seat, player in round_.draw.places()},
    )


def check_entries(round_: RoundContext[DiceEvent]) -> list[Finding]:
    thrown = {(table, seat): box(table, seat, "pips") for table, seat, _ in round_.draw.places()}
    missing = [key for key in thrown.values() if key not in round_.entries]
    sixes = [key for key in thrown.values() if round_.entries.get(key) == 12]
    return [
        *(finding("result-missing", f"table {key.table}: a throw is missing", fields=(key,)) for key in missing),
        *(finding("dice-loaded", f"table {key.table}: two sixes. Look at the dice", fields=(key,)) for key in sixes),
    ]


def score(round_: RoundContext[DiceEvent]) -> RoundScore:
    rows: list[ResultRow] = []
    for (table, _), page in round_.pages.items():
        for line in page.rows["throws"]:
            player, pips = line.values["player"], line.values["pips"]
            if player is not None and pips is not None:
                name = round_.event.names[str(player)]
                rows.append({"player": player, "name": name, "table": table, "pips": pips})
    return RoundScore(round_.stage, tuple(rows), (), (), round_.pages)


def games(scored: ScoredRound) -> list[Game]:
    tables = grouped(scored.rows, lambda row: int(row["table"] or 0))
    return [Game(table, 1, ranked_sides(rows, "pips")) for table, rows in tables.items()]


def standings(so_far: EventProgress[DiceEvent]) -> Standings:
    totals = totals_of(so_far.rounds, "player", "pips")
    places = ranks([total.score for total in totals], Fraction(0))
    rows: tuple[ResultRow, ...] = tuple(
        {"rank": rank, "id": one.id, "name": one.name, "score": one.score, "rounds": one.rounds}
        for one, rank in zip(totals, places, strict=True)
    )
    return Standings(max(so_far.rounds, default=0), rows, (), tuple(so_far.open))


def results_sheets(round_: RoundContext[DiceEvent]) -> list[TableSheet]:
    columns = (text_column("name", "Name", 200, column("name")), figure_column("pips", "Pips", 60, column("pips")))
    table = Table("results", columns, round_.score.rows, key=lambda row: row["player"])
    return [TableSheet("Results", "Throws", tables=(table,))]


def standings_sheets(so_far: EventProgress[DiceEvent]) -> list[TableSheet]:
    columns = (text_column("name", "Name", 200, column("name")), figure_column("score", "Pips", 60, column("score")))
    table = Table("standings", columns, so_far.standings.rows, key=lambda row: row["id"])
    return [TableSheet("Standings", "Pips", tables=(table,))]


def post_cups(made: DrawBook) -> None:
    sheet = made.sheet("Cups", "who fetches the cups", (600,))
    fetches = made.shown(made.draw.tables[0].seats["1"])
    sheet.height(3, 40)
    sheet.text(3, 0, fetches, made.fitting("cell", fetches, 600, 40))


DICE = System(
    id="dice",
    title="Dice",
    summary="two dice each, and the pips add up",
    event_model=DiceEvent,
    starter=starter,
    draw=draw,
    forms=forms,
    check_entries=check_entries,
    score=score,
    games=games,
    earns="",
    standings=standings,
    results_sheets=results_sheets,
    standings_sheets=standings_sheets,
    postings=(post_cups,),
    codes={"dice-loaded": (Severity.WARNING, "a throw is too good")},
    examples=("first-throws",),
    home=Path(__file__).parent / "dice_game",
)


def install(monkeypatch: pytest.MonkeyPatch, system: Any = DICE) -> None:
    """Let the game be installed beside the systems that come along."""
    installed, package = vars(registry)["entry_points"], SimpleNamespace(version="1.2")
    point = SimpleNamespace(name=system.id, load=lambda: system, dist=package)
    monkeypatch.setattr(registry, "entry_points", lambda group: [*installed(group=group), point])
