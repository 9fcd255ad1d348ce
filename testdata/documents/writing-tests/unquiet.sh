#!/bin/sh
"$(dirname "$0")"/toy crash.txt 2>&1 | grep -q 'depth > 1' && exit 1
exit 0
