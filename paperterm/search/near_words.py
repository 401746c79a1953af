"""Which words of a query were replaced by nearest ones in a search; it is always said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from paperterm.search.evaluation import Mask, Remembered
from paperterm.search.found import Replaced
from paperterm.search.leaves import Part
from paperterm.search.lookup import Lookup
from paperterm.search.near import Near
from paperterm.search.syntax import And, Node, Not, Or, Phrase, Query, Word, either

MOST_REPLACED = 20
"""Words of one search that are replaced; whoever has more unknown words does not look for papers like ours."""


@dataclass
class NearWords:
    """Looks leaves up for one search, and notes what was replaced.

    `is_wide`: words that hardly any paper has are taken for errors, too; `may_widen`: there are such words.
    """

    lookup: Lookup
    is_wide: bool = False
    may_widen: bool = False
    _near: dict[Word | Phrase, Sequence[Near]] = field(default_factory=dict)
    _rare: set[Word | Phrase] = field(default_factory=set)

    def look_up(self, leaf: Word | Phrase) -> tuple[Sequence[Part], Mask, Remembered]:
        """The postings of a leaf, and the papers that have it."""
        may_replace = leaf in self._near or len(self._near) < MOST_REPLACED
        found = self.lookup.leaf(leaf, is_wide=self.is_wide, may_replace=may_replace)
        if found.near:
            self._near[leaf] = found.near
        if found.is_rare:
            self._rare.add(leaf)
            self.may_widen = True
        return found.parts, found.mask, found.scores

    def suggestions(self) -> tuple[str, ...]:
        """The nearest words, in the order of the query."""
        return tuple(dict.fromkeys(near.word for words in self._near.values() for near in words))

    def replaced(self) -> tuple[Replaced, ...]:
        """Which words were replaced by which."""
        return tuple(
            Replaced(leaf.text, tuple(near.word for near in words), leaf in self._rare)
            for leaf, words in self._near.items()
        )

    def lit(self, query: Query) -> Query:
        """The query with the words that were sought in place of others."""
        if not self._near or query.root is None:
            return query
        return Query(self._with_near(query.root), query.problems)

    def _with_near(self, node: Node) -> Node:
        if isinstance(node, Word | Phrase) and node in self._near:
            return either([node, *(type(node)(near.word, node.field) for near in self._near[node])]) or node
        if isinstance(node, And):
            return And(tuple(map(self._with_near, node.parts)))
        if isinstance(node, Or):
            return either([self._with_near(part) for part in node.parts]) or node
        return Not(self._with_near(node.part)) if isinstance(node, Not) else node
