//! What the run-times of languages print for a failure that nobody caught.

use crate::signature::recogniser::{Part, Recogniser};

pub(super) const TABLE: &[Recogniser] = &[
    // Since Rust 1.73 the message stands on the next line; both forms are shown the same way.
    Recogniser::new("rust panic", r"^thread '.*?'(?: \(\d+\))? panicked at ([^'].*?):?$")
        .keep("panicked at $1")
        .then(&[Part::new(r"^(.+)$", ": $1").within(1)]),
    Recogniser::new("rust panic, old form", r"^thread '.*?' panicked at '(.*)', (\S+:\d+:\d+)$")
        .keep("panicked at $2: $1"),
    // The summary cuts off what failed, and what is tested may have shown a traceback.
    Recogniser::new("pytest failure", r"^E {3,}(\S.*)$").keep("$1"),
    // The last traceback is the one that ended the program: "during handling", "direct cause".
    Recogniser::new("python traceback", r"Traceback \(most recent call last\):$")
        .keep("")
        .then(&[Part::new(r"^(?:\s*\| )?([A-Za-z_][\w.]*(?:: .*)?)$", "$1").within(2000).required()])
        .last(),
    Recogniser::new("java exception", r#"^Exception in thread "[^"]*" (\S+(?:: .*)?)$"#)
        .keep("$1")
        .then(&[Part::new(r"^Caused by: (.*)$", ", caused by $1").within(2000).last()]),
    Recogniser::new("go panic", concat!(
        r"^(panic: .+?|fatal error: (?:all goroutines|stack overflow|concurrent|runtime|unexpected signal|",
        r"out of memory|sync).*?)(?: \[recovered\])?$",
    )).keep("$1"),
    Recogniser::new("ocaml exception", r"^Fatal error: exception .*"),
    Recogniser::new(
        "haskell exception",
        concat!(
            r"(?:\bPrelude\.\S+: .*|^.*: Non-exhaustive (?:patterns|guards).*|^\S+: <<loop>>|",
            r"\*\*\* Exception: .*)$",
        ),
    ),
    Recogniser::new("ruby exception", r"^\S+:\d+:in [`'].*?': .*"),
    Recogniser::new("php error", r"PHP (?:Fatal|Parse) error:\s.*"),
    Recogniser::new("lua error", r"^(?:\S*/)?lua(?:jit)?[\d.]*: .*:\d+: .*"),
    Recogniser::new("erlang crash", r"^\*\* \((?:[A-Z]\w*\.?)+\) .*"),
    Recogniser::new(
        "exception",
        concat!(
            r"^(?:Uncaught |Unhandled )?((?:[a-z]\w*\.)*[A-Z]\w*(?:Error|Exception|Interrupt|Exit)",
            r"(?: \[\w+\])?(?:: .*)?)$",
        ),
    )
    .keep("$1"),
    Recogniser::new("dotnet exception", r"^Unhandled exception\. (.*)$").keep("$1"),
    Recogniser::new(
        "sqlite error",
        r"^(?:(?:Parse|Runtime) error(?: near line \d+)?: .*|Error: (?:near|in prepare,) .*)",
    ),
    Recogniser::new("perl error", r"^.+ at \S+ line \d+(?:, <\w+> (?:line|chunk) \d+)?\.$").last(),
    Recogniser::new("shell error", r"^\S+: (?:line )?\d+: .*: (?:command )?not found$"),
];
