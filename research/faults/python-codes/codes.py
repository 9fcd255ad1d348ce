"""Huffman codes of letters, and how many bits a text takes."""

import heapq


class Node:
    def __init__(self, weight, letter=None, left=None, right=None):
        self.weight = weight
        self.letter = letter
        self.left = left
        self.right = right

    def __lt__(self, other):
        if self.weight == other.weight:
            return (self.letter or "") < (other.letter or "")
        return self.weight > other.weight


def frequencies(text):
    counts = {}
    for letter in text:
        counts[letter] = counts.get(letter, 0) + 1
    return counts


def tree(counts):
    heap = []
    for letter in sorted(counts):
        heapq.heappush(heap, Node(counts[letter], letter))
    while len(heap) > 1:
        left = heapq.heappop(heap)
        right = heapq.heappop(heap)
        joined = Node(left.weight + right.weight, None, left, right)
        heapq.heappush(heap, joined)
    return heap[0]


def codes(node, prefix, found):
    if node.letter is not None:
        found[node.letter] = prefix or "0"
        return found
    codes(node.left, prefix + "0", found)
    codes(node.right, prefix + "1", found)
    return found


text = "aaaabbc"
found = codes(tree(frequencies(text)), "", {})
bits = sum(len(found[letter]) for letter in text)
for letter in sorted(found):
    print(letter, found[letter])
print("bits:", bits)
assert bits <= 10, f"{bits} bits"
