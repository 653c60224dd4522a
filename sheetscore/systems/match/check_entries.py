"""Checks of the sheet of a table: dice against choices, impossible levels, missing results.

Source: "All Players are Created Equal".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.identity import folded
from sheetscore.findings import Finding, Severity, finding
from sheetscore.forms.form import Entries, FieldKey, Value
from sheetscore.pairing.draw import display_name
from sheetscore.systems.context import RoundContext, Seated, strangers
from sheetscore.systems.match.games import SIDES, MatchGame, other, wins_at_levels
from sheetscore.systems.match.history import in_force
from sheetscore.systems.match.lists import level_in_words, words_for_levels
from sheetscore.systems.match.matches import needs_tie_breaker
from sheetscore.systems.match.model import MatchEvent, MatchScenario
from sheetscore.systems.match.record import Rounds, rounds_of
from sheetscore.systems.match.score import (
    GAME_NUMBERS,
    MatchSheet,
    game_box,
    match_box,
    player_box,
    read_matches,
    seated,
    series_box,
)
from sheetscore.systems.two_at_a_table import SEATS, Seat
from sheetscore.wording import join_words, pluralize

MISSING = "result-missing"
"""The code of findings about a blank box without which a match is incomplete."""


class MatchPage(Struct, frozen=True):
    """A match as read from a table's sheet, with what its checks need besides: players, scenarios, handicap."""

    event: MatchEvent
    table: int
    match: MatchSheet
    offered: tuple[MatchScenario, ...]
    """The scenarios of the round."""
    names: dict[Seat, str]
    """The names of the players, by seat."""
    handicap: Fraction | None
    """The handicap in force: above 0 for seat 1. None if the players are unknown."""

    @property
    def complete(self) -> bool:
        """Whether it can be scored."""
        return self.handicap is not None and self.match.outcome(self.event, self.handicap) is not None

    @property
    def scenarios(self) -> tuple[MatchScenario, ...]:
        """The chosen scenario; all scenarios on offer if none is chosen."""
        return (self.match.scenario,) if self.match.scenario else self.offered

    @property
    def where(self) -> str:
        """The table, and in a series the match."""
        return f"table {self.table}, match {self.match.number}" if self.event.plays_series else f"table {self.table}"

    def box(self, what: str) -> FieldKey:
        """Return a box of the match as a whole."""
        return match_box(self.event, self.table, self.match.number, what)

    def game_box(self, game: int, what: str) -> FieldKey:
        """Return a box of a game (1 or 2)."""
        return game_box(self.event, self.table, self.match.number, game, what)

    def games(self) -> Iterator[tuple[int, MatchGame]]:
        """Return both games, each after its number."""
        return zip(GAME_NUMBERS, self.match.games, strict=True)

    def say(self, code: str, message: str, *boxes: FieldKey, severity: Severity | None = None) -> Finding:
        """Make a finding about boxes of the match: the place, then the message, which begins with a comma or colon."""
        return finding(code, f"{self.where}{message}", fields=boxes, severity=severity)


def check_entries(round_: RoundContext[MatchEvent]) -> list[Finding]:
    """Find contradictions between the boxes of a round's sheets, each of which is valid by itself.

    Returns
    -------
    Findings without cells; ``fields`` names the boxes that each is about, first the one to look at.
    """
    before = rounds_of(round_.earlier)
    return [one for table in round_.forms.tables for one in _table(round_, table.number, before)]


def _table(round_: RoundContext[MatchEvent], table: int, before: Rounds) -> Iterator[Finding]:
    """Check the sheet of a table; ``before`` has the results of the rounds before, from which handicaps follow."""
    event, entries = round_.event, round_.entries
    players = seated(table, entries)
    matches = read_matches(event, round_.stage, table, entries)
    begun = any(match.begun for match in matches)
    names = {seat: display_name(players[seat], event.names) if seat in players else f"player {seat}" for seat in SEATS}
    are_two = len(set(players.values())) == len(SEATS)
    yield from _not_drawn(round_, table, players)
    if not players:
        yield from _nobody_played(table, begun=begun)
    if not (are_two or begun):
        return
    offered = event.choice(round_.stage)
    sheets = [
        MatchPage(event, table, match, offered, names, _handicap(round_, players, match, before) if are_two else None)
        for match in matches
    ]
    ended = event.plays_series and entries.get(series_box(table, "ended")) == 1
    found = [one for sheet in sheets for check in (*CHECKS, _missing) for one in check(sheet)]
    # a series that was ended may lack results
    yield from (one for one in found if not (ended and one.code == MISSING))
    yield from _series(event, table, sheets, entries)
    if ended and are_two:
        yield _ended(event, table, sheets, entries)


