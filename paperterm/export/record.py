"""The JSON record of a paper, the same for every command that prints one."""

from __future__ import annotations

from paperterm.export.entry import Entry
from paperterm.model.annotation import Highlight
from paperterm.model.passages import place_of


def record(entry: Entry, score: float | None = None) -> dict[str, object]:
    """All that is known about a paper, as JSON types, in the order in which it is printed.

    What is not known is an empty text or list; only `year` can be null, and the place of a highlight in the abstract.
    `score` is there when it is given.
    """
    paper, annotation = entry.paper, entry.annotation
    fields: dict[str, object] = {
        "paper_id": paper.paper_id,
        "title": paper.title,
        "title_is_derived": paper.title_is_derived,
        "authors": list(paper.authors),
        "year": paper.year,
        "venue": paper.venue,
        "collections": list(entry.collections),
        "abstract": paper.abstract,
        "doi": paper.doi,
        "arxiv_id": paper.arxiv_id,
        "url": paper.url,
        "citation_key": entry.citation_key or annotation.citation_key or paper.citation_key,
        "status": annotation.status.value,
        "starred": annotation.starred,
        "tags": list(annotation.tags),
        "note": annotation.note,
        "highlights": [_highlight(highlight, paper.abstract) for highlight in annotation.highlights],
        "added": entry.added,
        "updated": annotation.updated,
    }
    if score is not None:
        fields["score"] = score
    return fields


def _highlight(highlight: Highlight, abstract: str) -> dict[str, object]:
    place = place_of(abstract, highlight)
    return {
        "passage": highlight.passage,
        "start": None if place is None else place[0],
        "end": None if place is None else place[1],
        "colour": highlight.colour,
        "remark": highlight.remark,
    }
