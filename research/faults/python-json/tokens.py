"""A reader of JSON by hand: a tokeniser and a parser."""


class Reader:
    def __init__(self, text):
        self.text = text
        self.at = 0

    def blank(self):
        while self.at < len(self.text) and self.text[self.at] in " \t\n":
            self.at += 1

    def peek(self):
        self.blank()
        return self.text[self.at] if self.at < len(self.text) else ""

    def expect(self, sign):
        if self.peek() != sign:
            raise ValueError(f"expected {sign!r} at {self.at}")
        self.at += 1

    def string(self):
        self.expect('"')
        begin = self.at
        while self.text[self.at] != '"':
            self.at += 1
        found = self.text[begin:self.at]
        self.at += 1
        return found.replace('\\"', '"')

    def number(self):
        begin = self.at
        while self.at < len(self.text) and self.text[self.at] in "+-.0123456789eE":
            self.at += 1
        word = self.text[begin:self.at]
        return float(word) if any(sign in word for sign in ".eE") else int(word)

    def value(self):
        sign = self.peek()
        if sign == '"':
            return self.string()
        if sign == "[":
            return self.sequence("]", self.value)
        if sign == "{":
            return dict(self.sequence("}", self.member))
        return self.number()

    def member(self):
        key = self.string()
        self.expect(":")
        return key, self.value()

    def sequence(self, close, item):
        self.at += 1
        items = []
        while self.peek() != close:
            items.append(item())
            if self.peek() != close:
                self.expect(",")
        self.at += 1
        return items


document = '{"name": "saw 12\\"", "sizes": [1, 2.5], "parts": {}}'
reader = Reader(document)
found = reader.value()
print(found["name"])
print(sum(found["sizes"]))
