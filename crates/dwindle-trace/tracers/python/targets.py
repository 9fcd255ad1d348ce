# ---- What statements assign to, and what becomes of it where they are left out ----


class Held:
    """An expression in the place where its statement has it."""

    def __init__(self, owner, key):
        self.owner, self.key = owner, key

    def get(self):
        return self.owner[self.key] if isinstance(self.owner, list) else getattr(self.owner, self.key)

    def set(self, value):
        value = ast.copy_location(value, self.get())
        if isinstance(self.owner, list):
            self.owner[self.key] = value
        else:
            setattr(self.owner, self.key, value)


def targets_of(node):
    """What a statement assigns to, part by part, each with the expression that it alone gets, if there is one."""
    if isinstance(node, ast.Assign):
        for target in node.targets:
            yield from parts_of(target, Held(node, "value"))
    elif isinstance(node, (ast.AnnAssign, ast.AugAssign)) and node.value:
        yield node.target, Held(node, "value")


def parts_of(target, held):
    if isinstance(target, ast.Starred):
        yield from parts_of(target.value, None)
    elif isinstance(target, (ast.Tuple, ast.List)):
        value = held and held.get()
        inner = value.elts if isinstance(value, (ast.Tuple, ast.List)) else ()
        is_even = len(inner) == len(target.elts) and not any(
            isinstance(one, ast.Starred) for one in [*inner, *target.elts])
        for at, part in enumerate(target.elts):
            yield from parts_of(part, Held(inner, at) if is_even else None)
    else:
        yield target, held


def mentions(value, target):
    """Whether an expression reads what leads to a target."""
    if isinstance(target, ast.Subscript):
        target = target.value
    words = ast.dump(loaded(target))
    return any(ast.dump(one) == words for one in ast.walk(value) if isinstance(one, type(target)))


def is_path(node):
    """Whether an expression executes nothing: names, numbers, fields and elements of these."""
    if isinstance(node, ast.BinOp):
        return is_path(node.left) and is_path(node.right)
    if isinstance(node, ast.UnaryOp):
        return is_path(node.operand)
    if isinstance(node, ast.Tuple):
        return all(map(is_path, node.elts))
    if isinstance(node, ast.Attribute):
        return is_path(node.value)
    if isinstance(node, ast.Subscript):
        return is_path(node.value) and is_path(node.slice)
    return isinstance(node, (ast.Name, ast.Constant))


def loaded(target):
    """The same expression where it is read."""
    made = copy.deepcopy(target)
    made.ctx = ast.Load()
    return made


def ignoring(error, body, then=ast.Pass):
    handler = ast.ExceptHandler(type=name(error), name=None, body=[then()])
    return ast.Try(body=body, handlers=[handler], orelse=[], finalbody=[])


def garbage(word, place):
    return ast.Assign(targets=[name(word, ast.Store)], value=call("garbage", const(place)))


def spoiled(word, place):
    """A variable that would have been replaced holds nothing that it held before."""
    unbind = ignoring("__dwindle_unbound__", [ast.Delete(targets=[name(word, ast.Del)])])
    return ast.If(test=call("knows", const(place)), body=[garbage(word, place)], orelse=[unbind])


def unbound(word, place):
    """A variable that was never assigned holds garbage."""
    bind = ignoring("__dwindle_unbound__", [ast.Expr(value=name(word))], lambda: garbage(word, place))
    return ast.If(test=call("knows", const(place)), body=[bind], orelse=[])
