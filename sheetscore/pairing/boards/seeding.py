"""Boards of seven for Diplomacy, and the powers: with as few repeated meetings as possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from heapq import heappop, heappush
from itertools import count
from random import Random

from msgspec import Struct, field
from msgspec.structs import replace

from sheetscore.pairing.boards.field import KeptApart, Remainder, board_field
from sheetscore.pairing.boards.known_rounds import Planned, PlayedBoards, next_of_known
from sheetscore.pairing.boards.record import POWERS, SEATS, BoardDraw, BoardRecord, Seeded
from sheetscore.pairing.boards.report import boards_report
from sheetscore.pairing.boards.seating import Boards, BoardSeating
from sheetscore.pairing.draw import Two, dice_for, lot
from sheetscore.pairing.matching import Edge, cheapest_matching
from sheetscore.pairing.origins import NO_ORIGINS, Origins

Barred = frozenset[tuple[str, str]]
"""Players and the powers that they must not have on a board, by their ids."""

Found = tuple[tuple[int, ...], tuple[str, ...]]
"""The parts of `PowerWishes.cost`, each summed over a board, the sum of lots last; and the power of each player."""


class PowerWishes(Struct, frozen=True):
    """The criteria for the powers of a round."""

    powers: Sequence[str]
    """The ids of the seven, in their order."""
    record: BoardRecord
    """The rounds before this one."""
    words: tuple[object, ...]
    """The words for lots: the seed and the round."""
    lists: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """By player, powers in the order of preference. Those that a list leaves out are equal, and come after the listed.
    Empty if powers are not chosen.
    """
    planned: Mapping[str, str] = field(default_factory=dict)
    """By player, the power of this round with which later rounds need no repetitions, either; empty if unknown."""

    def cost(self, player: str, power: str) -> tuple[int, int, int, int]:
        """Return the cost of a power for a player: its rank, whether and how often repeated, whether not planned."""
        wished = list(self.lists.get(player, ()))
        rank = wished.index(power) if power in wished else len(wished)
        times = len(self.record.played.get((player, power), ()))
        return rank, int(times > 0), times, int(self.planned.get(player, power) != power)


def assign_powers(boards: Sequence[Sequence[str]], wishes: PowerWishes) -> tuple[dict[str, str], ...]:
    """Assign everybody a power, for the least sum of ranks over all boards, then of repetitions, and so on.

    Exact: each board is a cheapest matching. A player of two boards has different powers there: if the cheapest
    matchings give the same power twice, it is barred on the one board, and in a second case on the other. Of all cases
    the cheapest is examined first.

    Parameters
    ----------
    boards
        The ids of the players of each board.
    wishes
        The criteria for the powers; lots decide between equals.

    Returns
    -------
    tuple of dict
        For each board the player of each power, in the order of the powers.
    """

    @cache
    def cheapest(board: int, barred: Barred) -> Found | None:
        return _cheapest(board, boards[board], barred, wishes)

    order = count()  # decides between cases of equal cost
    ways: list[tuple[tuple[int, ...], int, tuple[Barred, ...]]] = [((), next(order), (frozenset(),) * len(boards))]
    while True:
        _, _, barred = heappop(ways)
        found = [one for board, bars in enumerate(barred) if (one := cheapest(board, bars))]
        clash = next(_clashes(boards, found), None)
        if clash is None:
            return tuple(
                dict(sorted(zip(powers, at, strict=True), key=lambda had: wishes.powers.index(had[0])))
                for at, (_, powers) in zip(boards, found, strict=True)
            )
        player, power, both = clash
        # the best answer has the power on one of the two boards at most: both cases are queued, so that the cheapest
        # case in the queue never costs more than the best answer
        for board in both:
            bars = (*barred[:board], barred[board] | {(player, power)}, *barred[board + 1 :])
            costs = [cheapest(one, bar) for one, bar in enumerate(bars)]
            if None not in costs:
                total = tuple(map(sum, zip(*(one[0] for one in costs if one), strict=True)))
                heappush(ways, (total, next(order), bars))


def _clashes(boards: Sequence[Sequence[str]], found: Sequence[Found]) -> Iterator[tuple[str, str, tuple[int, int]]]:
    """Yield the players with the same power on two boards, with the power and the boards."""
    first: dict[tuple[str, str], int] = {}
    for board, (at, (_, powers)) in enumerate(zip(boards, found, strict=True)):
        for player, power in zip(at, powers, strict=True):
            if (player, power) in first:
                yield player, power, (first[player, power], board)
            first[player, power] = board


def _cheapest(board: int, players: Sequence[str], barred: Barred, wishes: PowerWishes) -> Found | None:
    """Assign each player of a board a power; None if the barred ones make that impossible."""
    lots = {
        (player, power): lot(*wishes.words, "power", board, player, power)
        for player in players
        for power in wishes.powers
    }
    edges = [
        Edge(i, len(players) + j, wishes.cost(player, power), lots[player, power])
        for i, player in enumerate(players)
        for j, power in enumerate(wishes.powers)
        if (player, power) not in barred
    ]
    matched = {i: wishes.powers[j - len(players)] for i, j in cheapest_matching(2 * len(players), edges)}
    if len(matched) < len(players):
        return None
    powers = tuple(matched[i] for i in range(len(players)))
    had = list(zip(players, powers, strict=True))
    costs = tuple(map(sum, zip(*(wishes.cost(*one) for one in had), strict=True)))
    return (*costs, sum(lots[one] for one in had)), powers


def repeated_powers(boards: Sequence[Mapping[str, str]], wishes: PowerWishes) -> int:
    """Count the repeated powers of players who have not had all of them yet."""
    had = wishes.record.powers_of
    return sum(
        power in had.get(player, ()) and len(had[player]) < len(wishes.powers)
        for board in boards
        for power, player in board.items()
    )


def columns_followed(record: BoardRecord, order: Sequence[str], players: Sequence[str]) -> dict[str, int] | None:
    """Return where in an order of powers each player's first one is, if all had the next power in each round.

    None if somebody had another power, or if not equally many began at each place.

    Parameters
    ----------
    record
        The rounds so far; all players played in each.
    order
        The powers, in the order in which they are to follow each other; the first comes after the last.
    players
        The ids of the players.
    """
    place = {power: number for number, power in enumerate(order)}
    began: dict[str, set[int]] = {player: set() for player in players}
    rounds = {number: nth for nth, number in enumerate(sorted(record.rounds))}
    for game in record.games:
        for power, player in game.powers.items():
            if power not in place or player not in began:
                return None
            began[player].add((place[power] - rounds[game.round]) % len(order))
    columns = {player: places.pop() for player, places in began.items() if len(places) == 1}
    even = set(Counter(columns.values()).values()) == {len(players) // len(order)}
    return columns if even and len(columns) == len(players) else None


def seed_boards(
    players: Sequence[Seeded],
    number: int,
    earlier: BoardRecord,
    *,
    seed: int,
    apart: Iterable[Two] = (),
    keep_team_mates_apart: bool = True,
    rounds_to_come: int = 0,
    remainder: Remainder = "sit_out",
    standbys: Sequence[Seeded] = (),
    preferences: Mapping[str, Sequence[str]] | None = None,
    origins: Origins = NO_ORIGINS,
    powers: Sequence[str] = POWERS,
) -> BoardDraw:
    """Seed a round.

    These are minimised, each before the next: pairs together who should be kept apart; team mates together; the
    earlier meetings of all pairs that meet; the squares of these numbers. Boards that are equal in that, and on
    which no more powers are repeated, are then better with fewer standbys together, and then with fewer of one club or
    country; if players choose powers, this counts even if more powers are repeated. Equals are separated by
    lots, so that the same players, rounds and seed give the same round everywhere, in whatever order they are given.

    If the rounds so far are known rounds (:mod:`sheetscore.pairing.boards.known_rounds`), the search begins with the
    next of these, and keeps it unless other boards cost less; where powers cost the same, they go round so that
    nobody has one twice in seven rounds. The squares do not count then, except in the last round, since other boards
    would let more players meet again later. Otherwise two boards are found by comparing all ways of filling them, three
    or more by a search.

    Parameters
    ----------
    players
        The players who are present.
    number
        The round, from 1.
    earlier
        The rounds so far; those with the same number or a higher one do not count.
    seed
        The seed of the event.
    apart
        The pairs to be kept apart, as ids; players who are not there are ignored.
    keep_team_mates_apart
        Whether team mates should not meet either.
    rounds_to_come
        How many rounds come after this one, in which the same pairs are kept apart, if possible.
    remainder
        The rule if the number of players is no multiple of seven; see :func:`board_field`.
    standbys
        The people who could fill up a board.
    preferences
        For each player the powers in the order of preference: the sum of their ranks is minimised before repetitions
        are. None if powers are not chosen.
    origins
        The clubs and countries whose members are to be kept apart.
    powers
        The ids of the seven powers.

    Raises
    ------
    MistakesFound
        There are fewer than seven players.
    ValueError
        Two have the same id; there are not seven powers; or preferences have another power, or one twice.
    """
    wishes = PowerWishes(powers, earlier.before(number), (seed, number), preferences or {})
    _check(players, standbys, number, wishes)
    everybody = (*players, *standbys)
    kept_apart = KeptApart(
        {(min(pair), max(pair)) for pair in apart},
        {one.id: one.team for one in everybody} if keep_team_mates_apart else {},
    )
    field = board_field(
        players, number, wishes.record, seed=seed, remainder=remainder, standbys=standbys, apart=kept_apart
    )
    seating = BoardSeating(
        sorted(field.playing, key=lambda player: (lot(seed, "boards", player), player)),
        wishes.record,
        kept_apart.pairs,
        kept_apart.teams,
        frozenset(field.standbys),
        origins,
    )
    drawn = _with_powers(seating, wishes, rounds_to_come, seed, number)
    report = boards_report(
        drawn,
        field,
        wishes.record,
        apart=seating.apart,
        teams=seating.teams,
        names={one.id: one.name for one in everybody},
        fewest=seating.fewest_meetings_again,
        preferences=wishes.lists,
        origins=origins,
    )
    return BoardDraw(number, drawn, field.standbys, field.sit_outs, field.doubles, tuple(report))


def _check(players: Sequence[Seeded], standbys: Sequence[Seeded], number: int, wishes: PowerWishes) -> None:
    if number < 1:
        raise ValueError(f"rounds are counted from 1, not {number}")
    for player, times in Counter(one.id for one in (*players, *standbys)).items():
        if times > 1:
            raise ValueError(f"two players have the id {player}")
    powers = set(wishes.powers)
    if len(wishes.powers) != SEATS or len(powers) != SEATS:
        raise ValueError(f"a board has {SEATS} different powers, not {', '.join(wishes.powers)}")
    for player, wished in wishes.lists.items():
        if len(set(wished)) != len(wished) or not powers.issuperset(wished):
            raise ValueError(f"{player} does not wish for each power once at most: {', '.join(wished)}")


def _with_powers(
    seating: BoardSeating, wishes: PowerWishes, rounds_to_come: int, seed: int, number: int
) -> tuple[dict[str, str], ...]:
    """Return the boards with their powers; the boards are numbered by lots.

    If powers are not chosen, and a player would repeat one before having played all, equally good boards are tried.
    At last standbys and clubs are spread better, unless a known round is kept for later rounds to build on.
    """
    dice = dice_for(seed, number, "boards")
    cycle = sorted(wishes.powers, key=lambda power: lot(seed, "boards", power))
    planned = _next_known_round(seating, cycle, rounds_to_come, seed, number)
    if planned:
        wishes = replace(wishes, planned=_planned_powers(planned, seating, cycle))
    start = [list(board) for board in planned.boards] if planned else None
    boards = seating.seat(start, dice, go_on=planned is not None and rounds_to_come > 0)
    goes_on = rounds_to_come > 0 and boards == start
    dice.shuffle(boards)
    drawn = assign_powers(_ids(boards, seating), wishes)
    again = repeated_powers(drawn, wishes)
    if again and not wishes.lists:
        other = seating.vary(boards, dice)
        varied = assign_powers(_ids(other, seating), wishes)
        if repeated_powers(varied, wishes) < again:
            boards, drawn = other, varied
    # later rounds build on a known round, which was chosen with clubs and standbys in mind
    return drawn if goes_on else _loosened(boards, drawn, seating, wishes, dice_for(seed, number, "origins"))


def _loosened(
    boards: Boards, drawn: tuple[dict[str, str], ...], seating: BoardSeating, wishes: PowerWishes, dice: Random
) -> tuple[dict[str, str], ...]:
    """Return equally good boards with standbys and clubs better spread, or else those given.

    Boards on which more powers are repeated are not taken, unless players choose powers.
    """
    for heed_powers in (False, True):
        other = seating.loosen(boards, dice, heed_powers=heed_powers)
        if other == boards:
            break
        loosened = assign_powers(_ids(other, seating), wishes)
        if wishes.lists or repeated_powers(loosened, wishes) <= repeated_powers(drawn, wishes):
            return loosened
    return drawn


def _ids(boards: Boards, seating: BoardSeating) -> list[list[str]]:
    return [sorted(seating.order[p] for p in board) for board in boards]


def _next_known_round(
    seating: BoardSeating, cycle: Sequence[str], rounds_to_come: int, seed: int, number: int
) -> Planned | None:
    """Return the next known round if the same players were on full boards in all earlier rounds; else None."""
    rounds = list(seating.record.rounds.values())
    order = seating.order
    seats = sorted(order)
    if len(set(seats)) < len(seats) or any(sorted(p for board in boards for p in board) != seats for boards in rounds):
        return None
    if any(len(board) != SEATS for boards in rounds for board in boards):
        return None
    labels = [{player: board for board, at in enumerate(boards) for player in at} for boards in rounds]
    columns = columns_followed(seating.record, cycle, order)
    played = PlayedBoards(
        tuple(tuple(label[player] for player in order) for label in labels),
        tuple(columns[player] for player in order) if columns else None,
    )
    fitting = dice_for(seed, number, "fit")
    in_all = len(rounds) + 1 + rounds_to_come
    wished = seating.wished_apart(in_all)
    return next_of_known(played, seating.barred, in_all, dice_for(seed, "boards"), fitting, wished=wished)


def _planned_powers(planned: Planned, seating: BoardSeating, cycle: Sequence[str]) -> dict[str, str]:
    """Assign everybody the power of this round for their column."""
    nth = len(seating.record.rounds)
    columns = zip(seating.order, planned.column or (), strict=False)
    return {player: cycle[(column + nth) % SEATS] for player, column in columns}
