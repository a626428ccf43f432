"""What a Jupyter server does for the course where this package is installed with it: `cardlab lab`, a JupyterHub.

- A notebook is saved with the picture of each of our widgets and a sentence, in the place that Jupyter has for saved
  widgets. Opened again without its kernel, it says how to go on, and not "model not found"; living widgets come first.
- On a hub the notebooks lie in the home soon after the server has started, in the folder that `cardlab lab` has, too.
"""

from __future__ import annotations

import os
from html import escape
from logging import Logger
from pathlib import Path
from threading import Thread
from typing import Any, Final

from cardlab import widgets
from cardlab.drawing import as_picture
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.serve.start import COPY, CannotServe, default_notebooks, is_course

VIEW: Final = "application/vnd.jupyter.widget-view+json"
STATE: Final = "application/vnd.jupyter.widget-state+json"
PICTURE: Final = "image/svg+xml"
ASLEEP: Final = "cardlab-asleep"
"""The class of what stands in the place of a widget that is not alive."""


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": __name__}]


def _load_jupyter_server_extension(server: Any) -> None:
    server.contents_manager.register_pre_save_hook(add_sentences)
    home = Path(server.root_dir)
    if os.environ.get("JUPYTERHUB_USER") and not is_course(home):
        # It takes seconds, for which nobody should wait.
        Thread(target=lay_notebooks, args=(home, server.log), daemon=True).start()


def lay_notebooks(home: Path, log: Logger) -> None:
    """Copy the notebooks that are missing into the home, and only log the reason if that cannot be done."""
    from cardlab.serve.own_copy import copy_notebooks

    try:
        copy_notebooks(default_notebooks(), home / COPY)
    except (CannotServe, ImportError) as reason:
        log.warning("%s", reason)


def add_sentences(model: dict[str, Any], **_more: Any) -> None:
    """Add picture and sentence for each of our widgets to a notebook that is about to be saved; a saved widget stays.

    `model` is what Jupyter saves; anything but a notebook is left alone.
    """
    if model["type"] != "notebook" or not model.get("content"):
        return
    notebook = model["content"]
    lang = notebook["metadata"].get("lang")
    sentence = escape(say("lab.asleep", lang if lang in LANGUAGES else "en"))
    before = notebook["metadata"].get("widgets", {})
    state = {name: one for name, one in before.get(STATE, {}).get("state", {}).items() if not _is_sentence(one)}
    for cell in notebook["cells"]:
        for output in cell.get("outputs", ()):
            text = "".join(output.get("data", {}).get("text/plain", ""))
            if VIEW in output.get("data", {}) and text.partition("(")[0] in widgets.__all__:
                picture = "".join(output["data"].get(PICTURE, ""))
                drawn = f"{as_picture(picture, '')}<br>" if picture else ""
                value = f"{drawn}<code>{escape(text)}</code><br>{sentence}"
                state.setdefault(output["data"][VIEW]["model_id"], _html(value))
    kept = {kind: one for kind, one in before.items() if kind != STATE}
    if state:
        kept[STATE] = {"version_major": 2, "version_minor": 0, "state": state}
    notebook["metadata"].pop("widgets", None)
    if kept:
        notebook["metadata"]["widgets"] = kept


def _html(value: str) -> dict[str, Any]:
    """The saved state of an ipywidget that shows this and nothing else."""
    controls = {"model_module": "@jupyter-widgets/controls", "model_module_version": "2.0.0", "model_name": "HTMLModel"}
    return {**controls, "state": {"_dom_classes": [ASLEEP], "value": value}}


def _is_sentence(saved: dict[str, Any]) -> bool:
    return ASLEEP in saved.get("state", {}).get("_dom_classes", ())
