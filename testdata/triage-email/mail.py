"""Reads a message and writes it again, as a mail program does: python3 mail.py [--fix NAME] FILE.

The program that crashes is Python's own package `email`; nothing here is at fault. Every fault of it that is known
here has a fix of its own, which leaves all others as they are.
"""

import email
import email._encoded_words as words
import email._header_value_parser as parser
import email.errors
import email.generator
import email.policy
import re
import sys


def use(data):
    """Parses a message, looks at every header of every part, and writes all of it."""
    message = email.message_from_bytes(data, policy=email.policy.default)
    for part in message.walk():
        for _, value in part.items():
            for kind in ("addresses", "groups"):
                for each in getattr(value, kind, ()):
                    str(each)
            for name in ("datetime", "params", "content_type", "content_disposition", "cte", "version"):
                getattr(value, name, None)
    message.as_bytes()


def ends_after_angle(old):
    """`a <` ends where an address is to come."""

    def get_angle_addr(value):
        rest = value
        if rest[0] in parser.CFWS_LEADER:
            _, rest = parser.get_cfws(rest)
        if rest == "<":
            raise email.errors.HeaderParseError("nothing after <")
        return old(value)

    return get_angle_addr


def ends_after_at(old):
    """`a@` ends where a domain is to come."""

    def get_domain(value):
        if not value:
            raise email.errors.HeaderParseError("nothing after @")
        return old(value)

    return get_domain


def no_local_part(old):
    """`<>` and the like have no word where a message's name is to begin."""

    def get_obs_local_part(value):
        if not value or (value[0] != "\\" and value[0] in parser.PHRASE_ENDS):
            raise email.errors.HeaderParseError("no word")
        return old(value)

    return get_obs_local_part


def only_a_comment(old):
    """A local part that is a comment and nothing else."""

    def get_obs_local_part(value):
        if value and value[0] in parser.CFWS_LEADER:
            _, rest = parser.get_cfws(value)
            if not rest or (rest[0] != "\\" and rest[0] in parser.PHRASE_ENDS):
                raise email.errors.HeaderParseError("only a comment")
        return old(value)

    return get_obs_local_part


def group_as_mailbox(old):
    """A group with something behind it is marked as an invalid mailbox, and then taken for one."""

    def all_mailboxes(address):
        return [each for each in old.fget(address) if not isinstance(each, parser.Group)]

    return property(all_mailboxes)


def defect_as_token(old):
    """A domain literal that ends early gets its defect among its tokens."""

    def check(value, literal):
        before = len(literal)
        ends = old(value, literal)
        for each in literal[before:]:
            if isinstance(each, email.errors.MessageDefect):
                literal.remove(each)
                literal.defects.append(each)
        return ends

    return check


def comment_before_dot(old):
    """A comment is put into the first word of a name, even if that is a dot."""

    def put(terminal, where, what):
        pass

    return put


def dot_at_an_end(old):
    """A name that begins or ends with a dot is asked for the comment in it."""

    def display_name(name):
        if any(isinstance(end, str) for end in (list(name[:1]) + list(name[-1:]))):
            return str(name).strip()
        return old.fget(name)

    return property(display_name)


def name_of_a_comment(old):
    """A name that is a comment is nothing without it."""

    def display_name(name):
        if len(name) == 1 and name[0].token_type == "cfws":
            return ""
        return old.fget(name)

    return property(display_name)


def ends_after_star(old):
    """`a*` ends where a value is to come."""

    def get_parameter(value):
        if re.fullmatch(r"[^=;]*\*", value):
            raise email.errors.HeaderParseError("nothing after *")
        return old(value)

    return get_parameter


def writes_ascii_only(old):
    """What is no ASCII is written as if it were."""

    def write(generator, text):
        try:
            old(generator, text)
        except UnicodeEncodeError:
            generator._fp.write(text.encode("utf-8", "surrogateescape"))

    return write


def unknown_bytes_with_letters(old):
    """Text of unknown bytes may hold letters, too."""

    def encode(string, charset="utf-8", encoding=None, lang=""):
        if charset == "unknown-8bit" and any(127 < ord(c) < 0xDC80 or ord(c) > 0xDCFF for c in string):
            string = string.encode("utf-8", "surrogateescape").decode("ascii", "surrogateescape")
        return old(string, charset, encoding, lang)

    return encode


def letters_with_unknown_bytes(old):
    """Letters may stand beside unknown bytes."""

    def encode(string, charset="utf-8", encoding=None, lang=""):
        if charset == "utf-8":
            string = string.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
        return old(string, charset, encoding, lang)

    return encode


# The fault, by the place that its fix takes.
FIXES = {
    ends_after_angle: (parser, "get_angle_addr"),
    ends_after_at: (parser, "get_domain"),
    no_local_part: (parser, "get_obs_local_part"),
    only_a_comment: (parser, "get_obs_local_part"),
    group_as_mailbox: (parser.Address, "all_mailboxes"),
    defect_as_token: (parser, "_check_for_early_dl_end"),
    comment_before_dot: (parser.ValueTerminal, "__setitem__"),
    dot_at_an_end: (parser.DisplayName, "display_name"),
    name_of_a_comment: (parser.DisplayName, "display_name"),
    ends_after_star: (parser, "get_parameter"),
    writes_ascii_only: (email.generator.BytesGenerator, "write"),
    unknown_bytes_with_letters: (words, "encode"),
    letters_with_unknown_bytes: (words, "encode"),
}


class fixed:
    """With one fault fixed."""

    def __init__(self, fix):
        self.fix, (self.owner, self.name) = fix, FIXES[fix]

    def __enter__(self):
        self.old = vars(self.owner).get(self.name)
        setattr(self.owner, self.name, self.fix(self.old))

    def __exit__(self, *_):
        if self.old is None:
            delattr(self.owner, self.name)
        else:
            setattr(self.owner, self.name, self.old)


def main(arguments):
    if arguments[:1] == ["--fix"]:
        fix = next(fix for fix in FIXES if fix.__name__ == arguments[1])
        fixed(fix).__enter__()
        arguments = arguments[2:]
    with open(arguments[0], "rb") as file:
        use(file.read())


if __name__ == "__main__":
    main(sys.argv[1:])
