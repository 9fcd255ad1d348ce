#!/usr/bin/env python3
"""Three threads on a queue that grows, and a scheduler that does as a log says.

    queue.py LOG            runs the threads by the schedule in LOG
    queue.py --record SEED  writes such a log, with switches drawn by lot

A line of the log, `writer 14`, lets a thread run up to its 14th step; a thread that has come as far already does not
run. When the log is at its end, every thread runs to its own end, in the order writer, reader, grower. So any part of a
schedule is a schedule. A step is what lies between two `yield`s: what no other thread can come between.

The program has a race, on purpose: the writer may put an item into cells that the grower has copied already.
"""

import random
import sys

ITEMS = 40


class Queue:
    def __init__(self):
        self.cells = [None] * 8
        self.start = self.end = 0

    def is_full(self):
        return self.end - self.start == len(self.cells)


def writer(queue, _got):
    for item in range(ITEMS):
        while queue.is_full():
            yield
        cells = queue.cells
        yield
        cells[queue.end % len(cells)] = item
        yield
        queue.end += 1
        yield


def reader(queue, got):
    while len(got) < ITEMS:
        while queue.start == queue.end:
            yield
        item = queue.cells[queue.start % len(queue.cells)]
        yield
        got.append(item)
        queue.start += 1
        yield


def grower(queue, _got):
    for _ in range(3):
        for _ in range(10):
            yield  # has other things to do
        old, new = queue.cells, [None] * (2 * len(queue.cells))
        for at in range(queue.start, queue.start + len(old)):
            new[at % len(new)] = old[at % len(old)]
        queue.cells = new
        yield


class Run:
    def __init__(self):
        queue, self.got = Queue(), []
        self.threads = {work.__name__: work(queue, self.got) for work in (writer, reader, grower)}
        self.steps = dict.fromkeys(self.threads, 0)

    def step(self, name):
        """One step of a thread; whether there was one to make."""
        self.steps[name] += 1
        return next(self.threads[name], self) is None

    def until(self, name, step):
        while self.steps[name] < step and self.step(name):
            pass

    def finish(self):
        # A thread that waits for another gives way to it.
        open_threads = list(self.threads)
        for _ in range(10_000):
            for name in list(open_threads):
                for _ in range(200):
                    if not self.step(name):
                        open_threads.remove(name)
                        break
            if not open_threads:
                return
        sys.exit("the threads wait for each other")


def record(seed):
    lot, run = random.Random(seed), Run()
    names = list(run.threads)
    while names:
        name = lot.choice(names)
        if not all(run.step(name) for _ in range(lot.randint(1, 4))):
            names.remove(name)
        print(name, run.steps[name])


def replay(path):
    run = Run()
    with open(path, encoding="utf-8") as log:
        for line in log:
            name, step = line.split()
            run.until(name, int(step))
    run.finish()
    wrong = [(at, item) for at, item in enumerate(run.got) if at != item]
    if wrong:
        at, item = wrong[0]
        sys.exit(f"AssertionError: item {at} was lost: the reader got {item}")


if __name__ == "__main__":
    if sys.argv[1] == "--record":
        record(int(sys.argv[2]))
    else:
        replay(sys.argv[1])
