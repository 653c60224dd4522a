"""What every view of a board has in common for the expressions of a scoring system."""

from __future__ import annotations

from typing import NoReturn

from sheetscore.expressions import Value
from sheetscore.scoring.boards.system import BoardSystem


class BoardScope:
    """A board as expressions see it: it has powers and facts, and one setting."""

    system: BoardSystem

    def setting(self, name: str) -> Value:
        """Give the year that years are counted from."""
        del name
        return self.system.first_year

    def _never(self, *names: object) -> NoReturn:
        """Refuse what a board does not have: numbered fields, choices, rows above."""
        raise KeyError(names)

    item = attribute = above = _never
