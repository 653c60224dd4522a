"""Who plays Diplomacy with whom: boards of seven on which as few as possible meet again, and their powers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from sheetscore.pairing.boards.field import Remainder, board_field
from sheetscore.pairing.boards.left import KeptApart
from sheetscore.pairing.boards.plan import Planned, Played, next_of_known
from sheetscore.pairing.boards.powers import PowerWishes, assign_powers, comes_again, went_by_columns
from sheetscore.pairing.boards.record import POWERS, SEATS, BoardDraw, BoardRecord, Seeded, Two
from sheetscore.pairing.boards.report import boards_report
from sheetscore.pairing.boards.seating import Boards, Seating
from sheetscore.pairing.lots import dice_for, lot


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
    powers: Sequence[str] = POWERS,
) -> BoardDraw:
    """Seed a round.

    What is minimised, each before the next: those together who should be kept apart, team mates together, the sum
    over all pairs of m (m - 1) / 2 for m meetings, to which a pair that meets adds its earlier meetings, and the sum
    of the squares of these. Equals are parted by lots, so that the same players, rounds and seed give the same round
    everywhere, in whatever order they come.

    As long as the rounds so far belong to rounds that are known to fit each other best, the next of these is taken,
    whose powers go round so that nobody has one twice in seven rounds: the squares do not count then, except in the
    last round, as other boards would let more meet again later. Otherwise two boards are compared in all ways, and
    more of them are searched for.

    Parameters
    ----------
    players
        Those who are there.
    number
        The round, from 1.
    earlier
        The rounds so far; those with the same number or a higher one do not count.
    seed
        The event's.
    apart
        Pairs of ids; those who are not there are passed over.
    keep_team_mates_apart
        Whether team mates should not meet either.
    rounds_to_come
        How many rounds come after this one: whoever is to be kept apart is if possible kept so in them too.
    remainder
        What happens where the number of players is no multiple of seven; see :func:`board_field`.
    standbys
        Those who would fill up a board.
    preferences
        For each player the powers in the order of their wishes: the sum of ranks is then the least, before
        repetitions are looked at. None where powers are not chosen.
    powers
        The ids of the seven powers.

    Raises
    ------
    MistakesFound
        There are fewer than seven players.
    ValueError
        Two have the same id; there are not seven powers; or a wish names none of them, or one twice.
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
    seating = Seating(
        sorted(field.playing, key=lambda player: (lot(seed, "boards", player), player)),
        wishes.record,
        kept_apart.pairs,
        kept_apart.teams,
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
    seating: Seating, wishes: PowerWishes, rounds_to_come: int, seed: int, number: int
) -> tuple[dict[str, str], ...]:
    """Give the boards with their powers; the boards are numbered by lots.

    Where somebody would play a power again who has not yet played all, boards that are as good are tried too.
    """
    dice = dice_for(seed, number, "boards")
    cycle = sorted(wishes.powers, key=lambda power: lot(seed, "boards", power))
    planned = _planned(seating, cycle, rounds_to_come, seed, number)
    if planned:
        wishes = replace(wishes, planned=_planned_powers(planned, seating, cycle))
    start = [list(board) for board in planned.boards] if planned else None
    boards = seating.seat(start, dice, go_on=planned is not None and rounds_to_come > 0)
    dice.shuffle(boards)
    drawn = assign_powers(_ids(boards, seating), wishes)
    again = comes_again(drawn, wishes)
    if again and not wishes.lists:
        varied = assign_powers(_ids(seating.vary(boards, dice), seating), wishes)
        if comes_again(varied, wishes) < again:
            return varied
    return drawn


def _ids(boards: Boards, seating: Seating) -> list[list[str]]:
    return [sorted(seating.order[p] for p in board) for board in boards]


def _planned(seating: Seating, cycle: Sequence[str], rounds_to_come: int, seed: int, number: int) -> Planned | None:
    """Give the round as known rounds have it, if the same have played on full boards in all earlier rounds."""
    rounds = list(seating.record.rounds.values())
    order = seating.order
    seats = sorted(order)
    if len(set(seats)) < len(seats) or any(sorted(p for board in boards for p in board) != seats for boards in rounds):
        return None
    if any(len(board) != SEATS for boards in rounds for board in boards):
        return None
    labels = [{player: board for board, at in enumerate(boards) for player in at} for boards in rounds]
    columns = went_by_columns(seating.record, cycle, order)
    played = Played(
        tuple(tuple(label[player] for player in order) for label in labels),
        tuple(columns[player] for player in order) if columns else None,
    )
    again = dice_for(seed, number, "fit")
    return next_of_known(played, seating.barred, len(rounds) + 1 + rounds_to_come, dice_for(seed, "boards"), again)


def _planned_powers(planned: Planned, seating: Seating, cycle: Sequence[str]) -> dict[str, str]:
    """Give everybody the power that comes next after the one with which their column began."""
    nth = len(seating.record.rounds)
    columns = zip(seating.order, planned.column or (), strict=False)
    return {player: cycle[(column + nth) % SEATS] for player, column in columns}
