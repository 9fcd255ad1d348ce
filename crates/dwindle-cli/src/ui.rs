//! What the user sees: readers of a run's events, and the only module that prints.
//!
//! People read standard error: one live line on a terminal or a line now and then where there is none, a line a best
//! with `--verbose`, a summary at the end. Programs read JSON Lines on standard output. Standard output is otherwise for results only;
//! where it cannot be written, that is the error of a method here.

mod clock;
mod counts;
mod diff;
mod earlier;
mod json;
mod log;
mod paint;
mod progress;
mod screen;
mod slots;
mod status;
mod summary;

use std::cell::RefCell;
use std::ffi::OsString;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;

use dwindle::Control;
use dwindle::event::{Event, Observer, Subject, Write as WriteBest};
use dwindle_run::error::RunError;
use dwindle_run::exit::Exit;
use dwindle_run::session::Finished;
use dwindle_run::settings::Settings;
use dwindle_run::syntax::Syntax;
use dwindle_run::text::{escaped, plural, said};
use dwindle_store::rundir::{Answer, PastRun};
use serde::Serialize;
use serde_json::json;

use crate::args::{self, Format, Source};
use crate::report;
pub use clock::Stopwatch;
pub use diff::Diff;
pub use screen::is_open as has_pager;
use summary::Told;
pub use summary::{End, Layout, ending};

pub use json::Name;
use json::Start;
use log::Log;
use paint::{Hue, Paint};
use progress::Progress;
use screen::Screen;
use slots::Gauge;

/// The readers of one command's events.
#[derive(Debug)]
pub struct Ui {
    format: Format,
    quiet: bool,
    /// Whether people want to see more than usual.
    pub verbose: bool,
    command: &'static str,
    progress: Option<Progress>,
    paint: Paint,
    /// How long the command has been running.
    pub clock: Stopwatch,
    /// How long no test ran.
    gauge: Gauge,
    /// Where each new best is shown as a diff: the last one.
    diff: Option<Diff>,
    /// What there is to say of the command line.
    source: Source,
    /// What is kept of the answer, for reports.
    kept: Answer,
    /// Where the page is written that shows the run, if one is; in the run directory where this is nothing.
    report: Option<OsString>,
}

impl Ui {
    /// The readers that `words` ask for.
    pub fn new(command: &'static str, words: &args::Progress, mut source: Source) -> Self {
        let human = words.message_format == Format::Human;
        let (clock, paint) = (Stopwatch::start(), Paint::of_stderr(words.color));
        let progress = (human && !words.quiet).then(|| {
            if let Some(screen) =
                (words.tui && is_live()).then(|| Screen::open(paint.has_colors())).and_then(Result::ok)
            {
                Progress::screen(screen, clock)
            } else if is_live() {
                Progress::live(paint, clock)
            } else {
                Progress::log(Log::new(!words.verbose), clock)
            }
        });
        if words.tui && progress.as_ref().is_none_or(|progress| progress.on_screen(|_| ()).is_none()) {
            source.notes.push("--tui has no effect: it needs a terminal, and messages for people".to_owned());
        }
        Self {
            format: words.message_format,
            quiet: words.quiet,
            verbose: words.verbose,
            command,
            progress,
            paint,
            clock,
            gauge: Gauge::default(),
            diff: None,
            source,
            report: None,
            kept: Answer { format: 1, ..Answer::default() },
        }
    }

    /// Writes a page that shows the run to this file.
    #[must_use]
    pub fn with_report(mut self, file: Option<&OsString>) -> Self {
        self.report = file.cloned();
        self
    }

    /// Runs a command that is told about here, its errors included; gives how the program ends.
    pub fn run(mut self, work: impl FnOnce(&mut Self) -> Result<Exit, RunError>) -> Exit {
        self.source.notes.iter().for_each(|note| self.say(&format!("note: {note}")));
        if let Some(file) = self.source.settings_file.as_ref().filter(|_| self.verbose) {
            self.say(&format!("settings: {}", escaped(&file.path)));
        }
        work(&mut self).unwrap_or_else(|error| {
            let error = match &self.source.settings_file {
                Some(file) => file.explain(error),
                None => error,
            };
            self.progress = None;
            // People are told in any case, and where this cannot be written there is nobody to tell.
            drop(self.record("error", &error));
            tell(&self.paint.first_word(&format!("error: {error}")));
            error.exit()
        })
    }

