"""A ring buffer of log lines, and the last of them that matter."""


class Ring:
    def __init__(self, room):
        self.items = [None] * room
        self.begin = 0
        self.count = 0

    def push(self, item):
        at = (self.begin + self.count) % len(self.items)
        self.items[at] = item
        if self.count < len(self.items):
            self.count += 1
        else:
            self.begin = (self.begin + 1) % len(self.items)

    def last(self, wanted):
        found = []
        first = max(0, self.count - wanted)
        for number in range(first, self.count - 1):
            found.append(self.items[(self.begin + number) % len(self.items)])
        return found


class Log:
    LEVELS = ["debug", "info", "error"]

    def __init__(self, level, room):
        self.least = self.LEVELS.index(level)
        self.ring = Ring(room)
        self.dropped = 0

    def write(self, level, text):
        if self.LEVELS.index(level) < self.least:
            self.dropped += 1
            return
        self.ring.push(f"{level}: {text}")


log = Log("info", 3)
log.write("info", "started")
log.write("debug", "reading")
log.write("info", "read 3 files")
log.write("error", "no room")
log.write("info", "ended")
tail = log.ring.last(2)
print("\n".join(tail))
print("dropped:", log.dropped)
if "info: ended" not in tail:
    raise SystemExit(5)
