#!/bin/sh
# The module is valid, and no longer after the pass.
opt-14 -passes=verify -S "$1" -o /dev/stdout > /dev/null 2>&1 || exit 2
opt-14 -passes=constraint-elimination -S "$1" -o /dev/stdout 2>&1 | grep -q 'Broken module found'
