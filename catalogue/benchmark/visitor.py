"""Somebody at a browser who sends until there is an answer, over a network that loses what it likes."""

import contextlib
import http.client
import random
import socket
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from urllib.parse import urlencode

from catalogue.benchmark.server import HOST

# what becomes of a form: arrived; cut on its way; done, but the answer is lost; sent twice at once
FAULTS, WEIGHTS = ("", "cut", "unheard", "twice"), (76, 8, 8, 8)
AGAIN = 0.2  # seconds until what got no answer is sent again
PATIENCE = 300  # seconds until one gives up


@dataclass(frozen=True, slots=True)
class Answer:
    """`repeated`: the act may have been done by an earlier sending whose answer nobody had."""

    status: int
    text: str
    repeated: bool = False


@dataclass
class Visitor:
    """Who has logged in at one browser; `lost`: what came to nothing, `amiss`: answers that should not be."""

    port: int
    chance: random.Random
    lost: Counter[str] = field(default_factory=Counter)
    amiss: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._cookies: dict[str, str] = {}

    def log_in(self, name: str, password: str) -> None:
        self.get("/connexion/")
        if self.post("/connexion/", {"username": name, "password": password}).status != 302:
            raise RuntimeError("nobody can log in")

    def get(self, path: str) -> str:
        """The page, once it comes."""
        for _ in self._tries():
            with self._losses("get"), contextlib.closing(self._connection()) as connection:
                connection.request("GET", path, headers=self._headers())
                answer = self._heard(connection)
                if answer.status != 200:
                    raise RuntimeError(f"{path}: {answer.status}")
                return answer.text
        raise TimeoutError(path)

    def insist(self, path: str, fields: Mapping[str, str | int], *, part: bool = False) -> Answer:
        """Sends the form until it is answered, as the queue of scans at the desk does."""
        sent = 0
        for _ in self._tries():
            fault = self.chance.choices(FAULTS, WEIGHTS)[0]
            sent += 2 if fault == "twice" else 1
            with self._losses(fault or "killed"):
                answer = self.post(path, fields, part=part, fault=fault)
                if fault not in ("cut", "unheard"):
                    return Answer(answer.status, answer.text, repeated=sent > 1)
                self.lost[fault] += 1
                if fault == "cut" and answer.status < 400:
                    self.amiss["half a form taken for the whole"] += 1
        raise TimeoutError(path)

    def post(
        self, path: str, fields: Mapping[str, str | int], *, part: bool = False, fault: str = ""
    ) -> Answer:
        """Sends the form once; as a `part` of the page, as htmx does."""
        token = self._cookies["csrftoken"]
        headers = self._headers() | {"content-type": "application/x-www-form-urlencoded"}
        if part:
            headers |= {"hx-request": "true", "x-csrftoken": token}
        body = urlencode({**fields, "csrfmiddlewaretoken": token}).encode()
        with contextlib.ExitStack() as stack:
            sendings = []
            for _ in range(2 if fault == "twice" else 1):
                connection = stack.enter_context(contextlib.closing(self._connection()))
                connection.request("POST", path, headers=headers | {"content-length": str(len(body))})
                sent = body[: self.chance.randrange(len(body))] if fault == "cut" else body
                connection.send(sent)
                if fault == "cut":
                    connection.sock.shutdown(socket.SHUT_WR)
                sendings.append(connection)
            # read in any case, so that no sending is still on its way when the next act begins
            answers = [self._heard(connection) for connection in sendings]
        return min(answers, key=lambda answer: answer.status)

    def _connection(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(HOST, self.port, timeout=60)

    def _headers(self) -> dict[str, str]:
        said = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        return {"cookie": said, "origin": f"http://{HOST}:{self.port}"}

    def _heard(self, connection: http.client.HTTPConnection) -> Answer:
        response = connection.getresponse()
        text = response.read().decode()
        for line in response.headers.get_all("set-cookie", []):
            self._cookies |= {name: morsel.value for name, morsel in SimpleCookie(line).items()}
        if response.status >= 500:
            self.amiss[f"{response.status}"] += 1
        return Answer(response.status, text)

    def _tries(self) -> Iterator[None]:
        """As often as patience lasts, with a breath between."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            yield
            time.sleep(AGAIN)

    @contextlib.contextmanager
    def _losses(self, what: str) -> Iterator[None]:
        """The connection may break: then there was no answer."""
        try:
            yield
        except (OSError, http.client.HTTPException):
            self.lost[what] += 1
