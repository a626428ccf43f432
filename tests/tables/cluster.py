"""A PostgreSQL of the tests' own, in a folder of its own and reached by a Unix socket in it only."""

import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path

import psycopg

USER = DATABASE = "learner"
LINES = "FROM pg_stat_activity WHERE application_name = 'cardlab'"


def programs() -> Path | None:
    """The folder with `initdb` and `pg_ctl`: Debian keeps one for each version."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: float(folder.parent.name))
    found = shutil.which("initdb")
    return folders[-1] if folders else Path(found).parent if found else None


class Cluster:
    """A running server with one database, which is emptied whenever somebody asks for it."""

    def __init__(self, bin: Path):
        self._bin = bin
        self.folder = Path(tempfile.mkdtemp(prefix="cardlab-pg-", dir="/tmp"))  # the path of a socket must be short
        self._as = {}
        if os.getuid() == 0:  # PostgreSQL does not start for root
            names = {user.pw_name for user in pwd.getpwall()}
            owner = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
            self._as = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
        try:
            self._run("initdb", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync", f"--username={USER}")
            settings = f"listen_addresses=''\nunix_socket_directories='{self.folder}'\nshared_buffers=16MB\n"
            settings += "recovery_init_sync_method=syncfs\n"  # else each file is synced that there is
            with (self.folder / "data" / "postgresql.conf").open("a") as file:
                file.write(settings)
            self.start()
            self.run(f"CREATE DATABASE {DATABASE}", "postgres")
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise

    def _run(self, program: str, *arguments: str) -> None:
        command = [self._bin / program, f"--pgdata={self.folder / 'data'}", *arguments]
        done = subprocess.run(
            command,
            **self._as,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            env={"PATH": os.environ["PATH"]},
        )
        assert done.returncode == 0, f"{program} failed"

    def start(self) -> None:
        self._run("pg_ctl", "start", "--wait", "--silent", f"--log={self.folder / 'log'}")

    def stop(self) -> None:
        """As if the power had failed."""
        self._run("pg_ctl", "stop", "--wait", "--silent", "--mode=immediate")

    def cut(self) -> None:
        """Cuts every line of the course."""
        self.run(f"SELECT pg_terminate_backend(pid) {LINES}")

    def signal(self, number: int) -> None:
        """Sends a signal to the server processes of every line of the course."""
        for (process,) in self.run(f"SELECT pid {LINES}"):
            os.kill(process, number)

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder)

    def url(self, database: str, user: str = USER) -> str:
        return f"postgresql+psycopg://{user}@/{database}?host={self.folder}"

    def run(self, command: str, database: str = DATABASE) -> list:
        with psycopg.connect(host=str(self.folder), user=USER, dbname=database, autocommit=True) as connection:
            done = connection.execute(command)
            return done.fetchall() if done.description else []

    def database(self) -> str:
        """The URL of the database, in which there is nothing."""
        self.run("DROP SCHEMA public CASCADE; CREATE SCHEMA public; GRANT USAGE ON SCHEMA public TO PUBLIC")
        return self.url(DATABASE)
