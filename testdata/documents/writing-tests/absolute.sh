#!/bin/sh
cd "$(dirname "$0")" || exit 2
./toy crash.txt 2>&1 | grep -q 'depth > 1'
