"""CSV as spreadsheet programs save it: encoding, separator, and texts that a spreadsheet would take for formulas."""

from __future__ import annotations

import codecs

SEPARATORS = ",;\t"
"""Separators of values: a German Excel saves semicolons, its “Unicode text” has tabs."""

_DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n", "\0", "'")
"""First characters of texts that a spreadsheet would take for a formula, or for text already marked as such."""

_ENCODINGS_BY_MARK = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}


def decoded(content: bytes) -> str | None:
    """Decode a text file: UTF-8, UTF-16 with a byte order mark, or Windows-1252, in which older Excels save CSV.

    Lines of the text end in a newline. Returns None for a file that is no text, or is ambiguous: almost any bytes are
    valid Windows-1252, even UTF-8 with one broken letter.
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
    """Return the separator of a CSV file: the one most frequent in its first line."""
    return max(SEPARATORS, key=heading.count)


def safe(text: str) -> str:
    """Put an apostrophe before a text that a spreadsheet would take for a formula."""
    return f"'{text}" if text.startswith(_DANGEROUS) else text


def without_mark(text: str) -> str:
    """Take off the apostrophe of :func:`safe`; an apostrophe that belongs to a name, as in 't Hooft, stays."""
    return text[1:] if text.startswith("'") and text[1:].startswith(_DANGEROUS) else text
