//! Lines that only count what went wrong: `3 errors generated.`, `FAILED (errors=2)`, `make: *** [all] Error 1`.
//!
//! They are the same for every failure, so any other line that speaks of a failure says more.

use std::sync::LazyLock;

use regex::Regex;

use super::pattern::constant;

/// So many errors: a number, at most three words, and what is counted. `before` is the word in front of it.
static COUNTED: LazyLock<Regex> = LazyLock::new(|| {
    let number = r"(?:\d+|no|one|two|three|several|some)";
    let counted = concat!(
        r"(?:error|warning|failure|problem|issue|exception|test|check|assertion)(?:s|\(s\)|\b)",
        r"|failed\b|failing\b",
    );
    constant(&format!(r"(?i)(?:(?P<before>[\w.:]+)[ :]+|\b){number} (?:[a-z-]+ ){{0,3}}(?:{counted})"))
});

/// A word before a number that makes it a place, not a count: `at line 5 error: …`.
const PLACES: [&str; 8] = ["line", "column", "col", "char", "character", "position", "offset", "at"];

static OTHERS: LazyLock<Regex> = LazyLock::new(|| {
    constant(concat!(
        // Counts after a colon or an equals sign.
        r"(?i)\b(?:errors|failures|warnings|problems) ?[=:] ?\d+|\b(?:error|failure)s?=\d+",
        // What a tool says when one that it ran has failed.
        r"|^\S*make(?:\[\d+\])?: \*\*\* \[.*\] error \d+",
        r"|\b(?:ended|exited|exit|returned|failed) (?:with )?(?:an? )?(?:non-zero )?(?:exit )?(?:code|status)\b",
        r"|\bld returned \d+ exit status|\blinker command failed|\bsubcommand failed|\brecipe for target\b",
        r"|\babort(?:ing|ed) due to\b|\bhad (?:compilation|too many) errors\b|\bcompilation terminated\b|\bcould not compile `|\bprevious errors?\b",
        r"|^\W*(?:error: )?(?:the )?(?:build|compilation|tests?) (?:has |have )?(?:failed|stopped)\W*$",
    ))
});

/// Whether a line only counts errors, or says that something else has failed.
pub(super) fn is_summary(line: &str) -> bool {
    let counts = COUNTED.captures_iter(line).any(|found| {
        found.name("before").is_none_or(|word| {
            let word = word.as_str().trim_end_matches(':').to_ascii_lowercase();
            !PLACES.contains(&&*word) && !word.ends_with(|c: char| c.is_ascii_digit())
        })
    });
    counts || OTHERS.is_match(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_count_are_summaries() {
        for line in [
            "jq: 1 compile error",
            "jq: 3 compile errors",
            "3 errors generated.",
            "1 warning and 1 error generated.",
            "error: aborting due to 2 previous errors",
            "error: aborting due to previous error; 1 warning emitted",
            "error: could not compile `x` (bin \"x\") due to 1 previous error",
            "FAILED (errors=2)",
            "FAILED (failures=1, errors=2)",
            "make: *** [Makefile:2: all] Error 1",
            "make[2]: *** [all] Error 127",
            "collect2: error: ld returned 1 exit status",
            "clang: error: linker command failed with exit code 1 (use -v to see invocation)",
            "Tests run: 3, Failures: 1, Errors: 0",
            "✖ 3 problems (3 errors, 0 warnings)",
            "=== 1 failed, 2 passed in 0.12s ===",
            "Found 2 errors in 1 file (checked 1 source file)",
            "There were 3 failures:",
            "error: the tests failed",
            "ERROR: 2 tests failed",
            "command failed with exit status 2",
            "BUILD FAILED",
            "Execution of a.pl aborted due to compilation errors.",
            "a.pl had compilation errors.",
            "ERROR: 0:13: '' : compilation terminated ",
            "ERROR: 2 compilation errors.  No code generated.",
        ] {
            assert!(is_summary(line), "{line}");
        }
    }

    #[test]
    fn lines_that_say_what_is_wrong_are_not() {
        for line in [
            "jq: error: syntax error, unexpected '}' at <top-level>, line 1:",
            "make: *** No rule to make target 'x'.  Stop.",
            "error at line 5 error: no such thing",
            "a.x:3:7: error: no such name",
            "a.x:3: error: no such name",
            "line 3: syntax error",
            "error: expected 2 arguments, got 3",
            "panic: element 3 is outside",
            "Assertion `n == 1' failed.",
            "fatal: not a repository",
            "Error: connect ECONNREFUSED 127.0.0.1:80",
            "run.sh: line 6: 18396 Floating point exceptiontimeout 10 jq . \"$1\"",
        ] {
            assert!(!is_summary(line), "{line}");
        }
    }
}
