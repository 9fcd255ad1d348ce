"""A kit of small helpers for text: counting, wrapping, tables, mark-up and more."""

import re
from collections import Counter, OrderedDict, defaultdict, namedtuple
from itertools import groupby, zip_longest

VOWELS = "aeiou"
ROMAN = [
    (1000, "M"),
    (900, "CM"),
    (500, "D"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
]

Position = namedtuple("Position", "line column")


class KitError(Exception):
    """Something that the kit cannot do."""


class ParseError(KitError):
    """A text that the kit cannot read, and where."""

    def __init__(self, message, position):
        super().__init__(f"{message} at line {position.line}, column {position.column}")
        self.position = position


def count_words(text):
    """How often each word occurs, whatever its case."""
    return Counter(re.findall(r"\w+", text.lower()))


def longest_word(text):
    """The longest word, the first one of several."""
    longest = ""
    for word in re.findall(r"\w+", text):
        if len(word) > len(longest):
            longest = word
    return longest


def count_vowels(text):
    """The number of vowels, without y."""
    return sum(1 for char in text.lower() if char in VOWELS)


def is_palindrome(text):
    """Does it read the same backwards, spaces and punctuation aside?"""
    letters = [char for char in text.lower() if char.isalnum()]
    return letters == letters[::-1]


def capitalize_words(text):
    """Make the first letter of each word a capital and leave the others."""
    return " ".join(word[:1].upper() + word[1:] for word in text.split(" "))


def to_snake_case(name):
    """From CamelCase to snake_case."""
    parts = []
    for index, char in enumerate(name):
        if char.isupper():
            if index > 0 and not name[index - 1].isupper():
                parts.append("_")
            parts.append(char.lower())
        else:
            parts.append(char)
    return "".join(parts)


def to_camel_case(name):
    """From snake_case to CamelCase."""
    return "".join(part.capitalize() for part in name.split("_"))


def wrap(text, width=72):
    """Break a paragraph into lines of at most that width."""
    lines = []
    current = ""
    for word in text.split():
        if current and len(current) + 1 + len(word) > width:
            lines.append(current)
            current = word
        elif current:
            current += " " + word
        else:
            current = word
    if current:
        lines.append(current)
    return lines


def indent(text, by=4, first=True):
    """Put spaces before each line that is not empty."""
    result = []
    for index, line in enumerate(text.split("\n")):
        if line and (first or index > 0):
            line = " " * by + line
        result.append(line)
    return "\n".join(result)


def dedent(text):
    """Take away the white space with which all lines begin."""
    lines = text.split("\n")
    margins = [len(line) - len(line.lstrip()) for line in lines if line.strip()]
    margin = min(margins, default=0)
    return "\n".join(line[margin:] for line in lines)


def center(text, width, fill=" "):
    """Put a text in the middle, a little to the left if need be."""
    missing = width - len(text)
    if missing <= 0:
        return text
    left = missing // 2
    return fill * left + text + fill * (missing - left)


def number_lines(text, start=1):
    """Put its number before each line."""
    lines = text.split("\n")
    digits = len(str(start + len(lines) - 1))
    return "\n".join(f"{start + index:{digits}} {line}" for index, line in enumerate(lines))


def position_of(text, offset):
    """Line and column of an offset, both counted from 1."""
    before = text[:offset]
    line = before.count("\n") + 1
    column = offset - (before.rfind("\n") + 1) + 1
    return Position(line, column)


def to_roman(number):
    """A number from 1 to 3999 in Roman numerals."""
    if not 0 < number < 4000:
        raise KitError(f"{number} has no Roman numeral")
    numeral = ""
    for value, letters in ROMAN:
        while number >= value:
            numeral += letters
            number -= value
    return numeral


def from_roman(numeral):
    """The number that a Roman numeral means."""
    number = 0
    rest = numeral.upper()
    for value, letters in ROMAN:
        while rest.startswith(letters):
            number += value
            rest = rest[len(letters) :]
    if rest or to_roman(number) != numeral.upper():
        raise KitError(f"{numeral} is no Roman numeral")
    return number


def caesar(text, shift):
    """Move each letter of the alphabet by so many places."""
    moved = []
    for char in text:
        if "a" <= char <= "z":
            moved.append(chr((ord(char) - ord("a") + shift) % 26 + ord("a")))
        elif "A" <= char <= "Z":
            moved.append(chr((ord(char) - ord("A") + shift) % 26 + ord("A")))
        else:
            moved.append(char)
    return "".join(moved)


def run_lengths(text):
    """Write runs of the same character as their length and the character."""
    return "".join(f"{len(list(run))}{char}" for char, run in groupby(text))


def expand_run_lengths(packed):
    """Undo run_lengths."""
    text = ""
    for count, char in re.findall(r"(\d+)(\D)", packed):
        text += char * int(count)
    return text


def edit_distance(left, right):
    """How many characters to insert, delete or replace to get from one to the other."""
    previous = list(range(len(right) + 1))
    for row, a in enumerate(left, 1):
        current = [row]
        for column, b in enumerate(right, 1):
            change = previous[column - 1] + (a != b)
            current.append(min(previous[column] + 1, current[-1] + 1, change))
        previous = current
    return previous[-1]


def common_prefix(words):
    """The longest text with which all words begin."""
    if not words:
        return ""
    shortest = min(words, key=len)
    for index, char in enumerate(shortest):
        if any(word[index] != char for word in words):
            return shortest[:index]
    return shortest


def closest(word, candidates, limit=2):
    """The candidate nearest to a word, if it is near at all."""
    best = None
    for candidate in candidates:
        distance = edit_distance(word, candidate)
        if distance <= limit and (best is None or distance < best[0]):
            best = (distance, candidate)
    return best[1] if best else None


def group_anagrams(words):
    """Lists of words that have the same letters."""
    groups = defaultdict(list)
    for word in words:
        groups["".join(sorted(word.lower()))].append(word)
    return [group for group in groups.values() if len(group) > 1]


def plural(count, noun, many=None):
    """A count and its noun: '1 line', '2 lines', '2 mice'."""
    if count == 1:
        return f"1 {noun}"
    return f"{count} {many or noun + 's'}"


def human_size(size):
    """A number of bytes as people write it."""
    for unit in ["B", "kB", "MB", "GB"]:
        if size < 1000:
            return f"{size:.3g} {unit}"
        size /= 1000
    return f"{size:.3g} TB"


def human_list(items, last="and"):
    """'a', 'a and b', 'a, b and c'."""
    items = list(items)
    if len(items) < 2:
        return "".join(items)
    return ", ".join(items[:-1]) + f" {last} " + items[-1]


class Table:
    """Rows of cells that are printed below each other."""

    def __init__(self, *headings):
        self.headings = headings
        self.rows = []

    def add(self, *cells):
        """Append a row; missing cells are empty."""
        if len(cells) > len(self.headings):
            raise KitError(f"a row of {len(cells)} cells, but only {len(self.headings)} headings")
        self.rows.append([str(cell) for cell in cells])
        return self

    def widths(self):
        """The width of each column."""
        columns = zip_longest(self.headings, *self.rows, fillvalue="")
        return [max(len(cell) for cell in column) for column in columns]

    def lines(self):
        """The table as text, a line a row."""
        widths = self.widths()
        yield self.line(self.headings, widths)
        yield "  ".join("-" * width for width in widths)
        for row in self.rows:
            yield self.line(row, widths)

    @staticmethod
    def line(cells, widths):
        """One row, without white space at its end."""
        padded = (cell.ljust(width) for cell, width in zip_longest(cells, widths, fillvalue=""))
        return "  ".join(padded).rstrip()

    def __str__(self):
        return "\n".join(self.lines())


class Template:
    """A text with {{names}} to be filled in."""

    NAME = re.compile(r"\{\{\s*(\w+)\s*\}\}")

    def __init__(self, text):
        self.text = text

    def names(self):
        """The names that occur, each once, in their order."""
        return list(OrderedDict.fromkeys(self.NAME.findall(self.text)))

    def fill(self, **values):
        """Put the values in place of their names."""
        missing = [name for name in self.names() if name not in values]
        if missing:
            raise KitError("no value for " + human_list(missing))
        return self.NAME.sub(lambda match: str(values[match.group(1)]), self.text)


def escape_html(text):
    """Make a text safe to stand in a page."""
    for char, entity in [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")]:
        text = text.replace(char, entity)
    return text


def unescape_html(text):
    """Undo escape_html."""
    for char, entity in [("<", "&lt;"), (">", "&gt;"), ("&", "&amp;")]:
        text = text.replace(entity, char)
    return text


def remove_html_markup(s):
    """The text of a page, without its tags.

    Quotes inside a tag may hold a '>', which then does not end the tag.
    """
    inside = False
    quoted = False
    text = ""
    for char in s:
        if char == "<" and not quoted:
            inside = True
        elif char == ">" and not quoted:
            inside = False
        elif char == '"' or char == "'" and inside:
            quoted = not quoted
        elif not inside:
            text += char
    return text


def links(page):
    """The addresses that a page links to, each once."""
    found = re.findall(r"<a\s[^>]*href=[\"']([^\"']+)", page, re.IGNORECASE)
    return list(OrderedDict.fromkeys(found))


def heading(text, level=1):
    """A heading of a page, with a name to link to."""
    anchor = re.sub(r"\W+", "-", text.lower()).strip("-")
    return f'<h{level} id="{anchor}">{escape_html(text)}</h{level}>'


def bullet_list(items):
    """A list of a page."""
    lines = ["<ul>"]
    lines.extend(f"<li>{escape_html(item)}</li>" for item in items)
    lines.append("</ul>")
    return "\n".join(lines)


def read_settings(text):
    """Read 'name = value' lines under [section] headings."""
    settings = {}
    section = settings.setdefault("", {})
    for number, line in enumerate(text.split("\n"), 1):
        line = line.split("#")[0].strip()
        if not line:
            continue
        if line.startswith("[") and line.endswith("]"):
            section = settings.setdefault(line[1:-1].strip(), {})
            continue
        name, equals, value = line.partition("=")
        if not equals:
            raise ParseError("no '='", Position(number, 1))
        section[name.strip()] = value.strip()
    return settings


def write_settings(settings):
    """Undo read_settings."""
    lines = []
    for section, values in settings.items():
        if section:
            lines.append(f"[{section}]")
        lines.extend(f"{name} = {value}" for name, value in values.items())
    return "\n".join(lines)


def split_fields(line, separator=","):
    """Split a line at separators that are not inside double quotes."""
    fields = [""]
    quoted = False
    for char in line:
        if char == '"':
            quoted = not quoted
        elif char == separator and not quoted:
            fields.append("")
        else:
            fields[-1] += char
    if quoted:
        raise ParseError("open quote", Position(1, line.rindex('"') + 1))
    return fields


def join_fields(fields, separator=","):
    """Undo split_fields."""
    return separator.join(f'"{field}"' if separator in field else field for field in fields)


class Scanner:
    """Reads a text from left to right, piece by piece."""

    def __init__(self, text):
        self.text = text
        self.offset = 0

    def at_end(self):
        """Is there nothing left?"""
        return self.offset >= len(self.text)

    def skip_space(self):
        """Go on to what is not white space."""
        while not self.at_end() and self.text[self.offset].isspace():
            self.offset += 1

    def take(self, pattern):
        """What matches a pattern here, or None."""
        self.skip_space()
        match = re.compile(pattern).match(self.text, self.offset)
        if match is None:
            return None
        self.offset = match.end()
        return match.group()

    def expect(self, pattern):
        """What matches a pattern here, or an error."""
        taken = self.take(pattern)
        if taken is None:
            raise ParseError(f"no {pattern}", position_of(self.text, self.offset))
        return taken


class Calculator:
    """Sums and products of whole numbers."""

    def __init__(self, text):
        self.scanner = Scanner(text)

    def value(self):
        """What the whole text comes to."""
        result = self.sum()
        self.scanner.skip_space()
        if not self.scanner.at_end():
            here = position_of(self.scanner.text, self.scanner.offset)
            raise ParseError("something left", here)
        return result

    def sum(self):
        """Products with + or - between them."""
        result = self.product()
        while True:
            operator = self.scanner.take(r"[+-]")
            if operator == "+":
                result += self.product()
            elif operator == "-":
                result -= self.product()
            else:
                return result

    def product(self):
        """Factors with * between them."""
        result = self.factor()
        while self.scanner.take(r"\*"):
            result *= self.factor()
        return result

    def factor(self):
        """A number, or a sum in parentheses."""
        if self.scanner.take(r"\("):
            result = self.sum()
            self.scanner.expect(r"\)")
            return result
        return int(self.scanner.expect(r"\d+"))


def summary(text, lines=3, width=60):
    """The first few lines of a text, for an overview."""
    shown = []
    for line in text.split("\n")[:lines]:
        shown.append(line if len(line) <= width else line[: width - 3] + "...")
    hidden = text.count("\n") + 1 - len(shown)
    if hidden > 0:
        shown.append(f"({plural(hidden, 'more line', 'more lines')})")
    return "\n".join(shown)


def compare(old, new):
    """Lines that only one of two texts has, with - or + before them."""
    old_lines = old.split("\n")
    new_lines = new.split("\n")
    changes = [f"- {line}" for line in old_lines if line not in new_lines]
    changes += [f"+ {line}" for line in new_lines if line not in old_lines]
    return changes


def main():
    """Show what the kit can do."""
    sample = "<p>The <b>quick</b> brown fox.</p>"
    table = Table("what", "result")
    table.add("plain text", remove_html_markup(sample))
    table.add("words", plural(sum(count_words(remove_html_markup(sample)).values()), "word"))
    table.add("1 + 2 * 3", Calculator("1 + 2 * 3").value())
    table.add("the year", to_roman(1999))
    print(table)


if __name__ == "__main__":
    main()
