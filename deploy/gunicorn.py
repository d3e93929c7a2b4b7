"""How gunicorn serves: two plain workers, on HOST:PORT of the environment."""

import gc
import os
from importlib import import_module

_host, _port = os.environ.get("HOST") or "127.0.0.1", os.environ.get("PORT") or "8000"
bind = f"[{_host}]:{_port}" if ":" in _host and not _host.startswith("[") else f"{_host}:{_port}"

wsgi_app = "ludotheque.wsgi:application"
workers = int(os.environ.get("WEB_CONCURRENCY") or 2)
timeout = 60
graceful_timeout = 20
# a worker is renewed now and then, not both at once: nothing grows for ever
max_requests = 20_000
max_requests_jitter = 5_000
errorlog = "-"
# who read what is nobody's business: no access log
accesslog = None
capture_output = True
control_socket_disable = True
proc_name = "ludotheque"


def post_worker_init(worker):
    """What is there before the first request stays: the collector need not look at it each time."""
    import_module("ludotheque.urls")  # and every view with it
    gc.collect()
    gc.freeze()
