"""How long rating years of games takes, against a plain loop over openskill."""

from __future__ import annotations

import datetime as dt
import random

from measure import report, seconds
from openskill.models import PlackettLuce, PlackettLuceRating

from sheetscore.archive.ratings import RatedGame, rate

PLAYERS, ROUNDS, TABLES, ROUNDS_OF_AN_EVENT = 5000, 10_000, 12, 5


def years_of_games() -> list[RatedGame]:
    """Games of two in the order in which they were played, a tenth of them drawn; sides by their text."""
    dice = random.Random(1)
    names = [f"Player {n:04}" for n in range(PLAYERS)]
    games = []
    for n in range(ROUNDS):
        event, number = divmod(n, ROUNDS_OF_AN_EVENT)
        seated = dice.sample(names, 2 * TABLES)
        for table in range(TABLES):
            one, other = sorted(seated[2 * table : 2 * table + 2])
            ranks = (1, 1) if dice.random() < 0.1 else dice.choice(((1, 2), (2, 1)))
            sides = ((one, ranks[0]), (other, ranks[1]))
            day = dt.date(2000, 1, 1) + dt.timedelta(days=event)
            games.append(RatedGame(day, None, f"event {event:05}", number + 1, table + 1, 1, sides))
    return games


def plain_loop(games: list[RatedGame]) -> dict[str, tuple[float, float]]:
    """The same ratings by openskill alone, for games that are in order."""
    model = PlackettLuce()
    skills: dict[str, PlackettLuceRating] = {}
    for game in games:
        names = [name for name, _ in game.sides]
        teams = [[skills.get(name) or model.rating()] for name in names]
        rated = model.rate(teams, ranks=[rank for _, rank in game.sides])
        for name, (skill,) in zip(names, rated, strict=True):
            skills[name] = skill
    return {name: (skill.mu, skill.sigma) for name, skill in skills.items()}


def bench_ratings_of_5000_players_over_10000_rounds_of_twelve_games() -> None:
    games = years_of_games()
    shuffled = random.Random(2).sample(games, len(games))
    assert {one.competitor: (one.mu, one.sigma) for one in rate(shuffled, None)} == plain_loop(games)
    taken = seconds(
        {"rate, from any order, with histories": lambda: rate(shuffled, None), "openskill": lambda: plain_loop(games)},
        repeats=3,
    )
    report(f"rating {PLAYERS} players over {len(games)} games, Elo not counted", taken, 1.3)
