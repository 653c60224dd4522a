"""The event under every scoring system in force: who would have won, and on which place everybody would be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.expressions.figure import Shown
from sheetscore.expressions.formula import TOLERANCE
from sheetscore.scoring.boards.system import BoardSystem
from sheetscore.scoring.tie_breaks import Places
from sheetscore.systems.diplomacy.boards import PowerGame, scoring_of
from sheetscore.systems.diplomacy.event_scores import ScoredEvent, rank_players, score_event
from sheetscore.systems.diplomacy.event_tables.game_tables import (
    ShownEvent,
    counted_formula,
    game_key,
    score_formula,
)
from sheetscore.systems.diplomacy.event_tables.value_tables import held_of, needs_rounds_held
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
"""With more columns the sheet could not be read on paper; the standings' first ones are shown."""

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
    """Of the games, by their keys."""
    places: Places
    """By the score of the event alone."""

    @property
    def key(self) -> str:
        """The column of the system."""
        return f"score {self.system.file.id}"

    def worth(self, one: NumberedScore) -> int | Fraction | None:
        """Return what counts here of a score of the event; None for a round that was sat out and scores only there."""
        scores = self.scored.contenders[one.player].scores
        return next(
            (counted.score for counted in scores if _same_games(counted, one.counted)),
            None,
        )

    @property
    def leaders(self) -> list[str]:
        """The ids of those on the first place."""
        return [id_ for id_, place in self.places.items() if place == 1]


class NumberedScore(Struct, frozen=True):
    """What counts for one of a player: which of his or hers it is, and its games."""

    player: str
    at: int
    counted: CountedScore


def _same_games(counted: CountedScore, other: CountedScore) -> bool:
    """Return whether two scores are of the same round or game, however it was scored."""
    return counted.round == other.round and list(map(game_key, counted.games)) == list(map(game_key, other.games))


def comparison_sheets(
    shown: ShownEvent, rounds: Mapping[int, Sequence[ResultRow]], games: Table[PowerGame]
) -> tuple[TableSheet, ...]:
    """Make the sheet of everybody's place under every system, and the hidden one of the scores.

    There is none without a game of somebody ranked, where the scores of boards do not count, and where powers
    without a player leave it open what a board would score.
    """
    kept = EventBoards(rounds)
    if shown.scored.points is not None or not shown.scored.games or not shown.rows or not kept.complete:
        return ()
    systems, unread = systems_in_force(scoring_of(shown.event), shown.event.own_templates)
    lines = [_rescored(shown, systems[0], rounds)]
    lacking = []
    for system in systems[1:]:
        again = kept.rescored(system)
        if again is None:
            lacking.append(system.file.title)
        else:
            lines.append(_rescored(shown, system, again))
    remarks = [] if shown.event.settings.sit_out_score is None else [_SIT_OUTS]
    remarks += [TextLine(f"Cannot be read and is left out: {name}.", "warning") for name in unread]
    if lacking:
        remarks.append(TextLine(f"Left out, because a year of some board is not known: {', '.join(lacking)}."))
    return (
        TableSheet(
            "Comparison",
            "The event under every scoring system",
            lines=(*_ABOUT, *remarks),
            tables=(_comparison_table(shown, lines),),
            landscape=True,
            for_director=True,
        ),
        TableSheet(
            "Systems",
            "",
            tables=(_scores_table(shown, lines), _counted_scores_table(shown, lines), _games_table(games, lines)),
            hidden=True,
        ),
    )


def _rescored(shown: ShownEvent, system: BoardSystem, rounds: Mapping[int, Sequence[ResultRow]]) -> Rescored:
    scored = score_event(shown.event, rounds, shown.open)
    scores = {game_key(game): game.score for game in scored.games}
    return Rescored(system, scored, scores, rank_players(scored, ()).ranks)


