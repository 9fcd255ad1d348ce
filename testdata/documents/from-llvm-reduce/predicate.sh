#!/usr/bin/env sh
# llvm-reduce and wasm-tools shrink: the path is the first and only argument.
set -e
test $# -eq 1
"$(dirname "$0")"/toy "$1" 2>&1 | grep --quiet 'depth > 1'
