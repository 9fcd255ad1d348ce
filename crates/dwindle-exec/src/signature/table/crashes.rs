//! Failed assertions, and what C and C++ run-times say when they give up; for shells, the bare signal.

use crate::signature::recogniser::{Care, Part, Recogniser};

pub(super) const ASSERTIONS: &[Recogniser] = &[
    // glibc, LLVM, musl and macOS, in that order.
    Recogniser::new("assertion", r"^.*\bAssertion [`'‘].*['’] failed\.?").care(Care::KeepQuoted),
    Recogniser::new("assertion, other libraries", r"^.*\bAssertion failed: .*").care(Care::KeepQuoted),
    // Browsers and their engines.
    Recogniser::new("assertion failure", r"Assertion failure: .*").care(Care::KeepQuoted),
    Recogniser::new("deliberate crash", r"Hit MOZ_CRASH.*").care(Care::KeepQuoted),
    Recogniser::new("v8 check", r"^# (Fatal error in .+)$")
        .keep("$1")
        .then(&[Part::new(r"^# (\S.*)$", ": $1").within(3)])
        .care(Care::KeepQuoted),
    Recogniser::new("fatal log", r"(?:^F\d{4} [\d:.]+ +\d+ |\bFATAL:)(\S+(?::\d+|\(\d+\))\] .*)$")
        .keep("$1")
        .care(Care::KeepQuoted),
    Recogniser::new("z3 assertion", r"^ASSERTION VIOLATION$").then(&[
        Part::new(r"^File: (.*)$", " in $1").within(2),
        Part::new(r"^Line: (\d+)$", ":$1").within(3),
    ]),
];

pub(super) const RUNTIME: &[Recogniser] = &[
    Recogniser::new("c++ terminate", r"terminate called (?:after throwing .*|.*)$").then(&[Part::new(
        r"^\s*what\(\):\s*(.*)$",
        ": $1",
    )
    .within(2)]),
    Recogniser::new("glibc detects", r"\*\*\* [a-z ]+ detected \*\*\*"),
    Recogniser::new(
        "glibc heap",
        concat!(
            r"(?:\b(?:free|malloc|realloc|calloc|munmap_chunk|malloc_consolidate|unlink_chunk)\(\): [^()*]*|",
            r"\bdouble free or corruption(?: \(\W?\w+\))?|\bcorrupted (?:size vs|double-linked)[^()]*)",
        ),
    ),
    Recogniser::new("dynamic linker", r"symbol lookup error: .*|error while loading shared libraries: .*"),
];

/// Only the words: what stands around them is the shell's script, a process id and the command line. Bash pads the
/// words to 24 characters, which the longest of them fill, so that the command line follows without a space.
pub(super) const SHELL: &[Recogniser] = &[Recogniser::new(
    "shell reports a signal",
    concat!(
        r"(?:^|: |\d )(Floating point exception|(?:Segmentation fault|Aborted|Bus error|",
        r"Illegal instruction|Trace/breakpoint trap|Bad system call)\b)",
    ),
)
.keep("$1")];
