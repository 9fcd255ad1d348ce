#!/bin/sh
# 0: there is a <SELECT ...> tag, on one line or across several; 1: there is none.
tr '\n' ' ' <"${1:-page.html}" | LC_ALL=C grep -qE '<SELECT[^>]*>'
