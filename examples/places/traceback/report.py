"""Sums the orders of each customer, with a rebate for those who order often."""

import csv
import sys
from collections import defaultdict


def rebate(orders):
    often = [order for order in orders if order["state"] != "returned"]
    return sum(float(order["price"]) for order in orders) / len(often)


with open(sys.argv[1], newline="") as file:
    customers = defaultdict(list)
    for row in csv.DictReader(file):
        customers[row["customer"]].append(row)
for name, orders in sorted(customers.items()):
    print(f"{name:10} {rebate(orders):8.2f}")
