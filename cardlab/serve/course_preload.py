"""Imports what lessons need, in the process from which hosts are forked."""

from contextlib import suppress
from importlib import import_module

from cardlab import widgets

for name in ("cardlab.lessons.course", "cardlab.lessons.self_check"):
    import_module(name)
for name in widgets.__all__:
    with suppress(ImportError):  # the lesson will report it
        getattr(widgets, name)
