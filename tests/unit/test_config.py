"""Settings: a fault in the file is said by name, and the rest still counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from paperterm.config import Config, load_config
from paperterm.errors import ConfigError
from paperterm.locations import config_file, library_folder


def _load(tmp_path: Path, text: str | bytes) -> Config:
    file = tmp_path / "config.toml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return load_config(file)


def test_a_missing_file_means_the_defaults(tmp_path: Path) -> None:
    assert load_config(tmp_path / "none.toml") == Config()


def test_settings_are_read(tmp_path: Path) -> None:
    config = _load(tmp_path, 'theme = "nord"\nadvance = true\n[keymap]\n"paper.skip" = "X"\n')
    assert (config.theme, config.advance, config.keymap, config.problems) == ("nord", True, {"paper.skip": "X"}, ())


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("theme = ", "config.toml"),
        (b"\xff\xfe", "config.toml"),
        ("thema = 'x'", "thema"),
        ("advance = 'yes'", "advance"),
        ("clipboard = 'fax'", "clipboard"),
        ("keymap = 3", "keymap"),
        ("[keymap]\n'paper.skip' = 3", "paper.skip"),
        ("x = " + "[" * 100_000, "config.toml"),
    ],
)
def test_each_fault_is_one_sentence_that_names_it(tmp_path: Path, text: str | bytes, word: str) -> None:
    config = _load(tmp_path, text)
    (problem,) = config.problems
    assert word in problem
    assert (config.theme, config.advance, config.clipboard) == (Config().theme, False, "auto")


def test_a_folder_in_place_of_the_file_is_said(tmp_path: Path) -> None:
    assert "settings not read" in load_config(tmp_path).problems[0]


def test_the_library_is_the_one_named_then_the_variable_then_the_platforms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert library_folder("here", {"PAPERTERM_LIBRARY": "there"}) == Path("here")
    assert library_folder(None, {"PAPERTERM_LIBRARY": "there"}) == Path("there")
    assert library_folder(None, {}) == tmp_path / "paperterm"


def test_a_relative_xdg_folder_is_ignored_as_the_standard_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", "odd/relative")
    assert config_file({}) == tmp_path / ".config" / "paperterm" / "config.toml"


def test_a_user_without_a_home_is_told_how_to_name_a_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", "")
    try:
        folder = library_folder(None, {})
    except ConfigError as error:
        assert "--library" in error.hint
    else:
        assert folder.is_absolute()
