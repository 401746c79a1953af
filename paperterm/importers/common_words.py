"""Words too common in abstracts to show that two paragraphs belong together."""

from __future__ import annotations

# Every word of three letters and more that at least 5 % of 18,961 abstracts hold (proceedings of machine learning and
# artificial intelligence, 2007 to 2025). A short list cannot tell by itself which of its words are rare.
COMMON_WORDS = frozenset(
    """
    about accuracy achieve achieves across address adversarial algorithm algorithms all allows also analysis analyze
    and any applications applied approach approaches approximate approximation are assumptions available based
    bayesian been benchmark best better between both bound bounds but called can case challenge challenging class
    classification code com common compared complex complexity computational conditions consider constraints control
    convergence convex cost current data dataset datasets decision deep demonstrate derive descent design despite
    develop different distribution distributions does due during each effective effectiveness efficiency efficient
    efficiently empirical empirically error estimate estimation evaluate evaluation even examples existing
    experimental experiments extensive feature features finally find first focus for form framework from function
    functions further furthermore gaussian general generalization generative github given goal gradient graph
    guarantees has have high how however https image important improve improved improves including inference
    information input interest into introduce its key knowledge known language large latent learn learned learning
    limited linear local loss lower machine many markov matrix may method methods model modeling models more
    moreover most much multiple natural network networks neural new noise not novel number numerical objective
    obtain often one online only optimal optimization order other our outperforms over paper parameter parameters
    particular perform performance point points policy popular possible practical practice prediction present
    previous prior probability problem problems process properties propose proposed prove provide provides random
    rate real real-world recent recently regression regret reinforcement representation representations require
    requires result resulting results robust robustness same sample samples sampling set sets setting settings
    several show shown significant significantly similar simple single size small solution solve some space sparse
    specifically standard state state-of-the-art statistical stochastic strong structure studies study such
    synthetic systems target task tasks technique techniques terms test than that the their them then theoretical
    theoretically theory there these they this through thus time trained training two under underlying unknown upper
    use used using value variables various very via way well when where which while with within without work works
    """.split()  # noqa: SIM905 (a list of 319 string literals would be ten times as long)
)
