"""Whether a block of text goes on with the abstract before it: abstracts may hold blank lines of their own.

Most inner paragraphs look like whole abstracts, so that no rule on punctuation or length alone helps. What helps
together: the first half of an abstract seldom says "we", the second starts with a cue ("To address this"), both are
short, and they share rare words. The weights are those of a logistic model, fitted to 19,000 neighbouring abstracts
of PMLR volumes and 840 blank lines inside abstracts of AAAI, IJCAI, ICLR and others. On lists it had not seen
(ICML 2023 and 2024, AISTATS 2025), it joins 2 of 5,000 pairs falsely and finds 14 of 21 inner blank lines.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from statistics import median_high

from paperterm.importers.blocks import LONGEST_RECORD, Block, Gap, Group
from paperterm.importers.common_words import COMMON_WORDS

JOIN_AT = math.log(0.8 / 0.2)
"""Log odds from which two blocks are joined: four times as likely one abstract as two."""
FLAT_LIST = 30
"""Blocks from which a list without a single line break inside a block is taken to have been flattened."""
FLAT_LIST_PENALTY = 3.5
"""Log odds. Of 18,000 abstracts in such lists one has a blank line inside; in the other lists 3 to 5 in 100 have."""
USUAL_WORDS = 165
"""Median length of an abstract; in a list of shorter ones lengths are counted in proportion."""

_WORD = re.compile(r"[A-Za-z][A-Za-z'-]{2,}")
_ACRONYM = re.compile(r"\b[A-Za-z][A-Za-z0-9-]*\b")
_WE = re.compile(r"\b(?:we|our|ours|us|this (?:paper|work|article|study|thesis|survey))\b", re.IGNORECASE)
_STRONG_CUE = re.compile(
    r"(?:furthermore|moreover|additionally|finally|lastly|in addition|consequently|therefore|however|nevertheless"
    r"|hence|thus|our (?:results|experiments|method|approach|algorithm|framework|model|analysis|findings|main"
    r"|contributions?)|to (?:address|tackle|overcome|solve|mitigate|bridge|fill|resolve|alleviate|remedy|handle"
    r"|this end|achieve)|extensive|empirical(?:ly)?|experiment(?:s|al|ally)?|in (?:this|our) (?:paper|work|article"
    r"|study)|in our|second(?:ly)?,|third(?:ly)?,|next,|then,|also,|as an? (?:result|consequence)|(?:inspired"
    r"|motivated) by|based on (?:this|these)|(?:using|with) (?:this|these)|these|this|on the (?:other|positive"
    r"|negative|theoretical|practical)|the (?:proposed|code|resulting|main)|we (?:also|further|then|additionally"
    r"|evaluate|validate|demonstrate|conclude|hope|complement|test|apply|next))\b",
    re.IGNORECASE,
)
_CUE = re.compile(
    r"(?:we|our|first,|here|but|yet|it|such|code|another|in (?:particular|contrast|response|light|order)|to|by|for"
    r"|after|specifically|both|results|compared|unlike)\b",
    re.IGNORECASE,
)
# Chinese, Japanese and Korean letters: about five of them say what three words of English do.
_CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_CODE = re.compile(r"\b(?:code|github|available|implementation|project page|dataset|supplementary)\b", re.IGNORECASE)
_GOES_ON = re.compile(r"[-*•]\s|\(?\d{1,2}[.)]\s|[a-z]")
_CLOSED = (".", "?", "!", ")", '"', "'", "}", "]")
# Characters at each end of a block that are looked at; a block of a megabyte is no abstract anyway.
_LOOK = 10_000


class _Traits:
    """What is compared of a block, found when it is asked for."""

    def __init__(self, text: str, words: float) -> None:
        self.words = words
        self.text = text.strip()
        if len(self.text) > 2 * _LOOK:
            self.text = self.text[:_LOOK] + self.text[-_LOOK:]

    @cached_property
    def has_we(self) -> bool:
        return bool(_WE.search(self.text))

    @cached_property
    def rare_words(self) -> frozenset[str]:
        return frozenset(word.lower() for word in _WORD.findall(self.text)) - COMMON_WORDS

    @cached_property
    def acronyms(self) -> frozenset[str]:
        return frozenset(word for word in _ACRONYM.findall(self.text) if sum(map(str.isupper, word)) >= 2)


def by_score(blocks: Sequence[Block]) -> list[Group]:
    """Records made by joining each block to the one before where that is much likelier than not."""
    groups: list[list[Block]] = []
    needed = JOIN_AT + (FLAT_LIST_PENALTY if _is_flat(blocks) else 0)
    for block, goes_on in zip(blocks, _continuations(blocks, needed), strict=True):
        if goes_on and sum(len(part.text) for part in (*groups[-1], block)) <= LONGEST_RECORD:
            groups[-1].append(block)
        else:
            groups.append([block])
    return [tuple(group) for group in groups]


def _continuations(blocks: Sequence[Block], needed: float) -> Iterator[bool]:
    """For each block whether it goes on with the one before."""
    lengths = [_length(block.text) for block in blocks]
    unit = max(1.0, USUAL_WORDS / median_high(lengths)) if lengths else 1.0
    before: _Traits | None = None
    for block, length in zip(blocks, lengths, strict=True):
        traits = _Traits(block.text, length * unit)
        yield before is not None and block.gap is not Gap.RULE and _is_joined(before, traits, needed)
        before = traits


def _is_flat(blocks: Sequence[Block]) -> bool:
    return len(blocks) >= FLAT_LIST and not any("\n" in block.text for block in blocks)


def _length(text: str) -> float:
    """Words, about."""
    if len(text) > 2 * _LOOK:
        return len(text) / 6
    return len(text.split()) + (0 if text.isascii() else 0.6 * len(_CJK.findall(text)))


def _is_joined(before: _Traits, block: _Traits, needed: float) -> bool:
    """Whether the log odds that `block` goes on with `before` reach `needed`."""
    odds = _odds_of_form(before, block)
    # Words are the costly part, and for most pairs no words could make up for the length.
    return odds + _MOST_WORD_ODDS >= needed and odds + _odds_of_words(before, block) >= needed


def _odds_of_form(before: _Traits, block: _Traits) -> float:
    has_strong_cue = bool(_STRONG_CUE.match(block.text))
    is_code_line = block.words < 45 and bool(_CODE.search(block.text))
    goes_on = before.text.endswith((":", ",", ";")) or bool(_GOES_ON.match(block.text))
    return (
        21.28
        + 2.32 * has_strong_cue
        + 0.82 * (not has_strong_cue and bool(_CUE.match(block.text)))
        - 2.36 * math.log(before.words + 1)
        - 3.21 * math.log(block.words + 1)
        - 0.73 * max(0, before.words + block.words - 250) / 100
        + 1.28 * is_code_line
        + 4.81 * goes_on
        - 2.29 * (not before.text.endswith(_CLOSED))
    )


_MOST_RARE_WORDS = 6
_MOST_WORD_ODDS = 1.30 * _MOST_RARE_WORDS + 1.69


def _odds_of_words(before: _Traits, block: _Traits) -> float:
    return (
        1.30 * min(_MOST_RARE_WORDS, len(before.rare_words & block.rare_words))
        + 1.69 * bool(before.acronyms & block.acronyms)
        - 2.13 * before.has_we
    )
