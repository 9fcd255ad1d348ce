#!/bin/sh
# Both succeed, and only this one prints a negative number.
here=$(dirname "$0")
ours=$("$here"/toy "$1") && theirs=$("$here"/other "$1") &&
    test "$ours" != "$theirs" && echo "$ours" | grep -q '^-'
