"""The warmest spell of a winter: the greatest sum of days in a row."""

import sys


def read(text):
    temperatures = []
    for word in text.split():
        temperatures.append(int(word))
    return temperatures


def warmest(temperatures):
    best = 0
    begin = end = 0
    running, start = 0, 0
    for at, degrees in enumerate(temperatures):
        if running <= 0:
            running, start = 0, at
        running += degrees
        if running > best:
            best = running
            begin, end = start, at + 1
    return best, begin, end


def coldest(temperatures):
    least = temperatures[0]
    for degrees in temperatures:
        if degrees < least:
            least = degrees
    return least


def main():
    temperatures = read("-4 -7 -1 -5 -9")
    best, begin, end = warmest(temperatures)
    print("days:", begin, "to", end)
    print("sum:", best)
    print("coldest:", coldest(temperatures))
    if best > max(temperatures):
        sys.exit(3)


main()
