#!/usr/bin/env python3
"""0: the candidate removes tags, but quotes too; 1: it does all as it should; 2: cannot tell."""

import os
import sys
from types import ModuleType

path = sys.argv[1] if len(sys.argv) > 1 else "textkit.py"
module = ModuleType("candidate")
try:
    with open(path, encoding="utf-8") as source:
        exec(compile(source.read(), path, "exec"), module.__dict__)
    remove = module.remove_html_markup
    if remove("<b>foo</b>") != "foo":
        os._exit(2)
    told = remove('"foo"')
except BaseException:
    os._exit(2)
os._exit({"foo": 0, '"foo"': 1}.get(told, 2))
