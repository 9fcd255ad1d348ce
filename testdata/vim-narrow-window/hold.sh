#!/bin/sh
# Replays a log ten times as it is, and ten times without each of its actions, and counts how often Vim crashes.
#
#     hold.sh LOG [TIMES]
set -u
here=$(cd "$(dirname "$0")" && pwd)
times=${2:-10}
part=$(mktemp) || exit 3
trap 'rm -f "$part"' EXIT

count() {
    crashed=0
    for _ in $(seq "$times"); do
        "$here/replay.sh" "$part" 2>/dev/null
        [ $? -ne 136 ] || crashed=$((crashed + 1))
    done
    echo "$crashed of $times crash: $1"
}

cp "$1" "$part" && count "all actions"
for line in $(seq "$(wc -l < "$1")"); do
    sed "${line}d" "$1" > "$part"
    count "without $(sed -n "${line}p" "$1")"
done
