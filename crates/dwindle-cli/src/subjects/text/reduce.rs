//! The smallest part of a text that still fails.

mod ahead;
mod explained;
mod lines;
mod one;
mod self_contained;
mod several;

use dwindle::Text;
use dwindle_run::error::RunError;
use dwindle_run::exit::Exit;
use dwindle_run::plans::{left_out, plan};

use crate::questions::subject::Asked;
use one::one;

/// Reduces, and tells how far it came.
pub(crate) fn reduce(asked: Asked<'_, Text>) -> Result<Exit, RunError> {
    let (settings, syntax) = (asked.settings, asked.session.syntax());
    if let Some(most) = settings.all {
        let (session, rewriters) = (&asked.session, asked.session.rewriters()?);
        let plan = plan(settings, settings.algorithm, syntax.as_ref(), &rewriters, session.input())?;
        if let Some(note) = left_out(settings, syntax.as_ref()) {
            asked.ui.say(&note);
        }
        return several::reduce(asked, most, &plan, syntax.as_ref());
    }
    let Asked { mut session, ui, .. } = asked;
    if let Some(by) = settings.preprocessor.as_ref().filter(|_| settings.self_contained) {
        return self_contained::reduce(settings, by, session, ui);
    }
    let reduced = one(settings, &mut session, ui, None)?;
    let next = self_contained::next_step(settings, &reduced);
    reduced.telling(|end| end.next(next)).finish(settings, ui, &())
}
