#!/usr/bin/env python3
"""Whether the candidate removes tags, but quotes too.

As a script (`check.py [FILE]`): 0 = it does, 1 = it does all as it should, 2 = cannot tell. As a worker
(`check.py --worker`): answers for one path after the other, each in a process of its own.
"""

import os
import sys
from types import ModuleType


def judge(path):
    module = ModuleType("candidate")
    try:
        with open(path, encoding="utf-8") as source:
            exec(compile(source.read(), path, "exec"), module.__dict__)
        remove = module.remove_html_markup
        if remove("<b>foo</b>") != "foo":
            return 2
        told = remove('"foo"')
    except BaseException:
        return 2
    return {"foo": 0, '"foo"': 1}.get(told, 2)


def work():
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            os._exit(judge(line.rstrip("\n")))
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        print({0: "fail", 1: "pass"}.get(code, "unresolved"), flush=True)


if sys.argv[1:] == ["--worker"]:
    work()
else:
    os._exit(judge(sys.argv[1] if len(sys.argv) > 1 else "textkit.py"))
