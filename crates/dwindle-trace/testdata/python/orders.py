"""Orders, with classes, generators, exceptions and a context: the discount is taken twice."""
import contextlib

LOG = []


class OutOfStock(Exception):
    def __init__(self, item, wanted):
        super().__init__(f"{item}: {wanted} wanted")
        self.item = item


class Stock:
    def __init__(self, counts):
        self.counts = dict(counts)

    def take(self, item, count):
        left = self.counts.get(item, 0)
        if left < count:
            raise OutOfStock(item, count)
        self.counts[item] = left - count
        return count

    def __iter__(self):
        for item, count in sorted(self.counts.items()):
            if count:
                yield item, count


class Order:
    def __init__(self, name):
        self.name = name
        self.lines = []
        self.discount = 0

    def add(self, item, count, price):
        self.lines.append((item, count, price))

    def total(self):
        total = 0
        for item, count, price in self.lines:
            total += count * price
        if total > 100:
            self.discount = self.discount + 10
        return total - self.discount


@contextlib.contextmanager
def logged(order):
    LOG.append("begin " + order.name)
    try:
        yield order
    finally:
        LOG.append("end " + order.name)


def requests(names):
    for number, name in enumerate(names):
        order = Order(name)
        for item, price in (("pen", 2), ("book", 30), ("lamp", 45)):
            count = (number + price) % 3 + 1
            order.add(item, count, price)
        yield order


def filled(orders, stock):
    for order in orders:
        try:
            with logged(order):
                for item, count, _ in list(order.lines):
                    stock.take(item, count)
        except OutOfStock as error:
            LOG.append(str(error))
            order.lines = [line for line in order.lines if line[0] != error.item]
        yield order


def main():
    stock = Stock({"pen": 10, "book": 7, "lamp": 6})
    sums = []
    for order in filled(requests(["ada", "bob", "cid", "dan", "eve"]), stock):
        before = order.total()
        after = order.total()
        sums.append((order.name, before, after))
    left = sum(count for _, count in stock)
    print("left", left)
    print("log", len(LOG))
    for name, before, after in sums:
        print(name, before, after)


main()
