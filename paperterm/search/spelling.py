"""Words with one meaning and several spellings: function words, and British spelling made American.

The rules need only send all spellings of a word to one form, for documents and queries alike; the form itself is never
shown. Words such as `noise`, `precise` or `supervised`, whose -is- is not the suffix, are left alone.
"""

from __future__ import annotations

import re

FUNCTION_WORDS = frozenset(
    [
        "a",
        "about",
        "above",
        "after",
        "again",
        "against",
        "all",
        "also",
        "although",
        "am",
        "an",
        "and",
        "any",
        "are",
        "as",
        "at",
        "be",
        "because",
        "been",
        "before",
        "being",
        "below",
        "between",
        "both",
        "but",
        "by",
        "can",
        "could",
        "did",
        "do",
        "does",
        "doing",
        "down",
        "during",
        "each",
        "few",
        "for",
        "from",
        "further",
        "had",
        "has",
        "have",
        "having",
        "he",
        "her",
        "here",
        "hers",
        "him",
        "his",
        "how",
        "however",
        "i",
        "if",
        "in",
        "into",
        "is",
        "it",
        "its",
        "itself",
        "just",
        "me",
        "more",
        "most",
        "my",
        "no",
        "nor",
        "not",
        "of",
        "off",
        "on",
        "once",
        "only",
        "or",
        "other",
        "our",
        "ours",
        "out",
        "over",
        "own",
        "same",
        "she",
        "should",
        "so",
        "some",
        "such",
        "than",
        "that",
        "the",
        "their",
        "theirs",
        "them",
        "then",
        "there",
        "these",
        "they",
        "this",
        "those",
        "through",
        "thus",
        "to",
        "too",
        "under",
        "until",
        "up",
        "us",
        "very",
        "via",
        "was",
        "we",
        "were",
        "what",
        "when",
        "where",
        "whether",
        "which",
        "while",
        "who",
        "whom",
        "whose",
        "why",
        "will",
        "with",
        "within",
        "would",
        "you",
        "your",
    ]
)
"""Left out of queries that have other words; indexed all the same, so that nothing is ever unfindable."""

BEGINNINGS = ("over", "under", "self", "out", "up", "off")
"""Function words that words begin with that may be written apart."""

# What stands before -is- in words that are spelt so everywhere; -aise, -oise and -uise are known by their vowel.
_WHOLE = frozenset(
    [
        "adv",
        "an",
        "app",
        "appr",
        "ar",
        "chast",
        "chem",
        "cr",
        "dem",
        "desp",
        "exc",
        "exerc",
        "inc",
        "ir",
        "mort",
        "par",
        "parad",
        "pr",
        "prec",
        "prem",
        "pract",
        "prom",
        "r",
        "telev",
        "treat",
        "merchand",
        "misadv",
        "moonr",
        "sunr",
        "conc",
        "repr",
        "rev",
        "dev",
        "surm",
    ]
)
_ENDINGS = (
    "circumc", "comprom", "compr", "enterpr", "expert", "exerc", "franch", "improv", "superv", "surpr", "advert", "w",
)  # fmt: skip
_IZE = re.compile(r"(\w{2,})is(e|es|ed|er|ers|ing|ations?|ational|able|ability)")
_HALF_IZE = re.compile(r"(?<=\w{3})is(?=(a|at|ati|atio|i|in|e)?$)")
_YZE = re.compile(r"(\w*(?:anal|paral|catal|dial|hydrol|electrol))ys(e|ed|er|ers|ing)")
_OUR = re.compile(
    r"(behavi|col|neighb|fav|flav|lab|hon|hum|vap|harb|rum|tum|vig|rig|endeav|savi|demean|ferv|splend|arm)ou(r|$)"
)
_LL = re.compile(
    r"(\w*(?:model|label|travel|cancel|signal|channel|level|total|fuel|dial|tunnel|marvel|counsel|quarrel|panel|spiral"
    r"|initial|kernel|parallel|pencil|funnel|equal|tinsel|trial|duel|jewel|shovel|pedal|tassel))l(ed|ing|ings|er|ers)"
)
_PARAMETRIZE = re.compile(r"parametri[sz]")
_AE = re.compile(r"ae(?=sth)|(?<=\w)ae(?=m|d[io]|c)|(?<=f)oe(?=t)|\boe(?=str|soph|dem)")
_TWINS = {
    "centre": "center", "centred": "centered", "centres": "centers", "centring": "centering", "metre": "meter",
    "metres": "meters", "litre": "liter", "litres": "liters", "fibre": "fiber", "fibres": "fibers",
    "theatre": "theater", "calibre": "caliber", "artefact": "artifact", "artefacts": "artifacts",
    "catalogue": "catalog", "catalogues": "catalogs", "analogue": "analog", "analogues": "analogs",
    "dialogue": "dialog", "dialogues": "dialogs", "programme": "program", "programmes": "programs", "grey": "gray",
    "greyscale": "grayscale", "defence": "defense", "defences": "defenses", "offence": "offense",
    "licence": "license", "licences": "licenses", "practise": "practice", "practised": "practiced",
    "practising": "practicing", "sceptic": "skeptic", "sceptical": "skeptical", "aluminium": "aluminum",
    "sulphur": "sulfur", "mould": "mold", "judgement": "judgment", "judgements": "judgments",
    "acknowledgement": "acknowledgment", "ageing": "aging", "learnt": "learned", "spelt": "spelled",
    "whilst": "while", "amongst": "among", "towards": "toward", "afterwards": "afterward", "fulfil": "fulfill",
    "fulfils": "fulfills", "skilful": "skillful", "enrol": "enroll", "enrolment": "enrollment",
    "instalment": "installment", "manoeuvre": "maneuver", "manoeuvres": "maneuvers", "cheque": "check",
    "tyre": "tire", "tyres": "tires", "plough": "plow", "storey": "story", "kerb": "curb", "datas": "data",
    "kilometre": "kilometer", "kilometres": "kilometers", "millimetre": "millimeter", "millimetres": "millimeters",
    "nanometre": "nanometer", "nanometres": "nanometers", "micrometre": "micrometer", "centimetre": "centimeter",
}  # fmt: skip

