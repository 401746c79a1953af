"""An abstract as the reader shows it, word by word and sentence by sentence, with its highlights."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate

from paperterm.model.annotation import COLOURS, Highlight
from paperterm.model.passages import place_of
from paperterm.model.patterns import late
from paperterm.model.text import display
from paperterm.present.view import Piece, Range, View, laid, text_of, view

_PARAGRAPHS = late(r"\n[ \t]*\n\s*")
_GAP = "\n\n"
# Chinese and Japanese are written without blanks: each character is a word of its own there.
_UNSPACED = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef"
# Compiled when words are first asked for: this takes milliseconds, and the first page needs none of it.
_WORD = rf"[{_UNSPACED}]|[^\s{_UNSPACED}]+"
_SENTENCE_END = r"(?:[.!?]['\")\]”’]*|[。！？][」』”’）]*)\Z"
_ABBREVIATION = r"(?:\b(?:e\.g|i\.e|cf|etc|vs|al|resp|Fig|Figs|Eq|Eqs|Sec|Thm|Dr|Prof|St)|\b[A-Z])\.\Z"
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def number_sign(number: int) -> str:
    """A number as footnotes have it: ¹."""
    return str(number).translate(_SUPERSCRIPTS)


class ShownAbstract:
    """The abstract of a paper, either readable or as it was typed.

    Attributes:
        text: the source, each paragraph of it one line; all places are character offsets in it.
    """

    def __init__(self, abstract: str, *, is_raw: bool = False) -> None:
        typed = display(abstract, multiline=True).strip()
        self.text = _GAP.join(" ".join(paragraph.split()) for paragraph in _PARAGRAPHS.split(typed))
        self._view = View([Piece(self.text, 0, len(self.text))]) if is_raw else _by_paragraph(self.text)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """What is shown."""
        return self._view.pieces

    # Words and sentences

    @cached_property
    def words(self) -> tuple[Range, ...]:
        """Where each word stands; a formula is one word, with whatever touches it."""
        words: list[Range] = []
        for start, end in sorted([*_words(self.pieces), *self._view.formulas]):
            if words and start < words[-1][1]:
                words[-1] = (words[-1][0], max(end, words[-1][1]))
            else:
                words.append((start, end))
        return tuple(words)

    @cached_property
    def sentences(self) -> tuple[Range, ...]:
        """The first and the last word of each sentence, by number."""
        sentences: list[Range] = []
        first = 0
        for number, (start, end) in enumerate(self.words):
            following = self.words[number + 1][0] if number + 1 < len(self.words) else len(self.text)
            is_last = following == len(self.text) or _GAP in self.text[end:following]
            if is_last or _ends_sentence(self.text[start:end]):
                sentences.append((first, number))
                first = number + 1
        return tuple(sentences)

    def sentence_of(self, word: int) -> int:
        """The number of the sentence that has a word."""
        return bisect_right(self.sentences, word, key=lambda sentence: sentence[0]) - 1

    def word_at(self, place: int) -> int:
        """The number of the word at a place, or of the one before it."""
        return max(0, bisect_right(self.words, place, key=lambda word: word[0]) - 1)

    # Highlights

    def with_highlights(self, pieces: Sequence[Piece], highlights: Sequence[Highlight]) -> list[Piece]:
        """The pieces of this abstract with the passages in their colours, and a small number behind each passage."""
        pieces = list(pieces)
        ends: list[tuple[int, str]] = []
        for number, highlight in enumerate(highlights, 1):
            place = place_of(self.text, highlight)
            if place is not None:
                pieces = laid(pieces, [place], colour_style(highlight.colour))
                ends.append((place[1], number_sign(number)))
        return list(_signed(pieces, sorted(ends)))


def colour_style(colour: str) -> str:
    """The style of a highlight's colour; one that this version does not know looks like the first."""
    return f"highlight-{colour if colour in COLOURS else COLOURS[0]}"


def _by_paragraph(text: str) -> View:
    pieces: list[Piece] = []
    formulas: list[Range] = []
    start = 0
    for paragraph in text.split(_GAP):
        if start:
            pieces.append(Piece(_GAP, start - len(_GAP), start))
        shown = view(paragraph)
        pieces += [piece._replace(start=start + piece.start, end=start + piece.end) for piece in shown.pieces]
        formulas += [(start + first, start + last) for first, last in shown.formulas]
        start += len(paragraph) + len(_GAP)
    return View(pieces, formulas)


def _words(pieces: Sequence[Piece]) -> Iterator[Range]:
    """Where the words that are shown stand in the source."""
    starts = list(accumulate((len(piece.text) for piece in pieces), initial=0))
    for match in re.finditer(_WORD, text_of(pieces)):
        first = bisect_right(starts, match.start()) - 1
        last = bisect_left(starts, match.end()) - 1
        start, end = pieces[first].start, pieces[last].end
        if pieces[first].is_as_typed:
            start += match.start() - starts[first]
        if pieces[last].is_as_typed:
            end -= starts[last + 1] - match.end()
        if start < end:
            yield start, end


def _ends_sentence(word: str) -> bool:
    return bool(re.search(_SENTENCE_END, word)) and not re.search(_ABBREVIATION, word)


def _signed(pieces: Iterable[Piece], signs: Sequence[tuple[int, str]]) -> Iterator[Piece]:
    """The pieces with each sign behind what stands before its place."""
    waiting = list(reversed(signs))
    for piece in pieces:
        while waiting and piece.start >= waiting[-1][0] and piece.end > piece.start:
            yield _sign(*waiting.pop())
        yield piece
    while waiting:
        yield _sign(*waiting.pop())


def _sign(place: int, text: str) -> Piece:
    return Piece(text, place, place, "dim")
