/**
 * Compiles Python files as the Python of Pyodide reads them: node compile.mjs PYODIDE TO FROM ...
 *
 * Each file below a folder FROM becomes one without source in TO: without docstrings, numbers of lines, and annotations
 * of functions that no decorator could read.
 */

import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, to, ...folders] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${pyodide}/` });
const mount = (at, root) => {
  python.FS.mkdirTree(at);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, at);
};
mkdirSync(to, { recursive: true });
mount("/to", to);
folders.forEach((folder, number) => mount(`/from/${number}`, folder));
python.runPython(`
import ast, importlib._bootstrap_external as loading
from pathlib import Path
from types import CodeType

FUNCTIONS = ast.FunctionDef, ast.AsyncFunctionDef
TEXTS = ast.Module, ast.ClassDef, *FUNCTIONS

def lean(tree):
    for node in ast.walk(tree):
        if isinstance(node, TEXTS) and ast.get_docstring(node, clean=False) is not None:
            node.body[0:1] = [] if len(node.body) > 1 else [ast.copy_location(ast.Pass(), node.body[0])]
        if isinstance(node, ast.ClassDef) and node.decorator_list:
            # A dataclass without a docstring would make one from its signature, which costs a third of a millisecond.
            node.body.insert(0, ast.copy_location(ast.Expr(ast.copy_location(ast.Constant("-"), node)), node))
        if isinstance(node, FUNCTIONS) and not node.decorator_list:
            node.returns = None
            for one in ast.walk(node.args):
                if isinstance(one, ast.arg):
                    one.annotation = None
    return tree

def without_lines(code):
    inner = (without_lines(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=tuple(inner))

for root in Path("/from").iterdir():
    for file in root.rglob("*.py"):
        name = file.relative_to(root)
        try:
            code = compile(lean(ast.parse(file.read_bytes())), str(name), "exec", dont_inherit=True)
        except SyntaxError:
            continue  # a template of the standard library
        target = Path("/to", name).with_suffix(".pyc")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(loading._code_to_hash_pyc(without_lines(code), bytes(8), False))
`);
process.exit(0);
