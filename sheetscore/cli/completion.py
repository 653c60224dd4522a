"""What a shell offers at the Tab key: files of the event's folder, systems, ids.

It never fails; at worst it offers nothing.
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
    """A file that is named from the folder of the event, where ``-C`` gives one."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Offer what is in the folder; the shell itself looks where you are."""
        folder = _folder(ctx)
        if folder == Path() or Path(incomplete).is_absolute():
            return super().shell_complete(ctx, param, incomplete)
        begun = folder / incomplete
        place = begun.parent if incomplete and not incomplete.endswith("/") else begun
        there: list[Path] = []
        with contextlib.suppress(OSError):
            there = sorted(one for one in place.iterdir() if one.is_file() and not one.name.startswith("."))
        return _offered([one.relative_to(folder).as_posix() for one in there], incomplete)


def systems(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the systems that are installed."""
    from sheetscore.event.registry import known_systems  # noqa: PLC0415 -- --help must start fast

    return _offered(known_systems(), incomplete)


def players(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the ids of those who play, and of their teams, each with the name."""
    return [
        CompletionItem(id_, help=name)
        for event in _event(ctx)
        for id_, name in {**event.names, **{one: party.name for one, party in event.parties.items()}}.items()
        if id_.casefold().startswith(incomplete.casefold())
    ]


def scoring_systems(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the scoring systems of boards, the event's own among them."""
    from sheetscore.operations.score_board import ALL, scoring_systems  # noqa: PLC0415 -- as above
    from sheetscore.problems import Problem  # noqa: PLC0415 -- as above

    with contextlib.suppress(Problem, OSError):
        return _offered([ALL, *(one.id for one in scoring_systems(_folder(ctx)))], incomplete)
    return []


def examples(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the events that a demo plays."""
    from sheetscore.systems.system import loadable_systems  # noqa: PLC0415 -- as above

    return _offered([name for system in loadable_systems() for name in system.examples], incomplete)


def _offered(words: Iterable[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(word) for word in words if word.startswith(incomplete)]


def _folder(ctx: click.Context) -> Path:
    return Path(ctx.find_root().params.get("folder") or ".")


def _event(ctx: click.Context) -> Iterator[Event]:
    """Give the event, if there is one and it can be read."""
    from sheetscore.event.load import examine_event  # noqa: PLC0415 -- as above
    from sheetscore.problems import Problem  # noqa: PLC0415 -- as above

    with contextlib.suppress(Problem, OSError):
        event, _ = examine_event(_folder(ctx))
        if event is not None:
            yield event
