import weakref


class Thing:
    pass


def fail(thing):
    raise ValueError("no")


def caught():
    thing = Thing()
    known = weakref.ref(thing)
    try:
        fail(thing)
    except ValueError:
        pass
    thing = None
    print(known())


def left():
    for thing in [Thing()]:
        known = weakref.ref(thing)
        break
    thing = None
    print(known())


def numbers():
    try:
        yield from range(9)
    finally:
        print("closed")


def first():
    for number in numbers():
        break
    print("behind the loop")
    try:
        for number in numbers():
            raise ValueError
    except ValueError:
        print("caught")


caught()
left()
first()
#> None
#> None
#> closed
#> behind the loop
#> closed
#> caught
