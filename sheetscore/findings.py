"""Findings of reading and checking, and their codes with severities and meanings.

A finding has its sheet and cell; its message has the actual value, the expected one, and what to do. Codes are stable:
scripts may rely on them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from sheetscore.wording import escaped


class Severity(StrEnum):
    """The severity of a finding: an error stops scoring, a warning and a note do not."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


_ERRORS = {
    # the event
    "event-value": "a cell or key of the event holds something that does not belong there",
    "event-missing": "something that the event needs is not given",
    "event-unknown": "a key, column or sheet that no event has",
    "event-duplicate": "two entries of the event share an id",
    "event-reference": "the event names something that it does not define",
    "event-rule": "the event breaks a rule of its system",
    "names-exchanged": "names stand beside other ids than when a round was drawn or scored; an id has other capitals",
    "has-results": "somebody with results is not in the event any more",
    "template": "a form template cannot be used",
    # the draw
    "draw-twice": "a player sits on two seats of one round",
    "draw-player": "a seat names nobody who plays in this round",
    "draw-structure": "the draw workbook has lost a seat or a sheet",
    "plan-edited": "the plan of all rounds was changed by hand in a way that no draw can follow",
    # the workbook
    "file-unreadable": "a file of the event cannot be read",
    "other-event": "a workbook, or the lines of a file, are of another event",
    "other-round": "the workbook belongs to another round",
    "structure": "a sheet, a row or a block is missing or was moved apart",
    "stray-value": "a value stands where no field is",
    "page-twice": "a copy of a page has other values than the page",
    # a value
    "not-a-number": "text stands where a number belongs",
    "not-whole": "a fraction stands where a whole number belongs",
    "out-of-range": "a number is outside its range",
    "formula-error": "a cell holds an error value",
    "not-listed": "a choice is not one of those on offer",
    "ambiguous": "a value can be read in two ways",
    "too-long": "a text is longer than a cell should hold",
    # at the table
    "claim-differs": "the total as the pilot counts is not the computed one",
    "cap-across": "several pages together claim more than one target or aircraft can give",
    "formula-differs": "LibreOffice makes something else of a formula of the results than stands there",
    "award-twice": "team points were awarded more often than the award, or its group, allows",
    "impossible": "the values of a row exclude each other",
    "name-missing": "a row has values and does not say what they are for",
    "seat-twice": "a player sits on two seats of one round",
    "team-seat": "a seat of a team is taken by somebody who does not belong there",
    "result-missing": "a table has no result",
    "centres": "centres or years of a board cannot be as they stand",
    "outcome-differs": "an outcome is not the one that follows from what else was entered",
    "unknown-player": "a seat names nobody of this event",
    "blank-page": "a drawn player's page is blank",
    "ruling-reason": "a ruling has no reason or no number",
    "order-turned": "a list by whose order typed values have their meaning is in another order now",
    "merge-differs": "two copies of a round have different values in one box",
    "left-in-copy": "a value was typed into one of the newest files, and the workbook that was read does not have it",
    "older-copy": "a workbook is older than the one that was scored or that a command wrote last, or another machine's",
    "values-changed": "boxes have other values than in the results of the round",
    "values-gone": "boxes are blank that have values in the results of the round",
    "results-fewer": "results that are there would be replaced by fewer",
    # field files
    "unknown-field": "a line names a field that the sheets do not have",
    "label-differs": "a line calls its field otherwise than the sheets do: its value is perhaps another field's",
    "round-differs": "the lines of a file have the players of another round on their seats",
    "paper-differs": "a line was read from paper of another event, round or draw",
    "typed-since": "a box has another value than when its paper was scanned, and a line would replace it",
    "box-twice": "two lines give one box different values",
    "settings-stop": "a scored round cannot be scored anew under settings that have changed since",
    "name-reserved": "a player is called as a seat, or as another word that score sheets offer",
    "lines-sorted": "players stand on each other's lines, as if their column had been sorted without the rest",
    "sheets-gone": "score sheets that something was typed into are not in the folder any more",
}

