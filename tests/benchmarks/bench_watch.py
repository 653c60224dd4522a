"""How soon watching says that a workbook of 40 tables was saved, and what it comes to."""

from __future__ import annotations

from pathlib import Path
from queue import Queue
from statistics import median
from threading import Event, Thread
from time import monotonic, sleep
from zipfile import ZipFile

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

    thread = Thread(target=watching, daemon=True)
    thread.start()
    assert isinstance(seen.get(timeout=60)[1], Looked)
    began, ended = [], []
    for number in range(SAVES):
        sleep(1)
        saved = monotonic()
        with ZipFile(path, "a") as workbook:  # other bytes: a file that was only touched is not read
            workbook.comment = f"saved {number}".encode()
        (read_at, reading), (known_at, looked) = seen.get(timeout=60), seen.get(timeout=60)
        assert isinstance(reading, BeingRead)
        assert isinstance(looked, Looked)
        began.append(read_at - saved)
        ended.append(known_at - saved)
    stop.set()
    thread.join()
    limit(f"{TABLES} tables saved: until it is said that they are read", median(began), 0.3, "s")
    limit(f"{TABLES} tables saved: until the outcome is known", median(ended), 2, "s")
