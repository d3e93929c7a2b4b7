"""What `make run` starts: the server and the worker, side by side, until told to stop."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
# how long a process may take, on however busy a machine
PATIENCE = 300


def free_port() -> int:
    """A port nobody has, and that no test beside this one is given: those lie above 32767."""
    for port in range(20000 + os.getpid() % 12000, 32768):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


def environment_of(folder: Path) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "VAR_DIR": str(folder), "PORT": str(free_port())}


@pytest.fixture(scope="module")
def prepared(tmp_path_factory) -> Path:
    """An installation made ready, to be copied."""
    folder = tmp_path_factory.mktemp("prepared")
    (folder / "secret-key").write_text("k" * 50)
    subprocess.run(
        [sys.executable, "manage.py", "prepare", "--real"], cwd=ROOT, env=environment_of(folder), check=True
    )
    return folder


@pytest.fixture
def environment(prepared, tmp_path):
    return environment_of(shutil.copytree(prepared, tmp_path / "var"))


@pytest.fixture
def serve(environment):
    """`serve()`: the script, started; whatever happens it is stopped after the test."""
    started = []

    def _serve():
        process = subprocess.Popen(
            [sys.executable, "deploy/serve.py"],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        started.append(process)
        return process

    yield _serve
    for process in started:
        process.terminate()
        process.communicate(timeout=PATIENCE)


def read_until(process, words: str) -> str:
    seen = ""
    for line in process.stdout:
        seen += line
        if words in line:
            return seen
    pytest.fail(f"never said {words!r}: {seen}")


def children(process) -> list[int]:
    return [int(pid) for pid in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]


def command_of(pid: int) -> str:
    """What a process runs; it has no name yet for a moment after it was started."""
    until = time.monotonic() + PATIENCE
    while not (command := Path(f"/proc/{pid}/cmdline").read_text()) and time.monotonic() < until:
        os.sched_yield()
    return command


def worker_of(process) -> int:
    return next(pid for pid in children(process) if "db_worker" in command_of(pid))


def test_it_serves_and_stops_all_it_started(serve, environment):
    process = serve()
    read_until(process, "est ouverte")
    address = f"http://127.0.0.1:{environment['PORT']}"
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(f"{address}/sante") as answer:
        assert answer.read() == b"ok\n"
    with opener.open(address) as answer:
        assert "pas encore installée" in answer.read().decode()
    started = children(process)
    assert len(started) == 2
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "Fermée." in rest
    assert not [pid for pid in started if Path(f"/proc/{pid}").exists()]


def test_a_worker_that_dies_is_started_again(serve):
    process = serve()
    read_until(process, "est ouverte")
    os.kill(worker_of(process), signal.SIGKILL)
    read_until(process, "il repart")
    assert worker_of(process)


def test_when_the_server_dies_it_says_so_and_ends(serve):
    process = serve()
    read_until(process, "est ouverte")
    server = next(pid for pid in children(process) if pid != worker_of(process))
    os.kill(server, signal.SIGKILL)
    rest, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert "le serveur s'est arrêté" in rest


def test_a_port_that_is_taken_is_named_before_anything_starts(serve, environment):
    with socket.socket() as other:
        other.bind(("127.0.0.1", int(environment["PORT"])))
        other.listen()
        process = serve()
        said, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert f"le port {environment['PORT']} est pris" in said


@pytest.mark.parametrize(
    ("name", "value"), [("PORT", "huit"), ("PORT", "99999"), ("HOST", "nulle.part.invalid")]
)
def test_a_bad_address_is_refused_by_its_name(serve, environment, name, value):
    environment[name] = value
    process = serve()
    said, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert said.startswith(f"✗ {name}")
