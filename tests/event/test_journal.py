"""The journal: one line for each action, whatever happens to the run that writes it."""

from __future__ import annotations

import datetime as dt
import errno
import json
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sheetscore.event.folder import Action, add_to_journal, read_journal
from sheetscore.problems import WrongUsage

NOON = dt.datetime(1991, 7, 5, 12, 0, tzinfo=dt.UTC)
INGEST = Action(
    NOON,
    "ingest round1.xlsx",
    "0.1.0",
    read={"event.xlsx": "aa", "round1.xlsx": "bb"},
    written={"round1-results.xlsx": "cc"},
    outcome="warnings",
    notes=("Zoë has no page", "table 3 is incomplete"),
    stamps={"round1.xlsx": "dd"},
)
DRAW = Action(NOON + dt.timedelta(hours=1), "draw 2", "0.1.0")


def test_entries_come_back_oldest_first(tmp_path: Path) -> None:
    add_to_journal(tmp_path, INGEST)
    add_to_journal(tmp_path, DRAW)
    assert read_journal(tmp_path) == [INGEST, DRAW]


def test_an_event_without_journal_has_no_entries(tmp_path: Path) -> None:
    assert read_journal(tmp_path) == []


def test_each_entry_is_one_line_of_json_in_universal_time(tmp_path: Path) -> None:
    baltimore = dt.timezone(dt.timedelta(hours=-4))
    add_to_journal(tmp_path, Action(dt.datetime(1991, 7, 5, 8, 0, 0, 999, tzinfo=baltimore), "check\n", "0.1.0"))
    (line,) = (tmp_path / "journal.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(line) == {
        "time": "1991-07-05T12:00:00Z",
        "command": "check\n",
        "version": "0.1.0",
        "read": {},
        "written": {},
        "outcome": "ok",
        "notes": [],
        "stamps": {},
    }


def test_a_torn_line_is_passed_over_wherever_it_broke_off(tmp_path: Path) -> None:
    journal = tmp_path / "journal.jsonl"
    add_to_journal(tmp_path, DRAW)
    add_to_journal(tmp_path, INGEST)
    whole = journal.read_bytes()
    first = whole.index(b"\n") + 1
    for length in range(first, len(whole)):
        journal.write_bytes(whole[:length])
        rest = [INGEST] if length == len(whole) - 1 else []  # only the line break is missing
        assert read_journal(tmp_path) == [DRAW, *rest]
        add_to_journal(tmp_path, DRAW)
        assert read_journal(tmp_path) == [DRAW, *rest, DRAW]


@pytest.mark.parametrize("line", [b"[]", b'{"time": "noon"}', b"\x00\x00\x00", b"\xff\xfe", b"", b'"x"'])
def test_a_line_that_is_no_entry_is_passed_over(tmp_path: Path, line: bytes) -> None:
    (tmp_path / "journal.jsonl").write_bytes(line + b"\n")
    add_to_journal(tmp_path, DRAW)
    assert read_journal(tmp_path) == [DRAW]


def test_what_a_later_version_adds_is_passed_over(tmp_path: Path) -> None:
    add_to_journal(tmp_path, DRAW)
    journal = tmp_path / "journal.jsonl"
    journal.write_text(journal.read_text().replace('{"time"', '{"machine": "laptop", "time"'))
    assert read_journal(tmp_path) == [DRAW]


def test_a_full_disk_is_said_with_advice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(WrongUsage, match="make room"):
        add_to_journal(tmp_path, DRAW)


texts = st.text(max_size=20)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    entries=st.lists(
        st.builds(
            Action,
            time=st.datetimes(timezones=st.just(dt.UTC)).map(lambda time: time.replace(microsecond=0)),
            command=texts,
            version=texts,
            read=st.dictionaries(texts, texts, max_size=3),
            written=st.dictionaries(texts, texts, max_size=3),
            outcome=texts,
            notes=st.lists(texts, max_size=3).map(tuple),
        ),
        max_size=4,
    )
)
def test_any_entry_survives_the_journal(tmp_path: Path, entries: list[Action]) -> None:
    (tmp_path / "journal.jsonl").unlink(missing_ok=True)
    for entry in entries:
        add_to_journal(tmp_path, entry)
    assert read_journal(tmp_path) == entries
