"""Work that takes long, done by several processes of this machine, or by a cluster of machines."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, islice
from typing import Any, Protocol, TypeVar

from sheetscore.problems import WrongUsage

Task = TypeVar("Task")
Done = TypeVar("Done")
T = TypeVar("T")

_AHEAD = 100
"""How many tasks are given to workers ahead of the one whose outcome is wanted next; outcomes wait in memory."""

_PATIENCE = 30
"""Seconds to wait for a scheduler."""

_PATIENCE_FOR_WORKERS = 30
"""Seconds to wait for the first worker of a scheduler that answers."""


class Workers(Protocol):
    """Does tasks, and yields the outcome of each, in the order of the tasks."""

    def __call__(self, do: Callable[[Task], Done], tasks: Iterable[Task], /) -> Iterator[Done | None]:
        """Do the tasks; the outcome is None for a task at which worker after worker died.

        Raises
        ------
        WrongUsage
            A process of this machine was killed, or the cluster does not answer any more.
        """


def workers_of(jobs: int | None, scheduler: str | None) -> Workers:
    """Return the workers of a Dask cluster or, without a scheduler, ``jobs`` processes; by default one per core."""
    return on_cluster(scheduler) if scheduler else in_processes(jobs or os.cpu_count() or 1)


def in_processes(jobs: int) -> Workers:
    """Return workers in this many processes of this machine; if ``jobs`` is 1, this process itself does the work."""

    def work(do: Callable[[Task], Done], tasks: Iterable[Task]) -> Iterator[Done | None]:
        tasks = iter(tasks)
        first = [*islice(tasks, 2)]
        tasks = chain(first, tasks)
        if jobs == 1 or len(first) == 1:  # to start a process takes a second
            yield from map(do, tasks)
            return
        others = {*multiprocessing.active_children()}
        pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _begin)
        try:
            for doing in _ahead(lambda task: pool.submit(do, task), tasks):
                yield doing.result()
        except BrokenProcessPool as error:
            raise WrongUsage(
                "a process at work was ended, perhaps for lack of memory; nothing was written. Run this again, with "
                "--jobs 1 if it happens again",
                "process-ended",
            ) from error
        except BaseException:
            # the outcomes are not wanted any more: drop waiting tasks, and stop those under way
            pool.shutdown(wait=False, cancel_futures=True)
            for process in {*multiprocessing.active_children()} - others:
                process.terminate()
            raise
        finally:
            pool.shutdown(cancel_futures=True)

    return work


def _begin() -> None:
    """Make a worker process end when its parent ends, in whichever way; only the parent handles Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def wait() -> None:
        if parent:
            parent.join()
            os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def on_cluster(scheduler: str) -> Workers:
    """Return the workers of a Dask cluster; if a worker dies, another one does its task again.

    How many workers may die of one task is a setting of the cluster.

    Parameters
    ----------
    scheduler
        The address of the scheduler, such as ``tcp://10.0.0.1:8786``.
    """

    def work(do: Callable[[Task], Done], tasks: Iterable[Task]) -> Iterator[Done | None]:
        from distributed import CancelledError, KilledWorker  # noqa: PLC0415 -- the extra for many machines

        with _client(scheduler) as client:
            try:
                for doing in _ahead(lambda task: client.submit(do, task, pure=False), tasks):
                    try:
                        yield doing.result()
                    except KilledWorker:
                        yield None
            except (CancelledError, OSError) as error:
                raise WrongUsage(
                    f"the cluster of {scheduler} has gone: {error}; nothing was written", "no-scheduler"
                ) from error

    return work


def _client(scheduler: str) -> Any:
    """Connect to a scheduler, and wait until it has a worker.

    Raises
    ------
    WrongUsage
        The scheduler does not answer or has no workers, or the library is missing.
    """
    try:
        from distributed import Client  # noqa: PLC0415 -- as above
    except ImportError as error:
        raise WrongUsage(
            'a cluster needs another library: pip install "sheetscore[cluster]"', "extra-missing"
        ) from error
    try:
        client = Client(scheduler, set_as_default=False, timeout=_PATIENCE)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise WrongUsage(f"the scheduler {scheduler} does not answer: {error}", "no-scheduler") from error
    try:
        client.wait_for_workers(1, timeout=_PATIENCE_FOR_WORKERS)
    except TimeoutError as error:
        client.close()  # type: ignore[no-untyped-call]
        raise WrongUsage(f"the scheduler {scheduler} has no workers", "no-scheduler") from error
    return client


def _ahead(submit: Callable[[Task], T], tasks: Iterable[Task]) -> Iterator[T]:
    """Submit tasks ahead of the outcome that is wanted next, and yield them in order."""
    under_way: deque[T] = deque()
    for task in tasks:
        under_way.append(submit(task))
        if len(under_way) > _AHEAD:
            yield under_way.popleft()
    while under_way:
        yield under_way.popleft()
