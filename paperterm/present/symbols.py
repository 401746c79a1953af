"""What LaTeX's names look like in Unicode: symbols, accents, alphabets, subscripts and superscripts.

A table of our own, of what abstracts use: a library for it would take longer to load than the app.
"""

from __future__ import annotations

from collections.abc import Mapping


def _pairs(text: str) -> dict[str, str]:
    words = text.split()
    return dict(zip(words[::2], words[1::2], strict=True))


LETTERS: Mapping[str, str] = _pairs(
    """
    alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ mu μ
    nu ν xi ξ pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ omega ω
    Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω
    ell ℓ hbar ℏ Re ℜ Im ℑ wp ℘ aleph ℵ beth ℶ imath ı jmath ȷ partial ∂ nabla ∇ infty ∞ emptyset ∅ varnothing ∅
    forall ∀ exists ∃ nexists ∄ neg ¬ lnot ¬ top ⊤ bot ⊥ prime ′ angle ∠ triangle △ square □ Box □ blacksquare ■
    qed ∎ sum ∑ prod ∏ coprod ∐ int ∫ iint ∬ oint ∮ bigcup ⋃ bigcap ⋂ bigvee ⋁ bigwedge ⋀ bigoplus ⨁ bigotimes ⨂
    surd √ star ⋆ bigstar ★ dagger † ddagger ‡ ldots … dots … cdots ⋯ vdots ⋮ ddots ⋱ dotsc … dotsb ⋯
    langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ Vert ‖ lVert ‖ rVert ‖ vert | lvert | rvert |
    flat ♭ sharp ♯ natural ♮ checkmark ✓ lozenge ◊ degree ° copyright © pounds £ euro € S § P ¶
    """
)
"""Letters and signs that stand close to their neighbours."""

OPERATORS: Mapping[str, str] = _pairs(
    """
    pm ± mp ∓ times × div ÷ cdot · ast ∗ circ ∘ bullet • cap ∩ cup ∪ uplus ⊎ setminus ∖ wedge ∧ land ∧ vee ∨ lor ∨
    oplus ⊕ ominus ⊖ otimes ⊗ odot ⊙ oslash ⊘ sqcup ⊔ sqcap ⊓ diamond ⋄ ltimes ⋉ rtimes ⋊ bowtie ⋈
    leq ≤ le ≤ leqslant ⩽ geq ≥ ge ≥ geqslant ⩾ ll ≪ gg ≫ neq ≠ ne ≠ equiv ≡ sim ∼ simeq ≃ approx ≈ cong ≅ asymp ≍
    doteq ≐ propto ∝ prec ≺ succ ≻ preceq ⪯ succeq ⪰ lesssim ≲ gtrsim ≳ subset ⊂ supset ⊃ subseteq ⊆ supseteq ⊇
    subsetneq ⊊ supsetneq ⊋ in ∈ notin ∉ ni ∋ perp ⊥ parallel ∥ mid ∣ models ⊨ vdash ⊢ vDash ⊨ dashv ⊣ triangleq ≜
    to → rightarrow → leftarrow ← gets ← leftrightarrow ↔ Rightarrow ⇒ Leftarrow ⇐ Leftrightarrow ⇔ implies ⇒ iff ⇔
    longrightarrow ⟶ longleftarrow ⟵ Longrightarrow ⟹ mapsto ↦ longmapsto ⟼ hookrightarrow ↪ hookleftarrow ↩
    rightleftharpoons ⇌ leadsto ⇝ rightsquigarrow ⇝ uparrow ↑ downarrow ↓ updownarrow ↕ nearrow ↗ searrow ↘
    therefore ∴ because ∵ trianglelefteq ⊴ coloneqq ≔
    """
)
"""Signs that have a space on either side."""


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


FUNCTIONS = _names(
    """
    arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min
    Pr sec sin sinh sup tan tanh bmod mod argmax argmin
    """
)
"""Names that are set as words."""

WORDS: Mapping[str, str] = {
    "ie": "i.e.",
    "eg": "e.g.",
    "etal": "et al.",
    "etc": "etc.",
    "cf": "cf.",
    "wrt": "w.r.t.",
    "iid": "i.i.d.",
    "LaTeX": "LaTeX",
    "TeX": "TeX",
}
"""Macros that stand for words."""

