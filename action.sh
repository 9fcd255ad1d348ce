#!/usr/bin/env bash
# What the GitHub Action of action.yml runs: INPUT, COMMAND, OPTIONS, BUDGET, DWINDLE and SOURCE are its inputs.
set -euo pipefail

if [ -z "$DWINDLE" ]; then
    cargo install --quiet --locked --path "$SOURCE/crates/dwindle-cli" --root "$RUNNER_TEMP/dwindle"
    DWINDLE=$RUNNER_TEMP/dwindle/bin/dwindle
fi
mapfile -t inputs < <(grep -v '^[[:space:]]*$' <<< "$INPUT")
# The options are words of the shell, and quoted as such.
eval "options=($OPTIONS)"
result=${RUNNER_TEMP:?}/reduced/$(basename "$(realpath "${inputs[0]}")")
mkdir -p "$(dirname "$result")"

code=0
"$DWINDLE" reduce "${inputs[@]}" --budget "$BUDGET" -o "$result" "${options[@]}" -- sh -c "${COMMAND//\{\}/\"\$1\"}" sh {} |&
    tee "$RUNNER_TEMP/reduced.log" || code=$?
if [ -e "$result" ]; then
    # Of a directory, the sizes of its files.
    size=$(find "$result" -type f -print0 | xargs -0 cat | wc -c)
    printf 'result=%s\nsize=%s\n' "$result" "$size" >> "$GITHUB_OUTPUT"
    {
        printf '### Reduced: %s, %s bytes\n\n```text\n' "${inputs[*]}" "$size"
        [ -d "$result" ] || head -c 4000 "$result"
        printf '\n```\n\n```text\n%s\n```\n' "$(tail -n 3 "$RUNNER_TEMP/reduced.log")"
    } >> "$GITHUB_STEP_SUMMARY"
fi
# A budget that is spent is no fault: the best so far is there.
[ "$code" = 6 ] || exit "$code"
