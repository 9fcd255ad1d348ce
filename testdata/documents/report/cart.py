"""A cart with things and their prices."""
import collections


class Cart:
    def __init__(self):
        self.things = collections.OrderedDict()

    def add(self, name, price):
        self.things[name] = price
        return self

    def remove(self, name):
        del self.things[name]
        return self

    def mean(self):
        return sum(self.things.values()) / len(self.things)


cart = Cart()
cart.add("apple", 3)
cart.add("pear", 4)
print(cart.mean())
cart.remove("apple")
cart.remove("pear")
print(cart.mean())
