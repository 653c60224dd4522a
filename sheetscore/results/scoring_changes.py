"""The settings, files and formulas that scores depend on, as recorded in results, and their changes since."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

from msgspec import Struct
from pydantic import ValidationError

from sheetscore.event.cells import NONE, joint
from sheetscore.event.folder import WHOLE_EVENT
from sheetscore.event.model import Event, EventPart, Settings
from sheetscore.event.tables import id_of, table_of, walk
from sheetscore.findings import Finding, finding
from sheetscore.forms.counting_formulas import counting_formulas
from sheetscore.forms.template import Library, template_data
from sheetscore.problems import MistakesFound
from sheetscore.results.record import Plain, RoundRecord, Setup
from sheetscore.scoring.tie_steps import LOT
from sheetscore.systems.outcomes import Exact
from sheetscore.systems.system import E, system_called
from sheetscore.wording import number_list

SETTINGS = "settings"
"""The key of an event's table of settings."""


class ChangedFile(Struct, frozen=True):
    """A scoring file that was changed since results were made, with its name for the director."""

    name: str

    def __str__(self) -> str:
        return f"{self.name} says something else than it did"


class ChangedPart(Struct, frozen=True):
    """A part of the event, used like a scoring file, that was changed since results were made."""

    kind: str
    id: str

    def __str__(self) -> str:
        return f"the {self.kind} {self.id} of the event says something else than it did"


class ChangedForm(Struct, frozen=True):
    """A form whose counting formulas were changed since results were made, and its present file."""

    name: str
    now: str

    def __str__(self) -> str:
        return f"the form {self.name} had other formulas than {self.now} has"


class ChangedSetting(Struct, frozen=True):
    """A setting changed since results were made: its name, its title, the former and the present value."""

    name: str
    title: str
    then: Plain
    now: Plain
    is_of_texts: bool = False
    """Whether it has several texts, which the cell of event.xlsx takes with semicolons between them."""

    def __str__(self) -> str:
        then, now = self.in_words
        return f"{self.title} was {then} and is {now}"

    @property
    def in_words(self) -> tuple[str, str]:
        """The former and the present value, each as its cell takes it."""
        return setting_text(self.then, is_of_texts=self.is_of_texts), setting_text(
            self.now, is_of_texts=self.is_of_texts
        )


Change = ChangedSetting | ChangedFile | ChangedPart | ChangedForm
"""A change, since results were made, of something that scores depend on."""


def changed_settings(event: Event, setup: Setup, names: Collection[str]) -> list[ChangedSetting]:
    """Compare settings with those recorded in results.

    Parameters
    ----------
    names
        The fields to compare. A setting that results lack is taken to have had its default if it only decides ranks;
        any other came with a later version, and is not compared.
    """
    tables = {table.key: table for table in table_of(type(event)).tables}
    columns = tables[SETTINGS].columns if SETTINGS in tables else ()
    fields = type(event.settings).model_fields
    usual = {name: as_recorded_value(fields[name].default) for name in event.settings.RANKS & fields.keys()}
    then = {column.key: usual[column.name] for column in columns if column.name in usual} | {**setup.settings}
    values = [
        (column, then[column.key], as_recorded_value(getattr(event.settings, column.name)))
        for column in columns
        if column.name in names and column.key in then
    ]
    return [
        ChangedSetting(column.name, fields[column.name].title or column.key, then, now, joint(column) == "; ")
        for column, then, now in values
        if then != now
    ]


def scoring_changes(event: Event, records: Mapping[int, RoundRecord]) -> dict[int, tuple[Change, ...]]:
    """Return the changes of settings, files and forms since rounds were scored, by round.

    Rounds without changes are left out, as are those whose results do not record these things.
    """
    setups = {number: record.setup for number, record in sorted(records.items()) if record.setup}
    now, possible = (scoring_digests(event), _changes_by_file(event)) if setups else ({}, {})
    changes = {
        number: (
            *changed_settings(event, setup, event.settings.SCORES),
            # a file that results lack counts as unchanged: see _changes_by_file
            *(change for name, change in possible.items() if setup.files.get(name, now.get(name)) != now.get(name)),
        )
        for number, setup in setups.items()
    }
    return {number: found for number, found in changes.items() if found}


