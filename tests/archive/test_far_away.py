"""Workbooks and archives in an object store, and workers of a cluster that read them: the same archive comes of it."""

from __future__ import annotations

import logging
import os
import signal
import socket
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import fsspec
import pytest
from archives import HERE, add_here, contents, parts_of
from distributed import LocalCluster, Scheduler, SpecCluster
from distributed.scheduler import WorkerState
from shared_demos import Demos

from sheetscore.archive.adding import add, compact, read_address
from sheetscore.archive.questions import SHOWN, Questions
from sheetscore.archive.storage import Archive, Manifest, TakenError
from sheetscore.problems import WrongUsage
from sheetscore.workers import on_cluster

QUIET = {"host": "127.0.0.1", "dashboard_address": "127.0.0.1:0", "silence_logs": logging.CRITICAL}

pytestmark = pytest.mark.filterwarnings(
    "ignore:datetime.datetime.utcnow:DeprecationWarning",  # botocore and moto
)


@pytest.fixture(scope="module")
def store() -> Iterator[str]:
    """An object store on the loopback, which takes whatever credentials."""
    from moto.server import ThreadedMotoServer  # noqa: PLC0415 -- slow to import

    surroundings = {
        "AWS_ACCESS_KEY_ID": "nobody",
        "AWS_SECRET_ACCESS_KEY": "nothing",
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_EC2_METADATA_DISABLED": "true",
        "AWS_CONFIG_FILE": os.devnull,
        "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
    }
    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    with pytest.MonkeyPatch.context() as patched:
        for name in [name for name in os.environ if name.startswith("AWS_")]:
            patched.delenv(name)
        for name, value in surroundings.items():
            patched.setenv(name, value)
        host, port = server.get_host_and_port()
        patched.setenv("AWS_ENDPOINT_URL_S3", f"http://{host}:{port}")
        fsspec.filesystem("s3").mkdir("club")
        yield "s3://club"
        close()
    server.stop()


def close() -> None:
    """Let go of the connections to the store; the loop of fsspec has them."""
    import s3fs  # noqa: PLC0415 -- slow to import

    s3fs.S3FileSystem.clear_instance_cache()


@pytest.fixture
def folders(demos: Demos) -> list[Path]:
    """Events of accelerated Swiss and of Diplomacy, with ten workbooks."""
    return [demos.played(name).folder for name in ("cromwell-2010", "diplomacy")]


def answers(address: str) -> dict[str, object]:
    """Ask an archive for every row of every table that counts."""
    asked = Questions(Archive(address))
    return {name: sorted(asked.ask(f"SELECT * FROM {name}").rows, key=repr) for name in SHOWN}  # noqa: S608


def test_workbooks_and_an_archive_in_an_object_store(folders: list[Path], store: str, tmp_path: Path) -> None:
    files = fsspec.filesystem("s3")
    for folder in folders:
        files.put(str(folder), f"club/events/{folder.parent.name}", recursive=True)
    files.pipe_file("club/events/half-results.xlsx", b"PK\x03\x04")
    far, near = f"{store}/archive", tmp_path / "near"
    done = add_here(far, f"{store}/events")
    assert (done.found, done.known, done.same, done.new) == (11, 0, 0, 10)
    assert [one.path for one in done.refused] == [f"{store}/events/half-results.xlsx"]
    assert "half-results.xlsx" in done.refused[0].reason
    assert tempfile.gettempdir() not in done.refused[0].reason
    assert (add_here(far, f"{store}/events").known, Archive(far).newest()[0]) == (10, 1)
    assert {row[4] for row in contents(far)["files"]} == {"club/events/cromwell-2010", "club/events/diplomacy"}
    add_here(near, *folders)
    assert answers(far) == answers(str(near))
    of_folders = [  # where the workbooks were found is all that differs
        [path for path in parts_of(there) if not path.startswith("parts/files/")] for there in (far, near)
    ]
    assert of_folders[0] == of_folders[1]


def test_of_two_manifests_of_one_number_the_first_stays(store: str) -> None:
    one, other = (Archive(f"{store}/numbered") for _ in range(2))
    one.commit(1, Manifest(parts=()))
    with pytest.raises(TakenError):
        other.commit(1, Manifest(version=7, parts=()))
    assert other.newest() == (1, Manifest(parts=()))


def test_an_addition_far_away_tries_again_when_another_was_faster(folders: list[Path], store: str) -> None:
    far = f"{store}/busy"
    one, two, three = (str(folders[0] / f"round{number}-results.xlsx") for number in (1, 2, 3))

    def another(done: int, total: int) -> None:
        if done == total:
            add_here(far, two, three)

    done = add([one, two], far, HERE, another)
    assert (done.same, done.new) == (1, 1)
    assert Archive(far).newest()[0] == 2
    rows = contents(far)
    assert len(rows["files"]) == len(rows["rounds"]) == 3
    before, after = compact(far)
    assert after < before
    assert contents(far) == rows


