"""A list of results of Accelerated Swiss, filled in by chance; titles look like patterns and formulas."""

from __future__ import annotations

from random import Random

from aso_event import SIDES, aso_event, forms_of, line, scenario
from round_contexts import filled_round
from scored_rounds import ScoreSheets

from sheetscore.forms.form import Value
from sheetscore.systems.aso import ASO
from sheetscore.systems.aso.forms import drawn_players
from sheetscore.systems.context import RoundContext

SCENARIOS = ("s1", "s2", "s3")
STRUCK = {"played", "strike_1", "strike_2", "first_1", "first_2", "scenario_die"}


def random_line(random: Random) -> dict[str, Value]:
    """Give a line that is filled in as people do, with some boxes left out."""
    played = random.choice(SCENARIOS)
    values: dict[str, Value] = {"played": played, "winner": random.choice(("1", "2", "draw"))}
    for seat in (1, 2):
        values[f"strike_{seat}"], values[f"first_{seat}"] = random.sample(SCENARIOS, 2)
        values[f"side_{seat}"] = f"{played}.{random.choice(SIDES).id}"
        values[f"level_{seat}"] = random.randint(0, 3)
    for judge in (1, 2, 3):
        values[f"judge_{judge}_1"] = chances = 5 * random.randint(0, 20)
        values[f"judge_{judge}_2"] = 100 - chances
    values |= {"scenario_die": random.randint(1, 2), "bid_die": random.randint(1, 2)}
    if random.random() < 0.3:  # they agreed
        values = {name: value for name, value in values.items() if name not in STRUCK}
    return {name: value for name, value in values.items() if random.random() < 0.95}


def random_lines() -> ScoreSheets:
    awkward = (scenario(1, title="Lost * & ?"), scenario(2, title='~ "Quotes"'), scenario(3, title="=1+1"))
    event = aso_event(80, 1, scenarios=awkward)
    draw = ASO.draw(RoundContext(event, 1))
    random, entered = Random(4), drawn_players(draw)
    for table in draw.tables:
        entered |= line(table.number, **random_line(random))
    return ScoreSheets(filled_round(event, forms_of(event, draw), entered, draw))
