//! What decides how a run came out.

use dwindle::{Outcome, Reason};

use super::exhausted;
use crate::process::Report;
use crate::signature::{self, BisectRun, Conditions, Observed, Script, Signature};

/// What a command's run has to show for the failure to be there.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// A script that says so by its exit code.
    Script(Script),
    /// One that says as those of `git bisect run` do.
    BisectRun(BisectRun),
    /// The failure that the first run showed.
    Signature(Signature),
    /// What the user asked for.
    Conditions(Conditions),
}

impl Verdict {
    /// How a run that showed this on this candidate comes out, and why where it is unresolved.
    pub fn judge(
        &self,
        observed: &Observed<'_>,
        candidate: &signature::Candidate<'_>,
    ) -> (Outcome, Option<Reason>) {
        match self {
            Self::Script(script) => script.judge(observed),
            Self::BisectRun(bisect) => bisect.judge(observed),
            Self::Signature(signature) => signature.judge(observed, candidate),
            Self::Conditions(conditions) => conditions.judge(observed, candidate),
        }
    }

    /// What `report` says of a machine that ran out of room; none where it says nothing of it, where `is_input` finds
    /// those words in the candidate, or where patterns that the user gave decide about the output.
    pub fn exhausted(&self, report: &Report, is_input: &dyn Fn(&str) -> bool) -> Option<&'static str> {
        if let Self::Conditions(Conditions { stderr, stdout, .. }) = self
            && (stderr.is_some() || stdout.is_some())
        {
            return None;
        }
        exhausted::found([&report.stderr, &report.stdout]).filter(|text| !is_input(text))
    }
}
