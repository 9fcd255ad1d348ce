//! The events of a run, which the journal, the progress display, JSON Lines and the summary are made from.

#![expect(clippy::ref_option_ref, reason = "in the code that serde derives")]

use std::io;

use serde::Serialize;

use crate::{Id, Outcome, Reason};

/// Something that happened in a run.
///
/// `Started`, `Tested` and `Stopped` come in the order in which it really happened and may differ from run to run when
/// there are several jobs, and `Checking` tells of as many runs as there are. All others come in serial order and are
/// the same at any number of jobs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", content = "data", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Event<'a> {
    /// Before the search, the test itself is checked: its next run, or its next runs at once, begin.
    Checking {
        /// The number of the first of them; 1 for the very first run on the whole input.
        run: usize,
        /// How many runs the checks take, as far as is known.
        of: usize,
    },
    /// A stage of the plan begins.
    StageBegan(Stage<'a>),
    /// Of a directory tree, the contents of this file are what the next stages are about.
    FileBegan {
        /// Its path in the tree, as far as that is text.
        path: &'a str,
        /// Its size, in bytes.
        size: u64,
    },
    /// Of several causes, the search for this one begins; new bests are those of it from now on.
    CauseBegan {
        /// Its number, from 1; that of the cause after all that were found, also if this one turns out to be one of them.
        number: usize,
        /// The size of what its search starts from.
        size: u64,
        /// The signature of its failure, where it is not the one that the test judges by.
        failure: Option<&'a str>,
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
    /// A test that was started came to no outcome: it was stopped, since none was needed any more, or could not be carried out.
    Stopped(Subject),
    /// The algorithm was given an outcome: one step in serial order.
    Asked {
        /// Which candidate.
        id: Id,
        /// The outcome.
        outcome: Outcome,
        /// The logical test's number, from 1; `None` when this candidate was asked for before.
        number: Option<u64>,
        /// How many questions follow at most until the pass that runs is through, as long as nothing more is removed;
        /// `None` where that is not known.
        left: Option<u64>,
    },
    /// There is a new best.
    Best(Subject),
    /// A result that an earlier run left was found before the search began.
    Earlier(&'a Earlier),
    /// Something went wrong that the run goes on without.
    Warning {
        /// What went wrong, and what becomes of it.
        text: &'a str,
    },
}

/// A result that an earlier run left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Earlier {
    /// Where it lies, as far as that is text.
    pub path: String,
    /// Its size, as its space counts it; of what cannot be read as a candidate, in bytes.
    pub size: u64,
    /// What becomes of it.
    pub decision: Decision,
    /// What is not the same as in that run; `None` where that is not known any more.
    pub changed: Option<Vec<Difference>>,
    /// The run that left it, by the name of its directory.
    pub run: String,
    /// Where it is kept when the run's own result replaces it, as far as that is text.
    pub kept: Option<String>,
    /// How many tests on record are forgotten, where the user wants to start over.
    pub tests: u64,
}

/// Something that a run depends on, and that was not the same in an earlier run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// Its name.
    pub name: String,
    /// What it was, where that can be shown.
    pub then: Option<String>,
    /// What it is now, where that can be shown.
    pub now: Option<String>,
}

/// What becomes of an earlier result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Decision {
    /// It still fails, and the search starts from it.
    Start,
    /// It does not fail now; the search starts from the input.
    NotFailing,
    /// Options given now rule it out; the search starts from the input.
    RuledOut,
    /// It is that of another input or question, and this run's own result replaces it.
    Replaced,
    /// The user wants to start over.
    Fresh,
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
    pub id: Id,
    /// Its size, as its space counts it.
    pub size: u64,
    /// The units it keeps.
    pub units: usize,
}

/// Why a test is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Purpose {
    /// An algorithm wants to know, or will probably.
    Search,
    /// To see whether a known outcome comes out again.
    Confirm,
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

    /// Looks at a candidate whose test begins, which `write` writes; called right after its [`Event::Started`].
    ///
    /// # Errors
    /// When it cannot be looked at; the run ends.
    fn look(&mut self, subject: Subject, write: Write<'_>) -> io::Result<()> {
        let _ = (subject, write);
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
