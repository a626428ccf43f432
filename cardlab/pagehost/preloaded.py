"""What every host needs, imported when this module is: for the one process that hosts are forked from."""

import os
import signal

# Like the hosts, it ends when the server does and not before: the server may be starting one.
signal.signal(signal.SIGTERM, signal.SIG_IGN)
# A page knows what it has said itself; ipywidgets reads this when it is imported.
os.environ["JUPYTER_WIDGETS_ECHO"] = "0"
