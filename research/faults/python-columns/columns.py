"""Text in columns: words are wrapped, and lines are filled to a width."""


def wrapped(text, width):
    lines, line = [], []
    length = 0
    for word in text.split():
        if line and length + len(word) > width:
            lines.append(line)
            line, length = [], 0
        line.append(word)
        length += len(word) + 1
    if line:
        lines.append(line)
    return lines


def justified(words, width):
    gaps = len(words) - 1
    if gaps == 0:
        return words[0]
    letters = sum(len(word) for word in words)
    each, more = divmod(width - letters, gaps)
    out = words[0]
    for number, word in enumerate(words[1:]):
        blanks = each + 1 if number <= more else each
        out += " " * blanks + word
    return out


def columns(text, width):
    lines = wrapped(text, width)
    shown = [justified(words, width) for words in lines[:-1]]
    shown.append(" ".join(lines[-1]))
    return shown


TEXT = "the quick brown fox jumps over the lazy dog and runs"
for line in columns(TEXT, 20):
    print(f"|{line}|")
