"""The frame of a lesson that Voilà serves, with a kernel for each page: `voila --template=cardlab notebooks/`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cardlab.dashboard import frame
from cardlab.phrasing.catalogue import LANGUAGES


def page_config(
    current_page_config: dict[str, Any], base_url: str, settings: dict[str, Any], notebook_path: str, **_more: Any
) -> dict[str, Any]:
    """Return the templates' `page_config`: that of Voilà and our `course` (`VoilaConfiguration.page_config_hook`).

    Args:
        current_page_config: that of Voilà.
        base_url: the URL path of the server.
        settings: those of the application.
        notebook_path: the file of the notebook, relative to the folder that is served.
    """
    file = Path(settings["contents_manager"].root_dir, notebook_path).resolve()
    folder = file.parents[1] if file.parent.name in LANGUAGES else file.parent
    path = file.relative_to(folder).as_posix()
    context = frame.lesson_context(folder, path, base_url, by_voila=True)
    return {**current_page_config, "course": {**context, "hand_in": ""}}
