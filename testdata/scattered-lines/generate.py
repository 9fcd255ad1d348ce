#!/usr/bin/env python3
"""Write log.txt: 2,000 lines, of which every third ends in CR LF and the last in nothing."""

LINES = 2000
NEEDED = {17: "alpha", 402: "bravo", 403: "charlie", 999: "delta", 1230: "echo", 1871: "foxtrot", 2000: "golf"}
LEVELS = ["debug", "info", "info", "notice", "warning"]

with open("log.txt", "w", newline="") as out:
    for number in range(1, LINES + 1):
        level = LEVELS[number * 7919 % len(LEVELS)]
        what = f"needs {NEEDED[number]}" if number in NEEDED else f"job {number * 104729 % 9973} done"
        end = "" if number == LINES else "\r\n" if number % 3 == 0 else "\n"
        out.write(f"{number:04} {level}: {what}{end}")
