"""Prints what Python's own parser finds in modules of its standard library, a JSON line a module.

Each has its path; its definitions (qualified name, first and last row, whether it is async and a
generator, parameters); and for each call the place of its end and its text. Rows and columns count
from zero, columns in UTF-16 code units.
"""

import ast
import json
import sys
import sysconfig
from pathlib import Path
from typing import Any, Dict, Iterator, List, Set

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
SCOPES = FUNCTIONS + (ast.ClassDef, ast.Lambda)


def definitions(body: List[Any], owner: str, inside_function: bool) -> Iterator[List[Any]]:
    """Yields the functions and classes of a block and of the blocks within it."""
    for statement in body:
        if isinstance(statement, FUNCTIONS + (ast.ClassDef,)):
            separator = ".<locals>." if inside_function else "."
            name = f"{owner}{separator}{statement.name}" if owner else statement.name
            is_function = isinstance(statement, FUNCTIONS)
            yield [
                name,
                min([statement.lineno] + [one.lineno for one in statement.decorator_list]) - 1,
                (statement.end_lineno or 0) - 1,
                isinstance(statement, ast.AsyncFunctionDef),
                is_function and any(yields(one) for one in statement.body),
                parameters(statement.args) if isinstance(statement, FUNCTIONS) else [],
            ]
            yield from definitions(statement.body, name, is_function)
        else:
            for block in blocks(statement):
                yield from definitions(block, owner, inside_function)


def blocks(statement: ast.AST) -> Iterator[List[Any]]:
    """Yields the blocks of a compound statement."""
    for field in ("body", "orelse", "finalbody"):
        block = getattr(statement, field, None)
        if isinstance(block, list):
            yield block
    for part in list(getattr(statement, "handlers", [])) + list(getattr(statement, "cases", [])):
        yield part.body


def yields(node: ast.AST) -> bool:
    """Tells whether a statement yields for the function in which it stands."""
    if isinstance(node, (ast.Yield, ast.YieldFrom)):
        return True
    return not isinstance(node, SCOPES) and any(yields(one) for one in ast.iter_child_nodes(node))


def parameters(arguments: ast.arguments) -> List[str]:
    """Returns the names of the parameters in the order in which they are written."""
    rest = [arguments.vararg] if arguments.vararg else []
    keywords = [arguments.kwarg] if arguments.kwarg else []
    positional = list(getattr(arguments, "posonlyargs", [])) + arguments.args
    return [one.arg for one in positional + rest + arguments.kwonlyargs + keywords]


def calls(tree: ast.AST, lines: List[bytes]) -> Iterator[List[Any]]:
    """Yields the calls outside decorators and f-strings, with the ``await`` around them."""
    hidden = unmarked(tree)
    awaits = {id(node.value): node for node in ast.walk(tree) if isinstance(node, ast.Await)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and id(node) not in hidden:
            whole: Any = awaits.get(id(node), node)
            end = lines[(node.end_lineno or 1) - 1][: node.end_col_offset].decode()
            yield [
                (node.end_lineno or 1) - 1,
                len(end.encode("utf-16-le")) // 2,
                source(whole, lines),
            ]


def unmarked(tree: ast.AST) -> Set[int]:
    """Returns the nodes in decorators, and in f-strings, where older Pythons count apart."""
    parts: List[ast.AST] = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    for node in ast.walk(tree):
        parts.extend(getattr(node, "decorator_list", []))
    return {id(inner) for part in parts for inner in ast.walk(part)}


def source(node: Any, lines: List[bytes]) -> str:
    """Returns the text of a node."""
    first, last = node.lineno - 1, node.end_lineno - 1
    if first == last:
        return lines[first][node.col_offset : node.end_col_offset].decode()
    parts = [
        lines[first][node.col_offset :],
        *lines[first + 1 : last],
        lines[last][: node.end_col_offset],
    ]
    return b"\n".join(parts).decode()


def facts(path: Path) -> Dict[str, Any]:
    """Returns what is in one module."""
    text = path.read_text("utf-8")
    tree = ast.parse(text)
    lines = text.encode().split(b"\n")
    return {
        "path": str(path),
        "definitions": list(definitions(tree.body, "", False)),
        "calls": list(calls(tree, lines)),
    }


def main() -> None:
    """Prints a line for each module that this Python has."""
    folder = Path(sysconfig.get_paths()["stdlib"])
    for name in sys.argv[1:]:
        path = folder / f"{name}.py"
        if path.exists():
            print(json.dumps(facts(path)))


main()
