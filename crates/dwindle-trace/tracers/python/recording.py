# ---- What is recorded ----

RAISED = "__dw_raised__"


class Run:
    """What recording and partial executions have in common."""

    with_values = showing = False

    def __init__(self, probes):
        self.now = None
        self.junk = {}
        self.probes = probes
        # Statement to the numbers of its probes, compiled.
        self.probed = {}
        self.values = []

    def probe(self, event, statement):
        where = sys._getframe(3)
        for number, code in self.probed[statement]:
            try:
                value = short(eval(code, where.f_globals, where.f_locals), 4096)
            except Exception:
                value = None
            self.values.append({"probe": number, "event": event, "value": value})

    def raised(self, frame, error):
        """Notes in an exception by which event it was raised; whoever kept it would keep all that its frames hold."""
        if RAISED not in error.__dict__:
            error.__dict__[RAISED] = frame.now

    def place(self, file, line, statement):
        """Notes which probes are evaluated before a statement."""
        for number, (name, at, code) in enumerate(self.probes):
            if at == line and (file == name or file.endswith("/" + name)):
                self.probed.setdefault(statement, []).append((number, code))


class Recording(Run):
    """Writes down each event."""

    def __init__(self, probes, with_values, most):
        super().__init__(probes)
        self.with_values = with_values
        self.most = most
        self.statements = []
        # Of each event its statement, its parent, its frame and its outcome.
        self.events = []
        # Events that an exception left.
        self.thrown = set()
        self.changes = {}
        self.frames = 0

    def number(self, file, index, line, function, kind, text):
        statement = len(self.statements)
        self.statements.append([file, index, line, function, kind, text])
        self.place(file, line, statement)
        return statement

    def fix(self, statement, why):
        self.statements[statement].append(why)

    def at(self):
        """Where the program is."""
        if not self.events:
            return {"events": 0, "file": "", "line": 0}
        file, _, line, function = self.statements[self.events[-1 if self.now is None else self.now][0]][:4]
        return {"events": len(self.events), "file": file, "line": line, "function": function}

    def stopped(self, *_):
        """The tracer is asked to end."""
        with open(options["--events"], "w") as file:
            file.write(dump({"stopped": self.at()}) + "\n")
        leave(DIVERGED)

    def event(self, frame, statement):
        event = len(self.events)
        if event >= self.most:
            at = self.at()
            place = f"{at['file']}:{at['line']}"
            raise_stop("too-long", f"it executes more than {self.most:,} statements, the last of them at {place}")
        if frame.events is None:
            frame.events, self.frames = self.frames, self.frames + 1
        self.events.append([statement, frame.parent, frame.events, None])
        frame.now = frame.calls = self.now = event
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
            self.thrown.add(frame.now)

    def note(self, frame, place, value):
        if type(value) in (int, float, str, bytes):
            self.junk.setdefault(frame.now, {})[place] = type(value).__name__

    def saw(self, frame, names, values):
        for place, (name, value) in enumerate(zip(names, values)):
            self.note(frame, place, value)
            if self.with_values:
                self.changed(frame, name, value)
        self.now = frame.now

    def changed(self, frame, name, value):
        shown = self.show(value)
        if shown is not None:
            change = {"name": name, "before": frame.values.get(name), "after": shown}
            self.changes.setdefault(frame.now, []).append(change)

    def show(self, value, is_part=False):
        """A value as text; of an object of the program that says itself how, its fields."""
        self.showing = True
        try:
            shown = short(value, SHORT)
        except NotShown:
            shown = "..." if is_part else self.fields(value)
        finally:
            self.showing = False
        # An address is another one in the next run.
        return None if shown is None or " at 0x" in shown or len(shown) > SHORT else shown

    def fields(self, value):
        try:
            known = object.__getattribute__(value, "__dict__").items()
        except AttributeError:
            return None
        fields = ", ".join(f"{word}={self.show(part, is_part=True) or '...'}" for word, part in known)
        return f"{type(value).__name__}({fields})" if fields else None

    def write(self, path, end):
        calls = {event[1] for event in self.events}
        callers = {self.events[event][0] for event in calls if event is not None}
        standard = [name for name in sorted(sys.modules) if is_standard(name) and name not in LOADED]
        lines = [dump({"trace": {
            "version": VERSION, "tracer": NAME, "serve": True, "modules": standard,
            "garbage": GARBAGE_WORDS, "untraced": untraced()}})]
        fixed_statements = set()
        for number, (file, index, line, function, kind, text, *fixed) in enumerate(self.statements):
            if kind == "statement" and number in callers:
                kind = "call"
            told = {"id": number, "file": file, "line": line, "function": function, "kind": kind, "text": text,
                    "index": index}
            if fixed:
                fixed_statements.add(number)
                told["fixed"] = fixed[0]
            lines.append(dump({"statement": told}))
        values = iter(self.values)
        value = next(values, None)
        for number, (statement, parent, frame, outcome) in enumerate(self.events):
            event = {"number": number, "statement": statement, "frame": frame}
            if parent is not None:
                event["parent"] = parent
            if outcome is not None:
                event["outcome"] = outcome
            if statement in fixed_statements or number in self.thrown:
                event["fixed"] = True
            if number in self.thrown:
                event["raised"] = True
            if number in self.junk:
                event["junk"] = self.junk[number]
            if number in self.changes:
                event["values"] = self.changes[number]
            lines.append(dump({"event": event}))
            while value is not None and value["event"] == number:
                lines.append(dump({"value": value}))
                value = next(values, None)
        lines.append(dump(end))
        with open(path, "w") as file:
            file.write("\n".join(lines) + "\n")
