"""Formats side by side: errors, differences, workers, and an end after a time."""

from __future__ import annotations

import logging
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from time import sleep
from typing import cast

import pytest
from distributed import LocalCluster
from test_playing import usual

from sheetscore.problems import WrongUsage
from sheetscore.simulation.comparing import MEASURES, Estimate, PlayedFormat, compare
from sheetscore.simulation.luck import MadeUpPlayers
from sheetscore.simulation.playing import EventOutcome
from sheetscore.workers import Workers, in_processes, on_cluster

FEW = MadeUpPlayers(players=4)
JOBS = 2
BEST = MEASURES[0]


def test_a_standard_error_worked_by_hand() -> None:
    """Of 2, 4, 4, 6 the mean is 4; the squares of the differences add up to 8, over 3, over 4."""
    estimate = Estimate.of([2, 4, 4, 6])
    assert estimate.mean == 4
    assert estimate.error == pytest.approx((8 / 3 / 4) ** 0.5)
    assert Estimate.of([]) == Estimate(None, None)
    assert Estimate.of([1]) == Estimate(1, None)


def test_a_difference_goes_event_by_event() -> None:
    """Both formats win every second event, the same ones: nothing differs, and of other events that tells nothing."""
    outcomes = tuple(EventOutcome((event % 2,), 0.1 * event) for event in range(8))
    one, other = (PlayedFormat(usual("aso", rounds), outcomes) for rounds in (2, 3))
    assert one.difference(BEST, other) == Estimate(0, None)
    assert one.estimate(BEST).error == pytest.approx((8 * 0.25 / 7 / 8) ** 0.5)


def test_processes_change_no_figure_and_formats_meet_the_same_players() -> None:
    told: list[tuple[int, int]] = []
    formats = [usual("aso", 2), usual("aso", 2), usual("aso", 1)]
    here = compare(formats, FEW, 10, in_processes(1), progress=lambda *far: told.append(far))
    there = compare(formats, FEW, 10, in_processes(2))
    assert [one.outcomes for one in here] == [one.outcomes for one in there]
    assert here[0].outcomes == here[1].outcomes != here[2].outcomes
    assert told == [(number, 10) for number in range(1, 11)]


@pytest.mark.filterwarnings("ignore:datetime.datetime.utcnow:DeprecationWarning")
def test_a_cluster_changes_no_figure() -> None:
    quiet = {"host": "127.0.0.1", "dashboard_address": "127.0.0.1:0", "silence_logs": logging.CRITICAL}
    with LocalCluster(1, processes=False, protocol="tcp", threads_per_worker=1, **quiet) as cluster:  # type: ignore[no-untyped-call]
        (far,) = compare([usual("aso", 2)], FEW, 6, on_cluster(cluster.scheduler_address))
    (near,) = compare([usual("aso", 2)], FEW, 6, in_processes(1))
    assert far.outcomes == near.outcomes


def test_after_its_time_it_stops_with_what_there_is() -> None:
    (stopped,) = compare([usual("aso", 2)], FEW, 10_000, in_processes(1), seconds=0.01)
    (whole,) = compare([usual("aso", 2)], FEW, len(stopped.outcomes), in_processes(1))
    assert 2 <= len(stopped.outcomes) < 10_000
    assert stopped.outcomes == whole.outcomes


def test_workers_that_die_are_told() -> None:
    def dying(_: Callable[[int], object], tasks: Iterable[int]) -> Iterator[None]:
        yield from (None for _ in tasks)

    with pytest.raises(WrongUsage, match="every worker that played one of the events died"):
        compare([usual("aso", 2)], FEW, 10, cast("Workers", dying))


def test_two_ctrl_c_end_it_soon(tmp_path: Path) -> None:
    """As where a whole group of processes gets the signal, and the program that sends it sends it again."""
    words = ("simulate", "--system", "amps", "--players", "60", "--events", "100000", "--jobs", str(JOBS))
    arguments = ["env", "--default-signal=INT", str(Path(sys.executable).with_name("sheetscore")), "-C", str(tmp_path)]
    program = subprocess.Popen([*arguments, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        started = Path(f"/proc/{program.pid}/task/{program.pid}/children")
        for _ in range(60):  # where nobody can look, they have begun after six seconds
            sleep(0.1)
            if started.exists() and len(started.read_text(encoding="utf-8").split()) > JOBS:
                break
        sleep(1.5)
        for _ in range(2):
            program.send_signal(signal.SIGINT)
            sleep(0.2)
        program.wait(60)
    finally:
        program.kill()
