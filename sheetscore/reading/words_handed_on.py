"""Typed words that belong to other entries of their list than when the sheets were made, such as names of targets.

A typed “Bridge” counts for the target that has this name now. If the name was given to another target, or if two levels
of victory exchanged their words, that is not what the person meant.

Names that stand for something else, such as ids, are left out: the sheets record what these names stood for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from sheetscore.findings import Finding, finding
from sheetscore.forms.choices import Choices
from sheetscore.forms.form import Entries, FieldKey
from sheetscore.forms.round_forms import RoundForms
from sheetscore.reading.fields import ReadEntries
from sheetscore.reading.merge import box_name
from sheetscore.sheets.headings import table_sheet
from sheetscore.wording import as_typed, join_words, pluralize

HANDED_ON = "word-handed-on"
"""The code of the finding about a typed word, or the caption of its box, that belongs to something else now."""


class _Taken(Struct, frozen=True):
    """A word that now belongs to another entry."""

    word: str
    place_of: str
    """The name that the other entry had when the sheets were made."""
    changes: tuple[str, ...] = ()
    """The attributes of the word that differ now."""


def words_handed_on(forms: RoundForms, made: Mapping[str, Sequence[Choices]], typed: Entries) -> Iterator[Finding]:
    """Find typed words that have taken the place of another entry on their list since old sheets were made.

    Parameters
    ----------
    made
        The lists of the old sheets, by their ids.
    typed
        The typed values, by their boxes on the new sheets.
    """
    places: dict[_Taken, list[FieldKey]] = {}
    for key, value in typed.items():
        now = forms.fields[key][2].choices
        if isinstance(value, str) and now and now.recorded == now.names and not now.names_pass:
            word = now.unmarked(value)
            taken = [_taken(word, then, now) for then in made.get(now.id, ()) if then.position(word) is not None]
            if taken and taken[0] and all(taken):
                places.setdefault(taken[0], []).append(key)
    for one, keys in places.items():
        changes = f" ({join_words([*one.changes])})" if one.changes else ""
        message = (
            f"“{one.word}” was typed at {pluralize(len(keys), 'place')}, first at {box_name(forms.public[keys[0]])}. "
            f"It has the place of “{one.place_of}” on the list since{changes}, and counts as that on new sheets. If "
            "the event calls what was meant otherwise now, choose that on the new sheets"
        )
        yield finding(HANDED_ON, message, sheet=table_sheet(keys[0].table), fields=tuple(keys))


def captions_handed_on(entered: ReadEntries, then: RoundForms, now: RoundForms) -> Iterator[Finding]:
    """Find typed values whose box has a new caption: another box of its block had that one, or has the old one now.

    Parameters
    ----------
    entered
        The contents of the old sheets.
    then, now
        The sheets by the templates that they were made from, and by the present ones.
    """
    for key, text in entered.texts.items():
        if key not in then.fields or key not in now.fields:
            continue
        (before, _, was), (block, _, box) = then.fields[key], now.fields[key]
        pairs = (was.plain_label, block.fields), (box.plain_label, before.fields)
        exchanged = any(words in {one.plain_label for one in boxes if one.id != box.id} for words, boxes in pairs)
        if exchanged and was.plain_label != box.plain_label:
            sheet, cell = entered.cells.get(key, (table_sheet(key.table), ""))
            message = (
                f"{box_name(then.public[key])}: “{text}” was typed below “{was.plain_label}”, and the box is called "
                f"“{box.plain_label}” now; another one has, or had, the same words. Put those in the template back; or "
                "go on, and type it where it belongs on the new sheets"
            )
            yield finding(HANDED_ON, message, sheet=sheet, cell=cell, fields=(key,))


def _taken(word: str, then: Choices, now: Choices) -> _Taken | None:
    """Return the entry whose place a word has taken; None if the word still means the same.

    It has taken the place of an entry that had the attributes which the word has now, or that stood at its position
    and is gone. A word that only moved, or of which only attributes were changed, means the same.
    """
    was, since = then.position(word), now.position(word)
    if was is None or since is None:
        return None
    lasting = [one for one in now.lasting if one in then.attributes]
    before, after = _worth(then, was, lasting), _worth(now, since, lasting)
    if before != after:
        for at, other in enumerate(then.names):
            stays = now.position(other)
            if _worth(then, at, lasting) == after and (stays is None or _worth(now, stays, lasting) != after):
                pairs = zip(lasting, before, after, strict=True)
                changes = (f"{of}: {as_typed(new)}, was {as_typed(old)}" for of, old, new in pairs if old != new)
                return _Taken(now.names[since], other, tuple(changes))
        return None
    if since == was or len(now.names) != len(then.names):
        return None
    gone = now.position(then.names[since]) is None and then.position(now.names[was]) is None
    return _Taken(now.names[since], then.names[since]) if gone else None


def _worth(choices: Choices, at: int, attributes: Sequence[str]) -> tuple[str, ...]:
    return tuple(str(choices.attributes[one][at]) for one in attributes)
