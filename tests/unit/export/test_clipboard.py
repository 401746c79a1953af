"""The clipboard, with the real programs where they are installed."""

from __future__ import annotations

import base64
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from paperterm.export.clipboard import OSC52_LIMIT, Copied, copy, osc52_sequence

NOWHERE = {"PATH": os.environ.get("PATH", ""), "HOME": "/nonexistent"}
"""An environment without a screen, a terminal or another machine."""


def needs(*programs: str) -> pytest.MarkDecorator:
    missing = [program for program in programs if shutil.which(program) is None]
    return pytest.mark.skipif(bool(missing), reason=f"not installed: {', '.join(missing)}")


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    """A screen of its own for the X clipboard."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        # Without `-noreset` it begins anew whenever its last client leaves, and refuses the next one meanwhile.
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "640x480x8", "-nolisten", "tcp", "-noreset"],
        pass_fds=[writing],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as answer:
        number = answer.readline().strip()
    assert number, "Xvfb did not start"
    yield f":{number}"
    server.terminate()
    server.wait()


def pasted(display: str) -> bytes:
    return subprocess.run(
        ["xclip", "-selection", "clipboard", "-o"],
        env=NOWHERE | {"DISPLAY": display},
        capture_output=True,
        timeout=5,
        check=True,
    ).stdout


@needs("Xvfb", "xclip")
@pytest.mark.parametrize("text", ["@misc{é,\n  title = {x}\n}\n", "x" * 1_000_000])
def test_xclip_holds_the_text_and_is_named(display: str, text: str) -> None:
    copied = copy(text, what="quill2024scaling", form="BibTeX", environ=NOWHERE | {"DISPLAY": display})
    assert copied == Copied("xclip", True, "Copied quill2024scaling (BibTeX, xclip)")
    assert pasted(display) == text.encode()


@needs("Xvfb", "xclip")
def test_no_program_holds_our_output_open(display: str) -> None:
    program = "from paperterm.export.clipboard import copy; print(copy('in a pipe').method)"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=NOWHERE | {"DISPLAY": display},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=8,
        check=True,
    )
    assert done.stdout == b"xclip\n"
    assert pasted(display) == b"in a pipe"


@pytest.mark.parametrize(("seconds", "method"), [("0.2", "xclip"), ("9", "")])
def test_a_program_that_takes_the_text_a_moment_late_is_believed_when_it_has_it(
    tmp_path: Path, seconds: str, method: str
) -> None:
    program = tmp_path / "xclip"
    program.write_text(
        f"#!/bin/sh\ncd {tmp_path}\ncase $* in *-o*) cat there 2>/dev/null;; "
        f"*) cat >come; (sleep {seconds}; mv come there) >/dev/null 2>&1 & ;; esac\n"
    )
    program.chmod(0o700)
    environ = NOWHERE | {"DISPLAY": ":7777", "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    assert copy("a text", environ=environ, setting="pyperclip").method == method


@needs("xclip")
def test_a_screen_that_is_gone_is_no_success_and_says_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    sent: list[str] = []
    environ = NOWHERE | {"DISPLAY": ":7777"}
    assert copy("text", environ=environ).method == ""
    assert copy("text", osc52=sent.append, environ=environ).method == "osc52"
    assert sent == ["text"]
    assert capfd.readouterr() == ("", "")


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[list[str]]:
    """A tmux server of its own, with its default settings."""
    command = ["tmux", "-S", str(tmp_path / "socket"), "-f", "/dev/null"]
    subprocess.run([*command, "new-session", "-d", "-x", "80", "-y", "24", "sleep 60"], env=NOWHERE, check=True)
    yield command
    subprocess.run([*command, "kill-server"], check=True)


@needs("tmux")
def test_row103_inside_tmux_the_text_is_in_its_buffer(tmux: list[str]) -> None:
    session = subprocess.run(
        [*tmux, "display-message", "-p", "#{socket_path},#{pid},0"], capture_output=True, text=True, check=True
    ).stdout.strip()
    copied = copy("@misc{é}\n", what="3 entries", environ=NOWHERE | {"TMUX": session})
    assert copied == Copied("tmux", True, "Copied 3 entries to tmux and the terminal")
    assert subprocess.run([*tmux, "show-buffer"], capture_output=True, check=True).stdout == "@misc{é}\n".encode()


def test_row103_over_ssh_the_screen_of_the_other_machine_is_not_asked() -> None:
    sent: list[str] = []
    environ = NOWHERE | {"DISPLAY": ":7777", "SSH_CONNECTION": "1.2.3.4 5 6.7.8.9 22", "PATH": "/nonexistent"}
    copied = copy("text", osc52=sent.append, what="3 entries", environ=environ)
    assert (copied.method, copied.is_confirmed, sent) == ("osc52", False, ["text"])
    assert copied.message == "Sent 3 entries to the terminal (OSC 52). Nothing to paste? Press Y to see the text"


def test_row103_without_any_clipboard_the_text_is_in_a_file_for_the_reader_alone(tmp_path: Path) -> None:
    kept = tmp_path / "state" / "last-copy.bib"
    for text in ("first", "second é\n"):
        copied = copy(text, last_copy=kept, environ=NOWHERE)
    assert (copied.method, copied.is_confirmed) == ("file", False)
    assert copied.message.startswith(f"No clipboard here. Saved to {kept} — install xclip")
    assert kept.read_text("utf-8") == "second é\n"
    assert kept.stat().st_mode & 0o777 == 0o600
    assert [one.name for one in kept.parent.iterdir()] == ["last-copy.bib"]


def test_the_last_copy_is_kept_even_when_the_clipboard_works(tmp_path: Path) -> None:
    kept = tmp_path / "last-copy.bib"
    assert copy("text", osc52=lambda text: None, last_copy=kept, environ=NOWHERE).method == "osc52"
    assert kept.read_text() == "text"


def test_a_file_that_cannot_be_kept_is_not_claimed(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    copied = copy("text", last_copy=tmp_path / "file" / "last-copy.bib", environ=NOWHERE)
    assert copied.method == ""
    assert "Saved" not in copied.message


def test_row103_nothing_is_copied_for_nothing(tmp_path: Path) -> None:
    sent: list[str] = []
    copied = copy(" \n", osc52=sent.append, last_copy=tmp_path / "x", environ=NOWHERE)
    assert copied == Copied("", False, "Nothing to copy")
    assert sent == [] and not (tmp_path / "x").exists()


def test_row103_what_the_terminal_would_cut_is_not_sent(tmp_path: Path) -> None:
    sent: list[str] = []
    assert copy("x" * OSC52_LIMIT, osc52=sent.append, environ=NOWHERE).method == "osc52"
    copied = copy("x" * (OSC52_LIMIT + 1), osc52=sent.append, last_copy=tmp_path / "x", environ=NOWHERE)
    assert copied.method == "file" and "too long" in copied.message
    assert len(sent) == 1


def test_control_characters_never_reach_a_clipboard() -> None:
    sent: list[str] = []
    copy("a\x1b[31m\u202eb\ud800\nc", osc52=sent.append, environ=NOWHERE)
    assert sent == ["a\ufffd[31mb\ufffd\nc"]


def test_a_command_of_the_readers_choice(tmp_path: Path) -> None:
    target = tmp_path / "taken"
    copied = copy("text é", setting=f"command tee {target}", what="it", environ=NOWHERE)
    assert copied == Copied("tee", True, "Copied it (tee)")
    assert target.read_text("utf-8") == "text é"


@pytest.mark.parametrize(
    "setting", ["command false", "command /nonexistent", "command 'open", "command", "pyperclip", "tmux"]
)
def test_a_way_that_does_not_work_is_said_to_be_the_one_chosen(setting: str, tmp_path: Path) -> None:
    # A tmux of the person who runs the tests may be there to answer: look for it where there is none.
    copied = copy("text", setting=setting, environ={**NOWHERE, "TMUX_TMPDIR": str(tmp_path)})
    assert (copied.method, copied.is_confirmed) == ("", False)
    assert setting in copied.message


def test_turned_off_only_the_file_is_kept(tmp_path: Path) -> None:
    sent: list[str] = []
    copied = copy("text", osc52=sent.append, setting="off", last_copy=tmp_path / "x", environ=NOWHERE)
    assert copied.method == "file" and "turned off" in copied.message and sent == []


def test_a_program_that_hangs_is_ended_with_its_children(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("paperterm.export.clipboard.TIMEOUT", 0.3)
    number = tmp_path / "pid"
    script = tmp_path / "hang"
    script.write_text(f"#!/bin/sh\nsleep 100 &\necho $! > {number}\nwait\n")
    script.chmod(0o700)
    begun = time.monotonic()
    assert copy("text", setting=f"command {script}", environ=NOWHERE).method == ""
    assert time.monotonic() - begun < 60  # far from the hundred seconds that it would take
    while is_running(number.read_text().strip()):  # a process that was killed needs a moment to go
        assert time.monotonic() - begun < 60
        time.sleep(0.02)


def is_running(number: str) -> bool:
    """Whether a process is there, and not only waited for."""
    try:
        return Path(f"/proc/{number}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


def test_a_file_of_the_current_folder_is_never_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pyperclip.py").write_text("open('taken-over', 'w')")
    monkeypatch.chdir(tmp_path)
    copy("text", setting="pyperclip", environ=NOWHERE)
    assert not (tmp_path / "taken-over").exists()


def test_the_sequence_for_the_terminal() -> None:
    assert osc52_sequence("é", {}) == f"\x1b]52;c;{base64.b64encode('é'.encode()).decode()}\x07"
    pieces = re.findall("\x1bP(.*?)\x1b\\\\", osc52_sequence("x" * 1000, {"STY": "1.pts"}), re.DOTALL)
    assert "".join(pieces) == osc52_sequence("x" * 1000, {})
    assert max(map(len, pieces)) <= 240


def test_the_child_is_a_program_of_its_own() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "paperterm.export.clip"], input=b"text", env=NOWHERE, capture_output=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (4, b"", b"")
