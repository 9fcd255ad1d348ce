#!/bin/sh
# halfempty: the candidate comes on standard input, and exit code 0 is interesting.
"$(dirname "$0")"/toy > /dev/null 2>&1
test $? -eq 134
