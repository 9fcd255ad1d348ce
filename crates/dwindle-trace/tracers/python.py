"""The tracer of Dwindle for Python 3.9 and later: see docs/tracers.md for what it reads and writes.

The syntax tree of the program's own modules is instrumented: each statement asks first whether it is executed. A module
is the program's own if it lies in the folder of the script or below, outside of the interpreter's folders.
"""

import ast
import atexit
import gc
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import random
import signal
import sys
import sysconfig
import threading
import traceback
import types

VERSION = 1
DIVERGED = 125
MOST_EVENTS = 1_000_000
SHORT = 60
# What storage holds whose first assignment was left out: nobody's values.
GARBAGE = {
    "int": 6148914691236517206,
    "float": 1.1432e182,
    "str": "\ufffd\u0007\ufffd",
    "bytes": b"\xaa\x07\xaa",
}


class Stop(Exception):
    """The program cannot be traced."""

    def __init__(self, reason, why):
        super().__init__(why)
        self.record = {"reason": reason, "why": why}


# ---- What is executed ----


class Frame:
    """One call of a function that is traced."""

    __slots__ = ("events", "at", "now", "parent", "kept", "item", "values", "suspended")

    def __init__(self):
        self.events = None
        self.at = 0
        self.now = None
        self.parent = run.now
        self.kept = True
        self.item = None
        self.values = None
        self.suspended = False

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

    def saw(self, name, value):
        run.saw(self, name, value)

    def junk(self):
        """Whether there is garbage for the variable whose assignment is left out."""
        self.item = run.junk.get(self.now)
        return self.item is not None

    def garbage(self):
        return GARBAGE[self.item]

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


class Run:
    """What recording and partial executions have in common."""

    def __init__(self, probes):
        self.now = None
        self.junk = {}
        self.probes = probes
        # Statement to the numbers of its probes, compiled.
        self.probed = {}
        self.values = []
        self.error = None
        self.error_event = None

    def probe(self, event, statement):
        where = sys._getframe(3)
        for number, code in self.probed[statement]:
            try:
                value = short(eval(code, where.f_globals, where.f_locals), 4096)
            except Exception:
                value = None
            self.values.append({"probe": number, "event": event, "value": value})

    def raised(self, frame, error):
        if error is not self.error:
            self.error, self.error_event = error, frame.now

    def place(self, file, line, statement):
        """Notes which probes are evaluated before a statement."""
        for number, (name, at, code) in enumerate(self.probes):
            if at == line and (file == name or file.endswith("/" + name)):
                self.probed.setdefault(statement, []).append((number, code))


