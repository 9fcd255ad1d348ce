//! What the subjects share that are a command: arguments, environment variables, elements of a search path. It runs the
//! questions on them, prints the command that results, and writes it where the user wants it.
//!
//! Which words go together is guessed (`resolve/words`). With `--prevent` the search runs under the opposite test,
//! and the first run is of nothing of the artifact (`Artifact::prevents`).

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;
use std::sync::Arc;

use dwindle::plan::{Certificate, Level};
use dwindle::space::{Sides, Space};
use dwindle::{Config, Outcome};
use dwindle_run::error::RunError;
use dwindle_run::exit::Exit;
use dwindle_run::session::artifact::Artifact;
use dwindle_run::session::disk;
use dwindle_run::settings::Settings;
use dwindle_run::text::{number, plural, shell};
use serde::{Serialize, Serializer};

use crate::questions::begin::stage;
use crate::questions::subject::{Asked, Most, Run, Subject};
use crate::ui::{End, Name};

/// A command of which parts are left out: its arguments, or its environment.
pub(crate) trait Invocation: Artifact + Sized {
    /// What its units are.
    const LEVEL: Level;

    /// All of them.
    type Units: Space + 'static;

    /// One of them, as it stands in records.
    type Unit: Serialize;

    /// The units.
    fn units(&self) -> Arc<Self::Units>;

    /// All of them in words: `40 arguments`.
    fn all(&self) -> String {
        counted(&*self.units(), Self::LEVEL)
    }

    /// Those that `config` keeps.
    fn kept(&self, config: &Config) -> Vec<Self::Unit>;

    /// The same for people.
    fn shown(&self, config: &Config) -> Vec<String>;

    /// The command with the units that `config` keeps and no others.
    fn command(&self, config: &Config) -> Vec<OsString>;

    /// The command that passes with the units of `config`, written so that it can be typed where the original command fails.
    fn passing_command(&self, config: &Config) -> Vec<OsString> {
        self.command(config)
    }
}

/// Finds the units that the failure needs, and prints the command with these alone.
pub(crate) fn reduce<I: Invocation>(mut asked: Asked<'_, I>) -> Result<Exit, RunError> {
    let algorithm = asked.settings.list_algorithm();
    let all = Invocation::units(asked.session.input()).full();
    let mut so_far = None;
    let (reduced, mut finished) = asked.session.run(asked.ui, |search, subject| {
        let reduced = stage(search, &Invocation::units(subject), algorithm, I::LEVEL.name(), all.clone());
        if let (Err(_), Some((_, config))) = (&reduced, search.best()) {
            so_far = Some(config.clone());
        }
        let config = reduced?;
        let proof = Certificate { level: I::LEVEL, removals: config.len() };
        Ok((config, vec![proof]))
    })?;
    let mut end = asked.end(&mut finished);
    if let Some(config) = reduced.as_ref().filter(|config| !config.is_empty()) {
        end = end.minimality(&[Certificate { level: I::LEVEL, removals: config.len() }]);
    }
    let subject = asked.session.input();
    let how = if reduced.is_some() { "found" } else { "so far" };
    let config = reduced.or(so_far).unwrap_or(all);
    let end = end.counted(&format!(
        "{}: {} of {} {}, {how} in",
        asked.settings.program_name(),
        number(config.len() as u64),
        subject.all(),
        if config.len() == 1 { "matters" } else { "matter" },
    ));
    let answer = Answer::new(Matter(I::LEVEL.name(), subject.kept(&config)), &subject.command(&config));
    asked.hand_out(end, &[answer])
}

/// Units under the name that they have in records.
#[derive(Debug)]
pub(super) struct Matter<U>(pub(super) &'static str, pub(super) Vec<U>);

impl<U: Serialize> Serialize for Matter<U> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([(self.0, &self.1)])
    }
}

/// What the last record has of the answers: each with what matters, and the command that shows it.
#[derive(Debug, Serialize)]
struct Answers<'a, T> {
    answers: &'a [Answer<T>],
}

/// One answer.
#[derive(Debug, Serialize)]
pub(super) struct Answer<T> {
    #[serde(flatten)]
    matter: T,
    /// The words of the command.
    command: Vec<Name>,
    /// The same as a line for a shell.
    line: String,
}

/// What makes the difference, and the words of the command without it, which passes.
#[derive(Debug, Serialize)]
struct Difference<T> {
    #[serde(flatten)]
    matter: T,
    passing: Vec<Name>,
}

impl<T> Answer<T> {
    /// What matters, and the command with nothing else.
    pub(super) fn new(matter: T, command: &[OsString]) -> Self {
        Self { matter, command: names(command), line: shell::quoted(command) }
    }
}

/// All units of a space in words.
fn counted(space: &impl Space, level: Level) -> String {
    plural(space.units() as u64, level.plural().trim_end_matches('s'))
}

