"""A board scored with a pencil: its scoring system in words, a blank board, and worked examples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.expressions import Cell, Unknown
from sheetscore.expressions.nodes import Aggregate, Node
from sheetscore.expressions.said import in_words
from sheetscore.pairing.origins import origins_of
from sheetscore.rounding import decimals
from sheetscore.scoring.boards.board import FACT_MEANINGS, POWERS, Board, Outcome, named_in
from sheetscore.scoring.boards.steps import BoardSteps
from sheetscore.scoring.boards.system import BoardSystem
from sheetscore.systems.diplomacy.event_scores import STEPS
from sheetscore.systems.diplomacy.model import DiplomacyEvent
from sheetscore.systems.outcomes import HandColumn, HandSheet, PencilWork
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import Column, Table, figure_column, text_column
from sheetscore.wording import HARD_BLANK, capitalized, mixed

EXAMPLES: Mapping[str, Board] = {
    "No solo": Board(
        {"England": 12, "France": 9, "Germany": 8, "Turkey": 5},
        Outcome.DRAW_ALL,
        eliminated={"Austria": 1903, "Italy": 1904, "Russia": 1906},
        final_year=1908,
    ),
    "A solo": Board(
        {"England": 18, "France": 9, "Turkey": 7},
        Outcome.SOLO,
        eliminated={"Austria": 1903, "Italy": 1904, "Russia": 1906, "Germany": 1907},
        final_year=1908,
    ),
}
"""Boards for the worked examples, by the words for how they ended."""

_CASES: Mapping[tuple[str, str], str] = {
    ("draw", "alive"): "No solo: a power that is left",
    ("draw", "eliminated"): "No solo: an eliminated power",
    ("solo", "winner"): "A solo: the winner",
    ("solo", "alive"): "A solo: another power that is left",
    ("solo", "eliminated"): "A solo: an eliminated power",
}

_ALWAYS = "centres"
"""The fact that has a column on every board by hand, whatever the scoring system."""

_MOST_UPRIGHT = 4
"""The most columns of steps on upright paper; with more of them the sheet is in landscape."""


_STEP, _FREE = 74, 540
"""The most pixels of the column of a step, and the pixels that all such columns share."""


_WRITTEN = "cell entered middle"


class _Rule(Struct, frozen=True):
    """A fact, a step or a case of a scoring system, with what it is in words."""

    what: str
    rule: str


def values_sheet(system: BoardSystem) -> TableSheet:
    """List the facts and steps of a scoring system, then the score of each case."""
    year = str(system.first_year)
    facts = [_Rule(_name_in_words(name), FACT_MEANINGS[name].format(first_year=year)) for name in _facts(system)]
    steps = [
        _Rule(_name_in_words(name), _rule_in_words(system.steps[name].expression.root)) for name in system.file.let
    ]
    cases = [
        _Rule(words, _rule_in_words(system.scores[case].root))
        for case, words in _CASES.items()
        if case in system.scores
    ]
    columns: tuple[Column[_Rule], ...] = (
        text_column("what", "What", 230, lambda line: line.what, style="cell text"),
        text_column("rule", "What it is, or scores", 460, lambda line: line.rule, style="cell text"),
    )
    return TableSheet(
        "Values",
        f"What a power scores: {system.file.title}",
        lines=(TextLine(system.file.description),),
        tables=(Table("values", columns, [*facts, *steps, *cases], fit_height=True),),
    )


def _rule_in_words(rule: Node) -> str:
    """Return a rule in words, which say that counts and sums are over powers; no brackets enclose the whole."""
    words = in_words(rule)
    for general, of_powers in _OF_POWERS.items():
        words = words.replace(general, of_powers)
    return words[1:-1] if isinstance(rule, Aggregate) else words


_OF_POWERS: Mapping[str, str] = {
    "the sum over all of ": "the sum, over all powers, of ",
    "how many there are where ": "how many powers there are where ",
}


def pencil_work(event: DiplomacyEvent, system: BoardSystem) -> PencilWork:
    """Return the sheets for a pencil."""
    boards = sum(event.tables_needed(stage) for stage in event.stages) if event.names else 0
    return PencilWork(
        card=(
            HandColumn("Board", 54),
            HandColumn("Power", 90),
            HandColumn("Met", 330),
            HandColumn("Centres", 64),
            HandColumn("Score", 80),
        ),
        card_head=_card_head(event),
        wall=(HandColumn("power", 70), HandColumn("score", 60)),
        breaks=tuple(capitalized(STEPS[id_].words) for id_ in event.settings.tie_breaks),
        sheets=(
            HandSheet(_blank_board(system), boards),
            HandSheet(_examples_sheet(system)),
            HandSheet(_awards_sheet(event), 1),
        )
        if boards
        else (),
    )


def _card_head(event: DiplomacyEvent) -> dict[str, dict[str, str]]:
    """Return, by kind and player, what keeps players off one board under the settings: team, club, country."""
    settings, players = event.settings, event.players
    known = {
        **({"Team": event.team_names} if settings.team_mates_apart and event.team_names else {}),
        **{origin.capitalize(): of for origin, of in origins_of(players, settings.keep_apart).by_kind.items()},
    }
    return {what: {player.id: of.get(player.id, "none") for player in players} for what, of in known.items()}


def _name_in_words(name: str) -> str:
    return name.replace("_", " ")


def _facts(system: BoardSystem) -> list[str]:
    """Return the facts that the rules of a system use, in order."""
    own = system.file.let
    rules = [*(system.steps[name].expression for name in own), *system.scores.values()]
    named = set(chain.from_iterable(map(named_in, rules)))
    return [name for name in FACT_MEANINGS if name in named]


def _steps(system: BoardSystem, *, once: bool) -> list[str]:
    """Return the facts and steps of the whole board (``once``), or those of each of its powers."""
    return [name for name in (*_facts(system), *system.file.let) if system.steps.is_once(name) == once]


class _Power(Struct, frozen=True):
    """The line of a power on a board."""

    name: str
    at: int
    """Its place in the alphabet, from 0."""
    worked: BoardSteps | None = None
    """The steps of the board; None on a blank board."""


def _blank_board(system: BoardSystem) -> TableSheet:
    """Lay out a board to be scored, with its steps."""
    lines = [_Power(name, at) for at, name in enumerate(POWERS)]
    tables: tuple[Table[_Power] | Table[str], ...] = (_powers_table("board", "", system, lines),)
    once = _steps(system, once=True)
    if once:
        columns: tuple[Column[str], ...] = (
            text_column("what", "Of the whole board", 230, _name_in_words),
            figure_column("value", "", 190, lambda _: None, style=_WRITTEN),
        )
        tables = (*tables, Table("of the board", columns, once, key=str, size="pencil"))
    wide = len(_steps(system, once=False)) > _MOST_UPRIGHT
    lines_above = (
        TextLine(f"Round ____    Board ____    {_HOW_IT_ENDED}    last{HARD_BLANK}year{HARD_BLANK}______"),
        TextLine("For whoever scores. What each figure is, and what it scores, stands on the sheet Values."),
    )
    return TableSheet("Board by hand", "A board", lines=lines_above, tables=tables, landscape=wide)


_HOW_IT_ENDED = "How it ended: ________________".replace(" ", HARD_BLANK)
"""A line to write on that stays with its words."""


def _powers_table(name: str, title: str, system: BoardSystem, lines: Sequence[_Power]) -> Table[_Power]:
    """Make the table of the powers of a board: blank, to be filled in, if it has no title, else an example."""
    steps = [one for one in _steps(system, once=False) if one != _ALWAYS]
    written = "cell middle" if title else _WRITTEN
    columns: list[Column[_Power]] = [text_column("power", "Power", 100, lambda line: line.name)]
    if not title:
        columns.append(text_column("player", "Player", 190, lambda _: None, style="cell entered"))
    width = min(_STEP, _FREE // (len(steps) + 1))
    columns += [
        figure_column(one, _name_in_words(one), width, partial(_worked, system, one), style=written)
        for one in (_ALWAYS, *steps)
    ]
    columns.append(figure_column("score", "Score", 84, partial(_score, system), style=written))
    return Table(name, tuple(columns), lines, title=title, size="normal" if title else "pencil")


def _examples_sheet(system: BoardSystem) -> TableSheet:
    wide = len(_steps(system, once=False)) > _MOST_UPRIGHT
    return TableSheet("Board, examples", "Boards, scored", tables=tuple(_examples(system)), landscape=wide)


def _examples(system: BoardSystem) -> Iterator[Table[_Power]]:
    """Score the examples by the system; values of the whole board are beside the title."""
    for at, (ended, board) in enumerate(EXAMPLES.items()):
        worked = BoardSteps(board)
        lines = [_Power(name, number, worked) for number, name in enumerate(POWERS)]
        table = _powers_table(f"example {at}", f"For example: {ended}", system, lines)
        once = (f"{_name_in_words(one)} {_worked(system, one, lines[0])}" for one in _steps(system, once=True))
        yield replace(table, note=", ".join(once))


def _awards_sheet(event: DiplomacyEvent) -> TableSheet:
    """Lay out the awards for powers, and below them the scores of teams if there are any."""
    powers: tuple[Column[str], ...] = (
        text_column("power", "The best with", 230, str),
        text_column("player", "Player", 190, lambda _: None, style=_WRITTEN),
        figure_column("score", "Score", 70, lambda _: None, style=_WRITTEN),
        figure_column("centres", "Centres", 70, lambda _: None, style=_WRITTEN),
    )
    members = range(1, event.settings.team_members + 1)
    # pixels: both tables share columns, and rows are high enough in print while the columns have 690 together
    width = min(70, 210 // len(members))
    teams: tuple[Column[str], ...] = (
        text_column("team", "Team", 230, str),
        *(figure_column(f"member {at}", f"Score of its {_place(at)}", width, lambda _: None, style=_WRITTEN)
          for at in members),
        figure_column("team score", "Together", 70, lambda _: None, style=_WRITTEN),
        figure_column("team rank", "Rank", 60, lambda _: None, style=_WRITTEN),
    )  # fmt: skip
    tables = [Table("awards by hand", powers, POWERS, key=str, title="Awards for powers", size="pencil")]
    if event.teams:
        names = [team.name for team in event.teams]
        tables.append(Table("teams by hand", teams, names, key=str, title="Teams", size="pencil"))
    title = "Awards and teams" if event.teams else "Awards"
    return TableSheet(f"{title} by hand", title, tables=tuple(tables), for_director=True)


def _place(at: int) -> str:
    """Return the place of a team's member: the best, second best, third best, 4th best."""
    return {1: "best", 2: "second best", 3: "third best"}.get(at, f"{at}th best")


def _worked(system: BoardSystem, step: str, line: _Power) -> str | None:
    return _figure_text(line.worked.step(system, step)[line.at]) if line.worked else None


def _score(system: BoardSystem, line: _Power) -> str | None:
    return _figure_text(line.worked.scores(system)[line.at]) if line.worked else None


def _figure_text(cell: Cell) -> str:
    """Write a figure: exactly if that is short, else with two decimals."""
    if isinstance(cell, str | Unknown):
        return "?" if isinstance(cell, Unknown) else cell
    exact = mixed(cell)
    return exact if "/" not in exact else decimals(cell)