_WARNINGS = {
    "games-unknown": "results in an archive do not say who met whom, and their system is not installed",
    "one-person-twice": "a person of an archive played an event under two ids",
    "results-differ": "an archive has two results of one round, and neither is known to be newer",
    "team-points-high": "more team points than the guidelines advise",
    "singleton-section": "a section of one has nobody to beat",
    "not-verified": "a total without details was scored as claimed",
    "empty-seat": "nobody sits on a seat",
    "no-effect": "a row scores nothing because its target was already destroyed",
    "too-many": "a line has more results than one attack can give",
    "destroyed-differs": "the D results of all pilots on a target and what they call destroyed do not fit together",
    "order-unknown": "a row scores nothing if other pilots had destroyed its target before, which nobody can tell",
    "unequal-sections": "scores are not comparable without factoring",
    "name-shared": "two players, or two teams, share a name",
    "name-with-id": "a player's name has the id of another in brackets",
    "schedule-order": "a round begins before the one before it has ended",
    "two-events": "a folder has an event.xlsx and an event.toml",
    "template-idle": "a file looks like a template and is in no use",
    "formula-idle": "a template of the event has a formula of its own that sheets show and no result goes by",
    "macros": "macros are ignored",
    "left-out": "a table is left out of provisional results because of an error",
    "not-in-yet": "a table, a line or a board that is drawn has no result yet and does not count",
    "not-playing": "a player flew who does not play in this round as the event has it",
    "near-miss": "a name is nearly on the list, on another, of no such thing, or of an aircraft that nobody flew",
    "name-open": "a row does not say which of several things it is for",
    "target-classes": "one target is primary for one side and secondary for another of its force",
    "titles-exchanged": "titles of scenarios stand beside other ids than on score sheets or when a round was scored",
    "teams-exchanged": "players have other teams than when a round was scored",
    "ranked-otherwise": "standings leave out players, or take them in, otherwise than when a round was scored",
    "word-handed-on": "a typed word is another entry of its list, or has other words above, than when sheets were made",
    "off-list": "a name on sheets that were made again is on none of their lists, or on none any more",
    "player-by-id": "a player was taken by the id beside a name that nobody has",
    "draw-older": "a round has another scenario or number of tables, or teams other numbers, than when it was drawn",
    "draw-spelling": "a pilot of the draw is spelled so that the postings do not find the seat, or show a former name",
    "draw-repeat": "two meet again, have a bye again or play a table again, where the rules have no such thing",
    "scan-refused": "a picture is no page of the round, or not good enough to be read",
    "draw-wish": "a draw goes against a wish: a locked or forbidden pair, team mates apart, a named seat",
    "counts-differ": "two counts of the same thing are not the same",
    "half-entered": "what belongs together was entered in part, so that nothing follows from it",
    "draw-gone": "a round has sheets or results, and its draw is not in the folder any more",
    "results-gone": "results that standings were made from, or the last ones of a round, are no longer in the folder",
    "results-typed-over": "somebody typed over what was scored, in results or standings, where it does not count",
    "round-missing": "an earlier round has no results",
    "solo-missed": "a power had enough centres to win in a year after which the game went on",
    "drawn-otherwise": "a draw was made with another rating, number of rounds or order of players than the event has",
    "plan-old": "the next round cannot be drawn by the plan of all rounds: it was made for another event",
    "draw-different": "a draw was made from results that have changed since, and would be different now",
    "rating-later": "a rating was changed after the player's first result, and counts as it was then",
    "settings-changed": "rounds were scored under other settings than the event has now",
    "scenario-changed": "a round was scored with other values of its scenarios than the event has now",
    "given-changed": "what an event is given at its beginning, such as handicaps, is otherwise than it was",
    "results-otherwise": "a round has other figures by the same score sheets, since the event was changed, or its draw",
    "standings-otherwise": "standings say something else than before, though only the event was changed",
    "sheets-older": "a draw was changed after the score sheets were made",
    "form-changed": "a form was changed after the score sheets were made",
    "shows-old": "score sheets show something of the rounds before, or of the event, that is otherwise now",
    "not-scored-again": "results do not follow from the rounds before as these are now",
    "sheets-newer": "score sheets were saved after their results were made",
    "sheets-other": "results come from another workbook than the score sheets of their round",
    "not-placed": "a value that was typed has no place on the new sheets",
    "not-carried": "what somebody put beside the boxes is not in a workbook that is written anew",
    "not-read": "something was typed on a sheet that is printed and never read",
    "names-seat": "a text names a seat on which somebody else sits now, and stays as it was typed",
    "ruling-kept": "a ruling stands as it was typed, and scores are counted in something else since then",
    "page-otherwise": "a page went along with its player to where the event fills in something else: another aircraft",
    "players-moved": "what was typed stays where somebody else sits now",
    "marked-waiting": "a marked copy is to be mended, or to be ingested",
}

