# ---- What is executed ----


class Frame:
    """One call of a function that is traced."""

    __slots__ = ("events", "at", "now", "parent", "kept", "item", "values", "suspended",
                 "threw")

    def __init__(self):
        self.events = None
        self.at = 0
        self.now = None
        self.parent = run.now
        self.kept = True
        self.item = None
        self.values = None
        self.suspended = False
        # The last event that an exception left as recorded.
        self.threw = None

    def do(self, statement):
        """Whether the statement that comes next is executed."""
        if self.suspended:
            self.back()
        return run.event(self, statement)

    def branch(self, value=None):
        """Which way a predicate goes, that was evaluated if it is kept."""
        return run.branch(self, bool(value) if self.kept else None)

    def step(self, iterator):
        """Whether a loop has another item, which `take` gives."""
        try:
            self.item = (next(iterator),)
        except StopIteration:
            self.item = None
        return run.branch(self, self.item is not None)

    def skip(self):
        """Which way a loop goes whose step is left out."""
        self.item = None
        return run.branch(self, None)

    def take(self):
        return self.item[0]

    def saw(self, names, *values):
        run.saw(self, names, values)

    def note(self, place, value):
        """What is about to be assigned to a field or an element."""
        run.note(self, place, value)
        return value

    def knows(self, place):
        """Whether there is garbage for what this target of the statement that is left out was assigned."""
        return place in run.junk.get(self.now, ())

    def garbage(self, place):
        kind = run.junk.get(self.now, {}).get(place)
        return GARBAGE[kind][run.garbage](self.now) if kind else Spoiled()

    def field(self, place, owner, word):
        spoil_field(owner, word, self.garbage(place))

    def element(self, place, owner, index):
        spoil_element(owner, index, self.garbage(place))

    def out(self, value=None):
        """Goes back to the caller, to be resumed later."""
        run.now = self.parent
        self.suspended = True
        return value

    def back(self, value=None):
        """Is resumed, perhaps by another event."""
        if self.suspended:
            self.parent = run.now
            self.suspended = False
        run.now = self.now
        return value

    def raised(self):
        """The event that is being executed ends by an exception."""
        if self.suspended:
            self.back()
        run.raised(self, sys.exc_info()[1])

    def leave(self):
        run.now = self.parent

    def through(self, iterable):
        return Through(self, iter(iterable))

    def wait(self, awaitable):
        return Wait(self, awaitable)


class Through:
    """What `yield from` delegates to: each resumption leads through the frame that delegates."""

    def __init__(self, frame, inner):
        self.frame, self.inner = frame, inner

    def __iter__(self):
        return self

    def pass_on(self, method, *values):
        self.frame.back()
        try:
            value = method(*values)
        except BaseException:
            run.now = self.frame.now
            raise
        return self.frame.out(value)

    def __next__(self):
        return self.pass_on(self.inner.__next__)

    def send(self, value):
        return self.pass_on(self.inner.__next__) if value is None else self.pass_on(self.inner.send, value)

    def throw(self, *error):
        method = getattr(self.inner, "throw", None)
        if method is None:
            self.frame.back()
            raise error[1] if len(error) > 1 and error[1] is not None else error[0]
        return self.pass_on(method, *error)

    def close(self):
        close = getattr(self.inner, "close", None)
        if close is not None:
            close()


class Wait:
    """What `await` waits for."""

    def __init__(self, frame, awaitable):
        self.frame, self.awaitable = frame, awaitable

    def __await__(self):
        inner = getattr(self.awaitable, "__await__", None)
        return Through(self.frame, inner() if inner else iter(self.awaitable))
