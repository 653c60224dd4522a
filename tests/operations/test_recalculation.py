"""LibreOffice computes every formula of every workbook to the value that we stored: the demo, and random rounds."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
from amps_event import amps_event, drawn
from filled_rounds import filled
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from libreoffice import assert_recalculates, pdf_pages, to_pdf
from round_contexts import filled_round, scored_round
from shared_demos import Demos

from sheetscore.forms.form import Entries, FieldKey
from sheetscore.results.record import SourceFile
from sheetscore.results.record_lines import read_results
from sheetscore.results.round_results import results_book
from sheetscore.results.standings_workbook import standings_book
from sheetscore.systems.amps import AMPS
from sheetscore.systems.amps.model import AmpsSettings
from sheetscore.systems.context import EventProgress
from sheetscore.systems.tasks.forms import drawn_pilots

EVENT = amps_event(players=18, tables=2, rounds=("bridge", "bridge"))
DRAW, FORMS = drawn(EVENT)
MADE_AT = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)


def test_the_demos_sheets_print_a_page_per_table_and_pilot_and_two_where_two_tasks_need_them(
    demos: Demos, tmp_path: Path
) -> None:
    sheets = [demos.played("origins-1991").workbooks[f"round{number}"] for number in (1, 2, 3)]
    pages = [pdf_pages(pdf) for pdf in to_pdf(sheets, tmp_path)]
    two_sheets = 2  # seats of round 3 with air combat and suppression, the escort; air combat and strike stand on one
    assert pages == [1 + 4 * (1 + 9), 1 + 6 * (1 + 6), 1 + 4 * (1 + 9 + two_sheets)]


@settings(max_examples=2, suppress_health_check=list(HealthCheck))
@given(
    seed=st.integers(0, 2**32), cap=st.sampled_from(["aircraft", "pilot"]), rounding=st.sampled_from(["exact", "2dp"])
)
def test_results_and_standings_of_random_rounds(
    seed: int, cap: str, rounding: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("random")
    chosen = AmpsSettings.model_validate({"damage_cap": cap, "factor_rounding": rounding, "tie_group": "chain"})
    event = EVENT.model_copy(update={"settings": chosen})
    records = {}
    workbooks = []
    for number, share in ((1, 0.1), (2, 0.5)):
        entries = random_round(seed + number, share)
        forms = drawn(event, number)[1]
        score = AMPS.score(filled_round(event, forms, entries))
        source = SourceFile(f"round{number}.xlsx", "0" * 64)
        book = results_book(AMPS, scored_round(event, forms, score, entries), score.findings, source, MADE_AT)
        workbooks.append(folder / f"round{number}-results.xlsx")
        book.write(workbooks[-1])
        records[number] = read_results(workbooks[-1])
        assert records[number].rows == score.rows
        assert records[number].entries == entries
    ranked = AMPS.standings(EventProgress(event, {number: record.rows for number, record in records.items()}))
    workbooks.append(folder / "standings.xlsx")
    standings_book(event, AMPS, ranked, records, MADE_AT).write(workbooks[-1])
    assert_recalculates(*workbooks, at_least=51)


def random_round(seed: int, share: float) -> Entries:
    """Fill a round at random; some pilots do not fly."""
    entries = {**filled(FORMS, seed, share), **drawn_pilots(DRAW)}
    for table in FORMS.tables:
        for page in table.seats:
            if (seed + page.number) % 5:
                entries.pop(FieldKey(table.number, page.seat, "seat.flew"), None)
    return entries
