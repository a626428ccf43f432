"""The frame of a lesson served by Voilà: `voila --template=cardlab notebooks/`."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import quote

from jupyter_server import CallContext
from tornado.web import Finish

from cardlab.dashboard import frame
from cardlab.pages.notebooks import all_cells, language_of
from cardlab.phrasing.catalogue import LANGUAGES


def page_config(
    current_page_config: dict[str, Any],
    base_url: str,
    settings: dict[str, Any],
    voila_configuration: Any,
    notebook_path: str,
    **_more: Any,
) -> dict[str, Any]:
    """Return the `page_config` for Voilà's templates, with our `course` added.

    This is the `VoilaConfiguration.page_config_hook`. `notebook_path` is a file or folder, relative to the served
    folder. With our template, a folder with a first page redirects to that page; Voilà lists the content of any other
    folder.
    """
    root = Path(settings["contents_manager"].root_dir).resolve()
    file = root / notebook_path.strip("/")
    is_alone = bool(getattr(settings.get("voila"), "notebook_path", None))
    handler = CallContext.get(CallContext.JUPYTER_HANDLER)
    if handler is not None:
        # This sets a cookie; without it Voilà refuses to end the kernel of a page that is left.
        handler.xsrf_token  # noqa: B018

    def address(path: Path) -> str:
        """Return the address of a page; "" for one that is not served."""
        is_served = not is_alone and path.is_file() and path.is_relative_to(root)
        return f"{base_url}voila/render/{quote(path.relative_to(root).as_posix())}" if is_served else ""

    if file.is_dir():
        if voila_configuration.template == "cardlab":
            pages = {lang: found for lang in LANGUAGES if (found := address(file / lang / frame.HOME))}
            wanted = handler.request.headers.get("Accept-Language", "")
            if first := pages.get(language_of("", wanted, pages, next(iter(pages), ""))) or address(file / frame.HOME):
                handler.redirect(first)
                raise Finish
        return current_page_config
    folder = file.parents[1] if file.parent.name in LANGUAGES else file.parent
    context = frame.lesson_context(
        folder,
        file.relative_to(folder).as_posix(),
        base_url,
        carried="voila",
        address=lambda path: address(folder / path),
    )
    # Voilà numbers all cells, but the page shows only those that aren't for JupyterLab.
    places = [place for place, cell in enumerate(all_cells(file), start=1) if not cell.is_lab_only]
    return {**current_page_config, "course": {**context, "hand_in": "", "places": places}}
