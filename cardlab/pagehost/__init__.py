"""Pages of notebooks without a kernel each: many pages live in one process, one process per core. See README.md.

- in the front process: `page_server` (HTTP), `connections` (WebSockets), `hosts` (slots), `rendered` (HTML, assets),
  `notebooks`, `allowed_hosts`;
- in a host process: `host`, `session` (one open page);
- between them: `channel` (frames), `page_messages`, `compute` (the pool of worker processes);
- `settings`: the configuration; `memory`, `preload`: helpers of processes.

Knows notebooks, ipywidgets and processes; knows no cards, no course and no class.
"""
