#!/bin/sh
grep -q '^overdraft .* of' "$1"