_NOTES = {
    "archive-taken": "an event begins with what an archive knows of its players",
    "perhaps-same": "names in an archive differ by accents, capitals, blanks or points alone",
    "rating-taken": "a round was ingested with the ratings that the event has now",
    "scored-again": "a round was scored again, after a correction of one before it or because settings changed",
    "box-moved": "a list of the event is another now, and what was typed for an entry of it went along to its new box",
    "seat-followed": "what was typed in a box names a seat, and names the one that its player has now",
    "seats-exchanged": "two have exchanged their seats, and what was typed for each went along",
    "ranks-changed": "what decides ranks is otherwise than when a round was scored",
    "journal-gone": "the journal does not tell of a round, so that older copies of its workbook are not known",
    "marked-taken-in": "what was typed into a marked copy is on sheets that were made again, and the copy is in kept/",
    "setting-kept": "a setting that is left blank stays as results record it",
    "page-edge": "what is printed at the edge of a page, or above a block, is gone",
    "typed-formula": "a formula was typed; its value counts",
    "ruled": "a ruling replaces the computed total",
    "modifier-adverse": "a modifier hurts, and counts nothing",
    "odds-between": "odds between two columns of a table count as the lower one",
    "did-not-fly": "a seat is outside its section",
    "substitute": "somebody other than the drawn player flew",
    "not-as-drawn": "who was drawn has no place on the sheets, or the other one of the table; or a bye is played over",
    "nothing-typed": "a file of values had mistakes, and none of its lines was typed in",
    "draw-of-all": "an agreed draw names nobody and counts as one of all survivors",
    "prospect": "what follows from the event for the rounds to come",
    "round-unnamed": "nothing says yet what is played in the next round to draw",
    "results-later": "earlier results are of a later date than the event, and do not count for it",
    "winner": "who has won, as soon as it is certain",
    "unowned": "centres without an owner at the end of a game",
}

Codes = Mapping[str, tuple[Severity, str]]
"""Codes with their usual severity and their meaning."""

CODES: dict[str, tuple[Severity, str]] = {
    code: (severity, meaning)
    for severity, codes in (
        (Severity.ERROR, _ERRORS),
        (Severity.WARNING, _WARNINGS),
        (Severity.NOTE, _NOTES),
    )
    for code, meaning in codes.items()
}
"""Every code with its usual severity and its meaning; systems add codes of their own."""

_OWNERS: dict[str, str] = {}
"""The system of each code that a system has added."""


def declare(owner: str, codes: Codes) -> None:
    """Add the codes of a system; adding them again changes nothing.

    Raises
    ------
    ValueError
        A code belongs to another system, or to all of them.
    """
    taken = [code for code in codes if code in CODES and _OWNERS.get(code) != owner]
    if taken:
        raise ValueError(f"{owner} declares codes of findings that are not its own: {', '.join(taken)}")
    CODES.update(codes)
    _OWNERS.update(dict.fromkeys(codes, owner))


class Around(Struct, frozen=True):
    """The beginning and the end that messages about several boxes of a page share: lists of findings show them once."""

    before: str
    after: str
    many: str = ""
    """The end after a list of several boxes; empty if it is the same as for one box."""

    def middle(self, message: str) -> str:
        """Return the part of a message that is about its box alone."""
        return message.removeprefix(self.before).removesuffix(self.after)


