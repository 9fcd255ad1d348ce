//! What the user sees: readers of a run's events, and the only room that prints.
//!
//! People read standard error: one live line on a terminal, a line a best with `--verbose`, a summary at the
//! end. Programs read JSON Lines on standard output. Standard output is otherwise for results only.

mod clock;
mod json;
mod progress;
mod style;
mod summary;

use std::io::{self, IsTerminal, Write};

use dwindle::event::{Event, Observer, Subject, Write as WriteCandidate};
use serde::Serialize;

use crate::args::{self, Format};
use crate::error::CliError;
use crate::exit::Exit;
use crate::settings::Settings;

pub use clock::Stopwatch;
pub use json::{Name, Start};
pub use style::{escaped, number, percent, plural, seconds, size};
pub use summary::{End, Minimality, Summary};

use progress::Progress;

/// The readers of one command's events.
#[derive(Debug)]
pub struct Ui {
    format: Format,
    quiet: bool,
    verbose: bool,
    command: &'static str,
    progress: Option<Progress>,
    clock: Stopwatch,
    /// The stage that runs, for the lines of `--verbose`.
    stage: String,
    /// Logical tests so far.
    tests: u64,
}

impl Ui {
    /// What the words of `command` want to see.
    pub fn new(command: &'static str, words: &args::Progress) -> Self {
        let human = words.message_format == Format::Human;
        let live = human && !words.quiet && io::stderr().is_terminal();
        Self {
            format: words.message_format,
            quiet: words.quiet,
            verbose: words.verbose,
            command,
            progress: live.then(Progress::start),
            clock: Stopwatch::start(),
            stage: String::new(),
            tests: 0,
        }
    }

    /// Says what is about to run, on an input of `size` bytes.
    ///
    /// # Errors
    /// When standard output cannot be written.
    pub fn begin(&mut self, settings: &Settings, size: u64) -> Result<(), CliError> {
        if let Some(progress) = &self.progress {
            progress.begin(size);
        }
        self.record("start", &Start::new(self.command, settings, size))
    }

    /// How long the command has been running.
    pub const fn clock(&self) -> Stopwatch {
        self.clock
    }

    /// Tells people something: whole lines on standard error.
    pub fn say(&self, text: &str) {
        if self.format == Format::Human && !self.quiet {
            let _hidden = self.progress.as_ref().map(Progress::hide);
            complain(text);
        }
    }

    /// Tells programs something: one line of JSON on standard output.
    ///
    /// # Errors
    /// When standard output cannot be written.
    pub fn record(&self, kind: &str, data: &impl Serialize) -> Result<(), CliError> {
        match self.format {
            Format::Human => Ok(()),
            Format::Json => json::write(kind, data).map_err(|error| no_output(&error)),
        }
    }

    /// Ends what is live and hands out the result of the command, for people on standard output.
    ///
    /// # Errors
    /// When standard output cannot be written.
    pub fn answer(&mut self, text: &str) -> Result<(), CliError> {
        self.progress = None;
        match self.format {
            Format::Human => print(text.as_bytes()),
            Format::Json => Ok(()),
        }
    }

    /// Ends what is live, then tells what came out: people in words, programs as a last record.
    ///
    /// # Errors
    /// When standard output cannot be written.
    pub fn end(&mut self, end: &End) -> Result<(), CliError> {
        self.progress = None;
        self.say(&end.to_string());
        self.record("end", end)
    }

    /// Ends what is live and tells of an error: people in words, programs as a last record.
    pub fn fail(&mut self, error: &CliError) {
        self.progress = None;
        // People are told in any case, and where this cannot be written there is nobody to tell.
        drop(self.record("error", error));
        tell_error(error);
    }
}

impl Observer for Ui {
    fn event(&mut self, event: &Event<'_>) -> io::Result<()> {
        match event {
            Event::StageBegan(stage) => self.stage = format!("{} by {}", stage.algorithm, stage.unit),
            Event::Asked { number: Some(number), .. } => self.tests = *number,
            Event::Best(subject) if self.verbose => {
                let (tests, stage) = (plural(self.tests, "test"), &self.stage);
                let size = size(subject.size);
                let by = if stage.is_empty() { String::new() } else { format!(", {stage}") };
                self.say(&format!("{size} after {tests}{by}"));
            }
            _ => {}
        }
        if let Some(progress) = &self.progress {
            progress.event(event);
        }
        match self.format {
            Format::Human => Ok(()),
            Format::Json => json::line(event),
        }
    }

    fn aside(&mut self, signature: &str, subject: Subject, _write: WriteCandidate<'_>) -> io::Result<()> {
        match self.format {
            Format::Human => Ok(()),
            Format::Json => json::write("other-failure", &json::OtherFailure { signature, subject }),
        }
    }
}

/// Tells people of an error, whatever else is shown.
pub fn tell_error(error: &CliError) {
    complain(&format!("error: {error}"));
}

/// Writes to standard output as it is.
///
/// # Errors
/// When it cannot be written; a reader who has gone away is no error.
pub fn print(bytes: &[u8]) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(no_output(&error)),
        _ => Ok(()),
    }
}

/// Writes lines to standard error; where that is closed there is nobody to tell.
fn complain(text: &str) {
    let mut to = io::stderr().lock();
    drop(writeln!(to, "{}", text.trim_end_matches('\n')));
}

fn no_output(error: &io::Error) -> CliError {
    CliError::new(Exit::Internal, format!("write standard output: {error}"))
        .hint("see where standard output goes; results in files are not affected")
}
