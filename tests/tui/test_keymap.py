"""Keys of one's own: refused by name where they cannot be, and shown wherever keys are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.keys import Keys, _character_to_key

from paperterm.tui.commands import COMMANDS, keys_of, shown_key
from paperterm.tui.keymap import key_named, usable_keymap


@pytest.mark.parametrize(
    ("written", "key"),
    [("?", "question_mark"), ("^d", "ctrl+d"), ("ctrl+D", "ctrl+d"), ("esc", "escape"),
     ("PgDn", "pagedown"), ("pgdn", "pagedown"),
     ("shift-tab", "shift+tab"), ("Shift+Tab", "shift+tab"), ("Enter", "enter"), (" G ", "G"), ("+", "plus"),
     ("ctrl+shift+f5", "ctrl+shift+f5"), ("frob", None), ("hyper+x", None), ("", None), ("slash", "slash")],
)  # fmt: skip
def test_a_key_may_be_written_as_people_write_it(written: str, key: str | None) -> None:
    assert key_named(written) == key


@given(st.characters(categories=["L", "N", "P", "S"], codec="ascii"))
def test_every_sign_has_the_name_that_textual_gives_it(sign: str) -> None:
    if sign not in "^,":
        assert key_named(sign) == _character_to_key(sign)


def test_every_key_of_the_table_is_known_by_its_name_and_as_it_is_shown() -> None:
    for command in COMMANDS:
        for key in keys_of(command, {}):
            assert key_named(key) == key == key_named(shown_key(key))
            plain = key.rpartition("+")[2]
            assert len(plain) == 1 or plain in {*Keys} | {_character_to_key(sign) for sign in "?*-_/.,#"}


def test_what_is_wrong_is_said_by_name() -> None:
    for keymap, sentence in (
        ({"paper.fly": "f"}, "keymap: there is no command “paper.fly”"),
        ({"paper.skip": "d"}, "keymap: paper.skip cannot have the key “d”: paper.mark-read has it"),
        ({"paper.skip": "?"}, "keymap: paper.skip cannot have the key “?”: app.help has it"),
        ({"paper.skip": "frob"}, "keymap: paper.skip cannot have the key “frob”: there is no such key"),
        ({"filter.accept": "x"}, "keymap: filter.accept cannot have the key “x”: it is for typing there"),
        ({"reader.leave": "j"}, "keymap: reader.leave cannot have the key “j”: move.down has it"),
        ({"paper.star": "v", "paper.skip": "v"}, "keymap: paper.skip cannot have the key “v”: paper.star has it"),
    ):
        usable, problems = usable_keymap(keymap)
        assert problems == [sentence]
        assert len(usable) == len(keymap) - 1


def test_what_can_be_used_is_used() -> None:
    for keymap in (
        {"paper.skip": "d", "paper.mark-read": "x"},
        {"filter.accept": "enter,ctrl+j"},
        {"reader.leave": "enter,q", "app.quit": "ctrl+x"},
        {"paper.skip": "semicolon"},
    ):
        assert usable_keymap(keymap) == (keymap, [])
    assert usable_keymap({"paper.skip": "esc", "go.back": "^o", "filter.clear": "^g"})[0]["go.back"] == "ctrl+o"
