"""A damaged library on the command line: what is said, what is mended, and what never changes."""

from __future__ import annotations

import json
import os
import random
import stat
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.cli.conftest import CommandLine
from tests.cli.test_process import on_terminal
from tests.terminal import sequences, stray_controls

NOT_DATA = {"library.lock"}
"""Files that say nothing about papers."""


@pytest.fixture
def noted(cli: CommandLine) -> CommandLine:
    """Three papers: a note in `annotations.json`, with a backup of it, and two stars in the journal."""
    first, second, third = cli.ids()
    cli.run("note", first, "precious")
    write_in_journal(cli, second)
    write_in_journal(cli, third)
    return cli


def write_in_journal(cli: CommandLine, paper: str) -> None:
    """A star that no checkpoint holds, as a killed program leaves it."""
    whole = cli.library / "annotations.json"
    before = whole.read_bytes()
    code = (
        "import os, sys; from pathlib import Path; from paperterm.library import Library;"
        "library = Library.open(Path(sys.argv[1])); library.set_star([sys.argv[2]], True); library.flush(); os._exit(0)"
    )
    done = cli.python("-c", code, str(cli.library), paper)
    assert done.returncode == 0, done.stderr
    assert whole.read_bytes() == before
    assert (cli.library / "annotations.log").stat().st_size > 0


def data(cli: CommandLine) -> dict[str, bytes]:
    """The library's files byte for byte, without the lock."""
    return {name: content for name, content in cli.files().items() if name not in NOT_DATA}


def written(cli: CommandLine) -> dict[str, object]:
    """What the reader wrote, by paper."""
    papers = json.loads(cli.run("list", "--json").stdout)
    return {p["paper_id"]: [p["note"], p["tags"], p["starred"]] for p in papers}


def findings(cli: CommandLine, *words: str, status: int = 0) -> dict[str, list[str]]:
    """What `doctor --json` says, by level."""
    report = json.loads(cli.run("doctor", "--json", *words, status=status).stdout)
    assert report["sound"] == (status == 0)
    assert report["library"] == str(cli.library)
    levels: dict[str, list[str]] = {"well": [], "note": [], "damage": [], "done": []}
    for finding in report["findings"]:
        levels[finding["level"]].append(finding["text"])
    return levels


def test_a_sound_library_is_called_sound(noted: CommandLine) -> None:
    before = data(noted)
    result = noted.run("doctor")
    assert result.stderr == "the library is sound\n"
    assert {line.split()[0] for line in result.stdout.splitlines()} == {"ok"}
    assert "annotations of 3 papers, 2 changes of them still in the journal" in result.stdout
    assert findings(noted)["damage"] == []
    assert data(noted) == before


def test_a_library_that_is_not_there_is_sound_and_not_made(empty: CommandLine) -> None:
    assert "does not exist yet" in empty.run("doctor").stdout
    assert "does not exist yet" in empty.run("doctor", "--repair").stdout
    assert "no backups yet" in empty.run("restore").stderr
    assert "there is no library" in empty.run("backup", status=1).stderr
    assert not empty.library.exists()


def test_a_torn_last_line_of_the_journal_is_no_damage(noted: CommandLine) -> None:
    log = noted.library / "annotations.log"
    before = written(noted)
    write_in_journal(noted, noted.ids()[0])
    log.write_bytes(log.read_bytes()[:-9])
    torn = log.read_bytes()
    assert any("not written whole" in text for text in findings(noted)["note"])
    assert log.read_bytes() == torn
    assert any("cut off" in text for text in findings(noted, "--repair")["done"])
    assert written(noted) == before
    assert findings(noted)["note"] == []
    kept = [path.read_bytes() for path in (noted.library / "backups").glob("unreadable-*.log")]
    assert len(kept) == 1 and torn.endswith(kept[0])