def _not_drawn(round_: RoundContext[MatchEvent], table: int, players: dict[Seat, str]) -> Iterator[Finding]:
    """Note players who were not drawn for the table; drawn players may sit on either of its seats."""
    event, drawn = round_.event, round_.draw
    drawn_players = next((one.seated for one in drawn.tables if one.number == table), {})
    replaced = {seat: player for seat, player in drawn_players.items() if player not in players.values()}
    for seat, player in players.items():
        if player not in drawn_players.values():
            instead_of = replaced.pop(seat, None) or (replaced.popitem()[1] if replaced else None)
            place = Seated(player_box(table, seat), f"table {table}, {seat}", player, instead_of)
            yield from strangers(place, event.names, event.entrants(drawn.round), "played")


def _handicap(
    round_: RoundContext[MatchEvent], players: dict[Seat, str], match: MatchSheet, before: Rounds
) -> Fraction:
    system = match.scenario.game_system if match.scenario else ""
    return in_force(round_.event, players["1"], players["2"], system, before, round_.stage)


def _nobody_played(table: int, *, begun: bool) -> Iterator[Finding]:
    """Report a table that names no players; ``begun`` says whether it has results."""
    boxes = tuple(player_box(table, seat) for seat in SEATS)
    if begun:
        message = f"table {table}: there are results and nobody who played. Choose the players"
        yield finding("name-missing", message, fields=boxes)
    else:
        yield finding("empty-seat", f"table {table}: nobody played here", fields=boxes)


def _choosing(sheet: MatchPage) -> Iterator[Finding]:
    """Check the dice with which players roll for the first choice, and what the higher roll chose."""
    whole = sheet.match.whole
    rolls = [whole.get(f"rolls_{seat}") for seat in SEATS]
    if rolls.count(None) == 1:
        missing = SEATS[rolls.index(None)]
        message = f": only one die is written down. Enter that of {sheet.names[missing]}, or clear the other"
        yield sheet.say("half-entered", message, sheet.box(f"rolls_{missing}"))
    elif None not in rolls and rolls[0] == rolls[1] and "choice" in whole:
        message = f": both rolled {rolls[0]}, and so nobody chooses. Enter the dice of the roll that decided"
        yield sheet.say("match-rolls", message, *(sheet.box(f"rolls_{seat}") for seat in SEATS))
    if whole.get("choice") == "order" and "order_high" not in whole:
        message = ": the higher roll chose an order of battle, and not of which side. Enter first or second"
        yield sheet.say("half-entered", message, sheet.box("order_high"))


def _orders(sheet: MatchPage) -> Iterator[Finding]:
    """Find orders of battle that are not on the list of their side.

    A side without a list may have any order. But an order from the list of the other side is a warning: perhaps the
    event has the lists beside the wrong sides.
    """
    scenario = sheet.match.scenario
    sides = scenario.sides if scenario else ()
    for name, side, opposite in zip(SIDES, sides, reversed(sides), strict=False):
        typed = sheet.match.whole.get(f"order_{name}")
        if scenario and typed is not None and not side.orders and folded(typed) in map(folded, opposite.orders):
            message = (
                f": “{typed}” was typed for {side.title} and is an order of battle of {opposite.title} in "
                f"“{scenario.title}”. It counts as it stands; correct the event, or the sheet"
            )
            said = sheet.say("not-listed", message, sheet.box(f"order_{name}"))
            yield replace(said, severity=Severity.WARNING)
        if scenario and typed is not None and side.orders and folded(typed) not in map(folded, side.orders):
            message = (
                f": “{typed}” is no order of battle of {side.title} in “{scenario.title}”. There are: "
                f"{join_words(side.orders)}"
            )
            yield sheet.say("not-listed", message, sheet.box(f"order_{name}"), sheet.box("played"))


def _who_began(sheet: MatchPage) -> Iterator[Finding]:
    """Find games whose entered first side contradicts the coin, and players who have the first side in both games."""
    typed = {game: sheet.match.boxes[game].get("side_a") for game in GAME_NUMBERS}
    if None not in typed.values() and typed[1] == typed[2]:
        who = sheet.names["1" if typed[1] == "1" else "2"]
        message = f": {who} has the first side in both games, and sides are exchanged. Correct one of them"
        yield sheet.say("match-sides", message, *(sheet.game_box(game, "side_a") for game in GAME_NUMBERS))
        return
    for game in GAME_NUMBERS:
        follows = sheet.match.side_a(game)
        if typed[game] not in {None, follows}:
            coin = "the coin" if "coin" in sheet.match.whole else "the draw, since the coin is blank"
            message = (
                f", game {game}: by {coin}, {sheet.names[follows]} has the first side here. Correct the coin, or clear "
                "this box"
            )
            yield sheet.say("match-sides", message, sheet.game_box(game, "side_a"), sheet.box("coin"))


