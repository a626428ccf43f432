"""Build the documentation by pdoc: `python -m tests.docs MODULE …`.

The widgets, which are imported on demand, are included.
"""

from pdoc.__main__ import cli

from cardlab import widgets

if __name__ == "__main__":
    vars(widgets).update({name: getattr(widgets, name) for name in widgets.__all__})
    cli()
