//! Sanitizers and valgrind: the kind of error and the topmost frame that is the program's own.
//!
//! The `SUMMARY:` line is not used: it names the topmost frame even where that is `strcpy`, and for leaks
//! it holds the number of bytes, which shrinks with the candidate.

use crate::signature::recogniser::{Care, Part, Recogniser};

/// Frames that are the run-time's, not the program's.
const RUNTIME: &str = concat!(
    r"#\d+ (?:0x[0-9a-f]+ in )?(?:_*interceptor_|__(?:asan|hwasan|sanitizer|lsan|msan|tsan|ubsan)|",
    r"operator (?:new|delete)|_*(?:malloc|free|calloc|realloc|memalign|posix_memalign|abort|raise|",
    r"mem[a-z]+|str[a-z]+|pthread_[a-z_]+)\b|__GI_|__libc_|__pthread_kill|fuzzer::|",
    r"(?:std|core)::panicking|__?rust|rust_)",
    r"|#\d+ 0x[0-9a-f]+ +\(|libsanitizer/|compiler-rt/|/sysdeps/",
);

const FRAME: Part = Part::new(
    r"^\s+#\d+ (?:0x[0-9a-f]+ in )?(.+?)(?: \([^()]*\+0x[0-9a-f]+\))?(?: \(BuildId: \w+\))?$",
    " in $1",
)
.except(RUNTIME);

pub(super) const TABLE: &[Recogniser] = &[
    Recogniser::new(
        "sanitizer",
        concat!(
            r"(?:ERROR|WARNING): ((?:\w+Sanitizer|libFuzzer): .+?)",
            r"(?: on (?:unknown )?address\b.*| on 0x.*| 0x.*| \(.*|:(?: .*)?|,.*| after .*)?$",
        ),
    )
    .keep("$1")
    .then(&[FRAME]),
    Recogniser::new("sanitizer check", r"\w+Sanitizer: CHECK failed: \S+ .*").care(Care::KeepQuoted),
    Recogniser::new("undefined behaviour", r"^\S+:\d+:\d+: runtime error: .*").care(Care::DropNumbers),
    Recogniser::new(
        "valgrind",
        concat!(
            r"^==\d+== ((?:Invalid (?:read|write|free)|Conditional jump|Use of uninitialised|",
            r"Source and destination overlap|Jump to the invalid|Syscall param|Mismatched free|",
            r"Possible data race|Process terminating).*)$",
        ),
    )
    .keep("$1")
    .then(&[Part::new(r"^==\d+==    (?:at|by) 0x[0-9A-F]+: (.+)$", " in $1")
        .except(r"vg_replace|vgpreload|\(in /\S*/lib(?:c|pthread)[-.]")]),
];
