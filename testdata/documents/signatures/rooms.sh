#!/bin/sh
# Checks a house: rooms.sh FILE
known=" "
while read -r what name rest; do
    case $what in
    room) known="$known$name " ;;
    door)
        for room in $name $rest; do
            case $known in *" $room "*) ;; *) echo "error: unknown room '$room'" >&2; exit 1 ;; esac
        done ;;
    *) echo "error: '$what' is neither room nor door" >&2; exit 1 ;;
    esac
done < "$1"
