"""The matches of a round on a worksheet, from the points of their games to winner and level, by formula."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.expressions.figure import Figure, Plain, Shown
from sheetscore.expressions.figure_calls import amount, filled, highest, joined, same, total, when
from sheetscore.pairing.draw import short_names
from sheetscore.systems.columns import printed_first, unless_alike
from sheetscore.systems.match.deciding import (
    GAMES,
    DecidedBy,
    HandicapLevel,
    better_by,
    decided_at_levels,
    decided_by_games,
    margin_of,
    net_of,
    net_of_winner,
    tie_break_of,
    turn_or_losses,
    winner_at_levels,
    winner_by_games,
    wins_of,
)
from sheetscore.systems.match.game_tables import ShownGame, ShownLevel, level_words, shown_level
from sheetscore.systems.match.games import level_number, winner_sign
from sheetscore.systems.match.model import MatchEvent, MatchScenario, RankedBy
from sheetscore.systems.match.record import (
    MatchResult,
    criteria_in_order,
    handicap_in,
    level_points,
    matches_in,
    result_of,
    signed_points,
)
from sheetscore.systems.match.score import GAME_NUMBERS
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import ByRule, Column, LineFigures, Table, figure_column, step_column, text_column

RoundTables = Mapping[int, Table[MatchResult]]
"""The tables of the results of scored rounds by their numbers."""


class ShownMatch(Struct, frozen=True):
    """A match that counts."""

    event: MatchEvent
    one: MatchResult
    """The result of the player at seat 1."""
    other: MatchResult
    """The result of the player at seat 2."""
    games: tuple[ShownGame, ...]

    @property
    def key(self) -> tuple[int, int]:
        """Its table and number."""
        return self.one.place

    @property
    def handicap(self) -> Fraction:
        """The handicap: above 0 for seat 1, below 0 for seat 2."""
        return handicap_in(self.one, self.other)

    @property
    def players(self) -> tuple[str, str]:
        """The names of the two."""
        return self.games[0].players

    @property
    def given_to(self) -> str:
        """The holder of the handicap; empty without one."""
        return self.players[self.handicap < 0] if self.handicap else ""

    @property
    def scenario(self) -> MatchScenario:
        """The scenario played."""
        return self.games[0].scenario


def shown_matches(event: MatchEvent, results: Sequence[MatchResult], games: Sequence[ShownGame]) -> list[ShownMatch]:
    """Return the matches that count, each with its results and its games."""
    by_match: dict[tuple[int, int], list[ShownGame]] = {}
    for game in games:
        by_match.setdefault(game.key[:2], []).append(game)
    return [ShownMatch(event, one, two, tuple(by_match[one.place])) for one, two in matches_in(results)]


class MatchFigures(Struct, frozen=True):
    """The figures of a match, as the rules for its columns need them."""

    own: LineFigures[ShownMatch]
    games: Table[ShownGame]

    def both(self, key: str) -> tuple[Figure, Figure]:
        """Return a figure of its two games."""
        first, second = (self.own.other(self.games, (*self.own.line.key, number), key) for number in GAME_NUMBERS)
        return first, second

    @property
    def signs(self) -> tuple[Figure, Figure]:
        """The sign of the winner of each game: 1 for player 1, -1 for player 2, 0 for a draw."""
        first, second = map(winner_sign, self.both("winner"))
        return first, second

    @property
    def wins(self) -> Figure:
        """The games won by player 1 less those won by player 2."""
        return wins_of(*self.signs)

    @property
    def total(self) -> Figure:
        """The match points of player 1."""
        return total(*self.both("points"))

    @property
    def handicap(self) -> Figure:
        """The handicap: above 0 for player 1, below 0 for player 2."""
        holder, points = self.own.cell("given_to"), amount(self.own.cell("given"))
        return when(filled(holder), when(same(holder, self.own.cell("player_1")), points, -points), 0)

    @property
    def net(self) -> Figure:
        """The net result per game of player 1."""
        match, figures = self.own.line, (self.own.cell("total"), self.own.cell("handicap"))
        level = match.event.settings.handicap_level
        if match.scenario.kind.graded:
            return net_of(*figures, GAMES, level)
        return net_of_winner(self.own.cell("winner"), *figures, GAMES, level)

    @property
    def margin(self) -> Figure:
        """Half the distance between the results per game, by which a handicap decides a match without levels."""
        return margin_of(self.own.cell("total"), self.own.cell("handicap"), GAMES)

    @property
    def level(self) -> Shown:
        """The number of the level, from 1; 0 without one."""
        match = self.own.line
        if not match.scenario.kind.graded:
            return 0
        return level_number(self.own.cell("net"), match.event.settings.level_scale)

    @property
    def tie_break(self) -> Shown:
        """The tie-breaker if each player has won a game; else 0, also if the kind of game has none."""
        if self.own.line.scenario.grading == "points":
            one, two = map(amount, self.both("gain"))
            return tie_break_of(self.own.cell("wins"), self.signs[0], one - two)
        if self.own.line.scenario.grading == "territory":
            return tie_break_of(self.own.cell("wins"), self.signs[0], better_by(*self._turns_and_losses))
        return 0

    @property
    def _turns_and_losses(self) -> tuple[tuple[Figure, Figure], tuple[Figure, Figure]]:
        first, second = zip(map(amount, self.both("turns")), map(amount, self.both("losses")), strict=True)
        return first, second

    @property
    def winner(self) -> Figure:
        """The sign of the winner: by the level, by the handicap, or by games and tie-breaker."""
        own, settings = self.own, self.own.line.event.settings
        if own.line.scenario.kind.graded:
            return winner_at_levels(own.cell("level"), own.cell("net"))
        wins, tie_break, handicap = (own.cell(key) for key in ("wins", "tie_break", "handicap"))
        return winner_by_games(wins, tie_break, self.margin, handicap, settings.win_and_draw)

    @property
    def decided_by(self) -> Shown:
        """What decided the match, in words."""
        own, words, grading = self.own, DECIDED, self.own.line.scenario.grading
        if own.line.scenario.kind.graded:
            alone = own.cell("total") / GAMES
            level = level_number(alone, own.line.event.settings.level_scale)
            return decided_at_levels(own.cell("winner"), winner_at_levels(level, alone), words)
        if_split: str | Figure = words["points" if grading == "points" else "none"]
        if grading == "territory":
            (first, _), (second, _) = self._turns_and_losses
            if_split = turn_or_losses(first, second, words)
        winner, wins, handicap = (own.cell(key) for key in ("winner", "wins", "handicap"))
        return decided_by_games(winner, wins, self.margin, handicap, if_split, words)


def won_by(own: LineFigures[Any], winner: Figure, net: Figure) -> Figure:
    """Return the name of the winner; for a draw the words for it, with the name of who is ahead.

    Parameters
    ----------
    winner
        1 for player 1, -1 for player 2, 0 for a draw.
    net
        The net result of player 1.
    """
    one, two = own.cell("player_1"), own.cell("player_2")
    ahead = when(net == 0, "drawn", joined("drawn, ahead: ", when(net > 0, one, two)))
    return when(winner == 1, one, when(winner == -1, two, ahead))


DECIDED: Mapping[DecidedBy, str] = {
    "both": "both games",
    "games": "the only game won",
    "points": "net points",
    "turn": "sooner game-turn",
    "losses": "lower losses",
    "level": "level",
    "handicap": "handicap",
    "none": "",
}
"""What decided a match, in words."""


def decided_by(result: MatchResult) -> str:
    """Return what decided a match in words; empty if nothing did."""
    return DECIDED[result.decided_by]


def matches_sheet(matches: Table[ShownMatch], level: HandicapLevel) -> TableSheet:
    """Make the sheet of the matches with their results."""
    meaning = (
        f"Match points: those of both games.   Net: {_NET[level]}.   Figures below 0 are good for player 2.   "
        "Decided by: what made the winner, such as the level that the net reached, or a handicap."
    )
    return TableSheet("Matches", "Match by match", (TextLine(meaning),), (matches,), landscape=True)


def matches_table(
    matches: Sequence[ShownMatch], games: Table[ShownGame], levels: Table[ShownLevel]
) -> Table[ShownMatch]:
    """Make the table of the matches with their results.

    Parameters
    ----------
    games
        The table of the games of these matches.
    levels
        The table of the names of levels.
    """

    def by(rule: Callable[[MatchFigures], Shown]) -> ByRule[ShownMatch]:
        return ByRule(lambda own: rule(MatchFigures(own, games)))

    def level_called(own: LineFigures[ShownMatch]) -> Shown:
        return level_words(own, levels, own.cell("level"), own.line.scenario)

    columns: tuple[Column[ShownMatch], ...] = (
        figure_column("table", "Table", 44, lambda match: match.key[0]),
        figure_column("match", "Match", 44, lambda match: match.key[1]),
        text_column("player_1", "Player 1", 150, lambda match: match.players[0], player=lambda match: match.one.player),
        text_column(
            "player_2", "Player 2", 150, lambda match: match.players[1], player=lambda match: match.other.player
        ),
        figure_column("total", "Match points of player 1", 66, by(lambda match: match.total)),
        text_column("given_to", "Handicap for", 126, lambda match: match.given_to),
        figure_column("given", "Handicap", 60, lambda match: abs(match.handicap) or None, None, "cell two"),
        figure_column("net", "Net per game of player 1", 66, by(lambda match: match.net), style="cell two"),
        text_column("won_by", "Won by", 150, ByRule(lambda own: won_by(own, own.cell("winner"), own.cell("net")))),
        text_column("level_words", "Level", 130, ByRule(level_called)),
        # may leave the paper: the results have it, too
        replace(text_column("decided", "Decided by", 110, by(lambda match: match.decided_by)), spare=True),
        step_column(
            "handicap", "handicap: above 0 of player 1", by(lambda match: match.handicap), style="cell step two"
        ),
        step_column("level", "level from 1", by(lambda match: match.level)),
        step_column("wins", "games won: 1 less 2", by(lambda match: match.wins)),
        step_column("tie_break", "tie-breaker for 1", by(lambda match: match.tie_break)),
        step_column("winner", "winner: 1, −1 for player 2", by(lambda match: match.winner)),
    )
    return Table(
        "matches",
        printed_first(columns, () if any(match.handicap for match in matches) else ("given_to", "given")),
        matches,
        key=lambda match: match.key,
        size="fine",
        empty="No match is scored yet.",
    )


def results_sheet(
    event: MatchEvent, number: int, results: Sequence[MatchResult], matches: Table[ShownMatch]
) -> TableSheet:
    """Make the sheet of results, with a line for each player and match."""
    table = rows_table("results", event, results, matches)
    return TableSheet(
        "Results",
        f"Results of round {number}",
        (columns_said(event.settings.handicap_level),),
        (table,),
        landscape=True,
    )


_NET: Mapping[HandicapLevel, str] = {
    "own": "the winner's match points and handicap together, halved; the loser's is the same below 0",
    "margin": "match points halved, and a quarter of the handicap: one's own is added, the opponent's taken off",
}
"""How the net result is computed with the figures on the page: :func:`sheetscore.systems.match.deciding.net_of`."""


def columns_said(level: HandicapLevel) -> TextLine:
    """Return the line that explains the columns of the results, so that they can be computed by hand."""
    return TextLine(
        f"Match points: those of both games.   Net: {_NET[level]}.   "
        "Points of the level: what the level of the win is worth, below 0 for the loser."
    )


def rows_table(
    name: str, event: MatchEvent, results: Sequence[MatchResult], matches: Table[ShownMatch] | None = None
) -> Table[MatchResult]:
    """Make the table of the results of a round, with a line for each player and match.

    Parameters
    ----------
    name
        Its name in formulas.
    matches
        The table of matches: if it is given, formulas of the lines refer to it; without it the cells have plain values.
    """
    lines = matches.lines if matches else ()
    signs = {(match.key, one.player): sign for match in lines for one, sign in ((match.one, 1), (match.other, -1))}
    scenarios: Mapping[str | None, MatchScenario] = {scenario.id: scenario for scenario in event.scenarios}

    def followed(
        value: Callable[[MatchResult], Plain], rule: Callable[[Callable[[str], Figure], int], Shown]
    ) -> ByRule[MatchResult]:
        """Compute a cell from the match's cells and the player's sign (1: seat 1); without these take the value."""

        def shown(own: LineFigures[MatchResult]) -> Shown:
            place = own.line.place
            sign = signs.get((place, own.line.player))
            if sign is None or matches is None:
                return value(own.line)
            return rule(lambda key: own.other(matches, place, key), sign)

        return ByRule(shown)

    def level_called(one: MatchResult) -> str:
        return shown_level(scenarios.get(one.scenario), one.level)

    added_up: Mapping[RankedBy, Column[MatchResult]] = {  # columns that the standings add up
        "levels": figure_column(
            "level_points",
            "Points of the level",
            62,
            followed(
                lambda one: level_points(one.result, one.level),
                lambda cell, sign: signed_points(seen_by(cell("winner"), sign), cell("level")),
            ),
        ),
        "net": figure_column(
            "net",
            "Net",
            60,
            followed(lambda one: one.net, lambda cell, sign: seen_by(cell("net"), sign)),
            style="cell score",
        ),
    }
    called = short_names({one.player: one.name for one in results})
    columns: tuple[Column[MatchResult], ...] = (
        text_column("name", "Player", 180, lambda one: one.name, player=lambda one: one.player),
        text_column("player", "Id", 50, lambda one: one.player),
        figure_column("table", "Table", 48, lambda one: one.table),
        figure_column("match", "Match", 48, lambda one: one.match),
        text_column(
            "opponent_name", "Opponent", 180, lambda one: called(one.opponent) if one.opponent else event.unseated.bye
        ),
        # may leave the paper: the sheet of games has it, too
        replace(text_column("scenario", "Scenario", 180, lambda one: _title(scenarios, one.scenario)), spare=True),
        text_column(
            "result",
            "Result",
            58,
            followed(lambda one: one.result, lambda cell, sign: result_of(seen_by(cell("winner"), sign))),
        ),
        text_column("level", "Level", 140, followed(level_called, lambda cell, _: cell("level_words"))),
        text_column("decided_by", "Decided by", 130, followed(decided_by, lambda cell, _: cell("decided"))),
        figure_column(
            "total",
            "Match points",
            58,
            followed(lambda one: one.total, lambda cell, sign: seen_by(cell("total"), sign)),
        ),
        figure_column(
            "handicap",
            "Handicap",
            66,
            followed(lambda one: one.handicap, lambda cell, sign: highest(seen_by(cell("handicap"), sign), 0)),
            style="cell two",
        ),
        *(added_up[by] for by in criteria_in_order(event.settings.ranking) if by in added_up),
    )
    return Table(
        name,
        printed_first(columns, unless_alike("player", {one.player: one.name for one in results})),
        results,
        key=lambda one: (one.player, one.match),
        empty="No match is scored yet.",
    )


def seen_by(figure: Figure, sign: int) -> Figure:
    """Return a figure of player 1 as that player sees it (1), or as the opponent does (-1)."""
    return figure if sign > 0 else -figure


def _title(scenarios: Mapping[str | None, MatchScenario], id_: str | None) -> str:
    """Return the title of a scenario; the id if the event no longer has it, empty for a bye."""
    scenario = scenarios.get(id_)
    return scenario.title if scenario else id_ or ""
