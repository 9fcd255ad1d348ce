//! Compilers and linkers: their own crashes first, then what they say of the program they compile.

use crate::signature::recogniser::{Part, Recogniser};

/// A frame of GCC's back trace that is not its error reporting (`0x8d3aa1 crash_signal`).
const GCC_FRAME: Part = Part::new(r"^0x[0-9a-f]+ (.+?)$", " in $1").except(concat!(
    r"crash_signal|internal_error|diagnostic|fancy_abort|_start|__libc|",
    r"^0x[0-9a-f]+ (?:main$|\?\?\?)",
));

/// A frame of LLVM's stack dump that is not its crash handling.
const LLVM_FRAME: Part = Part::new(
    r"^\s*#?\d+\.?\s+(?:\S+\s+)?0x[0-9a-f]+ (?:in )?(.+?)(?: \+ \d+)?(?: \([^()]*\+0x[0-9a-f]+\))?$",
    " in $1",
)
.except(concat!(
    r"llvm::sys::|SignalHandler|CrashHandler|CleanupOnSignal|__restore_rt|libc\.so|",
    r"\b(?:gsignal|abort|raise|pthread_kill)\b|0x[0-9a-f]+ \(/[^()]*\)$",
));

pub(super) const CRASHES: &[Recogniser] = &[
    Recogniser::new("llvm unreachable", r"^.*\bUNREACHABLE executed(?: at .*)?$"),
    Recogniser::new("llvm error", r"(?:LLVM ERROR|fatal error: error in backend): .*"),
    Recogniser::new("internal compiler error", r"(?i)^.*internal compiler error: .*")
        .except(r"(?i)unexpected panic|internal compiler error: segmentation fault"),
    Recogniser::new("internal compiler error, crash", r"(?i)^.*internal compiler error: segmentation fault")
        .then(&[GCC_FRAME]),
    // Rust panics are in `languages`: a panic of rustc stands there with its place. For Clang, this line
    // stands above the stack dump.
    Recogniser::new("please report", r"PLEASE (?:submit|ATTACH) .*bug report")
        .keep("PLEASE submit a bug report")
        .then(&[LLVM_FRAME]),
];

pub(super) const DIAGNOSTICS: &[Recogniser] = &[
    Recogniser::new("rustc error", r"^error\[E\d+\]: .*"),
    // What is wrong stands on the next line.
    Recogniser::new(
        "ghc error",
        r"^\S.*?:(?:\d+:\d+(?:-\d+)?|\(\d+,\d+\)-\(\d+,\d+\)): error:(?: \[[^\]]*\])*$",
    )
    .then(&[Part::new(r"^ +(?:• )?(\S.*)$", " $1").within(1)]),
    // So it does here, wrapped where the words before it end: the first six are enough, and seldom wrapped.
    Recogniser::new("cmake error", r"^CMake Error (?:at|in) .*:$").then(&[Part::new(
        r"^  (\S+(?: +\S+){0,5})",
        " $1",
    )
    .within(2)]),
    // GCC, Clang, javac and everybody who writes like them.
    Recogniser::new("diagnostic", r"^\S.*?:\d+(?:[:.]\d+)?(?:-\d+)?: (?:fatal |syntax )?error: .*"),
    // Compilers of shaders write so; a source without a name is called by its number. The first line is the error.
    Recogniser::new("shader diagnostic", r"^ERROR: \S+:\d+: .*").except(r": '' : compilation terminated"),
    Recogniser::new("diagnostic in parentheses", r"^\S.*?\(\d+(?:,\d+)?\): error\b.*"),
    Recogniser::new("diagnostic with a dash", r"^\S.*?:\d+:\d+ - error\b.*"),
    Recogniser::new("undefined reference", r"undefined (?:reference to|symbol:?) .*"),
    Recogniser::new("multiple definition", r"(?:multiple definition of|duplicate symbol:?) .*"),
    Recogniser::new("plain error", r"^(?:fatal )?error: .*")
        .except(r"aborting due to|could not compile|^error: the compiler unexpectedly panicked|ld returned"),
];

/// What a tool says of a place in a file without calling it an error.
pub(super) const PLACES: &[Recogniser] =
    &[Recogniser::new("message at a place", r"^[^\s:]+\.\w+:\d+(?:[:.]\d+)?: \S.*")
        .except(r"(?i)warning|note:|info|remark|^\S+ Error in sourced")
        .of_errors()];
