"""The papers' own files and the cache over them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperterm.errors import LibraryUnreadable
from paperterm.model.collection import Collection
from paperterm.model.paper import Paper
from paperterm.store import papers
from paperterm.store.inventory import fuller
from paperterm.store.store import Store
from tests.unit.store.tools import paper, paper_id, snapshot

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
PAPERS = st.builds(
    Paper,
    paper_id=st.integers(0, 2**64 - 1).map(lambda number: format(number, "016x")),
    title=TEXT,
    title_is_derived=st.booleans(),
    authors=st.lists(TEXT, max_size=3).map(tuple),
    venue=TEXT,
    year=st.none() | st.integers(1000, 3000),
    abstract=TEXT,
    doi=TEXT,
    arxiv_id=TEXT,
    url=TEXT,
    citation_key=TEXT,
    extra=st.dictionaries(TEXT, TEXT, max_size=2),
)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store.open(tmp_path / "library")


def test_an_import_is_read_back(store: Store) -> None:
    collection = Collection("ICML 2024 论文列表", "ICML", 2024, "list.txt", "2024-05-06T07:08:09+00:00")
    added = store.catalogue.append(collection, [paper(number) for number in range(3)])
    assert (added.new, added.known, added.merged, added.collection) == (3, 0, 0, collection)
    for catalogue in (store.catalogue, Store.open(store.folder).catalogue):
        assert len(catalogue) == 3
        assert [catalogue.paper(number) for number in range(3)] == [paper(number) for number in range(3)]
        assert catalogue.head(1) == paper(1).head
        assert catalogue.collections() == (collection,)
        assert list(catalogue.collection_numbers("icml 2024 论文列表")) == [0, 1, 2]
        assert catalogue.paper_collections(2) == (collection.name,)
        assert catalogue.number(paper_id(2)) == 2
    assert [path.name for path in (store.folder / "papers").iterdir()] == ["0001-icml-2024.jsonl"]


@given(st.lists(PAPERS, max_size=6, unique_by=lambda one: one.paper_id), st.booleans())
@settings(deadline=None, max_examples=60)
def test_any_paper_is_kept_as_it_is(
    tmp_path_factory: pytest.TempPathFactory, new: list[Paper], has_cache: bool
) -> None:
    store = Store.open(tmp_path_factory.mktemp("library"))
    store.catalogue.append(Collection("L"), new)
    if not has_cache:
        shutil.rmtree(store.folder / "cache", ignore_errors=True)
    catalogue = Store.open(store.folder).catalogue
    assert [catalogue.paper(number) for number in range(len(catalogue))] == new
    assert [catalogue.head(number) for number in range(len(catalogue))] == [one.head for one in new]
    assert [catalogue.number(one.paper_id) for one in new] == list(range(len(new)))


def test_known_papers_are_only_referred_to(store: Store) -> None:
    store.catalogue.append(Collection("One"), [paper(number, abstract="long " * 99) for number in range(3)])
    added = store.catalogue.append(Collection("Two"), [paper(1, abstract="long " * 99), paper(9)])
    assert (added.new, added.known, added.merged) == (1, 1, 0)
    assert len(store.catalogue) == 4
    assert list(store.catalogue.collection_numbers("Two")) == [1, 3]
    assert store.catalogue.paper_collections(1) == ("One", "Two")
    lines = (store.folder / "papers" / "0002-two.jsonl").read_text().splitlines()
    assert json.loads(lines[1]) == {"paper_id": paper_id(1)}


def test_the_same_list_again_writes_nothing(store: Store) -> None:
    store.catalogue.append(Collection("One"), [paper(1), paper(2)])
    before, fingerprint = snapshot(store.folder), store.catalogue.fingerprint
    added = store.catalogue.append(Collection("ONE", source="elsewhere"), [paper(2), paper(1)])
    assert (added.new, added.known, added.merged, added.collection.name) == (0, 2, 0, "One")
    assert snapshot(store.folder) == before
    assert store.catalogue.fingerprint == fingerprint


def test_a_known_paper_takes_over_what_it_lacked(store: Store) -> None:
    derived = paper(1, title="a label", title_is_derived=True, abstract="text")
    store.catalogue.append(Collection("Abstracts"), [derived, paper(2)])
    real = derived._replace(title="The Real Title", title_is_derived=False, authors=("A B",), doi="10.1/x")
    before = store.catalogue.fingerprint
    added = store.catalogue.append(Collection("BibTeX"), [real])
    assert (added.new, added.known, added.merged) == (0, 0, 1)
    for catalogue in (store.catalogue, Store.open(store.folder).catalogue):
        assert catalogue.paper(0) == real
        assert catalogue.head(0) == real.head
        assert catalogue.head(1) == paper(2).head
        assert catalogue.number(paper_id(1)) == 0
        assert not catalogue.fingerprint.startswith(before), "an old paper changed: no index can go on from the old one"


def test_the_fingerprint_of_more_papers_begins_with_the_old_one(store: Store) -> None:
    store.catalogue.append(Collection("One"), [paper(1)])
    before = store.catalogue.fingerprint
    store.catalogue.append(Collection("Two"), [paper(2), paper(1)])
    assert store.catalogue.fingerprint.startswith(f"{before}-")
    assert Store.open(store.folder).catalogue.fingerprint == store.catalogue.fingerprint


def test_what_goes_in_is_counted(store: Store) -> None:
    store.catalogue.append(Collection("One"), [paper(1, title="x", title_is_derived=True), paper(2)])
    new = [paper(3), paper(3), paper(2), paper(1, title="Real"), paper(1, title="Real"), paper(4), paper(4, doi="d")]
    added = store.catalogue.append(Collection("Two"), new)
    assert (added.new, added.merged, added.known) == (2, 1, 4)
    assert list(store.catalogue.collection_numbers("two")) == [2, 1, 0, 3]
    assert store.catalogue.paper(3).doi == "d"


@given(PAPERS, PAPERS)
def test_nothing_is_lost_by_merging(old: Paper, new: Paper) -> None:
    merged = fuller(old, new)
    assert merged.paper_id == old.paper_id
    for name in ("authors", "venue", "abstract", "doi", "arxiv_id", "url", "citation_key"):
        assert getattr(merged, name) == getattr(old, name) or not getattr(old, name)
    assert merged.year == old.year or old.year is None
    if old.title and not old.title_is_derived:
        assert (merged.title, merged.title_is_derived) == (old.title, False)
    assert fuller(merged, new) == merged


def test_prefixes_of_ids(store: Store) -> None:
    ids = ["00000000000000aa", "00000000000000ab", "ffffffffffffffff", "0abc000000000000"]
    store.catalogue.append(Collection("One"), [Paper(found, found) for found in ids])
    catalogue = store.catalogue
    assert catalogue.numbers_with_prefix("00000000000000") == [0, 1]
    assert catalogue.numbers_with_prefix("0", most=2) == [0, 1]
    assert catalogue.numbers_with_prefix("0") == [0, 1, 3]
    assert catalogue.numbers_with_prefix("F") == [2]
    assert catalogue.numbers_with_prefix("00000000000000ab") == [1]
    for wrong in ("", "xyz", "0" * 17, "-1", "0x1", "１", "1_0", " 1"):
        assert catalogue.numbers_with_prefix(wrong) == []
    assert catalogue.number("ffff") is None
    assert catalogue.number("1234567812345678") is None
    assert list(catalogue.collection_numbers("nothing")) == []


@given(st.text(max_size=60))
def test_no_name_of_a_collection_can_do_anything_on_the_file_system(name: str) -> None:
    found = papers.file_name(7, name)
    assert papers.file_number(found) == 7
    assert "/" not in found
    assert len(found) < 60


def test_a_file_of_a_newer_version_is_refused(store: Store) -> None:
    store.catalogue.append(Collection("One"), [paper(1)])
    path = store.folder / "papers" / "0001-one.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"schema": 1', b'"schema": 9'))
    with pytest.raises(LibraryUnreadable) as caught:
        Store.open(store.folder)
    assert "newer" in caught.value.message


def test_other_files_in_the_folder_do_not_matter(store: Store) -> None:
    store.catalogue.append(Collection("One"), [paper(1)])
    for name in ("notes.txt", ".0002-x.jsonl.tmp", "0002-UPPER.jsonl", "1-x.jsonl", "0003-é.jsonl"):
        (store.folder / "papers" / name).write_text("anything")
    assert len(Store.open(store.folder).catalogue) == 1
    assert not Store.open(store.folder).problems


def test_a_paper_whose_file_is_gone_is_said(store: Store) -> None:
    store.catalogue.append(Collection("One"), [paper(1)])
    (store.folder / "papers" / "0001-one.jsonl").unlink()
    with pytest.raises(LibraryUnreadable):
        store.catalogue.paper(0)
    assert len(Store.open(store.folder).catalogue) == 0


def test_many_files_are_read_with_few_descriptors(store: Store) -> None:
    for number in range(30):
        store.catalogue.append(Collection(f"L{number}"), [paper(number)])
    for number in (*range(30), *range(29, -1, -1)):
        assert store.catalogue.paper(number) == paper(number)
    assert len(store.catalogue.collections()) == 30