    /// Says what is about to run.
    pub fn begin(&mut self, settings: &Settings) -> Result<(), RunError> {
        self.kept.command = settings.retyped([""; 0]);
        self.report.as_ref().map_or(Ok(()), |file| report::expect_folder(Path::new(file)))?;
        if let Some(progress) = self.progress.as_ref().filter(|_| settings.timeout.is_none()) {
            progress.learn(|status| status.if_it_hangs = Some(if_it_hangs(settings)));
        }
        self.progress.as_ref().and_then(|it| it.on_screen(|screen| screen.name(settings.input.name())));
        self.start(Start::new(self.command, settings))
    }

    fn start(&mut self, mut start: Start) -> Result<(), RunError> {
        if let Some(progress) = &self.progress {
            progress.learn(|status| status.jobs = start.jobs);
        }
        start.settings_file = self.source.settings_file.as_ref().map(|file| Name::of(&file.path));
        self.kept.start = json!(start);
        self.record("start", &start)?;
        self.source.notes.iter().try_for_each(|note| self.note_for_programs(note))
    }

    /// Reports that inputs are searched, with this many tests in parallel.
    pub fn begin_looking(&mut self, jobs: usize) -> Result<(), RunError> {
        self.found(0);
        self.start(Start::without_input(self.command, jobs))
    }

    /// Says in the live line how many failures were found.
    pub fn found(&self, failures: usize) {
        if let Some(progress) = &self.progress {
            let found = format!("{} found", plural(failures as u64, "failure"));
            progress.learn(|status| status.doing = Some(found));
        }
    }

    /// Shows from now on what each new best leaves out.
    pub fn show_diffs(&mut self, diff: Diff) {
        self.diff = Some(diff);
    }

    /// Shows from now on a text that is written in this, if that is known, where there is a view.
    pub fn show_text(&self, syntax: Option<&Syntax>) {
        let parse = syntax.map(|syntax| Arc::clone(&syntax.parse));
        self.progress.as_ref().and_then(|it| it.on_screen(|screen| screen.parse(parse)));
    }

    /// Shows from now on directories, where there is a view.
    pub fn show_files(&self) {
        self.progress.as_ref().and_then(|it| it.on_screen(Screen::files));
    }

    /// Lets keys steer this run, where there is a view with keys.
    pub fn steer(&self, control: &Control) {
        self.progress.as_ref().and_then(|it| it.on_screen(|screen| screen.steer(control.clone())));
    }

    /// Learns the size of the whole input.
    pub fn sized(&self, size: u64) {
        if let Some(progress) = &self.progress {
            progress.learn(|status| status.whole = size);
        }
    }

    /// Tells people something: whole lines on standard error.
    pub fn say(&self, text: &str) {
        if self.format == Format::Human && !self.quiet {
            if self.progress.as_ref().and_then(|it| it.on_screen(|screen| screen.note(text))).is_some() {
                return;
            }
            let _hidden = self.progress.as_ref().map(Progress::hide);
            tell(&self.paint.first_word(text));
        }
    }

    /// Tells of something with which the command goes on.
    pub fn warn(&self, text: &str) -> Result<(), RunError> {
        self.say(&format!("warning: {text}"));
        self.note_for_programs(text)
    }

    /// Tells programs of something with which the command goes on, and of which people know.
    pub fn note_for_programs(&self, text: &str) -> Result<(), RunError> {
        self.record("warning", &json!({ "text": text }))
    }

    /// Tells programs something: one line of JSON on standard output.
    pub fn record(&self, kind: &str, data: &impl Serialize) -> Result<(), RunError> {
        match self.format {
            Format::Human => Ok(()),
            Format::Json => json::write(kind, data).map_err(|error| no_output(&error)),
        }
    }

