"""What becomes of values that were typed on sheets of a former draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.folder import stage_command
from sheetscore.event.model import Event
from sheetscore.findings import Finding, finding
from sheetscore.forms.form import FieldKey
from sheetscore.forms.round_forms import RoundForms, with_further_lines
from sheetscore.operations.opening.open_event import OpenEvent
from sheetscore.operations.sheets import what_was_typed
from sheetscore.pairing.draw import Draw
from sheetscore.problems import Problem, UnreadableFile
from sheetscore.reading.carry_over import CarriedOver
from sheetscore.reading.draw_workbook import read_draw
from sheetscore.reading.fields import ReadEntries
from sheetscore.reading.round_workbook import read_old_sheets
from sheetscore.sheets.headings import table_sheet
from sheetscore.systems.context import RoundContext
from sheetscore.wording import join_words, pluralize
from sheetscore.workbooks.saving import beside, copies_of


class SheetsOfOldDraw(Struct, frozen=True, dict=True):
    """The present sheets of a round, and what would become of their values if they were made again by another draw.

    They are read only once, and only if needed; so every property and method may raise what reading raises.
    """

    opened: OpenEvent
    drawn: Draw
    """The other draw."""

    @cached_property
    def old(self) -> ReadEntries:
        """The entries on the present sheets."""
        path = self._path
        try:
            return read_old_sheets(path, self.opened.system, self._round) if path.exists() else ReadEntries()
        except UnreadableFile:
            return ReadEntries()  # reported where the sheets are needed

    @cached_property
    def forms(self) -> RoundForms:
        """The sheets of the other draw."""
        plain = self.opened.system.forms(replace(self._round, draw=self.drawn))
        return with_further_lines(plain, self.drawn.further)

    @cached_property
    def carried(self) -> CarriedOver:
        """The entries after they were carried over to the sheets of the other draw."""
        return what_was_typed(self.opened, self._path, self.old, self.forms)[0]

    @property
    def _path(self) -> Path:
        return self.opened.folder.sheets(self.drawn.round)

    @property
    def _round(self) -> RoundContext[Event]:
        return self.opened.round(self.drawn.round)

    @cached_property
    def _typed(self) -> list[FieldKey]:
        """The boxes with other values than the sheets began with."""
        return [*self.old.typed(self.forms)]

    def without_place(self) -> list[Finding]:
        """Find values that would have no place on the sheets of the other draw."""
        return [one for one in self.carried.findings if one.code == "not-placed"]

    def typed_for_others(self, made_with: Mapping[str, str]) -> list[Finding]:
        """Find tables whose typed values belong to something else in the former draw, such as another scenario.

        Parameters
        ----------
        made_with
            The premises of the former draw.
        """
        now = [one for one in self.opened.event.premises_of(self.drawn.round) if one.table]
        changed = [one for one in now if one.differs_from(made_with.get(one.key, one.value))]
        typed = Counter(key.table for key in self._typed) if changed else Counter[int]()
        titles = self.opened.event.scenario_titles
        found = []
        for one in changed:
            if typed[one.table]:
                was, is_now = (titles.get(id_, id_) for id_ in (made_with[one.key], one.value))
                message = (
                    f"table {one.table}: {self._path.name} has {pluralize(typed[one.table], 'value')} typed for "
                    f"“{was}”, which a new draw counts for “{is_now}”"
                )
                found.append(finding("draw-older", message, sheet=table_sheet(one.table)))
        return found

    def remark(self) -> Iterator[Finding]:
        """Warn of typed values on sheets that were made from the former draw, and say what becomes of them.

        Sheets that cannot be read are reported when new sheets are made.
        """
        try:
            lost = self.carried.findings
        except Problem:
            return
        typed = len(self._typed)
        loses_pages = any(one.code == "not-placed" and not one.fields for one in lost)
        unread = bool(lost) and not self.old.cells
        begun = self.old.begun.drawn if self.old.begun else {}
        if not (typed or loses_pages or unread) or begun == self.forms.drawn:
            return
        again = f"sheetscore {stage_command('sheets', self.drawn.round)}"
        what = (
            f"stops as it is, first of all because of this: {lost[0].message}{self._way_back()}"
            if lost
            else "makes it again: what was typed goes along with the players of its page, and what is a table's stays "
            "there"
        )
        has = [pluralize(typed, "typed value")] * bool(typed) + ["something on pages that are no more"] * loses_pages
        made = f"has {join_words(has)}, and was made by an earlier draw" if has else "does not fit the draw"
        message = f"{self._path.name} {made}. {again} {what}"
        yield finding("sheets-older", message, sheet=self._path.name)

    def _way_back(self) -> str:
        """Return the advice to take back the draw by which the sheets were made.

        It is blank if no copy of that draw is kept, or something would be lost by that draw, too.
        """
        draw, begun = self.opened.folder.draw(self.drawn.round), self.old.begun
        for kept in copies_of(draw):
            with suppress(Problem):
                former = SheetsOfOldDraw(self.opened, read_draw(kept, self.opened.system, self._round).draw)
                if begun and begun.drawn == former.forms.drawn and not former.carried.findings:
                    return f". Or take the draw back by which it was made: copy {beside(kept, draw)} to {draw.name}"
        return ""
