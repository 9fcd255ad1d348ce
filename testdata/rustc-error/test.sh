#!/bin/sh
# 0: rustc reports E0502 and no other error; 1: it reports none; 2: other errors.
said=$(${RUSTC:-rustc} --edition 2021 --crate-type lib --emit metadata --cap-lints allow \
    "${1:-depot.rs}" 2>&1) && exit 1
[ "$(printf '%s\n' "$said" | grep -E '^error' | grep -v '^error: aborting' | cut -d: -f1 | sort -u)" = 'error[E0502]' ] || exit 2
