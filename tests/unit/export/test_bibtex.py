"""BibTeX entries: types, fields, and that any text stays inside its field."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperterm.export import Entry, Options, exporter
from paperterm.export.bibtex import entry_type
from paperterm.model.annotation import Annotation, ReadingStatus

from .papers import is_balanced, make_entry, texts


def written(entry: Entry, **options: bool) -> str:
    return exporter("bibtex").write([entry], Options(**options))  # type: ignore[arg-type]


def fields(entry: Entry, **options: bool) -> dict[str, str]:
    """The fields of an entry as they are written, in their order."""
    lines = written(entry, **options).splitlines()[1:-1]
    return dict(re.fullmatch(r"  (\w+) = (.*?),?", line).groups() for line in lines)  # type: ignore[union-attr]


def test_a_conference_paper() -> None:
    entry = make_entry(
        Annotation(ReadingStatus.TO_READ, tags=("c++", "theory/ntk"), note="Compare\n\nwith *x_1*"),
        title="Scaling BERT: 5% of $L_2$",
        authors=("Ada Quill", "Bram van den Berg"),
        venue="ICML",
        year=2024,
        abstract="We show X & Y.",
        url="https://example.org/a_b?x=1&y=%20#s",
        extra={
            "booktitle": "Proceedings of the 41st ICML",
            "pages": "1-10",
            "month": "July",
            "series": "PMLR",
            "volume": "235",
            "openreview": "xyz",
        },
    )
    assert written(entry) == (
        "@inproceedings{quill2024scaling,\n"
        "  title = {Scaling {BERT}: 5\\% of {$L_2$}},\n"
        "  author = {Quill, Ada and van den Berg, Bram},\n"
        "  booktitle = {Proceedings of the 41st ICML},\n"
        "  year = {2024},\n"
        "  month = jul,\n"
        "  series = {PMLR},\n"
        "  volume = {235},\n"
        "  pages = {1--10},\n"
        "  url = {https://example.org/a_b?x=1&y=%20#s},\n"
        "  keywords = {to-read, c++, theory/ntk},\n"
        "  annote = {Compare with *x\\_1*},\n"
        "  abstract = {We show X \\& Y.}\n"
        "}\n"
    )


def test_an_abstract_alone_is_given_out_as_what_it_is() -> None:
    entry = make_entry(
        title="Recent studies of gradient descent …",
        title_is_derived=True,
        venue="ICML",
        year=2023,
        abstract="Recent …",
    )
    assert written(entry).startswith("@misc{")
    assert fields(entry, abstracts=False) == {
        "key": "{Recent studies of gradient descent}",
        "title": r"{[Recent studies of gradient descent {\ldots}]}",
        "howpublished": "{ICML 2023}",
        "year": "{2023}",
        "note": "{Title and authors unknown: the words in brackets are taken from the abstract}",
    }


def test_nothing_is_invented() -> None:
    bare = make_entry(title="We study nets", title_is_derived=True)
    assert list(fields(bare)) == ["key", "title", "note"]
    named = fields(make_entry(title="We study nets", title_is_derived=True, authors=("Ada Quill",)))
    assert "key" not in named
    assert named["note"].startswith("{Title unknown:")


def test_what_styles_sort_by_does_not_begin_as_every_abstract_does() -> None:
    entry = make_entry(title="We propose a {set} $X$ of nets", title_is_derived=True)
    assert fields(entry)["key"] == "{set X of nets}"


def test_an_arxiv_paper_has_eprint_doi_and_address() -> None:
    entry = make_entry(authors=("Ada Quill",), year=2024, venue="arXiv", arxiv_id="arXiv:2401.00001v2")
    assert written(entry).startswith("@misc{")
    assert list(fields(entry).items())[3:] == [
        ("doi", "{10.48550/arXiv.2401.00001}"),
        ("eprint", "{2401.00001v2}"),
        ("archivePrefix", "{arXiv}"),
        ("url", "{https://arxiv.org/abs/2401.00001v2}"),
    ]


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({"venue": "ICML", "authors": ("A. Quill",)}, "inproceedings"),
        ({"venue": "ICML", "authors": ("A. Quill",), "arxiv_id": "2401.00001"}, "inproceedings"),
        ({"venue": "ICML"}, "misc"),
        ({"extra": {"booktitle": "Proc. X"}}, "inproceedings"),
        ({"venue": "JMLR", "authors": ("A. Quill",), "extra": {"journal": "JMLR"}}, "article"),
        ({"venue": "JMLR", "extra": {"entrytype": "article"}}, "article"),
        ({"extra": {"entrytype": "phdthesis", "school": "MIT"}}, "phdthesis"),
        ({"venue": "arXiv preprint arXiv:2401.00001", "authors": ("A. Quill",)}, "misc"),
        ({"venue": "CoRR", "authors": ("A. Quill",)}, "misc"),
        ({"venue": "ICML", "authors": ("A. Quill",), "title_is_derived": True}, "misc"),
    ],
)
def test_types(facts: dict[str, object], expected: str) -> None:
    assert entry_type(make_entry(**facts).paper) == expected


def test_addresses_and_identifiers_are_never_escaped() -> None:
    found = fields(make_entry(doi="https://doi.org/10.1000/a_b{1}", url=r"https://example.org/a\_b?x=1\&y=\%20\#s"))
    assert found["doi"] == "{10.1000/a_b%7B1%7D}"
    assert found["url"] == "{https://example.org/a_b?x=1&y=%20#s}"
    assert "url" not in fields(make_entry(url="javascript:alert(1)"))


@pytest.mark.parametrize(
    ("month", "expected"),
    [("jul", "jul"), ("July", "jul"), ("7", "jul"), ("07", "jul"), ("13", None), ("summer", None)],
)
def test_months_are_macros(month: str, expected: str | None) -> None:
    assert fields(make_entry(year=2024, extra={"month": month})).get("month") == expected
    assert "month" not in fields(make_entry(extra={"month": month}))


def test_keywords_are_status_tags_and_the_sources_without_doubles() -> None:
    annotation = Annotation(ReadingStatus.READ, tags=("flow", "read"))
    entry = make_entry(annotation, extra={"keywords": "Flow; deep, nets, 50%"})
    assert fields(entry)["keywords"] == r"{read, flow, deep, nets, 50\%}"
    assert fields(entry, status=False)["keywords"].startswith("{flow, read")
    assert "keywords" not in fields(make_entry())


def test_notes_and_abstracts_can_stay_at_home() -> None:
    entry = make_entry(Annotation(note="private"), abstract="public")
    assert {"annote", "abstract"} <= set(fields(entry))
    assert not {"annote", "abstract"} & set(fields(entry, notes=False, abstracts=False))


def test_unicode_where_it_is_asked_for() -> None:
    entry = make_entry(title="Schrödinger & 学习", authors=("Jürgen Mäß",))
    assert written(entry).isascii()
    assert r"title = {Schrödinger \& 学习}" in written(entry, ascii_only=False)
    assert "author = {Mäß, Jürgen}" in written(entry, ascii_only=False)


hard_entries = st.builds(
    lambda title, derived, author, venue, abstract, url, note, tag, extra: make_entry(
        Annotation(tags=(tag,), note=note),
        title=title,
        title_is_derived=derived,
        authors=(author,),
        venue=venue,
        abstract=abstract,
        url=url,
        doi=url,
        arxiv_id=url,
        extra={"journal": extra, "pages": extra, "note": extra, "editor": extra, "month": extra, "primaryclass": extra},
    ),
    texts, st.booleans(), texts, texts, texts, texts, texts, texts, texts,
)  # fmt: skip


@given(hard_entries, st.booleans())
def test_any_text_in_any_field_stays_one_balanced_entry(entry: Entry, ascii_only: bool) -> None:
    text = written(entry, ascii_only=ascii_only)
    lines = text.splitlines()
    assert lines[0] == f"@{entry_type(entry.paper)}{{quill2024scaling,"
    assert lines[-1] == "}"
    assert all(re.match(r"  \w+ = ", line) and is_balanced(line) for line in lines[1:-1])
    assert text.isascii() or not ascii_only


@given(hard_entries)
def test_two_parsers_read_back_what_was_written(entry: Entry) -> None:
    bibtexparser = pytest.importorskip("bibtexparser")
    database = pytest.importorskip("pybtex.database")
    following = make_entry(key="next2024")
    text = exporter("bibtex").write([entry, following])
    expected = {name.lower(): value.strip("{}") for name, value in fields(entry).items()}

    library = bibtexparser.parse_string(text)
    assert library.failed_blocks == []
    assert [parsed.key for parsed in library.entries] == ["quill2024scaling", "next2024"]
    found = {field.key.lower(): field.value.strip("{}") for field in library.entries[0].fields}
    assert {name: value for name, value in found.items() if name != "month"} == {
        name: value for name, value in expected.items() if name != "month"
    }
    parsed = database.parse_string(text, "bibtex")
    assert list(parsed.entries) == ["quill2024scaling", "next2024"]
    assert parsed.entries["quill2024scaling"].fields.get("title", "").strip("{}") == expected.get("title", "")
