#!/bin/sh
# The failure is there if what comes on standard input has an overdraft.
grep -q '^overdraft .* of'
