#!/bin/sh
# Replays a session of Vim in a terminal of its own, and ends as Vim ends: with 128 and its number where a signal
# ended it.
#
#     replay.sh LOG [SCREEN]
#
# An action a line: `key NAMES` presses keys, by tmux's names for them; `type TEXT` types; `command TEXT` types a
# colon or a slash before it, and Enter behind it. Where a file SCREEN is named, what stands on the screen before the
# last action is put there with its colours, and what stands there in the end into SCREEN.end.
set -u
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d) || exit 3
# Vim does not always end when its terminal goes.
trap 'terminal kill-server 2>/dev/null; [ ! -f "$dir/pid" ] || kill -9 "$(cat "$dir/pid")" 2>/dev/null; rm -rf "$dir"' EXIT
terminal() { tmux -S "$dir/socket" -f /dev/null "$@"; }
keys() { terminal send-keys -t 0 "$@"; }

cp "$here/notes.txt" "$dir" || exit 3
cat > "$dir/run" <<'RUN'
cd "$1" || exit 3
sh -c 'echo $$ > pid; exec vim -u NONE -i NONE -n -N -c "set ruler" notes.txt'
status=$?
rm -f pid
echo "vim ended with exit code $status"
echo "$status" > status
tmux -S socket wait-for -S ended
exec sleep 600
RUN
LC_ALL=C.UTF-8 terminal new-session -d -x 80 -y 24 "exec sh $dir/run $dir" || exit 3

# Nothing is typed before Vim reads it.
tries=500
until terminal capture-pane -p -t 0 2>/dev/null | grep -q ' 1,1 '; do
    tries=$((tries - 1))
    [ "$tries" -gt 0 ] || exit 3
    sleep 0.02
done

while read -r what words; do
    [ $# -lt 2 ] || { sleep 0.3; terminal capture-pane -e -p -t 0 > "$2"; }
    case $what in
        key) keys $words ;;
        type) keys -l "$words" ;;
        command)
            case $words in /*) ;; *) words=:$words ;; esac
            keys -l "$words" && keys Enter
            ;;
        *) echo "no such action: $what" >&2; exit 3 ;;
    esac || exit 3
done < "$1"

# Vim has read it all when it leaves because it was told to; if it was told already, there is nobody to hear.
keys Escape Escape 2>/dev/null
keys -l ':qa!' 2>/dev/null
keys Enter 2>/dev/null
timeout 10 tmux -S "$dir/socket" wait-for ended || exit 3
[ $# -lt 2 ] || { sleep 0.3; terminal capture-pane -e -p -t 0 > "$2.end"; }
status=$(cat "$dir/status")
[ "$status" -eq 0 ] || echo "vim ended with exit code $status" >&2
exit "$status"
