//! One search for the smallest text, and what it came to.

use std::path::{Path, PathBuf};

use dwindle::plan::Planned;
use dwindle::{Stop, Text};
use dwindle_syntax::layout::LONGEST;
use serde::Serialize;

use super::super::plans::{best, left_out, plan, smallest};
use super::ahead::Ahead;
use super::{explained, lines};
use crate::error::CliError;
use crate::exit::Exit;
use crate::session::Session;
use crate::settings::{Objective, Output, Settings};
use crate::ui::{Diff, End, Layout, Ui};

/// What a search came to.
#[derive(Debug)]
pub(super) struct Reduced {
    end: End,
    /// The smallest text that fails.
    pub(super) text: Text,
    /// Where the result lies.
    pub(super) path: Option<PathBuf>,
    /// How it is laid out, where that is another text.
    shown: Option<Vec<u8>>,
    /// Logical tests.
    pub(super) tests: u64,
    /// The smallest text as it is after preprocessing, where that was asked for and fails.
    pub(super) preprocessed: Option<Text>,
    /// Whether it ended before its end, and not because the result is small enough.
    pub(super) is_stopped: bool,
}

impl Reduced {
    /// Says something more.
    pub(super) fn note(self, text: String) -> Self {
        Self { end: self.end.note(text), ..self }
    }

    /// As what two searches came to, of which `first` left what this one began with.
    pub(super) fn after(self, first: Self) -> Self {
        Self { end: self.end.after(first.end), ..self }
    }

    /// Ended by `stop` after all.
    pub(super) fn stopped(self, stop: &Stop) -> Self {
        Self { end: self.end.stopped(stop), ..self }
    }

    /// With another exit code.
    pub(super) fn exit(self, exit: Exit) -> Self {
        Self { end: self.end.exit(exit), ..self }
    }

    /// Names the command that goes on from here.
    pub(super) fn next(self, command: Option<String>) -> Self {
        Self { end: self.end.next(command), ..self }
    }

    /// Hands the result out and tells of it.
    pub(super) fn finish(
        self,
        settings: &Settings,
        ui: &mut Ui,
        more: &impl Serialize,
    ) -> Result<Exit, CliError> {
        if settings.output == Output::Stdout {
            match (&self.shown, &self.path) {
                (Some(shown), _) => ui.result_bytes(shown)?,
                (None, Some(path)) => ui.result(path)?,
                (None, None) => {}
            }
        }
        ui.finish(&self.end, more)
    }
}

/// Reduces what `session` is about, and gives how far it came.
///
/// With `ahead` it ends as soon as its result can be preprocessed, and more of it is not worth its tests.
pub(super) fn one(
    settings: &Settings,
    session: &mut Session,
    ui: &mut Ui,
    mut ahead: Option<&mut Ahead>,
) -> Result<Reduced, CliError> {
    if settings.print_diff {
        ui.show_diffs(Diff::of_text(session.input.name.as_ref(), session.input()));
    }
    let (syntax, rewriters) = (session.syntax(), session.rewriters()?);
    let plan = plan(settings, settings.algorithm, syntax.as_ref(), &rewriters, session.input())?;
    if let Some(note) = left_out(settings, syntax.as_ref()) {
        ui.say(&note);
    }
    let needs = lines::needs(settings, session.input(), ui)?;
    let layouts = session.layouts()?;
    plan.prepare(session.input());
    session.aim()?;
    let (whole, by_size) = (session.input().clone(), settings.objective == Objective::Bytes);
    let how = settings.explain.map(|together| explained::how(settings, together, syntax.as_ref()));
    let (mut left, mut laid_out, mut explained) = (whole.clone(), None, None);
    let mut is_unlaid = false;
    let (certificates, finished) = session.run(ui, |search, text| {
        if let Some(needs) = &needs {
            let certificates = lines::reduce(search, text, needs, settings.protect.as_ref())?;
            return Ok((certificates.clone(), certificates));
        }
        if layouts.is_some() {
            search.keep_way(LONGEST);
        }
        let planned = match &mut ahead {
            Some(ahead) => ahead.run(&plan, search, text),
            None => plan.run(search, text.clone()),
        };
        let (mut planned, mut stop) = match planned {
            // The last text need not be the one that is smallest by another measure.
            Ok(planned) if !by_size => (smallest(search, planned), None),
            Ok(planned) => (planned, None),
            Err(stop) => match best(search, &stop).and_then(|bytes| Text::new(bytes).ok()) {
                Some(text) => (Planned { text, certificates: Vec::new() }, Some(stop)),
                None => return Err(stop),
            },
        };
        // What is minimal already keeps the layout that it has; what another search goes on from is for no reader, and a layout
        // would lift the budget of time, which is one for both.
        let goes_on = ahead.as_ref().is_some_and(|ahead| ahead.preprocessed.is_some());
        let layouts = layouts.as_ref().filter(|_| planned.text.id() != whole.id() && !goes_on);
        if let Some(how) = how.as_ref().filter(|_| stop.is_none()) {
            match explained::explain(how, layouts, search, &planned.text) {
                Ok(found) => explained = Some(found),
                Err(ended @ (Stop::Budget | Stop::Interrupted)) => stop = Some(ended),
                Err(other) => return Err(other),
            }
        }
        left = planned.text.clone();
        if let Some(layouts) = layouts {
            is_unlaid = true;
            let shown = layouts.lay_out(search, &planned.text)?;
            is_unlaid = false;
            if let Some(smaller) = shown.smaller_than(&planned.text) {
                // What was proved, was proved of another text.
                planned = Planned { text: smaller, certificates: Vec::new() };
            }
            laid_out = Some((shown, planned.text.clone()));
        }
        left = planned.text;
        stop.map_or(Ok((planned.certificates.clone(), planned.certificates)), Err)
    })?;
    let mut end = ui.came_to(&finished);
    if let Some(certificates) = certificates {
        end = end.minimality(&certificates);
    }
    if is_unlaid && !finished.is_behind {
        end = end.note("not laid out: interrupted".to_owned());
    }
    let mut shown = None;
    if let Some((mut layout, smallest)) = laid_out.filter(|_| !finished.is_behind) {
        session.show(&mut layout, &smallest)?;
        end = end.layout(Layout::of(&layout));
        shown = Some(layout.text);
    }
    if let Some(found) = explained.filter(|_| !finished.is_behind) {
        let told = explained::Told::of(&found, finished.result.as_deref());
        ui.record("explanation", &told)?;
        end = end.note(told.words(&found));
    }
    end = end.tokens(finished.result.as_deref().and_then(|path: &Path| session.tokens(path)));
    if let Some(new) = finished.result.as_deref().and_then(|path| session.new_tokens(path)) {
        end = end.new_tokens(new);
    }
    Ok(Reduced {
        end,
        text: left,
        path: finished.result,
        shown,
        tests: finished.tests,
        preprocessed: ahead.and_then(|ahead| ahead.preprocessed.take()),
        is_stopped: !matches!(finished.stop, None | Some(Stop::Target)),
    })
}
