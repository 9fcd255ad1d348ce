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
            run.kept, run.garbage = kept, request.get("garbage", 0)
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
    leave(0)


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
        run, tell = Recording(probes, "--values" in options, int(options.get("--most", MOST_EVENTS))), recorded
        signal.signal(signal.SIGTERM, run.stopped)
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
    leave(DIVERGED)


NAME = "dwindle-python 1, Python " + ".".join(map(str, sys.version_info[:3]))
INTERPRETER = [path for key, path in sysconfig.get_paths().items() if key in ("stdlib", "platstdlib", "purelib")]
# What the tracer itself needs.
LOADED = set(sys.modules)
run = tell = depth = None
root = ""
serving = False
options = {}

if __name__ == "__main__":
    mode = sys.argv[1]
    options, asked, command = read_options(sys.argv[2:])
    flags = flags_of(command)
    if "PYTHONHASHSEED" not in os.environ or flags and os.environ.pop("DWINDLE_FLAGS", None) is None:
        # The order of sets has to be the same in each run.
        os.environ.setdefault("PYTHONHASHSEED", "0")
        if flags:
            os.environ["DWINDLE_FLAGS"] = ""
        os.execv(sys.executable, [sys.executable, *flags, *sys.argv])
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        start(mode, asked, command)
    except Stop as stop:
        fail(mode, stop.record)
    except SyntaxError as error:
        fail(mode, {"reason": "not-started", "why": f"`{error.filename}`, line {error.lineno}: {error.msg}"})