_PLURALS = {
    "matrix": "matrices", "vertex": "vertices", "index": "indices", "vortex": "vortices", "simplex": "simplices",
    "appendix": "appendices", "minimum": "minima", "maximum": "maxima", "optimum": "optima", "extremum": "extrema",
    "spectrum": "spectra", "momentum": "momenta", "quantum": "quanta", "equilibrium": "equilibria",
    "corpus": "corpora", "phenomenon": "phenomena", "criterion": "criteria", "automaton": "automata",
    "polyhedron": "polyhedra", "schema": "schemata", "lemma": "lemmata", "formula": "formulae", "stimulus": "stimuli",
    "nucleus": "nuclei", "radius": "radii", "focus": "foci", "locus": "loci", "modulus": "moduli", "torus": "tori",
    "hypothesis": "hypotheses", "synthesis": "syntheses", "parenthesis": "parentheses", "analysis": "analyses",
    "child": "children", "woman": "women", "man": "men", "mouse": "mice",
}  # fmt: skip
OTHER_NUMBER = _PLURALS | {plural: singular for singular, plural in _PLURALS.items()}
"""Singulars and plurals that no stemmer brings together."""

OTHERWISE_BEGUN = frozenset(
    word for pair in (*_TWINS.items(), *_PLURALS.items()) if pair[0][:2] != pair[1][:2] for word in pair
)
"""Words whose first two letters depend on the country, in both spellings, or on the number: `man`, `men`."""


def american(word: str) -> str:
    """A lower-case word in American spelling: `optimisation` as `optimization`, `labelled` as `labeled`."""
    if word in _TWINS:
        return _TWINS[word]
    if "is" in word and (found := _IZE.fullmatch(word)) and _is_suffix(found[1]):
        word = f"{found[1]}iz{found[2]}"
    elif "ys" in word and (found := _YZE.fullmatch(word)):
        word = f"{found[1]}yz{found[2]}"
    elif "ll" in word and (found := _LL.fullmatch(word)):
        word = found[1] + found[2]
    if "our" in word:
        word = _OUR.sub(r"\1o\2", word)
    if "ae" in word or "oe" in word:
        word = _AE.sub("e", word)
    if "parametri" in word:
        word = _PARAMETRIZE.sub("parameteriz", word)
    return word


def _is_suffix(stem: str) -> bool:
    return stem[-1] not in "aou" and stem not in _WHOLE and not stem.endswith(_ENDINGS)


def american_prefixes(prefix: str) -> tuple[str, ...]:
    """How American words start that a half-typed word in either spelling may be meant for."""
    found = {prefix, american(prefix), _OUR.sub(r"\1o\2", prefix), _HALF_IZE.sub("iz", prefix)}
    if prefix.startswith(("parametri", "reparametri", "overparametri")):
        found.add(prefix.replace("parametri", "parameteri").replace("parameteris", "parameteriz"))
    return tuple(sorted(found))
