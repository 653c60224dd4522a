"""The matches of a round on a worksheet, from the points of their games to winner and level, by formula."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from sheetscore.expressions.formula import TOLERANCE, constant
from sheetscore.systems.match.game_tables import GAMES, ShownGame, level_formula, shown_level
from sheetscore.systems.match.games import LEAST, LEVELS, POINTS, SEATS
from sheetscore.systems.match.matches import GAMES as GAMES_OF_A_MATCH
from sheetscore.systems.match.matches import LEAST_BY_HANDICAP, DecidedBy
from sheetscore.systems.match.model import MatchEvent, MatchScenario, RankedBy
from sheetscore.systems.match.record import SIGNS, MatchResult, handicap_in, in_order, level_points, matches_in
from sheetscore.tables.sheet import TableSheet
from sheetscore.tables.table import Column, Here, Table, figure_column, step_column, text_column

RESULTS, MATCHES = "results", "matches"
"""Names of tables."""


class ShownMatch(Struct, frozen=True):
    """A match that counts: what it gave the two, that of seat 1 first, and its games."""

    event: MatchEvent
    one: MatchResult
    other: MatchResult
    games: tuple[ShownGame, ...]

    @property
    def key(self) -> tuple[int, int]:
        """Its table and number."""
        return self.one.place

    @property
    def handicap(self) -> Fraction:
        """What was added: above 0 to seat 1, below 0 to seat 2."""
        return handicap_in(self.one, self.other)

    @property
    def players(self) -> tuple[str, str]:
        """The names of the two."""
        return self.games[0].players

    @property
    def given_to(self) -> str:
        """Who has the handicap; empty without one."""
        return self.players[self.handicap < 0] if self.handicap else ""

    @property
    def won_by(self) -> str:
        """Who won, or that it was drawn, and who was ahead then."""
        ahead = self.one.ahead
        who = "" if ahead is None else self.players[ahead != self.one.player]
        return who if self.winner else f"drawn, ahead: {who}" if who else "drawn"

    @property
    def graded(self) -> bool:
        """Whether its games are won at levels."""
        return self.games[0].scenario.kind.graded

    @property
    def winner(self) -> int:
        """Return 1 where seat 1 won, -1 where seat 2 did, 0 for a draw."""
        return SIGNS[self.one.result]

    @property
    def level(self) -> int:
        """The number of its level, from 1; 0 without one."""
        return LEVELS.index(self.one.level) + 1 if self.one.level else 0

    @property
    def tie_break(self) -> int:
        """What tells two victories apart, above 0 for seat 1; 0 where it is equal or there is nothing to tell apart."""
        won = [game.game.won_by for game in self.games]
        if set(won) != set(SEATS) or self.graded:
            return 0
        first, second = self.games
        sign = 1 if won[0] == "1" else -1
        if first.scenario.grading == "points":
            return sign * ((first.gain or 0) - (second.gain or 0))
        if first.scenario.grading != "territory":
            return 0
        turns = (second.of_winner("turns") or 0) - (first.of_winner("turns") or 0)
        return sign * (turns or (second.of_winner("losses") or 0) - (first.of_winner("losses") or 0))


def shown_matches(event: MatchEvent, results: Sequence[MatchResult], games: Sequence[ShownGame]) -> list[ShownMatch]:
    """Put the results and the games of each match together."""
    by_match: dict[tuple[int, int], list[ShownGame]] = {}
    for game in games:
        by_match.setdefault(game.key[:2], []).append(game)
    return [ShownMatch(event, one, two, tuple(by_match[one.place])) for one, two in matches_in(results)]


def level_number(event: MatchEvent, net: str) -> str:
    """Write the number of the level of a net result, from 1; 0 for a draw."""
    least = LEAST[event.settings.level_scale].values()
    return "+".join(f"(ABS({net})+{TOLERANCE}>={constant(points).text})" for points in least)


def sign_of(figure: str) -> str:
    """Write 1 for what is above 0, -1 for what is below, with a spreadsheet's noise to spare."""
    return f"SIGN(ROUND({figure},9))"


