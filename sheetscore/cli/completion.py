"""Shell completion: files of the event's folder, systems, ids of players.

Completion never raises: without a readable event it offers nothing.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from sheetscore.event.model import Event


class InFolder(click.Path):
    """A path to a file, relative to the event folder given by ``-C``."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Offer the files of the event folder; without ``-C`` the shell completes from the current directory."""
        folder = _folder(ctx)
        if folder == Path() or Path(incomplete).is_absolute():
            return super().shell_complete(ctx, param, incomplete)
        typed = folder / incomplete
        searched = typed.parent if incomplete and not incomplete.endswith("/") else typed
        files: list[Path] = []
        with contextlib.suppress(OSError):
            files = sorted(path for path in searched.iterdir() if path.is_file() and not path.name.startswith("."))
        return _matching([path.relative_to(folder).as_posix() for path in files], incomplete)


def systems(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the systems that are installed."""
    from sheetscore.event.registry import known_systems  # noqa: PLC0415 -- --help must start fast

    return _matching(known_systems(), incomplete)


def players(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the ids of players and teams, each with the name as its help."""
    return [
        CompletionItem(id_, help=name)
        for event in _event(ctx)
        for id_, name in {**event.names, **{one: party.name for one, party in event.parties.items()}}.items()
        if id_.casefold().startswith(incomplete.casefold())
    ]


def scoring_systems(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the scoring systems for Diplomacy boards, the event's own included."""
    from sheetscore.operations.score_board import ALL, scoring_systems  # noqa: PLC0415 -- as above
    from sheetscore.problems import Problem  # noqa: PLC0415 -- as above

    with contextlib.suppress(Problem, OSError):
        return _matching([ALL, *(one.id for one in scoring_systems(_folder(ctx)))], incomplete)
    return []


def examples(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the example events of ``sheetscore demo``."""
    from sheetscore.systems.system import loadable_systems  # noqa: PLC0415 -- as above

    return _matching([name for system in loadable_systems() for name in system.examples], incomplete)


def _matching(words: Iterable[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(word) for word in words if word.startswith(incomplete)]


def _folder(ctx: click.Context) -> Path:
    return Path(ctx.find_root().params.get("folder") or ".")


def _event(ctx: click.Context) -> Iterator[Event]:
    """Yield the event if it can be read, else nothing."""
    from sheetscore.event.load import examine_event  # noqa: PLC0415 -- as above
    from sheetscore.problems import Problem  # noqa: PLC0415 -- as above

    with contextlib.suppress(Problem, OSError):
        event, _ = examine_event(_folder(ctx))
        if event is not None:
            yield event
