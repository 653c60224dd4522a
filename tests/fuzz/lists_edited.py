"""What somebody does to a list of the event in a spreadsheet: a column cleared, shifted or exchanged alone, rows moved.

A list has its lines in the order of the sheet, those of all scenarios below each other, so that a column that is
shifted by a line goes from one scenario into the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Literal, get_args, get_origin

from sheetscore.event.model import Event

Line = dict[str, Any]
Column = list[Any]


class EditedList:
    """A list of the event.

    Parameters
    ----------
    name
        Its keys in event.toml.
    holders
        The lists of event.toml that have its lines: one, or one for each part that has such lines.
    """

    def __init__(self, name: str, holders: list[list[Line]]) -> None:
        self.name = name
        self.holders = holders

    @property
    def lines(self) -> list[Line]:
        return [line for holder in self.holders for line in holder]

    def columns(self) -> list[str]:
        keys = {key: None for line in self.lines for key, value in line.items() if not _is_list(value)}
        return [*keys]

    def put(self, key: str, column: Column) -> None:
        """Type a column anew."""
        for line, value in zip(self.lines, column, strict=True):
            line.pop(key, None)
            if value is not None:
                line[key] = value


def _is_list(value: object) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def lists_of(event: Line) -> list[EditedList]:
    """Give all lists of an event that was read from event.toml."""
    return [*_lists_in([event], "")]


def _lists_in(parts: list[Line], above: str) -> Iterator[EditedList]:
    for key in {key: None for part in parts for key, value in part.items() if _is_list(value)}:
        holders = [part[key] for part in parts if key in part]
        yield EditedList(f"{above}{key}", holders)
        yield from _lists_in([line for holder in holders for line in holder], f"{above}{key}.")


def _cleared(column: Column, random: Random) -> Column:
    at = random.choice([at for at, value in enumerate(column) if value is not None])
    return [None if number == at else value for number, value in enumerate(column)]


def _exchanged(column: Column, random: Random) -> Column:
    one, other = random.sample(range(len(column)), 2)
    column = [*column]
    column[one], column[other] = column[other], column[one]
    return column


def _circle(column: Column, random: Random) -> Column:
    if len(column) < 3:
        return column
    one, two, three = random.sample(range(len(column)), 3)
    turned = [*column]
    turned[one], turned[two], turned[three] = column[two], column[three], column[one]
    return turned


def _up(column: Column, _: Random) -> Column:
    return [*column[1:], None]


def _down(column: Column, _: Random) -> Column:
    return [None, *column[:-1]]


def _like_another(column: Column, random: Random) -> Column:
    one, other = random.sample(range(len(column)), 2)
    return [column[other] if number == one else value for number, value in enumerate(column)]


def _other_value(column: Column, random: Random) -> Column:
    at = random.choice([at for at, value in enumerate(column) if value is not None])
    value = column[at]
    changed = not value if isinstance(value, bool) else value + 1 if isinstance(value, int | float) else value
    return [changed if number == at else value for number, value in enumerate(column)]


OF_COLUMNS: dict[str, Callable[[Column, Random], Column]] = {
    "a cell cleared": _cleared,
    "two cells exchanged": _exchanged,
    "three cells in a circle": _circle,
    "moved up by a line": _up,
    "moved down by a line": _down,
    "a cell typed like another": _like_another,
    "a number or a yes changed": _other_value,
}


def _deleted(one: EditedList, random: Random) -> None:
    holder = random.choice([holder for holder in one.holders if holder])
    del holder[random.randrange(len(holder))]


def _two_rows(one: EditedList, random: Random) -> None:
    holder = random.choice(one.holders)
    if len(holder) > 1:
        this, that = random.sample(range(len(holder)), 2)
        holder[this], holder[that] = holder[that], holder[this]


def _turned_round(one: EditedList, _: Random) -> None:
    for holder in one.holders:
        holder.reverse()


def _to_the_end(one: EditedList, _: Random) -> None:
    for holder in one.holders:
        holder.append(holder.pop(0))


def _inserted(one: EditedList, random: Random) -> None:
    holder = random.choice([holder for holder in one.holders if holder])
    new = {"id": "N99", "name": "Newcomer", "title": "New one", "label": "New one", "number": 99}
    holder.insert(random.randrange(len(holder)), {key: new.get(key, value) for key, value in holder[0].items()})


OF_ROWS: dict[str, Callable[[EditedList, Random], None]] = {
    "a row deleted": _deleted,
    "two rows exchanged": _two_rows,
    "sorted the other way round": _turned_round,
    "the first row to the end": _to_the_end,
    "a row inserted": _inserted,
}


def edit_list(event: Line, random: Random) -> str:
    """Change a list of the event in one way; say which, or "" where nothing came of it."""
    one = random.choice(lists_of(event))
    if random.random() < 0.25:
        how = random.choice([*OF_ROWS])
        OF_ROWS[how](one, random)
        return f"{one.name}: {how}"
    key = random.choice(one.columns())
    before = [line.get(key) for line in one.lines]
    if len(before) < 2:
        return ""
    how = random.choice([*OF_COLUMNS])
    after = OF_COLUMNS[how](before, random)
    one.put(key, after)
    return f"{one.name}.{key}: {how}: {before} -> {after}" if after != before else ""


def edit_setting(event: Line, random: Random, model: Event) -> str:
    """Change a setting to another value that it may have; say which."""
    fields = type(model.settings).model_fields
    choices = [(name, value) for name in fields for value in _others(fields[name].annotation, model.settings, name)]
    name, value = random.choice(choices)
    event.setdefault("settings", {})[name] = value
    return f"settings: {name} = {value}"


def _others(annotation: Any, settings: Any, name: str) -> list[Any]:
    value = getattr(settings, name)
    if isinstance(value, bool):
        return [not value]
    if get_origin(annotation) is Literal:
        return [one for one in get_args(annotation) if one != value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    return [[*value][::-1], [*value][:1]] if isinstance(value, tuple) and len(value) > 1 else []
