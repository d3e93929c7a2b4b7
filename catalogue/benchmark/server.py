"""All that serves, as `make run` starts it: the web server and the worker, to be killed at once."""

import contextlib
import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from django.conf import settings
from django.core.management import call_command

HOST = "127.0.0.1"
PATIENCE = 120  # seconds that a start may take


class Server:
    """deploy/serve.py on a free port, with the database and the folder of this process."""

    def __init__(self) -> None:
        call_command("collectstatic", verbosity=0, interactive=False)
        with socket.socket() as probe:
            probe.bind((HOST, 0))
            self.port: int = probe.getsockname()[1]
        self._environment = os.environ | {"HOST": HOST, "PORT": str(self.port), "EMAIL_URL": "console:"}
        for name in ("ALLOWED_HOSTS", "SITE_URL"):
            self._environment.pop(name, None)

    def start(self) -> None:
        """Starts it, and comes back once it answers."""
        script = Path(settings.BASE_DIR) / "deploy" / "serve.py"
        self._process = subprocess.Popen(
            [sys.executable, str(script)], env=self._environment, stdout=subprocess.DEVNULL
        )
        until = time.monotonic() + PATIENCE
        while not self._is_well():
            if self._process.poll() is not None or time.monotonic() > until:
                self.kill()
                raise RuntimeError(f"the server does not start; see {settings.VAR_DIR}/log/server.log")
            time.sleep(0.05)

    def kill(self) -> None:
        """Ends every process of it at once, as `kill -9` does; back when nobody listens any more."""
        # the server and the worker, each at the head of a group of its own
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children")
        with contextlib.suppress(OSError):
            for child in map(int, children.read_text().split()):
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(child, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        while self._listens():
            time.sleep(0.01)

    def _listens(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex((HOST, self.port)) == 0

    def _is_well(self) -> bool:
        connection = http.client.HTTPConnection(HOST, self.port, timeout=10)
        with contextlib.closing(connection), contextlib.suppress(OSError, http.client.HTTPException):
            connection.request("GET", "/sante")
            return connection.getresponse().status == 200
        return False
