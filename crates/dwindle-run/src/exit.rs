//! Exit codes: documented, stable, and the same in help, manual and code.

use std::process::ExitCode;

use serde::{Serialize, Serializer};

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// What was asked for was done: reduced or already minimal, isolated, checked, compared, cleaned.
    Done = 0,
    /// An error inside Dwindle, or of the machine under it: no space left on the device, for example.
    Internal = 1,
    /// The command line is wrong, or names a file that cannot be read or written.
    Usage = 2,
    /// The input does not fail, or everything does, so that there is nothing to find; or `fuzz` found none that
    /// fails; or `parse` one that does not follow its grammar, which under that grammar is no input at all.
    NotFailing = 3,
    /// The test is unreliable: it gives inconsistent results for the same candidate.
    Unreliable = 4,
    /// The test could not be run.
    CouldNotRun = 5,
    /// The budget is spent; the best result until then is written.
    BudgetSpent = 6,
    /// `check --minimality`: the input fails, but a part of it can go.
    NotMinimal = 7,
    /// Another run is at work in the same run directory, or writes the same result.
    Busy = 8,
    /// Interrupted; the best result until then is written.
    Interrupted = 130,
}

impl Exit {
    /// The code that the shell sees.
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// The table of all codes and what they mean, a line each, as help and manual show it.
    pub fn table() -> String {
        let all = [
            (Self::Done, "success: reduced, or already minimal"),
            (Self::Internal, "internal error, or a system error such as a full disk"),
            (Self::Usage, "usage error: wrong command line, or a file that cannot be read or written"),
            (
                Self::NotFailing,
                "the input does not fail, or the empty one does; fuzz: no failure found; parse: syntax error",
            ),
            (Self::Unreliable, "the test is unreliable: it gives inconsistent results for the same input"),
            (Self::CouldNotRun, "the test cannot be run"),
            (Self::BudgetSpent, "budget spent; the best result is written"),
            (Self::NotMinimal, "check: the input fails but is not minimal"),
            (Self::Busy, "busy: another run is using the same run directory or writing the same result"),
            (Self::Interrupted, "interrupted; the best result is written"),
        ];
        all.map(|(exit, about)| format!("{:>5}  {about}", exit.code())).join("\n")
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        exit.code().into()
    }
}

impl Serialize for Exit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.code())
    }
}
