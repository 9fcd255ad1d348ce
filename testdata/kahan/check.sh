#!/bin/sh
# Compiles sum.c with the options given, and complains where the sum is wrong.
here=$(dirname "$0")
gcc "$@" "$here/sum.c" -o sum || exit 2
test "$(./sum)" = 10000.0 || { echo "wrong sum" >&2; exit 1; }
