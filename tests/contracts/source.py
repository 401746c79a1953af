"""The package's own source, as syntax trees, for the tests that hold it to the house rules."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
PACKAGE = CHECKOUT / "paperterm"


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of the package by its path in it ("tui/app.py"), parsed."""
    paths = sorted(PACKAGE.rglob("*.py"))
    return {path.relative_to(PACKAGE).as_posix(): ast.parse(path.read_text("utf-8"), str(path)) for path in paths}


def room(module: str) -> str:
    """The room that a module is in: its folder in the package, or its own name ("library")."""
    return module.split("/", maxsplit=1)[0].removesuffix(".py")


def calls(tree: ast.AST) -> Iterator[tuple[ast.Call, str]]:
    """Every call in a tree and the dotted name of what is called ("self.app.notify"; "" where it has none)."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield node, dotted(node.func)


def dotted(node: ast.AST) -> str:
    """The dotted name that an expression is, or "" when it is something else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        owner = dotted(node.value)
        return f"{owner}.{node.attr}" if owner else f"?.{node.attr}"
    return ""
