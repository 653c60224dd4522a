"""A round of accelerated Swiss checked and scored: mistakes on its list, and the points of results.

The record of scored rounds is put together here, too, since judges, pairs and standings go by it.

Source: ASO 2008 Tournament Rules, Deciding games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from sheetscore.event.identity import folded
from sheetscore.expressions.figure import Amount, Figure
from sheetscore.expressions.figure_calls import same, when
from sheetscore.findings import Finding, Severity, finding
from sheetscore.forms.form import Entries, FieldKey, RowScore, Value
from sheetscore.pairing.draw import Draw, display_name
from sheetscore.pairing.swiss.record import Outcome, SwissGame, SwissRecord, SwissSettings
from sheetscore.systems.aso.forms import LINES, LIST_TABLE, RESULTS, box, sides_of, tables_of
from sheetscore.systems.aso.model import AsoEvent, AsoScenario
from sheetscore.systems.aso.rules import COUNTED, OPEN
from sheetscore.systems.context import RoundContext, Seated, strangers
from sheetscore.systems.outcomes import Agreement, EarlierRound, Exact, RoundResult, RoundScore
from sheetscore.systems.played import Game, ScoredRound, met, opposed_sides
from sheetscore.systems.two_at_a_table import SEATS
from sheetscore.wording import join_words

_JUDGES_CALLED = {1: "A", 2: "B", 3: "C"}
"""What the list of results calls the judges of a game, by their numbers."""

_OUTCOMES: Mapping[str, Outcome] = {"win": "one", "loss": "other", "draw": "draw", "bye": "bye", OPEN: "open"}
"""The outcomes of games in the record, by the result for the first of the two players."""


class AsoResult(RoundResult, frozen=True):
    """The result of a round for a player."""

    player: str
    """The id of the player."""
    name: str
    """The name of the player."""
    opponent: str | None = None
    """The id of the opponent; None for a bye."""
    opponent_name: str | None = None
    """The name of the opponent; None for a bye."""
    table: int | None = None
    """The number of the table; None for a bye."""
    scenario: str | None = None
    """The id of the scenario played; None if unknown."""
    side: str | None = None
    """The id of the side that the player had; None if unknown."""
    result: str | None = None
    """``win``, ``draw``, ``loss`` or ``bye``; None for a game that is not in yet. The workbook of the standings has
    ``absent`` besides.
    """
    points: int = 0
    """The points of the result; 0 without one."""
    decided_by: str | None = None
    """How the game was decided, in a word of the list of results; None for a bye, and without a result."""
    vp: Exact = None
    cc_inflicted: Exact = None
    cc_lost: Exact = None
    snake_eyes: Exact = None
    boxcars: Exact = None
    """These five are the counts at the table; None if blank. Whole numbers, unless somebody has changed what their
    boxes in the template take.
    """

    @property
    def result_key(self) -> str:
        """The result as a key of the table of points: `OPEN` for a game that is not in yet."""
        return self.result or OPEN

    def counted(self, what: str) -> int:
        """Return one of the counts of :data:`COUNTED`, in whole numbers; 0 if blank."""
        entered: Exact = getattr(self, what)
        return int(entered or 0)


def games_of(scored: ScoredRound) -> list[Game]:
    """Return each pairing that has a result as a game."""
    played = [row for row in scored.rows if row["opponent"] is not None and row["result"] is not None]
    return [
        Game(
            int(one["table"] or 0),
            1,
            opposed_sides((one, other), "points", played="side"),
            scenario=str(one["scenario"] or ""),
            decided_by=str(one["decided_by"] or ""),
        )
        for one, other in met(played, "player")
    ]


Rounds = Mapping[int, Sequence[AsoResult]]
"""The results of scored rounds by their numbers."""


class ResultLine(Struct, frozen=True):
    """The line of a table: players, outcome and judges, by the numbers of seats and judges."""

    table: int
    players: Mapping[str, str]
    winner: str | None
    """The seat of the winner, or ``draw``."""
    decided_by: str | None
    judges: Mapping[int, str]
    evaluated: tuple[int, ...]
    """The judges who gave a number, named or not."""

    @property
    def scored(self) -> bool:
        """Whether two played and the outcome is known."""
        return len(self.players) == len(SEATS) and self.winner is not None

    def has_failed(self, player: str) -> bool:
        """Return whether this is a scored game that the player drew or lost."""
        if not self.scored or player not in self.players.values():
            return False
        return self.winner == "draw" or self.players[str(self.winner)] != player

    def seat_box(self, seat: str) -> FieldKey:
        """Return the box of a player."""
        return box(self.table, f"player_{seat}")


def read_lines(tables: Sequence[int], entries: Entries) -> list[ResultLine]:
    """Return the games on the lines of the list."""
    return [_read_line(table, entries) for table in tables]


def _read_line(table: int, entries: Entries) -> ResultLine:
    players: dict[str, str] = {
        seat: str(entries[key]) for seat in SEATS if (key := box(table, f"player_{seat}")) in entries
    }
    judges = {
        number: str(entries[key]) for number in _JUDGES_CALLED if (key := box(table, f"judge_{number}")) in entries
    }
    winner = entries.get(box(table, "winner"))
    evaluated = [
        judge for judge in _JUDGES_CALLED if any(box(table, f"judge_{judge}_{seat}") in entries for seat in SEATS)
    ]
    decided_by = entries.get(box(table, "decided_by"))
    return ResultLine(
        table,
        players,
        None if winner is None else str(winner),
        None if decided_by is None else str(decided_by),
        judges,
        tuple(evaluated),
    )


def check_entries(round_: RoundContext[AsoEvent]) -> list[Finding]:
    """Find mistakes across the boxes of a list: missing results, players who were not drawn, wrong judges.

    In a play-off substitutes are a mistake, too.

    Returns
    -------
    Findings without cells; ``fields`` names the boxes that each is about, first the one to look at.
    """
    event, drawn, lines = round_.event, round_.draw, read_lines(tables_of(round_.forms), round_.entries)
    seated = _seated(drawn, lines)
    undefeated = _undefeated(event, drawn.round, lines, round_.earlier)
    return [
        *(one for line in lines for one in _missing(event, line)),
        *(one for place in seated for one in strangers(place, event.names, event.entrants(drawn.round), "played")),
        *(one for line in lines for one in _drawn_by_dice(line)),
        *(one for line in lines for one in _judges(event, line, undefeated)),
        *(one for line in lines for one in _unnamed_judges(line)),
        *(_substitutes(event, drawn, lines) if round_.stage == event.play_off else ()),
    ]


def _missing(event: AsoEvent, line: ResultLine) -> Iterator[Finding]:
    missing = [seat for seat in SEATS if seat not in line.players]
    if len(missing) == 1:
        return  # a player left alone is reported by a check that all systems share
    if missing and line.winner is not None:
        message = f"table {line.table}: there is a result and nobody who played. Choose the players"
        yield finding("name-missing", message, fields=tuple(map(line.seat_box, missing)))
    elif missing:
        message = f"table {line.table}: nobody played here, and whoever was drawn is “{event.unseated.absent}”"
        yield finding("empty-seat", message, fields=tuple(map(line.seat_box, missing)))
    elif line.winner is None:
        both = " and ".join(display_name(player, event.names) for player in line.players.values())
        message = f"table {line.table}: the result of {both} is missing. Choose {', '.join(RESULTS.values())}"
        yield finding("result-missing", message, fields=(box(line.table, "winner"),))


def _drawn_by_dice(line: ResultLine) -> Iterator[Finding]:
    """Ask about a draw that the dice decided: they are rolled for a winner."""
    if line.decided_by == "dice" and line.winner == "draw":
        message = (
            f"table {line.table}: the dice decided, and it is a draw. Dice make a winner: enter who won, or agreement "
            "if the players agreed on a draw"
        )
        fields = (box(line.table, "winner"), box(line.table, "decided_by"))
        yield finding("drawn-by-dice", message, fields=fields)


def _seated(drawn: Draw, lines: Sequence[ResultLine]) -> list[Seated]:
    """Return who sits where, with the player drawn there; opponents who exchanged their seats count as drawn."""
    places = {(table, seat): player for table, seat, player in drawn.places()}
    return [
        Seated(
            line.seat_box(seat),
            f"table {line.table}",
            player,
            player if player in drawn_here else places.get((line.table, seat)),
        )
        for line in lines
        for drawn_here in [{places.get((line.table, other)) for other in SEATS}]
        for seat, player in line.players.items()
    ]


def _undefeated(
    event: AsoEvent, number: int, lines: Sequence[ResultLine], earlier: Sequence[EarlierRound]
) -> frozenset[str]:
    """Return the players who are still undefeated after earlier rounds and the lines of this one.

    Nobody is returned if the results of an earlier round are missing.
    """
    scored = {one.number: one.rows for one in earlier if one.rows}
    if len(scored) < number - 1:
        return frozenset()
    record, settings = record_of(AsoResult.read_rounds(scored)), event.swiss_settings
    return frozenset(
        player
        for player in event.entrants(number)
        if record.history(player, settings).undefeated and not any(line.has_failed(player) for line in lines)
    )


def _judges(event: AsoEvent, line: ResultLine, undefeated: Collection[str]) -> Iterator[Finding]:
    """Find judges who play in the game, or who are not three different people; warn of undefeated or close ones."""
    seen: set[str] = set()
    for judge, name in line.judges.items():
        called, judge_box = _players_called(event, name), box(line.table, f"judge_{judge}")
        if len(called) > 1:
            message = f"table {line.table}: “{name}” is the name of {join_words(called)}; enter the id"
            yield finding("judges", message, fields=(judge_box,))
            continue
        who = called[0] if called else None
        judging = display_name(who, event.names) if who else name
        if who in line.players.values():
            message = f"table {line.table}: {judging} cannot judge a game of their own. Enter who really judged"
            yield finding("judges", message, fields=(judge_box,))
        elif (who or folded(name)) in seen:
            message = f"table {line.table}: {judging} is there twice. Three different people judge"
            yield finding("judges", message, fields=(judge_box,))
        else:
            if who in undefeated:
                message = (
                    f"table {line.table}: {judging} judges and has not lost or drawn a game yet. "
                    "Better judges play no part in the event, or none in winning it"
                )
                yield finding("judge-undefeated", message, fields=(judge_box,))
            if who and (ties := list(_ties(event, who, line.players.values()))):
                message = (
                    f"table {line.table}: {judging} judges and is {' and '.join(ties)}. "
                    "Better judges have no ties with either player"
                )
                yield finding("judge-close", message, fields=(judge_box,))
        seen.add(who or folded(name))


def _ties(event: AsoEvent, judge: str, players: Iterable[str]) -> Iterator[str]:
    """Return in words how a judge is close to players: regular opponents, or members of the same club."""
    clubs = {player.id: folded(player.club) for player in event.players if player.club}
    regulars = {frozenset(event.pair(wish)) for wish in event.wishes if wish.kind == "regular"}
    for player in players:
        if frozenset((judge, player)) in regulars:
            yield f"a regular opponent of {display_name(player, event.names)}"
        if judge in clubs and clubs[judge] == clubs.get(player):
            yield f"in one club with {display_name(player, event.names)}"


def _unnamed_judges(line: ResultLine) -> Iterator[Finding]:
    """Warn of numbers without a named judge."""
    unnamed = [judge for judge in line.evaluated if judge not in line.judges]
    if unnamed:
        letters = join_words([_JUDGES_CALLED[judge] for judge in unnamed])
        message = (
            f"table {line.table}: there are numbers of judge{'s' if len(unnamed) > 1 else ''} {letters} and no "
            f"{'names' if len(unnamed) > 1 else 'name'}. Enter who judged"
        )
        yield finding("judge-unnamed", message, fields=tuple(box(line.table, f"judge_{judge}") for judge in unnamed))


def _players_called(event: AsoEvent, name: str) -> list[str]:
    """Return the id of the player whose id ``name`` is; if there is none, the ids of all players of that name."""
    by_id = [player.id for player in event.players if folded(name) == folded(player.id)]
    return by_id or [player.id for player in event.players if folded(name) == folded(player.name)]


def _substitutes(event: AsoEvent, drawn: Draw, lines: Iterable[ResultLine]) -> Iterator[Finding]:
    """Find substitutes in a play-off."""
    winners = {player for _, _, player in drawn.places()}
    for line in lines:
        for seat, player in line.players.items():
            if player not in winners:
                message = (
                    f"table {line.table}: {display_name(player, event.names)} cannot play a play-off for a joint "
                    "winner."
                )
                yield finding("play-off", message, severity=Severity.ERROR, fields=(line.seat_box(seat),))


def points_of(event: AsoEvent, number: int) -> dict[str, int]:
    """Return the points of every result of a round (counted from 1)."""
    settings = event.swiss_settings_of(number)
    return {"win": settings.win, "draw": settings.draw, "loss": settings.loss, "bye": settings.bye_points}


def score_round(round_: RoundContext[AsoEvent]) -> RoundScore:
    """Score a round.

    A table without two players has no results. A table without a winner has two results that are open. A player who
    was drawn to sit out and played after all has no bye.
    """
    event, forms, page = round_.event, round_.forms, round_.pages[LIST_TABLE, ""]
    choice = event.choice(forms.round)
    points = points_of(event, forms.round)
    games = [result for line in page.rows[LINES] for result in _game(event, choice, points, line)]
    played = {result.player for result in games}
    byes = [
        AsoResult(player, event.names.get(player, player), result="bye", points=points["bye"])
        for player in round_.draw.byes
        if player not in played
    ]
    results = (*games, *byes)
    rows = tuple(result.row() for result in results)
    return RoundScore(forms.round, rows, (_check(points, forms.round, results),), (), round_.pages)


def _game(
    event: AsoEvent, choice: Sequence[AsoScenario], points: Mapping[str, int], line: RowScore
) -> Iterator[AsoResult]:
    """Yield the results of the two players of a table, seat 1 first; in an open game their ``result`` is None."""
    players = {seat: str(line.values[f"player_{seat}"]) for seat in SEATS if line.values[f"player_{seat}"]}
    winner, decided_by = line.values["winner"], line.values["decided_by"]
    if len(players) < len(SEATS):
        return
    scenario = _numbered([one.id for one in choice], line.steps.get("scenario"))
    names = event.names
    for seat in SEATS:
        result = str(result_to(str(winner), seat)) if winner is not None else None
        opponent = next(player for other, player in players.items() if other != seat)
        yield AsoResult(
            player=players[seat],
            name=names.get(players[seat], players[seat]),
            opponent=opponent,
            opponent_name=names.get(opponent, opponent),
            table=int(line.row.key),
            scenario=scenario or (choice[0].id if len(choice) == 1 else None),
            side=_numbered([one.id for _, one in sides_of(choice)], line.steps.get(f"takes_{seat}")),
            result=result,
            points=points[result] if result else 0,
            decided_by=str(decided_by) if decided_by else "play" if result else None,
            **{what: line.values.get(f"{what}_{seat}") for what in COUNTED},
        )


def _numbered(ids: Sequence[str], number: Value | None) -> str | None:
    """Return an id by its number, from 1; None for 0 or a blank."""
    return ids[int(number) - 1] if number else None


def result_to(winner: str | Figure, seat: str) -> str | Figure:
    """Return the result of a game for the player at a seat, from its winner: ``1``, ``2`` or ``draw``."""
    return when(same(winner, "draw"), "draw", when(same(winner, seat), "win", "loss"))


def given_out(ended: Callable[[str], Amount], worth: Callable[[str], Amount]) -> Amount:
    """Return the points that games and byes give out; ``ended`` counts results of a kind, ``worth`` has the points."""
    draws, byes = (ended(result) * worth(result) for result in ("draw", "bye"))
    # every win is somebody's loss; each player of a draw has a result of their own
    return ended("win") * (worth("win") + worth("loss")) + draws + byes


def _check(points: Mapping[str, int], number: int, results: Sequence[AsoResult]) -> Agreement:
    """Return the check that all players together have the points that games and byes of the round give out."""
    ended = Counter(result.result_key for result in results)
    expected = given_out(lambda result: Fraction(ended[result]), lambda result: Fraction(points[result]))
    return Agreement(f"points of round {number}", expected, sum(result.points for result in results))


def record_of(rounds: Rounds, then: Mapping[int, SwissSettings] | None = None) -> SwissRecord:
    """Put scored rounds together: players without a result have missed the round.

    Parameters
    ----------
    then
        By round, the rules of those rounds that were scored under other rules than the present ones.
    """
    return SwissRecord(
        tuple(game for number in sorted(rounds) for game in _games(number, rounds[number])),
        {number: frozenset(result.player for result in results) for number, results in rounds.items()},
        then or {},
    )


def _games(number: int, results: Sequence[AsoResult]) -> Iterator[SwissGame]:
    """Yield the games and byes of a round; a game has two results, and comes once."""
    seen: set[str] = set()
    for one in results:
        if one.player not in seen:
            seen |= {one.player, one.opponent or one.player}
            outcome = _OUTCOMES[one.result_key]
            yield SwissGame(number, one.player, one.opponent, outcome, one.table or 0, one.scenario or "")
