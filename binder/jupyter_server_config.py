"""Settings of the Jupyter server on Binder; copied to its place by postBuild. The server starts in the repository."""

from pathlib import Path

from cardlab.serve.extension import configure

configure(c, Path.cwd() / "notebooks")  # noqa: F821 (Jupyter provides c)
