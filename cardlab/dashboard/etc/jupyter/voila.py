"""Settings of Voilà where this package is installed: `voila --template=cardlab notebooks/` shows the course."""

from cardlab.dashboard.voila_page import page_config

c = get_config()  # noqa: F821
c.VoilaConfiguration.page_config_hook = page_config
# Cells that are there for JupyterLab alone.
c.TagRemovePreprocessor.remove_cell_tags = {"remove_cell"}
