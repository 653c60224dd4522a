"""The event under every scoring system in force: who would have won, and on which place everybody would be."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.identity import alike
from sheetscore.expressions.figure import Shown
from sheetscore.expressions.figure_calls import joined, when
from sheetscore.scoring.boards.system import BoardSystem
from sheetscore.scoring.tie_breaks import Places
from sheetscore.systems.diplomacy.boards import PowerGame, scoring_of
from sheetscore.systems.diplomacy.event_scores import ScoredEvent, event_score, rank_players, score_event
from sheetscore.systems.diplomacy.event_tables.game_tables import ShownEvent, counted_score, game_key
from sheetscore.systems.diplomacy.event_tables.value_tables import held_for
from sheetscore.systems.diplomacy.game_values import CountedScore
from sheetscore.systems.diplomacy.round_tables.comparison_tables import systems_in_force
from sheetscore.systems.diplomacy.score import EventBoards
from sheetscore.systems.outcomes import Exact, ResultRow
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import ByRule, Column, Here, LineFigures, Table, figure_column, text_column, turned_column

COMPARISON, ALL_GAMES, ALL_COUNTED, ALL_SCORES = "comparison", "all games", "all rounds", "all scores"
"""Names of tables."""

FIRST, MOVED = "first", "moved"

LONGEST_NAME = 60
"""Letters of a name that fit above its column."""

MOST_PLAYERS = 36
"""The most players with a column, the first ones of the standings; with more the sheet could not be read on paper."""

_ABOUT = (
    TextLine(
        "Everybody's place if the same games had been scored otherwise, by the score of the event alone: tie-breaks "
        "are left out, and equal scores share a place."
    ),
    TextLine(
        "The first line is the system of the event, with the director's rulings. Moved: how many players are on "
        "another place than there. The scores stand on the hidden sheet Systems."
    ),
)  # fmt: skip


_SIT_OUTS = TextLine(
    "What sitting out scores enters the first line alone: under another system it would mean something else."
)


class Rescored(Struct, frozen=True):
    """The event under a scoring system."""

    system: BoardSystem
    scored: ScoredEvent
    scores: Mapping[tuple[str, int, int], int | Fraction]
    """The scores of the games under the system, by the keys of the games."""
    places: Places
    """The places of the players by the score of the event alone."""

    @property
    def key(self) -> str:
        """The column of the system."""
        return f"score {self.system.file.id}"

    @property
    def leaders(self) -> list[str]:
        """The ids of those on the first place."""
        return [id_ for id_, place in self.places.items() if place == 1]


class NumberedScore(Struct, frozen=True):
    """One of the scores that count for a player."""

    player: str
    """The id of the player."""
    at: int
    """Its number among the player's scores, from 0."""
    counted: CountedScore


def comparison_sheets(
    shown: ShownEvent, rounds: Mapping[int, Sequence[ResultRow]], games: Table[PowerGame]
) -> tuple[TableSheet, ...]:
    """Make the sheet of everybody's place under every system, and the hidden one of the scores.

    There is no sheet in three cases: no ranked player has a game; the event does not add up the scores of boards; or
    a power had no player, so that its results are not recorded and a board cannot be scored again.
    """
    boards = EventBoards(rounds)
    if shown.scored.points is not None or not shown.scored.games or not shown.rows or not boards.complete:
        return ()
    systems, unread = systems_in_force(scoring_of(shown.event), shown.event.own_templates)
    lines = [_rescored(shown, systems[0], rounds)]
    lacking = []
    for system in systems[1:]:
        rescored_rows = boards.rescored(system)
        if rescored_rows is None:
            lacking.append(system.file.title)
        else:
            lines.append(_rescored(shown, system, rescored_rows))
    rescored = _games_table(games, lines)
    counted = _counted_scores_table(shown, lines, rescored)
    scores = _scores_table(shown, lines, counted)
    remarks = [] if shown.event.settings.sit_out_score is None else [_SIT_OUTS]
    remarks += [TextLine(f"Cannot be read and is left out: {name}.", "warning") for name in unread]
    if lacking:
        remarks.append(TextLine(f"Left out, because a year of some board is not known: {', '.join(lacking)}."))
    return (
        TableSheet(
            "Comparison",
            "The event under every scoring system",
            lines=(*_ABOUT, *remarks),
            tables=(_comparison_table(shown, lines, scores),),
            landscape=True,
            for_director=True,
        ),
        TableSheet(
            "Systems",
            "",
            tables=(scores, counted, rescored),
            hidden=True,
        ),
    )


def _rescored(shown: ShownEvent, system: BoardSystem, rounds: Mapping[int, Sequence[ResultRow]]) -> Rescored:
    scored = score_event(shown.event, rounds, shown.open)
    scores = {game_key(game): game.score for game in scored.games}
    return Rescored(system, scored, scores, rank_players(scored, ()).ranks)


