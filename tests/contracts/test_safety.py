"""What may not be written in the source, whoever writes it: ways for a text to act, and ways to lose a file."""

from __future__ import annotations

import ast

import pytest

from tests.contracts.markup import unsafe
from tests.contracts.source import calls, modules, room

FORBIDDEN_CALLS = {"eval", "exec", "compile", "os.system", "os.popen", "yaml.load", "pickle.load", "pickle.loads"}
FORBIDDEN_MODULES = {"pickle", "marshal", "shelve", "yaml"}
WRITERS = {
    "store": "the library, by the protocol of the store",
    "search": "the cache, which may be deleted at any time",
    "export": "what the reader asked for, where they asked for it",
}
"""The rooms that may write files, and which."""


@pytest.mark.parametrize("module", modules())
def test_no_text_is_run(module: str) -> None:
    tree = modules()[module]
    found = [
        f"{module}:{call.lineno}: {name}"
        for call, name in calls(tree)
        if name in FORBIDDEN_CALLS or any(word.arg == "shell" for word in call.keywords)
    ]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = {alias.name for alias in node.names} | {getattr(node, "module", None)}
            found += [f"{module}:{node.lineno}: {name}" for name in names & FORBIDDEN_MODULES]
    assert found == []


def is_writing(call: ast.Call, name: str) -> bool:
    """Whether a call can change a file: open for writing, write_text, a rename, a removal."""
    owner, _, method = name.rpartition(".")
    if owner and method in {"write_text", "write_bytes", "unlink", "rmdir", "rmtree", "symlink_to", "truncate"}:
        return True
    if name in {"os.replace", "os.rename", "os.remove", "shutil.copy", "shutil.move"}:
        return True
    if method != "open" or name == "os.open":
        return False
    place = 1 if name in {"open", "io.open"} else 0
    modes = [*call.args[place : place + 1], *(word.value for word in call.keywords if word.arg == "mode")]
    return any(isinstance(mode, ast.Constant) and set(str(mode.value)) & set("wax+") for mode in modes)


@pytest.mark.parametrize("module", [module for module in modules() if room(module) not in WRITERS])
def test_files_are_written_in_their_rooms_only(module: str) -> None:
    written = [f"{module}:{call.lineno}: {name}" for call, name in calls(modules()[module]) if is_writing(call, name)]
    assert written == []


@pytest.mark.parametrize("module", [module for module in modules() if room(module) in {"tui", "cli", "present"}])
def test_no_text_from_outside_is_parsed_as_markup(module: str) -> None:
    assert [f"{module}:{place}" for place in unsafe(modules()[module])] == []


@pytest.mark.parametrize(
    "line",
    [
        "Static(title)",
        "Label(f'by {author}')",
        "self.notify(str(error))",
        "app.notify('saved', title=paper.title)",
        "table.add_row('a', title)",
        "self.border_title = tag",
        "Content.from_markup(title)",
        "Option(display(title))",
        "Markdown('x')",
        "Console()",
        "escape(title)",
        "def f(x: str): Static(x)",
    ],
)
def test_the_search_for_markup_finds(line: str) -> None:
    assert list(unsafe(ast.parse(line)))


@pytest.mark.parametrize(
    "line",
    [
        "Static()",
        "Static(title, markup=False)",
        "Label(Content(title))",
        "self.notify('Saved')",
        "Content.from_markup('by $author', author=Content(author))",
        "Button('Save', id=name)",
        "def f(x: Content): Static(x)",
        "def g(x: str) -> Content: ...\nStatic(g(title))",
        "Console(markup=False)",
    ],
)
def test_the_search_for_markup_leaves_alone(line: str) -> None:
    assert list(unsafe(ast.parse(line))) == []
