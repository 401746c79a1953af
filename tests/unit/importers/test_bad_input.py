"""Bad and odd input: each kind is taken in whole, or refused in one sentence that names it and says what to do.

The ids are the rows of the list of bad inputs that the project keeps (51 to 82 are about imports).
"""

from __future__ import annotations

import codecs
import gzip
import io
import os
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from paperterm.errors import SourceError
from paperterm.importers import sources as sources_module
from paperterm.importers.result import Imported
from paperterm.importers.sources import read_sources

FIRST = "We study the first thing, at some length, so that it is taken for an abstract of its own. It works."
SECOND = "Deep nets forget. This paper shows how they can be made to remember what they have learned before."
LIST = f"ICML 2024 论文列表\n\n{FIRST}\n\n{SECOND}\n"

Maker = Callable[[Path], str]


def abstracts(imported: Imported) -> list[str]:
    return [paper.abstract for paper in imported.papers]


def write(folder: Path, content: bytes | str, name: str = "list.txt") -> str:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return str(path)


def fifo(folder: Path) -> str:
    os.mkfifo(folder / "pipe.txt")
    return str(folder / "pipe.txt")


def loop(folder: Path) -> str:
    (folder / "loop.txt").symlink_to(folder / "loop.txt")
    return str(folder / "loop.txt")


def sparse(folder: Path) -> str:
    path = folder / "huge.txt"
    with path.open("wb") as file:
        file.truncate(1 << 40)
    return str(path)


def bomb(folder: Path) -> str:
    return write(folder, gzip.compress(b" " * 20_000_000), "list.bib")


def zipped(folder: Path) -> str:
    with zipfile.ZipFile(folder / "list.txt", "w") as archive:
        archive.writestr("inside.txt", LIST)
    return str(folder / "list.txt")


BIBTEX = {
    "row70-unclosed-brace": "@article{a, title={A thing",
    "row70-unclosed-quote": '@article{a, title="A thing}',
    "row70-50000-braces": "@article{a, title=" + "{" * 50_000 + "}" * 50_000 + "}",
    "row70-100000-at-signs": "@article{" + "@" * 100_000,
    "row71-doubling": "@string{a0 = {ha}}\n"
    + "".join(f"@string{{a{n} = a{n - 1} # a{n - 1}}}\n" for n in range(1, 27)),
    "row71-cycle": "@string{a = b}\n@string{b = a}\n@article{k, title = a}",
    "row71-undefined": "@article{k, title = nowhere}",
    "row72-comment-and-preamble": "@comment{x}\n@preamble{{y}}\njunk\n@article{k, title={T}}",
    "row72-missing-key": "@article{title={T}}",
    "row72-duplicate-key": "@article{k, title={T}}\n@article{k, title={U}}",
    "row72-duplicate-field": "@article{k, title={T}, title={U}}",
}
"""BibTeX is not read: however odd, it is refused as what it is, by its name."""