class Recording(Run):
    """Writes down each event."""

    def __init__(self, probes, with_values):
        super().__init__(probes)
        self.with_values = with_values
        self.statements = []
        # Of each event its statement, its parent, its frame and its outcome.
        self.events = []
        self.fixed = set()
        self.changes = {}
        self.frames = 0

    def number(self, file, index, line, function, kind, text):
        statement = len(self.statements)
        self.statements.append([file, index, line, function, kind, text])
        self.place(file, line, statement)
        return statement

    def fix(self, statement):
        self.statements[statement].append("fixed")

    def event(self, frame, statement):
        event = len(self.events)
        if event >= MOST_EVENTS:
            raise_stop("too-long", f"it executes more than {MOST_EVENTS:,} statements")
        if frame.events is None:
            frame.events, self.frames = self.frames, self.frames + 1
        self.events.append([statement, frame.parent, frame.events, None])
        frame.now = self.now = event
        if statement in self.probed:
            self.probe(event, statement)
        return True

    def branch(self, frame, value):
        self.events[frame.now][3] = value
        self.now = frame.now
        return value

    def raised(self, frame, error):
        super().raised(frame, error)
        if frame.now is not None:
            self.fixed.add(frame.now)

    def saw(self, frame, name, value):
        kind = type(value).__name__
        if type(value) in (int, float, str, bytes):
            self.junk[frame.now] = kind
        if self.with_values:
            if frame.values is None:
                frame.values = {}
            shown, before = short(value, SHORT), frame.values.get(name)
            if shown is not None and " at 0x" in shown:
                # An address, which is another one in the next run.
                shown = None
            frame.values[name] = shown
            if shown is not None:
                self.changes[frame.now] = {"name": name, "before": before, "after": shown}
        self.now = frame.now

    def write(self, path, end):
        calls = {event[1] for event in self.events}
        callers = {self.events[event][0] for event in calls if event is not None}
        standard = [name for name in sorted(sys.modules) if is_standard(name) and name not in LOADED]
        lines = [dump({"trace": {
            "version": VERSION, "tracer": NAME, "serve": True, "modules": standard}})]
        fixed_statements = set()
        for number, (file, index, line, function, kind, text, *fixed) in enumerate(self.statements):
            if kind == "statement" and number in callers:
                kind = "call"
            if fixed:
                fixed_statements.add(number)
            lines.append(dump({"statement": {
                "id": number, "file": file, "line": line, "function": function, "kind": kind, "text": text,
                "index": index}}))
        values = iter(self.values)
        value = next(values, None)
        for number, (statement, parent, frame, outcome) in enumerate(self.events):
            event = {"number": number, "statement": statement, "frame": frame}
            if parent is not None:
                event["parent"] = parent
            if outcome is not None:
                event["outcome"] = outcome
            if statement in fixed_statements or number in self.fixed:
                event["fixed"] = True
            if number in self.junk:
                event["junk"] = self.junk[number]
            if number in self.changes:
                event["values"] = [self.changes[number]]
            lines.append(dump({"event": event}))
            while value is not None and value["event"] == number:
                lines.append(dump({"value": value}))
                value = next(values, None)
        lines.append(dump(end))
        with open(path, "w") as file:
            file.write("\n".join(lines) + "\n")


class Partial(Run):
    """Executes what is kept of a recorded run."""

    def __init__(self, probes, control, trace):
        super().__init__(probes)
        self.control = control
        self.trace = trace
        self.junk = trace.junk
        self.kept = None
        # Of each event how many frames it has entered.
        self.entered = {}

    def number(self, file, index, line, function, kind, text):
        statement = self.trace.numbers.get((file, index), -1)
        self.place(file, line, statement)
        return statement

    def fix(self, statement):
        pass

    def event(self, frame, statement):
        trace = self.trace
        if frame.events is None:
            entered = self.entered.get(frame.parent, 0)
            self.entered[frame.parent] = entered + 1
            frames = trace.frames.get(frame.parent, ())
            if entered >= len(frames):
                self.diverge(frame.parent, "it entered a function that was not entered before")
            frame.events = frames[entered]
        if frame.at >= len(frame.events):
            self.diverge(frame.now, "a function went on behind its end")
        event = frame.events[frame.at]
        if trace.statements[event] != statement:
            self.diverge(event, "another statement came next")
        frame.at += 1
        frame.now = self.now = event
        frame.kept = kept = self.kept[event]
        if kept:
            if trace.parents[event] != frame.parent:
                self.diverge(event, "a generator was resumed by another statement")
            if statement in self.probed:
                self.probe(event, statement)
        return kept

    def branch(self, frame, value):
        outcome = self.trace.outcomes[frame.now]
        self.now = frame.now
        if value is not None and value != outcome and self.control != "recorded":
            self.diverge(frame.now, "the predicate came out otherwise")
        if outcome is None:
            # It raised an exception in the trace, and is kept.
            self.diverge(frame.now, "an exception was not raised")
        return outcome

    def saw(self, frame, name, value):
        self.now = frame.now

    def diverge(self, event, why):
        finish({"diverged": {"event": event, "why": why}})


