from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rank_bm25 import BM25Okapi

from paperterm.search import building
from paperterm.search.bm25 import Bm25Index, segment_of
from paperterm.search.segment import DTYPES, DamagedIndex

DOCUMENTS = st.lists(
    st.lists(st.sampled_from(["a", "b", "c", "d", "the", "graph", "été", "学"]), max_size=12), min_size=1, max_size=12
)
CLOSE = {"rtol": 0, "atol": 1e-9}


@given(
    documents=DOCUMENTS.filter(any),
    query=st.lists(st.sampled_from(["a", "b", "the", "graph", "été", "nowhere"]), max_size=5),
)
def test_scores_are_those_of_rank_bm25(documents: list[list[str]], query: list[str]) -> None:
    np.testing.assert_allclose(Bm25Index(documents).get_scores(query), BM25Okapi(documents).get_scores(query), **CLOSE)


@pytest.mark.parametrize(("k1", "b", "epsilon"), [(1.5, 0.75, 0.25), (1.2, 0.0, 0.1), (2.0, 1.0, 0.0)])
def test_scores_are_those_of_rank_bm25_on_the_seeds(shared_data: Path, k1: float, b: float, epsilon: float) -> None:
    texts = [path.read_text(encoding="utf-8").split("\n\n") for path in sorted((shared_data / "seeds").glob("*.txt"))]
    documents = [text.lower().split() for blocks in texts for text in blocks[1:] if text.strip()]
    original = BM25Okapi(documents, k1=k1, b=b, epsilon=epsilon)
    ours = Bm25Index(documents, k1=k1, b=b, epsilon=epsilon)
    assert ours.average_idf == pytest.approx(original.average_idf)
    chance = random.Random(7)
    words = sorted(original.idf)
    for _ in range(100):
        query = [chance.choice(words) for _ in range(chance.randint(1, 4))] + ["the", "the", "nowhere"]
        np.testing.assert_allclose(ours.get_scores(query), original.get_scores(query), **CLOSE)


def test_several_segments_score_as_one(tmp_path: Path) -> None:
    documents = [["a", "b"], ["b", "b", "c"], ["c"], ["a", "d", "d"], []]
    parts = []
    for first, last in ((0, 2), (2, 3), (3, 5)):
        folder = tmp_path / str(first)
        folder.mkdir()
        part = segment_of(documents[first:last], folder)
        part.first = first
        parts.append(part)
    together, whole = Bm25Index.of_segments(parts), BM25Okapi(documents)
    for query in (["a"], ["b", "c"], ["d", "nowhere"], ["c", "c"]):
        np.testing.assert_allclose(together.get_scores(query), whole.get_scores(query), **CLOSE)
    assert dict(together.idf) == pytest.approx(whole.idf)


def test_a_saved_index_scores_the_same(tmp_path: Path) -> None:
    index = Bm25Index([["graph", "neural"], ["neural"], ["flow"]])
    index.save(tmp_path)
    np.testing.assert_array_equal(Bm25Index.load(tmp_path).get_scores(["neural"]), index.get_scores(["neural"]))


def test_documents_without_words_and_no_documents_are_no_error() -> None:
    assert len(Bm25Index([]).get_scores(["a"])) == 0
    assert Bm25Index([[], []]).get_scores(["a"]).tolist() == [0, 0]


def test_batches_are_put_together_as_if_there_were_one(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(3)
    words = [f"w{number}" for number in range(40)]
    documents = [[chance.choice(words) for _ in range(chance.randint(0, 30))] for _ in range(60)]
    whole = Bm25Index(documents).segments[0].arrays
    monkeypatch.setattr(building, "BATCH", 37)
    pieces = Bm25Index(documents).segments[0].arrays
    for name in DTYPES:
        np.testing.assert_array_equal(pieces[name], whole[name], err_msg=name)


@pytest.mark.parametrize("name", sorted(DTYPES))
def test_a_file_that_is_cut_short_is_noticed(tmp_path: Path, name: str) -> None:
    Bm25Index([["graph", "neural"], ["neural"], ["flow"]]).save(tmp_path)
    path = tmp_path / f"{name}.bin"
    if not path.stat().st_size:
        pytest.skip("this file is empty in an index without venues")
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(DamagedIndex):
        Bm25Index.load(tmp_path)
    path.unlink()
    with pytest.raises(DamagedIndex):
        Bm25Index.load(tmp_path)
