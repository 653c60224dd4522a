"""How numbers, names and what was typed are put into sentences."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from fractions import Fraction

HARD_BLANK = "\N{NO-BREAK SPACE}"
"""A blank at which no line breaks: between “player” and the number, or a whole number and its fraction."""

TURNS_TEXT = "\u202a-\u202e\u2066-\u2069"
"""Unicode's bidirectional controls, for a regex character class: they make text appear in another order than it is
stored in.
"""

_CONTROLS = re.compile(f"[\x00-\x09\x0b-\x1f\x7f-\x9f{TURNS_TEXT}]")


def escaped(text: str) -> str:
    r"""Write control characters as escapes (``\x1b``), so that no message steers a terminal; line feeds stay."""
    return _CONTROLS.sub(lambda found: ascii(found[0])[1:-1], text)


def command_line(*words: str) -> str:
    """Write a command as it is typed into a terminal: words with blanks stand in quotes."""
    import shlex  # noqa: PLC0415 -- --help must start fast
    from subprocess import list2cmdline  # noqa: PLC0415 -- as above

    return list2cmdline(words) if sys.platform == "win32" else shlex.join(words)


def number_list(what: str, numbers: Sequence[int]) -> str:
    """Name things by their numbers: ``round 1``, or ``rounds 1, 2 and 4``."""
    *first, last = map(str, numbers)
    return f"{what}s {', '.join(first)} and {last}" if first else f"{what} {last}"


def pluralize(number: int, one: str, many: str | None = None) -> str:
    """Count things: ``1 table``, ``3 tables``; ``many`` is the plural if it does not only add an s."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def join_words(names: Sequence[str]) -> str:
    """Put names into a sentence: ``Ann, Ben and Cy``."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def first_few(names: Sequence[str], most: int) -> list[str]:
    """Return at most ``most`` names of a list, then how many more there are.

    Examples
    --------
    >>> first_few(["Ann", "Ben", "Cy", "Di"], 2)
    ['Ann', 'Ben', '2 more']
    """
    more = len(names) - most
    return [*names[:most], f"{more} more"] if more > 0 else [*names]


def first_clauses(clauses: Sequence[str], most: int) -> str:
    """Put at most ``most`` clauses into a sentence, then say how many more there are.

    Examples
    --------
    >>> first_clauses(["P1 was Ann", "P2 was Ben", "P3 was Cy"], 2)
    'P1 was Ann; P2 was Ben; and 1 more'
    """
    more = len(clauses) - most
    return "; ".join([*clauses[:most], f"and {more} more"] if more > 0 else clauses)


_FRACTION = re.compile(r"-?\d+/\d+")


def as_typed(text: str) -> str:
    """Write a fraction, ``7/2``, as the decimal that a person types, ``3.5``; return any other text unchanged."""
    return f"{float(Fraction(text)):g}" if _FRACTION.fullmatch(text) else text


def mixed(number: int | Fraction) -> str:
    """Write an exact number as people do with a pencil: ``mixed(Fraction(90, 7))`` is ``"12 6/7"``, with a hard blank.

    A half is written as a decimal: ``4.5``.
    """
    whole, part = divmod(abs(Fraction(number)), 1)
    sign = "-" if number < 0 else ""
    if not part or part == Fraction(1, 2):
        return f"{sign}{whole}{'.5' if part else ''}"
    return f"{sign}{f'{whole}{HARD_BLANK}' if whole else ''}{part}"


def number_together(title: str) -> str:
    r"""Return the title of a seat with a hard blank before its number, so that no line ends between the two.

    Examples
    --------
    >>> number_together("Strike flight 2")
    'Strike flight\xa02'
    """
    return _NUMBER_BEHIND.sub(HARD_BLANK, title)


def numbers_together(text: str) -> str:
    r"""Return a list of names with a hard blank before the number at the end of each, so that no line begins with it.

    Examples
    --------
    >>> numbers_together("Secondary: Bridge 1, Bridge 2.   Fuel 3; 40 tons.")
    'Secondary: Bridge\xa01, Bridge\xa02.   Fuel\xa03; 40 tons.'
    """
    return _NUMBERS_BEHIND.sub(HARD_BLANK, text)


def rule_sentence(rule: str) -> str:
    r"""Return a rule as a sentence: its parts, which have three blanks or more between them, get semicolons.

    No line ends within a short part, within a sum, or between a number and a single capital letter.

    Examples
    --------
    >>> rule_sentence("L  −2      straight up 2   a roll on table 4 gives 4 + 2")
    'L\xa0−2; straight\xa0up\xa02; a roll on table 4 gives 4\xa0+\xa02'
    """
    parts = (re.sub(" +", " ", part) for part in re.split(" {3,}", rule))
    return "; ".join(short_together(sums_together(part)) for part in parts)


_SHORT_PART = 16
"""The most characters of a short part of a rule, in which no line ends."""


def short_together(part: str) -> str:
    """Return a part of a rule with hard blanks if it is short, so that no line ends within it."""
    return part.replace(" ", HARD_BLANK) if len(part) <= _SHORT_PART else part


def sums_together(text: str) -> str:
    r"""Return a text in which no line ends within a sum, ``1 + 2 = 3``, or between a number and one capital, ``3 D``.

    Examples
    --------
    >>> sums_together("both are 1 + 2 = 3, with 3 D a target")
    'both are 1\xa0+\xa02\xa0=\xa03, with 3\xa0D a target'
    """
    return _IN_SUMS.sub(HARD_BLANK, text)


_IN_SUMS = re.compile(r"(?<=\d) (?=[+=] ?\d|[A-Z]\b)|(?<=\d [+=]) (?=\d)")

_NUMBERS_BEHIND = re.compile(r"(?<=\w) (?=[1-9][0-9]{0,2}(?:[,.;]|\Z))")

_NUMBER_BEHIND = re.compile(r" (?=[1-9][0-9]{0,2}\Z)")


def times_to_copy(times: int) -> str:
    """Say how many copies of a sheet are needed: ``copy this 16 times``, or ``one is enough``."""
    return f"copy this {times} times" if times > 1 else "one is enough"


def capitalized(text: str) -> str:
    """Begin a text with a capital, and leave the rest as it is."""
    return text[:1].upper() + text[1:]
