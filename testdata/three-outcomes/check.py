#!/usr/bin/env python3
"""A reader of settings that does not expect `retries` inside two brackets.

Exit 2: the brackets do not balance. 0: `retries` occurs at a depth of two or
more. 1: all is well.
"""

import re
import sys

CLOSES = {"}": "{", "]": "["}

with open(sys.argv[1] if len(sys.argv) > 1 else "app.conf", errors="replace") as settings:
    text = settings.read()
text = re.sub(r'"[^"\n]*"|#.*', "", text)
opened = []
deep = False
for piece in re.findall(r"[{}\[\]]|\w+", text):
    if piece in "{[":
        opened.append(piece)
    elif piece in CLOSES:
        if not opened or opened.pop() != CLOSES[piece]:
            sys.exit(2)
    elif piece == "retries" and len(opened) >= 2:
        deep = True
sys.exit(2 if opened else 0 if deep else 1)