def _game(here: Here[ShownMatch], number: int, key: str) -> str:
    return here.other(GAMES, (*here.line.key, number), key)


def _total(here: Here[ShownMatch]) -> str:
    return "+".join(_game(here, number, "points") for number in range(1, GAMES_OF_A_MATCH + 1))


def net_formula(event: MatchEvent, total: str, handicap: str, games: int) -> str:
    """Write the net result per game of player 1.

    Parameters
    ----------
    total, handicap
        His match points in all games, and the handicap of all of them; that of player 2 is below 0.
    """
    if event.settings.handicap_level == "margin":
        return _margin(total, handicap, games)
    one, two = f"({total}+MAX({handicap},0))", f"(MAX(-({handicap}),0)-({total}))"
    return f"IF(ABS({one}-{two})<{TOLERANCE},0,IF({one}>{two},{one},-{two}))/{games}"


def _margin(total: str, handicap: str, games: int) -> str:
    return f"(2*({total})+{handicap})/{2 * games}"


def _net(here: Here[ShownMatch]) -> str:
    return net_formula(here.line.event, here.cell("total"), here.cell("handicap"), GAMES_OF_A_MATCH)


def _by_handicap(here: Here[ShownMatch]) -> str:
    """Write whether a handicap decides a match without levels."""
    margin = _margin(here.cell("total"), here.cell("handicap"), GAMES_OF_A_MATCH)
    return f"ABS({margin})+{TOLERANCE}>={LEAST_BY_HANDICAP}"


def _wins(here: Here[ShownMatch]) -> str:
    cells = [_game(here, number, "winner") for number in range(1, GAMES_OF_A_MATCH + 1)]
    return "+".join(f'({cell}="1")-({cell}="2")' for cell in cells)


def _tie_break(here: Here[ShownMatch]) -> str | None:
    """Write what tells two victories apart, where each has won a game and the kind of game has such a thing."""
    grading = here.line.games[0].scenario.grading
    if grading not in {"points", "territory"}:
        return None
    winners = [_game(here, number, "winner") for number in (1, 2)]
    split = f'AND({winners[0]}<>{winners[1]},{winners[0]}<>"draw",{winners[1]}<>"draw")'
    taker = f'IF({winners[0]}="1",1,-1)'
    first, second = (
        {key: f"N({_game(here, number, key)})" for key in ("gain", "turns", "losses")} for number in (1, 2)
    )
    if grading == "points":
        margin = f"{first['gain']}-{second['gain']}"
    else:
        turns = f"{second['turns']}-{first['turns']}"
        margin = f"IF({turns}<>0,{turns},{second['losses']}-{first['losses']})"
    return f"IF({split},{taker}*({margin}),0)"


def _winner(here: Here[ShownMatch]) -> str:
    """Write who won: by the level, by the handicap, or by games and tie-breaker."""
    net, wins = here.cell("net"), here.cell("wins")
    if here.line.graded:
        return f"IF({here.cell('level')}>0,{sign_of(net)},0)"
    by_games = f"IF({wins}=0,SIGN({here.cell('tie_break')}),SIGN({wins}))"
    if here.line.event.settings.win_and_draw == "draw":
        by_games = f"IF(ABS({wins})=1,0,{by_games})"
    split = f"IF({wins}=0,SIGN({here.cell('tie_break')}),0)"
    with_handicap = f"IF({_by_handicap(here)},{sign_of(net)},{split})"
    return f"IF({here.cell('handicap')}<>0,{with_handicap},{by_games})"


def _level(here: Here[ShownMatch]) -> str | None:
    return level_number(here.line.event, here.cell("net")) if here.line.graded else None


def _given(here: Here[ShownMatch]) -> str:
    holder, points = here.cell("given_to"), here.cell("given")
    return f'IF({holder}="",0,IF({holder}={here.cell("player_1")},{points},-{points}))'


def _won_by(here: Here[ShownMatch]) -> str:
    return won_by_formula(here, here.cell("winner"), here.cell("net"))


