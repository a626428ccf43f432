"""Settings of Voilà where this package is installed: `voila --template=cardlab notebooks/` shows the course."""

from cardlab.dashboard.voila_page import page_config
from cardlab.phrasing.prose import renew_clone

renew_clone()
c = get_config()  # noqa: F821
c.VoilaConfiguration.page_config_hook = page_config
# Cells that are there for JupyterLab alone.
c.TagRemovePreprocessor.remove_cell_tags = {"remove_cell"}
# A page goes on after a cell that fails.
c.VoilaExecutor.allow_errors = True
# A page that is left ends its kernel; where a browser could not say so, the kernel ends after five minutes. That of an
# open page lives on.
c.MappingKernelManager.cull_idle_timeout = 300
c.MappingKernelManager.cull_interval = 30
# Each widget brings its script; compressed, a script that comes twice weighs little.
c.Voila.tornado_settings = {"websocket_compression_options": {}}
