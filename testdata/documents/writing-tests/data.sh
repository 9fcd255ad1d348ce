#!/bin/sh
grep -q swap crash.txt && grep -qx "$(sed -n 1p crash.txt)" wanted.txt
