#!/bin/sh
# The C library finds out that the program frees memory twice.
echo >>"$RUNS"
cc -w -O1 -pthread -o ./program "$1" 2>/dev/null || exit 1
timeout 5 ./program 2>&1 | grep -q 'double free'
