//! What happens in a run, told once: journal, progress, JSON lines and summary are readers of it.

#![expect(clippy::ref_option_ref, reason = "in the code that serde derives")]

use std::io;

use serde::Serialize;

use crate::{Id, Outcome, Reason};

/// Something that happened in a run.
///
/// `Started` and `Tested` come in the order in which it really happened and may differ from run to run when
/// there are several jobs. All others come in serial order and are the same at any number of jobs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", content = "data", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Event<'a> {
    /// A stage of the plan begins.
    StageBegan(Stage<'a>),
    /// Of a directory tree, the contents of this file are what the next stages are about.
    FileBegan {
        /// Its path in the tree, as far as that is text.
        path: &'a str,
        /// Its size, in bytes.
        size: u64,
    },
    /// A stage ended, with the size it reached.
    StageEnded {
        /// The stage as it began.
        stage: Stage<'a>,
        /// Units left.
        units: usize,
        /// Size left.
        size: u64,
        /// How many single removals prove that the result is 1-minimal; `None` where that is not claimed.
        certificate: Option<usize>,
    },
    /// A test was started.
    Started(Subject),
    /// A test ended.
    Tested {
        /// What was tested.
        subject: Subject,
        /// The outcome.
        outcome: Outcome,
        /// Why, when unresolved.
        reason: Option<&'a Reason>,
        /// How long it took, in milliseconds.
        ms: f64,
        /// Why it was run.
        purpose: Purpose,
    },
    /// The algorithm was given an outcome: one step in serial order.
    Asked {
        /// Which candidate.
        #[serde(serialize_with = "hex")]
        id: Id,
        /// The outcome.
        outcome: Outcome,
        /// The logical test's number, from 1; `None` when this candidate was asked for before.
        number: Option<u64>,
    },
    /// There is a new best.
    Best(Subject),
}

/// A stage of the plan.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Stage<'a> {
    /// The algorithm's name.
    pub algorithm: &'a str,
    /// What the artifact is cut into.
    pub unit: &'a str,
    /// Units at the beginning.
    pub units: usize,
    /// Size at the beginning.
    pub size: u64,
}

/// Which candidate an event is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Subject {
    /// Its identity.
    #[serde(serialize_with = "hex")]
    pub id: Id,
    /// Its size, as its space counts it.
    pub size: u64,
    /// The units it keeps.
    pub units: usize,
}

/// Why a test is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Purpose {
    /// An algorithm wants to know, or will probably.
    Search,
    /// To see whether a known outcome comes out again.
    Confirm,
}

fn hex<S: serde::Serializer>(id: &Id, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(id)
}

/// Writes a candidate in the form in which a user keeps it.
pub type Write<'a> = &'a dyn Fn(&mut dyn io::Write) -> io::Result<()>;

/// A reader of a run's events.
pub trait Observer {
    /// Takes note of `event`.
    ///
    /// # Errors
    /// When what must be recorded cannot be (the journal's device is full, for example); the run ends.
    fn event(&mut self, event: &Event<'_>) -> io::Result<()> {
        let _ = event;
        Ok(())
    }

    /// Keeps the new best, which `write` writes; called right after its [`Event::Best`].
    ///
    /// # Errors
    /// When it cannot be kept; the run ends.
    fn keep(&mut self, write: Write<'_>) -> io::Result<()> {
        let _ = write;
        Ok(())
    }

    /// Puts aside a candidate that showed another failure than the one looked for.
    ///
    /// # Errors
    /// When it cannot be kept; the run ends.
    fn aside(&mut self, signature: &str, subject: Subject, write: Write<'_>) -> io::Result<()> {
        let _ = (signature, subject, write);
        Ok(())
    }
}

/// The observer that does not look.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl Observer for Unobserved {}
