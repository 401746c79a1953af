"""A short label for an abstract whose list gives no title: never passed off as the title."""

from __future__ import annotations

import re
from collections.abc import Iterator

NO_TITLE = "(no title)"
LONGEST_LABEL = 90
"""Characters."""
LEAST_CLAUSE_WORDS = 4
"""Words of four letters and more; a clause with fewer ("a new framework") says nothing."""
_LOOK = 4_000
"""Characters of a text that are looked at; no real abstract is longer."""

# Emphasis of HTML, LaTeX and Markdown; the words inside stay.
_EMPHASIS = re.compile(
    r"</?[a-z]{1,6}>|\\(?:emph|text(?:it|bf|tt|sc|rm)?|underline)\{([^{}]{1,200})\}"
    r"|(?<![\w\\*$^])(\*{1,3})(?=[^\s*])([^*$\n]{1,200}?)(?<=[^\s*])\2(?![\w*])"
    r"|(?<![\w$\\])_([^\s_$]|[^\s_$][^_$\n]{0,100}[^\s_$])_(?![\w$])"
)
_SENTENCE_END = re.compile(
    r"(?<!\be\.g)(?<!\bi\.e)(?<!\bal)(?<!\bvs)(?<!\bcf)(?<!\bFig)(?<!w\.r\.t)[.?!](?=\s+[\"“'‘(\[$\\A-Z0-9])|[。？！]"
)
_VERB = (
    r"(?:propose|introduce|present|develop|study|investigate|show|describe|design|consider|explore|provide|analy[sz]e"
    r"|establish|examine|prove|devise|address|formulate|give|initiate|revisit|focus(?:es)? on|tackle|derive|create"
    r"|build|demonstrate|offer|characteri[sz]e|argue|report|suggest|construct|release|extend|generali[sz]e|identify"
    r"|define|aims? to \w+|seeks? to \w+|deals? with|answer)s?"
)
_CONTRIBUTION = re.compile(
    r"(?:^|[.?!] )(?:[A-Z][^,.;]{2,90}, )?(?:in (?:this|our) (?:paper|work|article|study|report|thesis),? |here,? )?"
    r"(?:we|this (?:paper|work|article|study|report)) "
    r"(?:(?:then|also|first|thus|therefore|further|formally|here|hence|instead|theoretically|empirically) )?"
    rf"{_VERB}(?: and {_VERB})? (?:that,? |how |whether )?",
    re.IGNORECASE,
)
_FILLER = re.compile(
    r"(?:an? |the )?(?:novel|new|innovative|simple(?:,|,? (?:yet|but|and))? (?:effective|efficient|general|powerful))"
    r",? (?:and )?|(?:the problem of|the use of|the question of) "
)
# "This question", "these issues": says nothing without the sentence before.
_DEICTIC = re.compile(
    r"(?:(?:on|in|for|to|both|both of|all of) )?(?:this|these|such|it|its|their|them|the following"
    r"|two|three|four)\b",
    re.IGNORECASE,
)
_KIND = (
    r"(?:method|approach|technique|scheme|framework|model|algorithm|procedure|architecture|system|strategy|paradigm)"
)
# "that, for random features, …": the lead goes on; "approach, called X, to …", "scheme, X, which …": the name leads.
_LEAD = re.compile(r"\A(?:(?:\w+ly )?(?:that|how|whether|why),? )+", re.IGNORECASE)
_CALLED = re.compile(
    rf"(?:an? |the )?(?:[\w-]+ ){{0,4}}{_KIND},? (?:called|named|dubbed|termed|namely) (?P<name>[\w+*-]{{2,30}}),? "
)
_APPOSITION = re.compile(rf"(?:an? |the )?(?:[\w-]+ ){{0,2}}{_KIND}, (?=[\w-]*[A-Z])")
_DANGLING = re.compile(r"(?:and|or|but|as|by|with|an? and) ", re.IGNORECASE)
# Where a clause has said what it is about, if it has.
_CLAUSE_END = re.compile(
    r"[:;](?= )|, (?:which|where|that|and|so|thus|thereby|while|showing|as well)\b| that can "
    r"| \(i\.e\."
)
_LEAST_CLAUSE = 30
"""Characters before an end that counts."""

