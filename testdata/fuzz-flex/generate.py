#!/usr/bin/env python3
"""Write the fuzz inputs, the same ones on every machine.

KIND-SIZE.in for the sizes 10^3 to 10^6 and four kinds: printable characters
or all bytes, without or with NUL. Newlines occur in all. From 10^4 on, a
stretch of 2,500 characters after the first third has neither.
"""

SIZES = [10**power for power in range(3, 7)]
STRETCH = 2500
PRINTABLE = [10, *range(32, 127)]
KINDS = {
    "printable": PRINTABLE,
    "printable-nul": [0, *PRINTABLE],
    "bytes": list(range(1, 256)),
    "bytes-nul": list(range(256)),
}


def numbers(seed):
    """xorshift32: reproducible whatever the version of Python."""
    while True:
        seed ^= seed << 13 & 0xFFFFFFFF
        seed ^= seed >> 17
        seed ^= seed << 5 & 0xFFFFFFFF
        yield seed >> 8


for seed, (kind, alphabet) in enumerate(KINDS.items(), 1):
    for size in SIZES:
        random = numbers(seed * size)
        data = bytearray(alphabet[next(random) % len(alphabet)] for _ in range(size))
        if size >= 10**4:
            start = size // 3
            for at in range(start, start + STRETCH):
                if data[at] in b"\0\n":
                    data[at] = ord("x")
        with open(f"{kind}-{size}.in", "wb") as out:
            out.write(data)
