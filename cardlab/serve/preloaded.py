"""What every host needs, imported when this module is: for the one process that hosts are forked from."""

import signal

from cardlab.serve.host import preload

# Like the hosts, it ends when the server does and not before: the server may be starting one.
signal.signal(signal.SIGTERM, signal.SIG_IGN)
preload()
