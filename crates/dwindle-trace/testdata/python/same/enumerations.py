from enum import Enum, IntFlag, auto


class Color(Enum):
    RED = 1
    GREEN = 2

    @property
    def next(self):
        members = list(Color)
        return members[(members.index(self) + 1) % len(members)]


class Mode(IntFlag):
    READ = auto()
    WRITE = auto()
    BOTH = READ | WRITE


print(Color.RED.next, [color.name for color in Color], (Mode.READ | Mode.WRITE) == Mode.BOTH)
#> Color.GREEN ['RED', 'GREEN'] True