REFUSED: list[tuple[str, Maker, str]] = [
    ("row51-missing", lambda folder: str(folder / "lost.txt"), "lost.txt: there is no such file"),
    ("row51-name-with-controls", lambda folder: str(folder / "a\x1b[31m\nb.txt"), "a␛[31m b.txt: there is no such"),
    ("row51-name-with-nul", lambda folder: str(folder / "a\x00b"), "a␀b: cannot be read"),
    ("row51-no-name", lambda folder: "", "a file without a name: there is no such file"),
    ("row51-name-too-long", lambda folder: str(folder / ("n" * 5000)), "cannot be read (File name too long)"),
    ("row51-network", lambda folder: "https://example.org/list.txt", "https://example.org/list.txt: there is no such"),
    ("row52-folder-without-lists", str, "no lists of papers in this folder"),
    ("row52-endless-device", lambda folder: "/dev/zero", "/dev/zero: not a file, but a device"),
    ("row52-fifo-without-writer", fifo, "pipe.txt: not a file, but a pipe (FIFO)"),
    ("row52-symlink-loop", loop, "loop.txt: cannot be read (Too many levels of symbolic links)"),
    ("row52-proc", lambda folder: "/proc/self/status", "/proc/self/status: not a file, but a view of the system"),
    ("row54-empty", lambda folder: write(folder, b""), "list.txt: no papers found"),
    ("row54-blanks", lambda folder: write(folder, " \n\t\n\u3000\n"), "list.txt: no papers found"),
    ("row54-bom-only", lambda folder: write(folder, codecs.BOM_UTF8), "list.txt: no papers found"),
    ("row54-utf16-bom-only", lambda folder: write(folder, codecs.BOM_UTF16_LE), "list.txt: no papers found"),
    ("row54-heading-only", lambda folder: write(folder, "ICML 2024 论文列表\n"), "list.txt: no papers found"),
    ("row55-sparse-terabyte", sparse, "huge.txt: larger than 256 MB"),
    ("row57-png", lambda folder: write(folder, b"\x89PNG\r\n\x1a\n\x00\x00"), "list.txt: not a text file, but a PNG"),
    ("row57-pdf", lambda folder: write(folder, b"%PDF-1.7\n%text"), "list.txt: not a text file, but a PDF"),
    ("row57-elf", lambda folder: write(folder, b"\x7fELF\x02\x01\x01\x00"), "list.txt: not a text file, but a program"),
    ("row57-sqlite", lambda folder: write(folder, b"SQLite format 3\x00"), "list.txt: not a text file, but an SQLite"),
    ("row57-nul", lambda folder: write(folder, b"abc\x00def"), "list.txt: looks like a binary file"),
    ("row58-gzip-bomb-in-bib", bomb, "list.bib: compressed (gzip)"),
    ("row58-zip", zipped, "list.txt: compressed (zip)"),
    ("row60-gb18030", lambda folder: write(folder, LIST.encode("gb18030")), "not UTF-8 (byte 10, line 1, which begins"),
    (
        "row60-latin1",
        lambda folder: write(folder, f"{FIRST}\n\nR\xe9seau".encode("latin-1")),
        "not UTF-8 (byte 102, line 3",
    ),
    ("row67-deep-nesting", lambda folder: write(folder, '{"title": ' + "[" * 100_000, "a.jsonl"), "line 1: nested too"),
    ("row67-empty-objects", lambda folder: write(folder, "{}\n" * 50, "a.jsonl"), "line 1: no title, abstract"),
    ("row69-truncated", lambda folder: write(folder, '{"title": "A", "abst', "a.jsonl"), "line 1: not JSON: "),
    *(
        (name, lambda folder, text=text: write(folder, text, "list.bib"), "list.bib: this looks like BibTeX")
        for name, text in BIBTEX.items()
    ),
    ("row79-xml", lambda folder: write(folder, '<?xml version="1.0"?><!DOCTYPE x>'), "list.txt: this looks like XML"),
    ("row79-html", lambda folder: write(folder, "<!DOCTYPE html><p>" + FIRST), "list.txt: this looks like HTML"),
]


