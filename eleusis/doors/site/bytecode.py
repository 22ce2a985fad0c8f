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


def compile_folder(folder: str) -> int:
    """Puts an `x.pyc` in the place of each `x.py` of a folder; returns how many.

    Docstrings are left out, assertions are not. A code object is named by its path in the folder, so the same
    sources give the same bytes anywhere.

    Raises SyntaxError for what is no Python, and OSError.
    """
    paths = sorted(Path(folder).rglob("*.py"))
    for path in paths:
        name = path.relative_to(folder).as_posix()
        tree = _without_docstrings(ast.parse(path.read_bytes(), name))
        code = compile(tree, name, "exec", dont_inherit=True, optimize=0)
        # What is written depends on who else holds a constant. Once read back, nobody does.
        path.with_suffix(".pyc").write_bytes(HEADER + marshal.dumps(marshal.loads(marshal.dumps(code))))
        path.unlink()
    return len(paths)


def _without_docstrings(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        while isinstance(node, _DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            node.body[:1] = [] if len(node.body) > 1 else [ast.copy_location(ast.Pass(), node.body[0])]
    return tree