def _comparison_table(shown: ShownEvent, lines: Sequence[Rescored], scores: Table[ResultRow]) -> Table[Rescored]:
    names = {str(row["id"]): row["name"] for row in shown.rows}
    players = {f"place {id_}": id_ for id_ in list(names)[:MOST_PLAYERS]}
    keys = list(players)
    headings = {player: _heading(player, names) for player in players.values()}

    def first(own: LineFigures[Rescored]) -> Shown:
        line, all_scores = own.line, scores.range(own.line.key)
        leaders = all_scores.count_equal(all_scores.highest)
        name = own.looked_up(str(names[line.leaders[0]]), _name_of_highest)
        return when(leaders == 1, name, joined(leaders, " share it"))

    def moved(own: LineFigures[Rescored]) -> Shown:
        return own.across(keys[0], keys[-1]).differing(own.table.at(lines[0].key).across(keys[0], keys[-1]))

    def place(key: str, player: str) -> Column[Rescored]:
        def rule(own: LineFigures[Rescored]) -> Shown:
            return 1 + scores.range(own.line.key).count_greater(own.other(scores, player, own.line.key))

        return turned_column(key, headings[player], 34, ByRule(rule))

    return Table(
        COMPARISON,
        (
            text_column("system", "Scoring system", 220, lambda line: line.system.file.title),
            text_column(FIRST, "First", 150, ByRule(first)),
            figure_column(MOVED, "Moved", 50, ByRule(moved), style="cell strong"),
            *map(place, keys, players.values()),
        ),
        lines,
        key=lambda line: line.key,
        size="fine",
    )


def _name_of_highest(here: Here[Rescored]) -> str:
    """Look up who has the highest score under the system of a line."""
    scores = here.range(here.line.key, ALL_SCORES)
    return f"INDEX({here.range('name', ALL_SCORES)},MATCH(MAX({scores}),{scores},0))"


def _heading(player: str, names: Mapping[str, Exact]) -> str:
    name = str(names[player])
    shown = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
    return f"{shown} ({player})" if player in alike(names) else shown


def _scores_table(shown: ShownEvent, lines: Sequence[Rescored], counted: Table[NumberedScore]) -> Table[ResultRow]:
    ours: dict[str, list[NumberedScore]] = defaultdict(list)
    for one in counted.lines:
        ours[one.player].append(one)

    def score(line: Rescored) -> Column[ResultRow]:
        def rule(own: LineFigures[ResultRow]) -> Shown:
            player = str(own.line["id"])
            if player not in ours:
                return 0
            return event_score(shown.event.settings, own.part(counted, line.key, ours[player]), held_for(player, shown))

        return figure_column(line.key, line.system.file.id, 80, ByRule(rule), style="cell two")

    return Table(
        ALL_SCORES,
        (text_column("name", "Player", 170, lambda row: row["name"]), *map(score, lines)),
        shown.rows,
        key=lambda row: row["id"],
        size="fine",
    )


def _counted_scores_table(
    shown: ShownEvent, lines: Sequence[Rescored], games: Table[PowerGame]
) -> Table[NumberedScore]:
    round_scoring = shown.event.settings.round_scoring

    def score(line: Rescored) -> Column[NumberedScore]:
        def rule(own: LineFigures[NumberedScore]) -> Shown:
            # sitting out scores under the event's own system only, which is that of the first line
            counted = own.line.counted if line is lines[0] else replace(own.line.counted, sit_outs=())
            played = counted.games or counted.sit_outs
            return counted_score(own, counted, round_scoring, games, line.key) if played else None

        return figure_column(line.key, line.system.file.id, 80, ByRule(rule), style="cell two")

    scores = [
        NumberedScore(player, at, counted)
        for player in map(str, (row["id"] for row in shown.rows))
        for at, counted in enumerate(shown.scored.contenders[player].scores)
    ]
    return Table(
        ALL_COUNTED,
        (text_column("player", "Player", 170, lambda one: one.player), *map(score, lines)),
        scores,
        key=lambda one: (one.player, one.at),
        size="fine",
    )


def _games_table(games: Table[PowerGame], lines: Sequence[Rescored]) -> Table[PowerGame]:
    """Make the table of all games with their scores under each system: formulas for the event's own, else values."""

    def score(line: Rescored) -> Column[PowerGame]:
        def rule(own: LineFigures[PowerGame]) -> Shown:
            key = game_key(own.line)
            return own.other(games, key, "score") if line is lines[0] else line.scores[key]

        return figure_column(line.key, line.system.file.id, 80, ByRule(rule), style="cell two")

    return Table(
        ALL_GAMES,
        (
            text_column("name", "Player", 170, lambda game: f"{game.name}: {game.power}, {game.round}/{game.table}"),
            *map(score, lines),
        ),
        games.lines,
        key=game_key,
        size="fine",
    )
