"""What every host needs, imported when this module is: for the one process that hosts are forked from."""

from cardlab.serve.host import preload

preload()
