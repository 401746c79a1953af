"""A passage that is being chosen: from word to word and from sentence to sentence, larger and smaller."""

from __future__ import annotations

from typing import NamedTuple

from paperterm.model.annotation import COLOURS, Highlight
from paperterm.model.passages import highlight_of
from paperterm.present.abstract import ShownAbstract
from paperterm.present.view import Range


class Passage(NamedTuple):
    """Words from `anchor` to `head`, by number, whichever comes first; the head is the end that moves.

    Attributes:
        colour: that it will have as a highlight.
    """

    abstract: ShownAbstract
    anchor: int
    head: int
    colour: str = COLOURS[0]

    @classmethod
    def sentence(cls, abstract: ShownAbstract, place: int, colour: str = COLOURS[0]) -> Passage:
        """The sentence at a place of an abstract that has words."""
        first, last = abstract.sentences[abstract.sentence_of(abstract.word_at(place))]
        return cls(abstract, first, last, colour)

    @classmethod
    def between(cls, abstract: ShownAbstract, first: int, last: int, colour: str = COLOURS[0]) -> Passage:
        """The words between two places of an abstract that has words."""
        return cls(abstract, abstract.word_at(first), abstract.word_at(last), colour)

    @property
    def place(self) -> Range:
        """Where it stands in the source of the abstract."""
        first, last = sorted((self.anchor, self.head))
        return self.abstract.words[first][0], self.abstract.words[last][1]

    @property
    def head_place(self) -> Range:
        """Where the word at the end that moves stands."""
        return self.abstract.words[self.head]

    @property
    def word_count(self) -> int:
        """How many words it has."""
        return abs(self.head - self.anchor) + 1

    def highlight(self, remark: str = "") -> Highlight:
        """It as a highlight."""
        return highlight_of(self.abstract.text, *self.place, self.colour, remark)

    # Another passage

    def word(self, step: int) -> Passage:
        """The single word so many words behind the head."""
        head = self._inside(self.head + step)
        return self._replace(anchor=head, head=head)

    def other_sentence(self, step: int) -> Passage:
        """The whole sentence so many sentences behind that of the head."""
        sentences = self.abstract.sentences
        number = self.abstract.sentence_of(self.head) + step
        first, last = sentences[min(max(0, number), len(sentences) - 1)]
        return self._replace(anchor=first, head=last)

    # Larger and smaller

    def by_words(self, step: int) -> Passage:
        """The head moved by so many words."""
        return self._replace(head=self._inside(self.head + step))

    def by_sentence(self, step: int) -> Passage:
        """The head moved to the next end of a sentence (1), or to the one before (-1).

        A passage that would have nothing left grows over its own beginning instead.
        """
        moved = self._to_end_of_sentence(step)
        if moved is None and (self.head > self.anchor) == (step < 0):
            moved = self.turned()._to_end_of_sentence(step)
        return moved or self

    def _to_end_of_sentence(self, step: int) -> Passage | None:
        is_forward = self.head > self.anchor or (self.head == self.anchor and step > 0)
        ends = (sentence[is_forward] for sentence in self.abstract.sentences)
        head = min((end for end in ends if (end - self.head) * step > 0), key=lambda end: end * step, default=None)
        if head is None or (head < self.anchor if is_forward else head > self.anchor):
            return None
        return self._replace(head=head)

    def turned(self) -> Passage:
        """The same words; the other end moves."""
        return self._replace(anchor=self.head, head=self.anchor)

    def coloured(self, colour: str) -> Passage:
        """The same words in another colour."""
        return self._replace(colour=colour)

    def _inside(self, word: int) -> int:
        return min(max(0, word), len(self.abstract.words) - 1)
