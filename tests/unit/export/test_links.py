"""Addresses: what may be handed to a browser."""

from __future__ import annotations

import webbrowser
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperterm.export.links import ascii_url, doi_url, paper_url, plain_arxiv_id, plain_doi, safe_url
from paperterm.model.paper import Paper

SAFE = [
    "http://a.org",
    "https://example.org/a_b?x=1&y=%20#s",
    "HTTPS://Example.org:8080/~x/(1)",
    "http://[::1]/x",
    "https://xn--mnchen-3ya.de/",
    "https://a.org/x;y=1,2!$*+@z",
]
UNSAFE = [
    "", "-", "--version", "-new-window", "javascript:alert(1)", "JAVASCRIPT:alert(1)", "data:text/html,x", "file:///etc/passwd",
    "vscode://x", "ftp://a.org/x", "mailto:a@b.org", "a.org", "//a.org", "http:", "http:a.org", "http:///x", "https://",
    "http://user@a.org/", "http://user:pw@a.org/", "http://a.org:99999/", "http://a.org:x/", "http://a.org:/", "http://-a.org/",
    "http://a b.org/", "http://a.org/ x", "http://a.org/\n", "http://a.org/\tx", "http://a.org/\x1b[0m", "http://a.org/\x00",
    'http://a.org/"x', "http://a.org/'x", "http://a.org/`x", "http://a.org/<x>", "http://a.org\\@b.org/", "http://münchen.de/",
    "http://a.org/é", "http://a.org/\u202e", "http://[::1/", "http://a.org/" + "x" * 2048, "http://.a/", "http://%61.org/",
]  # fmt: skip


@pytest.mark.parametrize("url", SAFE)
def test_plain_web_addresses_pass_as_they_are(url: str) -> None:
    assert safe_url(url) == url
    assert safe_url(f" {url} ") == url


@pytest.mark.parametrize("url", UNSAFE)
def test_everything_else_does_not(url: str) -> None:
    assert safe_url(url) is None


def test_row104_only_web_addresses_reach_a_browser_and_as_one_argument(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    for url in (*SAFE, *UNSAFE):
        if address := safe_url(url):
            webbrowser.open(address)
    assert opened == SAFE


@given(st.one_of(st.text(), st.text().map("https://a.org/".__add__), st.text().map("https://".__add__)))
def test_what_passes_is_ascii_without_blanks_and_has_a_host(text: str) -> None:
    for url in (safe_url(text), ascii_url(text), paper_url(Paper("0" * 16, "T", doi=text, arxiv_id=text, url=text))):
        if url is not None:
            assert url.isascii() and url.isprintable() and not set(" \"'<>`\\{}") & set(url)
            assert urlsplit(url).scheme.lower() in ("http", "https") and urlsplit(url).hostname
            assert safe_url(url) == url


def test_addresses_from_metadata_are_freed_of_latex_and_made_ascii() -> None:
    assert ascii_url(r"https://example.org/a\_b?x=1\&y=\%20\#s") == "https://example.org/a_b?x=1&y=%20#s"
    assert ascii_url("https://example.org/é {1}") == "https://example.org/%C3%A9%20%7B1%7D"
    assert ascii_url("https://user@example.org/") is None


@pytest.mark.parametrize(
    "text", ["10.1000/a_b(1)", "https://doi.org/10.1000/a_b(1)", "doi: 10.1000/a_b(1)", r"10.1000/a\_b(1)"]
)
def test_dois(text: str) -> None:
    assert plain_doi(text) == "10.1000/a_b(1)"
    assert doi_url(text) == "https://doi.org/10.1000/a_b(1)"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2301.00001", "2301.00001"),
        ("arXiv:2301.00001v2", "2301.00001v2"),
        ("https://arxiv.org/abs/2301.00001", "2301.00001"),
        ("https://arxiv.org/pdf/2301.00001v1.pdf", "2301.00001v1"),
        ("math.AG/0701001", "math.AG/0701001"),
        ("2301.1", ""),
        ("../../etc", ""),
        ("10.1000/x", ""),
    ],
)
def test_arxiv_identifiers(text: str, expected: str) -> None:
    assert plain_arxiv_id(text) == expected


def test_identifiers_come_before_the_address() -> None:
    facts = {"url": "https://a.org/x", "arxiv_id": "2301.00001", "doi": "10.1000/x"}
    assert paper_url(Paper("0" * 16, "T", **facts)) == "https://doi.org/10.1000/x"
    assert paper_url(Paper("0" * 16, "T", **facts | {"doi": "none"})) == "https://arxiv.org/abs/2301.00001"
    assert paper_url(Paper("0" * 16, "T", url="https://a.org/x")) == "https://a.org/x"
    assert paper_url(Paper("0" * 16, "T", url="javascript:1")) is None
