"""Results in a notebook: the minimal call, what is left of the original, the size over the tests."""

from __future__ import annotations

from html import escape
from typing import Any

__all__ = ["marked", "plot"]

WIDTH, HEIGHT = 360, 80
LONGEST = 2_000
"""Characters of an original that are shown."""


def marked(whole: Any, kept: Any) -> str:
    """The original, in HTML, with what is left of it marked."""
    text, left = (value if isinstance(value, str) else repr(value) for value in (whole, kept))
    if max(len(text), len(left)) > LONGEST:
        return f"<code>{escape(left[:LONGEST])}</code>"
    from difflib import SequenceMatcher  # Only a notebook needs it.

    shown = []
    for what, start, end, _, _ in SequenceMatcher(None, text, left, autojunk=False).get_opcodes():
        part = escape(text[start:end])
        shown.append(f"<mark>{part}</mark>" if what == "equal" else f"<s>{part}</s>" if part else "")
    return f"<code>{''.join(shown)}</code>"


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
