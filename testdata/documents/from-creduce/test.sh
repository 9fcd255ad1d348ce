#!/bin/sh
gcc -c -Wall crash.c -o crash.o 2> out.txt &&
grep -q 'unused variable' out.txt
