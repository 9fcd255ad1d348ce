#!/bin/sh
# Picire: the path is the only argument, and exit code 0 is interesting.
! "$(dirname "$0")"/toy $1 > /dev/null 2> errors && grep -q 'Assertion' errors
