"""Prints the revenue per customer of an export of orders."""

import json
import sys

import rates


def revenue(order):
    total = sum(line["count"] * line["price"] for line in order["lines"])
    return total / rates.TO_EURO[order["currency"]]


def main(path):
    with open(path, encoding="utf-8") as file:
        export = json.load(file)
    for order in export["orders"]:
        print(f"{order['customer']:<20} {revenue(order):10.2f}")


main(sys.argv[1])
