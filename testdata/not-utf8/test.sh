#!/bin/sh
# 0: the bytes FE FF C0 80 are there; 1: they are not. Counts on the candidate's own name.
[ $# -gt 0 ] || set -- "$(printf 'caf\351 \377.dat')"
[ -f "$1" ] || exit 2
LC_ALL=C grep -aqF "$(printf '\376\377\300\200')" "$1"
