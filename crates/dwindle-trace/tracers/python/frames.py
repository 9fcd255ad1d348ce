# ---- What is executed ----


class Depth:
    """How deep the calls of the program are, without those of the tracer."""

    # What each of them adds to the depth where it calls the program: functions in C counted in earlier versions.
    STEP = 2 if sys.version_info < (3, 11) else 1
    PASS_ON = 3 if sys.version_info < (3, 12) else 2

    def __init__(self):
        self.set, self.limit = sys.setrecursionlimit, sys.getrecursionlimit()
        # Where the first frame is, and how deep calls of the tracer below it are.
        self.first, self.own = None, 0
        sys.setrecursionlimit, sys.getrecursionlimit = self.change, lambda: self.limit

    def change(self, limit):
        self.set(limit)
        self.limit = limit
        self.set(self.most())

    def most(self):
        return 4 * self.limit + 200

    def check(self):
        """Raises what a call too many raises, where the program makes it, and nowhere in the tracer."""
        if self.first is None:
            self.first = next(depth for depth in range(1, self.limit) if self.is_above(depth))
        is_within = self.is_above(self.first + self.limit + self.own)
        self.set(self.most())
        if not is_within:
            raise RecursionError("maximum recursion depth exceeded")

    def is_above(self, limit):
        try:
            self.set(limit)
        except RecursionError:
            return False
        return True


class NotShown(BaseException):
    """The program itself says how a value is shown: nothing of it is executed for that."""


class Frame:
    """One call of a function that is traced."""

    __slots__ = ("events", "at", "now", "calls", "parent", "kept", "item", "values", "suspended",
                 "threw")

    def __init__(self):
        if run.showing:
            raise NotShown
        depth.check()
        self.events = None
        self.at = 0
        self.now = None
        # The event to which belongs what is called: that of now, or one whose block has ended.
        self.calls = None
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
        depth.own += Depth.STEP
        try:
            self.item = (next(iterator),)
        except StopIteration:
            self.item = None
        finally:
            depth.own -= Depth.STEP
        return run.branch(self, self.item is not None)

    def skip(self):
        """Which way a loop goes whose step is left out."""
        self.item = None
        return run.branch(self, None)

    def take(self):
        """The item, which is not kept."""
        (item,), self.item = self.item, None
        return item

    def around(self, statement):
        """The event of a statement that goes on when the block within it ends."""
        self.do(statement)
        return self.now

    def again(self, event):
        """What is called next is called by this event."""
        if self.suspended:
            self.back()
        run.now = self.calls = event

    def had(self, *known):
        """What a variable holds that is about to be assigned to, behind a call without one."""
        if known:
            self.values[known[0]] = run.show(known[1])
        else:
            self.values = {}

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
        run.now = self.calls
        return value

    def raised(self):
        """The event that is being executed ends by an exception."""
        if self.suspended:
            self.back()
        run.raised(self, sys.exc_info()[1])

    def leave(self):
        run.now = self.parent

    def through(self, iterable):
        return iterable if isinstance(iterable, types.CoroutineType) else Through(self, iter(iterable))

    def items(self, iterable):
        """What `async for` goes through, and what `async with` enters and leaves, both of which wait."""
        return Items(self, iterable) if hasattr(type(iterable), "__aiter__") else iterable

    def context(self, inner):
        is_context = hasattr(type(inner), "__aenter__") and hasattr(type(inner), "__aexit__")
        return Context(self, inner) if is_context else inner

    def own(self, names):
        """What `locals()` or `dir()` gives, without what belongs to the tracer; where it is a copy."""
        if isinstance(names, list):
            return [word for word in names if not word.startswith("__dw")]
        if sys._getframe(1).f_code.co_flags & inspect.CO_OPTIMIZED:
            return {word: value for word, value in names.items() if not word.startswith("__dw")}
        return names

    def wait(self, awaitable):
        """What is no awaitable is what the program is told about."""
        return Wait(self, awaitable) if is_awaitable(awaitable) else awaitable


class Through:
    """What `yield from` delegates to: each resumption leads through the frame that delegates."""

    def __init__(self, frame, inner):
        self.frame, self.inner = frame, inner

    def __iter__(self):
        return self

    def pass_on(self, method, *values):
        self.frame.back()
        depth.own += Depth.PASS_ON
        try:
            value = method(*values)
        except BaseException:
            run.now = self.frame.calls
            raise
        finally:
            depth.own -= Depth.PASS_ON
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
        if isinstance(self.awaitable, types.GeneratorType):
            return Through(self.frame, self.awaitable)
        inner = type(self.awaitable).__await__(self.awaitable)
        is_iterator = hasattr(type(inner), "__next__") and not is_awaitable(inner)
        return Through(self.frame, inner) if is_iterator else inner


class Items:
    def __init__(self, frame, inner):
        self.frame, self.inner = frame, inner

    def __aiter__(self):
        self.inner = type(self.inner).__aiter__(self.inner)
        return self if hasattr(type(self.inner), "__anext__") else self.inner

    def __anext__(self):
        return self.frame.wait(type(self.inner).__anext__(self.inner))


class Context:
    def __init__(self, frame, inner):
        self.frame, self.inner = frame, inner

    def __aenter__(self):
        return self.frame.wait(type(self.inner).__aenter__(self.inner))

    def __aexit__(self, *error):
        return self.frame.wait(type(self.inner).__aexit__(self.inner, *error))


def is_awaitable(value):
    if isinstance(value, types.GeneratorType):
        return bool(value.gi_code.co_flags & inspect.CO_ITERABLE_COROUTINE)
    return hasattr(type(value), "__await__")
