"""Finds text that is not a literal where Textual or Rich would parse it as markup.

Inert is: a literal, a constant of the module, whatever is called, built or declared to be `Content` or `Text`, and
anything at all beside `markup=False`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.contracts.source import calls, dotted

PARSERS = {
    "Static", "Label", "Button", "Checkbox", "RadioButton", "Link", "Option", "Selection", "Tab", "TabPane", "Tree",
    "Collapsible", "Hit", "DiscoveryHit", "notify", "add_row", "add_column", "add_columns", "add_option", "add_options",
    "add_leaf", "set_label", "from_markup", "replace_option_prompt",
}  # fmt: skip
"""Classes and methods that take a str as markup; which of their arguments is text does not matter here."""

ATTRIBUTES = {"border_title", "border_subtitle", "tooltip"}
NEVER = {"Markdown", "MarkdownViewer", "Placeholder", "escape", "rich.print", "webbrowser.open"}
"""Cannot be told not to parse, can be got round, or reach out by themselves."""

INERT_TYPES = {"Content", "Text", "Strip"}
SHOWN = {
    "content",
    "label",
    "text",
    "message",
    "title",
    "prompt",
    "help",
    "header",
    "footer",
    "match_display",
    "display",
}
"""Keyword arguments that are shown."""


def unsafe(tree: ast.Module) -> Iterator[str]:
    """Every place in a module where foreign text could act, as "line: what is called"."""
    for call, name in calls(tree):
        method = name.rpartition(".")[2]
        if method in NEVER or name in NEVER:
            yield f"{call.lineno}: {name}"
        elif method in PARSERS and not _has_markup_off(call):
            texts = [*call.args[:1], *(word.value for word in call.keywords if word.arg in SHOWN)]
            if method.startswith("add_"):
                texts += call.args[1:]
            yield from (f"{call.lineno}: {name}" for text in texts if not _is_inert(text, tree))
        elif method == "Console" and not _has_markup_off(call):
            yield f"{call.lineno}: {name} without markup=False"
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                is_shown = isinstance(target, ast.Attribute) and target.attr in ATTRIBUTES
                if is_shown and not _is_inert(node.value, tree):
                    yield f"{node.lineno}: {dotted(target)}"


def _has_markup_off(call: ast.Call) -> bool:
    return any(
        word.arg == "markup" and isinstance(word.value, ast.Constant) and word.value.value is False
        for word in call.keywords
    )


def _is_inert(node: ast.AST, tree: ast.Module) -> bool:
    match node:
        case ast.Constant():
            return True
        case ast.Call(func=ast.Name("map"), args=[made_by, *_]):
            return dotted(made_by) in INERT_TYPES
        case ast.Call():
            name = dotted(node.func)
            return name.split(".", maxsplit=1)[0] in INERT_TYPES or _returns_inert(name.rpartition(".")[2], tree)
        case ast.Name():
            return node.id.isupper() or _is_declared_inert(node.id, tree)
        case ast.IfExp():
            parts: list[ast.expr] = [node.body, node.orelse]
        case ast.BinOp():
            parts = [node.left, node.right]
        case ast.Starred():
            parts = [node.value]
        case ast.GeneratorExp() | ast.ListComp():
            parts = [node.elt]
        case _:
            return False
    return all(_is_inert(part, tree) for part in parts)


def _returns_inert(name: str, tree: ast.Module) -> bool:
    return any(
        isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.name == name
        and node.returns is not None
        and ast.unparse(node.returns) in INERT_TYPES
        for node in ast.walk(tree)
    )


def _is_declared_inert(name: str, tree: ast.Module) -> bool:
    """Whether each thing of that name in the module is annotated as, or given, something inert."""
    found: list[bool] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.arg) and node.arg == name:
            found.append(node.annotation is not None and ast.unparse(node.annotation) in INERT_TYPES)
        elif isinstance(node, ast.Assign) and any(dotted(target) == name for target in node.targets):
            found.append(not isinstance(node.value, ast.Name) and _is_inert(node.value, tree))
        elif isinstance(node, ast.AnnAssign) and dotted(node.target) == name:
            found.append(ast.unparse(node.annotation) in INERT_TYPES)
    return bool(found) and all(found)
