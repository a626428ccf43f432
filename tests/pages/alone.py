"""A server of pages that knows nothing of this package but its rooms for pages: `python alone.py FOLDER PORT`.

Prints its address when it serves, and at the end which modules of the package it has imported besides.
"""

import asyncio
import socket
import sys
from pathlib import Path

from cardlab.pages.server import PageServer, serve


async def main(folder, port):
    listening = socket.create_server(("127.0.0.1", int(port)))
    listening.setblocking(False)
    pages = PageServer(Path(folder), lambda query: None, 20, files=Path(folder).glob("counter.*s"))
    await serve(pages, [listening], lambda: print(f"http://127.0.0.1:{port}/", flush=True))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
    print(*(name for name in sys.modules if name.startswith("cardlab") and ".page" not in name))
