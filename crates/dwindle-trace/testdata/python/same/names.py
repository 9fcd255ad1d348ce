class Point:
    def __init__(self, x, y=3):
        known = locals()
        vars(self).update(known)
        del self.self

    where = sorted(name for name in locals() if not name.startswith("__"))


def area(width, height):
    total = width * height
    print(locals(), dir())


print(vars(Point(2)), Point.where)
area(3, 4)
() = []
#> {'x': 2, 'y': 3} []
#> {'width': 3, 'height': 4, 'total': 12} ['height', 'total', 'width']
