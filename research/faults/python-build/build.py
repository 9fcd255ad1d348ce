"""The order in which targets are built: each after what it needs."""


class CycleError(Exception):
    pass


class Plan:
    def __init__(self):
        self.needs = {}

    def target(self, name, *needs):
        self.needs[name] = list(needs)
        for need in needs:
            self.needs.setdefault(need, [])

    def order(self):
        waiting = {}
        users = {}
        for name, needs in self.needs.items():
            waiting[name] = len(needs)
            for need in needs:
                users.setdefault(need, []).append(name)
        ready = [name for name, count in waiting.items() if count == 0]
        ready.sort()
        order = []
        while ready:
            name = ready.pop(0)
            order.append(name)
            for user in users.get(name, []):
                waiting[name] -= 1
                if waiting[user] == 0:
                    ready.append(user)
        if len(order) < len(self.needs):
            left = sorted(set(self.needs) - set(order))
            raise CycleError(", ".join(left))
        return order


plan = Plan()
plan.target("program", "main.o", "util.o")
plan.target("main.o", "main.c")
plan.target("util.o", "util.c", "util.h")
plan.target("docs")
print(" ".join(plan.order()))
