"""The load balancer of the README in front of servers under test: its nginx, run by whoever runs the tests."""

import os
import re
import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path

from pages import free_port

README = Path(__file__).parents[2] / "README.md"
# Who asked for what goes to which server is written at once, so that tests can look.
AROUND = """
daemon off; pid nginx.pid; error_log error.log; {user}
events {{}}
http {{
  log_format places "$cookie_place $upstream_addr";
  access_log access.log places;
  client_body_temp_path body; proxy_temp_path proxy;
  fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
{settings}
}}
"""


def program():
    """Where nginx is; Debian keeps it where not everybody looks."""
    return shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")


class Balancer:
    """A balancer on a port of its own, whose files lie in `folder`."""

    def __init__(self, folder):
        self.port = free_port()
        self._log = folder / "access.log"

    def server_of(self, place):
        """The port of the server to which a request from this place went, as soon as that has been noted down."""
        while True:
            lines = (line.split() for line in self._log.read_text().splitlines(keepends=True) if line.endswith("\n"))
            for at, server in lines:
                if at == place:
                    return int(server.rpartition(":")[2])


def settings(port, first, second):
    """The settings in the README, on these ports."""
    (block,) = re.findall(r"```nginx\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    for written, real in ((8870, port), (8871, first), (8872, second)):
        assert block.count(f"127.0.0.1:{written}") == 1
        block = block.replace(f"127.0.0.1:{written}", f"127.0.0.1:{real}")
    return block


@contextmanager
def balanced(folder, first, second):
    """nginx as the README sets it up, before the servers on these two ports."""
    here = Balancer(folder)
    text = AROUND.format(user="user root;" if os.getuid() == 0 else "", settings=settings(here.port, first, second))
    (folder / "nginx.conf").write_text(text, encoding="utf-8")
    command = [program(), "-p", str(folder), "-c", "nginx.conf", "-e", "error.log"]
    subprocess.run([*command, "-t", "-q"], check=True)
    running = subprocess.Popen(command)
    try:
        yield here
    finally:
        running.terminate()
        running.wait(timeout=30)
