#!/bin/sh
# 0 is good, 1 is bad.
! "$(dirname "$0")"/toy "$1" 2>&1 | grep -q 'depth > 1'
