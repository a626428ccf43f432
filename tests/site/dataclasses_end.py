# The end of the module `dataclasses` in a browser. A dataclass generates code, and compiling it took a fifth of the
# time in which a page imports modules and runs its cells, so it is compiled when the site is made.
from marshal import loads

try:
    from dataclasses_code import compiled
except ImportError:  # while the site is being made
    compiled = {}
missing = []


def exec(text, *names, run=exec):
    if code := compiled.get(text):
        run(loads(code), *names)
    else:
        missing.append(text)
        run(text, *names)
