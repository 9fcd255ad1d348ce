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
    // So it is with other runners: what failed stands above, and numbers of tests change when some go.
    Recogniser::new("go test failure", r"^\s*--- FAIL: (\S+) \([\d.]+s\)$")
        .keep("FAIL: $1")
        .then(&[Part::new(r"^\s+(\S+\.go:\d+: .*)$", ": $1").within(1).required()]),
    Recogniser::new("tap failure", r"^\s*not ok \d+ *(.*)$").keep("not ok $1").except(r"(?i)# *(?:todo|skip)"),
    Recogniser::new("perl test failure", r"^#\s+(Failed test .*)$").keep("$1"),
    Recogniser::new("minitest failure", r"^\s+\d+\) (Failure|Error):$").keep("$1:").then(&[
        Part::new(r"^(\S+#\S+?)(?: \[.*)?:$", " $1").within(1),
        Part::new(r"^([^#\[]+)$", ": $1").within(2),
    ]),
    Recogniser::new("rspec failure", r"^\s+(Failure/Error: .*)$").keep("$1"),
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
    // What is wrong stands above where that was found, and in GDB's scripts below.
    Recogniser::new("tcl error", r"^(\S.*)$").keep("$1").then(&[Part::new(
        r"^    while (?:executing|compiling)$",
        "",
    )
    .within(1)
    .required()]),
    Recogniser::new("gdb error", r"^\S+:\d+: Error in sourced command file:$")
        .then(&[Part::new(r"^(\S.*)$", " $1").within(1)]),
    // The call is text of the script. Behind a long one the message stands on the next line.
    Recogniser::new("r error", r"^Error in .*? : ?(\S.*)?$")
        .keep("Error: $1")
        .then(&[Part::new(r"^  (\S.*)$", "$1").within(1)]),
    Recogniser::new("perl error", r"^.+ at \S+ line \d+(?:, <\w+> (?:line|chunk) \d+)?\.$").except("^#").last(),
    Recogniser::new("shell error", r"^\S+: (?:line )?\d+: .*: (?:command )?not found$"),
];
