#!/bin/sh
sleep 0.4
grep -q '^overdraft' "$1"
