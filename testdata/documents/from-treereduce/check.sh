#!/usr/bin/env sh
# treereduce: exit code 0 is interesting, and @@ on the command line is the file.
set -e
"$(dirname "$0")"/toy "$1" 2>&1 | grep -q 'depth > 1'
