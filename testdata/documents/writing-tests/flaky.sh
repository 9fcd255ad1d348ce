#!/bin/sh
# Fails in every second run: a race, for this document made with a counter.
grep -q 'swap' crash.txt || exit 1
counter=$(dirname "$0")/counter
echo >> "$counter"
test $(($(sed -n '$=' "$counter") % 2)) -eq 1