class Trace:
    """A recorded trace, as partial executions need it."""

    def __init__(self, path):
        self.numbers, self.frames, self.junk = {}, {}, {}
        self.statements, self.parents, self.outcomes = [], [], []
        self.modules = []
        frames = {}
        with open(path) as file:
            for line in file:
                kind, record = json.loads(line).popitem()
                if kind == "trace":
                    self.modules = record.get("modules", [])
                elif kind == "statement":
                    self.numbers[record["file"], record["index"]] = record["id"]
                elif kind == "event":
                    number, parent = record["number"], record.get("parent")
                    self.statements.append(record["statement"])
                    self.parents.append(parent)
                    self.outcomes.append(record.get("outcome"))
                    if "junk" in record:
                        self.junk[number] = record["junk"]
                    if record["frame"] not in frames:
                        frames[record["frame"]] = events = []
                        self.frames.setdefault(parent, []).append(events)
                    frames[record["frame"]].append(number)

    def kept(self, ranges):
        kept = bytearray(len(self.statements))
        for part in ranges.strip().split(","):
            if part:
                first, dash, last = part.partition("-")
                end = int(last) + 1 if last else len(kept) if dash else int(first) + 1
                start = int(first)
                end = min(end, len(kept))
                kept[start:end] = b"\x01" * max(0, end - start)
        return kept


# ---- How programs are instrumented ----


def is_plain(node):
    """Whether a definition is of a function, and evaluates nothing."""
    if isinstance(node, ast.ClassDef):
        return False
    return not (node.decorator_list or node.args.defaults or any(node.args.kw_defaults))


def name(word, context=ast.Load):
    return ast.Name(id=word, ctx=context())


def call(method, *args):
    return ast.Call(func=ast.Attribute(value=name("_dw"), attr=method, ctx=ast.Load()), args=list(args), keywords=[])


def const(value):
    return ast.Constant(value=value)


class Suspensions(ast.NodeTransformer):
    """Tells the frame where it is suspended and resumed."""

    def visit_Lambda(self, node):
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = visit_Lambda

    def visit_Yield(self, node):
        self.generic_visit(node)
        value = call("out", *([node.value] if node.value else []))
        return ast.copy_location(call("back", ast.copy_location(ast.Yield(value=value), node)), node)

    def visit_YieldFrom(self, node):
        self.generic_visit(node)
        return ast.copy_location(ast.YieldFrom(value=call("through", node.value)), node)

    def visit_Await(self, node):
        self.generic_visit(node)
        return ast.copy_location(ast.Await(value=call("wait", node.value)), node)