def _comparison_table(shown: ShownEvent, lines: Sequence[Rescored]) -> Table[Rescored]:
    names = {str(row["id"]): row["name"] for row in shown.rows}
    players = {f"place {id_}": id_ for id_ in list(names)[:MOST_PLAYERS]}
    keys = list(players)
    left, right = keys[0], keys[-1]
    headings = {player: _heading(player, names) for player in players.values()}

    def first_value(line: Rescored) -> Exact:
        return names[line.leaders[0]] if len(line.leaders) == 1 else f"{len(line.leaders)} share it"

    def first(here: Here[Rescored]) -> str:
        scores = here.range(here.line.key, ALL_SCORES)
        best = f"SUMPRODUCT(--({scores}>=MAX({scores})-{TOLERANCE}))"
        one = f"INDEX({here.range('name', ALL_SCORES)},MATCH(MAX({scores}),{scores},0))"
        return f'IF({best}=1,{one},{best}&" share it")'

    def moved_value(line: Rescored) -> int:
        return sum(line.places[player] != lines[0].places[player] for player in players.values())

    def moved(here: Here[Rescored]) -> str:
        ours = here.refer(here.place.across(lines[0].key, left, right))
        return f"SUMPRODUCT(--({here.span(left, right)}<>{ours}))"

    def place(key: str, player: str) -> Column[Rescored]:
        def formula(here: Here[Rescored]) -> str:
            scores, score = here.range(here.line.key, ALL_SCORES), here.other(ALL_SCORES, player, here.line.key)
            return f"1+SUMPRODUCT(--({scores}>{score}+{TOLERANCE}))"

        return turned_column(key, headings[player], 34, lambda line: line.places[player], formula)

    return Table(
        COMPARISON,
        (
            text_column("system", "Scoring system", 220, lambda line: line.system.file.title),
            text_column(FIRST, "First", 150, first_value, first),
            figure_column(MOVED, "Moved", 50, moved_value, moved, "cell strong"),
            *map(place, keys, players.values()),
        ),
        lines,
        key=lambda line: line.key,
        size="fine",
    )


def _heading(player: str, names: Mapping[str, Exact]) -> str:
    name = str(names[player])
    shown = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
    return shown if list(names.values()).count(names[player]) == 1 else f"{shown} ({player})"


def _scores_table(shown: ShownEvent, lines: Sequence[Rescored]) -> Table[ResultRow]:
    scores = {id_: len(one.scores) for id_, one in shown.scored.contenders.items()}
    settings = shown.event.settings

    def score(line: Rescored) -> Column[ResultRow]:
        def formula(here: Here[ResultRow]) -> str | None:
            player = str(here.line["id"])
            if not scores[player]:
                return None
            cells = here.refer(here.places[ALL_COUNTED].part(line.key, (player, 0), (player, scores[player] - 1)))
            held = held_of(here, shown) if needs_rounds_held(settings) else ""
            return score_formula(settings, cells, scores[player], held)

        return figure_column(
            line.key,
            line.system.file.id,
            80,
            lambda row: line.scored.contenders[str(row["id"])].score,
            formula,
            "cell two",
        )

    return Table(
        ALL_SCORES,
        (text_column("name", "Player", 170, lambda row: row["name"]), *map(score, lines)),
        shown.rows,
        key=lambda row: row["id"],
        size="fine",
    )


def _counted_scores_table(shown: ShownEvent, lines: Sequence[Rescored]) -> Table[NumberedScore]:
    round_scoring = shown.event.settings.round_scoring

    def score(line: Rescored) -> Column[NumberedScore]:
        def formula(here: Here[NumberedScore]) -> str | None:
            counted = here.line.counted if line is lines[0] else replace(here.line.counted, sit_outs=())
            return (
                counted_formula(here, counted, round_scoring, line.key, ALL_GAMES)
                if counted.games or counted.sit_outs
                else None
            )

        return figure_column(line.key, line.system.file.id, 80, line.worth, formula, "cell two")

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
    """Make the table of all games with their scores under each system: values, but for the system of the event."""

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
