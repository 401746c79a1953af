"""The words and stems of a segment, made once for each distinct chunk of its texts."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paperterm.search.segment import follower_bit, slots_of
from paperterm.search.spelling import FUNCTION_WORDS, american
from paperterm.search.tokens import LONGEST_WORD, Piece, pieces_of_coarse, stems

Numbers = NDArray[Any]

FORM_BITS = 8
"""Forms of a stem that are told apart in a posting; the rarest share the last bit."""

_LETTERS = np.zeros(256, dtype="<u4")
_LETTERS[list(b"abcdefghijklmnopqrstuvwxyz012345")] = 1 << np.arange(32)
_LETTERS[list(b"6789")] = 1 << np.arange(4)


@dataclass
class Vocabulary:
    """What chunks are made of, and the words of all of them.

    `piece_ends` (for each chunk), `piece_words` and `piece_places` list the words of every chunk; `widths` how many
    chunks wide it is. `words` and `stems` are sorted; `word_stem` gives the stem of each word and `word_bit` its bit.
    `chunk_bits`: for each chunk the `follower_bit`s of its words. `counts_for_length`: whether a word counts in the
    length of a paper; function words do not.
    """

    piece_ends: Numbers
    piece_words: Numbers
    piece_places: Numbers
    widths: Numbers
    words: list[bytes]
    stems: list[bytes]
    word_stem: Numbers
    word_bit: Numbers
    counts_for_length: Numbers
    chunk_bits: Numbers

    def arrays(self) -> dict[str, Numbers]:
        """The arrays of a segment that hold words and stems."""
        return {
            **_strings("stem", self.stems),
            **_strings("word", self.words),
            "word_stem": self.word_stem.astype("<u4"),
            "word_bit": self.word_bit.astype("u1"),
            "word_letters": _letters(self.words),
        }


def of_prose(forms: Sequence[str], counts: Numbers) -> Vocabulary:
    """The vocabulary of texts: `forms` are their coarse chunks, `counts` how often each occurs."""
    numbers: dict[str, int] = {}
    ends, words, places, widths = array("I"), array("I"), array("H"), array("I")
    for form in forms:
        if form.isalpha() and form.isascii() and (form.islower() or form[1:].islower()) and len(form) <= LONGEST_WORD:
            words.append(numbers.setdefault(american(form.lower()), len(numbers)))
            places.append(0)
            widths.append(1)
        else:
            pieces, wide = pieces_of_coarse(form)
            for piece in sorted(pieces, key=_place):
                words.append(numbers.setdefault(piece.word, len(numbers)))
                places.append(min(piece.place, 0xFFFF))
            widths.append(wide)
        ends.append(len(words))
    return _vocabulary(_Chunks(ends, words, places, widths), list(numbers), list(stems(numbers)), counts)


def _place(piece: Piece) -> int:
    return piece.place


def of_tokens(forms: Sequence[str], counts: Numbers) -> Vocabulary:
    """The vocabulary of texts that somebody else cut into words: each is a stem of its own."""
    numbers = array("I", range(len(forms)))
    ends = array("I", range(1, len(forms) + 1))
    zeros, ones = array("H", bytes(2 * len(forms))), array("I", [1]) * len(forms)
    made = _vocabulary(_Chunks(ends, numbers, zeros, ones), list(forms), list(forms), counts)
    made.counts_for_length[:] = True
    return made


def letters_of(word: str) -> int:
    """The letters of a word as bits, to tell at once that two words differ by many; those outside ASCII have none."""
    return int(_letters([word.encode()])[0])


def _letters(words: Sequence[bytes]) -> Numbers:
    ends = np.cumsum([len(word) + 1 for word in words], dtype=np.int64)
    bits = _LETTERS[np.frombuffer(b"".join(word + b"\0" for word in words), dtype=np.uint8)]
    found: Numbers = np.bitwise_or.reduceat(bits, np.concatenate(([0], ends[:-1]))) if words else bits
    return found


class _Chunks(NamedTuple):
    """The pieces of all chunks, as `Vocabulary` has them, words still in the order of their first use."""

    ends: array[int]
    words: array[int]
    places: array[int]
    widths: array[int]


def _vocabulary(chunks: _Chunks, words: list[str], word_stems: list[str], counts: Numbers) -> Vocabulary:
    encoded = [word.encode("utf-8", "surrogatepass") for word in words]
    order = sorted(range(len(encoded)), key=encoded.__getitem__)
    rank = np.empty(len(order), dtype=np.uint32)
    rank[order] = np.arange(len(order), dtype=np.uint32)
    sorted_stems = sorted({word.encode("utf-8", "surrogatepass") for word in word_stems})
    stem_number = {stem: number for number, stem in enumerate(sorted_stems)}
    stem_of = [stem_number[word_stems[number].encode("utf-8", "surrogatepass")] for number in order]
    word_stem = np.array(stem_of, dtype=np.uint32)
    in_order = rank[np.frombuffer(chunks.words, dtype=np.uint32)] if len(chunks.words) else np.empty(0, np.uint32)
    piece_ends = np.array(chunks.ends, dtype=np.int64)
    per_form = np.diff(piece_ends, prepend=0)
    word_counts = np.bincount(in_order, weights=np.repeat(counts, per_form), minlength=len(words))
    is_content = np.array([words[number] not in FUNCTION_WORDS for number in order], dtype=bool)
    return Vocabulary(
        piece_ends=piece_ends,
        piece_words=in_order,
        piece_places=np.array(chunks.places, dtype=np.uint16),
        widths=np.array(chunks.widths, dtype=np.uint32),
        words=[encoded[number] for number in order],
        stems=sorted_stems,
        word_stem=word_stem,
        word_bit=_bits(word_stem, word_counts),
        counts_for_length=is_content,
        chunk_bits=_bits_of_chunks(piece_ends, word_stem[in_order], sorted_stems),
    )


def _bits_of_chunks(piece_ends: Numbers, piece_stems: Numbers, sorted_stems: Sequence[bytes]) -> Numbers:
    if not len(piece_stems):
        return np.zeros(len(piece_ends), dtype=np.uint32)
    bits = np.array([follower_bit(stem) for stem in sorted_stems], dtype=np.uint32)[piece_stems]
    starts = piece_ends - np.diff(piece_ends, prepend=0)
    found: Numbers = np.bitwise_or.reduceat(np.append(bits, np.uint32(0)), starts)
    found[starts == piece_ends] = 0
    return found


def _bits(word_stem: Numbers, word_counts: Numbers) -> Numbers:
    """For each word its rank among the forms of its stem, the most frequent first."""
    order = np.lexsort((-word_counts, word_stem))
    in_order = word_stem[order]
    starts = np.flatnonzero(np.diff(in_order, prepend=-1)) if len(in_order) else np.empty(0, np.int64)
    sizes = np.diff(np.append(starts, len(in_order)))
    rank = np.arange(len(in_order)) - np.repeat(starts, sizes)
    bits = np.empty(len(word_stem), dtype=np.uint8)
    bits[order] = np.minimum(rank, FORM_BITS - 1)
    return bits


def _strings(kind: str, strings: list[bytes]) -> dict[str, Numbers]:
    lengths = np.fromiter(map(len, strings), dtype=np.int64, count=len(strings))
    return {
        f"{kind}_bytes": np.frombuffer(b"".join(strings), dtype="u1"),
        f"{kind}_ends": np.cumsum(lengths).astype("<u4"),
        f"{kind}_slots": slots_of(strings),
    }