def won_by_formula(here: Here[Any], winner: str, net: str) -> str:
    """Write who won, or that it was drawn, and who was ahead then.

    Parameters
    ----------
    winner
        The cell with 1 for player 1, -1 for player 2, 0 for a draw.
    net
        The cell with the net result of player 1.
    """
    one, two = here.cell("player_1"), here.cell("player_2")
    ahead = f'IF(ABS({net})<{TOLERANCE},"drawn","drawn, ahead: "&IF({net}>0,{one},{two}))'
    return f"IF({winner}=1,{one},IF({winner}=-1,{two},{ahead}))"


def _level_words(match: ShownMatch) -> str:
    return shown_level(match.games[0].scenario, match.one.level)


def _level_words_formula(here: Here[ShownMatch]) -> str:
    return level_formula(here, here.cell("level"), here.line.games[0].scenario.id)


_DECIDED: Mapping[DecidedBy, str] = {
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
    """Say what decided a match; empty where nothing did."""
    return _DECIDED[result.decided_by]


def _decided(here: Here[ShownMatch]) -> str:
    """Write what made the winner: the handicap, the level, the games, or the tie-breaker of their kind."""
    winner, wins = here.cell("winner"), here.cell("wins")
    words = {code: f'"{text}"' for code, text in _DECIDED.items()}
    tie_break = {"points": words["points"], "territory": _territory_words(here)}
    split = tie_break.get(here.line.games[0].scenario.grading, words["none"])
    by_games = f"IF(ABS({wins})=2,{words['both']},IF(ABS({wins})=1,{words['games']},{split}))"
    if here.line.graded:
        by = f"IF({here.cell('handicap')}<>0,{words['handicap']},{words['level']})"
    else:
        leads = f"IF({wins}={winner}*2,{words['both']},IF({wins}={winner},{words['games']},{words['handicap']}))"
        with_handicap = f"IF({_by_handicap(here)},{leads},{split})"
        by = f"IF({here.cell('handicap')}<>0,{with_handicap},{by_games})"
    return f'IF({winner}=0,"",{by})'


def _territory_words(here: Here[ShownMatch]) -> str:
    first, second = (f"N({_game(here, number, 'turns')})" for number in (1, 2))
    return f'IF({first}<>{second},"{_DECIDED["turn"]}","{_DECIDED["losses"]}")'


def _wins_of(match: ShownMatch) -> int:
    return sum({"1": 1, "2": -1}.get(str(game.game.winner), 0) for game in match.games)


def matches_sheet(matches: Sequence[ShownMatch]) -> TableSheet:
    """Make the sheet on which every match comes to its result."""
    return TableSheet("Matches", "Match by match", tables=(_matches_table(matches),), landscape=True)


def _matches_table(matches: Sequence[ShownMatch]) -> Table[ShownMatch]:
    return Table(
        MATCHES,
        (
            figure_column("table", "Table", 48, lambda match: match.key[0]),
            figure_column("match", "Match", 48, lambda match: match.key[1]),
            text_column("player_1", "Player 1", 130, lambda match: match.players[0]),
            text_column("player_2", "Player 2", 130, lambda match: match.players[1]),
            figure_column("total", "Match points of player 1", 66, lambda match: match.one.total, _total),
            text_column("given_to", "Handicap for", 130, lambda match: match.given_to),
            figure_column("given", "Handicap", 60, lambda match: abs(match.handicap) or None, None, "cell two"),
            figure_column("net", "Net per game of player 1", 66, lambda match: match.one.net, _net, "cell two"),
            text_column("won_by", "Won by", 150, lambda match: match.won_by, _won_by),
            text_column("level_words", "Level", 130, _level_words, _level_words_formula),
            text_column("decided", "Decided by", 110, lambda match: decided_by(match.one), _decided),
            step_column(
                "handicap", "handicap: above 0 of player 1", lambda match: match.handicap, _given, "cell step two"
            ),
            step_column("level", "level from 1", lambda match: match.level, _level),
            step_column("wins", "games won: 1 less 2", _wins_of, _wins),
            step_column("tie_break", "tie-breaker for 1", lambda match: match.tie_break, _tie_break),
            step_column("winner", "winner: 1, −1 for player 2", lambda match: match.winner, _winner),
        ),
        matches,
        key=lambda match: match.key,
        size="fine",
        empty="No match is scored yet.",
    )


def results_sheet(
    event: MatchEvent, number: int, results: Sequence[MatchResult], matches: Sequence[ShownMatch]
) -> TableSheet:
    """Make the sheet of everybody's results, a line for each player and match."""
    heading = f"Results of round {number}"
    return TableSheet("Results", heading, tables=(rows_table(RESULTS, event, results, matches),), landscape=True)


def rows_table(
    name: str, event: MatchEvent, results: Sequence[MatchResult], matches: Sequence[ShownMatch] = ()
) -> Table[MatchResult]:
    """Make the table of a round.

    Parameters
    ----------
    name
        What it is called in formulas.
    matches
        Those that the lines follow; without them they stand as values in the cells.
    """
    seats = {(match.key, one.player): sign for match in matches for one, sign in ((match.one, 1), (match.other, -1))}
    scenarios: Mapping[str | None, MatchScenario] = {scenario.id: scenario for scenario in event.scenarios}

    def followed(key: str, write: Callable[[str, int], str]) -> Callable[[Here[MatchResult]], str | None]:
        def formula(here: Here[MatchResult]) -> str | None:
            place = here.line.place
            sign = seats.get((place, here.line.player))
            return None if sign is None else write(here.other(MATCHES, place, key), sign)

        return formula

    def signed(cell: str, sign: int) -> str:
        return cell if sign > 0 else f"-{cell}"

    def result(cell: str, sign: int) -> str:
        return f'IF({cell}={sign},"win",IF({cell}=0,"draw","loss"))'

    def as_it_is(cell: str, _: int) -> str:
        return cell

    def points(here: Here[MatchResult]) -> str | None:
        worth = ",".join(str(one) for one in (0, *POINTS.values()))
        won = followed("winner", signed)(here)
        level_ = followed("level", as_it_is)(here)
        return f"{won}*CHOOSE(1+{level_},{worth})" if won else None

    added_up: Mapping[RankedBy, Column[MatchResult]] = {  # to the figures of the standings, and in their order
        "levels": figure_column(
            "level_points", "Points of the level", 62, lambda one: level_points(one.result, one.level), points
        ),
        "net": figure_column("net", "Net", 60, lambda one: one.net, followed("net", signed), "cell score"),
    }
    return Table(
        name,
        (
            text_column("name", "Player", 170, lambda one: one.name),
            text_column("player", "Id", 50, lambda one: one.player),
            figure_column("table", "Table", 48, lambda one: one.table),
            figure_column("match", "Match", 48, lambda one: one.match),
            text_column("opponent_name", "Opponent", 170, lambda one: one.opponent_name or event.unseated.bye),
            text_column("scenario", "Scenario", 110, lambda one: _title(scenarios, one.scenario)),
            text_column("result", "Result", 58, lambda one: one.result, followed("winner", result)),
            text_column(
                "level",
                "Level",
                130,
                lambda one: shown_level(scenarios.get(one.scenario), one.level),
                followed("level_words", as_it_is),
            ),
            text_column("decided_by", "Decided by", 120, decided_by, followed("decided", as_it_is)),
            figure_column("total", "Match points", 58, lambda one: one.total, followed("total", signed)),
            figure_column(
                "handicap",
                "Handicap",
                66,
                lambda one: one.handicap,
                followed("handicap", lambda cell, sign: f"MAX({signed(cell, sign)},0)"),
                "cell two",
            ),
            *(added_up[by] for by in in_order(event.settings.ranking) if by in added_up),
        ),
        results,
        key=lambda one: (one.player, one.match),
        empty="No match is scored yet.",
    )


def _title(scenarios: Mapping[str | None, MatchScenario], id_: str | None) -> str:
    """Return the title of a scenario; the id of one that the event has no more, nothing for a bye."""
    scenario = scenarios.get(id_)
    return scenario.title if scenario else id_ or ""