    /// Ends what is live and gives people the answer of a command, on standard output.
    pub fn answer(&mut self, text: &str) -> Result<(), RunError> {
        self.progress = None;
        text.clone_into(&mut self.kept.said);
        if self.quiet || self.format == Format::Json {
            return Ok(());
        }
        print(text.as_bytes())
    }

    /// Gives people a part of the answer of a command on standard output, while it goes on.
    pub fn answer_so_far(&self, text: &str) -> Result<(), RunError> {
        if self.quiet || self.format == Format::Json { Ok(()) } else { self.hand_out_so_far(text.as_bytes()) }
    }

    /// Hands out a result on standard output while the command goes on.
    pub fn hand_out_so_far(&self, bytes: &[u8]) -> Result<(), RunError> {
        let _hidden = self.progress.as_ref().map(Progress::hide);
        print(bytes)
    }

    /// Ends what is live and hands out `text` as the result, on standard output, which programs have in the last
    /// record.
    pub fn hand_out(&mut self, text: &str) -> Result<(), RunError> {
        self.progress = None;
        text.clone_into(&mut self.kept.said);
        if self.format == Format::Json { Ok(()) } else { print(text.as_bytes()) }
    }

    /// Ends what is live and hands out the result that lies at `path`, on standard output.
    pub fn result(&mut self, path: &Path) -> Result<(), RunError> {
        let bytes = fs::read(path).map_err(|error| {
            RunError::internal(format!("cannot read {}: {error}", escaped(path)))
                .hint("run the same command again to write it")
        })?;
        self.result_bytes(&bytes)
    }

    /// Ends what is live and hands out `bytes` as the result, on standard output.
    pub fn result_bytes(&mut self, bytes: &[u8]) -> Result<(), RunError> {
        self.progress = None;
        print(bytes)
    }

    /// What a run came to, as it is told at its end.
    pub fn came_to(&self, finished: &Finished) -> End {
        End::new(finished, self.clock.elapsed(), &self.gauge)
    }

    /// Tells what a run came to, with `more` of it in the last record; gives how the program ends.
    pub fn finish(&mut self, end: &End, more: &impl Serialize) -> Result<Exit, RunError> {
        let (words, told) = (end.to_string(), Told { end, more });
        if let Some(run) = &end.run {
            (self.kept.summary, self.kept.end) = (words.clone(), json!(told));
            let here = std::env::current_dir().unwrap_or_default();
            self.kept.directory = here.to_string_lossy().into_owned();
            // Values of the environment may be secrets, and are nowhere on disk.
            if self.command != "env" {
                // A full disk takes a report of the run away, and no more.
                drop(self.kept.keep(run));
            }
        }
        let run = end.run.as_ref().map(|run| PastRun::at(run).into_iter().collect());
        let reported = run.map_or(Ok(()), |runs| self.report(runs));
        // Where no page can be written, the summary is told all the same.
        self.end(&words, &told)?;
        reported?;
        Ok(end.exit)
    }

    /// Writes the page that shows `runs`, where one was asked for.
    pub fn report(&self, runs: Vec<PastRun>) -> Result<(), RunError> {
        let Some(file) = &self.report else { return Ok(()) };
        if runs.is_empty() {
            return self.warn("there is no record of this run to make a report of");
        }
        let path = report::write(runs, Some(Path::new(file)).filter(|file| !file.as_os_str().is_empty()))?;
        self.say(&format!("report: {}", said(&path)));
        Ok(())
    }

    /// Ends what is live, then tells what came out: people in words, programs as the last record.
    pub fn end(&mut self, words: &str, data: &impl Serialize) -> Result<(), RunError> {
        self.progress = None;
        if let Some((before, last)) = words.trim_end().rsplit_once('\n') {
            self.say(&format!("{before}\n{}", self.paint.paint(Hue::Strong, last)));
        } else if !words.is_empty() {
            self.say(words);
        }
        self.record("end", data)
    }
}

