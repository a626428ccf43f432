"""The course inside a Jupyter server that somebody else starts, as on Binder: our template in Voilà's extension.

Knows Jupyter's settings; knows no port and no process.
A page may run any code in such a server; where that matters, `cardlab serve` is the way.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cardlab.serve.frame import frame

__all__ = ["configure"]


def configure(settings: Any, notebooks: Path) -> None:
    """Sets up a Jupyter server for the course in the folder `notebooks`; `settings` is the `c` of its settings file."""

    def page_config(config: dict[str, Any], base_url: str, notebook_path: str, **_others: Any) -> dict[str, Any]:
        return config | {"course": frame(notebooks, notebook_path, base_url)}

    settings.ServerApp.root_dir = str(notebooks)
    settings.ServerApp.kernel_websocket_connection_class = "cardlab.serve.kernels.PromptConnection"
    settings.MappingKernelManager.cull_idle_timeout = 20 * 60
    settings.MappingKernelManager.cull_interval = 60
    settings.VoilaExporter.markdown_renderer_class = "cardlab.serve.pages.Prose"
    rules = settings.VoilaConfiguration
    rules.template = "cardlab"
    rules.allow_template_override = "NO"
    rules.allow_theme_override = "NO"
    rules.show_tracebacks = False
    rules.file_allowlist = []
    rules.page_config_hook = page_config
