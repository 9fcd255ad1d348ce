class Node:
    shown = 0

    def __init__(self, name):
        self.name = name
        self.next = self

    def __repr__(self):
        Node.shown += 1
        return f"<{self.name}>"


class Pair(tuple):
    def __repr__(self):
        Node.shown += 1
        return "pair"


node = Node("a")
nodes = [node, Node("b")]
pair = Pair((1, 2))
print(Node.shown)
print(node, nodes, pair)
#> 0
#> <a> [<a>, <b>] pair
