"""Runs the web server and the task worker side by side until one is told to stop.

The worker is started again when it dies, later each time; without the server there is nothing to serve,
so its end is the end of all. Ctrl-C or SIGTERM stops both, in order. Standard library only.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOGS = Path(os.environ.get("VAR_DIR") or ROOT / "var") / "log"
HOST = os.environ.get("HOST") or "127.0.0.1"
PORT = os.environ.get("PORT") or "8000"
PYTHON = sys.executable

SERVER = [PYTHON, "-m", "gunicorn", "-c", str(ROOT / "deploy" / "gunicorn.py")]
WORKER = [PYTHON, "manage.py", "db_worker", "--interval", "2", "--no-startup-delay"]

LOG_SIZE = 5_000_000
GRACE = 25  # seconds that a request or a task may take to end


class Stop(Exception):
    """Somebody asked us to stop."""


def fail(message: str) -> None:
    sys.exit(f"✗ {message}")


def check_port() -> None:
    """Says in words what would keep the server from listening."""
    if not PORT.isdecimal() or not 0 < int(PORT) < 65536:
        fail(f"PORT : {PORT!r} n'est pas un nombre entre 1 et 65535")
    try:
        family, kind, _, _, address = socket.getaddrinfo(
            HOST.strip("[]"), int(PORT), type=socket.SOCK_STREAM
        )[0]
    except OSError:
        fail(f"HOST : {HOST!r} n'est pas une adresse de cette machine ; 127.0.0.1 (ici seulement) ou 0.0.0.0")
    with socket.socket(family, kind) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
        except OSError as error:
            if error.errno in (13, 1):
                fail(f"le port {PORT} est réservé à root ; prenez-en un autre : make run PORT=8000")
            if error.errno == 98:
                fail(
                    f"le port {PORT} est pris, peut-être par un autre « make run » ; "
                    f"prenez-en un autre : make run PORT={int(PORT) + 1}"
                )
            fail(f"impossible d'écouter sur {HOST}:{PORT} : {error.strerror}")


def start(command: list[str], log: str) -> subprocess.Popen:
    """The command, writing to its log; in its own group, so that Ctrl-C reaches us alone and we stop it."""
    path = LOGS / log
    # should this script be killed, its children end with it
    bound = ["setpriv", "--pdeathsig", "TERM", "--"] if shutil.which("setpriv") else []
    with path.open("ab") as output:
        return subprocess.Popen(
            bound + command,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )


def trim_logs() -> None:
    """Sets a log that has grown long aside, and begins it anew under the hands of who writes it."""
    for path in LOGS.glob("*.log"):
        if path.stat().st_size > LOG_SIZE:
            shutil.copyfile(path, path.with_suffix(".log.1"))
            os.truncate(path, 0)


def healthy() -> bool:
    """Whether the server answers that all is well."""
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(HOST, f"[{HOST}]" if ":" in HOST else HOST)
    hosts = [
        one
        for one in os.environ.get("ALLOWED_HOSTS", "").split(",")
        if one and not one.startswith(("*", "."))
    ]
    request = urllib.request.Request(
        f"http://{host}:{PORT}/sante", headers={"Host": hosts[0] if hosts else "localhost"}
    )
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=5) as answer:
            return answer.status == 200
    except (OSError, urllib.error.URLError):
        return False


def wait_until_healthy(server: subprocess.Popen) -> bool:
    end = time.monotonic() + 60
    while server.poll() is None and time.monotonic() < end:
        if healthy():
            return True
        time.sleep(0.1)
    return False


def stop(process: subprocess.Popen | None) -> None:
    if process is None or process.poll() is not None:
        return
    process.terminate()
    try:
        process.wait(GRACE)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def last_lines(log: str) -> str:
    return "".join(f"    {line}\n" for line in (LOGS / log).read_text(errors="replace").splitlines()[-12:])


def announce() -> None:
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(HOST, HOST)
    print(
        f"\n  La ludothèque est ouverte : http://{shown}:{PORT}/\n"
        f"  (Ctrl-C la ferme ; journaux dans {LOGS})\n",
        flush=True,
    )
    if HOST not in ("127.0.0.1", "localhost", "::1") and not (
        os.environ.get("ALLOWED_HOSTS") or os.environ.get("SITE_URL")
    ):
        print(
            "  Aux autres machines elle ne répond que sous les noms d'ALLOWED_HOSTS, par exemple :\n"
            f"  make run HOST={HOST} ALLOWED_HOSTS=localhost,192.168.1.20\n",
            flush=True,
        )


class Worker:
    """The task worker, started again when it dies: after one second, then two, four, … at most a minute."""

    def __init__(self) -> None:
        self.process = start(WORKER, "worker.log")
        self.since = time.monotonic()
        self.pause = 1.0

    def look(self) -> None:
        now = time.monotonic()
        if self.process.poll() is None or now < self.since + self.pause:
            return
        # one that lived for ten minutes was a good one
        self.pause = 1.0 if now > self.since + 600 else min(2 * self.pause, 60)
        ended, self.process, self.since = self.process.returncode, start(WORKER, "worker.log"), now
        print(f"  le processus des tâches s'est arrêté ({ended}) ; il repart", flush=True)


def main() -> None:
    def on_signal(number, frame):
        raise Stop

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, on_signal)
    server, worker = None, None
    failure = ""
    try:
        check_port()
        LOGS.mkdir(parents=True, exist_ok=True)
        server = start(SERVER, "server.log")
        worker = Worker()
        if wait_until_healthy(server):
            announce()
            while server.poll() is None:
                worker.look()
                trim_logs()
                time.sleep(0.5)
            failure = (
                f"le serveur s'est arrêté ({server.returncode}) ; la fin de son journal :\n"
                + last_lines("server.log")
            )
        else:
            failure = "le serveur n'a pas démarré ; la fin de son journal :\n" + last_lines("server.log")
    except Stop:
        print("\n  Fermeture…", flush=True)
    finally:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        stop(server)
        stop(worker.process if worker else None)
    if failure:
        fail(failure)
    print("  Fermée.", flush=True)


if __name__ == "__main__":
    main()