DAMAGE = {
    "row22-empty": lambda whole: b"",
    "row24-tail": lambda whole: whole + b'"}}rubbish',
    "row25-zeros": lambda whole: b"\0" * len(whole),
    "row26-bit": lambda whole: whole.replace(b"precious", b"qrecious"),
    "row23-half": lambda whole: whole[: len(whole) // 2],
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_damage_is_said_and_mended(noted: CommandLine, kind: str) -> None:
    before = written(noted)
    whole = noted.library / "annotations.json"
    damaged = DAMAGE[kind](whole.read_bytes())
    whole.write_bytes(damaged)
    files = data(noted)
    assert len(findings(noted, status=1)["damage"]) == 1
    assert "doctor --repair" in noted.run("doctor", status=1).stderr
    assert data(noted) == files, "doctor without --repair changes nothing"
    for words in (["list"], ["tag", "00", "--add", "x"], ["backup", str(noted.home / "new.zip")]):
        refused = noted.run(*words, status=1).stderr
        assert "annotations.json" in refused and "paperterm doctor" in refused
    assert files.items() <= data(noted).items(), "what is refused changes nothing"
    assert not (noted.home / "new.zip").exists()
    mended = findings(noted, "--repair")
    assert mended["done"] and not mended["damage"]
    after = written(noted)
    assert after == before or kind == "row26-bit"
    assert after.keys() == before.keys()
    assert damaged in data(noted).values(), "the damaged file is kept, byte for byte"
    assert findings(noted, "--repair")["done"] == []


def test_a_damaged_backup_is_put_away(noted: CommandLine) -> None:
    (backup,) = (noted.library / "backups").iterdir()
    backup.write_bytes(b"damaged")
    assert "damaged" in noted.run("restore").stdout
    assert str(backup) in noted.run("doctor", status=1).stdout
    assert noted.run("restore", backup.name, status=1).stderr
    findings(noted, "--repair")
    assert [path.read_bytes() for path in (noted.library / "backups").iterdir()] == [b"damaged"]
    findings(noted)


def test_what_cannot_be_mended_stays_a_failure(noted: CommandLine) -> None:
    noted.run("import", str(noted.home / "list.txt"), "--collection", "again")
    min((noted.library / "papers").iterdir()).unlink()
    result = noted.run("doctor", "--repair", status=1)
    assert "3 papers are named in a list, but the file that held them is gone" in result.stdout
    assert result.stderr == "1 fault could not be mended; paperterm restore lists the backups\n"


def test_backups_are_listed_and_one_is_brought_back(noted: CommandLine) -> None:
    first = noted.ids()[0]
    line = noted.run("restore").stdout.split()
    assert line[2] == "1" and Path(line[3]).parent == noted.library / "backups"
    noted.run("note", first, "another")
    result = noted.run("restore", Path(line[3]).name)
    assert "brought back the annotations of 1 paper" in result.stdout
    assert "kept what was there as" in result.stdout
    assert written(noted)[first] == ["precious", [], False]
    newest = noted.run("restore").stdout.splitlines()[0].split()
    assert newest[2] == "3", "what was replaced is a backup now"
    noted.run("restore", newest[3])
    assert written(noted)[first] == ["another", [], False]


def test_a_whole_library_moves_in_one_file(noted: CommandLine, tmp_path: Path) -> None:
    before = written(noted)
    file = noted.home / "safe" / "reading.zip"
    file.parent.mkdir()
    assert "2 files" in noted.run("backup", str(file)).stdout
    assert file.stat().st_mode & 0o777 == 0o600
    (tmp_path / "elsewhere").mkdir()
    other = CommandLine(tmp_path / "elsewhere")
    other.run("restore", str(file))
    assert written(other) == before
    assert findings(other)["damage"] == []


def test_a_backup_writes_over_nothing_without_force(noted: CommandLine) -> None:
    file = noted.home / "reading.zip"
    file.write_text("mine")
    assert "--force" in noted.run("backup", str(file), status=1).stderr
    assert file.read_text() == "mine"
    noted.run("backup", str(file), "--force")
    assert zipfile.is_zipfile(file)
    link = noted.home / "link.zip"
    link.symlink_to(file)
    whole = file.read_bytes()
    assert "no regular file" in noted.run("backup", str(link), "--force", status=1).stderr
    assert file.read_bytes() == whole and link.is_symlink()
    assert noted.run("backup", str(noted.home / "nowhere" / "x.zip"), status=1).stderr


def test_a_backup_names_itself(noted: CommandLine) -> None:
    folder = noted.home / "safe"
    folder.mkdir()
    noted.run("backup", str(folder))
    done = noted.process("backup")
    assert done.returncode == 0, done.stderr
    names = [*folder.iterdir(), *noted.home.glob("paperterm-*.zip")]
    assert len(names) == 2 and all(zipfile.is_zipfile(name) for name in names)


BAD_BACKUPS = {
    "missing": None,
    "empty": b"",
    "text": b"We study graphs.\n",
    "json": b'{"annotations": 3}',
    "zip-of-nothing": b"PK\5\6" + bytes(18),
    "cut": "cut",
    "flipped": "flipped",
}


@pytest.mark.parametrize("kind", BAD_BACKUPS)
def test_a_bad_backup_changes_nothing(noted: CommandLine, kind: str) -> None:
    file = noted.home / "bad.zip"
    content = BAD_BACKUPS[kind]
    if isinstance(content, str):
        noted.run("backup", str(file))
        whole = bytearray(file.read_bytes())
        whole[len(whole) // 2] ^= 4
        content = bytes(whole) if kind == "flipped" else bytes(whole[: len(whole) // 2])
    if content is not None:
        file.write_bytes(content)
    before = data(noted)
    assert "bad.zip" in noted.run("restore", str(file), status=1).stderr
    assert noted.run("restore", str(noted.home), status=1).stderr
    assert data(noted) == before


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(chance=st.randoms(use_true_random=False))
def test_no_damage_is_a_traceback_and_repair_ends_all(noted: CommandLine, chance: random.Random) -> None:
    before = data(noted)
    try:
        name = chance.choice(sorted(name for name in before if not name.startswith("cache/")))
        damaged = bytearray(before[name])
        for _ in range(chance.randrange(1, 4)):
            place = chance.randrange(len(damaged) + 1)
            damaged[place : place + chance.randrange(3)] = chance.randbytes(chance.randrange(4))
        (noted.library / name).write_bytes(damaged)
        for words in (["doctor"], ["list"], ["doctor", "--repair"], ["doctor"]):
            done = noted.run_any(*words)
            assert done.exit_code in (0, 1), (name, words, done.output)
            assert "Traceback" not in done.output and "something went wrong" not in done.output
        assert bytes(damaged) in data(noted).values() or bytes(damaged) == before[name] or done.exit_code == 0
    finally:
        for name in data(noted).keys() - before.keys():
            (noted.library / name).unlink()
        for name, content in before.items():
            (noted.library / name).write_bytes(content)


def put_in_the_way(place: Path, kind: str) -> None:
    """Something that is no file, in the place of one."""
    if place.is_dir():
        place.rename(place.with_name("away"))
    place.unlink(missing_ok=True)
    match kind:
        case "folder":
            place.mkdir()
        case "pipe":
            os.mkfifo(place)
        case "loop":
            place.symlink_to(place)
        case _:
            place.write_bytes(b"")


@pytest.mark.parametrize("kind", ["folder", "pipe", "loop"])
@pytest.mark.parametrize("name", ["annotations.json", "annotations.log"], ids=["row36-whole", "row36-journal"])
def test_what_is_no_file_is_said_and_left_alone(noted: CommandLine, name: str, kind: str) -> None:
    put_in_the_way(noted.library / name, kind)
    for words in (["doctor"], ["doctor", "--repair"], ["list"], ["backup", "x.zip"]):
        result = noted.run(*words, status=1)
        assert name in result.output
    mode = (noted.library / name).lstat().st_mode
    assert {"folder": stat.S_ISDIR, "pipe": stat.S_ISFIFO, "loop": stat.S_ISLNK}[kind](mode)


@pytest.mark.parametrize("row", ["row14-row36"])
def test_a_library_that_is_a_file_is_said(empty: CommandLine, row: str) -> None:
    empty.library.write_text("mine")
    for words in (["doctor"], ["doctor", "--repair"], ["backup"], ["restore", "x.zip"], ["list"]):
        assert noted_sentence(empty.run(*words, status=1).output)
    assert empty.library.read_text() == "mine"


def noted_sentence(output: str) -> bool:
    """Whether something was said, in words."""
    return len(output.split()) > 3


@pytest.mark.parametrize("name", ["papers", "backups", "cache", "drafts"])
def test_files_in_the_place_of_folders_are_no_traceback(noted: CommandLine, name: str) -> None:
    put_in_the_way(noted.library / name, "file")
    for words in (["doctor"], ["doctor", "--repair"], ["restore"], ["list"]):
        done = noted.run_any(*words)
        assert done.exit_code in (0, 1)
        assert "Traceback" not in done.output and "something went wrong" not in done.output


def test_names_in_reports_do_nothing_to_the_terminal(cli: CommandLine) -> None:
    (cli.library / "annotations\x1b]52;c;ZXZpbA==\x07 conflict.json").write_bytes(b"{}")
    cli.library.joinpath("annotations.json").write_bytes(b"")
    with on_terminal(cli, "doctor") as terminal:
        assert terminal.wait_for_end() == 1
        assert stray_controls(bytes(terminal.raw)) == []
        assert sequences(bytes(terminal.raw)) <= {"\x1b[…m".encode()}
