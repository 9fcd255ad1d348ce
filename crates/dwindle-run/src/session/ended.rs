//! Tests that end the whole run, as one of `git bisect run` does by an exit code above 127.

use std::collections::BTreeMap;
use std::io;

use dwindle::event::{Event, Observer, Subject, Write};
use dwindle::{Id, Reason};

/// How a test ended that ended the run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the test ended the run: {0}")]
pub struct Ended(pub String);

/// Ends a run when the outcome of such a test is wanted, and not when the test ran ahead: so it ends at the same
/// place at any number of jobs.
pub struct Ending<'a> {
    reader: &'a mut dyn Observer,
    seen: BTreeMap<Id, String>,
}

impl std::fmt::Debug for Ending<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ending").field("seen", &self.seen).finish_non_exhaustive()
    }
}

impl<'a> Ending<'a> {
    /// Tells `reader` all that happens.
    pub fn new(reader: &'a mut dyn Observer) -> Self {
        Self { reader, seen: BTreeMap::new() }
    }
}

impl Observer for Ending<'_> {
    fn event(&mut self, event: &Event<'_>) -> io::Result<()> {
        self.reader.event(event)?;
        match event {
            Event::Tested { subject, reason: Some(Reason::Stops { how }), .. } => {
                self.seen.insert(subject.id, how.clone());
            }
            Event::Asked { id, .. } => {
                if let Some(how) = self.seen.get(id) {
                    return Err(io::Error::other(Ended(how.clone())));
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn keep(&mut self, write: Write<'_>) -> io::Result<()> {
        self.reader.keep(write)
    }

    fn look(&mut self, subject: Subject, write: Write<'_>) -> io::Result<()> {
        self.reader.look(subject, write)
    }

    fn aside(&mut self, signature: &str, subject: Subject, write: Write<'_>) -> io::Result<()> {
        self.reader.aside(signature, subject, write)
    }
}
