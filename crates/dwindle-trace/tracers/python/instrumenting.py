# ---- How programs are instrumented ----


def is_plain(node):
    """Whether a definition is of a function, and evaluates nothing."""
    if isinstance(node, ast.ClassDef):
        return False
    return not (node.decorator_list or node.args.defaults or any(node.args.kw_defaults))


def name(word, context=ast.Load):
    return ast.Name(id=word, ctx=context())


def call(method, *args):
    return ast.Call(func=ast.Attribute(value=name("__dw__"), attr=method, ctx=ast.Load()), args=list(args), keywords=[])


def const(value):
    return ast.Constant(value=value)


class Suspensions(ast.NodeTransformer):
    """Tells the frame where it is suspended and resumed."""

    def visit_Lambda(self, node):
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = visit_Lambda

    def visit_Yield(self, node):
        self.generic_visit(node)
        value = call("out", *([node.value] if node.value else []))
        return ast.copy_location(call("back", ast.copy_location(ast.Yield(value=value), node)), node)

    def visit_YieldFrom(self, node):
        self.generic_visit(node)
        return ast.copy_location(ast.YieldFrom(value=call("through", node.value)), node)

    def visit_Call(self, node):
        self.generic_visit(node)
        is_own = isinstance(node.func, ast.Name) and node.func.id in ("locals", "vars", "dir")
        return ast.copy_location(call("own", node), node) if is_own and not node.args else node

    def visit_Await(self, node):
        self.generic_visit(node)
        return ast.copy_location(ast.Await(value=call("wait", node.value)), node)


