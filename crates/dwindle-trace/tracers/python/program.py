# ---- The program ----


# Files of the program's own.
traced = set()


def instrumented(source, path):
    traced.add(os.path.realpath(path))
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


def is_own(path):
    return os.path.realpath(path).startswith(root + os.sep) and not is_installed(path)


def is_installed(path):
    path = os.path.realpath(path)
    return any(path.startswith(os.path.realpath(folder) + os.sep) for folder in INTERPRETER) or any(
        part in ("site-packages", "dist-packages") for part in path.split(os.sep))


def untraced():
    """Files of modules that are neither traced nor installed."""
    files = [getattr(module, "__file__", None) for word, module in list(sys.modules.items()) if word not in LOADED]
    return sorted({shown(file) for file in files if isinstance(file, str) and file.endswith(".py")
                   and os.path.realpath(file) not in traced and not is_installed(file)})


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


def behind_flags(words):
    """Where the script or the module is in the command that runs it."""
    at = 1
    while at < len(words) and words[at].startswith("-") and words[at] not in ("-", "-c", "-m"):
        at += 2 if words[at] in ("-W", "-X") else 1
    return at


def flags_of(words):
    """The flags of the interpreter that change what the program does, without those that would hide the tracer's environment."""
    flags = words[1:behind_flags(words)]
    is_kept = [not flag.startswith("-") or flag[:2] in ("-W", "-X") for flag in flags]
    flags = [flag if kept else flag.translate(dict.fromkeys(map(ord, "IEix"))) for flag, kept in zip(flags, is_kept)]
    return [flag for flag in flags if flag != "-"]


def program(words):
    """The path of the script and its arguments, from the command that runs it."""
    at = behind_flags(words)
    if at >= len(words) or words[at] in ("-", "-c"):
        raise Stop("unsupported", "the program is no file; name a script, or a module with -m")
    if words[at] != "-m":
        return words[at], None, words[at:]
    module = words[at + 1] if at + 1 < len(words) else ""
    sys.path[0] = os.getcwd()
    spec = spec_of(module)
    if spec and spec.submodule_search_locations is not None:
        spec = spec_of(module + ".__main__")
    if not spec or not spec.origin or not spec.origin.endswith(".py"):
        raise Stop("not-started", f"there is no module `{module}`")
    return spec.origin, spec, [spec.origin] + words[at + 2:]


def spec_of(module):
    """Where a module is: what it stands in is executed as a part of the program, and not here."""
    words, path, spec = module.split("."), None, None
    for end in range(1, len(words) + 1):
        spec = importlib.machinery.PathFinder.find_spec(".".join(words[:end]), path)
        path = spec and spec.submodule_search_locations
        if spec is None or path is None and end < len(words):
            return None
    return spec


def guard(event, args):
    """Refuses what cannot be traced."""
    if event == "os.fork" and not serving or event == "os.forkpty":
        raise_stop("forks", "it forks: only one process can be traced")
    if event == "open" and args and args[0] == "/dev/tty":
        at_terminal()


def at_terminal(*_):
    """What is not in the foreground is stopped by a signal where it reads from the terminal."""
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
    path = os.path.abspath(script)
    code = compile(source, path, "exec", dont_inherit=True) if is_installed(path) else instrumented(source, path)
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
    global depth
    depth = Depth()
    sys.modules["__main__"] = main
    random.seed(0)
    sys.addaudithook(guard)
    for number in (signal.SIGTTIN, signal.SIGTTOU):
        signal.signal(number, at_terminal)
    threading.Thread.start = threading._start_new_thread = unthreaded
    os._exit = lambda status: finish({"exit": {"code": status & 255, "event": run.now}})
    end = {"code": 0}
    try:
        if main.__package__:
            importlib.import_module(main.__package__)
        exec(code, main.__dict__)
    except SystemExit as leaving:
        status = leaving.code
        if status is not None and not isinstance(status, int):
            print(status, file=sys.stderr)
            status = 1
        end = {"code": (status or 0) & 255, "event": leaving.__dict__.get(RAISED)}
    except BaseException as error:
        report(error)
        end = {"code": 1, "event": error.__dict__.get(RAISED)}
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
    leave(DIVERGED if refused or "diverged" in end else end["exit"]["code"])


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
