//! The most of something with which a command passes.

use dwindle::event::Observer;
use dwindle::plan::Level;
use dwindle::{Config, Outcome};
use serde::Serialize;

use super::answer::{Answer, Answered, Destination, lines};
use super::maximize::largest;
use crate::error::CliError;
use crate::exit::Exit;
use crate::session::artifact::Artifact;
use crate::session::{Finished, Session};
use crate::settings::Settings;
use crate::text::{number, plural, seconds};
use crate::ui::{End, Ui};

/// As much as passes together.
#[derive(Debug)]
pub(super) struct Most {
    pub(super) passing: Config,
    /// Whether it does not pass with any one more; not known where the search was ended early.
    is_done: bool,
}

/// What had to stay out.
#[derive(Debug, Serialize)]
pub(super) struct Apart<T> {
    pub(super) difference: T,
}

/// Finds the most units of the whole artifact that pass; ended early the most so far, if there is any.
pub(super) fn find<A: Artifact>(
    session: &mut Session<A>,
    reader: &mut dyn Observer,
    level: Level,
) -> Result<(Option<Most>, Finished), CliError> {
    let mut so_far = None;
    let (found, finished) = session.run(reader, |search, artifact| {
        let found = largest(search, &artifact.whole(), level.name(), &Config::empty());
        if found.is_err() {
            so_far = search.best().map(|(_, config)| config.clone());
        }
        Ok((found?, Vec::new()))
    })?;
    let is_done = found.is_some();
    let why = |outcome| match outcome {
        Outcome::Fail if !session.input().may_be_nothing() => {
            CliError::new(Exit::NotFailing, session.input().too_loose()).hint(session.input().tighten())
        }
        outcome => nothing_passes(outcome),
    };
    let passing = found.map(|found| found.map_err(why)).transpose()?.or(so_far);
    Ok((passing.map(|passing| Most { passing, is_done }), finished))
}

/// The end where nothing is known to pass yet.
pub(super) fn none_yet(end: End, settings: &Settings, ui: &Ui) -> End {
    let (program, tests) = (super::begin::program_name(settings), plural(end.tests(), "test"));
    let time = seconds(ui.clock().elapsed());
    end.headline(format!("{program}: nothing is known to pass yet, {tests}, {time}"))
}

impl Most {
    /// The end with what it says of this, of `all` that there is, and what is `left_out`.
    pub(super) fn told(&self, end: End, settings: &Settings, left_out: &[String], all: &str, ui: &Ui) -> End {
        let how_many =
            if self.passing.is_empty() { "none".to_owned() } else { number(self.passing.len() as u64) };
        let tests = end.tests();
        let end = end.headline(format!(
            "{}: passes with {how_many} of {all}, {} in {}, {}",
            super::begin::program_name(settings),
            if self.is_done { "found" } else { "so far" },
            plural(tests, "test"),
            seconds(ui.clock().elapsed()),
        ));
        let end = end.note(format!("left out: {}", left_out.join(" ")));
        if self.is_done { end.claim("nothing more can be added back") } else { end }
    }
}

/// Nothing between nothing and the whole passes.
pub(super) fn nothing_passes(outcome: Outcome) -> CliError {
    let error = |how| CliError::new(Exit::NotFailing, format!("found nothing that passes: {how}"));
    if outcome == Outcome::Fail {
        return error("it still fails when everything that can be removed is gone")
            .hint("the cause is something that cannot be removed here");
    }
    error("it is unresolved when everything that can be removed is gone, and nothing else that was tried passes")
        .hint("keep what the test needs: --keep, or --protect for a log")
}

/// Prints the command that passes.
pub(super) fn show<T: Serialize>(
    ui: &mut Ui,
    (end, to): (End, &mut Destination),
    answer: Answer<T>,
) -> Result<Exit, CliError> {
    let answers = [answer];
    let end = to.hand_out(&lines(&answers), end, ui)?;
    ui.end(&end.to_string(), &Answered { end: &end, answers: &answers })?;
    Ok(end.exit())
}