def settings_then(event: Event, record: RoundRecord) -> Settings:
    """Return the settings that a round was scored under, as far as its results record them."""
    changed = changed_settings(event, record.setup, event.settings.SCORES) if record.setup else ()
    return as_recorded(event, changed).settings


def settings_of_changed(event: Event, records: Mapping[int, RoundRecord]) -> dict[int, Settings]:
    """Return the former settings of every round that would be scored differently now."""
    return {number: settings_then(event, records[number]) for number in scoring_changes(event, records)}


def _changes_by_file(event: Event) -> dict[str, ChangedFile | ChangedPart | ChangedForm]:
    """Return the possible change of each scoring file, or part in its place, and of each form, by the name in results.

    A file that results lack is not compared: it did not count then. If it counts now, a setting names it, whose change
    is reported, or the event uses another card.
    """
    own, library = event.own_templates, _library(event)
    files = {_shelved(path): ChangedFile(_as_found(path, own)) for path in _scoring_files(event)}
    tables = {id(part): table for _, table, part in walk(event)}
    parts = {name: ChangedPart(tables[id(part)].key, id_of(part)) for name, part in _scoring_parts(event).items()}
    forms = (path.stem for path in library.paths())
    return {**files, **parts, **{_of_form(form): ChangedForm(form, library.called(form)) for form in forms}}


def _as_found(path: Path, own: Path | None) -> str:
    """Return the name of a file by which the director finds it."""
    if own and path.is_relative_to(own):
        return path.relative_to(own.parent).as_posix()
    return f"{_shelved(path)}, as it is shipped,"


def _library(event: Event) -> Library:
    return system_called(event.header.system).library(event.own_templates)


def _formulas(event: Event) -> dict[str, str]:
    """Return digests of the formulas that results depend on, by form."""
    shown_only = system_called(event.header.system).shown_only
    return {name: sha256 for name, sha256 in counting_formulas(_library(event)).items() if name not in shown_only}


def _of_form(name: str) -> str:
    """Return the name of a form's formulas in results, where they are among the scoring files."""
    return f"forms/{name}.toml"


def _scoring_files(event: Event) -> Collection[Path]:
    return system_called(event.header.system).scoring_files(event)


def _scoring_parts(event: Event) -> Mapping[str, EventPart]:
    return system_called(event.header.system).scoring_parts(event)


def _shelved(path: Path) -> str:
    """Return folder and name of a file, the same for an event's own file and a shipped one."""
    return f"{path.parent.name}/{path.name}"


_NO_EFFECT = frozenset({"title", "description"})
"""The keys of a file that no score depends on."""


def scoring_digests(event: Event, forms: Collection[str] | None = None) -> dict[str, str]:
    """Return the digests of scoring files, of parts in their place, and of formulas, by folder and name.

    Parameters
    ----------
    forms
        The names of the forms whose formulas count; by default all.
    """
    formulas = {_of_form(name): sha256 for name, sha256 in _formulas(event).items() if forms is None or name in forms}
    parts = {name: _digest(part.model_dump()) for name, part in _scoring_parts(event).items()}
    return {_shelved(path): _digest_of_file(path) for path in _scoring_files(event)} | parts | formulas


def own_forms(event: Event) -> frozenset[str]:
    """Return the names of an event's own forms: others change only with sheetscore."""
    own = event.own_templates
    return frozenset(path.stem for path in _library(event).paths() if own and path.is_relative_to(own))


def _digest_of_file(path: Path) -> str:
    """Return a digest of the content of a file, without title, description and comments.

    An unreadable file counts as empty; its mistakes are reported where it is needed.
    """
    try:
        return _digest(template_data(path, Decimal), str)
    except MistakesFound:
        return _digest({})