def _levels(sheet: MatchPage) -> Iterator[Finding]:
    """Find entered levels that the game cannot have, and games whose victory needs a level and has none."""
    for number, game in sheet.games():
        typed = sheet.match.boxes[number].get("level")
        boxes = sheet.game_box(number, "level"), sheet.game_box(number, "winner")
        if typed is None:
            if sheet.scenarios and all(_lacks_level(scenario, game) for scenario in sheet.scenarios):
                message = f", game {number}: there is a winner and no level. Enter the level of the victory"
                yield sheet.say(MISSING, message, *boxes)
        elif wrong := _wrong_level(sheet.match.scenario, game, typed):
            code, message = wrong
            yield sheet.say(code, f", game {number}: {message}", *boxes)


def _lacks_level(scenario: MatchScenario, game: MatchGame) -> bool:
    return wins_at_levels(scenario.kind, game) and game.level is None


def _wrong_level(scenario: MatchScenario | None, game: MatchGame, typed: Value) -> tuple[str, str] | None:
    """Return the code and the message of the first mistake in a level that was entered; None without a mistake."""
    if scenario is None:
        return ("match-level", _DRAWN_AT_LEVEL) if game.winner == "draw" else None
    known = join_words(words_for_levels(scenario))
    counts_as = level_in_words(scenario, "decisive")
    no_levels = game.won_by is not None and not wins_at_levels(scenario.kind, game) and game.level != "decisive"
    mistakes = (
        (game.level is None, "not-listed", f"“{typed}” is no level of “{scenario.title}”. There are: {known}"),
        (not scenario.kind.graded, "match-level", f"“{scenario.title}” has no levels of victory. Clear the level"),
        (game.winner == "draw", "match-level", _DRAWN_AT_LEVEL),
        (
            no_levels,
            "match-level",
            f"the side that won has no levels, and its victory counts as {counts_as}. Clear the level",
        ),
    )
    return next(((code, message) for wrong, code, message in mistakes if wrong), None)


_DRAWN_AT_LEVEL = "a drawn game has no level. Clear the level, or correct the winner"


def _draws(sheet: MatchPage) -> Iterator[Finding]:
    """Find draws in a scenario that cannot be drawn."""
    scenario = sheet.match.scenario
    for number, game in sheet.games():
        if scenario is not None and game.winner == "draw" and not scenario.draws:
            message = f", game {number}: “{scenario.title}” cannot be drawn. Enter who won"
            yield sheet.say("impossible", message, sheet.game_box(number, "winner"))


def _turns(sheet: MatchPage) -> Iterator[Finding]:
    """Find game-turns that the scenario does not have."""
    scenario = sheet.match.scenario
    most = scenario.turns if scenario else None
    for number, game in sheet.games():
        for seat, turn in game.turns.items():
            if turn < 1 or (most is not None and scenario is not None and turn > most):
                span = f"1 to {most}" if most else "1 on"
                message = f", game {number}: there is no game-turn {turn}; they go from {span}"
                yield sheet.say("out-of-range", message, sheet.game_box(number, f"turn_{seat}"))


def _behind(sheet: MatchPage) -> Iterator[Finding]:
    """Note winners with fewer points than the loser."""
    for number, game in sheet.games():
        winner = game.won_by
        if winner is None or len(game.points) < len(SEATS):
            continue
        own, others = game.points[winner], game.points[other(winner)]
        if own < others:
            message = f", game {number}: {sheet.names[winner]} won with {own} points against {others}"
            yield sheet.say("winner-behind", message, sheet.game_box(number, "winner"))


def _missing(sheet: MatchPage) -> Iterator[Finding]:
    """Find what an incomplete match lacks: all results, the scenario, a winner, or the tie-breaker."""
    if not sheet.match.begun:
        message = ": the match has no result"
        yield sheet.say(MISSING, message, *(sheet.game_box(game, "winner") for game in GAME_NUMBERS))
        return
    if sheet.match.scenario is None:
        yield sheet.say(MISSING, ": nothing says which scenario was played. Choose it", sheet.box("played"))
    open_ = [number for number, game in sheet.games() if game.winner is None]
    for number in open_:  # a finding for each game, since the one about an illegible winner is dropped later
        level, winner = sheet.game_box(number, "level"), sheet.game_box(number, "winner")
        if "level" in sheet.match.boxes[number]:
            message = f", game {number}: there is a level and no winner. Enter who won"
            yield sheet.say(MISSING, message, level, winner)
        else:
            yield sheet.say(MISSING, f": game {number} has no winner. Enter who won", winner)
    if sheet.match.scenario is not None and not open_:
        yield from _tie_breaker(sheet, sheet.match.scenario)


