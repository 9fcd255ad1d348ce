"""Makes crashing inputs of mail.py and writes down which fault each is: python3 make.py DIR FAULTS [COUNT [MOST]].

Inputs are seeds with up to six changes each, drawn by lot from a fixed seed, so they are the same every time (with the
same version of Python). An input's fault is the one whose fix alone removes the crash. Inputs that crash for several
reasons, so that no single fix removes the crash, are left out and counted. At most MOST of each fault are kept.
"""

import collections
import os
import sys

import mail

HERE = os.path.dirname(os.path.abspath(__file__))
PIECES = [b"<", b">", b"@", b'"', b";", b":", b"=", b"?", b"*", b"(", b")", b"[", b"]", b"\\", b".", b",", b" "]
PIECES += [b"\n ", b"'", b"%", b"=?", b"?=", b"\xff", b"\xc3\xa9", b"0", b"()", b"a"]


class Lots:
    """Numbers that follow from a seed (splitmix64)."""

    def __init__(self, seed):
        self.state = seed

    def below(self, limit):
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2**64
        z = self.state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
        return (z ^ (z >> 31)) % limit


def change(data, lots):
    """Puts a piece in or over a byte, takes some bytes out, or doubles them elsewhere."""
    data = bytearray(data)
    for _ in range(1 + lots.below(6)):
        kind, at = lots.below(4), lots.below(len(data))
        end = min(len(data), at + 1 + lots.below(20))
        if kind == 0:
            data[at : at + 1] = PIECES[lots.below(len(PIECES))]
        elif kind == 1:
            data[at:at] = PIECES[lots.below(len(PIECES))]
        elif kind == 2:
            del data[at:end]
        else:
            to = lots.below(len(data))
            data[to:to] = data[at:end]
        if not data:
            data += b"\n"
    return bytes(data)


def crash(data):
    """The class and place of the exception that nobody catches, if there is one; only to see what is left over."""
    try:
        mail.use(data)
    except RecursionError:
        return None
    except Exception as error:
        at = error.__traceback__
        while at.tb_next:
            at = at.tb_next
        return f"{error!r:.80} in {at.tb_frame.f_code.co_name}:{at.tb_lineno}"
    return None


def faults(data):
    """The faults whose fix alone removes the crash."""
    found = []
    for fix in mail.FIXES:
        with mail.fixed(fix):
            if crash(data) is None:
                found.append(fix.__name__)
    return found


def main(directory, table, count="300", most="40"):
    seeds = []
    for name in sorted(os.listdir(os.path.join(HERE, "seeds"))):
        with open(os.path.join(HERE, "seeds", name), "rb") as file:
            seeds.append(file.read())
    os.makedirs(directory)
    lots, kept, left = Lots(1), collections.Counter(), collections.Counter()
    tried, seen, lines = 0, set(), []
    while len(lines) < int(count):
        data = change(seeds[lots.below(len(seeds))], lots)
        tried += 1
        if data in seen:
            continue
        seen.add(data)
        shown = crash(data)
        if shown is None:
            continue
        found = faults(data)
        if len(found) != 1:
            left[f"{'+'.join(found) or 'no single fix'}: {shown}"] += 1
            continue
        if kept[found[0]] == int(most):
            continue
        kept[found[0]] += 1
        name = f"crash-{len(lines) + 1:03}.eml"
        with open(os.path.join(directory, name), "wb") as file:
            file.write(data)
        lines.append(f"{name} {found[0]}\n")
    with open(table, "w") as file:
        file.writelines(lines)
    print(f"{tried} inputs tried, {len(lines)} kept:")
    for fault, number in kept.most_common():
        print(f"{number:6} {fault}")
    print(f"{sum(left.values())} crash otherwise:")
    for shown, number in left.most_common(40):
        print(f"{number:6} {shown}")


if __name__ == "__main__":
    main(*sys.argv[1:])