class Module:
    """One module, while it is instrumented."""

    def __init__(self, file, source):
        self.file = file
        self.lines = source.splitlines()
        self.count = 0
        self.words = 0
        # The class whose methods are instrumented.
        self.owner = ""

    def number(self, node, function, kind="statement", fixed=""):
        line = node.lineno
        text = self.lines[line - 1].strip() if line <= len(self.lines) else ""
        number = run.number(self.file, self.count, line, function, kind, text)
        self.count += 1
        if fixed:
            run.fix(number, fixed)
        return const(number)

    def whole(self, tree):
        first = 0
        for node in tree.body:
            doc = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            future = isinstance(node, ast.ImportFrom) and node.module == "__future__"
            if not (doc or future):
                break
            first += 1
        tree.body[first:] = self.frame(tree.body[first:], "")
        ast.fix_missing_locations(tree)
        return tree

    def frame(self, body, function, in_class=False):
        """The statements of a function, a class or a module."""
        if not body:
            return body
        first = body[0]
        enter = ast.Assign(
            targets=[name("__dw__", ast.Store)],
            value=ast.Call(func=name("__dwindle_frame__"), args=[], keywords=[]))
        final = [ast.Expr(value=call("leave"))]
        if in_class:
            final.append(ast.Delete(targets=[name("__dw__", ast.Del)]))
        guarded = ast.Try(body=self.block(body, function), handlers=[self.watch()], orelse=[], finalbody=final)
        return [ast.copy_location(enter, first), ast.copy_location(guarded, first)]

    def watch(self):
        return ast.ExceptHandler(
            type=name("__dwindle_error__"), name=None, body=[ast.Expr(value=call("raised")), ast.Raise()])

    def around(self, node, function):
        """A statement that calls something each time its block ends: what leaves a context, or gives the next item."""
        number = self.number(node, function, fixed="it has other statements within it")
        self.words += 1
        word = f"__dw_around{self.words}__"
        begin = ast.Assign(targets=[name(word, ast.Store)], value=call("around", number))
        end = ast.Expr(value=call("again", name(word)))
        body = self.block(node.body, function)
        node.body = [ast.copy_location(
            ast.Try(body=body, handlers=[self.watch()], orelse=[], finalbody=[end]), node)]
        return [begin, node]

    def block(self, body, function):
        out = []
        for node in body:
            for made in self.statement(node, function):
                ast.copy_location(made, node)
                out.append(made)
        return out

    def expressions(self, node):
        """The statement with its own expressions instrumented, and not the statements within it."""
        for field, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                setattr(node, field, Suspensions().visit(value))
            elif isinstance(value, list) and field not in ("body", "orelse", "finalbody", "handlers", "cases"):
                value[:] = [Suspensions().visit(item) if isinstance(item, ast.AST) else item for item in value]

    def statement(self, node, function):
        if isinstance(node, (ast.Global, ast.Nonlocal, ast.Pass, ast.Break, ast.Continue)):
            return [node]
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return [node]
        method = getattr(self, "of_" + type(node).__name__, self.simple)
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            self.expressions(node)
        return method(node, function)

    def simple(self, node, function):
        number = self.number(node, function)
        targets = list(targets_of(node))
        names = [target.id for target, _ in targets if isinstance(target, ast.Name)]
        places = [(target, value) for target, value in targets if not isinstance(target, ast.Name)]
        reads = {one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load)}
        otherwise = []
        for place, word in enumerate(names):
            is_replaced = word not in reads and not isinstance(node, ast.AugAssign)
            otherwise += [spoiled(word, place) if is_replaced else unbound(word, place)]
        for place, (target, value) in enumerate(places, len(names)):
            if not isinstance(node, ast.AugAssign) and not mentions(node.value, target):
                otherwise += self.part(target, place)
                if value:
                    value.set(call("note", const(place), value.get()))
        body = [node]
        if names and run.with_values:
            body[:0] = [ast.Expr(value=call("had"))] + [
                ignoring("__dwindle_unbound__", [ast.Expr(value=call("had", const(word), name(word)))])
                for word in names]
        if names:
            body.append(ast.Expr(value=call("saw", const(tuple(names)), *map(name, names))))
        return [ast.If(test=call("do", number), body=body, orelse=otherwise)]

    def part(self, target, place):
        """Spoils a field or an element, if what leads there executes nothing of the program."""
        if isinstance(target, ast.Attribute) and is_path(target.value):
            word = target.attr
            if word.startswith("__") and not word.endswith("__") and self.owner:
                word = "_" + self.owner.lstrip("_") + word
            made = call("field", const(place), loaded(target.value), const(word))
        elif isinstance(target, ast.Subscript) and is_path(target.value) and is_path(target.slice):
            made = call("element", const(place), loaded(target.value), loaded(target.slice))
        else:
            return []
        return [ignoring("__dwindle_error__", [ast.Expr(value=made)])]

    def fixed(self, node, function):
        why = "it leaves the function" if isinstance(node, ast.Return) else "it raises an exception"
        return [ast.Expr(value=call("do", self.number(node, function, fixed=why))), node]

    of_Return = of_Raise = fixed

    def definition(self, node, function):
        inner = f"{function}.{node.name}" if function else node.name
        number = self.number(node, function, "definition" if is_plain(node) else "statement")
        node.decorator_list = [Suspensions().visit(item) for item in node.decorator_list]
        first = 1 if ast.get_docstring(node, clean=False) is not None else 0
        is_class, owner = isinstance(node, ast.ClassDef), self.owner
        self.owner = node.name if is_class else owner
        node.body[first:] = self.frame(node.body[first:], inner, is_class)
        self.owner = owner
        reads = [one for item in node.decorator_list for one in ast.walk(item)]
        if any(isinstance(one, ast.Name) and one.id == node.name for one in reads):
            return [ast.If(test=call("do", number), body=[node], orelse=[])]
        return [ast.If(test=call("do", number), body=[node], orelse=[spoiled(node.name, 0)])]

    of_FunctionDef = of_AsyncFunctionDef = of_ClassDef = definition

    def predicate(self, node, function):
        number = self.number(node, function, "predicate")
        value = ast.IfExp(test=call("do", number), body=node.test, orelse=const(None))
        node.test = ast.copy_location(call("branch", ast.copy_location(value, node.test)), node.test)
        node.body = self.block(node.body, function)
        node.orelse = self.block(node.orelse, function)
        return [node]

    of_If = of_While = predicate

    def of_For(self, node, function):
        number = self.number(node, function, "predicate")
        self.words += 1
        word = f"__dw_loop{self.words}__"
        begin = ast.NamedExpr(
            target=name(word, ast.Store),
            value=ast.Call(func=name("__dwindle_iter__"), args=[node.iter], keywords=[]))
        known = ast.Compare(left=name(word), ops=[ast.IsNot()], comparators=[const(None)])
        iterator = ast.IfExp(test=known, body=name(word), orelse=begin)
        test = ast.IfExp(test=call("do", number), body=call("step", iterator), orelse=call("skip"))
        has = ast.Attribute(value=name("__dw__"), attr="item", ctx=ast.Load())
        assign = ast.Assign(targets=[node.target], value=call("take"))
        taken = ast.If(test=has, body=[assign], orelse=[])
        ast.copy_location(taken, node)
        loop = ast.While(test=test, body=[taken] + self.block(node.body, function),
                         orelse=self.block(node.orelse, function))
        clear = ast.Assign(targets=[name(word, ast.Store)], value=const(None))
        # The iterator is given up where the loop is left: it may be a generator, which has then to be closed.
        return [clear, ast.Try(body=[loop], handlers=[], orelse=[], finalbody=[copy.deepcopy(clear)])]

    def of_AsyncFor(self, node, function):
        node.iter = ast.copy_location(call("items", node.iter), node.iter)
        made = self.around(node, function)
        node.orelse = self.block(node.orelse, function)
        return made

    def of_With(self, node, function):
        for item in node.items:
            item.context_expr = Suspensions().visit(item.context_expr)
            if isinstance(node, ast.AsyncWith):
                item.context_expr = ast.copy_location(call("context", item.context_expr), item.context_expr)
        return self.around(node, function)

    of_AsyncWith = of_With

    def of_Match(self, node, function):
        event = ast.Expr(value=call("do", self.number(node, function, fixed="it has other statements within it")))
        for case in node.cases:
            case.body = self.block(case.body, function)
        return [event, node]

    def of_Try(self, node, function):
        node.body = self.block(node.body, function)
        node.orelse = self.block(node.orelse, function)
        for handler in node.handlers:
            caught = ast.copy_location(ast.Expr(value=call("raised")), handler)
            handler.body = [caught] + self.block(handler.body, function)
        if not node.finalbody:
            return [node]
        final = self.block(node.finalbody, function)
        node.finalbody = []
        inner = [node] if node.handlers else node.body
        return [ast.Try(body=inner, handlers=[self.watch()], orelse=[], finalbody=final)]

    of_TryStar = of_Try