@pytest.mark.parametrize(("make", "message"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_refused_in_a_sentence_with_advice(make: Maker, message: str, tmp_path: Path) -> None:
    source = make(tmp_path)
    started = time.process_time()
    with pytest.raises(SourceError) as caught:
        read_sources([source])
    assert time.process_time() - started < 5
    assert message in caught.value.message
    assert "\n" not in caught.value.message
    assert caught.value.message.isprintable()
    assert caught.value.exit_code == 1
    assert caught.value.hint


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_row51_no_permission(tmp_path: Path) -> None:
    path = write(tmp_path, LIST)
    Path(path).chmod(0)
    with pytest.raises(SourceError, match="you may not read it"):
        read_sources([path])


def test_row51_permission_refused_by_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    path = write(tmp_path, LIST)
    monkeypatch.setattr(sources_module.os, "open", refuse)
    with pytest.raises(SourceError, match="you may not read it"):
        read_sources([path])


def test_row51_a_near_name_is_proposed(tmp_path: Path) -> None:
    write(tmp_path, LIST, "icml2024.txt")
    with pytest.raises(SourceError) as caught:
        read_sources([str(tmp_path / "icml2042.txt")])
    assert str(tmp_path / "icml2024.txt") in caught.value.hint


def test_row53_piped_text_is_imported() -> None:
    [imported] = read_sources(["-"], stdin=io.BytesIO(LIST.encode()))
    assert abstracts(imported) == [FIRST, SECOND]
    assert imported.collection.name == "ICML 2024"
    assert imported.collection.source == "-"


def test_row53_an_empty_pipe_has_no_papers() -> None:
    with pytest.raises(SourceError, match="standard input: no papers found"):
        read_sources(["-"], stdin=io.BytesIO())


def test_row53_a_pipe_that_never_ends_stops_at_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
            return len(buffer)

    monkeypatch.setattr(sources_module, "LARGEST_SOURCE", 8 << 20)
    with pytest.raises(SourceError, match="standard input: larger than 8 MB"):
        read_sources(["-"], stdin=io.BufferedReader(Endless(), 1 << 20))


def test_row53_standard_input_twice() -> None:
    with pytest.raises(SourceError, match="only once"):
        read_sources(["-", "-"], stdin=io.BytesIO(LIST.encode()))


def test_row56_one_line_of_64_megabytes(tmp_path: Path) -> None:
    path = write(tmp_path, b"word " * ((64 << 20) // 5))
    started = time.process_time()
    with pytest.raises(SourceError, match="no papers found; line 1: a text of 67,108,860 characters"):
        read_sources([path])
    assert time.process_time() - started < 10


@pytest.mark.parametrize(
    "content", [b"A\n\n" * 400_000, b"\n" * 2_000_000 + b"A\n" * 9], ids=["row56-blocks", "row56-blank"]
)
def test_row56_many_lines(content: bytes, tmp_path: Path) -> None:
    path = write(tmp_path, content)
    started = time.process_time()
    with pytest.raises(SourceError):
        read_sources([path])
    assert time.process_time() - started < 10


@pytest.mark.parametrize(
    "encoded",
    [
        LIST.encode("utf-8-sig"),
        LIST.encode("utf-16"),
        codecs.BOM_UTF16_BE + LIST.encode("utf-16-be"),
        LIST.encode("utf-32"),
        codecs.BOM_UTF32_BE + LIST.encode("utf-32-be"),
    ],
    ids=["row59-utf8-bom", "row59-utf16-le", "row59-utf16-be", "row59-utf32-le", "row59-utf32-be"],
)
def test_row59_byte_order_marks(encoded: bytes, tmp_path: Path) -> None:
    [imported] = read_sources([write(tmp_path, encoded)])
    assert imported.collection.name == "ICML 2024"
    assert abstracts(imported) == [FIRST, SECOND]


@pytest.mark.parametrize(
    ("encoding", "heading"),
    [
        pytest.param("gb18030", "会议论文列表：深度学习", id="row60-gb18030"),
        pytest.param("big5", "論文列表", id="row60-big5"),
        pytest.param("shift_jis", "論文リスト", id="row60-shift_jis"),
        pytest.param("latin-1", "Articles à lire cet été", id="row60-latin-1"),
    ],
)
def test_row60_encodings_are_said_and_obeyed(encoding: str, heading: str, tmp_path: Path) -> None:
    path = write(tmp_path, f"{heading}\n\n{FIRST}\n\n{SECOND}".encode(encoding))
    with pytest.raises(SourceError, match="not UTF-8 \\(byte ") as caught:
        read_sources([path])
    assert "--encoding" in caught.value.hint
    [imported] = read_sources([path], encoding=encoding)
    assert imported.collection.name == heading
    assert abstracts(imported) == [FIRST, SECOND]


@pytest.mark.parametrize("encoding", ["klingon", "base64", "rot13", "", " "])
def test_row60_an_encoding_that_is_none(encoding: str, tmp_path: Path) -> None:
    path = write(tmp_path, LIST.encode("gb18030"))
    with pytest.raises(SourceError):
        read_sources([path], encoding=encoding)


def test_row60_the_wrong_encoding_is_said(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="not ascii from byte 10"):
        read_sources([write(tmp_path, LIST)], encoding="ascii")


def test_row61_one_damaged_record_is_named_and_nothing_is_imported(tmp_path: Path) -> None:
    blocks = [f"Abstract number {number} is about naïve nets." for number in range(1000)]
    content = "\n\n".join(blocks).encode().replace(b"number 500 is", b"number 500 \xff is")
    with pytest.raises(SourceError) as caught:
        read_sources([write(tmp_path, LIST, "good.txt"), write(tmp_path, content)])
    assert "line 1,001, which begins “Abstract number 500" in caught.value.message
    assert "Repair that line" in caught.value.hint


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(LIST.replace("\n", "\r\n"), id="row62-crlf"),
        pytest.param(LIST.replace("\n", "\r"), id="row62-cr"),
        pytest.param(LIST.replace("\n\n", "\r\n\n", 1), id="row62-mixed"),
        pytest.param(LIST.replace("\n\n", "\n\f\n"), id="row62-ff-between"),
        pytest.param(LIST.replace(f"{FIRST}\n\n", f"{FIRST}\f"), id="row62-ff-alone"),
        pytest.param(LIST.replace("\n", "\x85"), id="row62-nel"),
        pytest.param(LIST.replace("\n\n", "\n\u2028\n"), id="row62-u2028-line"),
        pytest.param(LIST.replace("\n\n", "\n \t\u00a0\u200b\n"), id="row62-blanks-in-blank-lines"),
    ],
)
def test_row62_line_breaks_of_every_kind(text: str, tmp_path: Path) -> None:
    [imported] = read_sources([write(tmp_path, text)])
    assert abstracts(imported) == [FIRST, SECOND]
    assert imported.collection.name == "ICML 2024"


@pytest.mark.parametrize("character", ["\v", "\f", "\x85", "\u2028", "\n"], ids="row62-{}".format)
def test_row62_a_break_inside_a_sentence_parts_nothing(character: str, tmp_path: Path) -> None:
    [imported] = read_sources([write(tmp_path, LIST.replace("thing, at", f"thing,{character}at"))])
    assert abstracts(imported) == [FIRST.replace("thing, at", "thing,\nat"), SECOND]


def test_row67_an_array_of_a_million_empty_objects(tmp_path: Path) -> None:
    started = time.process_time()
    with pytest.raises(SourceError, match="this looks like JSON"):
        read_sources([write(tmp_path, "[" + "{}," * 1_000_000 + "{}]", "a.jsonl")])
    assert time.process_time() - started < 5


def test_row78_nothing_is_given_back_when_a_later_source_fails(tmp_path: Path) -> None:
    good, bad = write(tmp_path, LIST), write(tmp_path, b"", "empty.txt")
    before = [entry.stat() for entry in sorted(tmp_path.iterdir())]
    with pytest.raises(SourceError, match="empty"):
        read_sources([good, bad])
    assert [entry.stat().st_mtime_ns for entry in sorted(tmp_path.iterdir())] == [
        status.st_mtime_ns for status in before
    ]


TRAPS = [
    "a",
    "{",
    "\\",
    " ",
    "$$",
    "-",
    "*",
    "A.",
    "[1] ",
    "\n-",
    "1.\n\n",
    "\f",
    "* \n",
    "We propose ",
    "\\emph{",
    "(A",
    "<",
]


@pytest.mark.parametrize("trap", TRAPS, ids="row80-{!a}".format)
def test_row80_traps_for_regular_expressions(trap: str, tmp_path: Path) -> None:
    text = f"{FIRST}\n\n{trap * (99_000 // len(trap))}\n\n{SECOND}"
    started = time.process_time()
    [imported] = read_sources([write(tmp_path, text)], format="text")
    assert time.process_time() - started < 20
    assert imported.records == len(imported.papers) + imported.skipped + imported.repeated
    assert imported.papers[0].abstract.startswith(FIRST)


def test_row82_a_file_that_changes_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, LIST)
    real = sources_module._chunks

    def grow(*arguments: object) -> object:
        with open(path, "a") as file:
            file.write("more")
        return real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(sources_module, "_chunks", grow)
    with pytest.raises(SourceError, match="changed while it was read"):
        read_sources([path])
