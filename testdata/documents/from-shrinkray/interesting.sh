#!/bin/sh
# Shrink Ray: the path is the first argument.
"$(dirname "$0")"/toy "$1" 2>&1 | grep -q 'depth > 1'