class Module:
    """One module, while it is instrumented."""

    def __init__(self, file, source):
        self.file = file
        self.lines = source.splitlines()
        self.count = 0
        self.loops = 0

    def number(self, node, function, kind="statement", fixed=False):
        line = node.lineno
        text = self.lines[line - 1].strip() if line <= len(self.lines) else ""
        number = run.number(self.file, self.count, line, function, kind, text)
        self.count += 1
        if fixed:
            run.fix(number)
        return const(number)

    def whole(self, tree):
        first = 0
        for node in tree.body:
            doc = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            future = isinstance(node, ast.ImportFrom) and node.module == "__future__"
            if not (doc or future):
                break
            first += 1
        tree.body[first:] = self.frame(tree.body[first:], "")
        ast.fix_missing_locations(tree)
        return tree

    def frame(self, body, function, in_class=False):
        """The statements of a function, a class or a module."""
        if not body:
            return body
        first = body[0]
        enter = ast.Assign(
            targets=[name("_dw", ast.Store)],
            value=ast.Call(func=name("__dwindle_frame__"), args=[], keywords=[]))
        final = [ast.Expr(value=call("leave"))]
        if in_class:
            final.append(ast.Delete(targets=[name("_dw", ast.Del)]))
        guarded = ast.Try(body=self.block(body, function), handlers=[self.watch()], orelse=[], finalbody=final)
        return [ast.copy_location(enter, first), ast.copy_location(guarded, first)]

    def watch(self):
        return ast.ExceptHandler(
            type=name("__dwindle_error__"), name=None, body=[ast.Expr(value=call("raised")), ast.Raise()])

    def watched(self, body, near):
        return [ast.copy_location(ast.Try(body=body, handlers=[self.watch()], orelse=[], finalbody=[]), near)]

    def block(self, body, function):
        out = []
        for node in body:
            for made in self.statement(node, function):
                ast.copy_location(made, node)
                out.append(made)
        return out

    def expressions(self, node):
        """The statement with its own expressions instrumented, and not the statements within it."""
        for field, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                setattr(node, field, Suspensions().visit(value))
            elif isinstance(value, list) and field not in ("body", "orelse", "finalbody", "handlers", "cases"):
                value[:] = [Suspensions().visit(item) if isinstance(item, ast.AST) else item for item in value]

    def statement(self, node, function):
        if isinstance(node, (ast.Global, ast.Nonlocal, ast.Pass, ast.Break, ast.Continue)):
            return [node]
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return [node]
        method = getattr(self, "of_" + type(node).__name__, self.simple)
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            self.expressions(node)
        return method(node, function)

    def simple(self, node, function):
        number = self.number(node, function)
        body, otherwise = [node], []
        names = self.assigned(node)
        for word in names:
            body.append(ast.Expr(value=call("saw", const(word), name(word))))
        if len(names) == 1:
            bind = ast.Try(
                body=[ast.Expr(value=name(names[0]))], orelse=[], finalbody=[],
                handlers=[ast.ExceptHandler(type=name("__dwindle_unbound__"), name=None, body=[
                    ast.Assign(targets=[name(names[0], ast.Store)], value=call("garbage"))])])
            otherwise = [ast.If(test=call("junk"), body=[bind], orelse=[])]
        return [ast.If(test=call("do", number), body=body, orelse=otherwise)]

    @staticmethod
    def assigned(node):
        if isinstance(node, ast.Assign):
            return [target.id for target in node.targets if isinstance(target, ast.Name)][:1]
        if isinstance(node, (ast.AnnAssign, ast.AugAssign)) and isinstance(node.target, ast.Name):
            return [node.target.id] if node.value else []
        return []

    def fixed(self, node, function):
        return [ast.Expr(value=call("do", self.number(node, function, fixed=True))), node]

    of_Return = of_Raise = fixed

    def definition(self, node, function):
        inner = f"{function}.{node.name}" if function else node.name
        number = self.number(node, function, "definition" if is_plain(node) else "statement")
        node.decorator_list = [Suspensions().visit(item) for item in node.decorator_list]
        first = 1 if ast.get_docstring(node, clean=False) is not None else 0
        node.body[first:] = self.frame(node.body[first:], inner, isinstance(node, ast.ClassDef))
        return [ast.If(test=call("do", number), body=[node], orelse=[])]

    of_FunctionDef = of_AsyncFunctionDef = of_ClassDef = definition

    def predicate(self, node, function):
        number = self.number(node, function, "predicate")
        value = ast.IfExp(test=call("do", number), body=node.test, orelse=const(None))
        node.test = ast.copy_location(call("branch", ast.copy_location(value, node.test)), node.test)
        node.body = self.block(node.body, function)
        node.orelse = self.block(node.orelse, function)
        return [node]

    of_If = of_While = predicate

    def of_For(self, node, function):
        number = self.number(node, function, "predicate")
        self.loops += 1
        word = f"_dw_loop{self.loops}"
        begin = ast.NamedExpr(
            target=name(word, ast.Store),
            value=ast.Call(func=name("__dwindle_iter__"), args=[node.iter], keywords=[]))
        known = ast.Compare(left=name(word), ops=[ast.IsNot()], comparators=[const(None)])
        iterator = ast.IfExp(test=known, body=name(word), orelse=begin)
        test = ast.IfExp(test=call("do", number), body=call("step", iterator), orelse=call("skip"))
        has = ast.Attribute(value=name("_dw"), attr="item", ctx=ast.Load())
        assign = ast.Assign(targets=[node.target], value=call("take"))
        taken = ast.If(test=has, body=[assign], orelse=[])
        ast.copy_location(taken, node)
        loop = ast.While(test=test, body=[taken] + self.block(node.body, function),
                         orelse=self.block(node.orelse, function))
        clear = ast.Assign(targets=[name(word, ast.Store)], value=const(None))
        return [clear, loop]

    def of_AsyncFor(self, node, function):
        event = ast.Expr(value=call("do", self.number(node, function, fixed=True)))
        node.body = self.block(node.body, function)
        node.orelse = self.block(node.orelse, function)
        return [event, node]

    def of_With(self, node, function):
        for item in node.items:
            item.context_expr = Suspensions().visit(item.context_expr)
        event = ast.Expr(value=call("do", self.number(node, function, fixed=True)))
        node.body = self.watched(self.block(node.body, function), node)
        return [event, node]

    of_AsyncWith = of_With

    def of_Match(self, node, function):
        event = ast.Expr(value=call("do", self.number(node, function, fixed=True)))
        for case in node.cases:
            case.body = self.block(case.body, function)
        return [event, node]

    def of_Try(self, node, function):
        node.body = self.block(node.body, function)
        node.orelse = self.block(node.orelse, function)
        for handler in node.handlers:
            caught = ast.copy_location(ast.Expr(value=call("raised")), handler)
            handler.body = [caught] + self.block(handler.body, function)
        if not node.finalbody:
            return [node]
        final = self.block(node.finalbody, function)
        node.finalbody = []
        inner = [node] if node.handlers else node.body
        return [ast.Try(body=inner, handlers=[self.watch()], orelse=[], finalbody=final)]

    of_TryStar = of_Try


