#!/bin/sh
# Fails where c is pressed and released before f is.
grep -z -q 'press c.*release c.*press f.*release f' "$1"
