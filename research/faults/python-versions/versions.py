"""Versions of packages in order, with pre-releases before releases (modelled on histories of version libraries)."""

import re

PATTERN = re.compile(r"(\d+(?:\.\d+)*)(?:(a|b|rc)(\d+))?$")
STAGES = {"a": 0, "b": 1, "rc": 2}
FINAL = 1


def parse(text):
    match = PATTERN.match(text)
    if not match:
        raise ValueError(f"no version: {text}")
    numbers = [int(part) for part in match.group(1).split(".")]
    while len(numbers) > 1 and numbers[-1] == 0:
        numbers.pop()
    if match.group(2):
        stage = STAGES[match.group(2)]
        number = int(match.group(3))
    else:
        stage = FINAL
        number = 0
    return tuple(numbers), stage, number


def newest(versions):
    best = None
    for text in versions:
        version = parse(text)
        if best is None or version > best[0]:
            best = version, text
    return best[1]


def satisfies(text, least):
    return parse(text) >= parse(least)


published = ["1.0", "1.1", "2.0b1", "2.0rc1", "2.0", "1.9.1"]
latest = newest(published)
print("latest:", latest)
for name, least in [("web", "1.1"), ("mail", "2.0")]:
    chosen = [text for text in published if satisfies(text, least)]
    print(name, "can use", ", ".join(chosen))
