"""Results in a notebook: the minimal call, what is left of the original, the size over the tests."""

from __future__ import annotations

from html import escape
from typing import Any

__all__ = ["difference", "marked", "plot", "shown"]

WIDTH, HEIGHT = 360, 80
LONGEST = 2_000
"""Characters of an original that are shown."""

ENDS = 12
"""Characters at the ends of a long piece that is not needed."""


def marked(whole: Any, kept: Any) -> str:
    """The original, in HTML, with what is left of it marked."""
    return _compared(whole, kept, "<mark>{}</mark>", "<s>{}</s>")


def difference(passing: Any, failing: Any) -> str:
    """What fails, in HTML, with what passes without it marked."""
    return _compared(failing, passing, "{}", "<mark>{}</mark>")


def shown(value: Any) -> str:
    """A value in HTML: as it shows itself, if it does."""
    own = getattr(value, "_repr_html_", None)
    html = own() if callable(own) else None
    return html if isinstance(html, str) else f"<pre>{escape(_text(value))}</pre>"


def _text(value: Any) -> str:
    return value if isinstance(value, str) else repr(value)


def _compared(whole: Any, part: Any, both: str, rest: str) -> str:
    """A whole in HTML, as ``both`` and ``rest`` say what a part of it has and has not."""
    text, left = _text(whole), _text(part)
    if max(len(text), len(left)) > LONGEST:
        return f"<code>{escape(left[:LONGEST])}</code>"
    from difflib import SequenceMatcher  # Only a notebook needs it.

    found = []
    for what, start, end, _, _ in SequenceMatcher(None, text, left, autojunk=False).get_opcodes():
        if end > start:
            is_both = what == "equal"
            found.append((both if is_both else rest).format(_ends(text[start:end], is_both)))
    return f"<code>{''.join(found)}</code>"


def _ends(text: str, is_whole: bool) -> str:
    """A piece in HTML; of a long one that is not needed its ends."""
    if is_whole or len(text) <= 3 * ENDS:
        return escape(text)
    return f'<span title="{escape(text)}">{escape(text[:ENDS])}…{escape(text[-ENDS:])}</span>'


def plot(sizes: list[tuple[int, int]], tests: int) -> str:
    """The size of the smallest failing data over the tests, as a picture."""
    largest = max((size for _, size in sizes), default=0)
    if not largest or not tests:
        return ""
    points: list[str] = []
    before = largest
    for test, size in [*sizes, (tests, sizes[-1][1])]:
        x = WIDTH * test / tests
        points.append(f"{x:.1f},{HEIGHT * (1 - before / largest):.1f} {x:.1f},{HEIGHT * (1 - size / largest):.1f}")
        before = size
    return (
        f'<svg width="{WIDTH + 20}" height="{HEIGHT + 30}" viewBox="-5 -5 {WIDTH + 20} {HEIGHT + 30}" role="img">'
        f'<title>size {largest:,} to {sizes[-1][1]:,} in {tests:,} tests</title>'
        f'<polyline fill="none" stroke="currentColor" stroke-width="1.5" points="{" ".join(points)}"/>'
        f'<text x="0" y="{HEIGHT + 18}" font-size="12" fill="currentColor">size {largest:,} to {sizes[-1][1]:,} '
        f"in {tests:,} tests</text></svg>"
    )
