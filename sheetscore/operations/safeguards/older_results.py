"""Results that a command has replaced since, and that somebody copied back over the newest ones.

The journal has the digest of all results that a command wrote. If a command was told to go on with older ones, the
journal has them as read by it, and they are the newest from then on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from sheetscore.event.folder import EventFolder, read_journal
from sheetscore.findings import Finding, finding
from sheetscore.operations.opening.open_event import OpenEvent
from sheetscore.operations.safeguards.newest_moments import moments_of
from sheetscore.workbooks.saving import beside, copies_of, digest


def older_results(folder: EventFolder, stages: Iterable[int], otherwise: str = "") -> Iterator[Finding]:
    """Find the results of these stages that a later command has replaced, each with the way to the later ones.

    Parameters
    ----------
    otherwise
        Advice to go on with them, if the command can.
    """
    journal = read_journal(folder.path)
    for stage in stages:
        path = folder.results(stage)
        seen = moments_of(journal, path.stem)
        if not path.exists() or (itself := seen.get(digest(path))) is None:
            continue
        newest = max(seen, key=lambda sha256: seen[sha256].at)
        if itself.at == seen[newest].at:
            continue
        later = next((one for one in copies_of(path) if digest(one) == newest), None)
        put_back = f"copy {beside(later, path)} to {path.name}, or " if later else ""
        again = f"score it again: sheetscore ingest {folder.sheets(stage).name}"
        message = (
            f"{path.name} is as it was written on {itself}, and was replaced on {seen[newest]}; what was scored then "
            f"does not count now. To have it count again {put_back}{again}{otherwise and f'; {otherwise}'}"
        )
        yield finding("older-copy", message, sheet=path.name)


def going_on_with(older: Sequence[Finding], opened: OpenEvent) -> dict[Path, str]:
    """Return the digests of older results for the journal, as read by a command that was told to go on with them."""
    paths = [opened.folder.path / one.sheet for one in older]
    return {path: digest(path) for path in paths}
