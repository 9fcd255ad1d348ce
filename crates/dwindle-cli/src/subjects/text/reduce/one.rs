//! One search for the smallest text, and what it came to.

use std::fs;
use std::path::PathBuf;

use dwindle::{Search, Stop, Text};
use dwindle_run::error::RunError;
use dwindle_run::exit::Exit;
use dwindle_run::plans::{left_out, plan};
use dwindle_run::session::{self, Searched, Session};
use dwindle_run::settings::{Output, Settings};
use serde::Serialize;

use super::ahead::Ahead;
use super::{explained, lines};
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
    /// Tells of it as `told` makes of what there is to tell.
    pub(super) fn telling(self, told: impl FnOnce(End) -> End) -> Self {
        Self { end: told(self.end), ..self }
    }

    /// As what two searches came to, of which `first` left what this one began with.
    pub(super) fn after(self, first: Self) -> Self {
        self.telling(|end| end.after(first.end))
    }

    /// Hands the result out and tells of it.
    pub(super) fn finish(
        self,
        settings: &Settings,
        ui: &mut Ui,
        more: &impl Serialize,
    ) -> Result<Exit, RunError> {
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
) -> Result<Reduced, RunError> {
    if settings.print_diff {
        ui.show_diffs(Diff::of_text(session.input.name.as_ref(), session.input()));
    }
    let (syntax, rewriters) = (session.syntax(), session.rewriters()?);
    ui.show_text(syntax.as_ref());
    let plan = plan(settings, settings.algorithm, syntax.as_ref(), &rewriters, session.input())?;
    if let Some(note) = left_out(settings, syntax.as_ref()) {
        ui.say(&note);
    }
    let needs = lines::needs(settings, session.input(), ui)?;
    plan.prepare(session.input());
    let how = settings.explain.map(|together| explained::how(settings, together, syntax.as_ref()));
    let (mut explained, mut goes_on) = (None, None);
    let work = |search: &mut Search<'_>, text: &Text| match (&needs, ahead.as_deref_mut()) {
        (Some(needs), _) => lines::reduce(search, text, needs, settings.protect.as_ref()).into(),
        (None, None) => plan.run(search, text.clone()).into(),
        (None, Some(ahead)) => {
            let planned = ahead.run(&plan, search, text);
            goes_on = ahead.preprocessed.take();
            Searched { planned, goes_on: goes_on.is_some() }
        }
    };
    let reduced = session.reduce(ui, work, |search, layouts, text| {
        if let Some(how) = how.as_ref().filter(|_| needs.is_none()) {
            explained = Some(explained::explain(how, layouts, search, text)?);
        }
        Ok(())
    })?;
    let session::Reduced { text, certificates, layout, is_unlaid, finished } = reduced;
    let mut end = ui.came_to(&finished);
    match certificates {
        Some(certificates) => end = end.minimality(&certificates),
        // A search that went on, and was ended, made less of what was explained.
        None => explained = None,
    }
    if is_unlaid {
        end = end.note("not laid out: interrupted".to_owned());
    }
    if let Some(layout) = &layout {
        end = end.layout(Layout::of(layout));
    }
    if let Some(found) = explained.filter(|_| !finished.is_behind) {
        let told = explained::Told::of(&found, finished.result.as_deref());
        ui.record("explanation", &told)?;
        end = end.note(told.words(&found));
    }
    // Of the text whose size is told: what is closed and laid out has more.
    let smallest = layout.as_ref().and_then(|layout| layout.smallest.as_deref());
    let counted = smallest.or(finished.result.as_deref());
    let counted = counted.and_then(|path| Text::new(fs::read(path).ok()?).ok());
    end = end.tokens(counted.and_then(|text| session.tokens(&text)));
    if let Some(new) = finished.result.as_deref().and_then(|path| session.new_tokens(path)) {
        end = end.new_tokens(new);
    }
    Ok(Reduced {
        end,
        text,
        path: finished.result,
        shown: layout.map(|layout| layout.text),
        tests: finished.tests,
        preprocessed: goes_on,
        is_stopped: !matches!(finished.stop, None | Some(Stop::Target)),
    })
}
