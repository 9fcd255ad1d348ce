"""Templates with variables and loops (modelled on the histories of template engines)."""

import re

TAG = re.compile(r"(\{\{.*?\}\}|\{%.*?%\})")


class Context:
    def __init__(self, values):
        self.scopes = [values]

    def get(self, name):
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        return ""

    def enter(self, values):
        self.scopes.append(values)

    def leave(self):
        self.scopes.pop()


def parse(text):
    root = []
    stack = [root]
    for part in TAG.split(text):
        if part.startswith("{{"):
            stack[-1].append(("variable", part[2:-2].strip()))
        elif part.startswith("{%"):
            words = part[2:-2].split()
            if words[0] == "for":
                body = []
                stack[-1].append(("for", words[1], words[3], body))
                stack.append(body)
            else:
                stack.pop()
        elif part:
            stack[-1].append(("text", part))
    return root


def render(nodes, context):
    out = []
    for node in nodes:
        if node[0] == "text":
            out.append(node[1])
        elif node[0] == "variable":
            out.append(str(context.get(node[1])))
        else:
            for number, item in enumerate(context.get(node[2])):
                context.enter({node[1]: item, "index": number + 1})
                out.append(render(node[3], context))
    return "".join(out)


page = "{% for item in items %}{{ index }}: {{ item }}\n{% end %}by {{ item }}{{ author }}\n"
values = {"items": ["tea", "milk"], "author": "ada"}
print(render(parse(page), Context(values)), end="")
