"""A dynamic slice of dependences of a script in Python, by lines: dependences.py PATTERN SCRIPT ARGUMENT...

Of each execution of a line it is known what it depends on: the last executions that assigned the variables that it names, or
changed the objects that they hold; the condition around it; what called its function; what the functions it called returned.
The slice begins with the execution that printed a line that matches PATTERN, or with the last one, and is printed as the
numbers of its lines. Calls into libraries are taken to change the objects whose methods are called, and nothing else.
"""

import ast
import re
import sys

pattern, script = re.compile(sys.argv[1], re.M), sys.argv[2]
sys.argv[:] = sys.argv[2:]
source = open(script).read()
tree = ast.parse(source)

headers, owner, uses, defines, changes, loops = {}, {}, {}, {}, {}, set()


def describe(node, around):
    """Notes what the statement of a line names, and which statement decides whether it is executed."""
    line = node.lineno
    bodies = [value for _, value in ast.iter_fields(node) if isinstance(value, list) and value and isinstance(value[0], ast.stmt)]
    inner = {id(part) for body in bodies for stmt in body for part in ast.walk(stmt)}
    parts = [part for part in ast.walk(node) if id(part) not in inner]
    names = [part for part in parts if isinstance(part, ast.Name)]
    uses.setdefault(line, set()).update(name.id for name in names if isinstance(name.ctx, ast.Load))
    stored = {name.id for name in names if isinstance(name.ctx, ast.Store)}
    stored |= {part.asname or part.name.split(".")[0] for part in parts if isinstance(part, ast.alias)}
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        stored.add(node.name)
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        uses[line].add(node.target.id)
    defines.setdefault(line, set()).update(stored)
    for part in parts:
        base = part.func.value if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute) else (
            part.value if isinstance(part, (ast.Attribute, ast.Subscript)) and not isinstance(part.ctx, ast.Load) else None)
        if base is not None:
            changes.setdefault(line, []).append(compile(ast.Expression(base), script, "eval"))
    for at in range(line, (node.end_lineno if not bodies else bodies[0][0].lineno - 1) + 1):
        headers.setdefault(at, line)
    owner[line] = around
    if isinstance(node, ast.For):
        loops.add(line)
    is_place = isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Module))
    for body in bodies:
        for stmt in body:
            describe(stmt, around if is_place else line)


for stmt in tree.body:
    describe(stmt, None)

executions = []  # [line, the numbers of those that it depends on]
last_name, last_object, last_line, called, now, kept = {}, {}, {}, {}, {}, []
criterion = None


def finish(frame):
    """What the last execution in a frame assigned and changed."""
    number = now.get(id(frame))
    if number is None:
        return
    line = executions[number][0]
    for name in defines.get(line, ()):
        scope = id(frame) if name in frame.f_locals and frame.f_locals is not frame.f_globals else 0
        last_name[scope, name] = number
    for code in changes.get(line, ()):
        try:
            value = eval(code, frame.f_globals, frame.f_locals)
        except Exception:
            continue
        kept.append(value)
        last_object[id(value)] = number


def objects(value, depth=0):
    """An object, and what it holds."""
    yield value
    held = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else getattr(value, "__dict__", {}).values()
    if depth < 4:
        for one in held:
            yield from objects(one, depth + 1)


def trace(frame, event, argument):
    if frame.f_code.co_filename != script:
        return None
    if event == "call":
        caller = frame.f_back
        while caller is not None and caller.f_code.co_filename != script:
            caller = caller.f_back
        called[id(frame)] = now.get(id(caller)) if caller else None
        kept.append(frame)
        for name in frame.f_locals:
            if called[id(frame)] is not None:
                last_name[id(frame), name] = called[id(frame)]
        return trace
    if event == "line" and frame.f_lineno in headers:
        finish(frame)
        line = headers[frame.f_lineno]
        # A loop goes on with the iterator of its last turn.
        needs = {called.get(id(frame)), last_line.get((id(frame), owner[line])), last_line.get((id(frame), line)) if line in loops else None}
        for name in uses[line]:
            scope = id(frame) if name in frame.f_code.co_varnames else 0
            needs.add(last_name.get((scope, name)))
            value = frame.f_locals.get(name, frame.f_globals.get(name))
            for one in objects(value):
                needs.add(last_object.get(id(one)))
        executions.append([line, needs - {None}])
        now[id(frame)] = last_line[id(frame), line] = len(executions) - 1
    if event == "return":
        finish(frame)
        caller = called.get(id(frame))
        if caller is not None and id(frame) in now:
            executions[caller][1].add(now[id(frame)])
    return trace


class Out:
    """Standard output, which notes who printed what is looked for."""

    text = ""

    def write(self, text):
        global criterion
        self.text += text
        if criterion is None and pattern.pattern and pattern.search(self.text.rpartition("\n")[0] if "\n" in text else self.text):
            criterion = len(executions) - 1

    def flush(self):
        pass


real, sys.stdout = sys.stdout, Out()
sys.settrace(trace)
try:
    exec(compile(source, script, "exec"), {"__name__": "__main__"})
except BaseException:
    pass
sys.settrace(None)
sys.stdout = real
if criterion is None:
    criterion = len(executions) - 1
reached, open_ends = set(), [criterion]
while open_ends:
    number = open_ends.pop()
    if number not in reached:
        reached.add(number)
        open_ends.extend(executions[number][1])
print(*sorted({executions[number][0] for number in reached}))