def test_what_cannot_be_had_far_away_is_told(folders: list[Path], store: str, monkeypatch: pytest.MonkeyPatch) -> None:
    results = folders[0] / "round1-results.xlsx"
    with pytest.raises(WrongUsage, match="there is no file or folder s3://club/nowhere"):
        add_here(f"{store}/archive", f"{store}/nowhere")
    with pytest.raises(WrongUsage, match="there is no archive at s3://club/nowhere"):
        Archive(f"{store}/nowhere").existing_manifest()
    with pytest.raises(WrongUsage, match=r"s3://nobodys-bucket/archive cannot be used: .*bucket"):
        add_here("s3://nobodys-bucket/archive", results)
    close()
    monkeypatch.setenv("AWS_ENDPOINT_URL_S3", "http://127.0.0.1:9")
    monkeypatch.setenv("AWS_MAX_ATTEMPTS", "1")
    with pytest.raises(WrongUsage, match=r"s3://club/archive cannot be used: .*127.0.0.1:9") as told:
        add_here(f"{store}/archive", results)
    assert told.value.code == "no-access"
    close()


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    """Two processes that work for a scheduler on the loopback."""
    with LocalCluster(2, threads_per_worker=1, **QUIET) as made:  # type: ignore[no-untyped-call]
        yield made


def test_a_cluster_of_which_a_worker_is_killed_makes_the_same_archive(
    folders: list[Path], tmp_path: Path, cluster: LocalCluster
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    add_here(here, *folders)
    killed: list[int] = []
    killing = Thread(target=kill_who_begins, args=(cluster, killed))
    killing.start()
    done = add([*map(str, folders)], str(there), on_cluster(cluster.scheduler_address))
    killing.join()
    assert killed
    assert (done.found, done.new, done.refused) == (10, 10, ())
    assert (there / "manifests" / "000001.json").read_bytes() == (here / "manifests" / "000001.json").read_bytes()
    assert answers(str(there)) == answers(str(here))


def kill_who_begins(cluster: LocalCluster, killed: list[int]) -> None:
    """Kill the first worker that is given something to read: it has to import what reads workbooks before."""
    end = time.monotonic() + 30
    while not killed and time.monotonic() < end:
        time.sleep(0.001)
        for worker in busy_workers(cluster)[:1]:
            killed.append(worker_process(cluster, worker.address))
            os.kill(killed[0], signal.SIGKILL)


def scheduler_of(cluster: LocalCluster) -> Scheduler:
    assert isinstance(cluster.scheduler, Scheduler)
    return cluster.scheduler


def busy_workers(cluster: LocalCluster) -> list[WorkerState]:
    return [worker for worker in [*scheduler_of(cluster).workers.values()] if worker.processing]


def worker_process(cluster: LocalCluster, address: str) -> int:
    """Give the process of a worker by its address."""
    (process,) = {nanny.pid for nanny in cluster.workers.values() if nanny.worker_address == address}
    return int(process)


def test_a_file_at_which_workers_die_is_refused_and_the_others_are_read(
    folders: list[Path], cluster: LocalCluster
) -> None:
    """A server that never answers has its worker wait; it is killed as one is whose memory is full."""
    good = str(folders[0] / "round1-results.xlsx")
    scheduler_of(cluster).allowed_failures = 0
    with socket.create_server(("127.0.0.1", 0)) as silent:
        bad = f"http://127.0.0.1:{silent.getsockname()[1]}/bad-results.xlsx"
        killing = Thread(target=kill_whoever_is_left, args=(cluster,))
        killing.start()
        read, refused = on_cluster(cluster.scheduler_address)(read_address, [good, bad])
        killing.join()
    assert read is not None
    assert (read.path, read.refused) == (good, "")
    assert refused is None


def kill_whoever_is_left(cluster: LocalCluster) -> None:
    """Kill the worker that has been at the one file that is left for a while."""
    seen, end = 0, time.monotonic() + 30
    while seen < 10 and time.monotonic() < end:
        time.sleep(0.03)
        busy = busy_workers(cluster)
        seen = seen + 1 if sum(len(worker.processing) for worker in busy) == 1 else 0
    os.kill(worker_process(cluster, busy[0].address), signal.SIGKILL)


def test_a_scheduler_that_does_not_answer_is_told(
    folders: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sheetscore.workers._PATIENCE", 0.2)
    for address in ("tcp://127.0.0.1:9", "nonsense"):
        with pytest.raises(WrongUsage, match=f"the scheduler {address} does not answer") as told:
            add([str(folders[0])], str(tmp_path / "club"), on_cluster(address))
        assert told.value.code == "no-scheduler"
    assert not (tmp_path / "club").exists()


def test_a_scheduler_without_workers_is_told(
    folders: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sheetscore.workers._PATIENCE_FOR_WORKERS", 0.2)
    options = {"cls": Scheduler, "options": {"host": "127.0.0.1", "dashboard_address": "127.0.0.1:0"}}
    with (
        SpecCluster({}, options, silence_logs=logging.CRITICAL) as empty,  # type: ignore[no-untyped-call]
        pytest.raises(WrongUsage, match=r"the scheduler tcp://127.0.0.1:[0-9]+ has no workers"),
    ):
        add([str(folders[0])], str(tmp_path / "club"), on_cluster(empty.scheduler_address))
