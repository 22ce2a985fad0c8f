"""Compiles sources for the tab; run by the Python that the tab has, since bytecode is for one version alone.

Nothing of eleusis may be imported here: that Python has nothing but its standard library.
"""

import ast
import marshal
from importlib.util import MAGIC_NUMBER
from pathlib import Path

# Found without its source, so nothing is ever compared with one: "unchecked", and a hash of noughts.
HEADER = MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)
_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def compile_folder(source: str, out: str) -> int:
    """Writes `x.pyc` in the one folder for each `x.py` of the other; returns how many.

    Docstrings are left out, assertions are not. A code object is named by its path in the folder, so the same
    sources give the same bytes anywhere.

    Raises SyntaxError for what is no Python, and OSError.
    """
    paths = sorted(Path(source).rglob("*.py"))
    for path in paths:
        name = path.relative_to(source)
        tree = _without_docstrings(ast.parse(path.read_bytes(), name.as_posix()))
        code = compile(tree, name.as_posix(), "exec", dont_inherit=True, optimize=0)
        # What is written depends on who else holds a constant. Once read back, nobody does.
        data = marshal.dumps(marshal.loads(marshal.dumps(code)))
        target = Path(out, name).with_suffix(".pyc")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(HEADER + data)
    return len(paths)


def _without_docstrings(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        while isinstance(node, _DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            node.body[:1] = [] if len(node.body) > 1 else [ast.copy_location(ast.Pass(), node.body[0])]
    return tree
