"""Adds up the depths of a tree: walk.py FILE"""

import json
import sys


def depth(node):
    inner = sum(depth(child) for child in node["children"])
    return node["depth"] + inner


with open(sys.argv[1], encoding="utf-8") as file:
    print(depth(json.load(file)))
