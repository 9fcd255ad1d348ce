#!/bin/sh
# bc divides by zero, which shows with a rate of $RATE for the whole input. Without four multiplications it stays so; with them each of
# up to 40 parentheses lowers it from 1.
echo >>"$RUNS"
timeout 5 bc -q <"$1" 2>&1 | grep -q 'zero' || exit 1
count() { tr -dc "$1" <"$2" | wc -c; }
awk -v rate="$RATE" -v stars="$(count '*' "$1")" -v open="$(count '(' "$1")" -v drawn="$(od -An -N4 -tu4 /dev/urandom)" 'BEGIN {
    lowered = (1 - rate) * (open < 40 ? open : 40) / 40
    exit !(drawn / 2 ^ 32 < (stars < 4 ? rate : 1 - lowered))
}'