/// The words that a space wrote, each ended by a zero byte.
pub(super) fn read(written: &[u8]) -> Vec<OsString> {
    let words = written.strip_suffix(&[0]).map(|all| all.split(|&byte| byte == 0));
    words.into_iter().flatten().map(|word| OsString::from_vec(word.to_vec())).collect()
}

/// Words as a space writes them.
pub(super) fn written<W: AsRef<OsStr>>(words: impl IntoIterator<Item = W>) -> Vec<u8> {
    words.into_iter().flat_map(|word| [word.as_ref().as_bytes(), &[0]].concat()).collect()
}

/// The words, as they stand in records.
pub(super) fn names(words: &[OsString]) -> Vec<Name> {
    words.iter().map(name).collect()
}

/// One word, as it stands in records.
pub(super) fn name(word: impl AsRef<OsStr>) -> Name {
    Name::of(Path::new(word.as_ref()))
}

impl<A: Artifact> Asked<'_, A> {
    /// Writes the lines of the answers to standard output, or to the file that was named; tells the rest.
    pub(super) fn hand_out<T: Serialize>(
        &mut self,
        end: End,
        answers: &[Answer<T>],
    ) -> Result<Exit, RunError> {
        let lines: String = answers.iter().flat_map(|answer| [answer.line.as_str(), "\n"]).collect();
        self.hand_out_lines(&lines, end, answers)
    }

    fn hand_out_lines<T: Serialize>(
        &mut self,
        lines: &str,
        mut end: End,
        answers: &[Answer<T>],
    ) -> Result<Exit, RunError> {
        match &mut self.answer {
            None => self.ui.hand_out(lines)?,
            Some(file) => {
                disk::write(file, lines.as_bytes())?;
                end = end.result(file.path());
            }
        }
        self.ui.finish(&end, &Answers { answers })
    }
}

impl<I: Invocation> Subject for I {
    const LEVEL: Level = I::LEVEL;

    type Units = I::Units;

    fn units(&self, _: &Settings) -> Arc<I::Units> {
        Invocation::units(self)
    }

    fn nothing_passes(&self, outcome: Outcome) -> RunError {
        if outcome == Outcome::Fail && !self.may_be_nothing() {
            return RunError::new(Exit::NotFailing, self.words().too_loose).hint(self.words().tighten);
        }
        removable(outcome)
    }

    /// Shows both commands, a line each: the first passes, the second fails.
    fn tell_sides(mut run: Run<'_, Self>, all: &Self::Units, sides: &Sides) -> Result<Exit, RunError> {
        let (passing, failing) = (sides.passing(), sides.failing());
        let end = run.end().both_sides();
        let subject = run.asked.session.input();
        let difference = failing.minus(&passing);
        let matter = Matter(I::LEVEL.name(), subject.kept(&difference));
        let passing = subject.command(&passing);
        let matter = Difference { matter, passing: names(&passing) };
        let answer = Answer::new(matter, &subject.command(&failing));
        let units = difference.len();
        let end = end.counted(&format!(
            "{}: {units} of {} {} the difference (the first command passes, the second fails), found in",
            run.asked.settings.program_name(),
            counted(all, I::LEVEL),
            if units == 1 { "makes" } else { "make" },
        ));
        let lines = format!("{}\n{}\n", shell::quoted(passing), answer.line);
        run.asked.hand_out_lines(&lines, end, &[answer])
    }

    /// Prints the command that passes, and says what is left out of it.
    fn tell_most(mut run: Run<'_, Self>, all: &Self::Units, most: Option<Most>) -> Result<Exit, RunError> {
        let (end, program) = (run.end(), run.asked.settings.program_name());
        let Some(Most { passing, is_done }) = most else {
            let end = end.counted(&format!("{program}: nothing is known to pass yet,"));
            return run.asked.ui.finish(&end, &());
        };
        let subject = run.asked.session.input();
        let left_out = all.full().minus(&passing);
        let how_many = if passing.is_empty() { "none".to_owned() } else { number(passing.len() as u64) };
        let found = if is_done { "found" } else { "so far" };
        let end = end
            .counted(&format!("{program}: passes with {how_many} of {}, {found} in", subject.all()))
            .note(format!("left out: {}", subject.shown(&left_out).join(" ")));
        let end = if is_done { end.claim("nothing more can be added back") } else { end };
        let answer =
            Answer::new(Matter("difference", subject.kept(&left_out)), &subject.passing_command(&passing));
        run.asked.hand_out(end, &[answer])
    }
}

/// The error for a search that found nothing that passes; `outcome` is that of the command with all removed that can be.
pub(super) fn removable(outcome: Outcome) -> RunError {
    let error = |how| RunError::new(Exit::NotFailing, format!("found nothing that passes: {how}"));
    if outcome == Outcome::Fail {
        return error("it still fails when everything that can be removed is gone")
            .hint("the cause is something that cannot be removed here");
    }
    error("it is unresolved when everything that can be removed is gone, and nothing else that was tried passes")
        .hint("keep what the test needs: --keep, or --protect for a log")
}
