"""The frame of a lesson where Voilà serves it, with a kernel for each page: `voila --template=cardlab notebooks/`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cardlab.dashboard import frame
from cardlab.phrasing.catalogue import LANGUAGES


def page_config(
    current_page_config: dict[str, Any], base_url: str, settings: dict[str, Any], notebook_path: str, **_more: Any
) -> dict[str, Any]:
    """What the templates find as `page_config`, that of Voilà and our `course` (`VoilaConfiguration.page_config_hook`).

    - `base_url`: the address path of the server; `settings`: those of its application;
    - `notebook_path`: the file of the notebook, seen from the folder that is served.
    """
    file = Path(settings["contents_manager"].root_dir, notebook_path).resolve()
    folder = file.parents[1] if file.parent.name in LANGUAGES else file.parent
    path = file.relative_to(folder).as_posix()
    return {**current_page_config, "course": {**frame.frame(folder, path, base_url, by_voila=True), "hand_in": ""}}
