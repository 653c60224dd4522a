"""The hits that a player wrote, against the dice: as far as the owner of the tables has filled them in."""

from __future__ import annotations

from collections.abc import Iterator

from sheetscore.systems.airforce.gunnery.aim import Aim
from sheetscore.systems.airforce.gunnery.charts import POSSIBLE_HITS
from sheetscore.systems.airforce.gunnery.damage import CHOSEN, hits_scored, shared_out, what_is_hit
from sheetscore.systems.airforce.gunnery.shot_rules import Complaint

HITS = "shot-hits"


def wrong_hits(aim: Aim) -> Iterator[Complaint]:
    """Find hits that no shot scores, and hits and results that are not what the dice give.

    Where nothing is filled in, the dice give nothing that could be compared.

    Raises
    ------
    MistakesFound
        A table has mistakes, or a hole in a row that the dice need.
    """
    shot, gunnery = aim.shot, aim.rules.gunnery
    if (shot.hits or 0) not in POSSIBLE_HITS:
        yield Complaint(HITS, "hits", f"{shot.hits} hits; a shot scores 0 to 4, 6, 8 and so on to 16", None, shot.hits)
        return
    chart = aim.rules.tables.chart(aim.weapon)
    drm = shot.drm if aim.drm is None else aim.drm
    if shot.white is None or shot.red is None or drm is None:
        return
    if aim.column is None or chart is None or chart.is_blank:
        return
    scored = hits_scored(chart, aim.column, (shot.white, shot.red), drm, gunnery)
    if scored != (shot.hits or 0):
        message = f"red {shot.red}, white {shot.white} and {drm:+} give {scored} hits, and not {shot.hits or 0}"
        yield Complaint(HITS, "hits", message, scored, shot.hits)
        return
    yield from _wrong_result(aim, scored, shot.red)


def _wrong_result(aim: Aim, scored: int, red: int) -> Iterator[Complaint]:
    shot, table = aim.shot, aim.rules.tables.locations
    shares = shared_out(scored)
    if not any(table.rows(aim.engines, share) for share in shares):
        return
    if len(shot.location) < len(shares):
        message = f"{scored} hits need {len(shares)} location rolls, and there are {len(shot.location)}"
        yield Complaint(HITS, "location", message, len(shares), len(shot.location))
        return
    results = [_result(aim, scored, red, choice) for choice in _choices(aim, scored)]
    written = "".join(letter for letter in shot.result if letter.isalpha())
    if sorted(written) not in map(sorted, results):
        message = f"the dice give {' or '.join(results)}, and not {written or 'nothing'}"
        yield Complaint(HITS, "result", message, results[0], written)


def _result(aim: Aim, scored: int, red: int, choice: str | None) -> str:
    rules = aim.rules
    struck = what_is_hit(
        scored,
        rules.tables.locations,
        aim.engines,
        red,
        aim.shot.location,
        rules.gunnery,
        criticals=rules.settings.criticals,
        choice=choice,
    )
    return "".join(struck)


def _choices(aim: Aim, scored: int) -> list[str | None]:
    """Return what the firing player can have chosen, which no box says."""
    if aim.rules.gunnery.dice == "both":
        return [None]
    plain = _result(aim, scored, 1, None)
    return [letter for letter in CHOSEN if letter in plain] or [None]
