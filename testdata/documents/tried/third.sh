#!/bin/sh
# Sees an overdraft one time in three.
echo >>"$HOME/runs"
runs=$(grep -c '' "$HOME/runs")
[ $((runs % 3)) = 2 ] && grep -q '^overdraft' ledger.txt
