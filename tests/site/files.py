"""The site on a server for files, as anybody may have one."""

import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

SITE = Path(__file__).parents[2] / "artefacts" / "site"


class Quiet(SimpleHTTPRequestHandler):
    """Hands out files and says nothing."""

    missing = "nothing"

    def send_head(self):
        return self.send_error(404) if self.path.partition("?")[0].endswith(self.missing) else super().send_head()

    def log_message(self, *_):
        pass


@contextmanager
def serving_files(folder=SITE):
    """A server with this folder below a path of its own, and its address; it can be ended earlier."""
    assert (folder / "index.html").exists(), "there is no site yet: make site"
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder.parent)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server, f"http://127.0.0.1:{server.server_port}/{folder.name}/"
        server.shutdown()


def cut(server):
    """From now on there is no network."""
    server.shutdown()
    server.server_close()