def instrumented(source, path):
    text = importlib.util.decode_source(source) if isinstance(source, bytes) else source
    tree = ast.parse(text, path)
    return compile(Module(shown(path), text).whole(tree), path, "exec", dont_inherit=True)


class Loader(importlib.machinery.SourceFileLoader):
    """Loads a module of the program's own."""

    def get_code(self, fullname):
        path = self.get_filename(fullname)
        return instrumented(self.get_data(path), path)


class Finder(importlib.abc.MetaPathFinder):
    """Finds the modules of the program's own."""

    def find_spec(self, fullname, path=None, target=None):
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec and type(spec.loader) is importlib.machinery.SourceFileLoader and is_own(spec.origin):
            spec.loader = Loader(fullname, spec.origin)
            return spec
        return None


# ---- The program ----


def is_own(path):
    path = os.path.realpath(path)
    return path.startswith(root + os.sep) and not any(
        path.startswith(os.path.realpath(folder) + os.sep) for folder in INTERPRETER) and not any(
        part in ("site-packages", "dist-packages") for part in path.split(os.sep))


def is_standard(word):
    if word.startswith("_") or word in ("__main__",):
        return False
    names = getattr(sys, "stdlib_module_names", None)
    return word.partition(".")[0] in names if names else False


def shown(path):
    relative = os.path.relpath(path)
    return path if relative.startswith("..") else relative


def short(value, most):
    try:
        text = repr(value)
    except Exception:
        return None
    return text if len(text) <= most else None


def dump(record):
    return json.dumps(record, separators=(",", ":"))


def raise_stop(reason, why):
    finish(None, {"reason": reason, "why": why})


def program(words):
    """The path of the script and its arguments, from the command that runs it."""
    at = 1
    while at < len(words) and words[at].startswith("-") and words[at] not in ("-", "-c", "-m"):
        at += 2 if words[at] in ("-W", "-X") else 1
    if at >= len(words) or words[at] in ("-", "-c"):
        raise Stop("unsupported", "the program is no file; name a script, or a module with -m")
    if words[at] != "-m":
        return words[at], None, words[at:]
    module = words[at + 1] if at + 1 < len(words) else ""
    sys.path[0] = os.getcwd()
    spec = importlib.util.find_spec(module)
    if spec and spec.submodule_search_locations is not None:
        spec = importlib.util.find_spec(module + ".__main__")
    if not spec or not spec.origin or not spec.origin.endswith(".py"):
        raise Stop("not-started", f"there is no module `{module}`")
    return spec.origin, spec, [spec.origin] + words[at + 2:]