_NAMING = re.compile(
    r"\b(?:propos|introduc|present|develop|call|dub|term|nam|design|devis)(?:e|es|ed|ing|s)?\b|\b(?:namely|abbreviated)\b"
)
# A word with two capitals or one inside ("RAINCOAT", "MiniRTS", "k-NN"), not in a formula or a link.
_NAME = re.compile(r"(?=[\w-]*[A-Z][\w-]*[A-Z]|[a-z]+[\w-]*[A-Z])[A-Za-z][\w+*-]{1,24}(?![\w}$/]|\.\w)")
_NAME_LOOK = 120
"""Characters after "we propose" in which a name may stand."""
# Acronyms of everybody.
_GENERIC = frozenset(
    """
    2D 3D AI API APIs AUC AutoML BERT BO CIFAR CLIP CNN CNNs CPU ChatGPT DL DNN DNNs DP DPO DRO EM ERM FID FL GAN GANs
    GitHub GNN GNNs GP GPs GPT GPU GPUs HPO ICL ICML IID ImageNet KL LLM LLMs LM LMs LQR LSTM LSTMs LoRA MARL MCMC MDP
    MDPs ML MLE MLLM MLLMs MLP MLPs MNIST MSE MoE NAS NLP NP NP-hard NTK NeRF NeurIPS ODE ODEs OOD OT OpenAI PAC PCA PDE
    PDEs PLM PLMs POMDP POMDPs PPO PyTorch QA RAG RKHS RL RLHF RNN RNNs ROC ReLU SDE SDEs SGD SOTA SSL SVD SVM T5
    TensorFlow UCB VAE VAEs VLM VLMs VQA ViT ViTs
    """.split()  # noqa: SIM905 (a hundred string literals would be four times as long)
)


def derive_title(abstract: str) -> str:
    """A label of at most 90 characters: "Name: what it is", else what the paper does, else how the abstract begins.

    Never ends inside a word, nor in a formula or bracket that it opened; "" for an abstract without any letters.
    """
    text = _plain(abstract[:_LOOK])
    clause = _clause(text)
    if not clause:
        return shorten(_first_sentence(text), LONGEST_LABEL)
    name = _name(text)
    if name and name not in clause[:LONGEST_LABEL]:
        return shorten(f"{name}: {clause}", LONGEST_LABEL)
    # A name with a capital inside is spelt as it is: u-muP, mGANprior.
    first = clause.split(" ", 1)[0]
    label = clause if first != first.lower() else clause[0].upper() + clause[1:]
    return shorten(label, LONGEST_LABEL)


def shorten(text: str, most: int) -> str:
    """At most `most` characters of a text, cut between words and before a formula that would be left open."""
    text = text.strip(" .,;:")
    if len(text) <= most:
        return text
    kept = text[: most - 1]
    if not text[most - 1].isspace() and " " in kept:
        kept = kept.rpartition(" ")[0]
    if kept.count("$") % 2 and not kept.startswith("$"):
        kept = kept.rpartition("$")[0]
    if kept.count("(") > kept.count(")") and kept.rfind("(") > most // 2:
        kept = kept.rpartition("(")[0]
    return kept.rstrip(" ,;:.(–—-") + "…"


def _plain(text: str) -> str:
    if "*" in text or "\\" in text or "<" in text or "_" in text:
        text = _EMPHASIS.sub(lambda found: found[1] or found[3] or found[4] or "", text)
    return " ".join(text.split())


def _first_sentence(text: str) -> str:
    end = _SENTENCE_END.search(text)
    return text[: end.start()] if end else text


def _clause(text: str) -> str:
    """What the paper says that it does: the object of the first "we propose" that stands for itself."""
    for found in _CONTRIBUTION.finditer(text):
        rest = _first_sentence(text[found.end() : found.end() + 3 * LONGEST_LABEL])
        if _DEICTIC.match(rest):
            continue
        end = _CLAUSE_END.search(rest, _LEAST_CLAUSE)
        clause = _FILLER.sub("", rest[: end.start()] if end else rest, count=1)
        clause = _APPOSITION.sub("", _CALLED.sub(r"\g<name>: ", _LEAD.sub("", clause, count=1), count=1), count=1)
        if _DANGLING.match(clause):
            continue
        if sum(len(word) >= 4 for word in clause.split()) >= LEAST_CLAUSE_WORDS:
            return clause
    return ""


def _name(text: str) -> str:
    """The name that the paper gives to its method, or ""."""
    points: dict[str, int] = {}
    for name in _named(text):
        points[name] = points.get(name, 0) + 2
    if not points:
        return ""
    return max(points, key=lambda name: points[name] + min(3, text.count(name)))


def _named(text: str) -> Iterator[str]:
    for naming in _NAMING.finditer(text):
        near = text[naming.end() : naming.end() + _NAME_LOOK]
        for found in (*map(_NAME.match, near.split(" ", 3)[1:3]), *map(_NAME.match, near.split("(")[1:])):
            if found and found[0] not in _GENERIC:
                yield found[0]
                break