class Finding(Struct, frozen=True):
    """A mistake, or anything else that the director should know, in an event file or a workbook.

    Examples
    --------
    >>> Finding("claim-differs", "there is 7", Severity.ERROR, "Table 1", "F14").as_json()["severity"]
    'error'
    """

    code: str
    """A key of :data:`CODES`."""
    message: str
    """For the director: the actual value, the expected one, what to do."""
    severity: Severity
    """The usual severity of the code, unless :func:`finding` was given another."""
    sheet: str = ""
    """The title of the sheet, such as ``"Table 3"``, or the table of event.toml; empty if no sheet is to blame."""
    cell: str = ""
    """The address of the cell, such as ``"D17"``, or the key in event.toml; empty if no cell is to blame."""
    fields: tuple[tuple[int, str, str], ...] = ()
    """The boxes that the finding is about, as (table, seat, field id); the field is empty for a whole page."""
    rests_on: tuple[tuple[int, str, str], ...] = ()
    """Further boxes that the finding depends on: it is dropped if one of them cannot be read."""
    kind: str = ""
    """A further division of the code, in words: ``rule 14 (power factors available)``. If it is empty, lists of
    findings may show the meaning of the code in place of the messages.
    """
    around: Around | None = None
    """The words of the message that findings about other boxes of the page share."""
    refused: str = ""
    """The workbook that ingest would refuse because of this finding, which stops nothing else; empty without one."""

    def __post_init__(self) -> None:
        force_setattr(self, "message", escaped(self.message))  # it may quote control characters from a file

    @property
    def is_error(self) -> bool:
        """Whether the round cannot be scored before this is corrected."""
        return self.severity is Severity.ERROR

    @property
    def place(self) -> str:
        """The sheet and the cell in one text: ``Table 3!D17``."""
        return escaped("!".join(part for part in (self.sheet, self.cell) if part))

    @property
    def seats(self) -> frozenset[tuple[int, str]]:
        """The (table, seat) pairs that the finding is about; a ruling on all of them settles it."""
        return frozenset((table, seat) for table, seat, _ in self.fields)

    def as_json(self) -> dict[str, str]:
        """Return the finding with the keys that scripts rely on."""
        return {
            "severity": str(self.severity),
            "code": self.code,
            "sheet": self.sheet,
            "cell": self.cell,
            "message": self.message,
        }


def finding(
    code: str,
    message: str,
    *,
    sheet: str = "",
    cell: str = "",
    severity: Severity | None = None,
    fields: tuple[tuple[int, str, str], ...] = (),
    rests_on: tuple[tuple[int, str, str], ...] = (),
    kind: str = "",
    around: Around | None = None,
) -> Finding:
    """Make a finding; without a severity it has the usual one of its code.

    Raises
    ------
    KeyError
        The code is not listed in :data:`CODES`.

    Examples
    --------
    >>> claim = finding("claim-differs", "there is 7, and the lines come to 9", sheet="Table 1", cell="F14")
    >>> claim.place, str(claim.severity)
    ('Table 1!F14', 'error')
    """
    usual, _ = CODES[code]
    return Finding(code, message, severity or usual, sheet, cell, fields, rests_on, kind, around)


def only_if_ingested(one: Finding, workbook: str, *, is_said: bool = False) -> Finding:
    """Turn an error in the workbook of a scored round into a warning, since it stops only ingesting the workbook again.

    Parameters
    ----------
    is_said
        Whether the message already says that the workbook cannot be ingested as it is.
    """
    so = "" if is_said else f". The results stay as they are, and ingesting {workbook} as it is stops"
    return replace(one, message=f"{one.message}{so}", severity=Severity.WARNING, refused=workbook)


def worst(findings: Iterable[Finding]) -> str:
    """Sum findings up as ``"errors"``, ``"warnings"`` or ``"ok"`` (notes do not count)."""
    severities = {found.severity for found in findings}
    if Severity.ERROR in severities:
        return "errors"
    return "warnings" if Severity.WARNING in severities else "ok"
