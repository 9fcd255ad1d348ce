#!/bin/sh
# A program with two faults.
if grep -q 'dim.*off' "$1"; then
    echo 'lamp: error: off twice' >&2
    exit 3
fi
if grep -q 'bright' "$1" && grep -q 'red' "$1"; then
    kill -s SEGV $$
fi
