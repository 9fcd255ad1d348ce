"""Calls: which one a block makes, with which arguments, and how it is made again."""

from __future__ import annotations

import copy
import gc
import inspect
import sys
from types import CellType, CodeType, CoroutineType, FrameType, FunctionType, MethodType, TracebackType
from typing import Any, Callable, Optional

from . import _engine
from .coroutines import result_of
from .errors import NoCallError
from .values import Names, Whole, take_apart

__all__ = ["Call", "Watch"]

INLINE = {"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"}
"""Frames that belong to the block in which they stand."""


RESUMED = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
"""Code whose frames are entered again and again."""


class Call:
    """A call that was made: the function, and its arguments by name, as they were before.

    Where an argument is a coroutine that has not begun, as that of `asyncio.run`, the call is the one that made the
    coroutine, and ``runs`` the one that runs it, with the name of the argument.
    """

    def __init__(
        self, frame: FrameType, runs: "Optional[tuple[Call, str]]" = None, copies: bool = True
    ) -> None:
        self.frame: Optional[FrameType] = frame
        self.runs = runs
        self.code = frame.f_code
        names, self.rest, self.named_rest = _parameters(self.code)
        found = frame.f_locals
        self._is_init = self.code.co_name == "__init__" and bool(names) and self.code.co_argcount > 0
        self._receiver = found.get(names[0]) if names else None
        if self._is_init:
            names = names[1:]
        memo: dict[int, Any] = {}
        self.arguments = {
            name: _copied(found[name], memo) if copies else found[name] for name in names if name in found
        }
        # Of what it has copied, the memory of `copy.deepcopy` keeps the originals.
        originals = {id(original): original for original in memo.get(id(memo), ())}
        self._owners = {id(copy): originals[there] for there, copy in memo.items() if there in originals}
        self._copies = list(memo.values())  # What is gone would give its address to another object.
        self._function: Optional[Callable[..., Any]] = None

    @classmethod
    def of(cls, frame: FrameType) -> Call:
        """The call whose frame this is, or the one that made the coroutine that it runs."""
        runs = None
        while True:
            begins = [(name, _not_begun(value)) for name, value in frame.f_locals.items()]
            waiting = [(name, inner) for name, inner in begins if inner is not None]
            if len(waiting) != 1:
                return cls(frame, runs)
            name, inner = waiting[0]
            runs = cls(frame, runs, copies=False), name
            frame = inner

    @property
    def function(self) -> Callable[..., Any]:
        """The function; a class where the call makes an object."""
        if self._function is None:
            assert self.frame is not None
            if self._is_init:
                self._function = type(self._receiver)
            else:
                self._function = _function(self.frame, self._receiver)
        return self._function

    def take_apart(self, arguments: Optional[dict[str, Any]] = None) -> tuple[_engine.Model, int]:
        """The arguments as the engine sees them. Names of arguments stay as they are."""
        return take_apart(self.whole(arguments), self.owner)

    def whole(self, arguments: Optional[dict[str, Any]] = None) -> Whole:
        """The arguments, or others, as one value."""
        arguments = self.arguments if arguments is None else arguments
        return Whole(Names(value) if key == self.named_rest else value for key, value in arguments.items())

    def owner(self, copy: Any) -> Any:
        """The caller's object of which this is the copy, or the object itself."""
        return self._owners.get(id(copy), copy)

    def settle(self) -> None:
        """Finds the function, and lets go of the frame and all that it holds."""
        _ = self.function
        self.frame = None
        self._receiver = None
        if self.runs is not None:
            self.runs[0].settle()

    def __call__(self, arguments: dict[str, Any]) -> Any:
        """Makes the call with other arguments."""
        positional = self.code.co_argcount - self._is_init
        names = list(self.arguments)
        given = [arguments[name] for name in names[:positional]]
        if self.rest is not None:
            given.extend(arguments[self.rest])
        rest = (self.rest, self.named_rest)
        named = {name: arguments[name] for name in names[positional:] if name not in rest}
        if self.named_rest is not None:
            named.update(arguments[self.named_rest])
        result = self.function(*given, **named)
        if self.runs is not None:
            call, name = self.runs
            return call({**call.arguments, name: result})
        if self.code.co_flags & RESUMED:
            # It fails when it is asked for what it makes.
            return result_of(result)
        return result

    def show(self, arguments: dict[str, Any]) -> str:
        """The call as it is written, with these arguments."""
        name = getattr(self.function, "__qualname__", None) or self.code.co_name
        # What stands before others without a name has none either.
        is_led = self.rest is not None and bool(arguments[self.rest])
        unnamed = (self.code.co_argcount if is_led else self.code.co_posonlyargcount) - self._is_init
        shown: list[str] = []
        for place, (key, value) in enumerate(arguments.items()):
            if key == self.rest:
                shown.extend(map(repr, value))
            elif key == self.named_rest:
                odd = {key: part for key, part in value.items() if not key.isidentifier()}
                shown.extend(f"{key}={part!r}" for key, part in value.items() if key not in odd)
                shown.extend([f"**{odd!r}"] if odd else [])
            elif not (key == "self" and name.count(".")):
                shown.append(repr(value) if place < unnamed else f"{key}={value!r}")
        return f"{name.rsplit('<locals>.', 1)[-1]}({', '.join(shown)})"


