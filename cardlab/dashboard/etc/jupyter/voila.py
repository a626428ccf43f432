"""Settings of Voilà for the course: `voila --template=cardlab notebooks/`."""

from cardlab.dashboard.voila_page import page_config
from cardlab.phrasing.prose import renew_clone

renew_clone()
c = get_config()  # noqa: F821
c.VoilaConfiguration.page_config_hook = page_config
# Cells that are only for JupyterLab.
c.TagRemovePreprocessor.remove_cell_tags = {"remove_cell"}
# After a cell that fails, a page runs the others.
c.VoilaExecutor.allow_errors = True
# If a browser couldn't report that its page was left, the kernel ends after five minutes; open pages keep theirs.
c.MappingKernelManager.cull_idle_timeout = 300
c.MappingKernelManager.cull_interval = 30
# Each widget sends its script again, which compression makes small.
c.Voila.tornado_settings = {"websocket_compression_options": {}}
