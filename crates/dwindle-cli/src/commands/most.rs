//! The most of something with which a command passes.

use dwindle::event::Observer;
use dwindle::plan::Level;
use dwindle::{Config, Outcome};
use serde::Serialize;

use super::answer::{Answer, Answered, lines};
use super::maximize::largest;
use crate::error::CliError;
use crate::exit::Exit;
use crate::session::artifact::Artifact;
use crate::session::{Finished, Session};
use crate::settings::Settings;
use crate::ui::{End, Ui, number, plural, seconds};

/// As much as passes together.
#[derive(Debug)]
pub(super) struct Most {
    pub(super) passing: Config,
    /// Whether it does not pass with any one more; not known where the search was ended early.
    is_done: bool,
    level: Level,
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
        let found = largest(search, &artifact.whole(), level.name());
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
    Ok((passing.map(|passing| Most { passing, is_done, level }), finished))
}

/// The end where nothing is known to pass yet.
pub(super) fn none_yet(end: End, settings: &Settings, ui: &Ui) -> End {
    let (program, tests) = (super::program_name(settings), plural(end.tests(), "test"));
    let time = seconds(ui.clock().elapsed());
    end.headline(format!("{program}: nothing that passes yet, in {tests}, {time}"))
}

impl Most {
    /// The end with what it says of this, of `all` that there is, and what is `left_out`.
    pub(super) fn told(&self, end: End, settings: &Settings, left_out: &[String], all: &str, ui: &Ui) -> End {
        let how_many =
            if self.passing.is_empty() { "none".to_owned() } else { number(self.passing.len() as u64) };
        let tests = end.tests();
        let end = end.headline(format!(
            "{}: passes with {how_many} of {all}, {} in {}, {}",
            super::program_name(settings),
            if self.is_done { "found" } else { "so far" },
            plural(tests, "test"),
            seconds(ui.clock().elapsed()),
        ));
        let end = end.note(format!("left out: {}", left_out.join(" ")));
        if self.is_done { end.note(self.proof()) } else { end }
    }

    fn proof(&self) -> String {
        format!("1-maximal by {}: with any one more it does not pass", self.level.plural())
    }
}

/// Nothing between nothing and the whole passes.
pub(super) fn nothing_passes(outcome: Outcome) -> CliError {
    let error = |how| CliError::new(Exit::NotFailing, format!("nothing passes: {how}"));
    if outcome == Outcome::Fail {
        return error("with nothing of what can be left out it fails, too")
            .hint("the failure needs something else; nothing that is left out here repairs it");
    }
    error("with nothing of what can be left out it does not pass, nor with anything that was tried between")
        .hint("keep what it cannot do without: --keep, of a log --protect")
}

/// Prints the command that passes.
pub(super) fn show<T: Serialize>(ui: &mut Ui, end: &End, answer: Answer<T>) -> Result<(), CliError> {
    let answers = [answer];
    ui.hand_out(&lines(&answers))?;
    ui.end(&end.to_string(), &Answered { end, answers: &answers })
}
