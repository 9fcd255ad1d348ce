#!/bin/sh
# 0: gcc accepts the program and interchanges two nested loops; 1: it does not interchange; 2: it does not accept it.
said=$(gcc -std=gnu89 -w -O2 -floop-interchange -fopt-info-loop-optimized \
    -x c -S -o /dev/null "${1:-bug.c}" 2>&1) || exit 2
case $said in
*'loops interchanged in loop nest'*) exit 0 ;;
*) exit 1 ;;
esac
