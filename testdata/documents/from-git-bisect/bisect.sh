#!/bin/sh
# git bisect run: 0 is good, 125 cannot be tested, and any other code below 128 is bad.
test -e tally.py || exit 125
test "$(python3 tally.py ledger.txt)" = 'total 106.75'