def guard(event, args):
    """Refuses what cannot be traced."""
    if event == "os.fork" and not serving or event == "os.forkpty":
        raise_stop("forks", "it forks: only one process can be traced")
    if event == "open" and args and args[0] == "/dev/tty":
        raise_stop("terminal", "it reads from the terminal; give it a file with --input")


def unthreaded(*_):
    raise_stop("threads", "it starts a thread: only one can be traced")


def prepare(words):
    """Makes the code of the program."""
    global root
    script, spec, argv = program(words)
    if spec is None:
        sys.path[0] = os.path.dirname(os.path.realpath(script))
    root = sys.path[0]
    try:
        with open(script, "rb") as file:
            source = file.read()
    except OSError as error:
        raise Stop("not-started", f"`{script}` cannot be read: {error.strerror}") from None
    sys.argv[:] = argv
    sys.meta_path.insert(0, Finder())
    code = instrumented(source, os.path.abspath(script))
    main = types.ModuleType("__main__")
    main.__file__, main.__builtins__, main.__spec__ = os.path.abspath(script), __builtins__, spec
    if spec is not None:
        main.__package__ = spec.parent
    names = __builtins__.__dict__ if isinstance(__builtins__, types.ModuleType) else __builtins__
    names.update(__dwindle_frame__=Frame, __dwindle_iter__=iter, __dwindle_error__=BaseException,
                 __dwindle_unbound__=NameError)
    return code, main


def execute(code, main):
    """Runs the program to its end, and tells how it ended."""
    sys.modules["__main__"] = main
    random.seed(0)
    sys.addaudithook(guard)
    threading.Thread.start = threading._start_new_thread = unthreaded
    end = {"code": 0}
    try:
        exec(code, main.__dict__)
    except SystemExit as leaving:
        status = leaving.code
        if status is not None and not isinstance(status, int):
            print(status, file=sys.stderr)
            status = 1
        end = {"code": (status or 0) & 255, "event": run.error_event}
    except BaseException as error:
        report(error)
        end = {"code": 1, "event": run.error_event}
    try:
        atexit._run_exitfuncs()
    except BaseException:
        pass
    finish({"exit": end})


def report(error):
    """Prints an exception as the interpreter does, without what belongs to the tracer."""
    if sys.excepthook is not sys.__excepthook__:
        sys.excepthook(type(error), error, error.__traceback__)
        return
    told = traceback.TracebackException(type(error), error, error.__traceback__)
    chain = [told]
    while chain:
        one = chain.pop()
        one.stack[:] = [entry for entry in one.stack if entry.filename != __file__]
        for entry in one.stack:
            # Positions are those of the instrumented statements.
            if hasattr(entry, "colno"):
                entry.colno = entry.end_colno = None
        chain += [other for other in (one.__cause__, one.__context__) if other]
    print("".join(told.format()), end="", file=sys.stderr)


def flush():
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:
            pass


def finish(end, refused=None):
    """Writes what the run came to, and ends the process."""
    flush()
    tell(end, refused)
    os._exit(DIVERGED if refused or "diverged" in end else end["exit"]["code"])


def recorded(end, refused):
    if refused:
        with open(options["--events"], "w") as file:
            file.write(dump({"refused": refused}) + "\n")
    else:
        run.write(options["--events"], {"end": end})


def answer(end, refused):
    return {"refused": refused} if refused else {"report": {"end": end, "values": run.values}}


def reported(end, refused):
    with open(options["--report"], "w") as file:
        file.write(dump(answer(end, refused)) + "\n")


# ---- Modes ----


