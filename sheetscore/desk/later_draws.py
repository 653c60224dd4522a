"""Draws that would be others now, by corrected results or a changed event: named, and left as they are."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from sheetscore.desk.history import records, rounds_before
from sheetscore.desk.workplace import Desk
from sheetscore.event.model import Premise
from sheetscore.findings import Finding, finding
from sheetscore.pairing.draw import Company, company_in
from sheetscore.problems import Problem
from sheetscore.reading.draw_workbook import read_draw
from sheetscore.results.record import RoundRecord
from sheetscore.sentences import counted, numbered


def different_draws(desk: Desk, corrected: int, before: RoundRecord) -> list[Finding]:
    """Find the draws after a round in which others would meet, because its results are others now.

    What has changed in the event since a draw was made (players, settings) moves people too, and is not told:
    both results are drawn from with the event as it is.

    Parameters
    ----------
    corrected
        The round whose results have changed.
    before
        Its results as they were.
    """
    later = [stage for stage in desk.event.stages if stage > corrected and desk.folder.draw(stage).exists()]
    now = records(desk) if later else {}
    found = []
    for stage in later:
        path = desk.folder.draw(stage)
        there = company_in(read_draw(path, desk.system, desk.round(stage)).draw)
        try:
            others = _meet_others(desk, stage, {**now, corrected: before}, now, there)
        except Problem:
            continue  # what stops a new draw is told by whoever asks for one
        if others:
            players = counted(others, "player")
            message = f"the draw was made from other results: drawn now, {players} would meet others. It stays as it is"
            found.append(finding("draw-different", message, sheet=path.name))
    return found


def _meet_others(
    desk: Desk, stage: int, before: Mapping[int, RoundRecord], now: Mapping[int, RoundRecord], there: Company
) -> int:
    """Count who would meet others now than by the results before, and than in the draw that is there."""
    old, new = rounds_before(desk, stage, before), rounds_before(desk, stage, now)
    if old == new:
        return 0
    anew = company_in(desk.system.draw(desk.round(stage, new)))
    moved = {player for player in {*anew, *there} if anew.get(player) != there.get(player)}
    if not moved:
        return 0
    then = company_in(desk.system.draw(desk.round(stage, old)))
    return sum(anew.get(player) != then.get(player) for player in moved)


_MOST_NAMED = 6
"""So many changes are named in a message, the others counted."""


def draws_made_otherwise(desk: Desk) -> list[Finding]:
    """Find what the draws of an event rest on that was changed after they were made."""
    premises = {premise.key: premise for premise in desk.event.premises}
    changed: dict[tuple[Premise, str], list[int]] = {}
    others: set[int] = set()
    for stage in desk.event.stages if premises else ():
        made_with = _made_with(desk, stage)
        moved = [(premises[key], then) for key, then in made_with.items() if key in premises]
        moved = [(premise, then) for premise, then in moved if premise.value != then]
        for one in moved:
            changed.setdefault(one, []).append(stage)
        if moved and _would_be_another(desk, stage, made_with):
            others.add(stage)
    by_stages: dict[tuple[int, ...], list[str]] = {}
    for (premise, then), stages in changed.items():
        by_stages.setdefault(tuple(stages), []).append(f"{premise.what} was {then} and is {premise.value}")
    return [_made_otherwise(desk, stages, changes, others) for stages, changes in by_stages.items()]


def _made_with(desk: Desk, stage: int) -> Mapping[str, str]:
    path = desk.folder.draw(stage)
    try:
        return read_draw(path, desk.system, desk.round(stage)).made_with if path.exists() else {}
    except Problem:
        return {}  # whoever needs the draw is told


def _would_be_another(desk: Desk, stage: int, made_with: Mapping[str, str]) -> bool:
    """Tell whether others would have met by the event as it is now than by what a draw was made with."""
    try:
        earlier = rounds_before(desk, stage, records(desk))
        now = desk.round(stage, earlier)
        then = replace(now, event=desk.event.as_drawn_with(made_with))
        one, other = (company_in(desk.system.draw(at_hand)) for at_hand in (then, now))
    except (Problem, ValueError):
        return False  # what stops a new draw is told by whoever asks for one
    return one != other


def _made_otherwise(desk: Desk, stages: Sequence[int], changes: Sequence[str], others: Collection[int]) -> Finding:
    named = [*changes[:_MOST_NAMED], *([f"{len(changes) - _MOST_NAMED} more"] if len(changes) > _MOST_NAMED else [])]
    different = [stage for stage in stages if stage in others]
    which = numbered("round", different) if different else "no drawn round"
    message = (
        f"changed since {numbered('round', stages)} {'was' if len(stages) == 1 else 'were'} drawn: {'; '.join(named)}. "
        f"Drawn now, {which} would be different. What is drawn stays as it is; put the old value back, unless later "
        "rounds are to be drawn with the new one"
    )
    return finding("drawn-otherwise", message, sheet=desk.folder.draw(stages[0]).name)
