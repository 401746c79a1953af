"""Where the program runs: sizes, kinds of terminal, locales, homes, streams, networks. It works, or says why not."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.end_to_end.conftest import PROGRAM, Desk
from tests.end_to_end.test_main_job import terminal_is_restored
from tests.terminal import Terminal

SHADE = re.compile(rb"[34]8;2;(\d+);(\d+);(\d+)")
WIDE = "深度学习中的神经坍缩. We study the collapse of deep features and prove that it happens for every depth.\n"


def leave(terminal: Terminal) -> None:
    """It takes a key, saves, and ends in order."""
    terminal.press("s")
    terminal.wait_for("star.*saved")
    terminal.press("q")
    assert terminal.wait_for_end() == 0
    assert terminal_is_restored(terminal.raw)
    assert b"Traceback" not in terminal.raw


@pytest.mark.parametrize(
    ("columns", "rows"),
    [(1, 1), (20, 5), (0, 0), (1000, 500)],
    ids=["row106-1x1", "row106-20x5", "row106-0x0", "row106-1000x500"],
)
def test_it_starts_at_any_size(desk: Desk, columns: int, rows: int) -> None:
    desk.do("import", "list.txt")
    terminal = Terminal([PROGRAM], env=desk.environment, cwd=desk.home, columns=max(columns, 1), rows=max(rows, 1))
    with terminal:
        if not columns:
            terminal._set_size(0, 0)
        terminal.wait_for(lambda seen: b"\x1b[?2026h" in seen.raw or b"\x1b[?25l" in seen.raw)
        if columns >= 20:
            terminal.wait_for("Br|Di|Gr")
        terminal.resize(101, 30)
        terminal.wait_for(fills(101, 30))
        leave(terminal)


def fills(columns: int, rows: int) -> Callable[[Terminal], object]:
    """Whether the screen is drawn for this size: the count ends the first line, the keys fill the last."""

    def is_so(terminal: Terminal) -> object:
        lines = terminal.text.split("\n")
        return (
            len(lines) == rows
            and lines[0].endswith("5 papers")
            and len(lines[0]) >= columns - 2
            and "quit" in lines[-1]
        )

    return is_so


def test_row107_three_hundred_resizes(desk: Desk) -> None:
    terminal = desk.open("list.txt")
    terminal.wait_for("5 papers")
    for number in range(300):
        terminal.resize(*((1, 1), (20, 5), (80, 24), (200, 60))[number % 4])
    terminal.resize(91, 27)
    terminal.wait_for(fills(91, 27))
    leave(terminal)


@pytest.mark.parametrize(
    "term", ["", None, "nonsense", "vt100", "linux"], ids="row108-{}".format
)  # fmt: skip
def test_any_name_of_a_terminal_will_do(desk: Desk, term: str | None) -> None:
    desk.environment.pop("TERM")
    if term is not None:
        desk.environment["TERM"] = term
    terminal = desk.open("list.txt")
    terminal.wait_for("5 papers")
    leave(terminal)


def test_row108_a_dumb_terminal_is_refused_with_a_hint(desk: Desk) -> None:
    desk.environment["TERM"] = "dumb"
    terminal = desk.open("list.txt")
    assert terminal.wait_for_end() == 1
    assert b"TERM=dumb" in terminal.raw
    assert b"paperterm --help" in terminal.raw
    assert b"\x1b" not in terminal.raw


SIGNS = {"w": "○", "r": "◐", "d": "●", "x": "×", "s": "★"}


@pytest.mark.parametrize(
    "kind", [{"NO_COLOR": "1"}, {"TERM": "xterm", "COLORTERM": ""}, {"COLORFGBG": "0;15"}],
    ids=["row109-no-colour", "row109-16-colours", "row109-light"],
)  # fmt: skip
def test_what_colour_says_a_sign_says_too(desk: Desk, kind: dict[str, str]) -> None:
    desk.environment.update(kind)
    terminal = desk.open("list.txt")
    terminal.wait_for("5 papers")
    rows: set[str] = set()
    for key in ("u", *SIGNS):
        terminal.press(key)
        terminal.wait_for("saved|already")
        terminal.wait_for(lambda seen, key=key: key == "u" or SIGNS[key] in seen.text.split("\n")[2][:8])
        rows.add(terminal.text.split("\n")[2][:8])
    assert len(rows) == 6
    if "NO_COLOR" in kind:
        sequences = re.findall(rb"\x1b\[([0-9;]*)m", bytes(terminal.raw))
        assert {shade for one in sequences for shade in SHADE.findall(one) if len(set(shade)) > 1} == set()
        assert {
            one for one in sequences if re.search(rb"(?:^|;)(?:[349]|10)[0-8](?:;|$)", SHADE.sub(b"", one))
        } == set()
    leave_starred(terminal)


def leave_starred(terminal: Terminal) -> None:
    """End, where the star is set already."""
    terminal.press("q")
    assert terminal.wait_for_end() == 0


@pytest.mark.parametrize(
    "locale",
    [{"LC_ALL": "C"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, {"PYTHONIOENCODING": "latin-1"},
     {"LC_ALL": "nonsense"}, {"PYTHONIOENCODING": "ascii:strict"}],
    ids=["row110-c", "row110-c-ascii", "row110-latin-1", "row110-unknown", "row110-ascii"],
)  # fmt: skip
def test_any_locale_will_do(desk: Desk, locale: dict[str, str]) -> None:
    desk.environment.pop("LANG")
    desk.environment.update(locale)
    (desk.home / "wide.txt").write_text(WIDE, encoding="utf-8")
    terminal = desk.open("wide.txt")
    terminal.wait_for("(?i)1 papers?")
    leave(terminal)
    done = subprocess.run([PROGRAM, "list"], env=desk.environment, cwd=desk.home, capture_output=True, check=False)
    assert done.returncode == 0
    assert done.stdout
    assert b"Traceback" not in done.stderr
    exported = subprocess.run(
        [PROGRAM, "export", "--format", "jsonl"], env=desk.environment, capture_output=True, check=True
    )
    assert "神经坍缩" in json.loads(exported.stdout.decode("utf-8"))["abstract"]


@pytest.mark.parametrize("kind", ["null", "file", "pipe", "closed"], ids="row111-{}".format)
def test_the_app_takes_keys_from_a_terminal_only(desk: Desk, kind: str) -> None:
    (desk.home / "keys").write_bytes(b"jjjjjjjq")
    script = {"null": "< /dev/null", "file": "< keys", "pipe": "", "closed": "<&-"}[kind]
    command = f'"$0" list.txt {script}' if kind != "pipe" else 'printf jjjq | "$0" list.txt'
    terminal = desk.open_program(["/bin/sh", "-c", command, PROGRAM])
    assert terminal.wait_for_end() == 1
    assert b"needs a terminal" in terminal.raw
    assert b"\x1b[?1049h" not in terminal.raw
    assert not (desk.home / ".local").exists()  # and nothing was imported


@pytest.mark.parametrize("where", ["> out", "| cat > out"], ids=["row112-stdout-file", "row112-stdout-pipe"])
def test_standard_output_may_be_anything(desk: Desk, where: str) -> None:
    terminal = desk.open_program(["/bin/sh", "-c", f'"$0" list.txt {where}', PROGRAM])
    terminal.wait_for("5 papers")
    leave(terminal)
    assert (desk.home / "out").read_bytes() == b""


@pytest.mark.parametrize("where", ["2> err", "2>&-"], ids=["row112-stderr-file", "row112-stderr-closed"])
def test_the_app_draws_on_a_terminal_only(desk: Desk, where: str) -> None:
    terminal = desk.open_program(["/bin/sh", "-c", f'"$0" list.txt {where}', PROGRAM])
    assert terminal.wait_for_end() == 1
    assert b"\x1b[?1049h" not in terminal.raw
    if (desk.home / "err").exists():
        assert b"needs a terminal" in (desk.home / "err").read_bytes()


@pytest.mark.parametrize("program", ["tmux", "screen"], ids="row122-{}".format)
def test_inside_another_terminal_resized_detached_and_attached_again(desk: Desk, program: str) -> None:
    path = shutil.which(program)
    if path is None:
        pytest.skip(f"{program} is not installed")
    desk.do("import", "list.txt")
    sockets = Path(tempfile.mkdtemp())  # a socket's path must be short
    desk.environment["SCREENDIR"] = str(sockets)
    tmux = [path, "-S", str(sockets / "s"), "-f", "/dev/null"]
    begin, attach, detach, end = {
        "tmux": (
            [*tmux, "new-session", str(PROGRAM)],
            [*tmux, "attach"],
            [*tmux, "detach-client"],
            [*tmux, "kill-server"],
        ),
        "screen": (
            [path, "-S", "pt", str(PROGRAM)],
            [path, "-r", "pt"],
            [path, "-d", "pt"],
            [path, "-X", "-S", "pt", "quit"],
        ),
    }[program]
    outside = desk.open_program(begin, columns=100, rows=30)
    try:
        outside.wait_for("5 papers")
        outside.resize(80, 20)
        outside.wait_for("(?s)5 papers.*? quit")
        subprocess.run(detach, env=desk.environment, check=True)
        outside.wait_for_end()
        again = desk.open_program(attach, columns=90, rows=25)
        again.wait_for("5 papers")
        again.press("w")
        again.wait_for("to-read.*saved")
        again.press("q")
        assert again.wait_for_end() == 0
    finally:
        subprocess.run(end, env=desk.environment, capture_output=True, check=False)
        shutil.rmtree(sockets, ignore_errors=True)
    assert desk.do("list", "status:to-read", "--format", "ids").count("\n") == 1


HOMES = {
    "home-unset": {"HOME": None},
    "home-missing": {"HOME": "/nowhere/at/all"},
    "home-unwritable": {"HOME": "/proc"},
    "home-a-file": {"HOME": "FILE"},
    "home-relative": {"HOME": "here"},
    "xdg-relative": {"XDG_DATA_HOME": "data", "XDG_CONFIG_HOME": "config", "XDG_STATE_HOME": "state"},
    "xdg-a-file": {"XDG_DATA_HOME": "FILE", "XDG_CONFIG_HOME": "FILE", "XDG_STATE_HOME": "FILE"},
    "xdg-empty": {"XDG_DATA_HOME": "", "XDG_CONFIG_HOME": "", "XDG_STATE_HOME": ""},
    "xdg-controls": {"XDG_DATA_HOME": "/nowhere\x1b]0;owned\x07/x"},
}


@pytest.mark.parametrize("odd", HOMES.values(), ids=[f"row123-{name}" for name in HOMES])
def test_odd_homes_work_or_are_named(desk: Desk, odd: dict[str, str | None]) -> None:
    work = desk.home / "work"
    work.mkdir()
    (desk.home / "file").write_text("not a folder")
    for name, value in odd.items():
        desk.environment.pop(name, None)
        if value is not None:
            desk.environment[name] = value.replace("FILE", str(desk.home / "file"))
    if odd.get("HOME", "") is None:  # the user database names another home, which no test may touch
        desk.environment["XDG_DATA_HOME"] = str(desk.home / "data")
    before = set(work.rglob("*"))
    for command in (["list"], ["import", str(desk.home / "list.txt")], ["config"], ["stats"]):
        done = subprocess.run(
            [PROGRAM, *command], env=desk.environment, cwd=work, capture_output=True, timeout=60, check=False
        )
        said = (done.stdout + done.stderr).decode()
        assert "Traceback" not in said
        assert "\x1b" not in said
        assert done.returncode in (0, 1)
        if done.returncode:
            assert said.startswith("paperterm: ")
            assert (
                any(value and value.partition("\x1b")[0].replace("FILE", "file") in said for value in odd.values())
                or "home" in said
            )
    assert (desk.home / "file").read_text() == "not a folder"
    if not any(name == "HOME" and value == "here" for name, value in odd.items()):
        assert set(work.rglob("*")) == before  # nothing lands in the current folder


CONFIGS = {
    "broken": (b'theme = "paperterm-dark"\nadvance = tru\n', "line 2"),
    "binary": (b"\xff\xfe\x00", "config.toml"),
    "unknown-key": (b"fnord = 1\n", "fnord"),
    "wrong-type": (b'advance = "yes"\n', "advance"),
    "deep": (b"a = " + b"[" * 100_000, "config.toml"),
    "folder": (None, "config.toml"),
}


@pytest.mark.parametrize(("content", "word"), CONFIGS.values(), ids=[f"row124-{name}" for name in CONFIGS])
def test_wrong_settings_are_said_and_the_defaults_hold(desk: Desk, content: bytes | None, word: str) -> None:
    settings = desk.home / "config.toml"
    if content is None:
        settings.mkdir()
    else:
        settings.write_bytes(content)
    desk.environment["PAPERTERM_CONFIG"] = str(settings)
    terminal = desk.open("list.txt", columns=250, rows=20)
    terminal.wait_for("5 papers")
    terminal.wait_for(rf"config\.toml.*{word}|{word}.*defaults")
    leave(terminal)


def test_row124_without_settings_nothing_is_said(desk: Desk) -> None:
    desk.environment["PAPERTERM_CONFIG"] = str(desk.home / "none.toml")
    terminal = desk.open("list.txt")
    terminal.wait_for("5 papers")
    assert "none.toml" not in terminal.text
    leave(terminal)


@pytest.fixture
def offline() -> list[str]:
    """The beginning of a command line that runs a program without any network."""
    for words in (["unshare", "-n", "--"], ["unshare", "-rn", "--"]):
        if (
            shutil.which("unshare")
            and subprocess.run([*words, "true"], capture_output=True, check=False).returncode == 0
        ):
            return [shutil.which("unshare") or "", *words[1:]]
    pytest.skip("this system does not let a program be cut off from the network (unshare)")


def test_row128_without_a_network_nothing_differs(desk: Desk, offline: list[str]) -> None:
    terminal = desk.open_program([*offline, PROGRAM, "list.txt"])
    terminal.wait_for("5 papers")
    terminal.press("y")
    terminal.wait_for("(?i)sent")
    leave(terminal)
    cut_off = subprocess.run(
        [*offline, PROGRAM, "export"], env=desk.environment, cwd=desk.home, capture_output=True, text=True, check=True
    )
    assert cut_off.stdout == desk.do("export")


def test_row128_nothing_ever_connects(desk: Desk) -> None:
    strace = shutil.which("strace")
    log = desk.home / "calls"
    if strace is None or subprocess.run([strace, "-o", log, "true"], capture_output=True, check=False).returncode:
        pytest.skip("strace is not installed, or may not be used here")
    for command in (["import", "list.txt"], ["search", "graph"], ["export"]):
        subprocess.run(
            [strace, "-f", "-e", "trace=%network", "-o", log, PROGRAM, *command],
            env=desk.environment, cwd=desk.home, capture_output=True, check=True,
        )  # fmt: skip
        calls = log.read_text()
        assert re.findall(r"connect\(.*AF_INET.*|sendto\(.*AF_INET.*", calls) == []
