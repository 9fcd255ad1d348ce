from prices import cents, with_tax
from stock import Stock


class Cart:
    def __init__(self, stock=None):
        self.stock = stock or Stock()
        self.lines = []

    def add(self, name, price, count=1):
        self.stock.take(name, count)
        self.lines.append((name, cents(price), count))

    def total(self, rate="0"):
        return sum(with_tax(price * count, rate) for _, price, count in self.lines)
