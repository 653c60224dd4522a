"""CSV as spreadsheet programs save it: its encoding, what parts its values, and text that would be a formula there."""

from __future__ import annotations

import codecs

SEPARATORS = ",;\t"
"""A German Excel saves semicolons; “Unicode text” has tabs."""

_DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n", "\0", "'")
"""With what a text begins that a spreadsheet would take for a formula, or for text that was marked already."""

_ENCODINGS_BY_MARK = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}


def decoded(content: bytes) -> str | None:
    """Return what a text file says: UTF-8, UTF-16 with its mark, or Windows-1252, as an older Excel saves CSV.

    Its lines end as Python's own reading of files leaves them.
    None where it is no text, or can be read in two ways: almost any bytes can be Windows-1252, also a text in UTF-8
    with one broken letter.
    """
    marked = next((encoding for mark, encoding in _ENCODINGS_BY_MARK.items() if content.startswith(mark)), None)
    for encoding in [marked] if marked else ["utf-8", "cp1252"]:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" in text or (encoding == "cp1252" and not content.decode("utf-8", "ignore").isascii()):
            return None
        return text.replace("\r\n", "\n").replace("\r", "\n")
    return None


def separator_of(heading: str) -> str:
    """Return what parts the values of a CSV file, by its first line."""
    return max(SEPARATORS, key=heading.count)


def safe(text: str) -> str:
    """Put an apostrophe before a text that a spreadsheet would take for a formula."""
    return f"'{text}" if text.startswith(_DANGEROUS) else text


def without_mark(text: str) -> str:
    """Take the apostrophe of :func:`safe` off again; one that belongs to a name, as in 't Hooft, stays."""
    return text[1:] if text.startswith("'") and text[1:].startswith(_DANGEROUS) else text