def _tie_breaker(sheet: MatchPage, scenario: MatchScenario) -> Iterator[Finding]:
    """Find blank boxes of the tie-breaker, if each player has won a game and the tie-breaker has to decide."""
    if sheet.handicap is None or not needs_tie_breaker(scenario.kind, sheet.match.games, sheet.handicap):
        return
    blank = list(_blank_points(sheet) if scenario.grading == "points" else _blank_territory(sheet))
    if blank:
        wanted = {
            "points": "the points of both players in both games",
            "turn": "the game-turn in which each winner reached the objective",
            "losses": "what each winner lost, since both took as long",
        }[blank[0].field.rpartition(".")[2].rpartition("_")[0]]  # the box without its block and seat
        message = f": each has won a game, and the tie-breaker is missing. Enter {wanted}"
        yield sheet.say(MISSING, message, *blank)


def _blank_points(sheet: MatchPage) -> Iterator[FieldKey]:
    for number, game in sheet.games():
        yield from (sheet.game_box(number, f"points_{seat}") for seat in SEATS if seat not in game.points)


def _blank_territory(sheet: MatchPage) -> Iterator[FieldKey]:
    """Yield the blank boxes of the winners' game-turns or, if both are there and equal, of the winners' losses."""
    turns = [(number, game.won_by, game.turns.get(game.won_by or "1")) for number, game in sheet.games()]
    blank = [sheet.game_box(number, f"turn_{seat}") for number, seat, turn in turns if turn is None]
    yield from blank
    if not blank and turns[0][2] == turns[1][2]:
        for number, game in sheet.games():
            if game.won_by is not None and game.won_by not in game.losses:
                yield sheet.game_box(number, f"losses_{game.won_by}")


def _series(event: MatchEvent, table: int, sheets: Sequence[MatchPage], entries: Entries) -> Iterator[Finding]:
    """Find a series with several game systems, and one that was ended without a reason."""
    if not event.plays_series:
        return
    played = [sheet for sheet in sheets if sheet.match.scenario is not None and sheet.match.begun]
    systems = {folded(scenario.game_system) for sheet in played if (scenario := sheet.match.scenario)}
    if len(systems) > 1:
        names = [f"{scenario.title} ({scenario.game_system})" for sheet in played if (scenario := sheet.match.scenario)]
        message = (
            f"table {table}: a series is played in one game system, and there are {join_words(names)}. Correct them"
        )
        yield finding("match-systems", message, fields=tuple(sheet.box("played") for sheet in played))
    ended, reason = (entries.get(series_box(table, what)) for what in ("ended", "reason"))
    if ended == 1 and not reason:
        message = f"table {table}: the series was ended, and nothing says why. Enter the reason"
        yield finding("ruling-reason", message, fields=(series_box(table, "reason"),))
    elif reason and ended != 1:
        message = f"table {table}: there is a reason why the series ended, and it did not. Enter 1, or clear the reason"
        yield finding("ruling-reason", message, fields=(series_box(table, "ended"),))


def _ended(event: MatchEvent, table: int, sheets: Sequence[MatchPage], entries: Entries) -> Finding:
    """Return a note on which matches count of a series that a ruling ended; a warning if all are complete."""
    box = (series_box(table, "ended"),)
    complete = sum(sheet.complete for sheet in sheets)
    if complete == len(sheets):
        message = f"table {table}: the series was ended, and all its matches are complete: it counts. Clear the ruling"
        return finding("series-ended", message, fields=box, severity=Severity.WARNING)
    why = entries.get(series_box(table, "reason"), "no reason is given")
    begun = any(sheet.match.begun and not sheet.complete for sheet in sheets)
    message = (
        f"table {table}: the series was ended ({why}). {pluralize(complete, 'complete match', 'complete matches')} of "
        f"it {'counts' if complete == 1 else 'count'}{', the one that was begun does not' if begun else ''}; the "
        "series has no winner, no level and no handicap"
    )
    if event.settings.pairing == "ladder":
        message += ". On the ladder nobody changes places by it: to a challenger it is what a draw is"
    return finding("series-ended", message, fields=box)


Check = Callable[[MatchPage], Iterator[Finding]]

CHECKS: tuple[Check, ...] = (_choosing, _orders, _who_began, _levels, _draws, _turns, _behind)
"""The checks of every match, besides what it lacks."""
