#!/bin/bash
# A depot.
set -euo pipefail

LIMIT=10 OTHER="a $LIMIT"
items=(one "two three" $LIMIT)
declare -a names
export PATH="$HOME/bin:$PATH" EMPTY=
readonly VERSION=1

keep() {
  local item=$1 n=${2:-3}
  echo "keeping ${item} $(date +%s) `pwd`" >> log.txt 2>&1
  return 0
}

function total {
  result=0
  for value in "$@" 1 2; do
    if [ "$value" -lt 0 ] || [[ $value == a* && -n $value ]]; then
      continue
    elif ((value > 100)); then
      break
    else
      result=$((result + value * 2))
    fi
  done
  for ((i = 0; i < 3; i++)); do echo $i; done
  while read -r line; do
    echo "$line" | grep -v '^#' | sort -u > out.txt
  done < input.txt
  until false; do sleep 1 & done
}

case "$1" in
  start | run)
    keep a b && total 1 2 || exit 1
    ;;
  -*) echo 'option' ;;
  *)
    echo "usage: $0" >&2
    ;;
esac

cat <<EOF
text $LIMIT
more
EOF

( cd /tmp; ls -la )
{ echo a; echo b; }
! test -f x
echo ${items[0]} ${#items[@]} ${LIMIT%0} $'a\n' {1..3} a$LIMIT"b"
diff <(sort a) <(sort b)
wait