def serve(code, main):
    """Forks for each request."""
    global serving, tell
    for word in run.trace.modules:
        try:
            __import__(word)
        except Exception:
            pass
    requests, answers = os.fdopen(os.dup(0), "rb"), os.dup(1)
    os.set_inheritable(answers, False)
    gc.collect()
    gc.freeze()
    for line in requests:
        request = json.loads(line)
        kept = run.trace.kept(request["keep"])
        reading, writing = os.pipe()
        serving = True
        child = os.fork()
        serving = False
        if child == 0:
            os.close(reading)
            os.close(answers)
            # Not closed by its object, whose position is shared with the server.
            os.close(requests.fileno())
            connect(request)
            run.kept = kept
            tell = lambda end, refused: os.write(writing, (dump(answer(end, refused)) + "\n").encode())
            execute(code, main)
        os.close(writing)
        with os.fdopen(reading, "rb") as pipe:
            told = pipe.read()
        _, status = os.waitpid(child, 0)
        if not told:
            end = {"signal": {"number": os.WTERMSIG(status)}} if os.WIFSIGNALED(status) else {
                "exit": {"code": os.WEXITSTATUS(status)}}
            told = (dump({"report": {"end": end}}) + "\n").encode()
        os.write(answers, told)
    os._exit(0)


def connect(request):
    """Makes the standard streams those of a request."""
    files = (
        (options.get("--input", os.devnull), os.O_RDONLY),
        (request["stdout"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC),
        (request["stderr"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC),
    )
    for number, (path, flags) in enumerate(files):
        file = os.open(path, flags, 0o600)
        os.dup2(file, number)
        os.close(file)


def probe(text):
    """FILE:LINE:EXPRESSION; the file ends at the first colon behind which a number and another colon stand."""
    parts = text.split(":")
    for at in range(1, len(parts) - 1):
        if parts[at].isdigit():
            expression = ":".join(parts[at + 1:]).strip()
            try:
                return ":".join(parts[:at]), int(parts[at]), compile(expression, "<probe>", "eval")
            except SyntaxError:
                raise Stop("option", f"--probe {text}: the expression cannot be parsed") from None
    raise Stop("option", f"--probe {text}: no FILE:LINE:EXPRESSION")


def read_options(words):
    found, probes = {}, []
    at = 0
    while at < len(words) and words[at] != "--":
        if words[at] == "--values":
            found["--values"] = True
            at += 1
            continue
        if words[at] == "--probe":
            probes.append(words[at + 1])
        found[words[at]] = words[at + 1]
        at += 2
    return found, probes, words[at + 1:]


def start(mode, probes, words):
    global run, tell
    if sys.version_info < (3, 9):
        raise Stop("too-old", f"this is Python {sys.version_info[0]}.{sys.version_info[1]}, and 3.9 is needed")
    probes = [probe(text) for text in probes]
    if mode == "trace":
        run, tell = Recording(probes, "--values" in options), recorded
        execute(*prepare(words))
    run = Partial(probes, options.get("--control", "actual"), Trace(options["--events"]))
    if mode == "serve":
        serve(*prepare(words))
    tell = reported
    with open(options["--keep"]) as file:
        run.kept = run.trace.kept(file.read())
    execute(*prepare(words))


def fail(mode, refused):
    """Refuses before the program runs."""
    line = dump({"refused": refused}) + "\n"
    if mode == "serve":
        sys.stdin.readline()
        os.write(1, line.encode())
    else:
        with open(options["--events" if mode == "trace" else "--report"], "w") as file:
            file.write(line)
    os._exit(DIVERGED)


NAME = "dwindle-python 1, Python " + ".".join(map(str, sys.version_info[:3]))
INTERPRETER = [path for key, path in sysconfig.get_paths().items() if key in ("stdlib", "platstdlib", "purelib")]
# What the tracer itself needs.
LOADED = set(sys.modules)
run = tell = None
root = ""
serving = False
options = {}

if __name__ == "__main__":
    if "PYTHONHASHSEED" not in os.environ:
        # The order of sets has to be the same in each run.
        os.environ["PYTHONHASHSEED"] = "0"
        os.execv(sys.executable, [sys.executable] + sys.argv)
    mode = sys.argv[1]
    options, asked, command = read_options(sys.argv[2:])
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        start(mode, asked, command)
    except Stop as stop:
        fail(mode, stop.record)
    except SyntaxError as error:
        fail(mode, {"reason": "not-started", "why": f"`{error.filename}`, line {error.lineno}: {error.msg}"})
