"""Files, classes and functions stay small enough to be read at one go."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.contracts.source import PACKAGE, modules

LONGEST = {ast.Module: 400, ast.ClassDef: 250, ast.FunctionDef: 40, ast.AsyncFunctionDef: 40}
"""Lines; in classes and functions those that are not blank."""


def too_long(module: str) -> Iterator[str]:
    lines = (PACKAGE / module).read_text("utf-8").splitlines()
    if len(lines) > LONGEST[ast.Module]:
        yield f"{module}: {len(lines)} lines"
    for node in ast.walk(modules()[module]):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            length = sum(bool(line.strip()) for line in lines[node.lineno - 1 : node.end_lineno])
            if length > LONGEST[type(node)]:
                yield f"{module}:{node.lineno}: {node.name} has {length} lines"


@pytest.mark.parametrize("module", modules())
def test_files_classes_and_functions_are_short(module: str) -> None:
    assert list(too_long(module)) == []


@pytest.mark.parametrize("module", modules())
def test_everything_public_says_what_it_is(module: str) -> None:
    tree = modules()[module]
    public = [node for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)]
    silent = [node.name for node in public if not node.name.startswith("_") and not ast.get_docstring(node)]
    assert silent == []
    assert ast.get_docstring(tree), f"{module} has no docstring"
