# What the scripts beside this file begin with: each is run in its own folder, or in a copy of it.
set -eu

# Exit code 77 says that the place cannot be tried here, and standard output why.
skip() {
    echo "$1"
    exit 77
}

# The place needs these programs.
needs() {
    for program; do
        command -v "$program" > /dev/null || skip "no $program"
    done
}

# The tool that is installed has the fault: the command succeeds.
has_fault() {
    sh -c "$1" > /dev/null 2>&1 || skip "no fault in this version"
}

# Ends here when only asked what is missing.
begins() {
    [ -z "${ONLY_NEEDS-}" ] || exit 0
}

# The result is there, and has at most so many bytes.
at_most() {
    size=$(wc -c < "$2")
    [ "$size" -le "$1" ] || {
        echo "$2 has $size bytes, more than $1" >&2
        exit 1
    }
}

# The result is a directory with at most so many files.
files_at_most() {
    count=$(find "$2" -type f | wc -l)
    [ "$count" -le "$1" ] || {
        echo "$2 has $count files, more than $1" >&2
        exit 1
    }
}

# The place takes minutes: it is tried only where that is wanted.
slow() {
    [ -n "${DWINDLE_SLOW-}" ] || skip "slow"
}
