"""Addresses of papers: built from identifiers, or taken from outside only if they are harmless."""

from __future__ import annotations

import re
from urllib.parse import quote, urlsplit

from paperterm.model.paper import Paper

LONGEST_URL = 2048

_URL_CHARACTERS = re.compile(r"[!#-&(-;=?-_a-z|~]+")
"""Printable ASCII without blanks, quotation marks, angle and curly brackets."""
_HOST = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?\.?|[0-9A-Fa-f]*:[0-9A-Fa-f:.]+")
_DOI = re.compile(r"10\.\d{4,9}/\S+")
_DOI_PREFIX = re.compile(r"(?:https?://(?:dx\.|www\.)?doi\.org/|doi:\s*)", re.IGNORECASE)
_ARXIV = re.compile(r"\d{4}\.\d{4,5}(?:v\d+)?|[a-z-]+(?:\.[A-Z]{2})?/\d{7}(?:v\d+)?")
_ARXIV_PREFIX = re.compile(r"(?:https?://(?:www\.|export\.)?arxiv\.org/(?:abs|pdf)/|arxiv:\s*)", re.IGNORECASE)
_LATEX_ESCAPE = re.compile(r"\\([_&%#~{}$])")


def safe_url(text: str) -> str | None:
    """The text if it is a web address that can be handed to a browser, else `None`.

    ASCII without blanks, control characters and quotation marks, http or https, a host, no user, a valid port.
    """
    url = text.strip(" ")
    if len(url) > LONGEST_URL or not _URL_CHARACTERS.fullmatch(url) or "\\" in url:
        return None
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return None
    if parts.scheme.lower() not in ("http", "https") or "@" in parts.netloc or parts.netloc.endswith(":"):
        return None
    return url if host and _HOST.fullmatch(host) else None


def ascii_url(text: str) -> str | None:
    """A web address from a metadata file: LaTeX escapes undone, other characters percent-encoded; `None` if unsafe."""
    url = _LATEX_ESCAPE.sub(r"\1", text.strip())
    return safe_url(quote(url.encode("utf-8", "replace"), safe="!#$%&()*+,-./:;=?@[]_~|^"))


def plain_doi(text: str) -> str:
    """A DOI without `https://doi.org/` before it; empty if it is none."""
    doi = _LATEX_ESCAPE.sub(r"\1", _DOI_PREFIX.sub("", text.strip(), count=1))
    return doi if _DOI.fullmatch(doi) else ""


def plain_arxiv_id(text: str) -> str:
    """An arXiv identifier (`2301.00001`, `math.AG/0701001`), with its version if it has one; empty if it is none."""
    arxiv_id = _ARXIV_PREFIX.sub("", text.strip(), count=1).removesuffix(".pdf")
    return arxiv_id if _ARXIV.fullmatch(arxiv_id) else ""


def doi_url(doi: str) -> str | None:
    """Where a DOI resolves."""
    doi = plain_doi(doi)
    return safe_url("https://doi.org/" + quote(doi, safe="/:;()._-+*!,$")) if doi else None


def arxiv_url(arxiv_id: str) -> str | None:
    """The page of an arXiv paper."""
    arxiv_id = plain_arxiv_id(arxiv_id)
    return f"https://arxiv.org/abs/{arxiv_id}" if arxiv_id else None


def paper_url(paper: Paper) -> str | None:
    """Where to read about a paper: its DOI, else arXiv, else the address that came with it."""
    return doi_url(paper.doi) or arxiv_url(paper.arxiv_id) or ascii_url(paper.url)
