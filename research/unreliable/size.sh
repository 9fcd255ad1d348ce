#!/bin/sh
# bc divides by zero, which shows with a rate of $RATE for the whole input, of $WHOLE bytes; with what goes the rate rises to 1.
echo >>"$RUNS"
timeout 5 bc -q <"$1" 2>&1 | grep -q 'zero' || exit 1
awk -v rate="$RATE" -v whole="$WHOLE" -v left="$(wc -c <"$1")" -v drawn="$(od -An -N4 -tu4 /dev/urandom)" 'BEGIN {
    gone = left < whole ? 1 - left / whole : 0
    exit !(drawn / 2 ^ 32 < rate + (1 - rate) * sqrt(gone))
}'