impl Observer for Ui {
    fn event(&mut self, event: &Event<'_>) -> io::Result<()> {
        match event {
            Event::Best(subject) if self.verbose => {
                if let Some(gain) = self.progress.as_ref().map(|progress| progress.gain(subject.size)) {
                    self.say(&gain);
                }
            }
            Event::Earlier(earlier) => self.say(&earlier::shown(earlier)),
            Event::Warning { text } => self.say(&format!("warning: {text}")),
            _ => {}
        }
        self.gauge.event(event, self.clock.elapsed());
        if let Some(progress) = &self.progress {
            progress.event(event);
        }
        match self.format {
            Format::Human => Ok(()),
            Format::Json => json::line(event).map_err(|error| io::Error::other(no_output(&error))),
        }
    }

    fn look(&mut self, subject: Subject, write: WriteBest<'_>) -> io::Result<()> {
        let looked = self.progress.as_ref().and_then(|it| it.on_screen(|screen| screen.look(subject, write)));
        looked.unwrap_or(Ok(()))
    }

    fn keep(&mut self, write: WriteBest<'_>) -> io::Result<()> {
        if let Some(kept) = self.progress.as_ref().and_then(|it| it.on_screen(|screen| screen.keep(write))) {
            kept?;
        }
        let Some(diff) = &mut self.diff else { return Ok(()) };
        let text = diff.next(write)?;
        if text.is_empty() {
            return Ok(());
        }
        self.say(&text);
        self.record("diff", &json!({ "text": text })).map_err(io::Error::other)
    }
}

/// What to do where the test hangs.
fn if_it_hangs(settings: &Settings) -> String {
    let limit = settings.retyped(["--timeout", "10s"]);
    let end = format!("  hint: to end runs that take too long: {limit}");
    match settings.asking_for_a_hang(&["--timeout", "10s"]) {
        Some(hang) => format!("  hint: {hang}\n{end}"),
        None => end,
    }
}

/// A reader of events that searches within each other, or others, use, too.
#[derive(Clone, Copy)]
pub struct SharedUi<'a, 'ui>(pub &'a RefCell<&'ui mut Ui>);

impl Observer for SharedUi<'_, '_> {
    fn look(&mut self, subject: Subject, write: WriteBest<'_>) -> io::Result<()> {
        self.0.borrow_mut().look(subject, write)
    }

    fn event(&mut self, event: &Event<'_>) -> io::Result<()> {
        self.0.borrow_mut().event(event)
    }

    fn keep(&mut self, write: WriteBest<'_>) -> io::Result<()> {
        self.0.borrow_mut().keep(write)
    }
}

/// Shows what clap has to say: help and version on standard output, errors on standard error, and to programs as the
/// only message.
pub fn tell_clap(shown: &clap::Error, format: Format) -> Exit {
    if shown.use_stderr() && format == Format::Json {
        drop(json::write("error", &args::misuse(shown)));
    }
    // A reader who has gone away needs no help.
    drop(shown.print());
    if shown.use_stderr() { Exit::Usage } else { Exit::Done }
}

/// Writes to standard output as it is.
///
/// # Errors
/// When it cannot be written; a reader who has gone away is no error.
pub fn print(bytes: &[u8]) -> Result<(), RunError> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(no_output(&error)),
        _ => Ok(()),
    }
}

/// Whether standard error is a terminal on which a line can be drawn again and again.
#[expect(clippy::disallowed_methods, reason = "TERM says how text is shown, and decides nothing")]
fn is_live() -> bool {
    io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Takes a live line away that nobody will draw again, just before the program ends at once.
pub fn leave_terminal() {
    screen::restore();
    if is_live() {
        progress::show(progress::CLEAR);
    }
}

/// Tells people something on standard error, in whole lines; where that is closed there is nobody to tell.
pub fn tell(text: &str) {
    let mut to = io::stderr().lock();
    drop(writeln!(to, "{}", text.trim_end_matches('\n')));
}

fn no_output(error: &io::Error) -> RunError {
    RunError::internal(format!("cannot write to standard output: {error}"))
        .hint("check where standard output goes; results in files are not affected")
}
