#!/bin/sh
# The file runs without an error, and its answers are others without the optimizer.
with=$(sqlite3 -bail :memory: ".read $1" 2>&1) || exit 2
without=$(sqlite3 -bail :memory: '.testctrl optimizations 0xffffffff' ".read $1" 2>&1) || exit 2
[ "$with" != "$without" ]
