"""Mathematics inside a text: where a formula is, and whether LaTeX would take it.

A formula is kept only if LaTeX (with amsmath and amssymb) typesets it without an error; everything else between
two dollars is money or prose. Rules of TeX that are checked: braces and `\\left`/`\\right` balance, macros are known
and have their arguments, a symbol has at most one subscript and one superscript (The TeXbook, chapters 16 to 18).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

LONGEST_FORMULA = 400
"""Characters between two dollars; more is a text that has two dollars in it."""

DEEPEST_NESTING = 30


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Macros that are one character: TeX takes them as a script without braces.
_LETTERS = _names(
    """
    alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi varpi rho varrho
    sigma varsigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega
    aleph imath jmath ell wp Re Im partial infty prime emptyset nabla top bot flat natural sharp
    pm mp times ast star circ bullet cdot cap cup wedge vee oplus otimes dagger ddagger leq le geq ge perp parallel
    """
)
_SYMBOLS = _LETTERS | _names(
    """
    hbar surd angle triangle forall exists neg lnot clubsuit diamondsuit heartsuit spadesuit
    sum prod coprod int oint bigcap bigcup bigsqcup bigvee bigwedge bigodot bigotimes bigoplus biguplus
    div uplus sqcap sqcup lor land setminus wr diamond bigtriangleup bigtriangledown triangleleft triangleright
    ominus oslash odot bigcirc amalg equiv prec succ sim preceq succeq simeq ll gg asymp
    subset supset approx subseteq supseteq cong sqsubseteq sqsupseteq bowtie in ni notin propto vdash dashv models
    smile mid doteq frown neq ne leftarrow gets rightarrow to leftrightarrow Leftarrow Rightarrow
    Leftrightarrow longleftarrow longrightarrow longleftrightarrow Longleftarrow Longrightarrow Longleftrightarrow iff
    mapsto longmapsto hookleftarrow hookrightarrow leftharpoonup leftharpoondown rightharpoonup rightharpoondown
    rightleftharpoons uparrow downarrow updownarrow Uparrow Downarrow Updownarrow nearrow searrow swarrow nwarrow
    lbrace rbrace langle rangle lceil rceil lfloor rfloor lbrack rbrack vert Vert backslash ldots cdots vdots ddots dots
    colon quad qquad arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf
    limsup ln log max min Pr sec sin sinh sup tan tanh bmod
    lesssim gtrsim lessapprox gtrapprox leqslant geqslant lll ggg nleq ngeq nless ngtr subsetneq supsetneq nsubseteq
    triangleq varnothing complement square blacksquare Box Diamond lozenge checkmark measuredangle
    mho eth beth gimel daleth hslash digamma varkappa backepsilon therefore because nexists nparallel nmid preccurlyeq
    succcurlyeq sqsubset sqsupset vDash Vdash rightsquigarrow leadsto upharpoonright twoheadrightarrow
    rightrightarrows rightarrowtail circlearrowleft circlearrowright curvearrowright multimap ltimes rtimes boxplus
    boxtimes boxdot circledast circledcirc dotplus Cap Cup Subset Supset curlywedge curlyvee bigstar blacktriangle
    blacktriangleleft blacktriangleright trianglelefteq trianglerighteq lhd rhd unlhd unrhd between pitchfork iint iiint
    lvert rvert lVert rVert dotsc dotsb implies impliedby backprime
    """
)
_SWITCHES = _names("rm bf it sf tt cal displaystyle textstyle scriptstyle")
_ONE_ARGUMENT = _names(
    """
    mathrm mathbf mathit mathsf mathtt mathcal mathnormal mathbb mathfrak boldsymbol pmb operatorname
    hat widehat tilde widetilde bar overline underline vec dot ddot acute grave check breve mathring overbrace
    underbrace overrightarrow overleftarrow sqrt pmod mathop mathbin mathrel mathord phantom
    """
)
_TWO_ARGUMENTS = frozenset(["frac", "dfrac", "tfrac", "cfrac", "binom", "stackrel", "overset", "underset"])
_TEXTUAL = _names("text textrm textbf textit textsf texttt textnormal textsc textup mbox")
_SIZES = frozenset(f"{size}{side}" for size in ("big", "Big", "bigg", "Bigg") for side in ("", "l", "r", "m"))
_DELIMITERS = frozenset([*"()[]|/.<>", r"\|"]) | frozenset(
    rf"\{name}"
    for name in _names(
        """
        backslash lbrace rbrace langle rangle lceil rceil lfloor rfloor vert Vert lbrack rbrack
        lvert rvert lVert rVert uparrow downarrow Uparrow Downarrow
        """
    )
)
_UNICODE = {
    "×": r"\times",
    "÷": r"\div",
    "¬": r"\neg",
    "µ": r"\mu",
    "√": r"\surd",
    "−": "-",
    "∗": r"\ast",
    "∖": r"\setminus",
    "♮": r"\natural",
    "′": r"^{\prime}",
    "″": r"^{\prime\prime}",
    "←": r"\leftarrow",
    "↑": r"\uparrow",
    "→": r"\rightarrow",
    "↓": r"\downarrow",
    "¹": "^{1}",
    "²": "^{2}",
    "³": "^{3}",
}
_CONTROL_SYMBOLS = frozenset(rf"\{character}" for character in ",;:! |_%#$&")
_FUNCTIONS = _names("log exp min max ln sin cos tan mod poly polylog sup inf det dim")

_DOLLARS = re.compile(
    rf"\$\$(?P<display>(?:[^$\\]|\\.){{1,{LONGEST_FORMULA}}})\$\$"
    rf"|\$(?P<inline>(?:[^$\\]|\\.){{1,{LONGEST_FORMULA}}})\$"
    rf"|\\\((?P<brackets>(?:[^$\\]|\\[^()]){{1,{LONGEST_FORMULA}}})\\\)"
)
_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\s+|.", re.DOTALL)
_TEXTUAL_ARGUMENT = re.compile(r"\{([A-Za-z0-9 ,.:;()/+=*?!'-]*)\}")
_ENDS_IN_MACRO = re.compile(r"\\[A-Za-z]+\Z")
_WORD = re.compile(r"[A-Za-z]{2,}")


class Formula(NamedTuple):
    """A formula found in a text: its LaTeX without dollars, and where the text goes on."""

    latex: str
    end: int


def find_formula(text: str, start: int) -> Formula | None:
    """The formula that begins at this dollar or `\\(`, or `None` if what follows is no mathematics."""
    match = _DOLLARS.match(text, start)
    if match is None:
        return None
    content = match[match.lastgroup or 0]
    if not _has_look_of_math(content, text[match.end() : match.end() + 1]):
        return None
    latex = normal_form(content.strip())
    return None if latex is None else Formula(latex, match.end())


def _has_look_of_math(content: str, following: str) -> bool:
    """Whether it is rather a formula than what stands between two prices ("$5 and $6")."""
    if not content.strip():
        return False
    if any(mark in content for mark in "\\^_") or not any(character.isalnum() for character in content):
        return True
    if following.isdecimal() or (content != content.strip() and len(content.split()) > 1):
        return False
    words = _WORD.findall(content) if " " in content else []
    return all(word in _FUNCTIONS for word in words)


@lru_cache(maxsize=4096)
def normal_form(source: str) -> str | None:
    """A formula in the form that BibTeX and LaTeX take, or `None` if LaTeX would stop at it.

    Escaped braces are written as `\\lbrace` and `\\rbrace`, because BibTeX counts them; Unicode symbols as macros.
    """
    try:
        return _Reader(source).formula()
    except _NotMathematics:
        return None


class _NotMathematics(Exception):
    """LaTeX would stop at this."""


class _Reader:
    """Reads a formula by recursive descent and writes its normal form as it goes."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._position = 0
        self._output: list[str] = []
        self._nesting = 0

    def formula(self) -> str:
        self._sequence("")
        return "".join(self._output).strip()

    def _peek(self) -> str:
        match = _TOKEN.match(self._source, self._position)
        return match[0] if match else ""

    def _next(self) -> str:
        token = self._peek()
        self._position += len(token)
        return token

    def _next_solid(self) -> str:
        while (token := self._next()).isspace():
            self._emit(" ")
        return token

    def _emit(self, text: str) -> None:
        if text[:1].isalpha() and self._output and _ENDS_IN_MACRO.search(self._output[-1]):
            self._output.append(" ")
        self._output.append(text)

    def _sequence(self, closing: str) -> None:
        """Atoms and their scripts, up to the closing brace or `\\right`."""
        self._nesting += 1
        if self._nesting > DEEPEST_NESTING:
            raise _NotMathematics
        scripts: set[str] = set()
        while (token := self._next()) != closing:
            if token.isspace():
                self._emit(" ")
            elif token in ("^", "_"):
                if token in scripts:
                    raise _NotMathematics
                scripts.add(token)
                self._emit(token)
                self._argument(self._next_solid())
            elif token == "'":
                if "^" in scripts:
                    raise _NotMathematics
                self._emit(token)
            else:
                scripts.clear()
                self._atom(token)
        self._nesting -= 1

    def _atom(self, token: str) -> None:
        if token == "{":
            self._group()
        elif token.startswith("\\"):
            self._macro(token)
        elif not token or token in '}#&"$%\\`':
            raise _NotMathematics
        elif token.isascii():
            if not token.isprintable():
                raise _NotMathematics
            self._emit(token)
        else:
            self._emit(_symbol(token))

    def _group(self) -> None:
        self._emit("{")
        self._sequence("}")
        self._emit("}")

    def _argument(self, token: str) -> None:
        """What a script or an accent applies to: a group, or one token that is put in braces if it has arguments."""
        name = token[1:]
        if token in ("^", "_", "'") or name in _SWITCHES:
            raise _NotMathematics
        if token == "{" or not token.startswith("\\") or name in _LETTERS:
            before = len(self._output)
            self._atom(token)
            if token != "{" and "{" in "".join(self._output[before:]):
                self._output[before:] = ["{", *self._output[before:], "}"]
        else:
            self._emit("{")
            self._atom(token)
            self._emit("}")

    def _macro(self, token: str) -> None:
        name = token[1:]
        if token in (r"\{", r"\}"):
            self._emit(r"\lbrace" if token == r"\{" else r"\rbrace")
        elif token in _CONTROL_SYMBOLS or name in _SYMBOLS or name in _SWITCHES:
            self._emit(token)
        elif name in _ONE_ARGUMENT or name in _TWO_ARGUMENTS:
            self._emit(token)
            self._arguments(name)
        elif name in _TEXTUAL:
            self._emit(token)
            self._textual()
        elif name in _SIZES:
            self._emit(token)
            self._delimiter()
        elif name == "left":
            self._emit(token)
            self._delimiter()
            self._sequence(r"\right")
            self._emit(r"\right")
            self._delimiter()
        else:
            raise _NotMathematics

    def _arguments(self, name: str) -> None:
        if name == "operatorname" and self._peek() == "*":
            self._emit(self._next())
        if name == "sqrt" and self._peek() == "[":
            root = re.compile(r"\[[A-Za-z0-9+-]*\]").match(self._source, self._position)
            if root is None:
                raise _NotMathematics
            self._emit(root[0])
            self._position = root.end()
        for _ in range(2 if name in _TWO_ARGUMENTS else 1):
            self._argument(self._next_solid())

    def _textual(self) -> None:
        argument = _TEXTUAL_ARGUMENT.match(self._source, self._position)
        if argument is None:
            raise _NotMathematics
        self._emit(argument[0])
        self._position = argument.end()

    def _delimiter(self) -> None:
        token = self._next_solid()
        token = {r"\{": r"\lbrace", r"\}": r"\rbrace"}.get(token, token)
        if token not in _DELIMITERS:
            raise _NotMathematics
        self._emit(token)


def _symbol(character: str) -> str:
    latex = unicode_symbol(character)
    if latex is None or latex[0] in "^_":
        raise _NotMathematics
    return latex


@lru_cache(maxsize=4096)
def unicode_symbol(character: str) -> str | None:
    """The LaTeX of a mathematical character (`≤` is `\\leq`), or `None` if there is none with known macros."""
    # Its tables take 30 ms to load: only for a text that has such a character.
    from pylatexenc.latexencode import get_builtin_uni2latex_dict

    if character in _UNICODE:
        return _UNICODE[character]
    latex: str = get_builtin_uni2latex_dict().get(ord(character), "")
    latex = latex.replace(r"\mathscr", r"\mathcal")  # mathrsfs is rarely loaded
    prefix = r"\ensuremath{"
    if not latex.startswith(prefix) or not latex.endswith("}"):
        return None
    content = latex[len(prefix) : -1]
    if content[:1] in ("^", "_"):
        return content[0] + "{" + content[1:] + "}" if content[1:].isalnum() or content[1:] in "+-=()" else None
    return normal_form(content) if content.isascii() else None