class Watch:
    """Watches the calls that a block makes: the first, and the last."""

    def __init__(
        self, block: FrameType, own: set[CodeType], before: Optional[Callable[[Call], Optional[BaseException]]] = None
    ) -> None:
        self.block = block
        self.own = own
        self.before = before
        """What is done before each call; the call raises the exception that it gives, and is not made."""

        self.first: Optional[Call] = None
        self.last: Optional[Call] = None
        self._before: Any = None
        self._entered: dict[FrameType, Call] = {}

    def begin(self) -> None:
        self._before = sys.getprofile()
        sys.setprofile(self._on_event)

    def end(self) -> None:
        sys.setprofile(self._before)
        self.block = None  # type: ignore[assignment]

    def _on_event(self, frame: FrameType, event: str, argument: object) -> None:
        if event != "call" or frame.f_code in self.own or frame.f_code.co_name in INLINE:
            return
        caller = frame.f_back
        while caller is not None and caller is not self.block and caller.f_code.co_name in INLINE:
            caller = caller.f_back
        if caller is not self.block:
            return
        call = self._entered.get(frame)
        is_new = call is None
        if call is None:
            call = Call.of(frame)
            if frame.f_code.co_flags & RESUMED:
                self._entered[frame] = call
        self.last = call
        if self.first is None:
            self.first = self.last
        if is_new and self.before is not None:
            error = self.before(call)
            if error is not None:
                raise error

    def seen(self, error: Optional[BaseException], traceback: Optional[TracebackType]) -> Optional[Call]:
        """The call from which the exception of the block came, if it came from one; of a block without one, the first."""
        call = self.first if error is None else self._failing(traceback)
        if call is not None:
            call.settle()
        elif error is None:
            raise NoCallError("the block calls no function")
        return call

    def _failing(self, traceback: Optional[TracebackType]) -> Optional[Call]:
        while traceback is not None:
            for call in (self.last, self.first, *self._entered.values()):
                if call is not None and traceback.tb_frame is call.frame:
                    return call
            traceback = traceback.tb_next
        return None


def _not_begun(value: Any) -> Optional[FrameType]:
    """The frame of a coroutine that has not begun."""
    is_waiting = isinstance(value, CoroutineType) and inspect.getcoroutinestate(value) == inspect.CORO_CREATED
    return value.cr_frame if is_waiting else None


def _parameters(code: CodeType) -> tuple[list[str], Optional[str], Optional[str]]:
    """The names of all parameters, of the one for further arguments, and of the one for further names."""
    count = code.co_argcount + code.co_kwonlyargcount
    names = list(code.co_varnames[:count])
    rest = named = None
    if code.co_flags & inspect.CO_VARARGS:
        rest = code.co_varnames[count]
        names.insert(code.co_argcount, rest)
        count += 1
    if code.co_flags & inspect.CO_VARKEYWORDS:
        named = code.co_varnames[count]
        names.append(named)
    return names, rest, named


def _copied(value: Any, memo: dict[int, Any]) -> Any:
    """A copy as it is before the call; what cannot be copied is taken as it is, and so is an event loop."""
    asyncio = sys.modules.get("asyncio")
    if asyncio is not None and isinstance(value, asyncio.AbstractEventLoop):
        return value
    try:
        return copy.deepcopy(value, memo)
    except RecursionError:
        return _engine.build(*take_apart(Whole([value])))[0]
    except Exception:
        return value


def _function(frame: FrameType, receiver: Any) -> Callable[..., Any]:
    """The function that runs in a frame."""
    code = frame.f_code
    caller = frame.f_back
    if caller is not None:
        for names in (caller.f_locals, caller.f_globals):
            for value in list(names.values()):
                found = value.__func__ if isinstance(value, MethodType) else value
                if isinstance(found, FunctionType) and found.__code__ is code and _has_cells(found, frame):
                    return found
    for base in type(receiver).__mro__:
        found = vars(base).get(code.co_name)
        if isinstance(found, FunctionType) and found.__code__ is code:
            return found
    for found in gc.get_referrers(code):
        if isinstance(found, FunctionType) and found.__code__ is code and _has_cells(found, frame):
            return found
    cells = tuple(CellType(frame.f_locals.get(name)) for name in code.co_freevars)
    return FunctionType(code, frame.f_globals, code.co_name, None, cells)


def _has_cells(function: FunctionType, frame: FrameType) -> bool:
    """Whether a function is the one of several of the same code that runs: its free variables are the same."""
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
        try:
            value = cell.cell_contents
        except ValueError:
            continue
        if name in frame.f_locals and frame.f_locals[name] is not value:
            return False
    return True
