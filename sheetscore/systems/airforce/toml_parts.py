"""TOML files that owners of the game write: cards, editions, charts. All mistakes of a file are reported at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, Strict, StringConstraints, ValidationError

from sheetscore.event.identity import suggestion
from sheetscore.findings import Finding
from sheetscore.forms.template import Library, place_within, template_data, template_finding
from sheetscore.problems import MistakesFound

SHELF = "airforce"
"""The folder of templates with the game's own files."""

TENTHS = 10
"""Speeds are whole tenths of a point everywhere in the program."""

FORMAT = 1
"""The newest format of these files that the program knows."""

FileId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$")]
Title = Annotated[str, StringConstraints(min_length=1, max_length=60, pattern=r"^[^\r\n]*$")]
Whole = Annotated[int, Strict()]
Count = Annotated[int, Strict(), Field(ge=0, le=99)]
Feet = Annotated[int, Strict(), Field(ge=0, le=99_999)]
YesNo = Annotated[bool, Strict()]


def _in_tenths(points: object) -> object:
    """Return a speed written in points as tenths."""
    if isinstance(points, bool) or not isinstance(points, int | float | Decimal):
        raise ValueError("this is no speed; write a number such as 8 or 7.5")  # noqa: TRY004 -- pydantic tells these
    tenths = Decimal(str(points)) * TENTHS
    if tenths != int(tenths):
        raise ValueError("a speed has one digit behind the point at most")
    return int(tenths)


Speed = Annotated[int, BeforeValidator(_in_tenths), Field(ge=0, le=99 * TENTHS)]
"""A speed or a change of one: points in the file, whole tenths in the program."""


class CardFilePart(BaseModel):
    """A frozen part of a file, in which unknown keys are mistakes."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)  # as parts of events are


class File(CardFilePart):
    """A whole file, with its format."""

    format: Whole = FORMAT


M = TypeVar("M", bound=File)


def files(kind: str, own: Path | None = None, home: Path | None = None) -> dict[str, Path]:
    """Return the files of a kind that are in force, by id.

    Parameters
    ----------
    kind
        The folder that they are in, such as ``"aircraft"``.
    own
        The event's own ``templates`` folder, whose files come before those shipped.
    home
        A folder named by the user: files in it, or in its ``KIND`` or ``airforce/KIND``, come before all others.
    """
    folders = [folder / kind for folder in Library(SHELF, (SHELF,), own).folders()]
    if home is not None:
        folders = [home, home / kind, home / SHELF / kind, *folders]
    found: dict[str, Path] = {}
    for folder in folders:
        for path in sorted(folder.glob("*.toml")):
            found.setdefault(path.stem, path)
    return {name: found[name] for name in sorted(found)}


def read_file(path: Path, model: type[M], what: str) -> M:
    """Read a file.

    Parameters
    ----------
    what
        What messages call such a file: ``"card"``.

    Raises
    ------
    MistakesFound
        With everything that is wrong in it; if its format is newer than this program knows, only that.
    """
    return checked(template_data(path, Decimal), model, what, lambda message: template_finding(path, message))


def checked(data: Mapping[str, object], model: type[M], what: str, reported: Callable[[str], Finding]) -> M:
    """Return the data of a file as its model.

    Parameters
    ----------
    reported
        Makes a finding from a message about what is wrong.

    Raises
    ------
    MistakesFound
        With everything that is wrong.
    """
    newer = data.get("format", FORMAT)
    if isinstance(newer, int) and newer > FORMAT:
        message = f"this {what} has format {newer}, and this sheetscore knows up to {FORMAT}; install a newer one"
        raise MistakesFound([reported(message)])
    try:
        return model.model_validate(data)
    except ValidationError as error:
        wrong = [
            f"{place}: {text}" if (place := place_within(one["loc"])) else text
            for one in error.errors()
            for text in [_text(one["type"], one["msg"], one["loc"], model, what)]
        ]
        raise MistakesFound([reported(one) for one in wrong]) from error


def _text(kind: str, message: str, place: tuple[int | str, ...], model: type[BaseModel], what: str) -> str:
    """Say what is wrong with a key in words of the file."""
    if kind == "missing":
        return f"is missing; every {what} has it"
    if kind == "extra_forbidden":
        return f"is nothing that a {what} has here.{suggestion(place[-1], _keys(model, place[:-1]))}"
    return message.removeprefix("Value error, ")


def _keys(model: type[BaseModel], place: tuple[int | str, ...]) -> list[str]:
    """Return the keys that a place within a file may have."""
    within: Any = model
    for step in place:
        if isinstance(step, str) and step in (fields := _by_key(within)):
            within = _inner(fields[step])
    return list(_by_key(within))


def _by_key(model: Any) -> dict[str, Any]:
    """Return the annotations of a model's fields, by their keys in files."""
    fields = getattr(model, "model_fields", {})
    return {field.alias or name: field.annotation for name, field in fields.items()}


def _inner(annotation: Any) -> Any:
    """Return the model within an annotation such as ``tuple[Band, ...]``."""
    if hasattr(annotation, "model_fields"):
        return annotation
    return next((found for one in get_args(annotation) if (found := _inner(one)) is not None), None)
