"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperterm.errors import ExportError
from paperterm.export.files import path_in, safe_file_name, write_export


def refused(path: Path | str, **options: bool) -> ExportError:
    with pytest.raises(ExportError) as caught:
        write_export(path, "new\n", **options)
    assert caught.value.hint
    return caught.value


def test_a_text_is_written_in_utf_8(tmp_path: Path) -> None:
    path = write_export(tmp_path / "papers.bib", "é\nx\n")
    assert path == tmp_path / "papers.bib"
    assert path.read_bytes() == "é\nx\n".encode()
    assert [one.name for one in tmp_path.iterdir()] == ["papers.bib"]


def test_it_has_the_usual_permissions(tmp_path: Path) -> None:
    program = "import os; os.umask(0o027); from paperterm.export.files import write_export as w; w('x.bib', 'a')"
    subprocess.run([sys.executable, "-c", program], cwd=tmp_path, check=True)
    assert (tmp_path / "x.bib").stat().st_mode & 0o777 == 0o640


def test_home_is_understood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    write_export("~/papers.bib", "x")
    assert (tmp_path / "papers.bib").read_text() == "x"


def test_nothing_is_overwritten_without_force(tmp_path: Path) -> None:
    path = tmp_path / "papers.bib"
    path.write_text("old")
    path.chmod(0o600)
    error = refused(path)
    assert str(path) in error.message and "--force" in error.hint
    assert path.read_text() == "old"
    write_export(path, "new", force=True)
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("force", [False, True])
def test_links_are_not_followed(tmp_path: Path, force: bool) -> None:
    target = tmp_path / "target"
    target.write_text("old")
    for name, destination in (("link", target), ("dangling", tmp_path / "nowhere")):
        (tmp_path / name).symlink_to(destination)
        assert str(destination) in refused(tmp_path / name, force=force).message
    assert target.read_text() == "old"
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize("force", [False, True])
def test_folders_devices_and_missing_folders_are_named(tmp_path: Path, force: bool) -> None:
    assert "is a folder" in refused(tmp_path, force=force).message
    assert "not a regular file" in refused("/dev/null", force=force).message
    error = refused(tmp_path / "a b" / "papers.bib", force=force)
    assert str(tmp_path / "a b") in error.message and "mkdir -p '" in error.hint
    (tmp_path / "file").write_text("old")
    assert "not a folder" in refused(tmp_path / "file" / "papers.bib", force=force).message
    assert "name is too long" in refused(tmp_path / ("x" * 300), force=force).message
    assert "cannot be the name" in refused("a\0b", force=force).message
    assert sorted(one.name for one in tmp_path.iterdir()) == ["file"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        assert "not permitted" in refused(tmp_path / "papers.bib").message
    finally:
        tmp_path.chmod(0o700)


def test_a_file_system_that_may_not_be_written() -> None:
    assert "cannot be written" in refused("/proc/papers.bib").message


def test_row101_a_full_disk_leaves_the_old_file_whole(tmp_path: Path) -> None:
    path = tmp_path / "papers.bib"
    path.write_text("old")
    program = (
        "import sys\nfrom paperterm.errors import ExportError\nfrom paperterm.export.files import write_export\n"
        "try:\n    write_export(sys.argv[1], 'x' * 100_000, force=True)\n"
        "except ExportError as error:\n    print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(path)],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000)),
        capture_output=True,
        check=True,
    )
    assert str(path).encode() in done.stdout and b"too large" in done.stdout
    assert path.read_text() == "old"
    assert [one.name for one in tmp_path.iterdir()] == ["papers.bib"]


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("quill2024scaling", "quill2024scaling"),
        ("../../etc/passwd", "etc_passwd"),
        ("-rf", "rf"),
        ("CON", "_CON"),
        ("nul.tar", "_nul.tar"),
        ("..", "paper"),
        ("", "paper"),
        ("a:b/c*d", "a_b_c_d"),
        ("é中", "paper"),
        ("x" * 200, "x" * 80),
    ],
)
def test_names_of_files(key: str, name: str) -> None:
    assert safe_file_name(key, ".md") == f"{name}.md"


@given(st.text())
def test_any_key_stays_in_the_folder(key: str) -> None:
    path = path_in(Path("folder"), key, ".bib")
    assert path.parent == Path("folder")
    assert len(path.name) <= 90 and path.name[0] not in ".-"
    assert all(character.isascii() and (character.isalnum() or character in "._-") for character in path.name)
