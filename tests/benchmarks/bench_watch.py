"""How soon watching says that a workbook of 40 tables was saved, and what it comes to."""

from __future__ import annotations

import os
from pathlib import Path
from queue import Queue
from statistics import median
from threading import Event, Thread
from time import monotonic, sleep

from large_round import filled_event
from measure import limit

from sheetscore.operations.watch import BeingRead, Looked, Sight, watch

TABLES, SAVES = 40, 5


def bench_watching_40_tables(tmp_path: Path) -> None:
    path = filled_event(tmp_path / "event", TABLES) / "round1.xlsx"
    seen: Queue[tuple[float, Sight]] = Queue()
    stop = Event()

    def watching() -> None:
        for one in watch(path.parent, stop=stop):
            seen.put((monotonic(), one))

    thread = Thread(target=watching)
    thread.start()
    assert isinstance(seen.get()[1], Looked)
    began, ended = [], []
    for _ in range(SAVES):
        sleep(1)
        saved = monotonic()
        os.utime(path)
        (read_at, reading), (known_at, looked) = seen.get(), seen.get()
        assert isinstance(reading, BeingRead)
        assert isinstance(looked, Looked)
        began.append(read_at - saved)
        ended.append(known_at - saved)
    stop.set()
    thread.join()
    limit(f"{TABLES} tables saved: until it is said that they are read", median(began), 0.3, "s")
    limit(f"{TABLES} tables saved: until the outcome is known", median(ended), 2, "s")
