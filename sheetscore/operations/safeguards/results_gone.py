"""Standings with rounds whose results are gone: they may still hang on the wall, but no longer count."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sheetscore.event.folder import stage_of
from sheetscore.event.load import keys_of
from sheetscore.findings import Finding, finding
from sheetscore.operations.opening.open_event import OpenEvent
from sheetscore.problems import UnreadableFile
from sheetscore.results.standings_record import standings_in
from sheetscore.wording import join_words


def results_gone(opened: OpenEvent) -> Iterator[Finding]:
    """Find the results that standings.xlsx was made from and that are no longer in the folder."""
    path, place, there = opened.folder.standings, opened.folder, opened.standings_there()
    try:
        made_from = standings_in(there) if there else None
    except UnreadableFile:
        return  # damaged standings are made again from the present results
    if made_from is None or made_from.event_key not in keys_of(opened.event):
        return
    stages = {name: stage_of(Path(name)) for name in made_from.sources}
    scored = place.scored_stages()
    gone = {name: stage for name, stage in stages.items() if stage is not None and stage not in scored}
    if not gone:
        return
    sheets = [place.sheets(stage).name for stage in gone.values() if place.sheets(stage).exists()]
    again = "; ".join(f"sheetscore ingest {name}" for name in sheets)
    ingest = f", or score again: {again}" if sheets else ""
    drop = "run sheetscore standings" if scored else f"move {path.name} away"
    are, them, was = ("is", "it", "it was") if len(gone) == 1 else ("are", "them", "they were")
    message = (
        f"{path.name} was made from {join_words([*gone])}, which {are} gone: nothing that was scored there counts any "
        f"more. Put {them} back{ingest}; if {was} taken away on purpose, {drop}"
    )
    yield finding("results-gone", message, sheet=path.name)
