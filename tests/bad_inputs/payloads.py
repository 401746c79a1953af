"""Texts that would do something to a terminal, a parser of markup or a page, by the row of the list."""

from __future__ import annotations

PAYLOADS: dict[int, tuple[str, ...]] = {
    83: ("\x1b[31mred\x1b[0m", "\x1b[2J\x1b[10;10Hmoved", "\x1b[?1049l\x1b[?25h", "\x1bcreset", "\x1b7\x1b8"),
    84: (
        "\x1b]52;c;ZXZpbA==\x07", "\x1b]0;owned\x07", "\x1b]2;owned\x1b\\",
        "\x1b]8;;https://example.org\x1b\\here\x1b]8;;\x1b\\", "\x1b]4;1;#ff0000\x07\x1b]10;#000\x07\x1b]11;#fff\x07",
        "\x1b]777;notify;a;b\x07\x1b]9;x\x07", "\x1b]1337;File=:AA==\x07",
    ),
    85: (
        "\x1bP1$r0m\x1b\\", "\x1b_Gq\x1b\\", "\x1b^pm\x1b\\", "\x1bXsos\x1b\\", "\x1bPtmux;\x1b\x1b]0;x\x07\x1b\\",
        "\x1b]0;and then nothing", "\x1bPnothing", "half\x1b[",
    ),
    86: ("\u009b31mred", "\u009d52;c;ZXZpbA==\u009c", "\u0090q\u009c", "\u0084\u0085next"),
    87: ("\x1b[6n", "\x1b[c", "\x1b[>q", "\x1b[?2026$p", "\x1bP$qm\x1b\\", "\x05"),
    88: ("\x07" * 2_000, "a\b\b\bb", "over\rwritten", "v\x0bt", "f\x0cf", "\x0eso\x0fsi", "n\x00l", "d\x7fl"),
    89: ("[red]x[/red]", "[b]", "[1]", "[a]", "[i]", "[B]", "[[x]]", "\\[x]", "[$error]", "end["),
    90: ("[/nope]", "[link=https://x]", "[link='https://example.org']y[/link]", "[a=b c]", "[@click=app.bang(]"),
    91: (
        "[@click=app.quit]z[/]", "[ @click=app.quit]z[/]", "[@click=app.bang('[]')]z[/]",
        "[@click=app.screenshot('evil.svg','.')]z[/]", "[\n@click=app.quit]z[/]",
    ),
    92: ("$var", "%s %d", "{x} {0}", ":smile:", "<b>&amp;</b>", "back\\slash\\n", "`code`", "~tilde~"),
    93: ("[text](https://example.org)", "![image](x.png)", "| a | b |", "<script>alert(1)</script>", "# heading"),
}  # fmt: skip
"""Rows 83 to 93; a plain text follows each, so that something unterminated would swallow it."""

LITERAL = range(89, 94)
"""Rows whose texts are shown letter for letter."""

HARMLESS = {83: ("word", "another"), 84: ("word", "third")}
"""The same shape without a payload: what the program sends of its own accord."""

CLICKABLE = (*PAYLOADS[89], *PAYLOADS[90], *PAYLOADS[91])


def whole(row: tuple[str, ...]) -> str:
    """All texts of a row in one."""
    return " ".join(f"{payload} then" for payload in row)


def argument(row: tuple[str, ...]) -> str:
    """All texts of a row as one word of a command line, where NUL cannot be and length has a limit."""
    return whole(row).replace("\x00", "").replace("\x07" * 2_000, "\x07" * 20)
