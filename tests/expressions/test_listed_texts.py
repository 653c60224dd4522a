"""A rule names an entry of a list as it is recorded; a formula looks for what the cell shows."""

from __future__ import annotations

from pathlib import Path

import pytest
from dice_system import DiceEvent, install, starter
from laid_out_rows import Page, PageCells

from sheetscore.event.model import Player
from sheetscore.expressions import ExpressionError, FieldMeaning, Names, ValueKind, evaluate, parse, to_excel
from sheetscore.expressions.names import ChoiceList
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import fill
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.sheets import make_sheets

PLAYERS = ChoiceList({"A": "Ann (A)", "B": "Bob (B)"})
PLAIN = ChoiceList({"open": "open", "shut": "shut"})
WRITTEN_IN = ChoiceList({"A": "Ann (A)"}, open=True)
FIELDS = {
    "a": FieldMeaning(ValueKind.WHOLE),
    "t": FieldMeaning(ValueKind.TEXT, listed=PLAYERS),
    "u": FieldMeaning(ValueKind.TEXT, listed=PLAYERS),
    "free": FieldMeaning(ValueKind.TEXT),
    "gate": FieldMeaning(ValueKind.TEXT, listed=PLAIN),
}
KNOWN = Names(FIELDS, {"rows": FIELDS}, {"host": ValueKind.TEXT})
PAGE = Page([{"a": 2, "t": "A", "u": "B"}], settings={"host": "A"})


@pytest.mark.parametrize(
    ("rule", "value", "formula"),
    [
        ("t == 'A'", 1, 'IF(F10="Ann (A)",1,0)'),
        ("'b' != t", 1, 'IF("Bob (B)"<>F10,1,0)'),
        ("t == u", 0, "IF(F10=G10,1,0)"),
        ("t == ''", 0, 'IF(F10="",1,0)'),
        ("t if a > 1 else 'B'", "A", 'IF(N(A10)>1,F10&"","Bob (B)")'),
        ("(t if a > 9 else 'B') == 'B'", 1, 'IF(IF(N(A10)>9,F10&"","Bob (B)")="Bob (B)",1,0)'),
        ("count(rows.t == 'A')", 1, 'SUMPRODUCT(1*(F10:F10="Ann (A)"))'),
    ],
)
def test_an_entry_is_compared_as_recorded_in_python_and_as_shown_in_a_sheet(
    rule: str, value: int | str, formula: str
) -> None:
    read = parse(rule, known=KNOWN)
    assert evaluate(read, PAGE) == value
    assert to_excel(read, PageCells(PAGE)) == formula


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("t == 'Ann (A)'", "Ann (A) is not on the list"),
        ("gate == 'ajar'", "ajar is not on the list"),
        ("t == gate", "different lists"),
        ("t == free", "only be compared with an entry in quotes"),
        ("t if a else free", "only be compared with an entry in quotes"),
    ],
)
def test_what_is_on_no_list_is_refused(rule: str, said: str) -> None:
    with pytest.raises(ExpressionError) as refused:
        parse(rule, known=KNOWN)
    assert said in refused.value.message


def test_what_is_written_in_besides_an_open_list_stays_as_it_is() -> None:
    known = Names({"t": FieldMeaning(ValueKind.TEXT, listed=WRITTEN_IN)})
    formulas = [to_excel(parse(f"t == '{who}'", known=known), PageCells(PAGE)) for who in ("A", "Zoe")]
    assert formulas == ['IF(F10="Ann (A)",1,0)', 'IF(F10="Zoe",1,0)']
    assert parse("gate == free", known=KNOWN).kind is ValueKind.WHOLE  # a list that shows what it records is any text


HOUSE_RULE = """
id = "throws"
title = "Throws"

[[block]]
id = "throws"
title = "Throws"
rule = "Ann's throws count ten more"
rows = "seats"
seat = "s"
total = "pips + bonus"
field = [
    { id = "player", label = "Player", type = "player", list = "players", units = 4, prompt = "Who threw." },
    { id = "pips", label = "Pips", type = "count", minimum = 2, maximum = 12, units = 2, prompt = "2 to 12." },
]
[block.let]
who = "player if pips > 2 else 'B'"
bonus = "10 if who == 'A' else 0"
"""


def _club() -> DiceEvent:
    players = (Player(id="A", name="Ann"), Player(id="B", name="Bob"))
    return starter("Club").model_copy(update={"players": players})


BEST_OF_ALL = """
id = "throws"
title = "Throws"

[[block]]
id = "throws"
title = "Throws"
rule = "the best throw counts twice, unless all are the same"
rows = "seats"
seat = "s"
total = "pips + (pips if best else 0) + count(rows.player == player)"
let.best = "pips == highest(rows.pips) and count(rows.pips < pips) > 0"
let.lower = "sum(rows.pips, rows.pips < pips)"
field = [
    { id = "player", label = "Player", type = "player", list = "players", units = 4, prompt = "Who threw." },
    { id = "pips", label = "Pips", type = "count", minimum = 2, maximum = 12, units = 2, prompt = "2 to 12." },
]
"""


def played_by(rule: str, folder: Path) -> None:
    """Have somebody play by a house rule, whose figures on the sheets and in the results come to the same."""
    with pytest.MonkeyPatch.context() as patched:
        install(patched)
        write_event(_club(), folder)
        (folder / "templates").mkdir()
        (folder / "templates" / "throws.toml").write_text(rule, encoding="utf-8")
        draw(folder, 1)
        made = make_sheets(folder, 1)
        (folder / "typed.csv").write_text("table,seat,field,value\n1,s1,throws.pips,7\n1,s2,throws.pips,5\n")
        fill(made.path, folder / "typed.csv")
        assert ingest(made.path).results_path


def rule_about_a_player(folder: Path) -> None:
    played_by(HOUSE_RULE, folder)


def rule_about_all_lines(folder: Path) -> None:
    played_by(BEST_OF_ALL, folder)
