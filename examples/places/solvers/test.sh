#!/bin/sh
# One solver finds an answer, and the other one gives up.
[ "$(z3 -T:8 "$1")" = sat ] && [ "$(cvc5 -q --tlimit=8000 "$1" 2>&1)" = unknown ]
