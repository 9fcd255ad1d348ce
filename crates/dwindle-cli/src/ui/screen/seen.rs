//! What the events of a run tell the view.

use std::time::Duration;

use dwindle::Reason;
use dwindle::event::{Event, Purpose, Subject};
use dwindle_run::text::plain;

/// Of larger texts the beginning is shown; in bytes.
pub(super) const LARGEST: usize = 1 << 20;

/// A pass, and what it came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) name: String,
    pub(super) tests: u64,
    /// What it took away.
    pub(super) gain: u64,
}

/// A test that runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Running {
    pub(super) subject: Subject,
    pub(super) since: Duration,
}

/// What is known of a run.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// Logical tests and sizes of all bests.
    pub(super) points: Vec<(u64, u64)>,
    pub(super) asked: u64,
    pub(super) passes: Vec<Row>,
    /// The passes whose turn it is, each within the one before.
    pub(super) turns: Vec<usize>,
    pub(super) running: Vec<Running>,
    /// Other failures, the most frequent first, and how often they were met.
    pub(super) others: Vec<(String, u64)>,
    /// What people are to be told.
    pub(super) notes: Vec<String>,
    /// The input, and the best of now; of large ones their beginning.
    pub(super) first: Option<Vec<u8>>,
    pub(super) now: Vec<u8>,
    pub(super) size: usize,
}

impl Seen {
    pub(super) fn event(&mut self, event: &Event<'_>, now: Duration) {
        match event {
            Event::StageBegan(stage) => {
                let name = format!("{} ({})", stage.algorithm, stage.unit);
                let at = self.passes.iter().position(|row| row.name == name).unwrap_or(self.passes.len());
                if at == self.passes.len() {
                    self.passes.push(Row { name, tests: 0, gain: 0 });
                }
                self.turns.push(at);
            }
            Event::StageEnded { .. } => drop(self.turns.pop()),
            Event::Started(subject) => self.running.push(Running { subject: *subject, since: now }),
            Event::Stopped(subject) => self.ended(subject),
            Event::Tested { subject, reason, purpose, .. } => {
                self.ended(subject);
                if let (Some(Reason::OtherFailure { signature }), Purpose::Search) = (reason, purpose) {
                    self.other(signature);
                }
            }
            Event::Asked { number: Some(number), .. } => {
                self.asked = *number;
                if let Some(row) = self.turn() {
                    row.tests += 1;
                }
            }
            Event::Best(subject) => {
                let before = self.points.last().map_or(subject.size, |(_, size)| *size);
                self.points.push((self.asked, subject.size));
                if let Some(row) = self.turn() {
                    row.gain += before.saturating_sub(subject.size);
                }
            }
            _ => {}
        }
    }

    /// Takes a best, the first of which is the input.
    pub(super) fn keep(&mut self, mut bytes: Vec<u8>) {
        self.size = bytes.len();
        // One more tells that there was more.
        bytes.truncate(LARGEST + 1);
        self.first.get_or_insert_with(|| bytes.clone());
        self.now = bytes;
    }

    /// The best of now as lines.
    pub(super) fn text(&self) -> String {
        plain(&String::from_utf8_lossy(&self.now), &['\n', '\t']).replace('\t', "    ")
    }

    fn turn(&mut self) -> Option<&mut Row> {
        self.passes.get_mut(*self.turns.last()?)
    }

    fn ended(&mut self, subject: &Subject) {
        if let Some(at) = self.running.iter().position(|running| running.subject.id == subject.id) {
            self.running.remove(at);
        }
    }

    fn other(&mut self, signature: &str) {
        match self.others.iter_mut().find(|(known, _)| known == signature) {
            Some((_, times)) => *times += 1,
            None => self.others.push((signature.to_owned(), 1)),
        }
        self.others.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
    }
}
