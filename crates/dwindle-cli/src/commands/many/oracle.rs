//! Which runs fail, where no input has failed yet that could say so.

use dwindle::Outcome;
use dwindle_exec::Verdict;
use dwindle_exec::signature::{Candidate, End, Observed, Signature, signal_name};

/// What counts as a failure.
#[derive(Clone, Debug)]
pub(crate) enum Oracle {
    /// A crash or a hang, see [`crashed`].
    Crashes,
    /// Any end but a quiet success, as for one input whose first run says what its failure is.
    Any,
    /// What the user named.
    Named(Verdict),
}

/// Kinds of failure lines by which a program refuses its input, or says so little that nothing follows.
const REFUSALS: &str = "\
    diagnostic, diagnostic in parentheses, diagnostic with a dash, dynamic linker, last line, multiple definition, \
    php error, plain error, rustc error, shell error, sqlite error, undefined reference, word of failure";

/// The signals that a shell passes on as 128 and their number, when a program under it crashes.
const CRASHES: [&str; 6] = ["SIGILL", "SIGTRAP", "SIGABRT", "SIGBUS", "SIGFPE", "SIGSEGV"];

impl Oracle {
    /// Whether a run fails that showed this, and has this signature.
    pub(crate) fn fails(
        &self,
        signature: &Signature,
        observed: &Observed<'_>,
        candidate: &Candidate<'_>,
    ) -> bool {
        match self {
            Self::Crashes => crashed(signature),
            Self::Any => signature.is_failure(),
            Self::Named(verdict) => verdict.judge(observed, candidate).0 == Outcome::Fail,
        }
    }
}

/// Whether a signature is that of a crash: a signal, no end in time, or a line that tells of a sanitizer's report,
/// a failed assertion, a panic or an exception that nobody caught.
fn crashed(signature: &Signature) -> bool {
    match signature.end() {
        Some(End::Signal(_) | End::TimedOut) => true,
        Some(End::Exit(code)) if signal_name(code - 128).is_some_and(|name| CRASHES.contains(&name)) => true,
        _ => signature.kind().is_some_and(|kind| !REFUSALS.split(", ").any(|refusal| refusal == kind)),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn crashes(end: End, stderr: &str) -> bool {
        let observed = Observed { end, stdout: b"", stderr: stderr.as_bytes() };
        let candidate = Candidate::new(Path::new("input"), b"");
        let signature = Signature::derive(&observed, &candidate);
        Oracle::Crashes.fails(&signature, &observed, &candidate)
    }

    #[test]
    fn a_crash_is_a_failure() {
        assert!(crashes(End::Signal(11), ""));
        assert!(crashes(End::TimedOut, ""));
        assert!(crashes(End::Exit(139), "Segmentation fault"));
        assert!(crashes(End::Exit(101), "thread 'main' panicked at src/main.rs:2:5:\nno such place\n"));
        let traceback = "Traceback (most recent call last):\n  File \"a.py\", line 1\nValueError: no\n";
        assert!(crashes(End::Exit(1), traceback));
        assert!(crashes(End::Exit(1), "==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x1\n"));
        assert!(crashes(End::Exit(1), "a.c:1:1: internal compiler error: in f, at g.cc:3\n"));
    }

    #[test]
    fn refusing_an_input_is_none() {
        assert!(!crashes(End::Exit(0), ""));
        assert!(!crashes(End::Exit(1), ""));
        assert!(!crashes(End::Exit(2), "a.c:1:1: error: expected expression\n"));
        assert!(!crashes(End::Exit(1), "error: no such thing\n"));
        assert!(!crashes(End::Exit(1), "cannot parse this\n"));
        assert!(!crashes(End::Exit(1), "it failed\n"));
        assert!(!crashes(End::Exit(130), ""));
    }
}
