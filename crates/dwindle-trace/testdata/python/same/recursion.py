import sys


def depth(n):
    return depth(n + 1) if n < 900 else n


def walk(n):
    if n < 250:
        yield n
        yield from walk(n + 1)


def steps(n):
    for step in steps(n + 1) if n < 400 else [n]:
        yield step


def forever(n):
    global deepest
    deepest = n
    forever(n + 1)


print(depth(0), sum(walk(0)), list(steps(0)))
for limit in (1000, 3000):
    sys.setrecursionlimit(limit)
    try:
        forever(1)
    except RecursionError as error:
        print(sys.getrecursionlimit(), abs(deepest - limit) < 20, str(error)[:32])
#> 900 31125 [400]
#> 1000 True maximum recursion depth exceeded
#> 3000 True maximum recursion depth exceeded
