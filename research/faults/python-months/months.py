"""Due dates of invoices: months are added, and the day is kept where the month has it."""

import sys


def is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def days_in(year, month):
    if month == 2:
        return 29 if is_leap(year) else 28
    if month in (4, 6, 9, 11):
        return 30
    return 31


def add_months(date, months):
    year, month, day = date
    month += months
    while month >= 12:
        month -= 12
        year += 1
    last = days_in(year, month)
    if day > last:
        day = last
    return year, month, day


def parse(text):
    year, month, day = text.split("-")
    return int(year), int(month), int(day)


def shown(date):
    return "%04d-%02d-%02d" % date


def plan(first, count, every):
    dates = []
    for number in range(count):
        dates.append(add_months(first, number * every))
    return dates


def main(words):
    first = parse(words[0])
    for number, date in enumerate(plan(first, 3, 1), 1):
        print(f"rate {number}: {shown(date)}")


main(sys.argv[1:])
