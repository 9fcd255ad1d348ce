#!/usr/bin/env python3
"""Whether remove_html_markup() takes the quotes of a plain text away, and still does its work on tags.

As a script (`check.py [FILE]`): 0 = it takes them away, 1 = it gives the text back as it is, 2 = cannot tell, as
tags are not removed any more. As a worker (`check.py --worker`): answers for one path after the other, each in a
process of its own.
"""

import os
import sys
from importlib.util import module_from_spec, spec_from_file_location


def judge(path):
    try:
        about = spec_from_file_location("candidate", path)
        module = module_from_spec(about)
        about.loader.exec_module(module)
        if module.remove_html_markup("<foo>bar</foo>") != "bar":
            return 2
        told = module.remove_html_markup('"foo"')
    except BaseException:
        return 2
    return 1 if told == '"foo"' else 0


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
    os._exit(judge(sys.argv[1] if len(sys.argv) > 1 else "markup.py"))