FOREIGN_LETTERS: Mapping[str, str] = _pairs(
    "ss ß o ø O Ø l ł L Ł ae æ AE Æ oe œ OE Œ aa å AA Å i ı j ȷ dh ð th þ DH Ð TH Þ"
)
"""Letters of European languages."""

MARKS: Mapping[str, str] = {
    "'": "\u0301",
    "`": "\u0300",
    "^": "\u0302",
    '"': "\u0308",
    "~": "\u0303",
    "=": "\u0304",
    ".": "\u0307",
    "H": "\u030b",
    "c": "\u0327",
    "v": "\u030c",
    "u": "\u0306",
    "k": "\u0328",
    "r": "\u030a",
    "d": "\u0323",
}
"""Combining marks of the accents of text."""

ACCENTS: Mapping[str, str] = {
    "hat": "\u0302",
    "widehat": "\u0302",
    "tilde": "\u0303",
    "widetilde": "\u0303",
    "bar": "\u0304",
    "overline": "\u0304",
    "dot": "\u0307",
    "ddot": "\u0308",
    "vec": "\u20d7",
    "check": "\u030c",
    "breve": "\u0306",
    "acute": "\u0301",
    "grave": "\u0300",
    "underline": "\u0332",
}
"""Combining marks of the accents of formulas."""

SUPERSCRIPTS: Mapping[str, str] = {
    **dict(zip("0123456789+-=()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾", strict=True)),
    **dict(zip("abcdefghijklmnoprstuvwxyz", "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ", strict=True)),
    **dict(zip("ABDEGHIJKLMNOPRTUVW", "ᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ", strict=True)),
    **dict(zip("βγδθφχ*∗⋆′∘°⊤†‡", "ᵝᵞᵟᶿᵠᵡ**⋆′°°ᵀ†‡", strict=True)),
}
SUBSCRIPTS: Mapping[str, str] = {
    **dict(zip("0123456789+-=()", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎", strict=True)),
    **dict(zip("aehijklmnoprstuvx", "ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True)),
    **dict(zip("βγρφχ", "ᵦᵧᵨᵩᵪ", strict=True)),
}


def _alphabet(capital: int, small: int, exceptions: str) -> dict[str, str]:
    letters = {chr(65 + place): chr(capital + place) for place in range(26)}
    letters |= {chr(97 + place): chr(small + place) for place in range(26)}
    return letters | _pairs(exceptions)


_BLACKBOARD = _alphabet(0x1D538, 0x1D552, "C ℂ H ℍ N ℕ P ℙ Q ℚ R ℝ Z ℤ 0 𝟘 1 𝟙 2 𝟚")
_SCRIPT = _alphabet(0x1D49C, 0x1D4B6, "B ℬ E ℰ F ℱ H ℋ I ℐ L ℒ M ℳ R ℛ e ℯ g ℊ o ℴ")
_FRAKTUR = _alphabet(0x1D504, 0x1D51E, "C ℭ H ℌ I ℑ R ℜ Z ℨ")
ALPHABETS: Mapping[str, Mapping[str, str]] = {
    "mathbb": _BLACKBOARD,
    "mathds": _BLACKBOARD,
    "mathbbm": _BLACKBOARD,
    "mathcal": _SCRIPT,
    "mathscr": _SCRIPT,
    "mathfrak": _FRAKTUR,
}
"""Alphabets of mathematics that Unicode has (block Mathematical Alphanumeric Symbols)."""

WRAPPERS: Mapping[str, str] = {
    "emph": "emphasis",
    "textit": "emphasis",
    "textsl": "emphasis",
    "mathit": "emphasis",
    "underline": "emphasis",
    "textbf": "strong",
    "mathbf": "strong",
    "boldsymbol": "strong",
    "bm": "strong",
    "texttt": "code",
    "mathtt": "code",
    "textsf": "",
    "mathsf": "",
    "textsc": "",
    "textrm": "",
    "mathrm": "",
    "textnormal": "",
    "text": "",
    "mbox": "",
    "operatorname": "",
    "url": "",
}
"""Macros that give their argument a style."""

SWITCHES: Mapping[str, str] = {"em": "emphasis", "it": "emphasis", "sl": "emphasis", "bf": "strong", "tt": "code"}
"""Macros at the beginning of a group that give the rest of it a style."""
