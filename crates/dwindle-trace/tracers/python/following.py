# ---- What follows a trace ----


class Partial(Run):
    """Executes what is kept of a recorded run."""

    def __init__(self, probes, control, trace):
        super().__init__(probes)
        self.control = control
        self.trace = trace
        self.junk = trace.junk
        self.kept = None
        # Which garbage is used.
        self.garbage = int(options.get("--garbage", 0))
        # The event that an exception left which was not recorded, if there was one: if it is caught, nothing is as recorded.
        self.stray = None
        # Of each event how many frames it has entered.
        self.entered = {}

    def number(self, file, index, line, function, kind, text):
        statement = self.trace.numbers.get((file, index), -1)
        self.place(file, line, statement)
        return statement

    def fix(self, statement, why):
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
        if self.stray is not None:
            self.diverge(self.stray, "an exception was raised that was not raised before")
        if frame.now in trace.thrown and frame.threw != frame.now:
            self.diverge(frame.now, "an exception was not raised")
        frame.at += 1
        frame.now = frame.calls = self.now = event
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

    def raised(self, frame, error):
        super().raised(frame, error)
        if frame.now is None or isinstance(error, (GeneratorExit, StopIteration, StopAsyncIteration)):
            return
        if frame.now in self.trace.thrown:
            frame.threw = frame.now
        elif self.stray is None:
            self.stray = frame.now

    def note(self, frame, place, value):
        pass

    def saw(self, frame, names, values):
        self.now = frame.now

    def diverge(self, event, why):
        finish({"diverged": {"event": event, "why": why}})


class Trace:
    """A recorded trace, as partial executions need it."""

    def __init__(self, path):
        self.numbers, self.frames, self.junk = {}, {}, {}
        # Events that an exception left.
        self.thrown = set()
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
                        self.junk[number] = {int(place): kind for place, kind in record["junk"].items()}
                    if "raised" in record:
                        self.thrown.add(number)
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
