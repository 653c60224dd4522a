"""Settings after a command-line option: ``rounds=4, tie_breaks=rating+wins``."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sheetscore.problems import WrongUsage

_NAME = re.compile(r"\s*,?\s*(\w+)\s*=")
"""The beginning of a setting; commas and blanks may also separate the values of one."""


def settings_named(words: Iterable[str], example: str) -> dict[str, str]:
    """Parse words that name one setting or several each; the last value of a setting counts.

    Parameters
    ----------
    example
        An example for the error message.

    Raises
    ------
    WrongUsage
        A word has another form.

    Examples
    --------
    >>> settings_named(["rounds=4, tie_breaks=first_loss, rating", "seed=7"], "rounds=4")
    {'rounds': '4', 'tie_breaks': 'first_loss, rating', 'seed': '7'}
    """
    named: dict[str, str] = {}
    for word in words:
        before, *parts = _NAME.split(word)
        if before.strip() or not parts:
            raise WrongUsage(f'"{word}" is not understood. Write what is otherwise and how: {example}')
        named |= {name: text.strip(" ,") for name, text in zip(parts[::2], parts[1::2], strict=True)}
    return named
