#!/bin/sh
# 0: all seven lines are there, with their own line endings; 1: one is missing.
f=${1:-log.txt}
cr=$(printf '\r')
grep -q 'needs alpha$' "$f" &&
    grep -q "needs bravo$cr\$" "$f" &&
    grep -q 'needs charlie$' "$f" &&
    grep -q "needs delta$cr\$" "$f" &&
    grep -q "needs echo$cr\$" "$f" &&
    grep -q 'needs foxtrot$' "$f" &&
    grep -q 'needs golf$' "$f" || exit 1
