//! What the events of a run tell the view.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use dwindle::event::{Event, Purpose, Subject, Write};
use dwindle::plan::Level;
use dwindle::tree::Parse;
use dwindle::{Reason, Text};
use dwindle_syntax::language::Language;

use super::form::{Form, LARGEST};

/// A pass, and what it came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) name: String,
    pub(super) tests: u64,
    /// What it took away.
    pub(super) gain: u64,
}

/// A test that runs.
#[derive(Clone, Debug)]
pub(super) struct Running {
    pub(super) subject: Subject,
    pub(super) since: Duration,
    /// What it is given, unless that is large.
    pub(super) candidate: Option<Text>,
}

/// What is known of a run.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// The name of the input.
    pub(super) name: String,
    /// The parser of what is shown, where one is known.
    pub(super) parse: Option<Arc<dyn Parse>>,
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
    /// In which form the next three come.
    pub(super) form: Form,
    /// The input, and the best of now; of large ones their beginning.
    pub(super) first: Option<Text>,
    pub(super) now: Text,
}

impl Seen {
    pub(super) fn event(&mut self, event: &Event<'_>, now: Duration) {
        match event {
            Event::FileBegan { path, .. } => self.show_file(Some(path)),
            Event::StageBegan(stage) => {
                if stage.unit == Level::Files.name() {
                    self.show_file(None);
                }
                let name = format!("{} ({})", stage.algorithm, stage.unit);
                let at = self.passes.iter().position(|row| row.name == name).unwrap_or(self.passes.len());
                if at == self.passes.len() {
                    self.passes.push(Row { name, tests: 0, gain: 0 });
                }
                self.turns.push(at);
            }
            Event::StageEnded { .. } => drop(self.turns.pop()),
            Event::Started(subject) => {
                self.running.push(Running { subject: *subject, since: now, candidate: None });
            }
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
    pub(super) fn keep(&mut self, write: Write<'_>) -> io::Result<()> {
        let size = self.points.last().map_or(0, |(_, size)| *size);
        self.now = beginning(size, write)?;
        self.first.get_or_insert_with(|| self.now.clone());
        Ok(())
    }

    /// Takes a candidate whose test just began.
    pub(super) fn look(&mut self, subject: Subject, write: Write<'_>) -> io::Result<()> {
        let running = self.running.iter_mut().rfind(|running| running.subject.id == subject.id);
        if let Some(running) = running.filter(|running| running.subject.size <= LARGEST as u64) {
            running.candidate = Some(beginning(subject.size, write)?);
        }
        Ok(())
    }

    /// The candidate that has been under test for longest.
    pub(super) fn candidate(&self) -> Option<&Text> {
        self.running.first()?.candidate.as_ref()
    }

    /// Shows this file of a directory from now on, or all that it has.
    fn show_file(&mut self, file: Option<&str>) {
        if let Form::Files(shown) = &mut self.form {
            let language = file.and_then(|file| Language::of_file(Path::new(file), b""));
            self.parse = language.map(|language| Arc::new(language.parser()) as _);
            *shown = file.map(str::to_owned);
        }
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

/// What `write` writes, of about `size` bytes, up to one byte more than is shown: that tells that there was more.
fn beginning(size: u64, write: Write<'_>) -> io::Result<Text> {
    let room = usize::try_from(size).unwrap_or(LARGEST).min(LARGEST) + 1;
    let mut beginning = Beginning(Vec::with_capacity(room));
    match write(&mut beginning) {
        Err(error) if beginning.0.len() <= LARGEST => Err(error),
        _ => Ok(Text::new(beginning.0).unwrap_or_default()),
    }
}

/// Takes so much, and is full then.
struct Beginning(Vec<u8>);

impl io::Write for Beginning {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Where nothing is taken, whoever writes stops.
        let taken = &bytes[..bytes.len().min(LARGEST + 1 - self.0.len())];
        self.0.extend_from_slice(taken);
        Ok(taken.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_large_texts_the_beginning_is_taken() {
        let taken = |size: usize| {
            let mut seen = Seen::default();
            let text = vec![b'a'; size];
            seen.keep(&|out| text.chunks(1000).try_for_each(|part| out.write_all(part))).unwrap();
            seen.now.bytes().len()
        };
        assert_eq!([LARGEST, LARGEST + 1, 2 * LARGEST].map(taken), [LARGEST, LARGEST + 1, LARGEST + 1]);
        let broken = Seen::default().keep(&|_| Err(io::Error::other("no")));
        assert_eq!(broken.unwrap_err().to_string(), "no");
    }
}