def _digest(content: Mapping[str, object], written: Callable[[object], str] | None = None) -> str:
    """Return a digest of a file, or of a part of the event, that does not depend on how numbers were typed.

    Parameters
    ----------
    written
        Returns the text of a value that JSON does not have; by default a decimal as results record it.
    """
    counts = {key: value for key, value in content.items() if key not in _NO_EFFECT}
    text = json.dumps(counts, sort_keys=True, default=written or (lambda value: str(_exact(value))))
    return hashlib.sha256(text.encode()).hexdigest()


def as_recorded(event: E, changes: Iterable[ChangedSetting]) -> E:
    """Return an event with its former settings, apart from values that are no longer valid."""
    settings = event.settings
    for one in changes:
        given = {name: getattr(settings, name) for name in settings.model_fields_set}
        try:
            settings = type(settings).model_validate({**given, one.name: _typed(one.then)})
        except ValidationError:
            continue
    return event.model_copy(update={"settings": settings})


ALL_SCORED_AGAIN = "Ingest any round again, and all are scored as the settings are now"
"""The advice where settings were changed since rounds were scored."""


def find_former_settings(event: Event, records: Mapping[int, RoundRecord]) -> Iterator[Finding]:
    """Find rounds that were scored under other than the present settings."""
    rounds: dict[str, list[int]] = {}
    for number, changes in scoring_changes(event, records).items():
        rounds.setdefault("; ".join(map(str, changes)), []).append(number)
    for changed, numbers in rounds.items():
        which = "the rounds" if numbers == [WHOLE_EVENT] else number_list("round", numbers)
        message = (
            f"{which} {'was' if len(numbers) == 1 and all(numbers) else 'were'} scored under other settings than those "
            f"of now: {changed}. {ALL_SCORED_AGAIN}; or put back what it was"
        )
        yield finding("settings-changed", message)


def find_former_ranks(event: Event, records: Mapping[int, RoundRecord]) -> Iterator[Finding]:
    """Note changes, since rounds were scored, of what decides ranks: each once, with its rounds."""
    rounds: dict[ChangedSetting, list[int]] = {}
    for number, record in sorted(records.items()):
        for change in _changed_ranks(event, record.setup) if record.setup else ():
            rounds.setdefault(change, []).append(number)
    for change, numbers in rounds.items():
        values = zip((change.then, change.now), change.in_words, strict=True)
        then, now = (NONE if value == () else words for value, words in values)
        when = "the event" if numbers == [WHOLE_EVENT] else number_list("round", numbers)
        message = (
            f"“{change.title}” was {then} when {when} {'was' if len(numbers) == 1 else 'were'} scored, and is {now}. "
            "Standings go by what it is now; if that is not meant, put back what it was"
        )
        yield finding("ranks-changed", message)


def _changed_ranks(event: Event, setup: Setup) -> Iterator[ChangedSetting]:
    """Yield changes of settings that decide ranks, and of the seed where lots do."""
    yield from changed_settings(event, setup, event.settings.RANKS)
    then, now = setup.seed, event.header.seed
    if then not in {None, now} and LOT in getattr(event.settings, "tie_breaks", ()):
        yield ChangedSetting("seed", type(event.header).model_fields["seed"].title or "seed", then, now)


def setting_text(value: Plain, *, is_of_texts: bool = False) -> str:
    """Return the value of a setting as words for a sentence."""
    if value is None or value == ():
        return "blank"
    if isinstance(value, tuple):
        texts = [*map(setting_text, value)]
        return ("; " if is_of_texts or any("," in one for one in texts) else ", ").join(texts)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{float(value):g}" if isinstance(value, Fraction) else str(value)


def _typed(value: Plain) -> object:
    """Return a recorded value as the event takes it."""
    if isinstance(value, tuple):
        return tuple(map(_typed, value))
    return Decimal(value.numerator) / Decimal(value.denominator) if isinstance(value, Fraction) else value


def as_recorded_value(value: object) -> Plain:
    """Return a value of the event as results record it."""
    return tuple(map(_exact, value)) if isinstance(value, tuple) else _exact(value)


def _exact(value: object) -> Exact:
    if isinstance(value, Decimal):
        number = Fraction(value)
        return number.numerator if number.denominator == 1 else number
    if value is None or isinstance(value, int):
        return value
    return value.isoformat() if isinstance(value, dt.date) else str(value)
