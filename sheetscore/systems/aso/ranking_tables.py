"""The ranking of accelerated Swiss by formula: who is undefeated, who has won, and who is better than whom.

Nothing here depends on the order of the lines.
Source: ASO 2008 Tournament Rules, Determining rank in the tournament.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.pairing.draw import OpenGame
from sheetscore.scoring.ranking import RANKS
from sheetscore.scoring.swiss_ranking import keeps_back
from sheetscore.scoring.tie_breaks import Number, Step, ahead, broken_by, place_formula
from sheetscore.scoring.tie_steps import TIE_BREAKS
from sheetscore.systems.aso.result_tables import PLAYERS, Histories, PlayerHistory
from sheetscore.systems.aso.rules import OPEN
from sheetscore.systems.columns import SCORE, STANDINGS, column
from sheetscore.systems.outcomes import Exact, ResultRow
from sheetscore.systems.tie_tables import TieTables, whole_or_two
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import Column, Here, Places, Table, figure_column, text_column

UNDEFEATED, OPEN_GAMES = "undefeated", "open games"
"""The names of the table that finds the winner, and of the one that may keep the winner back."""

NO_OPPONENT = -1
"""What stands for the mean rating of nobody: it is below any."""

_LEFT = TextLine(
    "Somebody is undefeated as long as every round was won (or passed with a bye, where a bye counts so). The first "
    "round after which only one is left has found the winner; several who are left after the last round win together."
)

_KEPT_BACK = TextLine(
    "Nobody is named the winner (★) while a game is open that could change it: one of the last undefeated, up to the "
    "round that found the winner; or while several are left, any of the last round."
)

_LATER = " Of rounds somebody without one has the number after the last."
_HEADINGS = {"first_loss": "first loss", "first_draw": "first draw", "opponents_rating": "opponents"}
_BY_ROUND = ("first_loss", "first_draw")


def _better(ties: TieTables) -> Iterator[TextLine]:
    """Say what decides, in order."""
    later = _LATER if any(step.id in _BY_ROUND for step in ties.steps) else ""
    yield TextLine(f"Winners come first. Then decide {broken_by(ties.steps)}.{later}")
    yield TextLine("A rank is one more than the number of those who are better: who is equal in everything shares it.")


_PLAY_OFF = TextLine("Of two who have won together, whoever wins the play-off comes first and the other second.")


class PlayOff(Struct, frozen=True):
    """The play-off of two joint winners."""

    table: str
    """The table that has its rows, by player."""
    results: Mapping[Exact, str]
    """What it was to each of the two, by id."""

    def counts(self, joint: Collection[Exact]) -> bool:
        """Tell whether it was played by the two who have won together."""
        return len(joint) == len(self.results) and set(joint) == set(self.results)

    def opponent(self, player: Exact) -> Exact:
        """Return whom one of the two met."""
        return next(other for other in self.results if other != player)


_DECIDES = {"win": 1, "loss": -1}
"""What a play-off is to a player; a draw decides nothing."""


class Left(Struct, frozen=True):
    """How many were undefeated after a round, and after which round the winner was found, if by then."""

    round: int
    undefeated: int
    found: int | None


def undefeated_after(histories: Histories, rounds: int) -> list[Left]:
    """Count who was undefeated after each scored round."""
    ends = [_setback(history, rounds) for history in histories.values()]
    lefts: list[Left] = []
    for number in sorted({step.round for history in histories.values() for step in history.steps}):
        left = sum(end > number for end in ends)
        found = lefts[-1].found if lefts else None
        if found is None and (left == 1 or (left and number >= rounds)):
            found = number
        lefts.append(Left(number, left, found))
    return lefts


def _until(found: int | None, rounds: int) -> int:
    """Return the round after which being undefeated matters no more."""
    return rounds if found is None else min(found, rounds)


def joint_winners(histories: Histories, lefts: Sequence[Left], seats: Sequence[OpenSeat], rounds: int) -> set[Exact]:
    """Return the ids of those who have won, together where they are several; a play-off changes nothing in that."""
    found = lefts[-1].found if lefts else None
    if found is None or any(seat.keeps for seat in seats):
        return set()
    return {history.id for history in histories.values() if _setback(history, rounds) > found}


def _setback(history: PlayerHistory, rounds: int) -> int:
    """Return the round in which somebody was no longer undefeated, else the number after the last round."""
    return min((step.round for step in history.steps if step.outcome.ends), default=rounds + 1)


class OpenSeat(Struct, frozen=True):
    """Somebody who plays a game that has no result yet."""

    game: OpenGame
    player: str
    """The id; empty where nobody knows who plays."""
    name: str
    keeps: int
    """1 where nobody can be named the winner before this is in."""


def open_seats(
    histories: Histories, lefts: Sequence[Left], open_games: Sequence[OpenGame], names: Mapping[str, str], rounds: int
) -> list[OpenSeat]:
    """Return those who play the open games.

    Parameters
    ----------
    lefts
        Who was undefeated after each scored round.
    rounds
        How many the event has.
    """
    found = lefts[-1].found if lefts else None
    left = [str(history.id) for history in histories.values() if _setback(history, rounds) > _until(found, rounds)]
    seats = chain.from_iterable(((game, player) for player in game.players or ("",)) for game in open_games)
    return [
        OpenSeat(
            game,
            player,
            names.get(player, player) or "not known",
            int(keeps_back(replace(game, players=(player,) if player else ()), left, found, rounds)),
        )
        for game, player in seats
    ]


def undefeated_sheet(lefts: Sequence[Left], seats: Sequence[OpenSeat], rounds: int) -> TableSheet:
    """Make the sheet that finds the winner, with the open games that may keep the winner back."""
    return TableSheet(
        "Undefeated",
        "Who is left",
        lines=(_LEFT, *([_KEPT_BACK] if seats else [])),
        tables=(_undefeated_table(lefts, rounds), *([_open_table(lefts, seats, rounds)] if seats else [])),
        for_director=True,
    )


def _open_table(lefts: Sequence[Left], seats: Sequence[OpenSeat], rounds: int) -> Table[OpenSeat]:
    last = lefts[-1].round if lefts else 0

    def result(here: Here[OpenSeat]) -> str | None:
        key = here.line.player, here.line.game.round
        return here.other(PLAYERS, key, "result") if key in here.places[PLAYERS].rows else None

    def keeps(here: Here[OpenSeat]) -> str | None:
        if not here.places[UNDEFEATED].rows:
            return None
        player, number = here.line.player, here.cell("round")
        found = f"N({here.other(UNDEFEATED, last, 'found')})"
        alone = f"AND({found}>0,{found}<{rounds})"
        matters = "TRUE" if not player else "FALSE"
        if player in here.places[RANKS].rows:
            matters = f"{here.other(RANKS, player, 'setback')}>IF({alone},{found},{rounds})"
        keeps = f"IF({alone},AND({matters},{number}<={found}),OR({matters},{number}>={rounds}))"
        return f'IF(AND({here.cell("result")}="{OPEN}",{keeps}),1,0)'

    return Table(
        OPEN_GAMES,
        (
            figure_column("round", "Round", 150, lambda seat: seat.game.round),
            text_column("name", "Player", 150, lambda seat: seat.name),
            figure_column("table", "Table", 200, lambda seat: seat.game.table),
            text_column("result", "Result", 70, lambda _: OPEN, result),
            figure_column("keeps", "keeps the ★ back", 90, lambda seat: seat.keeps, keeps),
        ),
        seats,
        title="Games without a result",
    )


def _undefeated_table(lefts: Sequence[Left], rounds: int) -> Table[Left]:
    def left(here: Here[Left]) -> str:
        return f"SUMPRODUCT(--({here.range('setback', RANKS)}>{here.cell('round')}))"

    def found(here: Here[Left]) -> str:
        left, number = here.cell("undefeated"), here.cell("round")
        now = f'IF(OR({left}=1,AND({left}>0,{number}>={rounds})),{number},"")'
        return now if here.row == here.place.first else f"IF(N({here.above('found')})>0,{here.above('found')},{now})"

    return Table(
        UNDEFEATED,
        (
            figure_column("round", "After round", 150, lambda line: line.round),
            figure_column("undefeated", "undefeated", 150, lambda line: line.undefeated, left),
            figure_column("found", "Winner found after round", 200, lambda line: line.found, found, "cell strong"),
        ),
        lefts,
        key=lambda line: line.round,
        empty="No round is scored yet.",
    )


def winner_line(
    lefts: Sequence[Left], seats: Sequence[OpenSeat], joint: Collection[Exact], play_off: PlayOff | None
) -> TextLine:
    """Say in words whether the winner is found, following the figures.

    Parameters
    ----------
    lefts
        At least one round.
    seats
        Of the open games.
    joint
        Who has won, or has won together with others.
    """
    last = lefts[-1]

    def formula(places: Places) -> str:
        place = places[UNDEFEATED]
        left, found = (place.cell(last.round, key).reference for key in ("undefeated", "found"))
        won = f"SUM({places[RANKS].column('winner').reference})"
        pieces = _found_words(f'"&{found}&"'), _together_words(f'"&{won}&"'), _open_words(f'"&{left}&"')
        found_one, together, still_open = (f'"{piece}"' for piece in pieces)
        nobody = f'IF({left}=0,"{_NOBODY}",{still_open})'
        text = f"IF(N({found})=0,{nobody},IF({won}=1,{found_one},{together}))"
        if play_off:
            decided = f"SUMPRODUCT(--({places[RANKS].column('play_off').reference}<>0))"
            text = f'IF({decided}>0,"{_PLAYED_OFF}",{text})'
        if not seats:
            return text
        return f'IF(SUM({places[OPEN_GAMES].column("keeps").reference})>0,"{_WAITS}",{text})'

    if any(seat.keeps for seat in seats):
        text = _WAITS
    elif play_off and any(_play_off_value(play_off, joint, player) for player in joint):
        text = _PLAYED_OFF
    elif last.found is None:
        text = _open_words(str(last.undefeated)) if last.undefeated else _NOBODY
    else:
        text = _found_words(str(last.found)) if len(joint) == 1 else _together_words(str(len(joint)))
    return TextLine(text, "remark", formula)


_NOBODY = "Nobody is undefeated: points and tie-breaks decide about the first place too."


_PLAYED_OFF = "Two were undefeated after the last round; their play-off has decided who is first (★) and second."


_WAITS = "The winner is not named before the open games that matter are in."


def _found_words(number: str) -> str:
    return f"Only one player was undefeated after round {number}, and has won (★), whatever happens later."


def _together_words(winners: str) -> str:
    return f"{winners} players are undefeated after the last round and win together (★)."


def _open_words(left: str) -> str:
    return f"The winner is not found yet. Players still undefeated: {left}."


def _play_off_value(play_off: PlayOff, joint: Collection[Exact], player: Exact) -> int:
    """Return 1 for who has won the play-off, -1 for who has lost it; 0 for all others, and where it does not count."""
    return _DECIDES.get(play_off.results.get(player, ""), 0) if play_off.counts(joint) else 0


def _play_off_column(play_off: PlayOff, joint: Collection[Exact]) -> Column[ResultRow]:
    def formula(here: Here[ResultRow]) -> str | None:
        player = here.line["id"]
        if player not in play_off.results:
            return None
        winners = [f"{here.other(RANKS, one, 'winner')}=1" for one in (player, play_off.opponent(player))]
        result = here.other(play_off.table, player, "result")
        counts = f"AND(SUM({here.range('winner')})={len(play_off.results)},{','.join(winners)})"
        return f'IF({counts},IF({result}="win",1,IF({result}="loss",-1,0)),0)'

    return figure_column("play_off", "play-off", 70, lambda row: _play_off_value(play_off, joint, row["id"]), formula)


def ranks_sheet(
    histories: Histories,
    lefts: Sequence[Left],
    seats: Sequence[OpenSeat],
    rounds: int,
    joint: Collection[Exact],
    play_off: PlayOff | None,
    ties: TieTables,
) -> TableSheet:
    """Make the sheet on which the ranks are found."""
    table = _ranks_table(histories, lefts, seats, rounds, joint, play_off, ties)
    lines = (*_better(ties), *([_PLAY_OFF] if play_off else []))
    return TableSheet("Ranks", "How the ranks come about", lines=lines, tables=(table,), for_director=True)


def _ranks_table(
    histories: Histories,
    lefts: Sequence[Left],
    seats: Sequence[OpenSeat],
    rounds: int,
    joint: Collection[Exact],
    play_off: PlayOff | None,
    ties: TieTables,
) -> Table[ResultRow]:
    never = rounds + 1

    def setback(here: Here[ResultRow]) -> str:
        ends = histories[here.line["id"]].part(here, "ends")
        return f"IF(COUNT({ends})=0,{never},MIN({ends}))"

    def winner(here: Here[ResultRow]) -> str:
        found = here.other(UNDEFEATED, lefts[-1].round, "found")
        waits = f"OR(N({found})=0,SUM({here.range('keeps', OPEN_GAMES)})>0)" if seats else f"N({found})=0"
        return f"IF({waits},0,IF({here.cell('setback')}>{found},1,0))"

    without: Mapping[str, int] = {"first_loss": never, "first_draw": never, "opponents_rating": NO_OPPONENT}

    def tie_break(id_: str) -> Column[ResultRow]:
        blank, figures = without.get(id_), ties.chain.figures(id_)

        def value(row: ResultRow) -> Number | None:
            figure = figures.get(str(row["id"]))
            return blank if figure is None else figure

        def formula(here: Here[ResultRow]) -> str:
            cell = here.other(STANDINGS, here.line["id"], id_)
            without_it = '""' if blank is None else blank
            return f'IF({cell}="",{without_it},{cell})'

        style = "cell two" if id_ == "opponents_rating" else whole_or_two([*figures.values()])
        return figure_column(id_, _HEADINGS.get(id_) or TIE_BREAKS[id_].heading, 90, value, formula, style)

    before, rank = ties.rank(write=_place)
    return Table(
        RANKS,
        (
            text_column("name", "Player", 180, column("name")),
            figure_column("setback", "not won", 70, lambda row: _setback(histories[row["id"]], rounds), setback),
            figure_column("winner", "has won", 70, lambda row: int(row["id"] in joint), winner),
            *([_play_off_column(play_off, joint)] if play_off else []),
            figure_column(SCORE, "Points", 70, column("score"), _points),
            *(tie_break(step.id) for step in ties.steps[1:]),
            *before,
            figure_column("rank", "Rank", 70, column("rank"), rank, "cell strong"),
        ),
        [history.player for history in histories.values()],
        key=lambda row: row["id"],
        size="fine",
        empty="No round is scored yet.",
    )


def _points(here: Here[ResultRow]) -> str:
    return here.other(STANDINGS, here.line["id"], SCORE)


def _place(here: Here[ResultRow], steps: Sequence[Step], before: str) -> str:
    """Write a place after some steps: winners come first, and nothing but a play-off parts them."""
    won, first = here.range("winner"), "1"
    if "play_off" in here.place.columns:
        first = f"1+SUMPRODUCT(({won}=1)*({here.range('play_off')}>{here.cell('play_off')}))"
    others = place_formula(here, steps, before)
    if not before:
        others = f"1+SUMPRODUCT(({won}=1)+({won}=0)*({ahead(here, steps)}))"
    return f"IF({here.cell('winner')}=1,{first},{others})"
