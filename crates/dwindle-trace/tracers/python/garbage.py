# ---- What storage holds whose assignment was left out ----

# Neither what it held before nor anybody's value: of each event another one, in opposite orders, and one value a run.
GARBAGE = {
    "int": (lambda event: 6148914691236517206 + event, lambda event: -6148914691236517206 - event, lambda _: 0),
    "float": (lambda event: 1.1432e182 * (1 + event), lambda event: -1.1432e182 * (1 + event), lambda _: 0.0),
    "str": (lambda event: "\ufffd\u0007%07d" % event, lambda event: "\u0001\ufffd%07d" % (9999999 - event), lambda _: ""),
    "bytes": (lambda event: b"\xaa\x07%07d" % event, lambda event: b"\x01\xaa%07d" % (9999999 - event), lambda _: b""),
}
# The same in words.
GARBAGE_WORDS = ("large", "negative", "zero or empty")


class Spoiled:
    """What a field or an element holds whose value was no number and no text: whatever uses it raises an exception."""

    def use(self, *_):
        raise NameError("what would have been assigned here was left out")

    __getattr__ = __call__ = __bool__ = __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __hash__ = use
    __len__ = __iter__ = __contains__ = __getitem__ = __setitem__ = __delitem__ = __str__ = __repr__ = __format__ = use
    __int__ = __float__ = __index__ = __neg__ = __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = use
    __enter__ = __next__ = use


def spoil_field(owner, word, value):
    """Writes to a field that is there already, if that executes nothing of the program."""
    own = type if isinstance(owner, type) else object
    if type(owner).__setattr__ is not own.__setattr__:
        return
    known = [one.__dict__[word] for one in (owner if own is type else type(owner)).__mro__ if word in one.__dict__]
    is_plain = not known or not hasattr(type(known[0]), "__set__") or isinstance(known[0], types.MemberDescriptorType)
    if is_plain and (known or word in getattr(owner, "__dict__", ())):
        own.__setattr__(owner, word, value)


def spoil_element(owner, index, value):
    """Writes to an element that is there, if that executes nothing of the program."""
    for kind in (list, dict):
        if isinstance(owner, kind) and type(owner).__setitem__ is kind.__setitem__:
            if kind is list or kind.__contains__(owner, index):
                kind.__setitem__(owner, index, value)
