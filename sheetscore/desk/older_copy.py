"""Workbooks as they were before the one that a round's results come from: what was typed since is not in them."""

from __future__ import annotations

from pathlib import Path

from sheetscore.desk.history import as_scored
from sheetscore.desk.workplace import OpenEvent
from sheetscore.event.folder import Action, read_journal
from sheetscore.findings import Finding, finding
from sheetscore.problems import UnreadableFile


def older_copy(opened: OpenEvent, number: int, path: Path, sha256: str) -> list[Finding]:
    """Find that a workbook is, byte by byte, as it was before the one was ingested that the results come from.

    The journal knows every file that was read or written. A workbook that goes back to what it was by new work of a
    person or a command is in the journal again, or has other bytes. So whoever writes it anew has to ask first:
    afterwards nobody can tell.

    Parameters
    ----------
    path, sha256
        The workbook, and its digest as it was read.

    Returns
    -------
    Nothing where there are no results, or they are damaged: then ingesting is what mends them.
    """
    try:
        source = as_scored(opened, number).source
    except UnreadableFile:
        return []
    if sha256 == source.sha256:
        return []
    seen: dict[str, tuple[int, Action]] = {}
    for at, entry in enumerate(read_journal(opened.folder.path)):
        for digest in (*entry.read.values(), *entry.written.values()):
            seen[digest] = at, entry  # the last time counts: taking a value back makes an older state the newest
    if not {sha256, source.sha256} <= seen.keys():
        return []
    (then, entry), (now, _) = seen[sha256], seen[source.sha256]
    if then >= now:
        return []
    message = (
        f"{path.name} is as it was on {entry.time.astimezone():%Y-%m-%d at %H:%M} ({entry.command}); the results come "
        f"from a later {source.name}. Take the later one; or add --force, and what is replaced goes to kept/"
    )
    return [finding("older-copy", message, sheet=path.name)]
